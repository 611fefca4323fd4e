// SPDX-License-Identifier: Apache-2.0
#include "stats/smooth_terms.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/clones.h"
#include "random/laws.h"
#include "random/matrices.h"
#include "stats/quantiles.h"

namespace guise::stats {
namespace {

constexpr Index kKnots = 255;
constexpr Index kBlock = 512;  // rows of a column of terms that stay near

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

/// turns[i] += frequency * input[i].
GUISE_CLONES void add_turns(const float* input, float frequency, Index count, float* turns) {
  for (Index i = 0; i < count; ++i) turns[i] += frequency * input[i];
}

/// out[i] = scale * cos(2 pi turns[i]). Of a turn only what lies beyond the nearest whole one counts; there Taylor's polynomial
/// of degree 16 in it is off by pi^18 / 18! < 2e-7, as much as single precision: far below the errors of any fit.
GUISE_CLONES void cosines(const float* turns, double scale, Index count, double* out) {
  constexpr float kRound = 0x1.8p23F;  // adding it rounds to a whole number
  for (Index i = 0; i < count; ++i) {
    const float whole = (turns[i] + kRound) - kRound;
    const float angle = (turns[i] - whole) * 6.2831853F, z = angle * angle;
    float sum = 1 / 20922789888000.0F;
    sum = sum * z - 1 / 87178291200.0F;
    sum = sum * z + 1 / 479001600.0F;
    sum = sum * z - 1 / 3628800.0F;
    sum = sum * z + 1 / 40320.0F;
    sum = sum * z - 1 / 720.0F;
    sum = sum * z + 1 / 24.0F;
    sum = sum * z - 0.5F;
    sum = sum * z + 1.0F;
    out[i] = scale * static_cast<double>(sum);
  }
}

}  // namespace

SmoothTerms::Units::Units(const Matrix& inputs, bool ranks)
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

Matrix SmoothTerms::Units::of(const Matrix& inputs) const {
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

SmoothTerms::SmoothTerms(const Matrix& inputs, const Reach& reach, Index count) : units_(inputs, reach.ranks), phases_(count) {
  const random::Rng rng = random::Rng::from_seed(0).fork("cosines");
  frequencies_ = (random::gaussian_matrix(inputs.cols(), count, rng) / (2 * std::numbers::pi * reach.width)).cast<float>();
  Vector turns(count);
  random::fill_uniform(rng.fork("phases"), 0, 0, {turns.data(), static_cast<std::size_t>(count)});
  phases_ = turns.cast<float>();
}

Matrix SmoothTerms::of(const Matrix& inputs) const {
  const Matrix standard = units_.of(inputs);
  const Eigen::MatrixXf single = standard.cast<float>();
  const Index rows = inputs.rows(), own = standard.cols(), count = phases_.size();
  const double scale = std::sqrt(2 / static_cast<double>(count));
  Matrix out(rows, own + count);
  out.leftCols(own) = standard;
  std::vector<float> turns(static_cast<std::size_t>(kBlock));
  for (Index first = 0; first < rows; first += kBlock) {
    const Index some = std::min(kBlock, rows - first);
    for (Index k = 0; k < count; ++k) {
      std::fill_n(turns.begin(), some, phases_[k]);
      for (Index j = 0; j < own; ++j) add_turns(single.col(j).data() + first, frequencies_(j, k), some, turns.data());
      cosines(turns.data(), scale, some, out.col(own + k).data() + first);
    }
  }
  return out;
}

}  // namespace guise::stats
