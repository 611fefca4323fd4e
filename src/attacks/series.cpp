// SPDX-License-Identifier: Apache-2.0
// Several attributes that follow the order of the records together: common factors, seasons, trends, autoregressions.
// The release is whitened by its noise and turned to the axes the signal lies along (signal_axes.h); along each axis the Wiener
// gain 1 - noise / power is taken at every frequency of the cosine transform (component_power.h). For one attribute it is the
// univariate Wiener filter; for attributes without order the Bayes estimate on the axes that stand out.
#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "attacks/attribute_noise.h"
#include "attacks/component_power.h"
#include "attacks/cosine.h"
#include "attacks/frames.h"
#include "attacks/linear.h"
#include "attacks/serial.h"
#include "attacks/signal_axes.h"
#include "linalg/spectrum.h"
#include "release/noise_shape.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::noise_size};
constexpr Want wants[] = {Want::moments, Want::stretches};
constexpr Index kFrame = kStretch, kFewestRecords = 20;
// Axes are looked for once in bands of frequencies, then so often in the filtered series.
constexpr int kTurns = 2;
// A part of the table may hold more or less signal than the rest: these multiples of its variance are tried in every frame.
constexpr double kMultiples[] = {0, 0.1, 10};

/// To coordinates with white noise of variance 1, and back: z = (y - mean) to, x = z back + mean.
struct Whitening {
  Matrix to, back;
};

Whitening whitening_of(const Matrix& noise, const Vector& variance) {
  // In standard units, so that attributes of all sizes are treated alike. A billionth stands in for no noise.
  constexpr double kNone = 1e-9;
  const Vector sd = (variance.array() > 0).select(variance.cwiseSqrt(), 1.0);
  Matrix standard = sd.cwiseInverse().asDiagonal() * noise * sd.cwiseInverse().asDiagonal();
  standard = linalg::positive_part((standard + standard.transpose()) / 2, kNone);
  return {.to = sd.cwiseInverse().asDiagonal() * linalg::inverse_square_root(standard),
          .back = linalg::square_root(standard) * sd.asDiagonal()};
}

/// Frames that follow each other within a run of stretches; the last one reaches back from the end.
std::vector<Matrix> frames_of(const std::vector<Stretch>& stretches, Index* length) {
  std::vector<Matrix> runs;
  for (std::size_t i = 0; i < stretches.size(); ++i) {
    const bool follows = i > 0 && stretches[i].number == stretches[i - 1].number + 1;
    Matrix joined(stretches[i].rows.rows() + (follows ? runs.back().rows() : 0), stretches[i].rows.cols());
    if (follows) {
      joined << runs.back(), stretches[i].rows;
      runs.back() = std::move(joined);
    } else {
      runs.push_back(stretches[i].rows);
    }
  }
  Index longest = 0;
  for (const Matrix& run : runs) longest = std::max(longest, run.rows());
  *length = std::min(kFrame, longest);
  std::vector<Matrix> frames;
  for (const Matrix& run : runs) {
    Index at = 0;
    for (; at + *length <= run.rows(); at += *length) frames.push_back(run.middleRows(at, *length));
    if (at > 0 && run.rows() - at >= *length / 4) frames.push_back(run.bottomRows(*length));
  }
  return frames;
}

/// Cosine coefficients of whitened frames; the row of frequency k of frame f is k * frames + f.
Matrix coefficients_of(const std::vector<Matrix>& frames, const Vector& mean, const Matrix& to) {
  const auto count = static_cast<Index>(frames.size()), length = frames.front().rows();
  Matrix out(length * count, mean.size());
  tbb::parallel_for(Index{0}, count, [&](Index f) {
    const Matrix each = cosine_transform((frames[static_cast<std::size_t>(f)].rowwise() - mean.transpose()) * to);
    for (Index k = 0; k < length; ++k) out.row(k * count + f) = each.row(k);
  });
  return out;
}

/// The power along every axis, columns of `turned`.
Matrix powers_of(const Matrix& turned, Index frames) {
  const Index length = turned.rows() / frames;
  Matrix power(length, turned.cols());
  tbb::parallel_for(Index{0}, turned.cols(), [&](Index j) {
    const Vector column = turned.col(j);
    const Vector periodogram = Eigen::Map<const Matrix>(column.data(), frames, length).colwise().squaredNorm().transpose() /
                               static_cast<double>(frames);
    power.col(j) = component_power(periodogram, frames);
  });
  return power;
}

/// Axes with signal and the power along each.
struct Filter {
  Matrix axes, power;
  Vector mean = {};
  Matrix to = {}, back = {};
  bool local = false;  ///< the table is longer than a frame, so that frames may differ

  Matrix apply(const Matrix& frame) const;
  Vector gain(const Vector& coefficients, Index axis) const;
};

Filter find_filter(const Matrix& coefficients, Index frames) {
  Matrix scatter = signal_scatter(coefficients, frames);
  Filter filter;
  for (int turn = 0; turn <= kTurns; ++turn) {
    filter.axes = linalg::symmetric_spectrum(scatter).vectors;
    Matrix turned = coefficients * filter.axes;
    filter.power = powers_of(turned, frames);
    for (Index j = 0; j < turned.cols(); ++j)
      for (Index i = 0; i < turned.rows(); ++i) turned(i, j) *= 1 - 1 / filter.power(i / frames, j);
    scatter = filter.axes * (turned.transpose() * turned) * filter.axes.transpose();
  }
  std::vector<Index> kept;
  for (Index j = 0; j < filter.power.cols(); ++j)
    if (filter.power.col(j).maxCoeff() > 1) kept.push_back(j);
  filter.axes = Matrix(filter.axes(Eigen::all, kept));
  filter.power = Matrix(filter.power(Eigen::all, kept));
  return filter;
}

/// 1 - 1 / power at the frame's frequencies, the power above the noise multiplied where the frame speaks for it.
Vector Filter::gain(const Vector& coefficients, Index axis) const {
  const Index n = coefficients.size();
  Vector above(n);
  for (Index k = 0; k < n; ++k) above[k] = power(k * power.rows() / n, axis) - 1;
  const Vector periodogram = coefficients.cwiseAbs2();
  double multiple = 1, least = whittle_misfit(periodogram, (1 + above.array()).matrix());
  for (const double other : kMultiples) {
    if (!local) break;
    const double misfit =
        whittle_misfit(periodogram, (1 + other * above.array()).matrix()) + 2 * std::log(static_cast<double>(n));
    if (misfit < least) multiple = other, least = misfit;
  }
  return (multiple * above.array() / (1 + multiple * above.array())).matrix();
}

Matrix Filter::apply(const Matrix& frame) const {
  if (axes.cols() == 0) return mean.transpose().replicate(frame.rows(), 1);
  Matrix coefficients = cosine_transform((frame.rowwise() - mean.transpose()) * (to * axes));
  for (Index j = 0; j < coefficients.cols(); ++j)
    coefficients.col(j) = coefficients.col(j).cwiseProduct(gain(coefficients.col(j), j)).eval();
  return (inverse_cosine_transform(coefficients) * (axes.transpose() * back)).rowwise() + mean.transpose();
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params&, const random::Rng&) {
  if (!known.ordered) return Outcome::not_assessed(std::string(kShuffled));
  if (evidence.records < kFewestRecords)
    return Outcome::not_assessed(
        fmt::format("{} records are too short a series; it needs {}", evidence.records, kFewestRecords));
  const Matrix covariance = evidence.moments.covariance();
  const Whitening white = whitening_of(release::noise_covariance(known, covariance), covariance.diagonal());
  Index length = 0;
  const std::vector<Matrix> frames = frames_of(evidence.stretches, &length);
  Filter filter = find_filter(coefficients_of(frames, evidence.moments.mean(), white.to), static_cast<Index>(frames.size()));
  filter.mean = evidence.moments.mean();
  filter.to = white.to;
  filter.back = white.back;
  filter.local = evidence.records > kFrame;
  Reconstruction attack;
  attack.halo = kFrame;
  attack.notes = {fmt::format("signal along {} of {} axes", filter.axes.cols(), filter.mean.size())};
  note_order(evidence, attack.notes);
  auto shared = std::make_shared<const Filter>(std::move(filter));
  attack.guess = [shared, shift = noise_mean(known, shared->mean.size())](const Observed& observed) {
    Matrix values = filter_frames(observed, kFrame, [&](const Matrix& frame) { return shared->apply(frame); });
    values.rowwise() -= shift.transpose();
    return Guess{.values = std::move(values)};
  };
  return {.reconstruction = std::move(attack)};
}

}  // namespace

extern const Attack series_attack = {.name = "series",
                                     .alias = "",
                                     .summary = "filter all attributes together along the table's order",
                                     .paper = "Wiener 1949; Whittle 1953; Gavish and Donoho 2017",
                                     .needs = needs,
                                     .wants = wants,
                                     .params = {},
                                     .serial = true,
                                     .learn = learn};

}  // namespace guise::attacks
