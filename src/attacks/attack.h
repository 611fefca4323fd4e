// SPDX-License-Identifier: Apache-2.0
// An attack: what it needs, what it wants gathered in the first pass, and how it learns to guess.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "attacks/knowledge.h"
#include "attacks/stretches.h"
#include "attacks/summed.h"
#include "base/params.h"
#include "linalg/blas.h"
#include "random/rng.h"
#include "stats/histogram.h"
#include "stats/moments.h"

namespace guise::attacks {

/// What the first pass gathers of the release.
enum class Want { moments, histograms, sample, head, stretches };

/// Records in the keyed sample of the release given to attacks that want one.
constexpr std::int64_t kSampleRecords = 20'000;

/// Of moments, histograms, sample, head and stretches those that an attack wants; of the others nothing.
struct Evidence {
  std::int64_t records = 0;
  std::vector<std::string> columns;          ///< of the release
  stats::Moments moments;                    ///< of the release
  std::vector<stats::Histogram> histograms;  ///< of each column of the release
  Matrix sample;                             ///< drawn by key, at most kSampleRecords, in record order
  std::vector<std::int64_t> sample_records;  ///< the number of each
  std::vector<std::string> sample_kept;      ///< what the kept columns say of each, as one text; empty where none are kept
  Matrix side;                               ///< columns in clear of the sample's first records; empty where there are none
  Matrix head;                               ///< the first records, at most kSampleRecords, for serial attacks
  std::vector<Stretch> stretches;            ///< runs of records spread over the whole table, for serial attacks
  stats::Moments joint;                      ///< of [release, known columns, second release], where there are such
  std::optional<Summed> summed = {};         ///< of sums over records, for who knows their weights

  Index width() const { return static_cast<Index>(columns.size()); }
};

/// What an attack sees of a run of consecutive records, with `before` and `after` neighbours when it asked for a halo.
struct Observed {
  std::int64_t first_record = 0;           ///< number of the first row of `released`
  std::vector<std::int64_t> records = {};  ///< number of every row where some were dropped; empty: consecutive
  MatrixRef released;                      ///< rows: before + own + after; not copied
  Matrix known = {};                       ///< values of Knowledge::known_columns, same rows
  Matrix second = {};                      ///< the second release, same rows
  Matrix side = {};             ///< columns in clear, same rows: kept ones, then known ones (Knowledge::side_is_category)
  Index before = 0, count = 0;  ///< own rows are [before, before + count)
  bool want_sd = false;         ///< whether Guess::sd will be looked at; it can cost more than the guess
};

/// Number of an own row, counted from its first.
inline std::int64_t record_of(const Observed& observed, Index own) {
  const Index row = observed.before + own;
  return observed.records.empty() ? observed.first_record + row : observed.records[static_cast<std::size_t>(row)];
}

struct Guess {
  Matrix values;                  ///< count x attributes
  std::optional<Matrix> sd = {};  ///< posterior standard deviation, where the attack has one and it is wanted
};

/// A released record taken for one of Knowledge::records.
struct Link {
  Index known = 0;            ///< row of Knowledge::records
  std::int64_t released = 0;  ///< record number in the release
  double distance = 0;        ///< between them, in standard deviations of what the mask leaves open
  Index rivals = 0;           ///< other released records as near
};

struct Reconstruction {
  std::function<Guess(const Observed&)> guess;   ///< thread-safe
  std::int64_t halo = 0;                         ///< neighbouring records wanted on each side
  std::optional<linalg::RecordMap> linear = {};  ///< the guess is this map of a record's release alone, where it is one
  bool whole_window = false;                     ///< its guess of a record depends on where the window begins and ends
  std::vector<std::string> notes = {};           ///< what it chose or found: "kept 5 of 20 components"
  std::vector<Link> links = {};                  ///< whom it found, nearest first for each known record
};

/// A reconstruction, or the reason why the attack says nothing ("not assessed").
struct Outcome {
  std::optional<Reconstruction> reconstruction = {};
  std::string reason = {};
  std::optional<Fact> lacks = {};  ///< what would have to be known, where the reason is that
  static Outcome not_assessed(std::string why, std::optional<Fact> lacks = {}) {
    return {.reconstruction = {}, .reason = std::move(why), .lacks = lacks};
  }
  std::string advised() const;  ///< the reason, and for who can say more how to supply what is lacking
};

struct Attack {
  std::string_view name, alias, summary, paper;  ///< alias: the paper's name, e.g. "be-dr"; empty when it has none
  std::span<const Fact> needs;
  std::span<const Want> wants;
  std::span<const Param> params;
  bool serial = false;                              ///< uses the order of the records
  std::span<const Fact> uses = {};                  ///< facts it also profits from when they are there
  std::span<const std::string_view> variants = {};  ///< settings an audit tries besides the defaults: "bayes(prior=mixture)"
  bool reads_mixtures = false;                      ///< also where columns of the release are mixtures (Knowledge::mixed)
  std::span<const Fact> needs_mixed = {};           ///< … and what it needs there, instead of `needs`
  bool reads_sums = false;                          ///< takes released records for sums over the originals
  Outcome (*learn)(const Evidence&, const Knowledge&, const Params&, const random::Rng&);
};

std::span<const Attack* const> all_attacks();
const Attack& find_attack(std::string_view name_or_alias);  ///< throws an Error with the nearest name

/// How many attributes the originals have.
Index attributes_of(const Evidence&, const Knowledge&);

/// Checks the facts, then learns.
Outcome learn(const Attack&, const Evidence&, const Knowledge&, const Params&, const random::Rng&);

}  // namespace guise::attacks
