// SPDX-License-Identifier: Apache-2.0
// Advice that names settings. The library calls a setting of a request by its field, as ‘keep’ or with a value ‘keep=id’, and
// never by a flag: the command line, Python and others each spell it in their own words.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace guise {

/// What to supply or to leave out: ‘knows=noise=SD’ is the field "knows" with the value "noise=SD".
struct Setting {
  std::string field;
  std::string value = {};  ///< empty: none is named
  bool operator==(const Setting&) const = default;
};

/// The settings that a sentence names, in its order: its advice as data.
std::vector<Setting> settings_in(std::string_view sentence);

/// The sentence with its settings in the words of `spell`, which gives nothing for what is no setting there.
std::string respelled(std::string_view sentence, const std::function<std::optional<std::string>(const Setting&)>& spell);

}  // namespace guise
