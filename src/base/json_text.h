// SPDX-License-Identifier: Apache-2.0
// JSON as text. What others wrote (cards, ledgers, models) is held against limits before anything is built from it.
#pragma once
#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace guise {

/// What a document may cost. A value takes some forty bytes once it is read, so that these limits keep it below a gigabyte.
struct JsonLimits {
  std::size_t bytes = std::size_t{256} << 20;
  std::size_t values = 20'000'000;
  std::size_t depth = 100;  ///< guise's own documents have fewer than ten levels
};

/// Follows the nesting of JSON piece by piece; brackets inside strings do not count.
class JsonNesting {
 public:
  void add(std::string_view piece);
  std::size_t deepest() const { return deepest_; }
  std::size_t values() const { return values_; }  ///< at least as many as there are, but for a single one

 private:
  std::size_t depth_ = 0, deepest_ = 0, values_ = 0;
  bool in_string_ = false, escaped_ = false;
};

/// The document, or a discarded value (is_discarded()) where the text is no JSON. Refuses what exceeds a limit in a sentence
/// that names `origin`.
nlohmann::json parse_json(std::string_view text, const std::string& origin, const JsonLimits& limits = {});

/// For --json and for reports. JSON is UTF-8 and names of files need not be: what is not UTF-8 in them becomes U+FFFD. `indent`
/// below 0: on one line.
template <typename Json>
std::string json_text(const Json& document, int indent = 2) {
  return document.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace guise
