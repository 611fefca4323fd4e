// SPDX-License-Identifier: Apache-2.0
// guise audit — mask a table in several ways, attack every release, and say what leaks.
#include "audit/audit.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "audit/limits.h"
#include "base/error.h"
#include "cli/command.h"
#include "cli/progress_bar.h"
#include "table/atomic_file.h"

namespace guise::cli {
namespace {

constexpr int kOverLimit = 3;  // exit code

struct Options {
  InputOptions in;
  std::vector<std::string> masks, attackers, limits;
  int keys = 5;
  std::string out, label;
  bool no_utility = false;
};

/// Red for what must not be published, yellow for leaks, green for what resists; on a terminal only.
std::string coloured(std::string text) {
  if (!isatty(STDOUT_FILENO)) return text;
  const std::pair<std::string_view, std::string_view> colours[] = {
      {"DO NOT PUBLISH", "31"}, {"LEAKS", "33"}, {"RESISTS", "32"}, {"NOT ASSESSED", "33"}};
  for (const auto& [word, colour] : colours) {
    const std::string painted = fmt::format("\033[1;{}m{}\033[0m", colour, word);
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += painted.size())
      text.replace(at, word.size(), painted);
  }
  return text;
}

/// Everybody there is, but for those a table of one column has no use for.
std::vector<std::string> everybody(std::size_t columns) {
  std::vector<std::string> names;
  for (const audit::AttackerKind& kind : audit::all_attackers())
    if (columns > 1 || !kind.has(attacks::Fact::columns)) names.emplace_back(kind.name);
  return names;
}

audit::Request request_of(const Options& options, const table::Table& in, const Common& common) {
  audit::Request request;
  for (const std::string& spec : options.masks) request.masks.push_back(masks::Mask::parse(spec));
  request.keys = options.keys;
  request.selection = options.in.keeping(options.label).select(in, common);
  request.kept = std::exchange(request.selection.kept, {});  // they go out as they are: nothing to guess, but to link by
  request.attackers = options.attackers.empty() ? everybody(request.selection.attributes.size()) : options.attackers;
  request.utility = !options.no_utility;
  request.label = options.label;
  request.work = common.work();
  return request;
}

/// Below the verdict, when there are limits.
std::string limits_section(const std::vector<audit::Checked>& checked) {
  return checked.empty() ? "" : "\n" + audit::limits_text(checked);
}

int run(const Options& options, const Common& common) {
  const table::Table in = options.in.open();
  const audit::Request request = request_of(options, in, common);
  if (!options.out.empty())
    require(!std::filesystem::exists(options.out) || std::filesystem::is_directory(options.out),
            "-o {} is a file; name a folder for the report", options.out);
  std::vector<audit::Limit> limits;
  for (const std::string& text : options.limits) limits.push_back(audit::parse_limit(text, request.selection.attributes));
  const audit::Result result = audit::audit(in, request);
  const std::vector<audit::Checked> checked = audit::check(limits, result);
  finish_progress();
  nlohmann::json document = audit::to_json(result);
  if (!limits.empty()) document["limits"] = audit::limits_json(checked);
  if (!options.out.empty()) {
    std::filesystem::create_directories(options.out);
    table::write_file(std::filesystem::path(options.out) / "audit.json", document.dump(2) + "\n");
  }
  if (common.json) {
    fmt::print("{}\n", document.dump(2));
  } else {
    fmt::print("{}{}", coloured(audit::verdict(result)), limits_section(checked));
    if (!options.out.empty()) fmt::print("All figures: {}\n", (std::filesystem::path(options.out) / "audit.json").string());
  }
  return audit::any_exceeded(checked) ? kOverLimit : 0;
}

std::function<int()> declare(OptionSet& app, const Common& common) {
  const auto options = std::make_shared<Options>();
  options->in.declare(app, true);
  app.add_option("--mask", options->masks, "a mask to try; repeat it to compare several (guise list masks)")
      .required()
      .take_all()
      .type_name("SPEC");
  app.add_option(
         "--attackers", options->attackers,
         "who attacks: outsider, attributes[=a+b], population[=N], pairs[=N], records[=N], anchors[=N], repeat, insider, "
         "thief (default: all; guise list attackers)")
      .delimiter(',')
      .type_name("LIST");
  app.add_option("--keys", options->keys, "draw every mask with this many keys (default 5)").between(1, 1000).type_name("N");
  app.add_option("--fail-above", options->limits,
                 "exit with 3 when an attacker gets more, such as within0.1=0.2, gets:income=0.3, linked=0.05 or epsilon=3; "
                 "the upper end of the 95 % interval counts, the thief does not")
      .take_all()
      .type_name("FIGURE=VALUE");
  app.add_option("--label", options->label,
                 "kept column that classification is tried on, or regression where it is a number (implies --keep)")
      .type_name("COLUMN");
  app.add_flag("--no-utility", options->no_utility, "do not measure what stays useful");
  app.add_option("-o,--out", options->out, "write audit.json into this folder").type_name("DIR");
  return [options, &common] { return run(*options, common); };
}

}  // namespace

extern const Command audit_command;
const Command audit_command = {
    .name = "audit",
    .summary = "mask a table, attack the release with everything known, and say what leaks",
    .examples =
        "  guise audit patients.csv --mask \"noise(snr=2)\"\n"
        "  guise audit patients.csv --mask \"noise(sd=5)\" --mask \"rotate\" -o report\n"
        "  guise audit patients.parquet --mask \"round(width=10)\" --json \\\n      --attackers outsider,attributes=age+sex",
    .declare = declare};

}  // namespace guise::cli
