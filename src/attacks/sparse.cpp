// SPDX-License-Identifier: Apache-2.0
// The sparsest record that the known matrix allows (UICA): least sum of |x_j - mean_j| / sd_j, the likeliest when attributes
// are independent and Laplace. Sang, Shen and Tian, "Reconstructing data perturbed by random projections when the mixing matrix
// is known" (paper 004), section 5. It "outperforms" only for sparser data than Laplace: for k = 2 of 3 it returns one
// attribute as its mean for every record under most matrices (erratum 54). The posterior mean under the same model is better on
// Laplace data.
#include <fmt/format.h>

#include <memory>

#include "attacks/insider.h"
#include "attacks/linear.h"
#include "linalg/least_l1.h"
#include "linalg/spectrum.h"
#include "stats/laplace_posterior.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::matrix}, needs_mixed[] = {Fact::matrix, Fact::moments};
constexpr Want wants[] = {Want::head};
constexpr std::string_view variants[] = {"sparse(estimate=mean)"};
constexpr Param params[] = {
    {.name = "estimate",
     .help = "likeliest record, as the paper has it; or the mean of all that are possible, by their likelihood",
     .kind = Param::Kind::choice,
     .choices = "likeliest|mean"}};

/// Records times operations beyond which simulating each takes hours rather than minutes.
constexpr double kMostSimulation = 1e11;

/// The release in standard units: u = A z + e with independent rows of A and z_j = (x_j - mu_j) / sd_j.
struct UnitModel {
  Vector mean, sd;  ///< of the attributes
  Vector center;    ///< of the release
  Matrix turn;      ///< rows of the release, centred, times this are u'; empty: as they are
  Matrix a, noise;
  Index rank;

  Matrix right(const Observed& observed) const {
    Matrix centred = own_rows(observed.released, observed).rowwise() - center.transpose();
    if (turn.size() > 0) return centred * turn;
    return centred;
  }
  Matrix original(Matrix z) const {
    for (Index j = 0; j < z.cols(); ++j) z.col(j) = (z.col(j).array() * sd[j] + mean[j]).matrix();
    return z;
  }
};

UnitModel unit_model(const Knowledge& known) {
  const linalg::Affine channel = insider_channel(known);
  UnitModel out{.mean = *known.prior_mean,
                // "Variances" in the text, standard deviations in the matrix L; those are right (erratum 47).
                .sd = known.prior_covariance->diagonal().cwiseMax(0).cwiseSqrt(),
                .center = channel.shift + channel.map * *known.prior_mean,
                .turn = {},
                .a = {},
                .noise = channel.covariance,
                .rank = 0};
  out.a = channel.map * out.sd.asDiagonal();
  Vector size = out.a.rowwise().norm();  // released columns in units of their own
  for (double& each : size) each = each > 0 ? each : 1;
  const linalg::Svd svd = linalg::thin_svd(size.cwiseInverse().asDiagonal() * out.a);
  if (svd.values(0) > 0) out.rank = (svd.values.array() > linalg::kRankTolerance * svd.values(0)).count();
  if (out.rank > 0 && out.rank < out.a.rows()) {  // equations that follow from others say nothing more
    out.turn = size.cwiseInverse().asDiagonal() * svd.left.leftCols(out.rank);
    out.a = (out.turn.transpose() * out.a).eval();
    out.noise = out.turn.transpose() * out.noise * out.turn;
  }
  return out;
}

Outcome likeliest(std::shared_ptr<const UnitModel> units, std::vector<std::string> notes) {
  auto solver = std::make_shared<const linalg::LeastL1>(units->a);
  if (const Index unused = solver->unused_columns(); unused > 0)
    notes.push_back(fmt::format("{} of {} attributes are guessed at their mean for every record", unused, units->a.cols()));
  if (!units->noise.isZero(0)) notes.push_back("the noise of the release is taken for part of the records");
  auto guess = [units, solver](const Observed& observed) {
    return Guess{.values = units->original(solver->solve(units->right(observed)))};
  };
  return {.reconstruction = Reconstruction{.guess = std::move(guess), .notes = std::move(notes)}};
}

Outcome posterior_mean(std::shared_ptr<const UnitModel> units, const Evidence& evidence, std::vector<std::string> notes,
                       const random::Rng& rng) {
  auto posterior = std::make_shared<const stats::LaplacePosterior>(units->a, units->noise, rng.fork("draws"));
  const double k = static_cast<double>(units->a.rows()), m = static_cast<double>(units->a.cols());
  constexpr double kPerNumber = 30;  // random numbers cost about as much as so many multiplications
  const double draws = static_cast<double>(stats::LaplacePosterior::kBurnIn + stats::LaplacePosterior::kDraws);
  if (!posterior->exact() && static_cast<double>(evidence.records) * draws * m * (k * k + kPerNumber) > kMostSimulation)
    return Outcome::not_assessed(fmt::format(
        "the mean is simulated record by record and would take hours for {}; try a part of them", evidence.records));
  notes.push_back(posterior->exact() ? std::string("mean over the line of possible records, in closed form")
                                     : fmt::format("mean over {} draws for each record", stats::LaplacePosterior::kDraws));
  auto guess = [units, posterior](const Observed& observed) {
    Guess out;
    if (observed.want_sd) out.sd.emplace();
    out.values = units->original(posterior->mean(units->right(observed), out.sd ? &*out.sd : nullptr));
    if (out.sd) out.sd = Matrix(*out.sd * units->sd.asDiagonal());
    return out;
  };
  return {.reconstruction = Reconstruction{.guess = std::move(guess), .notes = std::move(notes)}};
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params& given, const random::Rng& rng) {
  if (!known.mixed) return Outcome::not_assessed("every attribute has a column of its own: no record has several solutions");
  if (known.channel->map.isZero(0)) return Outcome::not_assessed(std::string(kZeroMatrix));
  auto units = std::make_shared<const UnitModel>(unit_model(known));
  const Index vary = (units->sd.array() > 0).count();
  if (vary == 0) return Outcome::not_assessed("every attribute is known to have variance 0: each is its mean");
  if (units->rank == 0) return Outcome::not_assessed("the matrix is 0 for every attribute that varies");
  if (units->rank >= vary)
    return Outcome::not_assessed("the matrix leaves one solution per record and nothing to choose; 'inverse' finds it");
  std::vector<std::string> notes;
  const linalg::Affine channel = insider_channel(known);
  const linalg::PseudoInverse matrix = linalg::pseudo_inverse(channel.map);
  note_defects(matrix, channel, notes);
  note_rounding(matrix, channel, evidence, notes);
  if (units->turn.size() > 0 && matrix.rank > units->rank)  // attributes without variance make fewer rows independent
    notes.push_back(fmt::format("of {} released columns {} are independent", units->turn.rows(), units->rank));
  return given.choice("estimate") == "mean" ? posterior_mean(units, evidence, std::move(notes), rng)
                                            : likeliest(units, std::move(notes));
}

}  // namespace

extern const Attack sparse_attack = {.name = "sparse",
                                     .alias = "uica",
                                     .summary = "the sparsest record that the known matrix allows",
                                     .paper = "004 section 5",
                                     .needs = needs,
                                     .wants = wants,
                                     .params = params,
                                     .variants = variants,
                                     .reads_mixtures = true,
                                     .needs_mixed = needs_mixed,
                                     .learn = learn};

}  // namespace guise::attacks
