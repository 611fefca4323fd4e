// SPDX-License-Identifier: Apache-2.0
#include "cli/input_words.h"

#include <fmt/format.h>

#include "cli/shell.h"

namespace guise::cli {

void declare_input(OptionSet& app, const jobs::Fields& fields) {
  app.add_field("IN", fields, "input").type_name("");
  app.add_field("--sql", fields).type_name("QUERY");
  app.add_field("--columns", fields).delimiter(',').type_name("A,B");
  app.add_field("--keep", fields).delimiter(',').type_name("C,D");
  app.add_field("--missing", fields).type_name("POLICY");
  app.add_field("--first-record", fields).type_name("N");
}

std::vector<std::string> input_words(const jobs::Input& in) {
  std::vector<std::string> words;
  const auto add = [&](const std::string& option, const std::string& value) {
    if (value.empty()) return;
    words.push_back(option);
    words.push_back(shell_word(value));
  };
  if (!in.path.empty()) words.push_back(shell_word(in.path));
  add("--sql", in.sql);
  add("--columns", fmt::format("{}", fmt::join(in.columns, ",")));
  add("--keep", fmt::format("{}", fmt::join(in.keep, ",")));
  if (in.missing != "error") add("--missing", in.missing);
  if (in.first_record != 0) add("--first-record", fmt::format("{}", in.first_record));
  return words;
}

std::vector<std::string> mask_words(const jobs::Input& in, const std::string& mask) {
  std::vector<std::string> words{"guise", "mask"};
  for (std::string& word : input_words(in)) words.push_back(std::move(word));
  words.insert(words.end(), {"-o", "OUT", "--mask", '"' + mask + '"'});
  if (in.path == "-") words.emplace_back("< TABLE");
  return words;
}

std::string masking_command(const jobs::Input& in, const std::string& mask) {
  return fmt::format("{}", fmt::join(mask_words(in, mask), " "));
}

}  // namespace guise::cli
