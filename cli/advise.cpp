// SPDX-License-Identifier: Apache-2.0
// guise advise — which mask loses least of what a table is good for within limits on what leaks.
#include "jobs/advise.h"

#include <fmt/format.h>

#include "base/text.h"
#include "cli/input_words.h"
#include "cli/progress_bar.h"
#include "cli/report_notice.h"
#include "cli/request_file.h"
#include "cli/shell.h"
#include "cli/spelling.h"

namespace guise::cli {
namespace {

constexpr int kNothingQualifies = 3;  // exit code, as of an audit over its limit

int show(const jobs::AdviseRequest& request, const Common& common) {
  const jobs::AdviseResult result = jobs::run(request, common.work());
  const audit::Advice& advice = result.advice;
  finish_progress();
  if (common.json) {
    fmt::print("{}\n", common.text_of(jobs::to_json(result, common.detail)));
  } else {
    fmt::print("{}", printable_lines(spelled(audit::advice_text(advice))));
    if (advice.choice)
      fmt::print("\n{}", command_line("", mask_words(request.in.keeping(request.label), advice.points[*advice.choice].mask)));
    if (!request.out.empty()) fmt::print("{}", report_notice(request.out));
  }
  return advice.choice ? 0 : kNothingQualifies;
}

std::function<int()> declare(OptionSet& app, const Common& common) {
  const auto request = std::make_shared<jobs::AdviseRequest>();
  const jobs::Fields fields = jobs::fields(*request);
  declare_input(app, fields);
  app.add_field("--limit", fields, "limits").take_all().type_name("FIGURE<=VALUE");
  app.add_field("--attackers", fields).delimiter(',').type_name("LIST");
  app.add_field("--for", fields).delimiter(',').type_name("LIST");
  app.add_field("--label", fields).type_name("COLUMN");
  app.add_field("--before", fields).type_name("SPEC");
  app.add_field("--seconds", fields).type_name("N");
  app.add_field("--keys", fields).type_name("N");
  app.add_field("--seed", fields).type_name("N");
  app.add_field("-o,--out", fields).type_name("DIR");
  return [request, &common] { return perform(*request, common, show); };
}

}  // namespace

extern const Command advise_command;
const Command advise_command = {
    .name = "advise",
    .summary = {},  // the job's
    .examples =
        "  guise advise patients.csv --limit \"gets<=0.3\"\n"
        "  guise advise patients.csv --limit \"within0.1:income<=0.2\" \\\n      --limit \"linked<=0.05\" --for "
        "correlation,neighbours -o report\n"
        "  guise advise patients.csv --columns age,income --limit \"epsilon<=8\" \\\n      --before "
        "\"standardize(center=[45,3000],scale=[20,2000]) | clip(radius=2)\"",
    .declare = declare,
    .repeat = repeat<jobs::AdviseRequest, show>};

}  // namespace guise::cli
