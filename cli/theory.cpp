// SPDX-License-Identifier: Apache-2.0
// guise theory — what is proved about masks and attacks, worked out for given sizes and records.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/json_text.h"
#include "base/names.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/topic.h"

namespace guise::cli {

namespace {

using nlohmann::ordered_json;

struct Options {
  std::string name;
  std::map<std::string, std::string> values;  // of the options of all topics, as written
};

/// The options that were given, checked to be the topic's.
Given given_to(const Topic& topic, const OptionSet& app, const Options& options) {
  std::map<std::string, std::string> given;
  std::vector<std::string> takes;
  for (const TopicOption& option : topic.params) takes.push_back(fmt::format("--{}", option.name));
  for (const auto& [name, value] : options.values) {
    if (!app.given("--" + name)) continue;
    require(std::find(takes.begin(), takes.end(), "--" + name) != takes.end(), "theory {} takes {}, not --{}", topic.name,
            enumerate(takes), name);
    given.emplace(name, value);
  }
  for (const TopicOption& option : topic.params)
    require(!option.required || given.contains(std::string(option.name)), "theory {} needs --{} {} ({}), for example: {}",
            topic.name, option.name, option.value, option.help, topic.example);
  return Given(std::move(given));
}

/// A figure as text; long lists are for --json.
std::string shown(const ordered_json& value) {
  constexpr std::size_t most = 12;
  if (value.is_number_float()) return fmt::format("{:.6g}", value.get<double>());
  if (value.is_null()) return "-";
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (!value.is_array()) return value.dump();
  if (value.empty()) return "none";
  if (value.size() > most) return fmt::format("{} of them, with --json", value.size());
  std::vector<std::string> parts;
  for (const ordered_json& part : value) parts.push_back(shown(part));
  const bool nested = value.front().is_array();
  const std::string joined = fmt::format("{}", fmt::join(parts, nested ? ") (" : ", "));
  return nested ? "(" + joined + ")" : joined;
}

std::string spaced(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

/// A list of objects with the same names as a table, numbers right under their names.
void print_table(const ordered_json& rows) {
  std::string line = " ";
  for (const auto& [name, _] : rows.front().items())
    line += fmt::format(" {:>{}}", spaced(name), std::max<std::size_t>(12, name.size()));
  fmt::print("\n{}\n", line);
  for (const ordered_json& row : rows) {
    line = " ";
    for (const auto& [name, value] : row.items())
      line += fmt::format(" {:>{}}", shown(value), std::max<std::size_t>(12, name.size()));
    fmt::print("{}\n", line);
  }
}

bool is_table(const ordered_json& value) {
  return value.is_array() && !value.empty() && value.front().is_object();
}

void print_answer(const Answer& answer) {
  fmt::print("{}\n", wrap(answer.sentence));
  std::size_t width = 0;
  for (const auto& [name, value] : answer.figures.items())
    if (!is_table(value)) width = std::max(width, name.size());
  for (const auto& [name, value] : answer.figures.items())
    if (!is_table(value)) fmt::print("  {:<{}}  {}\n", spaced(name), width, shown(value));
  for (const auto& [name, value] : answer.figures.items())
    if (is_table(value)) print_table(value);
}

int print_topics(const Common& common) {
  ordered_json document = ordered_json::array();
  for (const Topic* topic : all_topics()) {
    document.push_back(
        {{"name", topic->name}, {"summary", topic->summary}, {"paper", topic->paper}, {"example", topic->example}});
    if (!common.json) fmt::print("{}    {}\n", wrap(fmt::format("{}: {}", topic->name, topic->summary), 2), topic->example);
  }
  if (common.json) fmt::print("{}\n", json_text(document));
  return 0;
}

int run(const OptionSet& app, const Options& options, const Common& common) {
  if (options.name.empty()) return print_topics(common);
  const Topic& topic = find_topic(options.name);
  const Answer answer = topic.work_out(given_to(topic, app, options));
  if (common.json) {
    const ordered_json document{
        {"topic", topic.name}, {"paper", topic.paper}, {"text", answer.sentence}, {"figures", answer.figures}};
    fmt::print("{}\n", json_text(document));
  } else {
    print_answer(answer);
  }
  return 0;
}

std::function<int()> declare(OptionSet& app, const Common& common) {
  const auto options = std::make_shared<Options>();
  app.add_option("NAME", options->name, "the topic (default: list them)").type_name("");
  for (const Topic* topic : all_topics())
    for (const TopicOption& option : topic->params) {
      const auto [place, fresh] = options->values.try_emplace(std::string(option.name));
      if (!fresh) continue;
      app.add_option("--" + place->first, place->second, std::string(option.help)).type_name(std::string(option.value));
    }
  return [options, app, &common] { return run(app, *options, common); };
}

}  // namespace

extern const Command theory_command;
const Command theory_command = {.name = "theory",
                                .summary = "work out proved properties of masks: errors, dimensions, probabilities",
                                .examples =
                                    "  guise theory\n"
                                    "  guise theory jl --records 100 --eps 0.5\n"
                                    "  guise theory inner --x 1,-2,0.5,3 --y 2,1,-1,0.5 --k 5 --law sign\n"
                                    "  guise theory secure --matrix r.csv\n"
                                    "  guise theory breach --known mine.csv --targets all.csv --eps 0.1\n"
                                    "  guise theory distort --x 1,-0.5,0.3 --y 0.6,0.2,-0.9 --hidden 100 --out 50",
                                .declare = declare};

}  // namespace guise::cli
