// SPDX-License-Identifier: Apache-2.0
// guise list — what there is: masks, attacks, measures, tasks of mining, attackers, topics of theory, with their parameters.
#include <fmt/format.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "attacks/attack.h"
#include "audit/attacker.h"
#include "base/error.h"
#include "base/json_text.h"
#include "base/names.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/topic.h"
#include "masks/preset.h"
#include "masks/step.h"
#include "measures/measure.h"
#include "mining/task.h"

namespace guise::cli {
namespace {

using nlohmann::json;

struct Options {
  std::string what;
};

/// One listed thing, whatever its registry.
struct Entry {
  std::string name, summary, paper, alias;
  std::vector<std::string> needs, params;
  std::optional<std::vector<std::string>> mixed =
      {};  ///< what it needs before rotated or projected releases; none: no use there
};

std::vector<std::string> names_of(std::span<const attacks::Fact> facts) {
  std::vector<std::string> names;
  for (const attacks::Fact fact : facts) names.emplace_back(attacks::fact_name(fact));
  return names;
}

std::vector<Entry> masks_list() {
  std::vector<Entry> out;
  for (const auto* step : masks::all_steps())
    out.push_back(
        {std::string(step->name), std::string(step->summary), std::string(step->paper), "", {}, describe(step->params), {}});
  return out;
}

std::vector<Entry> presets_list() {
  std::vector<Entry> out;
  for (const auto* preset : masks::all_presets())
    out.push_back({std::string(preset->name),
                   std::string(preset->summary),
                   std::string(preset->source),
                   "",
                   {},
                   describe(preset->params),
                   {}});
  return out;
}

std::vector<Entry> attacks_list() {
  std::vector<Entry> out;
  for (const auto* attack : attacks::all_attacks()) {
    Entry entry{std::string(attack->name),
                std::string(attack->summary),
                std::string(attack->paper),
                std::string(attack->alias),
                {},
                describe(attack->params),
                {}};
    entry.needs = names_of(attack->needs);
    if (attack->reads_mixtures) entry.mixed = names_of(attack->needs_mixed);
    out.push_back(std::move(entry));
  }
  return out;
}

std::vector<Entry> measures_list() {
  std::vector<Entry> out;
  for (const auto* measure : measures::all_measures())
    out.push_back({std::string(measure->name), std::string(measure->summary), std::string(measure->paper), "", {}, {}, {}});
  return out;
}

std::vector<Entry> tasks_list() {
  std::vector<Entry> out;
  for (const auto* task : mining::all_tasks())
    out.push_back(
        {std::string(task->name), std::string(task->summary), std::string(task->paper), "", {}, describe(task->params), {}});
  return out;
}

std::vector<Entry> attackers_list() {
  std::vector<Entry> out;
  for (const auto& kind : audit::all_attackers())
    out.push_back({std::string(kind.name), std::string(kind.summary), "", "", {}, {}, {}});
  return out;
}

std::vector<Entry> theory_list() {
  std::vector<Entry> out;
  for (const Topic* topic : all_topics())
    out.push_back({std::string(topic->name),
                   std::string(topic->summary),
                   std::string(topic->paper),
                   "",
                   {},
                   describe(topic->params),
                   {}});
  return out;
}

constexpr std::pair<std::string_view, std::vector<Entry> (*)()> kLists[] = {
    {"masks", masks_list}, {"presets", presets_list},     {"attacks", attacks_list}, {"measures", measures_list},
    {"tasks", tasks_list}, {"attackers", attackers_list}, {"theory", theory_list}};

constexpr std::size_t kText = 19;  // where the text beside the names begins

void print_entry(const Entry& entry) {
  const auto line = [](const std::string& text, std::size_t more = 0) {
    fmt::print("{}", wrap(text, kText + 2 + more, kText + more));
  };
  const std::string summary = entry.alias.empty() ? entry.summary : fmt::format("{} ({})", entry.summary, entry.alias);
  fmt::print("{}", wrap(fmt::format("{:<16} {}", entry.name, summary), kText + 2, 2));
  if (!entry.paper.empty()) line(entry.paper);
  if (!entry.needs.empty()) line("needs " + enumerate(entry.needs));
  if (entry.mixed && *entry.mixed != entry.needs) line("rotated or projected: needs " + enumerate(*entry.mixed));
  for (const std::string& param : entry.params) line(param, 2);
}

json entry_json(const Entry& entry) {
  json out{{"name", entry.name},   {"summary", entry.summary}, {"paper", entry.paper},
           {"alias", entry.alias}, {"needs", entry.needs},     {"parameters", entry.params}};
  if (entry.mixed) out["needs_mixed"] = *entry.mixed;
  return out;
}

int run(const Options& options, const Common& common) {
  std::vector<std::string_view> names;
  for (const auto& [name, _] : kLists) names.push_back(name);
  require(options.what.empty() || std::find(names.begin(), names.end(), options.what) != names.end(),
          "there is no list of '{}'{} (there are {})", options.what, did_you_mean(options.what, names), enumerate(names));
  json document = json::object();
  for (const auto& [name, make] : kLists) {
    if (!options.what.empty() && options.what != name) continue;
    const auto entries = make();
    if (!common.json) fmt::print("{}{}\n", document.empty() ? "" : "\n", name);
    for (const Entry& entry : entries) {
      if (!common.json) print_entry(entry);
      document[std::string(name)].push_back(entry_json(entry));
    }
  }
  if (common.json) fmt::print("{}\n", json_text(document));
  return 0;
}

std::function<int()> declare(OptionSet& app, const Common& common) {
  const auto options = std::make_shared<Options>();
  app.add_option("WHAT", options->what, "masks, presets, attacks, measures, tasks, attackers or theory (default: all)")
      .type_name("");
  return [options, &common] { return run(*options, common); };
}

}  // namespace

extern const Command list_command;
const Command list_command = {.name = "list",
                              .summary =
                                  "list masks, presets of published schemes, attacks, measures, tasks, attackers and topics of "
                                  "theory with their parameters",
                              .examples = "  guise list\n  guise list attacks",
                              .declare = declare};

}  // namespace guise::cli
