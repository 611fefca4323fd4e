// SPDX-License-Identifier: Apache-2.0
#include "cli/options.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <memory>

#include "cli/spelling.h"

namespace guise::cli {
namespace {

/// a,"b,c",d as three names; a doubled quote within quotes stands for one.
std::vector<std::string> split_names(const std::string& word) {
  std::vector<std::string> names(1);
  bool inside = false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = word[i];
    if (c == '"' && inside && i + 1 < word.size() && word[i + 1] == '"') {
      names.back() += c;
      ++i;
    } else if (c == '"' && (inside || names.back().empty())) {
      inside = !inside;
    } else if (c == ',' && !inside) {
      names.emplace_back();
    } else {
      names.back() += c;
    }
  }
  return names;
}

}  // namespace

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
OptionEntry& OptionEntry::between(std::int64_t least, std::int64_t most) {
  option_->check(CLI::Range(least, most));
  return *this;
}
OptionEntry& OptionEntry::not_negative() {
  return between(std::int64_t{0}, std::int64_t{1} << 53);  // sums with such numbers still fit 64 bits
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
OptionEntry OptionSet::add_option(const std::string& name, std::optional<std::int64_t>& place, const std::string& help) {
  return OptionEntry(app_.add_option(name, place, help));
}

OptionEntry OptionSet::add_field(const std::string& name, const jobs::Fields& fields, std::string_view field) {
  const std::string plain = field.empty() ? field_of(name) : std::string(field);
  const jobs::Field& declared = jobs::find_field(fields, plain);
  const std::string help = spelled(declared.help);
  const auto add = [&](auto* place) {
    if constexpr (std::is_same_v<decltype(place), bool*>) {
      add_flag(name, *place, help);
      return OptionEntry(app_.get_option(name));
    } else {
      return add_option(name, *place, help);
    }
  };
  OptionEntry entry = std::visit(add, declared.place);
  if (declared.required) entry.required();
  if (!declared.choices.empty()) entry.among(CLI::detail::split(std::string(declared.choices), '|'));
  const bool whole = !std::holds_alternative<double*>(declared.place);
  if (declared.least && declared.most)
    whole ? entry.between(static_cast<std::int64_t>(*declared.least), static_cast<std::int64_t>(*declared.most))
          : entry.between(*declared.least, *declared.most);
  return entry;
}

OptionEntry OptionSet::add_names(const std::string& name, const jobs::Fields& fields) {
  const jobs::Field& declared = jobs::find_field(fields, field_of(name));
  auto* place = std::get<std::vector<std::string>*>(declared.place);
  const auto take = [place](const std::vector<std::string>& words) {
    place->clear();
    for (const std::string& word : words)
      for (std::string& each : split_names(word)) place->push_back(std::move(each));
  };
  CLI::Option* option = app_.add_option_function<std::vector<std::string>>(name, take, spelled(declared.help));
  return OptionEntry(option->allow_extra_args(false));
}

void OptionSet::add_flag(const std::string& name, std::function<void(const std::string&)> take, std::vector<std::string> values,
                         const std::string& help) {
  const auto place = std::make_shared<std::string>();  // lives as long as the option, which keeps what is below
  app_.add_flag(name, *place, help)
      ->each([place, name, take = std::move(take), values = std::move(values)](const std::string& said) {
        const std::string meant = said == "true" ? values.front() : said;  // CLI11's word for a flag without a value
        if (std::find(values.begin(), values.end(), meant) == values.end())
          throw CLI::ValidationError(name, fmt::format("{} is none of {}", said, fmt::join(values, ", ")));
        take(meant);
      });
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
