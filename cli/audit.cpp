// SPDX-License-Identifier: Apache-2.0
// guise audit — mask a table in several ways, attack every release, and say what leaks.
#include "audit/audit.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "audit/limits.h"
#include "audit/overlap.h"
#include "base/error.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/given_release.h"
#include "cli/plan.h"
#include "cli/progress_bar.h"
#include "cli/provenance.h"
#include "cli/report_folder.h"
#include "table/atomic_file.h"
#include "table/csv_field.h"

namespace guise::cli {
namespace {

constexpr int kOverLimit = 3;      // exit code
constexpr int kMostExposed = 100;  // records that --exposed names for each attacker and mask

struct Options {
  InputOptions in;
  GivenOptions given;
  std::vector<std::string> masks, attackers, attacks, limits;
  int keys = 5;
  std::string effort = "normal";
  double time_limit = 0;
  std::string out, label, plan, save_plan, exposed;
  bool brief = false, no_utility = false, show_records = false, trust_plan = false;
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

/// Everybody there is, but for those a table of one column has no use for, and for a given release who would need its key.
/// Where no mask has secrets of the key, two releases tell the same whoever has them: attacker `repeat`.
std::vector<std::string> everybody(const audit::Request& request) {
  const bool secrets = std::any_of(request.masks.begin(), request.masks.end(), audit::shares_draws);
  const auto is_repeat = [](const audit::AttackerKind& kind) { return kind.second() && !kind.has(attacks::Fact::matrix); };
  std::vector<std::string> names;
  for (const audit::AttackerKind& kind : audit::all_attackers())
    if ((request.selection.attributes.size() > 1 || !kind.has(attacks::Fact::columns)) &&
        (!request.given || kind.needs_no_key()) && (secrets || !kind.has(attacks::Fact::repeat) || is_repeat(kind)))
      names.emplace_back(kind.name);
  return names;
}

/// What is to be read, and what to do with it.
struct Job {
  table::Table table;
  audit::Request request;
  std::vector<std::string> notes = {};
};

Job job_of(const Options& options, const Common& common) {
  audit::Request request;
  request.keys = options.given.file.empty() ? options.keys : 1;
  request.details = !options.brief;
  if (!options.exposed.empty()) request.exposed = kMostExposed;
  request.show_records = options.show_records;
  request.utility = !options.no_utility && !options.brief;
  request.label = options.label;
  request.attacks = options.attacks;
  request.effort = audit::parse_effort(options.effort);
  require(options.time_limit >= 0, "--time-limit takes a number of seconds, got {}", options.time_limit);
  if (options.time_limit > 0) request.seconds = options.time_limit;
  request.work = common.work();
  const auto finish = [&](table::Table table, table::Selection selection) {
    request.selection = std::move(selection);
    request.kept = std::exchange(request.selection.kept, {});  // they go out as they are: nothing to guess, but to link by
    request.attackers = options.attackers.empty() ? everybody(request) : options.attackers;
    return Job{std::move(table), std::move(request)};
  };
  if (options.given.file.empty()) {
    require(!options.masks.empty(),
            "no mask: name one by --mask or in a plan, or a release that is there by --released (guise audit --help)");
    for (const std::string& spec : options.masks) request.masks.push_back(masks::Mask::parse(spec));
    table::Table in = options.in.open();
    table::Selection selection = options.in.keeping(options.label).select(in, common);
    return finish(std::move(in), std::move(selection));
  }
  BesideOriginals beside = open_given(options.given, options.in.keeping(options.label), options.masks, common);
  request.given = std::move(beside.given);
  if (request.given->put_back) request.label.clear();  // no column stays in clear then
  Job job = finish(std::move(beside.both), std::move(beside.selection));
  job.notes = std::move(beside.notes);
  return job;
}

/// A line for each of the most exposed records under the worst attack of each attacker on each mask.
std::string exposed_csv(const audit::Result& result) {
  std::string out = "mask,attacker,attack,record,gain,error\n";
  for (const audit::MaskResult& mask : result.masks)
    for (const audit::AttackerResult& attacker : mask.attackers) {
      if (!attacker.look) continue;
      for (const audit::Exposed& each : attacker.look->exposed) {
        for (const std::string& field : {mask.mask, attacker.attacker.text(), attacker.look->attack}) {
          table::append_field(out, field, ',');
          out += ',';
        }
        out += fmt::format("{},{:.6g},{:.6g}\n", each.record, each.gain, each.error);
      }
    }
  return out;
}

/// Below the verdict, when there are limits.
std::string limits_section(const std::vector<audit::Checked>& checked) {
  return checked.empty() ? "" : "\n" + audit::limits_text(checked);
}

/// Before anything is written.
void require_apart(const Options& options) {
  FilesInUse files;
  options.in.tell(files);
  files.reads_release(options.given.file);
  files.reads(options.plan);
  tell_report(options.out, files);
  files.writes("--exposed", options.exposed);
  files.writes("--save-plan", options.save_plan);
}

int run(const Options& options, const Common& common) {
  if (!options.out.empty()) check_report_folder(options.out);
  require(options.exposed.empty() || !options.brief, "--exposed looks at records one by one, which --brief leaves out");
  require(!options.show_records || !options.brief, "--show-records is about closer looks, which --brief leaves out");
  const Stopwatch watch;
  const Job job = job_of(options, common);
  std::vector<audit::Limit> limits;
  for (const std::string& text : options.limits) limits.push_back(audit::parse_limit(text, job.request.selection.attributes));
  audit::Result result = audit::audit(job.table, job.request);
  const std::vector<audit::Checked> checked = audit::check(limits, result);
  result.warnings.insert(result.warnings.end(), job.notes.begin(), job.notes.end());
  if (common.json || !options.out.empty()) result.provenance = provenance_of(common, options.in, options.given.file, watch);
  finish_progress();
  nlohmann::json document = audit::to_json(result);
  if (!limits.empty()) document["limits"] = audit::limits_json(checked);
  if (!options.out.empty()) write_report(options.out, document);
  if (!options.exposed.empty()) table::write_file(options.exposed, exposed_csv(result), table::kPrivate);
  if (common.json) {
    fmt::print("{}\n", document.dump(2));
  } else {
    fmt::print("{}{}", coloured(printable_lines(audit::verdict(result))), printable_lines(limits_section(checked)));
    if (!options.out.empty()) fmt::print("{}", report_notice(options.out));
  }
  return audit::any_exceeded(checked) ? kOverLimit : 0;
}

std::function<int()> declare(OptionSet& app, const Common& common) {
  const auto options = std::make_shared<Options>();
  options->in.declare(app, true);
  app.add_option("--mask", options->masks, "a mask to try; repeat it to compare several (guise list masks)")
      .take_all()
      .type_name("SPEC");
  app.add_option("--attackers", options->attackers,
                 "who attacks: outsider, attributes[=a+b], population[=N], pairs[=N], records[=N], anchors[=N], register, "
                 "repeat, insider, "
                 "thief (default: all; guise list attackers)")
      .delimiter(',')
      .type_name("LIST");
  app.add_option("--attacks", options->attacks, "only these attacks, by name (default: all; guise list attacks)")
      .delimiter(',')
      .type_name("LIST");
  app.add_option("--keys", options->keys, "draw every mask with this many keys (default 5)").between(1, 1000).type_name("N");
  app.add_option("--effort", options->effort,
                 "quick leaves out attacks that take more than a second or two and break-points, full leaves out nothing; "
                 "the report names what was left out (default: normal, attacks of up to a minute)")
      .type_name("quick|normal|full");
  app.add_option("--time-limit", options->time_limit,
                 "end with what is there after so many seconds: the audit is then marked partial and never says RESISTS")
      .type_name("SECONDS");
  options->given.declare(app);
  app.add_flag("--brief", options->brief,
               "the verdict only: no closer looks at the worst attacks, no break-points, no utility");
  app.add_option("--fail-above", options->limits,
                 "exit with 3 when an attacker gets more, such as within0.1=0.2, gets:income=0.3, linked=0.05 or epsilon=3; "
                 "the upper end of the 95 % interval counts, the thief does not")
      .take_all()
      .type_name("FIGURE=VALUE");
  app.add_option("--exposed", options->exposed,
                 "write the numbers of the 100 most exposed records per mask and attacker (CSV; a further pass)")
      .type_name("FILE");
  app.add_flag("--show-records", options->show_records,
               "put truth and guess of up to 300 sampled records into the report: real values, not for everybody's eyes");
  app.add_option("--label", options->label,
                 "kept column that classification is tried on, or regression where it is a number (implies --keep)")
      .type_name("COLUMN");
  app.add_flag("--no-utility", options->no_utility, "do not measure what stays useful");
  app.add_option("-o,--out", options->out, "write report.html and audit.json into this folder").type_name("DIR");
  app.add_option("--plan", options->plan, "read options from this file, YAML or JSON; those given here come first")
      .type_name("FILE");
  app.add_flag("--trust-plan", options->trust_plan, "let a query of the plan read files outside of the plan's folder");
  app.add_option("--save-plan", options->save_plan, "write the options as a plan, to run the same audit again")
      .type_name("FILE");
  return [options, &common, set = app]() mutable {
    if (!options->plan.empty()) {
      const bool typed = !options->in.sql.empty();
      read_plan(options->plan, set);
      if (!typed && !options->in.sql.empty()) options->in.take_query_of(options->plan, options->trust_plan);
    }
    require_apart(*options);
    if (!options->save_plan.empty()) table::write_file(options->save_plan, plan_text(set));
    return run(*options, common);
  };
}

}  // namespace

extern const Command audit_command;
const Command audit_command = {
    .name = "audit",
    .summary = "mask a table, attack the release with everything known, and say what leaks",
    .examples =
        "  guise audit patients.csv --mask \"noise(snr=2)\"\n"
        "  guise audit patients.csv --mask \"noise(sd=5)\" --mask \"rotate\" -o report\n"
        "  guise audit patients.csv --released bought.csv    # somebody else's mask\n"
        "  guise audit patients.parquet --mask \"round(width=10)\" --json \\\n      --attackers outsider,attributes=age+sex\n"
        "  guise audit --plan audit.yaml --keys 20",
    .declare = declare};

}  // namespace guise::cli
