// SPDX-License-Identifier: Apache-2.0
#include "cli/prior_section.h"

#include <fmt/format.h>

#include "attacks/called_for.h"
#include "base/text.h"
#include "cli/correlations.h"
#include "stats/prior_knowledge.h"

namespace guise::cli {
namespace {

using nlohmann::json;

json test_json(const stats::Significance& test) {
  return {{"statistic", test.statistic}, {"p_value", test.p_value}};
}

json attribute_json(const stats::PriorKnowledge::Attribute& attribute, const std::string& name) {
  return {{"name", name},
          {"kurtosis", attribute.kurtosis},
          {"most_equal", attribute.most_equal},
          {"whole", attribute.whole},
          {"laplace", test_json(attribute.laplace)},
          {"normal", test_json(attribute.normal)}};
}

std::string yes_or_no(const json& test, bool holds) {
  return fmt::format("{} (p {} {:.2g})", holds ? "not contradicted" : "no", holds ? "=" : "<=", test["p_value"].get<double>());
}

/// Which dependence the tests found, in the order of paper 004: correlations first, then pairs, then several attributes
/// together.
std::string dependence(const json& tests) {
  const auto rejected = [&](const char* name) { return tests[name]["p_value"].get<double>() <= stats::PriorKnowledge::kLevel; };
  if (tests["holds"]) return "";
  if (rejected("covariance")) return ": attributes are correlated";
  if (rejected("pairs")) return ": uncorrelated attributes depend on each other";
  if (rejected("joint")) return ": three or more attributes together depend on each other";
  return "";
}

json independence_json(const stats::PriorKnowledge& known) {
  const stats::Independence& found = known.independence;
  return {{"p_value", found.p_value},
          {"holds", known.independent()},
          {"covariance", test_json(found.covariance)},
          {"pairs", test_json(found.pairs)},
          {"joint", test_json(found.joint)},
          {"information", test_json(found.information)},
          {"mutual_information", found.information.statistic},
          {"cells", found.cells},
          {"cell_pairs", found.cell_pairs},
          {"distance_records", found.distance_records},
          {"tested_attributes", found.attributes}};
}

void print_attributes(const json& attributes) {
  constexpr std::size_t most = 20;
  if (attributes.size() > most) {
    fmt::print("  {} attributes, their kurtosis and tests: --json\n", attributes.size());
    return;
  }
  fmt::print("\n  {:<24}  {:>9}  {:>10}  {:>9}  {:>9}\n", "attribute", "kurtosis", "most equal", "Laplace p", "normal p");
  for (const json& attribute : attributes) {
    const std::string name = shorten(attribute["name"].get<std::string>(), 24);
    fmt::print("  {:<24}  {:>9.3g}  {:>8.1f} %  {:>9.2g}  {:>9.2g}\n", name, attribute["kurtosis"].get<double>(),
               100 * attribute["most_equal"].get<double>(), attribute["laplace"]["p_value"].get<double>(),
               attribute["normal"]["p_value"].get<double>());
  }
  fmt::print("\n");
}

}  // namespace

json prior_section(const Matrix& sample, const std::vector<std::string>& columns) {
  const stats::PriorKnowledge known = stats::test_prior_knowledge(sample, random::Rng::from_seed(0).fork("inspect"));
  if (known.attributes.empty()) return nullptr;
  json attributes = json::array(), attacks = json::array();
  for (const auto& attribute : known.attributes)
    attributes.push_back(attribute_json(attribute, columns[static_cast<std::size_t>(attribute.column)]));
  for (const auto& [attack, reason] : attacks::called_for(known)) attacks.push_back({{"attack", attack}, {"reason", reason}});
  json out{{"records", known.records}, {"independence", independence_json(known)},
           {"normality", nullptr},     {"sparse", known.sparse()},
           {"attributes", attributes}, {"correlations", correlations(sample, known, columns)},
           {"calls_for", attacks}};
  if (known.normal)
    out["normality"] = {{"statistic", known.normal->statistic},
                        {"p_value", known.normal->p_value},
                        {"records", known.normal_records},
                        {"holds", known.multivariate_normal()}};
  return out;
}

void print_prior_section(const json& section) {
  if (section.is_null()) return;
  const json &independence = section["independence"], &normality = section["normality"];
  fmt::print("\nWhat an attacker with {} such records as a sample would find\n", section["records"].get<std::int64_t>());
  fmt::print("  attributes independent of each other  {}{}\n", yes_or_no(independence, independence["holds"]),
             dependence(independence));
  if (independence["tested_attributes"] < section["attributes"].size())
    fmt::print("                                        (tested on {} of {} attributes)\n",
               independence["tested_attributes"].get<int>(), section["attributes"].size());
  fmt::print("  records multivariate normal           {}\n",
             normality.is_null() ? "not tested: too few records" : yes_or_no(normality, normality["holds"]));
  print_attributes(section["attributes"]);
  print_correlations(section["correlations"]);
  for (const json& attack : section["calls_for"])
    fmt::print("{}", wrap(fmt::format("Suggested attack: {}, because {}", attack["attack"].get<std::string>(),
                                      attack["reason"].get<std::string>()),
                          4, 2));
}

}  // namespace guise::cli
