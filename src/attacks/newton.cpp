// SPDX-License-Identifier: Apache-2.0
// The insider before a non-linear distortion x* = B + Q f(A + W x) + e: he has the four matrices and solves for each record.
// "Privacy Preservation through Random Non-linear Data Distortion" (paper 003) left its section on privacy empty; this is the
// upper end of it. Exact where hidden units can be read one by one and f is one-to-one; else Gauss-Newton, and where equations
// are fewer than unknowns, or there is noise, the most likely record under the moments of the originals.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "attacks/distortion_inverse.h"
#include "attacks/linear.h"
#include "linalg/pseudo_inverse.h"
#include "stats/gaussian.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::distortion};
constexpr Fact uses[] = {Fact::population, Fact::noise_size};
constexpr Want wants[] = {Want::moments, Want::sample};

// Sampled records that are tried for the notes.
constexpr Index kTried = 200;

/// Noise that was added before the distortion cannot be told from the record: x + n is what is searched, N(mu, S + N), and then
/// x^ = mu + S (S + N)^-1 (x + n - mu).
struct NoiseBefore {
  Matrix covariance;  ///< N in the originals' columns; empty without any
  Matrix gain_transposed = {};

  explicit NoiseBefore(const linalg::Affine& before) {
    if (before.covariance.size() == 0 || before.covariance.isZero(0)) return;
    const Matrix back = linalg::pseudo_inverse(before.map).inverse;
    covariance = back * before.covariance * back.transpose();
  }
  void widen(Knowledge& known) {
    if (covariance.size() == 0 || !known.prior_covariance || !known.prior_mean) return;
    const Matrix own = *known.prior_covariance;
    *known.prior_covariance += covariance;
    const Matrix lower = stats::robust_cholesky(*known.prior_covariance);
    gain_transposed = own;
    lower.triangularView<Eigen::Lower>().solveInPlace(gain_transposed);
    lower.transpose().triangularView<Eigen::Upper>().solveInPlace(gain_transposed);
  }
  void shrink(Matrix& guess, const Vector& mean) const {
    if (gain_transposed.size() == 0) return;
    guess = ((guess.rowwise() - mean.transpose()) * gain_transposed).rowwise() + mean.transpose();
  }
};

std::string how(const DistortionInverse& inverse) {
  const DistortionReading& d = inverse.reading();
  if (d.f == stats::Activation::step)
    return d.mix.size() == 0 ? "of every hidden unit the side is known, no more: the best linear guess, moved to these sides"
                             : "a step has no slope to follow: the best linear guess";
  if (d.noisy) return d.told ? "the most likely records behind the noise" : "the records that fit best";
  if (inverse.closed_form()) return "every hidden unit is undone by itself: exact but for rounding";
  if (d.determined()) return "no fewer equations than attributes: exact where the search arrives and f is not flat";
  return fmt::format("{} equations for {} attributes: the most likely records among those that fit", d.readings(),
                     d.attributes());
}

std::vector<std::string> notes_of(const DistortionInverse& inverse, const Matrix& sample) {
  const MatrixRef some = sample.topRows(std::min(kTried, sample.rows()));
  std::vector<std::string> notes = {how(inverse)};
  if (some.rows() == 0 || inverse.reading().f == stats::Activation::step) return notes;
  const DistortionInverse::Found found = inverse.find(some);
  notes.push_back(fmt::format("of {} records tried the search settled for {}", some.rows(), found.settled));
  if (!inverse.reading().noisy) notes.back() += fmt::format(", and {} fit to the last digits", found.fitting);
  return notes;
}

bool lacks_moments(const DistortionReading& d) {
  return !d.told && (!d.determined() || d.f == stats::Activation::step);
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params&, const random::Rng& rng) {
  const stats::DistortionMap& map = *known.distorted->map;
  if (map.attributes() != attributes_of(evidence, known) || map.outputs() != evidence.moments.attributes())
    return Outcome::not_assessed(fmt::format("the distortion makes {} columns of {}, the release has {} of {}", map.outputs(),
                                             map.attributes(), evidence.moments.attributes(), attributes_of(evidence, known)));
  Knowledge all = known;
  NoiseBefore before(known.distorted->before);
  before.widen(all);
  DistortionReading reading = reading_of(all);
  if (reading.readings() == 0 || reading.rank == 0)
    return Outcome::not_assessed("the matrices of the distortion are 0: the release says nothing of the records");
  if (lacks_moments(reading))
    return Outcome::not_assessed(
        fmt::format("the release leaves many records open, and to choose among them it needs {}", fact_name(Fact::moments)),
        Fact::moments);
  auto inverse = std::make_shared<const DistortionInverse>(std::move(reading), rng.fork("start"));
  std::vector<std::string> notes = notes_of(*inverse, evidence.sample);
  if (before.covariance.size() > 0)
    notes.push_back(before.gain_transposed.size() > 0
                        ? "noise from before the distortion is shrunk by the moments of the originals"
                        : "noise from before the distortion stays in the guess: moments of the originals are not known");
  return {.reconstruction = Reconstruction{.guess =
                                               [inverse, before](const Observed& observed) {
                                                 Guess out{.values =
                                                               inverse->find(own_rows(observed.released, observed)).values};
                                                 before.shrink(out.values, inverse->reading().center);
                                                 return out;
                                               },
                                           .notes = std::move(notes)}};
}

}  // namespace

extern const Attack newton_attack = {.name = "newton",
                                     .alias = "",
                                     .summary = "solve for every record of a non-linear distortion whose matrices are known",
                                     .paper = "003; Levenberg 1944, Marquardt 1963",
                                     .needs = needs,
                                     .wants = wants,
                                     .params = {},
                                     .uses = uses,
                                     .reads_mixtures = true,
                                     .needs_mixed = needs,
                                     .learn = learn};

}  // namespace guise::attacks
