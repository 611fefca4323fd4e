// SPDX-License-Identifier: Apache-2.0
// guise advise — which mask loses least of what a table is good for within limits on what leaks.
#include "audit/advise.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/json_output.h"
#include "cli/progress_bar.h"
#include "cli/provenance.h"
#include "cli/report_folder.h"
#include "cli/shell.h"

namespace guise::cli {
namespace {

constexpr int kNothingQualifies = 3;  // exit code, as of an audit over its limit

struct Options {
  InputOptions in;
  std::vector<std::string> limits, attackers, purposes;
  std::string before, label, out;
  double seconds = 60;
  int keys = 5;
  std::int64_t seed = -1;
};

/// Everybody but the thief, who gets everything by right, who has the next release, which takes as long as all attacks of an
/// outsider, and those a table of one column has no use for.
std::vector<std::string> everybody(std::size_t columns) {
  std::vector<std::string> names;
  for (const audit::AttackerKind& kind : audit::all_attackers())
    if (!kind.has(attacks::Fact::key) && !kind.same_key && (columns > 1 || !kind.has(attacks::Fact::columns)))
      names.emplace_back(kind.name);
  return names;
}

audit::AdviceRequest request_of(const Options& options, const table::Table& in, const Common& common) {
  audit::AdviceRequest request;
  request.selection = options.in.keeping(options.label).select(in, common);
  request.kept = std::exchange(request.selection.kept, {});
  const std::vector<std::string>& columns = request.selection.attributes;
  for (const std::string& text : options.limits) request.limits.push_back(audit::parse_limit(text, columns));
  request.attackers = options.attackers.empty() ? everybody(columns.size()) : options.attackers;
  for (const std::string& attacker : request.attackers)
    require(!audit::parse_attacker(attacker, columns).kind->has(attacks::Fact::key),
            "attacker '{}' has the whole key and gets everything under every mask; leave it out", attacker);
  request.purposes = options.purposes;
  request.label = options.label;
  if (!options.before.empty()) request.before = masks::Mask::parse(options.before).text();
  request.seconds = options.seconds;
  request.keys = options.keys;
  request.work = common.work();
  if (options.seed >= 0) request.rng = random::Rng::from_seed(static_cast<std::uint64_t>(options.seed));
  return request;
}

/// The mask that is advised, to be pasted.
std::vector<std::string> mask_words(const Options& options, const audit::Advice& advice) {
  if (!advice.choice) return {};
  std::vector<std::string> words{"guise", "mask"};
  for (std::string& word : options.in.keeping(options.label).words()) words.push_back(std::move(word));
  words.insert(words.end(), {"-o", "OUT", "--mask", '"' + advice.points[*advice.choice].mask + '"'});
  if (options.in.path == "-") words.emplace_back("< TABLE");
  return words;
}

int run(const Options& options, const Common& common) {
  if (!options.out.empty()) check_report_folder(options.out);
  FilesInUse files;
  options.in.tell(files);
  tell_report(options.out, files);
  const Stopwatch watch;
  const table::Table in = options.in.open();
  const audit::AdviceRequest request = request_of(options, in, common);
  audit::Advice advice = audit::advise(in, request);
  if (common.json || !options.out.empty()) advice.audit.provenance = provenance_of(common, options.in, "", watch);
  finish_progress();
  const std::vector<std::string> words = mask_words(options, advice);
  nlohmann::json document = audit::to_json(advice.audit);
  document["limits"] = audit::limits_json(audit::check(request.limits, advice.audit));
  document["frontier"] = audit::frontier_json(advice, fmt::format("{}", fmt::join(words, " ")));
  if (!options.out.empty()) write_report(options.out, document);
  if (common.json) {
    fmt::print("{}\n", json_text(document));
  } else {
    fmt::print("{}", printable_lines(audit::advice_text(advice)));
    if (!words.empty()) fmt::print("\n{}", command_line("", words));
    if (!options.out.empty()) fmt::print("{}", report_notice(options.out));
  }
  return advice.choice ? 0 : kNothingQualifies;
}

std::function<int()> declare(OptionSet& app, const Common& common) {
  const auto options = std::make_shared<Options>();
  options->in.declare(app, true);
  app.add_option("--limit", options->limits,
                 "what no attacker may exceed, such as gets<=0.3, within0.1:income<=0.2, linked<=0.05 or epsilon<=3; repeat "
                 "it for several (default: none, the knee of the frontier)")
      .take_all()
      .type_name("FIGURE<=VALUE");
  app.add_option("--attackers", options->attackers, "who attacks (default: all but the thief; guise list attackers)")
      .delimiter(',')
      .type_name("LIST");
  app.add_option("--for", options->purposes,
                 "what the release is for: figures of utility that count, such as correlation,neighbours (default: all)")
      .delimiter(',')
      .type_name("LIST");
  app.add_option("--label", options->label, "kept column that is to be told from the release (implies --keep)")
      .type_name("COLUMN");
  app.add_option("--before", options->before,
                 "steps in front of every mask tried; for epsilon a clip with public numbers, such as "
                 "\"standardize(center=45,scale=20) | clip(radius=2)\"")
      .type_name("SPEC");
  app.add_option("--seconds", options->seconds, "time to search; confirming comes on top (default 60)")
      .between(0.1, 1e6)
      .type_name("N");
  app.add_option("--keys", options->keys, "confirm with this many fresh keys (default 5)").between(1, 1000).type_name("N");
  app.add_option("--seed", options->seed, "repeat a search: the same seed and time enough give the same advice")
      .not_negative()
      .type_name("N");
  app.add_option("-o,--out", options->out, "write report.html and audit.json with the frontier into this folder")
      .type_name("DIR");
  return [options, &common] { return run(*options, common); };
}

}  // namespace

extern const Command advise_command;
const Command advise_command = {
    .name = "advise",
    .summary = "find the mask that loses least of what a table is good for within limits on what leaks",
    .examples =
        "  guise advise patients.csv --limit \"gets<=0.3\"\n"
        "  guise advise patients.csv --limit \"within0.1:income<=0.2\" \\\n      --limit \"linked<=0.05\" --for "
        "correlation,neighbours -o report\n"
        "  guise advise patients.csv --columns age,income --limit \"epsilon<=8\" \\\n      --before "
        "\"standardize(center=[45,3000],scale=[20,2000]) | clip(radius=2)\"",
    .declare = declare};

}  // namespace guise::cli
