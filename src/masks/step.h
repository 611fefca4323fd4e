// SPDX-License-Identifier: Apache-2.0
// A mask step: a plan made once from parameters, key and learnt statistics, then applied chunk by chunk.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/card.h"
#include "base/params.h"
#include "random/rng.h"
#include "stats/moments.h"
#include "stats/step_secret.h"
#include "table/chunk.h"

namespace guise::masks {

/// What a step wants to know of the table that reaches it. `logs` also learns the moments of the logarithms.
/// `remarks`: moments, but only for what is said to the user. `table`: all of it, in memory.
enum class Learn { nothing, remarks, moments, logs, table };
constexpr bool depends_on_data(Learn wanted) {
  return wanted == Learn::moments || wanted == Learn::logs || wanted == Learn::table;
}

/// All records that reach a step, in their order.
struct WholeTable {
  std::vector<std::int64_t> records;  ///< the number of each; they rise
  Matrix values;
};

struct StepInput {
  const Params& params;
  const std::vector<std::string>& columns;  ///< that reach the step
  const stats::Moments* moments = nullptr;  ///< of them, when asked for
  const stats::Moments* logs = nullptr;
  const WholeTable* table = nullptr;
  random::Rng shared, own;  ///< matrices; noise
};

/// A step that mixes records: every record that leaves it is a sum over all that reach it.
struct Fold {
  Index outputs = 0;  ///< records that leave it
  /// Adds the share of an aligned block of records to the sums (outputs x attributes); `numbers` of the records, one per row.
  std::function<void(const std::vector<std::int64_t>& numbers, const MatrixRef& rows, Matrix& sums)> add;
};

/// From records, the first of this number, to their released columns. Nothing is copied before or after.
using NewColumns = std::function<void(std::int64_t first_record, const MatrixRef& records, MutableMatrixRef out)>;

/// The same in single precision.
using NewSingles = std::function<void(std::int64_t first_record, const SinglesRef& records, MutableSinglesRef out)>;

struct Plan {
  std::vector<std::string> columns;              ///< that leave it
  std::function<void(table::Chunk&)> apply;      ///< empty where records are mixed
  std::optional<NewColumns> into = {};           ///< the same as apply, for a step that makes other columns
  std::optional<NewSingles> singles = {};        ///< the same as into, to single precision and faster
  std::optional<Fold> fold = {};                 ///< instead of apply, where records are mixed
  std::function<void(table::Chunk&)> undo = {};  ///< what the thief of the key can do; empty when nothing can be undone
  bool undo_is_exact = true;                     ///< otherwise it leads to something that would give the same release
  stats::StepSecret secret = {};                 ///< the map, where it comes from the shared half of the key: the insider's
  bool any_run = true;                           ///< same bits for any run of records (no products by BLAS)
  bool keeps_integers = false;
  bool keyed = false;  ///< draws random numbers, so that what a later step learns depends on the key
  StepCard card;
  std::vector<std::string> notes = {};  ///< said to the user, e.g. "learnt from the data: voids a certificate"
};

struct Step {
  std::string_view name, summary, paper;
  std::span<const Param> params;
  Learn (*learns)(const Params&);  ///< also refuses parameters that contradict each other, before any table is read
  Plan (*plan)(const StepInput&);
  bool (*sums_records)(const Params&) = nullptr;  ///< whether it mixes records; none: it never does
  bool draws_shared = false;                      ///< takes numbers from the shared half of the key
};

std::span<const Step* const> all_steps();
const Step& find_step(std::string_view name);  ///< throws an Error with the nearest name

}  // namespace guise::masks
