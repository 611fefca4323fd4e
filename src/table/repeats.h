// SPDX-License-Identifier: Apache-2.0
// Does a column of texts tell every record apart? In bounded memory: all texts are compared while they are few, later those
// whose hash is small, whichever records they are of.
#pragma once
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <string_view>

namespace guise::table {

/// The first eight bytes of BLAKE2b-256.
std::uint64_t text_hash(std::string_view text);

class Repeats {
 public:
  /// From one thread at a time.
  void add(std::string_view text);
  bool found() const { return !repeated_.empty(); }
  const std::string& text() const { return repeated_; }  ///< one that came twice

 private:
  std::set<std::uint64_t> seen_;
  std::uint64_t bound_ = std::numeric_limits<std::uint64_t>::max();  // larger hashes are not looked at
  std::string repeated_;
};

}  // namespace guise::table
