// SPDX-License-Identifier: Apache-2.0
#include "jobs/kept_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "base/names.h"
#include "table/kept_texts.h"

namespace guise::jobs {
namespace {

using Names = std::vector<std::string>;

bool among(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool have_one_in_common(const Names& known, const Names& released) {
  const std::set<std::string> there(released.begin(), released.end());
  return std::any_of(known.begin(), known.end(), [&](const std::string& text) { return there.contains(text); });
}

Names column_of(const Names& texts, std::size_t column) {
  Names values;
  for (const std::string& text : texts)
    if (const Names fields = table::kept_fields(text); column < fields.size()) values.push_back(fields[column]);
  return values;
}

/// An example of each side, of the first column without a common value; where every column has one, of all together.
std::optional<std::string> why_nobody(const KeptColumns& kept, const Names& names, const std::string& known_file,
                                      const std::string& release) {
  if (kept.known.empty() || kept.released.empty() || have_one_in_common(kept.known, kept.released)) return {};
  for (std::size_t j = 0; j < names.size(); ++j) {
    const Names known = column_of(kept.known, j), released = column_of(kept.released, j);
    if (!have_one_in_common(known, released))
      return fmt::format("the kept columns link no record: no '{}' of {} (e.g. '{}') occurs in {} (e.g. '{}')", names[j],
                         known_file, known.front(), release, released.front());
  }
  return fmt::format("the kept columns link no record: none of {} (e.g. {}) occurs in {} (e.g. {}) with the same {}",
                     known_file, fmt::join(table::kept_fields(kept.known.front()), ", "), release,
                     fmt::join(table::kept_fields(kept.released.front()), ", "), enumerate(names));
}

}  // namespace

KeptColumns read_kept(const table::Table& release, const table::Selection& masked, const Names& attributes,
                      const std::string& register_file, Index count, const std::vector<std::int64_t>& records,
                      const table::Work& work) {
  const table::Table people = table::Table::open(register_file);
  table::Selection theirs{.attributes = attributes, .kept = {}}, ours = masked;
  for (const std::string& name : release.schema().names())
    if (!among(masked.attributes, name) && !among(attributes, name) && people.schema().find(name)) theirs.kept.push_back(name);
  if (theirs.kept.empty()) return {};
  ours.kept = theirs.kept;
  Names numbers;
  for (const std::string& name : theirs.kept)
    if (among(people.schema().numeric(), name) && among(release.schema().numeric(), name)) numbers.push_back(name);
  table::Work reading = work;
  reading.stage = "reading kept columns";
  std::vector<std::int64_t> everybody(static_cast<std::size_t>(count));
  std::iota(everybody.begin(), everybody.end(), std::int64_t{0});
  KeptColumns kept{.known = table::kept_texts(people, theirs, reading, everybody, numbers),
                   .released = table::kept_texts(release, ours, reading, records, numbers)};
  kept.note = why_nobody(kept, theirs.kept, register_file, release.name());
  return kept;
}

}  // namespace guise::jobs
