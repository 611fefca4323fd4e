// SPDX-License-Identifier: Apache-2.0
#include "attacks/pair_regression.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "attacks/alignment.h"
#include "attacks/linear.h"
#include "linalg/blas.h"
#include "linalg/pairwise.h"
#include "linalg/spectrum.h"
#include "stats/ridge.h"

namespace guise::attacks {
namespace {

// The kernel's eigenvalues take the cube of the number of pairs: seconds at 3000.
constexpr Index kMostKernelPairs = 3000;
// The width of the bumps is chosen on no more pairs than this, so that trying several costs less than the fit.
constexpr Index kMostTriedPairs = 500;
// Squared widths tried, in the median squared distance. Wide bumps, nearly flat over the pairs, follow masks that bend little.
constexpr double kWidths[] = {1, 0.25, 0.5, 2, 4, 8, 16, 32};
// The median itself is left only for a width with half its leave-one-out error: smaller differences are luck, and wide bumps
// go astray beyond the pairs.
constexpr double kClearly = 0.5;
// Singular values below this share of the largest are rounding error, and so are misfits below this share of the variance.
constexpr double kDigits = 1e-13, kExactFit = 1e-12;

std::string note_of(const stats::Ridge& fit, Index pairs) {
  return fmt::format("{} pairs; left out one by one their error is {:.3g} of the variance", pairs, fit.residual);
}

/// Weights without a ridge where they are exact; empty elsewhere. `least`: the pairs it takes for that to be no coincidence.
Matrix exact_weights(const Matrix& features, const Matrix& targets, const Matrix& originals, Index least) {
  const Index k = features.cols();
  if (k < targets.cols() || features.rows() < least) return {};
  const linalg::Svd svd = linalg::thin_svd(features);
  if (!(svd.values(k - 1) > kDigits * svd.values(0))) return {};
  const Matrix weights = svd.right * svd.values.cwiseInverse().asDiagonal() * (svd.left.transpose() * targets);
  const Vector left = (targets - features * weights).colwise().squaredNorm(), all = targets.colwise().squaredNorm(),
               rounding = originals.colwise().squaredNorm() * square(kDigits);
  return (left.array() <= kExactFit * all.array() + rounding.array()).all() ? weights : Matrix();
}

/// The way back where the pairs determine it, with as many of them as columns if the origin stays and with one more if not.
/// So many always have a fit without error: it is the mask's where this is known to be linear and without noise. With one
/// more than that it is no coincidence.
std::optional<Outcome> exact_regression(const Pairs& pairs, const Knowledge& known, const Vector& scale) {
  const Vector inverse = scale.cwiseInverse();
  const bool told = known.shape && known.shape->exact && !known.noise_covariance;
  const bool origin = told && !known.shape->shifted && !known.unit_errors;
  const Vector center = origin ? Vector(Vector::Zero(scale.size())) : Vector(pairs.released.colwise().mean()),
               shift = origin ? Vector(Vector::Zero(pairs.originals.cols())) : Vector(pairs.originals.colwise().mean());
  const Matrix features = (pairs.released.rowwise() - center.transpose()) * inverse.asDiagonal();
  const Index needed = features.cols() + (origin ? 0 : 1);
  const Matrix weights =
      exact_weights(features, pairs.originals.rowwise() - shift.transpose(), pairs.originals, needed + (told ? 0 : 1));
  if (weights.size() == 0) return {};
  return linear_outcome({.center = center, .left = inverse.asDiagonal() * weights, .right = {}, .shift = shift},
                        {fmt::format("{} pairs determine the way back exactly{}", pairs.originals.rows(),
                                     pairs.originals.rows() == needed ? "; no fewer do, so nothing checks them" : "")});
}

double median_of_pairs(const Matrix& symmetric) {
  std::vector<double> values;
  for (Index j = 0; j < symmetric.cols(); ++j)
    for (Index i = 0; i < j; ++i) values.push_back(symmetric(i, j));
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Sums of bumps exp(-|u - u_i|^2 / 2 b^2) around the released records of the pairs, 2 b^2 the width.
struct Bumps {
  Vector center, inverse;
  Matrix places, weights;
  double width;
  Vector shift;

  Guess operator()(const Observed& observed) const {
    const Matrix rows = (own_rows(observed.released, observed).rowwise() - center.transpose()) * inverse.asDiagonal();
    const Matrix bumps = (linalg::squared_distances(rows, places).array() / -width).exp();
    return {.values = linalg::multiply_records(bumps, weights).rowwise() + shift.transpose()};
  }
};

/// The width with the least leave-one-out error, if it is clearly better than the median distance.
double choose_width(const Matrix& places, const Matrix& originals) {
  const std::vector<Index> rows = evenly_spread(places.rows(), kMostTriedPairs);
  const Matrix some = places(rows, Eigen::all), targets = originals(rows, Eigen::all);
  const Matrix distances = linalg::squared_distances(some, some);
  const double median = some.rows() > 1 ? median_of_pairs(distances) : 0;
  if (!(median > 0)) return 1;
  std::vector<double> error(std::size(kWidths));
  tbb::parallel_for(std::size_t{0}, error.size(), [&](std::size_t i) {
    const Matrix gram = (distances.array() / (-2 * kWidths[i] * median)).exp();
    error[i] = stats::leave_one_out_ridge(stats::gram_of_kernel(gram), targets).residual;
  });
  const auto best = std::min_element(error.begin(), error.end());
  return 2 * median * (*best < kClearly * error[0] ? kWidths[best - error.begin()] : kWidths[0]);
}

}  // namespace

Vector column_scales(const Matrix& released) {
  Vector scale = (released.rowwise() - released.colwise().mean()).colwise().norm() /
                 std::sqrt(static_cast<double>(std::max<Index>(released.rows(), 1)));
  for (double& each : scale) each = each > 0 ? each : 1;
  return scale;
}

/// x^ = mean(x) + W (u - mean(u)), W = Xc' Uc (Uc'Uc + l I)^-1.
Outcome regress_linear(const Pairs& pairs, const Knowledge& known, const Vector& scale) {
  if (std::optional<Outcome> exact = exact_regression(pairs, known, scale)) return *std::move(exact);
  const Vector center = pairs.released.colwise().mean(), inverse = scale.cwiseInverse();
  const Matrix features = (pairs.released.rowwise() - center.transpose()) * inverse.asDiagonal();
  const stats::Ridge fit = stats::leave_one_out_ridge(stats::gram_of_features(features), pairs.originals);
  return linear_outcome({.center = center,
                         .left = inverse.asDiagonal() * features.transpose() * fit.weights,
                         .right = {},
                         .shift = pairs.originals.colwise().mean()},
                        {note_of(fit, pairs.originals.rows())});
}

Outcome regress_kernel(const Pairs& all, const Vector& scale) {
  const std::vector<Index> rows = evenly_spread(all.originals.rows(), kMostKernelPairs);
  const Pairs pairs = {all.originals(rows, Eigen::all), all.released(rows, Eigen::all)};
  auto bumps = std::make_shared<Bumps>();
  bumps->center = pairs.released.colwise().mean();
  bumps->inverse = scale.cwiseInverse();
  bumps->places = (pairs.released.rowwise() - bumps->center.transpose()) * bumps->inverse.asDiagonal();
  bumps->width = choose_width(bumps->places, pairs.originals);
  const Matrix gram = (linalg::squared_distances(bumps->places, bumps->places).array() / -bumps->width).exp();
  const stats::Ridge fit = stats::leave_one_out_ridge(stats::gram_of_kernel(gram), pairs.originals);
  bumps->weights = fit.weights;
  // Weights sum to 0, so of the centred kernel only the pairs' own means are left.
  bumps->shift = pairs.originals.colwise().mean().transpose() - fit.weights.transpose() * gram.rowwise().mean();
  return {.reconstruction = Reconstruction{.guess = [bumps](const Observed& observed) { return (*bumps)(observed); },
                                           .notes = {note_of(fit, pairs.originals.rows())}}};
}

}  // namespace guise::attacks
