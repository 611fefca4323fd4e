// SPDX-License-Identifier: Apache-2.0
// Learned inversion: the originals regressed on their released records over the known pairs. Needs neither the matrix nor its
// law, and with a kernel not even that the mask is linear. Beyond section 1.3.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "attacks/alignment.h"
#include "attacks/linear.h"
#include "linalg/blas.h"
#include "linalg/pairwise.h"
#include "linalg/spectrum.h"
#include "stats/ridge.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::pairs};
constexpr Want wants[] = {Want::moments};
constexpr std::string_view variants[] = {"regress(kind=kernel)"};
constexpr Param params[] = {
    {.name = "kind",
     .help = "linear: ridge regression; kernel: the same on Gaussian bumps around the pairs, for masks that "
             "are not linear",
     .kind = Param::Kind::choice,
     .choices = "linear|kernel"}};

// The kernel's eigenvalues take the cube of the number of pairs: seconds at 3000.
constexpr Index kMostKernelPairs = 3000;
// Singular values below this share of the largest are rounding error, and so are misfits below this share of the variance.
constexpr double kDigits = 1e-13, kExact = 1e-12;

/// Columns of the release in their own standard deviations, so that no unit outweighs another.
Vector scales(const Evidence& evidence, const Matrix& released) {
  const Vector pairs = (released.rowwise() - released.colwise().mean()).colwise().squaredNorm() /
                       static_cast<double>(std::max<Index>(released.rows() - 1, 1));
  Vector variance = evidence.records > 1 ? evidence.moments.variance() : pairs;
  for (Index j = 0; j < variance.size(); ++j)
    if (!(variance(j) > 0)) variance(j) = pairs(j) > 0 ? pairs(j) : 1;
  return variance.cwiseSqrt();
}

std::string note_of(const stats::Ridge& fit, Index pairs) {
  return fmt::format("{} pairs; left out one by one their error is {:.3g} of the variance", pairs, fit.residual);
}

/// Weights without a ridge where they are exact; empty elsewhere. One pair more than columns has always a fit without error: it
/// is the mask's where this is known to be linear and without noise. With two more it is no coincidence.
Matrix exact_weights(const Matrix& features, const Pairs& pairs, const Knowledge& known) {
  const Index p = features.rows(), k = features.cols();
  const bool told = known.shape && known.shape->exact && !known.noise_covariance;
  if (k < pairs.originals.cols() || p < k + (told ? 1 : 2)) return {};
  const linalg::Svd svd = linalg::thin_svd(features);
  if (!(svd.values(k - 1) > kDigits * svd.values(0))) return {};
  const Matrix centred = pairs.originals.rowwise() - pairs.originals.colwise().mean();
  const Matrix weights = svd.right * svd.values.cwiseInverse().asDiagonal() * (svd.left.transpose() * centred);
  const Vector left = (centred - features * weights).colwise().squaredNorm(), all = centred.colwise().squaredNorm(),
               rounding = pairs.originals.colwise().squaredNorm() * square(kDigits);
  return (left.array() <= kExact * all.array() + rounding.array()).all() ? weights : Matrix();
}

/// x^ = mean(x) + W (u - mean(u)), W = Xc' Uc (Uc'Uc + l I)^-1.
Outcome linear(const Pairs& pairs, const Knowledge& known, const Vector& scale) {
  const Vector center = pairs.released.colwise().mean(), inverse = scale.cwiseInverse();
  const Matrix features = (pairs.released.rowwise() - center.transpose()) * inverse.asDiagonal();
  if (const Matrix weights = exact_weights(features, pairs, known); weights.size() > 0)
    return linear_outcome(
        {.center = center, .left = inverse.asDiagonal() * weights, .right = {}, .shift = pairs.originals.colwise().mean()},
        {fmt::format("{} pairs determine the way back exactly", pairs.originals.rows())});
  const stats::Ridge fit = stats::leave_one_out_ridge(stats::gram_of_features(features), pairs.originals);
  return linear_outcome({.center = center,
                         .left = inverse.asDiagonal() * features.transpose() * fit.weights,
                         .right = {},
                         .shift = pairs.originals.colwise().mean()},
                        {note_of(fit, pairs.originals.rows())});
}

double median_of_pairs(const Matrix& symmetric) {
  std::vector<double> values;
  for (Index j = 0; j < symmetric.cols(); ++j)
    for (Index i = 0; i < j; ++i) values.push_back(symmetric(i, j));
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Sums of bumps exp(-|u - u_i|^2 / 2 b^2) around the released records of the pairs, b^2 the median squared distance.
struct Bumps {
  Vector center, inverse;
  Matrix places, weights;
  double width;  ///< 2 b^2
  Vector shift;

  Guess operator()(const Observed& observed) const {
    const Matrix rows = (own_rows(observed.released, observed).rowwise() - center.transpose()) * inverse.asDiagonal();
    const Matrix bumps = (linalg::squared_distances(rows, places).array() / -width).exp();
    return {.values = linalg::multiply_records(bumps, weights).rowwise() + shift.transpose()};
  }
};

Outcome kernel(const Pairs& all, const Vector& scale) {
  const std::vector<Index> rows = evenly_spread(all.originals.rows(), kMostKernelPairs);
  const Pairs pairs = {all.originals(rows, Eigen::all), all.released(rows, Eigen::all)};
  const Index p = pairs.originals.rows();
  auto bumps = std::make_shared<Bumps>();
  bumps->center = pairs.released.colwise().mean();
  bumps->inverse = scale.cwiseInverse();
  bumps->places = (pairs.released.rowwise() - bumps->center.transpose()) * bumps->inverse.asDiagonal();
  const Matrix distances = linalg::squared_distances(bumps->places, bumps->places);
  const double median = p > 1 ? median_of_pairs(distances) : 0;
  bumps->width = median > 0 ? 2 * median : 1;
  const Matrix gram = (distances.array() / -bumps->width).exp();
  const stats::Ridge fit = stats::leave_one_out_ridge(stats::gram_of_kernel(gram), pairs.originals);
  bumps->weights = fit.weights;
  // Weights sum to 0, so of the centred kernel only the pairs' own means are left.
  bumps->shift = pairs.originals.colwise().mean().transpose() - fit.weights.transpose() * gram.rowwise().mean();
  return {.reconstruction = Reconstruction{.guess = [bumps](const Observed& observed) { return (*bumps)(observed); },
                                           .notes = {note_of(fit, p)}}};
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params& given, const random::Rng&) {
  if (known.pairs->originals.rows() < 2) return Outcome::not_assessed("a regression takes two known pairs at least");
  const Vector scale = scales(evidence, known.pairs->released);
  return given.choice("kind") == "kernel" ? kernel(*known.pairs, scale) : linear(*known.pairs, known, scale);
}

}  // namespace

extern const Attack regress_attack = {.name = "regress",
                                      .alias = "",
                                      .summary = "learn the way back from known pairs by ridge regression",
                                      .paper = "Golub, Heath and Wahba 1979",
                                      .needs = needs,
                                      .wants = wants,
                                      .params = params,
                                      .variants = variants,
                                      .reads_mixtures = true,
                                      .needs_mixed = needs,
                                      .learn = learn};

}  // namespace guise::attacks
