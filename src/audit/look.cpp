// SPDX-License-Identifier: Apache-2.0
#include "audit/look.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "audit/exposure.h"
#include "audit/score.h"
#include "measures/interval_width.h"
#include "stats/mutual_information.h"

namespace guise::audit {
namespace {

// Errors in tenths of a standard deviation up to three of them; agreement in sixteen cells within three of the mean.
constexpr int kErrorCells = 30;
constexpr double kErrorWidth = 0.1;
constexpr int kCells = 16;
constexpr double kReach = 3;
// A cell of fewer people than this might show one of them.
constexpr double kLeastInCell = 3;
constexpr Index kMostPoints = 300;  // single records in one picture: more run together
constexpr std::size_t kMostExposed = 20;
constexpr std::size_t kMostAttributes = 40;  // with pictures: nobody looks at more
constexpr double kConfidence = 0.95;
// Information from neighbours takes the square of this; its interval is as good as its bias by then.
constexpr Index kInformed = 1000;

Matrix wide_of(const Variants& variants, const Closeup& closeup) {
  Matrix wide(closeup.rows.rows(), variants.columns());
  tbb::parallel_for(Index{0}, closeup.rows.rows(), [&](Index i) {
    table::Chunk chunk{.first_record = closeup.records[static_cast<std::size_t>(i)], .values = closeup.rows.row(i)};
    variants.widen(chunk);
    wide.row(i) = chunk.values;
  });
  return wide;
}

ErrorShares error_shares(const stats::Histogram& errors) {
  ErrorShares out;
  for (int i = 0; i <= kErrorCells; ++i) out.edges.push_back(i * kErrorWidth);
  out.shares.assign(kErrorCells, 0.0);
  const auto all = static_cast<double>(std::max<std::int64_t>(errors.count(), 1));
  for (std::size_t cell = 0; cell < errors.cells().size(); ++cell) {
    const double middle = errors.edge(cell) + errors.width() / 2, share = static_cast<double>(errors.cells()[cell]) / all;
    const auto at = static_cast<std::size_t>(middle / kErrorWidth);
    (at < out.shares.size() ? out.shares[at] : out.beyond) += share;
  }
  return out;
}

AgreementCells agreement(const Vector& truth, const Vector& guess, double mean, double sd) {
  AgreementCells out{.edges = {}, .counts = Matrix::Zero(kCells, kCells)};
  if (!(sd > 0)) return out;
  const double low = mean - kReach * sd, width = 2 * kReach * sd / kCells;
  for (int i = 0; i <= kCells; ++i) out.edges.push_back(low + i * width);
  const auto cell = [&](double value) {
    return static_cast<Index>(std::clamp(std::floor((value - low) / width), 0.0, kCells - 1.0));
  };
  for (Index i = 0; i < truth.size(); ++i) out.counts(cell(truth[i]), cell(guess[i])) += 1;
  out.counts = (out.counts.array() < kLeastInCell).select(0.0, out.counts);
  return out;
}

/// From all over the sample.
Matrix single_points(const Vector& truth, const Vector& guess) {
  const Index count = std::min(truth.size(), kMostPoints);
  Matrix out(count, 2);
  for (Index i = 0; i < count; ++i) {
    const Index record = i * truth.size() / count;
    out.row(i) << truth[record], guess[record];
  }
  return out;
}

std::vector<Exposed> most_exposed(const SeenGuess& seen, const Vector& mean, const Vector& sd,
                                  const std::vector<Index>& scored) {
  MostExposed exposed(kMostExposed, mean, sd, scored);
  for (Index i = 0; i < seen.truth.rows(); ++i)
    exposed.add(seen.records[static_cast<std::size_t>(i)], seen.truth, seen.guess.values, i);
  return exposed.finish();
}

IntervalWidths widths(const attacks::Knowledge& known, const SeenGuess& seen, Index column, double sd) {
  IntervalWidths out;
  if (!(sd > 0)) return out;
  if (!known.mixed && known.noise_covariance)
    out.noise = measures::noise_width(known.noise_law.value_or(random::Law::gaussian),
                                      std::sqrt((*known.noise_covariance)(column, column)), kConfidence) /
                sd;
  if (seen.guess.sd) out.posterior = measures::posterior_width(seen.guess.sd->col(column), kConfidence).median.value / sd;
  out.measured = measures::error_width(seen.truth.col(column), seen.guess.values.col(column), kConfidence).value / sd;
  return out;
}

void add_information(AttributeLook& out, const SeenGuess& seen, Index column, const random::Rng& rng) {
  const Index some = std::min(seen.truth.rows(), kInformed);
  const stats::Information bits =
      stats::neighbour_information(seen.truth.col(column).head(some), seen.guess.values.col(column).head(some), rng);
  out.information = {bits.bits, bits.low, bits.high};
  out.privacy_loss = {stats::privacy_loss(bits.bits), stats::privacy_loss(bits.low), stats::privacy_loss(bits.high)};
}

/// The attributes that are looked at: all, or of very many those that the attack gets most of.
std::vector<std::size_t> most_told(const Trial& trial, std::size_t attributes) {
  std::vector<std::size_t> order(attributes);
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (attributes <= kMostAttributes) return order;
  Vector left(static_cast<Index>(attributes));
  for (const std::size_t j : order) {
    const double value = calibrated(trial, j).value;
    left[static_cast<Index>(j)] = std::isfinite(value) ? value : 2;
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return left[static_cast<Index>(a)] < left[static_cast<Index>(b)]; });
  order.resize(kMostAttributes);
  std::sort(order.begin(), order.end());
  return order;
}

}  // namespace

LookedAt look_at(const Request& request, const Variants& variants, const FirstPass& pass, const Draws& draws) {
  return {request, variants, pass, draws, wide_of(variants, pass.sample), wide_of(variants, pass.start)};
}

SeenGuess see(const LookedAt& at, const Guesser& guesser) {
  const auto attributes = static_cast<Index>(at.request.selection.attributes.size());
  const bool ordered = guesser.reconstruction.halo > 0 || guesser.reconstruction.whole_window;
  const Matrix& wide = ordered ? at.start : at.sample;
  attacks::Observed observed = observed_by(guesser, at.variants, wide, (ordered ? at.pass.start : at.pass.sample).records);
  observed.first_record = observed.records.empty() ? 0 : observed.records.front();
  observed.want_sd = true;
  return {wide.leftCols(attributes), guesser.reconstruction.guess(observed), observed.records};
}

Look look(const LookedAt& at, const Guesser& guesser, const Trial& trial, const std::vector<Index>& scored,
          const random::Rng& rng) {
  const SeenGuess seen = see(at, guesser);
  const Vector mean = at.pass.truth.mean(), sd = measures::telling_sd(at.pass.truth);
  Look out{.attack = trial.attack, .sample = seen.truth.rows(), .attributes = {}, .exposed = {}};
  for (const std::size_t j : most_told(trial, scored.size())) {
    const Index column = scored[j];
    const measures::Comparison::Attribute& compared = trial.by_key.front().attributes()[j];
    AttributeLook each{.attribute = j,
                       .errors = error_shares(compared.absolute_error),
                       .agreement = agreement(seen.truth.col(column), seen.guess.values.col(column), mean[column], sd[column]),
                       .points = {},
                       .interval = widths(at.variants.all()[guesser.variant].card.knowledge, seen, column, sd[column]),
                       .information = {},
                       .privacy_loss = {}};
    if (at.request.show_records) each.points = single_points(seen.truth.col(column), seen.guess.values.col(column));
    add_information(each, seen, column, rng.fork("information"));
    out.attributes.push_back(std::move(each));
  }
  out.exposed = most_exposed(seen, mean, sd, scored);
  // What an attacker knows of the columns of its targets is no guess of them.
  if (!guesser.known.columns.empty()) return out;
  out.risks = measures::risks_of({seen.truth, seen.guess.values, at.draws.population}, rng.fork("risks"));
  if (seen.guess.sd) out.breaches = measures::breaches_of(seen.truth, seen.guess.values, *seen.guess.sd);
  return out;
}

}  // namespace guise::audit
