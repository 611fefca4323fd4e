// SPDX-License-Identifier: Apache-2.0
// What the values of a column look like, over all records: gaps, how many values there are, steps between them.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "table/table.h"

namespace guise::jobs {

/// How many different values there were: exact for few, else estimated (Flajolet et al., "HyperLogLog", AofA 2007, figure 3).
class Distinct {
 public:
  void add(std::uint64_t hash);
  double count() const;
  bool exact() const { return few_.size() <= kFew; }

 private:
  static constexpr std::size_t kFew = 1000, kRegisters = 1024;  // standard error 1.04 / sqrt(registers): 3 %
  std::unordered_set<std::uint64_t> few_ = {};
  std::vector<std::uint8_t> registers_ = std::vector<std::uint8_t>(kRegisters, 0);
};

struct ColumnFacts {
  std::int64_t records = 0, missing = 0;
  Distinct distinct = {};
  // Of numbers.
  bool whole = true, ascending = true;  ///< ascending: every value is larger than the one before
  int decimals = 0;                     ///< enough for all values; kManyDecimals: more than guise counts
  std::int64_t divisor = 0;             ///< the largest number of which all whole values are multiples
  bool calendar = true;                 ///< all are dates as 20260301
  double least = 0, most = 0;
  // Of texts.
  bool dates = true;  ///< all look like dates
  std::size_t longest = 0;

  static constexpr int kManyDecimals = 7;
  std::int64_t there() const { return records - missing; }
};

/// Gathers the facts of numeric columns and of kept ones from chunks, which come in any order. Missing numbers are NaN.
class FactGatherer {
 public:
  FactGatherer(std::size_t numbers, std::size_t texts);
  void add(const table::Chunk& chunk);  ///< from one thread at a time
  const std::vector<ColumnFacts>& numbers() const { return numbers_; }
  const std::vector<ColumnFacts>& texts() const { return texts_; }
  void finish();

 private:
  struct Edge {
    std::int64_t record;
    double first, last;
  };
  std::vector<ColumnFacts> numbers_, texts_;
  std::vector<std::vector<Edge>> edges_;  // of the chunks of each numeric column
};

}  // namespace guise::jobs
