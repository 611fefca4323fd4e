// SPDX-License-Identifier: Apache-2.0
#include "audit/look.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "measures/figure.h"

namespace guise::audit {
namespace {

// Errors in tenths of a standard deviation up to three of them; agreement in sixteen cells within three of the mean.
constexpr int kErrorCells = 30;
constexpr double kErrorWidth = 0.1;
constexpr int kCells = 16;
constexpr double kReach = 3;
// A cell of fewer people than this might show one of them.
constexpr double kLeastInCell = 3;
constexpr std::size_t kMostExposed = 20;
constexpr double kWidth95 = 2 * measures::kZ;

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

std::vector<Exposed> most_exposed(const Seen& seen, const Vector& mean, const Vector& sd, const std::vector<Index>& scored) {
  std::vector<Exposed> all;
  for (Index i = 0; i < seen.truth.rows(); ++i) {
    double gain = 0, squares = 0, count = 0;
    for (const Index j : scored) {
      if (!(sd[j] > 0)) continue;
      const double error = square((seen.truth(i, j) - seen.guess.values(i, j)) / sd[j]);
      gain += square((seen.truth(i, j) - mean[j]) / sd[j]) - error;
      squares += error;
      ++count;
    }
    if (gain > 0) all.push_back({seen.records[static_cast<std::size_t>(i)], gain / count, std::sqrt(squares / count)});
  }
  const std::size_t some = std::min(all.size(), kMostExposed);
  std::partial_sort(
      all.begin(), all.begin() + static_cast<std::ptrdiff_t>(some), all.end(),
      [](const Exposed& a, const Exposed& b) { return std::pair(-a.gain, a.record) < std::pair(-b.gain, b.record); });
  all.resize(some);
  return all;
}

double median(Vector values) {
  if (values.size() == 0) return measures::kNothing;
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

/// What the noise alone suggests: of releases in the originals' own columns, by its law.
double noise_width(const attacks::Knowledge& known, Index column, double sd) {
  if (known.mixed || !known.noise_covariance || !(sd > 0)) return measures::kNothing;
  const double noise = std::sqrt((*known.noise_covariance)(column, column)) / sd;
  if (known.noise_law == random::Law::uniform) return 2 * 0.95 * std::sqrt(3.0) * noise;
  if (known.noise_law == random::Law::laplace) return 2 * std::log(1 / 0.05) / std::sqrt(2.0) * noise;
  return kWidth95 * noise;
}

}  // namespace

LookedAt look_at(const Request& request, const Variants& variants, const FirstPass& pass) {
  return {request, variants, pass, wide_of(variants, pass.sample), wide_of(variants, pass.start)};
}

Seen see(const LookedAt& at, const Guesser& guesser) {
  const auto attributes = static_cast<Index>(at.request.selection.attributes.size());
  const bool ordered = guesser.reconstruction.halo > 0 || guesser.reconstruction.whole_window;
  const Matrix& wide = ordered ? at.start : at.sample;
  attacks::Observed observed = observed_by(guesser, at.variants, wide);
  observed.records = (ordered ? at.pass.start : at.pass.sample).records;
  observed.first_record = observed.records.empty() ? 0 : observed.records.front();
  observed.want_sd = true;
  return {wide.leftCols(attributes), guesser.reconstruction.guess(observed), observed.records};
}

Look look(const LookedAt& at, const Guesser& guesser, const Trial& trial, const std::vector<Index>& scored) {
  const Seen seen = see(at, guesser);
  const Vector mean = at.pass.truth.mean(), sd = at.pass.truth.variance().cwiseSqrt();
  Look out{.attack = trial.attack, .sample = seen.truth.rows(), .attributes = {}, .exposed = {}};
  for (std::size_t j = 0; j < scored.size(); ++j) {
    const Index column = scored[j];
    const measures::Comparison::Attribute& compared = trial.by_key.front().attributes()[j];
    AttributeLook each{.errors = error_shares(compared.absolute_error),
                       .agreement = agreement(seen.truth.col(column), seen.guess.values.col(column), mean[column], sd[column]),
                       .interval = {}};
    each.interval.noise = noise_width(at.variants.all()[guesser.variant].card.knowledge, column, sd[column]);
    if (seen.guess.sd && sd[column] > 0) each.interval.posterior = kWidth95 * median(seen.guess.sd->col(column)) / sd[column];
    if (sd[column] > 0) each.interval.measured = 2 * compared.absolute_error.quantile(0.95);
    out.attributes.push_back(std::move(each));
  }
  out.exposed = most_exposed(seen, mean, sd, scored);
  return out;
}

}  // namespace guise::audit
