// SPDX-License-Identifier: Apache-2.0
#include "attacks/noisy_placement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

#include "attacks/linkage.h"
#include "attacks/placement_beam.h"
#include "attacks/placement_strangers.h"
#include "linalg/procrustes.h"
#include "linalg/spectrum.h"

namespace guise::attacks {
namespace {

// Searches that begin with different records, and how much each keeps: one that begins with a record under unusual noise loses
// the right placement, and so does a narrow one where no record is far from the others.
constexpr std::size_t kEfforts[] = {1, 1, 2, 4};
// Sets of strangers, and how far below the least of their misfits that of known records must be: so much at least, which is a
// likelihood ratio of 400, and so many standard deviations of the logarithms of theirs.
constexpr int kControls = 4;
constexpr double kLeastGap = 12, kDeviations = 2;
// Rows with the likeliest distances that are tried for a record in the place of the one it has.
constexpr Index kExchanged = 20;

/// Misfits above this are no right placement: a tenth of its freedom for terms of higher order in the noise, and four standard
/// deviations of a chi-squared law, beyond which one right placement in some 3,000 lies.
double most_misfit(double freedom) {
  return 1.1 * freedom + 4 * std::sqrt(2 * freedom);
}
/// … and below this no other is looked for. One right placement in six is above, and is found again; among records that are
/// much alike wrong ones come near it.
double usual_misfit(double freedom) {
  return freedom + std::sqrt(2 * freedom);
}

PlacementMisfit misfit_of(const NoisyField& field, const std::vector<Index>& records) {
  return {field.records()(records, Eigen::all), field.released(), field.noise()};
}

/// Rows for one record by its distances to the others, the likeliest first.
std::vector<Index> likely_rows(const NoisyField& field, Index record, const NoisyPlacement& placed) {
  const PlacementCandidates candidates = field.candidates(record);
  Costs costs = candidates.cost;
  for (std::size_t i = 0; i < placed.records.size(); ++i)
    if (placed.records[i] != record) field.add_distance(record, candidates, placed.records[i], placed.rows[i], costs);
  std::vector<Index> order(candidates.rows.size());
  std::iota(order.begin(), order.end(), Index{0});
  const auto count = std::min<std::size_t>(order.size(), static_cast<std::size_t>(kExchanged));
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                    [&](Index a, Index b) { return costs(a) != costs(b) ? costs(a) < costs(b) : a < b; });
  order.resize(count);
  for (Index& each : order) each = candidates.rows[static_cast<std::size_t>(each)];
  return order;
}

/// Exchanges single rows until nothing improves.
void exchange(const NoisyField& field, NoisyPlacement& placed) {
  const PlacementMisfit misfit = misfit_of(field, placed.records);
  for (bool better = true; better;) {
    better = false;
    for (std::size_t i = 0; i < placed.records.size(); ++i)
      for (const Index row : likely_rows(field, placed.records[i], placed)) {
        if (std::find(placed.rows.begin(), placed.rows.end(), row) != placed.rows.end()) continue;
        std::vector<Index> other = placed.rows;
        other[i] = row;
        const double here = misfit.of(other.data());
        if (here >= placed.misfit * (1 - 1e-9)) continue;
        placed.misfit = here;
        placed.rows = std::move(other);
        better = true;
      }
  }
}

/// The best of several searches, which end when one is as good as the right placement would be.
struct Searches {
  NoisyPlacement best = {};
  std::size_t effort = 1;  ///< of the best
  bool hopeless = false;   ///< strangers fit as well as any could
};

/// The best placement of a set of strangers who take the place of these.
NoisyPlacement of_strangers(const NoisyPlacement& placed, std::size_t effort, const NoisyRelease& release,
                            const random::Rng& rng) {
  const Strangers strangers = draw_strangers(placed.rows, release, rng);
  const NoisyField field(strangers.records, strangers.rows, release.noise, release.translated, release.loose);
  NoisyPlacement best = likeliest_placement(field, {}, effort);
  if (!best.rows.empty()) exchange(field, best);
  return best;
}

/// Strangers fit so well that no right placement could stand out, however wide the search: hardly any fits better than this.
bool is_hopeless(const NoisyPlacement& found, const NoisyRelease& release, const random::Rng& rng) {
  const double best_right = std::max(0.0, found.freedom - 2 * std::sqrt(2 * found.freedom));
  const NoisyPlacement strangers = of_strangers(found, 1, release, rng);
  return !strangers.rows.empty() && strangers.misfit < best_right + kLeastGap;
}

Searches search(const NoisyField& field, const NoisyRelease& release, const random::Rng& rng) {
  Searches out;
  out.best.misfit = std::numeric_limits<double>::infinity();
  std::vector<Index> last;
  bool first = true;
  for (const std::size_t effort : kEfforts) {
    if (out.hopeless) break;
    NoisyPlacement found = likeliest_placement(field, last, effort);
    last.insert(last.end(), found.records.begin(), found.records.begin() + 2);
    if (static_cast<Index>(last.size()) >= field.records().rows()) last.clear();
    if (found.rows.empty()) continue;
    exchange(field, found);
    if (found.misfit < out.best.misfit) out = {.best = std::move(found), .effort = effort};
    if (out.best.misfit <= usual_misfit(out.best.freedom)) break;
    if (std::exchange(first, false)) out.hopeless = is_hopeless(out.best, release, rng.fork("hopeless"));
  }
  return out;
}

/// How badly strangers fit after a search as wide.
struct Control {
  double least = std::numeric_limits<double>::infinity();
  double sd = 0;  ///< of the logarithms of their misfits
};

Control control(const NoisyPlacement& placed, std::size_t effort, const NoisyRelease& release, const random::Rng& rng) {
  Vector misfits(kControls);
  for (int i = 0; i < kControls; ++i) {
    const NoisyPlacement best = of_strangers(placed, effort, release, rng.fork(fmt::format("strangers/{}", i)));
    misfits(i) = best.rows.empty() ? most_misfit(placed.freedom) * 2 : best.misfit;
    if (misfits(i) < placed.misfit + kLeastGap) return {.least = misfits(i)};  // that is enough to know
  }
  const Vector logs = misfits.array().log();
  return {.least = misfits.minCoeff(), .sd = std::sqrt((logs.array() - logs.mean()).square().sum() / (kControls - 1))};
}

/// Where the searched records show the whole rotation, every other one is taken for the row nearest to where it must lie.
void place_others(const Matrix& records, const NoisyRelease& release, NoisyFind& found) {
  std::vector<Index> rows, wanted;
  for (const Index k : found.searched) rows.push_back(found.row[static_cast<std::size_t>(k)]);
  for (Index k = 0; k < records.rows(); ++k)
    if (found.row[static_cast<std::size_t>(k)] < 0) wanted.push_back(k);
  const linalg::Motion motion = linalg::procrustes(records(found.searched, Eigen::all), release.rows(rows, Eigen::all),
                                                   {.translated = release.translated, .scaled = false});
  if (wanted.empty() || motion.determined < records.cols()) return;
  const Matrix turn = motion.rotation().transpose(), white = linalg::inverse_square_root(release.noise);
  const Matrix moved =
      ((records(wanted, Eigen::all).rowwise() - motion.from.transpose()) * turn).rowwise() + motion.to.transpose();
  const std::vector<Nearest> nearest = nearest_rows(moved * white, release.rows * white);
  std::set<Index> taken(rows.begin(), rows.end());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (taken.contains(nearest[i].row)) continue;
    found.row[static_cast<std::size_t>(wanted[i])] = nearest[i].row;
    found.rivals[static_cast<std::size_t>(wanted[i])] = nearest[i].rivals;
  }
}

/// Other rows that fit a record as well as the one that is taken.
Index rivals_of(const NoisyField& field, const NoisyPlacement& placed, std::size_t i) {
  const PlacementMisfit misfit = misfit_of(field, placed.records);
  Index rivals = 0;
  for (const Index row : likely_rows(field, placed.records[i], placed)) {
    std::vector<Index> other = placed.rows;
    if (std::find(other.begin(), other.end(), row) != other.end()) continue;
    other[i] = row;
    rivals += misfit.of(other.data()) <= placed.misfit * (1 + 1e-9) ? 1 : 0;
  }
  return rivals;
}

}  // namespace

NoisyFind find_in_noise(const Matrix& records, const NoisyRelease& release, const random::Rng& rng) {
  NoisyFind out;
  const auto all = static_cast<std::size_t>(records.rows());
  out.row.assign(all, -1), out.rivals.assign(all, 0);
  if (release.rows.rows() < 2 * records.rows() || records.rows() < 3) {
    out.reason = "too few released or known records to search by likelihood";
    return out;
  }
  const NoisyField field(records, release.rows, release.noise, release.translated, release.loose);
  const auto [placed, effort, hopeless] = search(field, release, rng);
  out.misfit = placed.misfit, out.freedom = placed.freedom, out.searched = placed.records;
  if (placed.rows.empty() || (!hopeless && placed.misfit > most_misfit(placed.freedom))) {
    out.reason = "no released records have the known records' pairwise distances, noise allowed for";
    return out;
  }
  const Control strangers = hopeless ? Control{.least = 0} : control(placed, effort, release, rng);
  out.strangers = strangers.least;
  if (strangers.least < std::max(placed.misfit + kLeastGap, placed.misfit * std::exp(kDeviations * strangers.sd))) {
    out.reason = "records of other people fit about as well: distances do not identify the known ones";
    return out;
  }
  for (std::size_t i = 0; i < placed.records.size(); ++i) {
    const auto record = static_cast<std::size_t>(placed.records[i]);
    out.row[record] = placed.rows[i];
    out.rivals[record] = rivals_of(field, placed, i);
  }
  place_others(records, release, out);
  return out;
}

}  // namespace guise::attacks
