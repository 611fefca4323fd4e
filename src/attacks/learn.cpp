// SPDX-License-Identifier: Apache-2.0
// What happens before any attack learns: its facts are checked, what two releases tell of their noise is worked out, and
// originals are brought to the units that the mask learnt from the data.
#include <algorithm>

#include "attacks/attack.h"
#include "attacks/pair_check.h"
#include "attacks/standard_units.h"
#include "base/error.h"
#include "stats/covariance_check.h"
#include "stats/moments.h"

namespace guise::attacks {
namespace {

/// Two releases y1 = x + e1, y2 = x + e2 of the same records show their noise: Cov(y1 - y2) = 2 Cov(e).
Matrix noise_of_two_releases(const Evidence& evidence) {
  const Index m = evidence.width();
  const Matrix joint = evidence.joint.covariance();
  const Matrix cross = joint.topRightCorner(m, m);
  return (joint.topLeftCorner(m, m) + joint.bottomRightCorner(m, m) - cross - cross.transpose()) / 2;
}

/// A mixture does not show the originals' moments: who has records of other people takes theirs.
void learn_moments(Knowledge& known) {
  if (!known.mixed || !known.sample || known.sample->rows() < 2 || known.prior_covariance) return;
  const stats::Moments moments = stats::moments_of(*known.sample);
  if (!known.prior_mean) known.prior_mean = moments.mean();
  known.prior_covariance = moments.covariance();
}

void check_sizes(const Evidence& evidence, const Knowledge& known) {
  const Index released = evidence.width(), m = attributes_of(evidence, known);
  const auto columns = [](const std::optional<Matrix>& table, Index wanted, std::string_view what) {
    require(!table || table->cols() == wanted, "{} has {} columns and {} are wanted", what, table ? table->cols() : 0, wanted);
  };
  require(!known.noise_covariance || known.noise_covariance->rows() == released,
          "the noise is given for {} attributes and the release has {}",
          known.noise_covariance ? known.noise_covariance->rows() : 0, released);
  require(!known.channel || (known.channel->map.rows() == released && known.channel->map.cols() == m),
          "the matrix is {} x {}; it must be {} x {}, a row for each column of the release and a column for each original "
          "attribute",
          known.channel ? known.channel->map.rows() : 0, known.channel ? known.channel->map.cols() : 0, released, m);
  if (known.noise_covariance) stats::check_covariance(*known.noise_covariance, "the covariance of the noise");
  if (known.prior_covariance) stats::check_covariance(*known.prior_covariance, "the covariance told of the originals");
  const auto& second = known.second_channel;
  require(!second || second->map.cols() == m, "the second matrix has {} columns and the originals have {}",
          second ? second->map.cols() : 0, m);
  columns(known.sample, m, "the sample of other people's records");
  columns(known.records, m, "the table of known records");
  if (!known.pairs) return;
  columns(known.pairs->originals, m, "the originals of the known pairs");
  columns(known.pairs->released, released, "the released records of the known pairs");
  require(known.pairs->originals.rows() == known.pairs->released.rows(),
          "the known pairs have {} originals and {} released records; they must be the same records",
          known.pairs->originals.rows(), known.pairs->released.rows());
}

Outcome lacking(Fact fact, const Knowledge& known) {
  if (fact == Fact::noise_size && known.channel && known.shape && known.shape->exact)
    return Outcome::not_assessed("there is no noise to weigh: what the key undoes is exact; use 'inverse'");
  std::string reason = fmt::format("it needs {}", fact_name(fact));
  if (fact == Fact::matrix && known.distorted) reason += " (this mask is non-linear and has none: see 'newton')";
  return Outcome::not_assessed(std::move(reason), fact);
}

bool reads_pairs(const Attack& attack) {
  const auto among = [](std::span<const Fact> facts) {
    return std::find(facts.begin(), facts.end(), Fact::pairs) != facts.end();
  };
  return among(attack.needs) || among(attack.needs_mixed) || among(attack.uses);
}

bool needs_fact(const Attack& attack, const Knowledge& known, Fact fact) {
  const auto all = known.mixed ? attack.needs_mixed : attack.needs;
  return std::find(all.begin(), all.end(), fact) != all.end();
}

Outcome learn_as_told(const Attack& attack, const Evidence& evidence, const Knowledge& known, const Params& params,
                      const random::Rng& rng) {
  Knowledge all = known;
  // Releases through two matrices differ by more than their noise.
  const bool measured =
      !known.mixed && !known.second_channel && !known.noise_covariance && known.second_release && evidence.joint.count() > 1;
  if (measured) all.noise_covariance = noise_of_two_releases(evidence);
  learn_moments(all);
  for (const Fact fact : all.mixed ? attack.needs_mixed : attack.needs)
    if (!knows(all, fact)) return lacking(fact, all);
  if (reads_pairs(attack))
    if (std::string reason = why_not_pairs(all); !reason.empty()) return Outcome::not_assessed(std::move(reason));
  Outcome outcome = attack.learn(evidence, all, params, rng);
  if (measured && outcome.reconstruction)
    outcome.reconstruction->notes.push_back("noise measured on the difference of the two releases");
  return outcome;
}

/// Originals in units that the mask learnt from the data, as far as the attacker knows these. Who has originals of the released
/// records, or the key, guesses in their units whatever the mask's are.
Outcome learn_in_units(const Attack& attack, const Evidence& evidence, const Knowledge& known, const Params& params,
                       const random::Rng& rng) {
  if (needs_fact(attack, known, Fact::key)) return learn_as_told(attack, evidence, known, params, rng);
  const std::optional<StandardUnits> units = standard_units(evidence, known);
  Outcome outcome = units ? learn_as_told(attack, in_units(evidence, known, *units), in_units(known, *units), params, rng)
                          : learn_as_told(attack, evidence, known, params, rng);
  if (!outcome.reconstruction) return outcome;
  if (units) outcome.reconstruction = in_original_units(*std::move(outcome.reconstruction), *units, known.known_columns);
  if (!(units && units->complete) && !needs_fact(attack, known, Fact::pairs) && !needs_fact(attack, known, Fact::records))
    outcome.reconstruction->notes.push_back(fmt::format("guesses are in units of the standardised columns: {}", kUnitsMissing));
  return outcome;
}

}  // namespace

std::string Outcome::advised() const {
  return lacks ? fmt::format("{}; {}", reason, fact_advice(*lacks)) : reason;
}

Index attributes_of(const Evidence& evidence, const Knowledge& known) {
  return known.attributes > 0 ? known.attributes : evidence.width();
}

Outcome learn(const Attack& attack, const Evidence& evidence, const Knowledge& known, const Params& params,
              const random::Rng& rng) {
  if (evidence.records == 0) return Outcome::not_assessed("the release has no records");
  if (known.records_mixed && !attack.reads_sums)
    return Outcome::not_assessed("every released record is a sum over the originals, and it takes each for one of them");
  if (known.mixed && !attack.reads_mixtures)
    return Outcome::not_assessed("the release has mixed columns, and it takes them for the originals'");
  check_sizes(evidence, known);
  return known.learnt_units ? learn_in_units(attack, evidence, known, params, rng)
                            : learn_as_told(attack, evidence, known, params, rng);
}

}  // namespace guise::attacks
