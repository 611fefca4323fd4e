// SPDX-License-Identifier: Apache-2.0
#include "jobs/junit.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/xml_text.h"
#include "jobs/risk_cases.h"

namespace guise::jobs {
namespace {

using nlohmann::json;

std::string case_text(const RiskCase& each, const std::string& mask) {
  std::string out = fmt::format("    <testcase classname=\"{}\" name=\"{}\">", xml_text(mask), xml_text(each.name));
  const std::string says = xml_text(each.says);
  if (each.outcome == CaseOutcome::failed) out += fmt::format("<failure message=\"{}\"/>", says);
  if (each.outcome == CaseOutcome::open) out += fmt::format("<skipped message=\"{}\"/>", says);
  if (each.outcome == CaseOutcome::passed) out += fmt::format("<system-out>{}</system-out>", says);
  return out + "</testcase>\n";
}

std::size_t count(const std::vector<RiskCase>& cases, CaseOutcome outcome) {
  return static_cast<std::size_t>(
      std::count_if(cases.begin(), cases.end(), [&](const RiskCase& each) { return each.outcome == outcome; }));
}

}  // namespace

std::string junit_text(const json& document) {
  std::string suites;
  std::size_t tests = 0, failures = 0, skipped = 0;
  for (std::size_t m = 0; m < document["masks"].size(); ++m) {
    const std::string mask = document["masks"][m]["mask"].get<std::string>();
    const std::vector<RiskCase> cases = risk_cases(document, m);
    const std::size_t failed = count(cases, CaseOutcome::failed), open = count(cases, CaseOutcome::open);
    suites += fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\">\n",
                          xml_text(mask), cases.size(), failed, open);
    for (const RiskCase& each : cases) suites += case_text(each, mask);
    suites += "  </testsuite>\n";
    tests += cases.size();
    failures += failed;
    skipped += open;
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"guise audit of {}\" tests=\"{}\" failures=\"{}\" "
      "errors=\"0\" "
      "skipped=\"{}\" time=\"{:.3f}\">\n{}</testsuites>\n",
      xml_text(document["table"].get<std::string>()), tests, failures, skipped, document["provenance"]["seconds"].get<double>(),
      suites);
}

}  // namespace guise::jobs
