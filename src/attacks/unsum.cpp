// SPDX-License-Identifier: Apache-2.0
// Solves sums over records, U = W' Z + noise, for the records, by somebody who knows the weights W: whoever shares the key of
// project(side=records), such as the owner of the same people's other attributes. Paper 000, section VI.A, has the minimum norm
// solution; around the mean, and with independent records of covariance S and noise N, it becomes the Bayes estimate here. It
// gets the share k/n of every attribute's variance where there is no noise.
#include <fmt/format.h>

#include "attacks/attack.h"
#include "linalg/pseudo_inverse.h"
#include "linalg/spectrum.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::weights};
constexpr Fact uses[] = {Fact::moments};
constexpr Want wants[] = {Want::sample};
// Below this share of the largest, an eigenvalue is rounding.
constexpr double kRounding = 1e-12;

/// W' W = V diag(values) V', without what is rounding.
linalg::Spectrum spectrum_of(const Matrix& symmetric) {
  linalg::Spectrum all = linalg::symmetric_spectrum(symmetric);
  const Index rank = (all.values.array() > kRounding * std::max(all.values[0], 0.0)).count();
  return {all.values.head(rank), all.vectors.leftCols(rank)};
}

/// Mean and covariance of z, and the sums without the mean.
struct Summands {
  Vector mean;
  Matrix covariance, centred;
};

/// The mean by generalised least squares, U = total mean' + errors of covariance W' W; then S from E U0' (W' W)^-1 U0 =
/// rank S + tr (W' W)^-1 N. What the attacker was told comes first.
Summands summands(const Matrix& sums, const Summed& summed, const linalg::Spectrum& gram, const Matrix& noise,
                  const Knowledge& known) {
  const RecordSums& how = *known.sums;
  const Matrix coordinates = gram.vectors.transpose() * sums;
  const Vector total = gram.vectors.transpose() * summed.total;
  const Vector inverse = gram.values.cwiseInverse();
  Summands out{.mean = Vector::Zero(sums.cols()), .covariance = {}, .centred = {}};
  const double length = total.cwiseAbs2().dot(inverse);
  if (how.own_units && known.prior_mean)
    out.mean = how.before.map * *known.prior_mean + how.before.shift;
  else if (length > 0)
    out.mean = coordinates.transpose() * inverse.cwiseProduct(total) / length;
  out.centred = sums - summed.total * out.mean.transpose();
  if (how.own_units && known.prior_covariance) {
    out.covariance = how.before.map * *known.prior_covariance * how.before.map.transpose() + how.before.covariance;
  } else {
    const Matrix centred = gram.vectors.transpose() * out.centred;
    out.covariance = linalg::positive_part((centred.transpose() * inverse.asDiagonal() * centred - inverse.sum() * noise) /
                                           static_cast<double>(gram.values.size()));
  }
  return out;
}

/// A with E[Z | U] = mean + W A. In columns where S is the identity and N is diagonal, d, it is (W' W + d_j)^-1 U0_j.
Matrix solved(const Summands& z, const linalg::Spectrum& gram, const Matrix& noise) {
  const linalg::Spectrum spread = spectrum_of(z.covariance);
  if (spread.values.size() == 0) return Matrix::Zero(z.centred.rows(), z.centred.cols());
  const Vector sd = spread.values.cwiseSqrt();
  const Matrix out = spread.vectors * sd.asDiagonal(), in = spread.vectors * sd.cwiseInverse().asDiagonal();
  const linalg::Spectrum whitened = linalg::symmetric_spectrum(in.transpose() * noise * in);
  Matrix coordinates = gram.vectors.transpose() * z.centred * in * whitened.vectors;
  for (Index j = 0; j < coordinates.cols(); ++j)
    coordinates.col(j).array() /= gram.values.array() + std::max(whitened.values[j], 0.0);
  return gram.vectors * coordinates * (out * whitened.vectors).transpose();
}

/// From z back to x: the best linear guess of x, and where z is in units of its own, those the attacker was told.
struct WayBack {
  Vector mean;
  Matrix map;  ///< x = mean + map (z - mean of z)
};

WayBack way_back(const Summands& z, const Knowledge& known) {
  const RecordSums& how = *known.sums;
  if (!how.own_units) {
    const Index m = z.mean.size();
    if (!known.prior_mean || !known.prior_covariance) return {z.mean, Matrix::Identity(m, m)};
    const Vector spread = z.covariance.diagonal();
    const Vector scale = (spread.array() > 0).select((known.prior_covariance->diagonal().array() / spread.array()).sqrt(), 0.0);
    return {*known.prior_mean, scale.asDiagonal()};
  }
  const Matrix back = linalg::pseudo_inverse(how.before.map).inverse;
  const Matrix covariance = known.prior_covariance
                                ? *known.prior_covariance
                                : linalg::positive_part(back * (z.covariance - how.before.covariance) * back.transpose());
  return {known.prior_mean ? *known.prior_mean : Vector(back * (z.mean - how.before.shift)),
          covariance * how.before.map.transpose() * linalg::pseudo_inverse(z.covariance).inverse};
}

/// Covariance of what was added to the sums.
Matrix noise_of(const Knowledge& known, Index columns) {
  Matrix noise = known.noise_covariance ? *known.noise_covariance : Matrix(Matrix::Zero(columns, columns));
  if (known.cells) noise.diagonal() += known.cells->width.cwiseAbs2() / 12;  // rounded sums are off evenly over the cell
  return noise;
}

std::vector<std::int64_t> own_numbers(const Observed& observed) {
  if (!observed.records.empty()) {
    const auto first = observed.records.begin() + observed.before;
    return {first, first + observed.count};
  }
  return table::record_numbers(observed.first_record + observed.before, observed.count);
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params&, const random::Rng&) {
  const Matrix& sums = evidence.sample;
  const Index count = sums_of(known.sums->weights);
  if (!few_enough(known.sums->weights))
    return Outcome::not_assessed(fmt::format("{} sums are more than it solves, {}", count, kMostSums));
  if (!evidence.summed) return Outcome::not_assessed("it needs to know how many originals were summed; pass ‘knows=people=N’");
  const Summed& summed = *evidence.summed;
  if (count != sums.rows())
    return Outcome::not_assessed(fmt::format("there are {} sums and weights of {}; some are missing", sums.rows(), count));
  const linalg::Spectrum gram = spectrum_of(summed.gram);
  if (gram.values.size() == 0) return Outcome::not_assessed("all weights are 0");
  const Matrix noise = noise_of(known, sums.cols());
  const Summands z = summands(sums, summed, gram, noise, known);
  const WayBack back = way_back(z, known);
  const Matrix weights_of_sums = solved(z, gram, noise) * back.map.transpose();
  Reconstruction out{.guess = [weights = known.sums->weights, weights_of_sums, mean = back.mean](const Observed& observed) {
    return Guess{.values = (weights(own_numbers(observed)) * weights_of_sums).rowwise() + mean.transpose()};
  }};
  out.notes.push_back(
      fmt::format("the sums settle {} of the {} dimensions of each column", gram.values.size(), summed.records));
  return {.reconstruction = std::move(out)};
}

}  // namespace

extern const Attack unsum_attack = {.name = "unsum",
                                    .alias = "",
                                    .summary = "the likeliest records behind sums over them whose weights are known",
                                    .paper = "000 section VI.A, of records",
                                    .needs = needs,
                                    .wants = wants,
                                    .params = {},
                                    .serial = true,  // weights go with the number of a record
                                    .uses = uses,
                                    .reads_mixtures = true,
                                    .needs_mixed = needs,
                                    .reads_sums = true,
                                    .learn = learn};

}  // namespace guise::attacks
