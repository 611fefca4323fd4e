// SPDX-License-Identifier: Apache-2.0
// Values that moved within the ranks of their column (rank swapping): every column keeps its values, so that ranks turn into
// normal scores and back without loss. On scores the move is noise of a known size, and the other columns tell a part of what
// it took: a Bayes estimate there, and back through the columns' own quantiles. Beyond-2 section 1.1.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "attacks/known_columns.h"
#include "attacks/linear.h"
#include "linalg/spectrum.h"
#include "random/laws.h"
#include "random/math.h"
#include "stats/empirical.h"

namespace guise::attacks {
namespace {

constexpr Want wants[] = {Want::moments, Want::sample};
constexpr Index kFewest = 20;   // records, below which ranks say little
constexpr Index kRanks = 1000;  // of the exchange that is tried out,
constexpr int kTurns = 8;       // so many times
constexpr double kLeast = 0.1;  // correlation below which the move left nothing, and the columns' own cannot be told
constexpr Index kNodes = 15;    // over the error of a score
constexpr double kReach = 3;    // standard deviations that these reach
constexpr double kMostCorrelation = 0.999;

/// Rank swapping of so many ranks, as it is published: from the lowest up, each that is free changes places with a free one
/// drawn evenly from the window above it.
std::vector<Index> exchanged(Index window, const random::Rng& rng) {
  std::vector<double> u(kRanks);
  random::fill_uniform(rng, 0, 0, u);
  std::vector<Index> partner(kRanks, -1), free;
  for (Index rank = 0; rank < kRanks; ++rank) {
    auto& mine = partner[static_cast<std::size_t>(rank)];
    if (mine >= 0) continue;
    mine = rank;
    free.clear();
    for (Index other = rank + 1; other <= std::min(kRanks - 1, rank + window); ++other)
      if (partner[static_cast<std::size_t>(other)] < 0) free.push_back(other);
    if (free.empty()) continue;
    mine = free[static_cast<std::size_t>(u[static_cast<std::size_t>(rank)] * static_cast<double>(free.size()))];
    partner[static_cast<std::size_t>(mine)] = rank;
  }
  return partner;
}

/// Correlation of the scores of the ranks before and after.
double kept_correlation(double window, const random::Rng& rng) {
  Vector score(kRanks);
  for (Index i = 0; i < kRanks; ++i) score[i] = random::normal_quantile((static_cast<double>(i) + 0.5) / kRanks);
  double sum = 0;
  for (int turn = 0; turn < kTurns; ++turn) {
    const auto partner = exchanged(static_cast<Index>(window * kRanks), rng.fork(fmt::format("turn {}", turn)));
    sum += score.dot(score(partner)) / score.squaredNorm() / kTurns;
  }
  return sum < kLeast ? 0 : std::min(sum, 1.0);
}

/// Of the originals' scores: the moves are independent, so that each correlation shrank by both columns' share.
Matrix original_correlation(const Matrix& scores, double kept) {
  const Index m = scores.cols();
  Matrix out = Matrix::Identity(m, m);
  const Matrix unit = scores.array().rowwise() / scores.colwise().norm().array().max(1e-300);
  const Matrix seen = unit.transpose() * unit;
  for (Index i = 0; i < m; ++i)
    for (Index j = 0; j < m; ++j)
      if (i != j && kept > 0) out(i, j) = std::clamp(seen(i, j) / square(kept), -kMostCorrelation, kMostCorrelation);
  out = linalg::positive_part(out);
  const Vector scale = out.diagonal().cwiseMax(1e-12).cwiseSqrt().cwiseInverse();
  return scale.asDiagonal() * out * scale.asDiagonal();
}

class ScorePosterior {
 public:
  ScorePosterior(const Evidence& evidence, const Knowledge& known, const random::Rng& rng)
      : columns_(exact_columns(known)), kept_(kept_correlation(known.exchange->window, rng)) {
    const Index m = evidence.sample.cols();
    for (Index j = 0; j < m; ++j) laws_.emplace_back(Vector(evidence.sample.col(j)));
    linalg::Affine channel = linalg::Affine::identity(m);
    channel.map *= kept_;
    channel.covariance.diagonal().setConstant(1 - square(kept_) + 1e-9);
    for (const ExactColumn& column : columns_) told_.push_back(column.attribute);
    if (!told_.empty()) {
      linalg::Affine told = stats::known_attributes(told_, m);
      told.covariance.diagonal().setConstant(1e-9);
      channel = stats::stack(channel, told);
    }
    const Matrix correlation = original_correlation(stats::normal_scores(evidence.sample), kept_);
    core_ = std::make_unique<stats::BayesCore>(stats::gaussian_prior(Vector::Zero(m), correlation), channel);
  }

  double kept() const { return kept_; }

  Guess operator()(const Observed& observed) const {
    const MatrixRef released = own_rows(observed.released, observed);
    const Index n = released.rows(), m = released.cols();
    Matrix seen(n, m + static_cast<Index>(columns_.size())), sd;
    for (Index j = 0; j < m; ++j)
      for (Index i = 0; i < n; ++i) seen(i, j) = laws_[static_cast<std::size_t>(j)].score(released(i, j));
    for (std::size_t c = 0; c < columns_.size(); ++c)
      for (Index i = 0; i < n; ++i)
        seen(i, m + static_cast<Index>(c)) =
            law(columns_[c].attribute).score(observed.known(observed.before + i, columns_[c].at));
    const Matrix score = core_->posterior_mean(seen, &sd);
    Guess out{.values = Matrix(n, m), .sd = Matrix(n, m)};
    for (Index j = 0; j < m; ++j)
      for (Index i = 0; i < n; ++i) average(law(j), score(i, j), sd(i, j), out.values(i, j), (*out.sd)(i, j));
    place_known(columns_, observed, out);
    return out;
  }

 private:
  const stats::Empirical& law(Index j) const { return laws_[static_cast<std::size_t>(j)]; }

  /// Mean and standard deviation of the value whose score is normal.
  static void average(const stats::Empirical& law, double score, double sd, double& mean, double& spread) {
    double weights = 0, first = 0, second = 0;
    for (Index k = 0; k < kNodes; ++k) {
      const double t = kReach * (2 * static_cast<double>(k) / (kNodes - 1) - 1), weight = std::exp(-t * t / 2);
      const double value = law.quantile(std::erfc(-(score + sd * t) / std::numbers::sqrt2) / 2);
      weights += weight;
      first += weight * value;
      second += weight * value * value;
    }
    mean = first / weights;
    spread = std::sqrt(std::max(0.0, second / weights - mean * mean));
  }

  std::vector<ExactColumn> columns_;
  std::vector<Index> told_;
  double kept_;
  std::vector<stats::Empirical> laws_;
  std::unique_ptr<stats::BayesCore> core_;
};

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params&, const random::Rng& rng) {
  if (!known.exchange) return Outcome::not_assessed("the card does not say that values were exchanged within their columns");
  if (evidence.sample.rows() < kFewest) return Outcome::not_assessed("too few records for their ranks to say much");
  const auto posterior = std::make_shared<const ScorePosterior>(evidence, known, rng);
  return {.reconstruction = Reconstruction{.guess = [posterior](const Observed& observed) { return (*posterior)(observed); },
                                           .notes = {fmt::format("a value's rank tells {:.0f} % of the variance of its own",
                                                                 100 * square(posterior->kept()))}}};
}

}  // namespace

extern const Attack scores_attack = {.name = "scores",
                                     .alias = "",
                                     .summary = "Bayes estimate on ranks, for values exchanged within their columns",
                                     .paper = "Nin, Herranz and Torra 2008; 002 section 6",
                                     .needs = {},
                                     .wants = wants,
                                     .params = {},
                                     .learn = learn};

}  // namespace guise::attacks
