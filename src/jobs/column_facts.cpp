// SPDX-License-Identifier: Apache-2.0
#include "jobs/column_facts.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "table/number_text.h"

namespace guise::jobs {
namespace {

/// Mixes all bits (the finalizer of SplitMix64), so that neighbouring numbers have unlike hashes.
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

/// Decimals with which x is written exactly, as 12.5 with one.
int decimals_of(double x) {
  double scaled = std::abs(x);
  for (int digits = 0; digits < ColumnFacts::kManyDecimals; ++digits, scaled *= 10)
    if (std::abs(scaled - std::round(scaled)) <= 1e-9 * std::max(1.0, scaled)) return digits;
  return ColumnFacts::kManyDecimals;
}

/// 20260301
bool is_calendar(double x) {
  if (!(x >= 18000101 && x <= 21001231)) return false;
  const auto number = static_cast<int>(x), month = number / 100 % 100, day = number % 100;
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

/// Two to four digits, twice a divider, and digits: 1.3.2026, 03/01/2026, 2026-03-01, with a time behind it or not.
bool looks_like_date(std::string_view text) {
  const auto digits = [&](std::size_t least, std::size_t most) {
    std::size_t count = 0;
    while (count < text.size() && text[count] >= '0' && text[count] <= '9') ++count;
    text.remove_prefix(count);
    return count >= least && count <= most;
  };
  if (!digits(1, 4) || text.empty()) return false;
  const char divider = text.front();
  if (divider != '.' && divider != '/' && divider != '-') return false;
  text.remove_prefix(1);
  if (!digits(1, 2) || text.empty() || text.front() != divider) return false;
  text.remove_prefix(1);
  if (!digits(1, 4)) return false;
  return text.empty() || text.front() == ' ' || text.front() == 'T';
}

void add_number(ColumnFacts& facts, double x) {
  if (facts.there() == 0) facts.least = facts.most = x;
  facts.least = std::min(facts.least, x);
  facts.most = std::max(facts.most, x);
  facts.distinct.add(mixed(std::bit_cast<std::uint64_t>(x + 0.0)));  // -0 is 0
  const bool whole = std::floor(x) == x && std::abs(x) < table::kAllWhole;
  facts.whole = facts.whole && whole;
  facts.calendar = facts.calendar && whole && is_calendar(x);
  if (whole && facts.divisor != 1) facts.divisor = std::gcd(facts.divisor, static_cast<std::int64_t>(x));
  if (!whole && facts.decimals < ColumnFacts::kManyDecimals) facts.decimals = std::max(facts.decimals, decimals_of(x));
}

}  // namespace

void Distinct::add(std::uint64_t hash) {
  if (few_.size() <= kFew) few_.insert(hash);
  const std::size_t place = hash % kRegisters;
  const auto rank = static_cast<std::uint8_t>(std::countl_zero(hash | 1) + 1);
  registers_[place] = std::max(registers_[place], rank);
}

double Distinct::count() const {
  if (exact()) return static_cast<double>(few_.size());
  constexpr double m = kRegisters, alpha = 0.7213 / (1 + 1.079 / m);
  double sum = 0;
  int empty = 0;
  for (const std::uint8_t rank : registers_) {
    sum += std::ldexp(1, -rank);
    empty += rank == 0;
  }
  const double raw = alpha * m * m / sum;
  return raw <= 2.5 * m && empty > 0 ? m * std::log(m / empty) : raw;
}

FactGatherer::FactGatherer(std::size_t numbers, std::size_t texts) : numbers_(numbers), texts_(texts), edges_(numbers) {
  for (ColumnFacts& facts : texts_) facts.calendar = false;
}

void FactGatherer::add(const table::Chunk& chunk) {
  for (std::size_t j = 0; j < numbers_.size(); ++j) {
    ColumnFacts& facts = numbers_[j];
    double first = NAN, last = NAN;
    for (const double x : chunk.values.col(static_cast<Index>(j))) {
      ++facts.records;
      if (std::isnan(x)) {
        ++facts.missing;
        continue;
      }
      --facts.records;  // counted again below, so that there() is what came before
      add_number(facts, x);
      ++facts.records;
      facts.ascending = facts.ascending && (std::isnan(last) || x > last);
      if (std::isnan(first)) first = x;
      last = x;
    }
    if (!std::isnan(first)) edges_[j].push_back({chunk.first_record, first, last});
  }
  for (std::size_t j = 0; j < texts_.size(); ++j) {
    ColumnFacts& facts = texts_[j];
    const table::TextColumn& column = chunk.kept[j];
    for (Index i = 0; i < chunk.records(); ++i) {
      ++facts.records;
      const std::string_view text = text_at(column, i);
      const auto number = table::read_number(text);
      if (column.null[static_cast<std::size_t>(i)] != 0 || (number && std::isnan(*number))) {
        ++facts.missing;
        continue;
      }
      facts.distinct.add(mixed(std::hash<std::string_view>()(text)));
      facts.dates = facts.dates && looks_like_date(text);
      facts.longest = std::max(facts.longest, text.size());
    }
  }
}

void FactGatherer::finish() {
  for (std::size_t j = 0; j < numbers_.size(); ++j) {
    std::sort(edges_[j].begin(), edges_[j].end(), [](const Edge& a, const Edge& b) { return a.record < b.record; });
    for (std::size_t k = 1; k < edges_[j].size(); ++k)
      numbers_[j].ascending = numbers_[j].ascending && edges_[j][k].first > edges_[j][k - 1].last;
  }
}

}  // namespace guise::jobs
