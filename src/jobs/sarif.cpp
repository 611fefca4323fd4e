// SPDX-License-Identifier: Apache-2.0
#include "jobs/sarif.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "jobs/risk_cases.h"

namespace guise::jobs {
namespace {

using nlohmann::json;

struct Rule {
  const char *id, *name, *summary;
};
constexpr Rule kRules[] = {
    {"limit", "Limit", "A limit on what may be disclosed is kept."},
    {"grade", "Grade", "The release resists the attacks that were tried."},
    {"inference", "Inference", "The release does not help an attacker to learn values."},
    {"linkability", "Linkability", "The release does not help an attacker to find a known person."},
    {"singling-out", "SinglingOut", "The release does not help an attacker to isolate one person."},
};

std::size_t rule_index(const std::string& id) {
  std::size_t index = 0;
  while (kRules[index].id != id) ++index;
  return index;
}

/// A path as a reference in a URI: what has a meaning there is written in percent.
std::string uri_of(const std::string& path) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
  std::string out;
  for (const char letter : path)
    out += plain.find(letter) != std::string_view::npos ? std::string(1, letter)
                                                        : fmt::format("%{:02X}", static_cast<unsigned char>(letter));
  return out.starts_with("//") ? "/." + out : out;
}

json result_of(const RiskCase& each, const std::string& mask, const std::string& file) {
  const char* kind = each.outcome == CaseOutcome::passed ? "pass" : each.outcome == CaseOutcome::failed ? "fail" : "open";
  const char* level = each.outcome != CaseOutcome::failed ? "none" : each.severe ? "error" : "warning";
  return {{"ruleId", each.rule},
          {"ruleIndex", rule_index(each.rule)},
          {"kind", kind},
          {"level", level},  // anything but "none" is for failures only (section 3.27.10)
          {"message", {{"text", fmt::format("{}: {}: {}", mask, each.name, each.says)}}},
          {"locations", {{{"physicalLocation", {{"artifactLocation", {{"uri", uri_of(file)}}}}}}}},
          {"partialFingerprints", {{"case/v1", fmt::format("{}|{}", mask, each.name)}}}};
}

}  // namespace

json sarif_json(const json& document) {
  json rules = json::array(), results = json::array();
  for (const Rule& rule : kRules)
    rules.push_back({{"id", rule.id}, {"name", rule.name}, {"shortDescription", {{"text", rule.summary}}}});
  const json& provenance = document["provenance"];
  const std::string file = provenance["input"]["file"].get<std::string>();
  for (std::size_t m = 0; m < document["masks"].size(); ++m)
    for (const RiskCase& each : risk_cases(document, m))
      results.push_back(result_of(each, document["masks"][m]["mask"].get<std::string>(), file));
  const json driver{{"name", "guise"}, {"version", provenance["guise"]}, {"rules", std::move(rules)}};
  json run{{"tool", {{"driver", driver}}}, {"results", std::move(results)}, {"columnKind", "unicodeCodePoints"}};
  run["invocations"] = json::array({{{"executionSuccessful", true}, {"commandLine", provenance["command"]}}});
  return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", json::array({run})}};
}

}  // namespace guise::jobs
