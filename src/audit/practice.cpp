// SPDX-License-Identifier: Apache-2.0
#include "audit/practice.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "base/names.h"
#include "release/older_cards.h"

namespace guise::audit {
namespace {

// Half of a step: rounding takes back most of what smaller noise adds to whole numbers (two thirds are nearer than it).
constexpr double kSmallNoise = 0.5;
// Columns whose spreads differ more than this are not of one scale: the small ones have under a percent of the variance.
constexpr double kUnscaled = 10;
// Signal over noise above which a column is as good as published.
constexpr double kHardlyHidden = 100;
// Standard deviations of a correlation of independent columns, 1 / sqrt(n): over thousands of pairs of them five is no chance.
constexpr double kNoChance = 5;
// Share of people that kept columns may tell apart before that is said.
constexpr double kToldApart = 0.05;

bool only_turns(const attacks::Knowledge& known) {
  if (!known.mixed || !known.matrix_law || !known.shape || !known.shape->exact || known.distorted) return false;
  const release::MatrixLaw& law = *known.matrix_law;
  return law.orthonormal() && law.rows == law.columns;
}

std::vector<std::string> names_where(const std::vector<std::string>& columns, const auto& holds) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < columns.size(); ++j)
    if (holds(static_cast<Index>(j))) names.push_back(columns[j]);
  return names;
}

/// Warnings about noise on the originals' own columns, in their units.
void warn_of_noise(const attacks::Knowledge& known, const Vector& variance, const Matrix& head,
                   const std::vector<std::string>& columns, std::vector<std::string>& out) {
  if (known.mixed || known.records_mixed || !known.noise_covariance || (known.shape && known.shape->rescaled)) return;
  const Vector noise = known.noise_covariance->diagonal();
  const auto small = names_where(columns, [&](Index j) {
    return noise[j] > 0 && std::sqrt(noise[j]) < kSmallNoise && (head.col(j).array() == head.col(j).array().round()).all();
  });
  if (!small.empty())
    out.push_back(
        fmt::format("The noise on {} is smaller than 0.5, and these are whole numbers: rounding removes it. Use more noise.",
                    enumerate(small)));
  const auto bare = names_where(columns, [&](Index j) { return noise[j] >= 0 && variance[j] > kHardlyHidden * noise[j]; });
  if (!bare.empty())
    out.push_back(
        fmt::format("{}: the noise is below 0.1 standard deviations and hides almost nothing. Use snr= to give every column "
                    "noise of its own size.",
                    enumerate(bare)));
}

/// Columns of very different spread that are mixed as they are.
void warn_of_scales(const Vector& variance, const std::vector<std::string>& columns, std::vector<std::string>& out) {
  Index largest = 0, smallest = -1;
  for (Index j = 0; j < variance.size(); ++j) {
    if (variance[j] > variance[largest]) largest = j;
    if (variance[j] > 0 && (smallest < 0 || variance[j] < variance[smallest])) smallest = j;
  }
  if (smallest < 0 || variance[largest] <= square(kUnscaled) * variance[smallest]) return;
  out.push_back(
      fmt::format("The standard deviation of `{}` is {:.0f} times that of `{}`. Columns with large values dominate the "
                  "mixture. Start the mask with `standardize`.",
                  columns[static_cast<std::size_t>(largest)], std::sqrt(variance[largest] / variance[smallest]),
                  columns[static_cast<std::size_t>(smallest)]));
}

}  // namespace

std::vector<std::string> bad_practice(const Card& card, const stats::Moments& truth, const Matrix& head,
                                      const std::vector<std::string>& columns) {
  const attacks::Knowledge known = attacks::knowledge_from(card).knowledge;
  std::vector<std::string> out;
  const Vector variance = truth.variance();
  if (only_turns(known))
    out.push_back(
        "This mask only rotates the records, so all distances stay. A few known records or pairs undo it. Add noise "
        "behind it.");
  if (known.noise_covariance && known.noise_similarity > 0)
    out.push_back(
        "This noise resists strangers. An attacker who knows some of a person's values can remove it from the rest. Use noise "
        "that is not shaped like the data against such attackers.");
  warn_of_noise(known, variance, head, columns, out);
  const bool only_ordered = known.matrix_law && known.matrix_law->orders();
  const std::vector<StepCard> steps = release::steps_of(card);
  if (known.mixed && !only_ordered && !steps.empty() && !release::changes_units(steps.front()))
    warn_of_scales(variance, columns, out);
  return out;
}

bool tells_nothing(const stats::Moments& joint, Index released) {
  const Matrix covariance = joint.covariance();
  double largest = 0;
  for (Index i = 0; i < released; ++i)
    for (Index j = released; j < covariance.cols(); ++j)
      if (covariance(i, i) > 0 && covariance(j, j) > 0)
        largest = std::max(largest, square(covariance(i, j)) / (covariance(i, i) * covariance(j, j)));
  return std::sqrt(largest) <= kNoChance / std::sqrt(static_cast<double>(joint.count()));
}

std::optional<std::string> rows_out_of_step(const stats::Moments& joint, Index released, const Given& given) {
  if (given.put_back || !tells_nothing(joint, released)) return {};
  return fmt::format(
      "No column of {} correlates with any column of {}, row by row: their rows may be in different orders. "
      "Name a column that identifies records by ‘by’.",
      given.file, given.originals);
}

std::optional<std::string> singled_out_by_kept(const std::map<std::int64_t, std::string>& kept,
                                               const std::vector<std::string>& columns) {
  if (kept.empty()) return {};
  std::map<std::string_view, int> seen;
  for (const auto& [record, text] : kept) ++seen[text];
  std::size_t alone = 0;
  for (const auto& [text, count] : seen) alone += count == 1;
  const double share = static_cast<double>(alone) / static_cast<double>(kept.size());
  if (share < kToldApart) return {};
  return fmt::format(
      "The unmasked columns ({}) identify {:.0f} % of {} records. Remove or coarsen them; no mask on the other columns can "
      "help.",
      enumerate(columns), 100 * share, kept.size());
}

std::optional<double> identified_by_kept(const Matrix& kept, std::int64_t records) {
  if (kept.cols() == 0 || kept.rows() == 0) return {};
  std::map<std::vector<double>, int> seen;
  for (Index i = 0; i < kept.rows(); ++i) {
    std::vector<double> row;
    for (const double value : kept.row(i)) row.push_back(std::isnan(value) ? std::numeric_limits<double>::infinity() : value);
    ++seen[row];
  }
  double alone = 0;
  for (const auto& [row, count] : seen) alone += count == 1;
  const double share = alone / static_cast<double>(kept.rows());
  return kept.rows() < records && share < 1 ? 0 : share;
}

}  // namespace guise::audit
