// SPDX-License-Identifier: Apache-2.0
// The label of a record, from the text of a kept column.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "mining/data.h"

namespace guise::mining {

class LabelReader {
 public:
  LabelReader(const std::optional<Label>& label, const std::string& table);
  /// Of the rows at `places` of a chunk: classes, or numbers. Refuses what is missing, no class and no number.
  void read(const table::TextColumn& column, std::int64_t first_record, const std::vector<Index>& places,
            std::vector<int>& classes, Vector& target) const;

 private:
  const std::optional<Label>& label_;
  const std::string& table_;
  std::map<std::string, int, std::less<>> classes_;
};

}  // namespace guise::mining
