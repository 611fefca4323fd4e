// SPDX-License-Identifier: Apache-2.0
#include "audit/channel_starts.h"

#include "attacks/component_match.h"
#include "base/error.h"
#include "linalg/solve.h"
#include "linalg/spectrum.h"
#include "stats/quantiles.h"

namespace guise::audit {
namespace {

// Variance added to what a start leaves unexplained: none is exact.
constexpr double kRough = 0.01;
constexpr double kLeastVariance = 1e-6;  // of a direction of the originals, in standard units
constexpr Index kLevels = 200;           // quantiles by which columns are compared

Matrix release_covariance(const Unlinked& sides) {
  const Vector inverse = sides.release_units.sd.cwiseInverse();
  return inverse.asDiagonal() * sides.release.moments.covariance() * inverse.asDiagonal();
}

/// A channel with this map: what it does not explain of the release's covariance is noise.
linalg::Affine with_map(Matrix map, const Unlinked& sides) {
  Matrix noise = release_covariance(sides) - map * sides.original_covariance * map.transpose();
  const Index k = map.rows();
  return {std::move(map), Vector::Zero(k), linalg::positive_part(noise, kRough)};
}

/// The same table in standard units.
attacks::Evidence standard(const attacks::Evidence& evidence, const StandardUnits& units) {
  attacks::Evidence out = evidence;
  out.sample = units.of(evidence.sample);
  out.moments = stats::moments_of(out.sample);
  return out;
}

/// An attack by who has originals: which of both tables it sees in standard units.
struct Try {
  std::string_view spec;
  bool standard_release, standard_originals;
};
// A rotation of the originals as they are; of standardised ones; columns in other units, order and signs are a rotation of
// standard columns into standard ones. What the rest finds does not depend on units.
constexpr Try kTries[] = {{"columns", false, false}, {"align", false, false}, {"align", false, true},
                          {"align", true, true},     {"ica", true, true},     {"ica(mixing=sample)", true, true},
                          {"blind", true, true}};

/// The map behind a guess. A guess that is the mean of x given y has Cov(y, x^) = Cov(y, x) = M Cov(x); one that undoes M
/// without noise has too.
std::optional<Matrix> map_behind(const Try& tried, const Unlinked& sides, const random::Rng& rng) {
  const Call call = parse_call(tried.spec);
  const attacks::Attack& attack = attacks::find_attack(call.name);
  attacks::Knowledge known;
  known.mixed = true;
  known.attributes = sides.originals.cols();
  if (!tried.standard_release && !tried.standard_originals) known = sides.known;
  known.sample = tried.standard_originals ? sides.original_units.of(sides.originals) : sides.originals;
  const attacks::Evidence evidence = tried.standard_release ? standard(sides.release, sides.release_units) : sides.release;
  attacks::Outcome outcome;
  try {
    outcome = attacks::learn(attack, evidence, known, check_params(attack.params, call, "attack"), rng);
  } catch (const Error&) {
    return {};  // numerics that broke down: a start less
  }
  if (!outcome.reconstruction) return {};
  const Matrix guess = outcome.reconstruction->guess({.released = evidence.sample, .count = evidence.sample.rows()}).values;
  Matrix joint(guess.rows(), guess.cols() + evidence.sample.cols());
  joint << (tried.standard_originals ? guess : sides.original_units.of(guess)), sides.release_units.of(sides.release.sample);
  if (!joint.allFinite()) return {};
  const Index m = guess.cols();
  const Matrix covariance = stats::moments_of(joint).covariance();
  // Columns that are sums of others leave directions without variance: the map has none of these.
  const Matrix inner = linalg::positive_part(sides.original_covariance, kLeastVariance);
  return linalg::solve_symmetric(inner, covariance.topRightCorner(m, covariance.cols() - m)).transpose();
}

/// Some of the originals' columns, whatever their order, units and names: by their distributions.
Matrix resembling(const Unlinked& sides) {
  const auto match = attacks::match_distributions(stats::standard_quantiles(sides.release.sample, kLevels),
                                                  stats::standard_quantiles(sides.originals, kLevels),
                                                  attacks::sampling_error(sides.release.sample.rows(), sides.originals.rows()));
  return match.selection(sides.release.sample.cols()).transpose();
}

}  // namespace

linalg::Affine noise_channel(const Unlinked& sides, const Matrix& noise, const Vector& noise_mean) {
  // A constant column tells nothing, whatever it stands for.
  const Vector inverse =
      (sides.release.moments.variance().array() > 0).select(sides.release_units.sd.cwiseInverse().array(), 0).matrix();
  return {.map = Matrix(sides.original_units.sd.cwiseProduct(inverse).asDiagonal()),
          .shift = (sides.original_units.mean + noise_mean - sides.release_units.mean).cwiseProduct(inverse),
          .covariance = inverse.asDiagonal() * noise * inverse.asDiagonal()};
}

std::optional<linalg::Affine> own_columns(const Unlinked& sides) {
  const Index m = sides.originals.cols();
  if (sides.release.sample.cols() != m) return {};
  linalg::Affine own = noise_channel(sides, Matrix::Zero(m, m), Vector::Zero(m));
  own.covariance = with_map(own.map, sides).covariance;
  return own;
}

void for_channel_starts(const Unlinked& sides, const random::Rng& rng, const std::function<bool(linalg::Affine)>& enough) {
  const Index k = sides.release.sample.cols(), m = sides.originals.cols();
  if (const std::optional<linalg::Affine> own = own_columns(sides)) {
    if (enough(*own) || enough(with_map(Matrix::Identity(m, m), sides))) return;
  }
  if (k <= m && enough(with_map(resembling(sides), sides))) return;
  for (const Try& each : kTries)
    if (const std::optional<Matrix> map = map_behind(each, sides, rng.fork(each.spec)))
      if (enough(with_map(*map, sides))) return;
}

}  // namespace guise::audit
