// SPDX-License-Identifier: Apache-2.0
#include "audit/restore.h"

#include <algorithm>
#include <map>

#include "attacks/gatherer.h"
#include "audit/averaged.h"
#include "audit/lost.h"
#include "audit/rank_view.h"
#include "audit/same_rows.h"
#include "stats/keyed_sample.h"
#include "table/blocks.h"

namespace guise::audit {
namespace {

// Rows that are matched: as many as the intervals of an audit need, and compared with a million originals in seconds.
constexpr std::int64_t kPutBack = 5000;
// Originals that starts are compared on.
constexpr std::int64_t kCompared = 10'000;
// Of rows that are originals as they are, among others that nobody can be matched to: as many are figures of.
constexpr std::size_t kMostEqual = 2000;
// Share of rows with an owner beyond chance from which on no other way of looking at them is tried.
constexpr double kNearlyAll = 0.9;

using attacks::Want;

/// A pass over one side.
struct Collected {
  attacks::Evidence evidence;         ///< in the units that a card allows
  Matrix rows;                        ///< some, as they stand in the file
  std::vector<std::int64_t> records;  ///< their numbers
};

/// Moments and a sample of a table, read through `to_original` where there is such; and other rows as they are.
Collected collect(const table::Table& table, const table::Selection& selection, const std::function<void(Matrix&)>& to_original,
                  std::int64_t size, const table::Work& work, const random::Rng& rng) {
  attacks::Gatherer gatherer(selection.attributes, {Want::moments, Want::sample}, rng.fork("evidence"));
  stats::KeyedSample sample(size, rng.fork("rows"));
  table.scan(selection, work, [&](const table::Chunk& chunk) {
    table::for_numbered_blocks(chunk,
                               [&](std::int64_t record, const MatrixRef& rows, const std::vector<std::int64_t>& numbers) {
                                 sample.add(record, rows, numbers);
                                 Matrix read = rows;
                                 if (to_original) to_original(read);
                                 gatherer.add(record, read, Matrix(), Matrix(), numbers);
                               });
  });
  return {.evidence = gatherer.finish(), .rows = sample.rows(), .records = sample.records()};
}

StandardUnits units_of(const stats::Moments& moments) {
  return {moments.mean(), moments.variance()};
}

/// What is compared of both tables: a sample and the moments of the release, and of the originals.
Unlinked unlinked_of(attacks::Evidence release, const Matrix& originals, const stats::Moments& moments,
                     const attacks::Knowledge& known) {
  const StandardUnits units = units_of(release.moments);
  Unlinked out{.release = std::move(release),
               .release_units = units,
               .originals = originals,
               .original_units = units_of(moments),
               .original_covariance = {},
               .known = known,
               .records = moments.count()};
  const Vector inverse = out.original_units.sd.cwiseInverse();
  out.original_covariance = inverse.asDiagonal() * moments.covariance() * inverse.asDiagonal();
  return out;
}

class Restoring {
 public:
  Restoring(const Sides& sides, const attacks::CardKnowledge& card, table::Work work, const random::Rng& rng)
      : sides_(sides),
        card_(card),
        work_(std::move(work)),
        rng_(rng),
        release_(collect(sides.release, sides.of_release, card.to_original, kPutBack, work_, rng.fork("release"))),
        originals_(collect(sides.originals, sides.of_originals, {}, kCompared, work_, rng.fork("originals"))),
        how_{.originals = originals_.evidence.records, .released = release_.evidence.records} {}

  Restored restored() {
    if (release_.rows.rows() < 2 || originals_.rows.rows() < 2) return {how_, {}};
    const bool comparable = release_.rows.cols() == originals_.rows.cols() && !card_.to_original;
    if (comparable) {
      code_.emplace(originals_.evidence.sample, release_.evidence.sample, rng_.fork("contents"));
      same_ = same_rows(sides_, work_, *code_, kMostEqual);
      how_.equal = same_.no_chance() ? same_.found : 0;
      if (std::optional<Restored> groups = by_groups()) return std::move(*groups);
    }
    const Lost lost = as_they_are();
    std::optional<GivenBack> found = lost.by_values();
    how_.method = "values";
    for (const RankUnit unit : {RankUnit::score, RankUnit::share})
      if (comparable && (!found || found->told < kNearlyAll)) by_ranks(unit, found);
    if (!found && (found = lost.by_claim())) how_.by_claim = true;
    if (found) return beside(std::move(*found));
    return how_.equal > 0 ? among_strangers() : Restored{how_, {}};
  }

 private:
  Lost as_they_are() const {
    Unlinked unlinked = unlinked_of(release_.evidence, originals_.rows, originals_.evidence.moments, card_.knowledge);
    Matrix read = release_.rows;
    if (card_.to_original) card_.to_original(read);
    Matrix rows = unlinked.release_units.of(read);
    const Originals all{sides_.originals, sides_.of_originals, work_, unlinked.original_units};
    return {std::move(rows), std::move(unlinked), originals_.records, all, rng_.fork("values")};
  }

  /// Takes the place of what was found where it matches more.
  void by_ranks(RankUnit unit, std::optional<GivenBack>& found) {
    const bool ordered = sides_.of_release.attributes == sides_.of_originals.attributes;
    const std::optional<RankView> view = rank_view(originals_.evidence.sample, release_.evidence.sample, ordered, unit);
    if (!view) return;
    attacks::Evidence seen = release_.evidence;
    seen.sample = view->release(seen.sample);
    seen.moments = stats::moments_of(seen.sample);
    Unlinked unlinked = unlinked_of(std::move(seen), view->originals(originals_.rows),
                                    stats::moments_of(view->originals(originals_.evidence.sample)), {});
    unlinked.records = how_.originals;
    Matrix rows = unlinked.release_units.of(view->release(release_.rows));
    const Originals all{sides_.originals, sides_.of_originals, work_, unlinked.original_units, view->originals};
    const Lost lost{std::move(rows), std::move(unlinked), originals_.records, all, rng_.fork("ranks")};
    std::optional<GivenBack> ranked = lost.by_values();
    if (!ranked || (found && found->told >= ranked->told)) return;
    found = std::move(ranked);
    how_.method = "ranks";
  }

  std::optional<Restored> by_groups() {
    const Originals all{sides_.originals, sides_.of_originals, work_, units_of(originals_.evidence.moments)};
    const auto averaged = averaged_rows(sides_, same_, *code_, all, originals_.rows, release_.evidence.sample);
    if (!averaged || !averaged->no_chance()) return {};
    how_.method = "groups";
    how_.placed = averaged->originals.rows();
    how_.told = averaged->found;
    how_.certainty = averaged->certainty;
    Matrix both(averaged->originals.rows(), averaged->originals.cols() + averaged->release.cols());
    both << averaged->originals, averaged->release;
    return Restored{how_, std::move(both)};
  }

  /// Rows beside the originals that they were given to; those that are originals as they are, beside these.
  Restored beside(GivenBack found) {
    for (Index i = 0; how_.equal > 0 && i < release_.rows.rows(); ++i) {
      const auto same = same_.original.find(code_->of(release_.rows, i));
      if (same == same_.original.end()) continue;
      found.originals.row(i) = same->second.transpose();
      found.certainty[i] = 1;
    }
    how_.placed = release_.rows.rows();
    how_.told = found.told;
    how_.certainty = found.certainty.mean();
    Restored out{how_, Matrix(release_.rows.rows(), originals_.rows.cols() + release_.rows.cols())};
    out.both << found.originals, release_.rows;
    return out;
  }

  /// Rows that are originals as they are, then others beside originals at random: nothing is known of these.
  Restored among_strangers() {
    std::map<std::uint64_t, std::pair<std::int64_t, Vector>> equal;  // one row of each content, the first in the file
    const auto wanted = [&](std::int64_t, const MatrixRef& rows, Index row) {
      return same_.original.contains(code_->of(rows, row));
    };
    for_rows(sides_.release, sides_.of_release, work_, wanted, [&](std::int64_t record, const MatrixRef& rows, Index row) {
      const auto [at, added] = equal.try_emplace(code_->of(rows, row), record, rows.row(row).transpose());
      if (!added && record < at->second.first) at->second = {record, rows.row(row).transpose()};
    });
    const Index m = originals_.rows.cols(), most = static_cast<Index>(equal.size()) + release_.rows.rows();
    Matrix both(most, 2 * m);
    Index at = 0;
    for (const auto& [hash, row] : equal) both.row(at++) << same_.original.at(hash).transpose(), row.second.transpose();
    std::vector<std::uint64_t> words(static_cast<std::size_t>(release_.rows.rows()));
    rng_.fork("strangers").words(0, 0, words);
    for (Index i = 0; i < release_.rows.rows() && at < kPutBack; ++i) {
      if (same_.original.contains(code_->of(release_.rows, i))) continue;
      const auto other =
          static_cast<Index>(words[static_cast<std::size_t>(i)] % static_cast<std::uint64_t>(originals_.rows.rows()));
      both.row(at++) << originals_.rows.row(other), release_.rows.row(i);
    }
    how_.method = "equal rows";
    how_.placed = at;
    how_.told = static_cast<double>(how_.equal) / static_cast<double>(how_.released);
    how_.certainty = static_cast<double>(equal.size()) / static_cast<double>(at);
    return {how_, both.topRows(at)};
  }

  const Sides& sides_;
  const attacks::CardKnowledge& card_;
  table::Work work_;
  random::Rng rng_;
  Collected release_, originals_;
  PutBack how_;
  std::optional<RowCode> code_ = {};
  SameRows same_ = {};
};

}  // namespace

Restored restore_rows(const Sides& sides, const std::vector<Given::Reading>& readings, const table::Work& work,
                      const random::Rng& rng) {
  table::Work how = work;
  how.stage = "matching rows to originals";
  return Restoring(sides, readings.front().card, std::move(how), rng).restored();
}

}  // namespace guise::audit
