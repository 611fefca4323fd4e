// SPDX-License-Identifier: Apache-2.0
// Multiplicative noise y = x f is additive on the logarithms: Bayes estimate there, and back. Kim and Winkler (2003) describe
// the mask; the attack is BE-DR (paper 002, section 6) on log |y|. Signs and zeros go through such noise unchanged and are kept
// exactly.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "attacks/attack.h"
#include "attacks/log_factor.h"
#include "linalg/spectrum.h"
#include "stats/bayes_core.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::factor};
constexpr Want wants[] = {Want::moments, Want::sample};

class LogPosterior {
 public:
  LogPosterior(Factor factor, const Matrix& sample) : factor_(std::move(factor)) {
    const LogMoments release = gappy_moments(logs_of(sample));
    noise_ = log_factor(factor_, release.covariance);
    prior_ = stats::gaussian_prior(release.mean - noise_.mean, linalg::positive_part(release.covariance - noise_.covariance));
  }

  Guess operator()(const MatrixRef& released) const {
    const Matrix logs = logs_of(released);
    // Records with zeros in the same places share one posterior.
    std::map<std::vector<Index>, std::vector<Index>> records_by_columns;
    for (Index i = 0; i < released.rows(); ++i) {
      std::vector<Index> there;
      for (Index j = 0; j < released.cols(); ++j)
        if (!std::isnan(logs(i, j))) there.push_back(j);
      records_by_columns[there].push_back(i);
    }
    Guess out{.values = Matrix::Zero(released.rows(), released.cols()), .sd = Matrix::Zero(released.rows(), released.cols())};
    for (const auto& [columns, records] : records_by_columns) {
      if (columns.empty()) continue;
      Matrix sd;
      const Matrix mean = core(columns).posterior_mean(logs(records, columns), &sd);
      for (std::size_t r = 0; r < records.size(); ++r)
        for (const Index j : columns)
          store(out, records[r], j, released(records[r], j), mean(static_cast<Index>(r), j),
                square(sd(static_cast<Index>(r), j)));
    }
    return out;
  }

 private:
  /// What the logarithms of these columns tell of all of them.
  stats::BayesCore core(const std::vector<Index>& columns) const {
    linalg::Affine channel = stats::known_attributes(columns, noise_.mean.size());
    channel.shift = noise_.mean(columns);
    channel.covariance = noise_.covariance(columns, columns);
    return stats::BayesCore(prior_, channel);
  }

  /// E[x | y] of a lognormal posterior: exp(mean + variance / 2).
  void store(Guess& out, Index i, Index j, double y, double log_mean, double log_variance) const {
    double size = std::exp(log_mean + log_variance / 2);
    // The cut at 2 sd says for sure that |x| is in |y| / (1 +- 2 sd).
    if (factor_.law == "truncated" && factor_.sd[j] < 0.5)
      size = std::clamp(size, std::abs(y) / (1 + 2 * factor_.sd[j]), std::abs(y) / (1 - 2 * factor_.sd[j]));
    // A ramp leaves two intervals, |y| / (1 + d) and |y| / (1 - d); the mean may lie between them.
    if (factor_.law == "ramp") size = std::clamp(size, std::abs(y) / (1 + factor_.high), std::abs(y) / (1 - factor_.high));
    out.values(i, j) = std::copysign(size, y);
    (*out.sd)(i, j) = size * std::sqrt(std::expm1(log_variance));
  }

  Factor factor_;
  LogMoments noise_;
  stats::Mixture prior_;
};

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params&, const random::Rng&) {
  if (evidence.records < 2) return Outcome::not_assessed("one record tells nothing of how the logarithms vary");
  auto guess = [posterior = LogPosterior(*known.factor, evidence.sample)](const Observed& observed) {
    return posterior(observed.released.middleRows(observed.before, observed.count));
  };
  std::vector<std::string> notes = {"signs and zeros are those of the release"};
  if (known.factor->law == "ramp")
    notes.push_back(fmt::format("a value is its release divided by {} to {} or by {} to {}", 1 - known.factor->high,
                                1 - known.factor->low, 1 + known.factor->low, 1 + known.factor->high));
  if (known.factor->shaped) notes.emplace_back("covariance of the log factors solved from the release");
  return {.reconstruction = Reconstruction{.guess = std::move(guess), .notes = std::move(notes)}};
}

}  // namespace

extern const Attack factor_attack = {.name = "factor",
                                     .alias = "",
                                     .summary = "Bayes estimate on the logarithms, for multiplicative noise",
                                     .paper = "Kim and Winkler 2003; 002 section 6",
                                     .needs = needs,
                                     .wants = wants,
                                     .params = {},
                                     .learn = learn};

}  // namespace guise::attacks
