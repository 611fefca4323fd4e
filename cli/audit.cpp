// SPDX-License-Identifier: Apache-2.0
// guise audit — mask a table in several ways, attack every release, and say what leaks.
#include "jobs/audit.h"

#include <fmt/format.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/input_words.h"
#include "cli/plan.h"
#include "cli/progress_bar.h"
#include "cli/report_notice.h"
#include "cli/request_file.h"
#include "cli/spelling.h"
#include "cli/stopping.h"
#include "table/atomic_file.h"

namespace guise::cli {
namespace {

constexpr int kOverLimit = 3;  // exit code

/// Red for what must not be published, yellow for leaks, green for what resists; on a terminal only.
std::string coloured(std::string text) {
  if (!isatty(STDOUT_FILENO)) return text;
  const std::pair<std::string_view, std::string_view> colours[] = {{"DO NOT PUBLISH", "31"}, {"LEAKS", "33"},
                                                                   {"RESISTS", "32"},        {"NOT ASSESSED", "33"},
                                                                   {"UNDECIDED", "33"},      {"TOO FEW RECORDS", "33"}};
  for (const auto& [word, colour] : colours) {
    const std::string painted = fmt::format("\033[1;{}m{}\033[0m", colour, word);
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += painted.size())
      text.replace(at, word.size(), painted);
  }
  return text;
}

/// Below the verdict, when there are limits.
std::string limits_section(const std::vector<audit::Checked>& checked) {
  return checked.empty() ? "" : "\n" + audit::limits_text(checked);
}

int show(const jobs::AuditRequest& request, const Common& common) {
  jobs::Work work = common.work();
  work.stop = stop_softly();
  const jobs::AuditResult result = jobs::run(request, work);
  finish_progress();
  if (common.json) {
    fmt::print("{}\n", common.text_of(jobs::to_json(result, common.detail)));
  } else {
    fmt::print("{}{}", coloured(printable_lines(spelled(audit::verdict(result.found)))),
               printable_lines(spelled(limits_section(result.checked))));
    if (!request.out.empty()) fmt::print("{}", report_notice(request.out));
  }
  return audit::any_exceeded(result.checked) ? kOverLimit : 0;
}

/// The command's own options, which are no part of the request.
struct Plan {
  std::string read, save;
  bool trust = false;
};

void take_plan(const Plan& plan, jobs::AuditRequest& request, OptionSet& set) {
  if (!plan.read.empty()) {
    const bool typed = asks_elsewhere(request.in);
    read_plan(plan.read, set);
    if (!typed && asks_elsewhere(request.in)) take_query(request.in, plan.read, plan.trust, "trust_plan");
  }
  jobs::FilesInUse files = jobs::files_of(request);
  files.reads(plan.read);
  files.writes("--save-plan", plan.save);
  if (!plan.save.empty()) table::write_file(plan.save, plan_text(set));
}

std::function<int()> declare(OptionSet& app, const Common& common) {
  const auto request = std::make_shared<jobs::AuditRequest>();
  const auto plan = std::make_shared<Plan>();
  const jobs::Fields fields = jobs::fields(*request);
  declare_input(app, fields);
  app.add_field("--mask", fields, "masks").take_all().type_name("SPEC");
  app.add_field("--attackers", fields).delimiter(',').type_name("LIST");
  app.add_field("--attacks", fields).delimiter(',').type_name("LIST");
  app.add_field("--keys", fields).type_name("N");
  app.add_field("--released", fields).type_name("FILE");
  app.add_field("--by", fields).type_name("ID");
  app.add_field("--no-card", fields);
  app.add_field("--effort", fields).type_name("quick|normal|full");
  app.add_field("--time-limit", fields).type_name("SECONDS");
  app.add_field("--shuffle", fields);
  app.add_field("--brief", fields);
  app.add_field("--threshold", fields, "thresholds").take_all().type_name("NAME=VALUE");
  app.add_field("--fail-above", fields).take_all().type_name("FIGURE=VALUE");
  app.add_field("--exposed", fields).type_name("FILE");
  app.add_field("--show-records", fields);
  app.add_field("--label", fields).type_name("COLUMN");
  app.add_field("--no-utility", fields);
  app.add_field("--seed", fields).type_name("N");
  app.add_field("-o,--out", fields).type_name("DIR");
  app.add_field("--report-format", fields).type_name("junit|sarif");
  app.add_field("--report-file", fields).type_name("FILE");
  app.add_option("--plan", plan->read, "read options from this file, YAML or JSON; those given here come first")
      .type_name("FILE");
  app.add_flag("--trust-plan", plan->trust, "let a query of the plan read files outside of the plan's folder");
  app.add_option("--save-plan", plan->save, "write the options as a plan, to run the same audit again").type_name("FILE");
  return [request, plan, &common, set = app]() mutable {
    take_plan(*plan, *request, set);
    return perform(*request, common, show);
  };
}

}  // namespace

extern const Command audit_command;
const Command audit_command = {
    .name = "audit",
    .summary = {},  // the job's
    .examples =
        "  guise audit patients.csv                           # six common masks\n"
        "  guise audit patients.csv --mask \"noise(snr=2)\"\n"
        "  guise audit patients.csv --mask \"noise(sd=5)\" --mask \"rotate\" -o report\n"
        "  guise audit patients.csv --released bought.csv    # masked elsewhere\n"
        "  guise audit patients.parquet --mask \"round(width=10)\" --json \\\n      --attackers outsider,attributes=age+sex\n"
        "  guise audit --plan audit.yaml --keys 20\n"
        "  guise audit patients.csv --mask \"noise(snr=1)\" --fail-above gets=0.3 \\\n      --report-format junit "
        "--report-file audit.xml",
    .declare = declare,
    .repeat = repeat<jobs::AuditRequest, show>};

}  // namespace guise::cli
