// SPDX-License-Identifier: Apache-2.0
#include "cli/input_words.h"

#include <fmt/format.h>

#include "cli/shell.h"

namespace guise::cli {

void declare_input(OptionSet& app, const jobs::Fields& fields) {
  app.add_field("IN", fields, "input").type_name("");
  app.add_field("--table", fields).type_name("NAME");
  app.add_field("--sql", fields).type_name("QUERY");
  app.add_names("--columns", fields).type_name("A,B");
  app.add_names("--keep", fields).type_name("C,D");
  app.add_field("--missing", fields).type_name("POLICY");
  app.add_field("--first-record", fields).type_name("N");
}

namespace {

std::string joined_names(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) {
    if (!out.empty()) out += ',';
    if (name.find_first_of(",\"") == std::string::npos) {
      out += name;
      continue;
    }
    out += '"';
    for (const char c : name) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    out += '"';
  }
  return out;
}

}  // namespace

std::vector<std::string> input_words(const jobs::Input& in) {
  std::vector<std::string> words;
  const auto add = [&](const std::string& option, const std::string& value) {
    if (value.empty()) return;
    words.push_back(option);
    words.push_back(shell_word(value));
  };
  if (!in.path.empty()) words.push_back(shell_word(in.path));
  add("--table", in.part);
  add("--sql", in.sql);
  add("--columns", joined_names(in.columns));
  add("--keep", joined_names(in.keep));
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
