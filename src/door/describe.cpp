// SPDX-License-Identifier: Apache-2.0
#include "door/describe.h"

#include <nlohmann/json.hpp>

#include "attacks/attack.h"
#include "audit/attacker.h"
#include "jobs/job.h"
#include "jobs/version.h"
#include "masks/step.h"
#include "measures/measure.h"
#include "mining/task.h"

namespace guise::door {
namespace {

using nlohmann::ordered_json;

const char* type_name(const jobs::Place& place) {
  struct Name {
    const char* operator()(const bool*) const { return "flag"; }
    const char* operator()(const int*) const { return "integer"; }
    const char* operator()(const std::int64_t*) const { return "integer"; }
    const char* operator()(const std::optional<std::int64_t>*) const { return "integer"; }
    const char* operator()(const double*) const { return "number"; }
    const char* operator()(const std::string*) const { return "text"; }
    const char* operator()(const std::vector<std::string>*) const { return "texts"; }
  };
  return std::visit(Name{}, place);
}

ordered_json job_json(const jobs::Job& job) {
  ordered_json out{{"name", job.name}, {"summary", job.summary}, {"fields", ordered_json::array()}};
  job.with_fields([&](const jobs::Fields& fields) {
    const ordered_json standard = jobs::fields_json(fields);
    for (const jobs::Field& field : fields) {
      ordered_json each{{"name", field.name}, {"type", type_name(field.place)}, {"help", field.help}};
      if (field.required) each["required"] = true;
      if (!field.choices.empty()) each["choices"] = field.choices;
      if (field.least) each["least"] = *field.least;
      if (field.most) each["most"] = *field.most;
      if (const auto found = standard.find(std::string(field.name)); found != standard.end()) each["default"] = *found;
      out["fields"].push_back(std::move(each));
    }
  });
  return out;
}

template <typename Thing>
ordered_json thing_json(const Thing& thing) {
  return {{"name", thing.name}, {"summary", thing.summary}, {"paper", thing.paper}};
}

template <typename Thing>
ordered_json with_parameters(const Thing& thing) {
  ordered_json out = thing_json(thing);
  out["parameters"] = describe(thing.params);
  return out;
}

}  // namespace

ordered_json description() {
  ordered_json out{{"version", jobs::version()}};
  for (const char* list : {"jobs", "masks", "attacks", "measures", "tasks", "attackers"}) out[list] = ordered_json::array();
  for (const jobs::Job* job : jobs::all_jobs()) out["jobs"].push_back(job_json(*job));
  for (const auto* step : masks::all_steps()) out["masks"].push_back(with_parameters(*step));
  for (const auto* attack : attacks::all_attacks()) out["attacks"].push_back(with_parameters(*attack));
  for (const auto* measure : measures::all_measures()) out["measures"].push_back(thing_json(*measure));
  for (const auto* task : mining::all_tasks()) out["tasks"].push_back(with_parameters(*task));
  for (const auto& kind : audit::all_attackers()) out["attackers"].push_back({{"name", kind.name}, {"summary", kind.summary}});
  return out;
}

}  // namespace guise::door
