// SPDX-License-Identifier: Apache-2.0
// The options of a command. CLI11 does the work, behind this: its headers take longer to compile than all of a command.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "jobs/fields.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace guise::cli {

/// What else there is to say of an option.
class OptionEntry {
 public:
  explicit OptionEntry(CLI::Option* option) : option_(option) {}
  OptionEntry& required();
  OptionEntry& type_name(const std::string& name);  ///< of its value, in help; "" for one without a name
  OptionEntry& take_all();                          ///< may be given several times
  OptionEntry& delimiter(char between);             ///< one word holds several values
  OptionEntry& among(const std::vector<std::string>& values);
  OptionEntry& between(int least, int most);
  OptionEntry& between(double least, double most);
  OptionEntry& between(std::int64_t least, std::int64_t most);
  OptionEntry& not_negative();

 private:
  CLI::Option* option_;
};

/// An option as text: what there is, and what was given.
struct OptionText {
  std::string name;   ///< "--keys"; "IN" for a word without a name
  bool flag = false;  ///< takes no value
  bool many = false;  ///< may have several
  std::vector<std::string> values = {};
};

class OptionSet {
 public:
  explicit OptionSet(CLI::App& app) : app_(app) {}
  OptionEntry add_option(const std::string& name, std::string& place, const std::string& help);
  OptionEntry add_option(const std::string& name, std::vector<std::string>& place, const std::string& help);
  OptionEntry add_option(const std::string& name, int& place, const std::string& help);
  OptionEntry add_option(const std::string& name, std::int64_t& place, const std::string& help);
  OptionEntry add_option(const std::string& name, double& place, const std::string& help);
  OptionEntry add_option(const std::string& name, std::optional<std::int64_t>& place, const std::string& help);
  /// A field of a request: its place, help and limits are the option's. `field`: its name where the option is called otherwise.
  OptionEntry add_field(const std::string& name, const jobs::Fields& fields, std::string_view field = {});
  /// A field that holds names, which commas divide; a name that holds commas stands in "double quotes".
  OptionEntry add_names(const std::string& name, const jobs::Fields& fields);
  void add_flag(const std::string& name, bool& place, const std::string& help);
  /// A flag that may say how, as in --json=full. `said`: what was given, the first of `values` where nothing was.
  void add_flag(const std::string& name, std::function<void(const std::string& said)> take, std::vector<std::string> values,
                const std::string& help);
  bool given(const std::string& name) const;  ///< once the command line is read
  std::vector<OptionText> all() const;
  /// Values for an option that has none, as if they stood on the command line; what is wrong with them, or nothing.
  std::string give(const std::string& name, const std::vector<std::string>& values);

 private:
  CLI::App& app_;
};

}  // namespace guise::cli
