// SPDX-License-Identifier: Apache-2.0
#include "attacks/insider_bayes.h"

#include <fmt/format.h>

#include <memory>

#include "attacks/insider.h"
#include "attacks/known_columns.h"
#include "base/error.h"
#include "stats/bayes_core.h"

namespace guise::attacks {
namespace {

/// [release, second release, known columns] of x. Two matrices with k1 + k2 >= m rows leave nothing open (beyond section 1.12).
linalg::Affine whole_channel(const Evidence& evidence, const Knowledge& known) {
  linalg::Affine channel = rounded_channel(evidence, known);
  const Index m = channel.map.cols();
  if (known.second_release) {
    const linalg::Affine second = known.second_channel ? completed(*known.second_channel) : channel;
    channel = stats::stack(channel, second);
  }
  if (!known.known_columns.empty()) channel = stats::stack(channel, known_channel(known, m));
  return channel;
}

Matrix observation(const Observed& observed) {
  Matrix rows(observed.count, observed.released.cols() + observed.second.cols() + observed.known.cols());
  Index first = 0;
  const auto add = [&](const MatrixRef& part) {
    if (part.cols() > 0) rows.middleCols(first, part.cols()) = own_rows(part, observed);
    first += part.cols();
  };
  add(observed.released);
  add(observed.second);
  add(observed.known);
  return rows;
}

/// The posterior with what is seen of every record: x^ = mu + S H' (H S H' + E)^-1 (o - H mu - c), equation (9) solved without
/// the inverse of S and with noise. Rows of H that repeat one another do no harm: see BayesCore.
struct Estimate {
  stats::BayesCore core;

  Guess guess(const Observed& observed, const std::vector<ExactColumn>& columns) const {
    Guess out;
    if (observed.want_sd) out.sd.emplace();
    out.values = core.posterior_mean(observation(observed), out.sd ? &*out.sd : nullptr);
    place_known(columns, observed, out);
    return out;
  }
};

}  // namespace

Outcome learn_insider_bayes(const Evidence& evidence, const Knowledge& known, const Params& given, const random::Rng& rng) {
  const std::string& kind = given.choice("prior");
  if (kind == "debiased")
    return Outcome::not_assessed("of mixed columns the attacker knows the prior; there is no noise in it to correct");
  if (kind == "mixture" && !known.sample)
    return Outcome::not_assessed(fmt::format("a mixture is fitted to {}", fact_name(Fact::population)), Fact::population);
  const linalg::Affine channel = whole_channel(evidence, known);
  const linalg::PseudoInverse matrix = linalg::pseudo_inverse(channel.map);
  if (matrix.rank == 0) return Outcome::not_assessed(std::string(kZeroMatrix));
  std::vector<std::string> notes;
  const Index m = channel.map.cols();
  note_defects(matrix, channel, notes);
  note_rounding(matrix, channel, evidence, notes);
  if (matrix.rank == m && channel.covariance.isZero(0)) notes.push_back("what is seen leaves one solution per record");
  stats::Mixture prior = stats::gaussian_prior(*known.prior_mean, *known.prior_covariance);
  if (kind == "mixture") {
    prior = stats::fit_mixture(*known.sample, Matrix::Zero(m, m), mixture_fit(given), rng.fork("mixture"));
    notes.push_back(
        fmt::format("mixture of {} fitted to {} records of other people", prior.weight.size(), known.sample->rows()));
  }
  auto estimated = std::make_shared<const Estimate>(Estimate{stats::BayesCore(prior, channel)});
  const bool release_alone = !known.second_release && known.known_columns.empty();
  return {.reconstruction =
              Reconstruction{.guess = [estimated, columns = exact_columns(known)](
                                          const Observed& observed) { return estimated->guess(observed, columns); },
                             .linear = release_alone ? estimated->core.linear() : std::nullopt,
                             .notes = std::move(notes)}};
}

}  // namespace guise::attacks
