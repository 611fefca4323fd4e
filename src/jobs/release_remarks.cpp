// SPDX-License-Identifier: Apache-2.0
#include "jobs/release_remarks.h"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "base/names.h"
#include "jobs/column_roles.h"
#include "table/reader.h"

namespace guise::jobs {
namespace {

constexpr std::int64_t kLooked = 64 * table::kBlock;  // records of kept columns
constexpr std::size_t kLeast = 20;                    // values: fewer may be different by chance
constexpr std::size_t kNamed = 8;                     // columns named one by one

std::string short_list(const std::vector<std::string>& names) {
  if (names.size() <= kNamed) return enumerate(names);
  return fmt::format("{} and {} more columns", fmt::join(names.begin(), names.begin() + kNamed, ", "), names.size() - kNamed);
}

}  // namespace

std::string left_out_note(const table::Table& in, const table::Selection& selection, const std::string& by) {
  std::set<std::string_view> released(selection.attributes.begin(), selection.attributes.end());
  released.insert(selection.kept.begin(), selection.kept.end());
  std::vector<std::string> numbers, others;
  for (const table::Column& column : in.schema().columns) {
    if (released.contains(column.name) || column.name == by) continue;
    const bool numeric = column.type == table::Type::number || column.type == table::Type::integer;
    (numeric ? numbers : others).push_back(column.name);
  }
  if (numbers.empty() && others.empty()) return "";
  std::vector<std::string> parts;
  if (!numbers.empty()) parts.push_back(short_list(numbers));
  if (!others.empty()) parts.push_back(fmt::format("{} (no numbers, which guise could mask)", short_list(others)));
  return fmt::format("not in the release: {}. ‘keep’ releases a column unmasked.", fmt::join(parts, "; "));
}

std::string dropped_note(std::int64_t dropped) {
  if (dropped == 0) return "";
  return fmt::format("{} record{} left out because of missing values. Gaps that depend on the values bias what is left.",
                     dropped, dropped == 1 ? " was" : "s were");
}

std::vector<std::string> weight_warnings(const table::Selection& selection) {
  std::vector<std::string> out;
  for (const std::string& column : selection.attributes)
    if (is_weight_name(column))
      out.push_back(
          fmt::format("warning: the masked column '{}' looks like a weight of records. Masked weights bias every "
                      "estimate: leave it out of ‘columns’, or release it with ‘keep={}’.",
                      column, column));
  return out;
}

std::vector<std::string> unique_warnings(const table::Table& in, const std::vector<std::string>& kept) {
  std::vector<std::string> out;
  if (kept.empty()) return out;
  std::vector<std::unordered_set<std::string>> seen(kept.size());
  std::vector<bool> unique(kept.size(), true);
  const auto source = in.reader().source({.attributes = {}, .kept = kept}, 16 * table::kBlock, 1);
  std::int64_t looked = 0;
  while (looked < kLooked && std::find(unique.begin(), unique.end(), true) != unique.end()) {
    const auto parse = source->next();
    if (!parse) break;
    const table::Chunk chunk = parse();
    for (std::size_t j = 0; j < kept.size(); ++j) {
      const auto count = static_cast<Index>(chunk.kept[j].ends.size());
      for (Index i = 0; unique[j] && i < count; ++i)
        if (chunk.kept[j].null[static_cast<std::size_t>(i)] == 0) unique[j] = seen[j].emplace(text_at(chunk.kept[j], i)).second;
      if (j == 0) looked += count;
    }
  }
  for (std::size_t j = 0; j < kept.size(); ++j)
    if (unique[j] && seen[j].size() >= kLeast)
      out.push_back(
          fmt::format("warning: every value of the kept column '{}' is different, so that it identifies its record. "
                      "Leave it out of ‘keep’, or replace it by a random number.",
                      kept[j]));
  return out;
}

}  // namespace guise::jobs
