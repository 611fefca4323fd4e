// SPDX-License-Identifier: Apache-2.0
// The thief of the key makes the noise again and takes it away.
#include <cmath>

#include "attacks/linear.h"
#include "table/chunk.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::key};
constexpr Want wants[] = {Want::sample};

// Record numbers from the first sampled one on whose noise is looked at.
constexpr std::int64_t kLooked = 8192;

/// The first sampled records, and what undoing takes off them.
struct TakenOff {
  Matrix released, noise;
};

TakenOff taken_off(const Evidence& evidence, const Knowledge& known) {
  const auto& numbers = evidence.sample_records;
  Index count = 0;
  while (count < evidence.sample.rows() && numbers[static_cast<std::size_t>(count)] - numbers[0] < kLooked) ++count;
  if (count == 0) return {};
  const std::int64_t first = numbers[0], last = numbers[static_cast<std::size_t>(count - 1)];
  TakenOff out{evidence.sample.topRows(count), {}};
  table::Chunk chunk{
      .first_record = first, .values = Matrix::Zero(last - first + 1, out.released.cols()), .dropped = {}, .kept = {}};
  for (Index i = 0; i < count; ++i) chunk.values.row(numbers[static_cast<std::size_t>(i)] - first) = out.released.row(i);
  known.undo(chunk);
  if (chunk.values.cols() != out.released.cols()) return {};
  out.noise = out.released;
  for (Index i = 0; i < count; ++i) out.noise.row(i) -= chunk.values.row(numbers[static_cast<std::size_t>(i)] - first);
  return out;
}

/// Noise n that is in a release y has Cov(n, y) = Var(n); that of another key has 0. A partner's key has the same matrices and
/// the same fingerprint, and other noise. Empty where the two cannot be told apart, or the key is right.
std::string why_not(const Evidence& evidence, const Knowledge& known) {
  if (known.mixed || !known.noise_covariance || evidence.sample_records.empty()) return {};
  const auto [released, noise] = taken_off(evidence, known);
  if (noise.rows() < 30) return {};
  const double n = static_cast<double>(noise.rows());
  double sum = 0, spread = 0, columns = 0;
  for (Index j = 0; j < noise.cols(); ++j) {
    const Vector y = released.col(j).array() - released.col(j).mean(), e = noise.col(j).array() - noise.col(j).mean();
    const double told = (*known.noise_covariance)(j, j), seen = e.squaredNorm() / n;
    if (!(told > 0)) continue;
    if (!(std::abs(seen / told - 1) < 0.5)) return {};  // other units, or steps besides the noise
    sum += e.dot(y) / n / seen;
    spread += y.squaredNorm() / n / seen / n;
    ++columns;
  }
  // 1 for the right key and 0 for another, each with this standard error.
  if (columns == 0 || 8 * std::sqrt(spread) > columns || sum > 0.5 * columns) return {};
  return "the noise that this key makes is not in the release: the key belongs to another owner with the same matrices, or the "
         "release was changed";
}

/// Noise is addressed by record number, so records that were dropped in between are put back as empty rows while it is taken
/// away.
Outcome learn(const Evidence& evidence, const Knowledge& known, const Params&, const random::Rng&) {
  if (std::string reason = why_not(evidence, known); !reason.empty()) return Outcome::not_assessed(std::move(reason));
  auto guess = [undo = known.undo](const Observed& observed) {
    Guess out{.values = own_rows(observed.released, observed)};
    if (observed.count == 0) return out;
    const std::int64_t first = record_of(observed, 0), last = record_of(observed, observed.count - 1);
    table::Chunk chunk{
        .first_record = first, .values = Matrix::Zero(last - first + 1, out.values.cols()), .dropped = {}, .kept = {}};
    for (Index i = 0; i < observed.count; ++i) chunk.values.row(record_of(observed, i) - first) = out.values.row(i);
    undo(chunk);
    out.values.resize(observed.count, chunk.values.cols());
    for (Index i = 0; i < observed.count; ++i) out.values.row(i) = chunk.values.row(record_of(observed, i) - first);
    return out;
  };
  return {.reconstruction = Reconstruction{.guess = std::move(guess)}};
}

}  // namespace

extern const Attack subtract_attack = {.name = "subtract",
                                       .alias = "",
                                       .summary = "make the noise, and the matrices, again from the key and take them away",
                                       .paper = "",
                                       .needs = needs,
                                       .wants = wants,
                                       .params = {},
                                       .reads_mixtures = true,
                                       .needs_mixed = needs,
                                       .learn = learn};

}  // namespace guise::attacks
