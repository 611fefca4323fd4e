// SPDX-License-Identifier: Apache-2.0
#include "cli/options.h"

#include <CLI/App.hpp>

namespace guise::cli {

OptionEntry& OptionEntry::required() {
  option_->required();
  return *this;
}
OptionEntry& OptionEntry::type_name(const std::string& name) {
  option_->type_name(name);
  return *this;
}
OptionEntry& OptionEntry::take_all() {
  option_->take_all();
  return *this;
}
OptionEntry& OptionEntry::delimiter(char between) {
  option_->delimiter(between);
  return *this;
}
OptionEntry& OptionEntry::among(const std::vector<std::string>& values) {
  option_->check(CLI::IsMember(values));
  return *this;
}
OptionEntry& OptionEntry::between(int least, int most) {
  option_->check(CLI::Range(least, most));
  return *this;
}
OptionEntry& OptionEntry::between(double least, double most) {
  option_->check(CLI::Range(least, most));
  return *this;
}
OptionEntry& OptionEntry::not_negative() {
  option_->check(CLI::Range(std::int64_t{0}, std::int64_t{1} << 53));  // sums with such numbers still fit 64 bits
  return *this;
}

OptionEntry OptionSet::add_option(const std::string& name, std::string& place, const std::string& help) {
  return OptionEntry(app_.add_option(name, place, help));
}
OptionEntry OptionSet::add_option(const std::string& name, std::vector<std::string>& place, const std::string& help) {
  CLI::Option* option = app_.add_option(name, place, help);
  // Given again for every value: otherwise "--mask rotate x.csv" would take the table for a second mask.
  if (name.starts_with('-')) option->allow_extra_args(false);
  return OptionEntry(option);
}
OptionEntry OptionSet::add_option(const std::string& name, int& place, const std::string& help) {
  return OptionEntry(app_.add_option(name, place, help));
}
OptionEntry OptionSet::add_option(const std::string& name, std::int64_t& place, const std::string& help) {
  return OptionEntry(app_.add_option(name, place, help));
}
OptionEntry OptionSet::add_option(const std::string& name, double& place, const std::string& help) {
  return OptionEntry(app_.add_option(name, place, help));
}
void OptionSet::add_flag(const std::string& name, bool& place, const std::string& help) {
  app_.add_flag(name, place, help);
}
bool OptionSet::given(const std::string& name) const {
  return app_.count(name) > 0;
}

std::vector<OptionText> OptionSet::all() const {
  std::vector<OptionText> out;
  for (const CLI::Option* option : app_.get_options())
    out.push_back({.name = option->get_name(),
                   .flag = option->get_items_expected_max() == 0,
                   .many = option->get_items_expected_max() > 1,
                   .values = option->results()});
  return out;
}

std::string OptionSet::give(const std::string& name, const std::vector<std::string>& values) {
  CLI::Option* option = app_.get_option(name);
  try {
    option->add_result(values);
    option->run_callback();
  } catch (const CLI::ParseError& error) {
    return error.what();
  }
  return "";
}

}  // namespace guise::cli
