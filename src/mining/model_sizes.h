// SPDX-License-Identifier: Apache-2.0
// Sizes by name that the lists of a model agree on.
#pragma once
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace guise::mining {

class ModelSizes {
 public:
  void set(std::string_view name, std::size_t size) { known_.insert_or_assign(std::string(name), size); }
  /// Those that follow from others too: "rivals" is classes - 1, "pairs" those of classes, "curves" labels x columns.
  std::optional<std::size_t> find(std::string_view name) const;

 private:
  std::map<std::string, std::size_t, std::less<>> known_;
};

}  // namespace guise::mining
