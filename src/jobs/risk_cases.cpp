// SPDX-License-Identifier: Apache-2.0
#include "jobs/risk_cases.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace guise::jobs {
namespace {

using nlohmann::json;

std::string text_of(const json& value) {
  return value.is_string() ? value.get<std::string>() : "";
}

std::string percent(const json& share) {
  return share.is_number() ? fmt::format("{:.1f} %", 100 * share.get<double>()) : "nothing";
}

RiskCase limit_case(const json& limit) {
  RiskCase out{.rule = "limit", .name = fmt::format("limit {}", text_of(limit["figure"])), .says = {}};
  const bool exceeded = limit["exceeded"].get<bool>();
  out.outcome = exceeded ? CaseOutcome::failed : CaseOutcome::passed;
  out.severe = exceeded;
  out.says = fmt::format("{} is at most {:g}; {}", text_of(limit["figure"]), limit["limit"].get<double>(),
                         limit["worst"].is_number() ? fmt::format("the worst is {:.4g}", limit["worst"].get<double>())
                                                    : std::string("nothing could be measured"));
  std::string found;
  for (const char* where : {"attacker", "attack", "attribute"})
    if (limit.contains(where) && !text_of(limit[where]).empty()) found += (found.empty() ? "" : ", ") + text_of(limit[where]);
  out.says += found.empty() ? "." : fmt::format(" ({}).", found);
  return out;
}

RiskCase grade_case(const json& verdict) {
  const std::string grade = text_of(verdict["grade"]);
  RiskCase out{
      .rule = "grade", .name = "grade", .says = fmt::format("{}. {}", text_of(verdict["headline"]), text_of(verdict["next"]))};
  if (grade == "resists") out.outcome = CaseOutcome::passed;
  if (grade == "leaks" || grade == "do not publish") out.outcome = CaseOutcome::failed;
  out.severe = grade == "do not publish";
  return out;
}

RiskCase risk_case(const std::string& recipient, const char* field, const json& risk) {
  const std::string level = text_of(risk["level"]);
  std::string rule(field);
  if (rule == "singling_out") rule = "singling-out";
  RiskCase out{.rule = rule, .name = fmt::format("{}: {}", recipient, rule), .says = level + " risk."};
  if (level == "low") out.outcome = CaseOutcome::passed;
  if (level == "some" || level == "high") out.outcome = CaseOutcome::failed;
  out.severe = level == "high";
  if (!risk.contains("figure")) {
    out.says = "Not assessed; that is no sign of safety.";
    return out;
  }
  const std::string column = text_of(risk["column"]), figure = text_of(risk["figure"]);
  out.says = fmt::format("{} risk: {} {}{} ({} without the release), by {} with {}.", level, percent(risk["value"]), figure,
                         column.empty() ? "" : fmt::format(" of {}", column), percent(risk["baseline"]),
                         text_of(risk["attacker"]), text_of(risk["attack"]));
  return out;
}

}  // namespace

std::vector<RiskCase> risk_cases(const json& document, std::size_t mask) {
  const json& audited = document["masks"][mask];
  std::vector<RiskCase> out;
  for (const json& limit : document["limits"])
    if (text_of(limit["mask"]) == text_of(audited["mask"])) out.push_back(limit_case(limit));
  if (!out.empty()) return out;
  out.push_back(grade_case(audited["verdict"]));
  for (const json& row : audited["verdict"]["risks"]) {
    const std::string recipient = text_of(row["recipient"]);
    if (recipient != "anyone" && recipient != "prior knowledge") continue;  // a key undoes every mask of noise
    for (const char* field : {"inference", "linkability", "singling_out"})
      out.push_back(risk_case(recipient, field, row[field]));
  }
  return out;
}

}  // namespace guise::jobs
