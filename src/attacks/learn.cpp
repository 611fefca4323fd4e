// SPDX-License-Identifier: Apache-2.0
// What happens before any attack learns: its facts are checked, and what two releases tell of their noise is worked out.
#include "attacks/attack.h"
#include "base/error.h"
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
          "the noise is told for {} attributes and the release has {}",
          known.noise_covariance ? known.noise_covariance->rows() : 0, released);
  require(!known.channel || (known.channel->map.rows() == released && known.channel->map.cols() == m),
          "the matrix is {} x {}; it must be {} x {}, a row for each column of the release and a column for each original "
          "attribute",
          known.channel ? known.channel->map.rows() : 0, known.channel ? known.channel->map.cols() : 0, released, m);
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
  std::string reason = fmt::format("it needs {}", fact_name(fact));
  if (fact == Fact::matrix && known.distorted) reason += " (this mask has none, it bends records: see 'newton')";
  return Outcome::not_assessed(std::move(reason), fact);
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
  Knowledge all = known;
  // Releases through two matrices differ by more than their noise.
  const bool measured =
      !known.mixed && !known.second_channel && !known.noise_covariance && known.second_release && evidence.joint.count() > 1;
  if (measured) all.noise_covariance = noise_of_two_releases(evidence);
  learn_moments(all);
  if (all.mixed && !attack.reads_mixtures)
    return Outcome::not_assessed("the columns of the release are mixtures of the originals', and it takes them for their own");
  for (const Fact fact : all.mixed ? attack.needs_mixed : attack.needs)
    if (!knows(all, fact)) return lacking(fact, all);
  check_sizes(evidence, all);
  Outcome outcome = attack.learn(evidence, all, params, rng);
  if (measured && outcome.reconstruction)
    outcome.reconstruction->notes.push_back("noise measured on the difference of the two releases");
  return outcome;
}

}  // namespace guise::attacks
