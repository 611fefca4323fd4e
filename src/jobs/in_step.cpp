// SPDX-License-Identifier: Apache-2.0
#include "jobs/in_step.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>

#include "table/kept_texts.h"

namespace guise::jobs {
namespace {

// Records that are looked at, evenly spread.
constexpr std::int64_t kLooked = 2000;
// Files in different orders would agree so rarely by chance.
constexpr double kChance = 1e-9;
// Neighbours differ at least at this share of the places where those of a random order do.
constexpr double kUnsorted = 0.5;

using Names = std::vector<std::string>;

bool has(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The first numeric column stands for a record that is there.
table::Selection one_column(const table::Table& table) {
  return {.attributes = {table.schema().numeric().front()}, .missing = table::Missing::drop};
}

std::int64_t records_of(const table::Table& table, const table::Work& work) {
  if (const auto records = table.records()) return *records;
  std::atomic<std::int64_t> count = 0;
  table.scan(one_column(table), work, [&](const table::Chunk& chunk) { count += chunk.records(); });
  return count;
}

}  // namespace

bool kept_in_step(const table::Table& originals, const table::Table& release, const Names& kept, const table::Work& work) {
  Names both, numbers;
  for (const std::string& name : kept) {
    if (!originals.schema().find(name) || !release.schema().find(name)) continue;
    both.push_back(name);
    if (has(originals.schema().numeric(), name) && has(release.schema().numeric(), name)) numbers.push_back(name);
  }
  if (both.empty() || originals.schema().numeric().empty() || release.schema().numeric().empty()) return false;
  table::Work reading = work;
  reading.stage = "comparing kept columns";
  const std::int64_t records = records_of(originals, reading), count = std::min(kLooked, records);
  if (records != records_of(release, reading)) return false;
  std::vector<std::int64_t> looked;
  for (std::int64_t i = 0; i < count; ++i) looked.push_back(i * records / count);
  const auto texts = [&](const table::Table& table) {
    table::Selection selection = one_column(table);
    selection.kept = both;
    return table::kept_texts(table, selection, reading, looked, numbers);
  };
  const Names one = texts(originals), other = texts(release);
  if (one.empty() || one != other) return false;
  std::map<std::string, double> counts;
  for (const std::string& text : one) counts[text] += 1;
  const auto n = static_cast<double>(one.size());
  double agree = 0, changes = 0;  // agree: share of records that agree in another order
  for (const auto& [text, times] : counts) agree += std::pow(times / n, 2);
  for (std::size_t i = 1; i < one.size(); ++i) changes += one[i] != one[i - 1];
  // Files that are both sorted by such a column agree in it whatever the order within.
  return n * std::log(agree) < std::log(kChance) && changes > kUnsorted * n * (1 - agree);
}

}  // namespace guise::jobs
