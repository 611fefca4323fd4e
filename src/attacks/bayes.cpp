// SPDX-License-Identifier: Apache-2.0
// The Bayes estimate (BE-DR): the mean of what the record can have been, given what is released of it and what the data is
// like. Huang, Du and Chen, "Deriving Private Information from Randomized Data" (paper 002), sections 6 and 8. With known
// columns or a second release the observation has more rows. Before mixtures, with the matrix known, it is the MAP estimate of
// paper 004: see insider_bayes.h.
#include <fmt/format.h>

#include <memory>

#include "attacks/insider.h"
#include "attacks/insider_bayes.h"
#include "attacks/known_columns.h"
#include "attacks/linear.h"
#include "attacks/prior.h"
#include "base/error.h"
#include "release/noise_shape.h"
#include "stats/bayes_core.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::noise_size};
constexpr Fact needs_mixed[] = {Fact::matrix, Fact::moments};
constexpr Fact uses[] = {Fact::columns, Fact::repeat, Fact::population};
constexpr Want wants[] = {Want::moments, Want::sample};
constexpr std::string_view variants[] = {"bayes(prior=debiased)", "bayes(prior=mixture)"};
constexpr Param params[] = {{.name = "prior",
                             .help = "what the data is taken for: gaussian, gaussian with eigenvalues corrected for sampling "
                                     "error, or a mixture of gaussians",
                             .kind = Param::Kind::choice,
                             .choices = "gaussian|debiased|mixture"},
                            {.name = "components",
                             .help = "of the mixture; without it chosen by BIC",
                             .kind = Param::Kind::integer,
                             .least = 1,
                             .most = 64}};

/// Exactly known columns are seen with this share of their variance as noise; the release with the other, far below what its
/// noise adds.
constexpr double kExact = 1e-9, kRounding = 1e-13;

/// How [release, second release unless averaged in, known columns] came from x. Shares of each variance are added as noise, so
/// that nothing is divided by 0.
linalg::Affine channel_of(const Sight& sight, const Knowledge& known, const Matrix& prior) {
  const Vector variance = prior.diagonal();
  linalg::Affine release = linalg::Affine::identity(sight.mean.size());
  release.shift = sight.noise_mean;
  release.covariance = sight.noise;
  release.covariance.diagonal() += kRounding * (variance + sight.noise.diagonal());
  if (known.second_channel && sight.second_weight.size() == 0) {
    linalg::Affine second = completed(*known.second_channel);
    second.covariance.diagonal() += kRounding * (second.map * prior * second.map.transpose() + second.covariance).diagonal();
    release = stats::stack(release, second);
  }
  if (known.known_columns.empty()) return release;
  linalg::Affine told = known_channel(known, variance.size());
  told.covariance.diagonal() = told.covariance.diagonal().cwiseMax(kExact * variance(known.known_columns));
  return stats::stack(release, told);
}

/// What is seen of the window's own rows, in the order of channel_of; of two releases in the same columns their average.
Matrix observation(const Observed& observed, const Matrix& second_weight) {
  const MatrixRef released = own_rows(observed.released, observed);
  const Index m = released.cols(), beside = second_weight.size() > 0 ? 0 : observed.second.cols();
  Matrix rows(observed.count, m + beside + observed.known.cols());
  rows.leftCols(m) = released;
  if (second_weight.size() > 0)
    rows.leftCols(m) += (own_rows(observed.second, observed) - released) * second_weight.transpose();
  if (beside > 0) rows.middleCols(m, beside) = own_rows(observed.second, observed);
  if (observed.known.cols() > 0) rows.rightCols(observed.known.cols()) = own_rows(observed.known, observed);
  return rows;
}

/// What guesses are made with.
struct Estimate {
  stats::BayesCore core;
  Matrix second_weight;
  std::vector<ExactColumn> columns;
  bool plain;  ///< the release alone is looked at

  Guess guess(const Observed& observed) const {
    Guess out;
    if (observed.want_sd) out.sd.emplace();
    Matrix* sd = out.sd ? &*out.sd : nullptr;
    out.values = plain ? core.posterior_mean(own_rows(observed.released, observed), sd)
                       : core.posterior_mean(observation(observed, second_weight), sd);
    place_known(columns, observed, out);
    return out;
  }
};

/// What is seen must be what the channels make.
void check_width(const Evidence& evidence, const Knowledge& known) {
  const Index second = known.second_channel ? known.second_channel->map.rows() : evidence.width(),
              width = evidence.width() + static_cast<Index>(known.known_columns.size()) + (known.second_release ? second : 0);
  require(evidence.joint.count() == 0 || evidence.joint.attributes() == width,
          "the releases and the known columns must have {} columns together, they have {}", width, evidence.joint.attributes());
}

stats::Mixture mixture_of(const Evidence& evidence, const Knowledge& known, const Params& given, const Sight& sight,
                          const random::Rng& rng) {
  return stats::fit_mixture(evidence.sample.rowwise() - sight.noise_mean.transpose(),
                            noise_covariance(known, evidence.moments.covariance()), mixture_fit(given), rng.fork("mixture"));
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params& given, const random::Rng& rng) {
  check_width(evidence, known);
  if (known.mixed) return learn_insider_bayes(evidence, known, given, rng);
  if (evidence.records < 2 && !known.prior_covariance) return Outcome::not_assessed(std::string(kOneRecord));
  const Sight sight = sight_of(evidence, known);
  // Equation (13) in gain form, x^ = mu + Sx H' (H Sx H' + E)^-1 (o - H mu - c), which needs no inverse of Sx.
  Prior prior = prior_of(sight, evidence, known, given.choice("prior") == "debiased", rng);
  stats::Mixture mixture = stats::gaussian_prior(prior.mean, prior.covariance);
  if (given.choice("prior") == "mixture") {
    mixture = mixture_of(evidence, known, given, sight, rng);
    prior.notes = {fmt::format("mixture of {} fitted through the noise", mixture.weight.size())};
  }
  auto estimate = std::make_shared<const Estimate>(
      Estimate{stats::BayesCore(mixture, channel_of(sight, known, prior.covariance)), sight.second_weight, exact_columns(known),
               known.known_columns.empty() && !known.second_release});
  return {.reconstruction = Reconstruction{.guess = [estimate](const Observed& observed) { return estimate->guess(observed); },
                                           .linear = estimate->plain ? estimate->core.linear() : std::nullopt,
                                           .notes = std::move(prior.notes)}};
}

}  // namespace

extern const Attack bayes_attack = {.name = "bayes",
                                    .alias = "be-dr",
                                    .summary = "the posterior mean under the distribution of the data behind the noise",
                                    .paper = "002 sections 6 and 8; 004 section 6",
                                    .needs = needs,
                                    .wants = wants,
                                    .params = params,
                                    .uses = uses,
                                    .variants = variants,
                                    .reads_mixtures = true,
                                    .needs_mixed = needs_mixed,
                                    .learn = learn};

}  // namespace guise::attacks
