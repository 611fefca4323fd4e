// SPDX-License-Identifier: Apache-2.0
#include "stats/smooth_fit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "linalg/spectrum.h"
#include "random/laws.h"
#include "random/matrices.h"
#include "stats/quantiles.h"

namespace guise::stats {
namespace {

constexpr Index kCosines = 160, kTriedCosines = 100;
// Rows that reaches are tried on, evenly spread.
constexpr Index kTriedRows = 2000;
constexpr Index kKnots = 255;
constexpr double kWidths[] = {0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2};
constexpr std::size_t kMostReaches = 2;
// Ridges over the largest eigenvalue, three to a decade; an eigenvalue below kRounding of it is rounding error.
constexpr double kLeastRidge = 1e-8, kRounding = 1e-11;
constexpr int kRidges = 28;

Matrix some_rows(const Matrix& rows, Index most) {
  if (rows.rows() <= most) return rows;
  std::vector<Index> chosen(static_cast<std::size_t>(most));
  for (Index i = 0; i < most; ++i) chosen[static_cast<std::size_t>(i)] = i * rows.rows() / most;
  return rows(chosen, Eigen::all);
}

Vector finite_part(const Vector& column) {
  std::vector<double> values;
  std::copy_if(column.begin(), column.end(), std::back_inserter(values), [](double value) { return std::isfinite(value); });
  return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

/// The share of the knots below a value, between -sqrt(3) and sqrt(3): mean 0 and variance 1 where values are those of the
/// knots. Equal knots count half, so that a value that many have gets their middle.
double rank_of(double value, const Vector& knots) {
  const auto [low, high] = std::equal_range(knots.begin(), knots.end(), value);
  double below = static_cast<double>(low - knots.begin() + (high - knots.begin())) / 2;
  if (low == high && low != knots.begin() && low != knots.end())
    below += (value - *(low - 1)) / (*low - *(low - 1)) - 0.5;  // between two knots
  return std::sqrt(12.0) * (below / static_cast<double>(knots.size()) - 0.5);
}

}  // namespace

SmoothFit::Units::Units(const Matrix& inputs, bool ranks)
    : center(Vector::Zero(inputs.cols())), scale(Vector::Ones(inputs.cols())) {
  for (Index j = 0; j < inputs.cols(); ++j) {
    const Vector values = finite_part(inputs.col(j));
    if (ranks) knots.push_back(values.size() > 0 ? quantiles(values, kKnots) : Vector::Zero(1));
    if (values.size() == 0) continue;
    center[j] = values.mean();
    const double variance = (values.array() - center[j]).square().mean();
    if (variance > 0) scale[j] = std::sqrt(variance);
  }
}

Matrix SmoothFit::Units::of(const Matrix& inputs) const {
  Matrix out(inputs.rows(), inputs.cols());
  for (Index j = 0; j < inputs.cols(); ++j)
    for (Index i = 0; i < inputs.rows(); ++i) {
      const double value = inputs(i, j);
      out(i, j) = !std::isfinite(value) ? 0
                  : knots.empty()       ? (value - center[j]) / scale[j]
                                        : rank_of(value, knots[static_cast<std::size_t>(j)]);
    }
  return out;
}

Matrix SmoothFit::Part::terms(const Matrix& inputs) const {
  const Matrix standard = units.of(inputs);
  Matrix out(inputs.rows(), standard.cols() + frequencies.cols());
  out.leftCols(standard.cols()) = standard;
  // In single precision cosines are taken several at a time, and their errors are far below those of any fit. In a step of
  // their own: with the cast in the same expression Eigen takes them one by one.
  Eigen::ArrayXXf cosines = ((standard * frequencies).rowwise() + phases.transpose()).array().cast<float>();
  cosines = cosines.cos().eval();
  out.rightCols(frequencies.cols()) = cosines.cast<double>() * std::sqrt(2 / static_cast<double>(frequencies.cols()));
  return out;
}

SmoothFit::Part SmoothFit::part_of(const Matrix& inputs, const Reach& reach, Index cosines) {
  const random::Rng rng = random::Rng::from_seed(0).fork("cosines");  // the same in every fit
  Part part{.units = Units(inputs, reach.ranks),
            .frequencies = random::gaussian_matrix(inputs.cols(), cosines, rng) / reach.width,
            .phases = Vector(cosines),
            .center = {},
            .targets = {},
            .weights = {}};
  random::fill_uniform(rng.fork("phases"), 0, 0, {part.phases.data(), static_cast<std::size_t>(cosines)});
  part.phases *= 2 * std::numbers::pi;
  return part;
}

SmoothFit::Solved SmoothFit::solve(const Matrix& terms, const Matrix& targets) {
  const linalg::Spectrum spectrum = linalg::symmetric_spectrum(terms.transpose() * terms);
  const Index rank = (spectrum.values.array() > kRounding * spectrum.values[0]).count();
  const Vector power = spectrum.values.head(rank);
  const Matrix axes = spectrum.vectors.leftCols(rank);
  const Matrix along = axes.transpose() * (terms.transpose() * targets);
  const auto n = static_cast<double>(terms.rows());
  Solved out{.weights = Matrix::Zero(terms.cols(), targets.cols()), .error = Vector::Ones(targets.cols())};
  for (Index j = 0; j < targets.cols(); ++j) {
    const double all = targets.col(j).squaredNorm();
    if (!(all > 0) || rank == 0) continue;
    const Vector squares = along.col(j).cwiseAbs2().cwiseQuotient(power);  // of the target along each axis
    for (int step = 0; step < kRidges; ++step) {
      const double ridge = kLeastRidge * std::pow(10, step / 3.0) * power[0];
      const Vector kept = power.array() / (power.array() + ridge);
      const double left = all - (squares.array() * kept.array() * (2 - kept.array())).sum(),
                   error = left / all / square(1 - std::min((kept.sum() + 1) / n, 0.999));
      if (error >= out.error[j]) continue;
      out.error[j] = error;
      out.weights.col(j) = axes * (along.col(j).array() / (power.array() + ridge)).matrix();
    }
  }
  return out;
}

std::vector<Reach> SmoothFit::choose(const Matrix& all_inputs, const Matrix& all_targets) {
  const Matrix inputs = some_rows(all_inputs, kTriedRows), rows = some_rows(all_targets, kTriedRows);
  const Matrix targets = rows.rowwise() - rows.colwise().mean();
  std::vector<Reach> tried;
  std::vector<Vector> errors;
  for (const bool ranks : {false, true})
    for (const double width : kWidths) {
      const Reach reach{width, ranks};
      Matrix terms = part_of(inputs, reach, kTriedCosines).terms(inputs);
      terms.rowwise() -= terms.colwise().mean().eval();
      tried.push_back(reach);
      errors.push_back(solve(terms, targets).error);
    }
  const auto best_of = [&](Index j, const std::vector<std::size_t>& among) {
    return *std::min_element(among.begin(), among.end(),
                             [&](std::size_t a, std::size_t b) { return errors[a][j] < errors[b][j]; });
  };
  std::vector<std::size_t> every(tried.size());
  std::iota(every.begin(), every.end(), std::size_t{0});
  std::vector<int> votes(tried.size(), 0);
  for (Index j = 0; j < targets.cols(); ++j) ++votes[best_of(j, every)];
  std::stable_sort(every.begin(), every.end(), [&](std::size_t a, std::size_t b) { return votes[a] > votes[b]; });
  every.resize(std::min(kMostReaches, every.size()));
  std::vector<Reach> out;
  for (Index j = 0; j < targets.cols(); ++j) out.push_back(tried[best_of(j, every)]);
  return out;
}

SmoothFit::SmoothFit(const Matrix& inputs, const Matrix& targets, const std::vector<Reach>& reaches)
    : mean_(targets.colwise().mean()) {
  std::vector<bool> done(reaches.size(), false);
  for (std::size_t first = 0; first < reaches.size(); ++first) {
    if (done[first]) continue;
    Part part = part_of(inputs, reaches[first], kCosines);
    for (std::size_t j = first; j < reaches.size(); ++j)
      if (reaches[j] == reaches[first]) {
        part.targets.push_back(static_cast<Index>(j));
        done[j] = true;
      }
    Matrix terms = part.terms(inputs);
    part.center = terms.colwise().mean();
    terms.rowwise() -= part.center.transpose();
    part.weights = solve(terms, (targets.rowwise() - mean_.transpose())(Eigen::all, part.targets)).weights;
    parts_.push_back(std::move(part));
  }
}

Matrix SmoothFit::predict(const Matrix& inputs) const {
  Matrix out(inputs.rows(), mean_.size());
  for (const Part& part : parts_) {
    const Matrix found = (part.terms(inputs).rowwise() - part.center.transpose()) * part.weights;
    out(Eigen::all, part.targets) = found;
  }
  return out.rowwise() + mean_.transpose();
}

}  // namespace guise::stats
