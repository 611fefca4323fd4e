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

json attribute_json(const stats::PriorKnowledge::Attribute& attribute, const std::string& name) {
  return {{"name", name},
          {"kurtosis", attribute.kurtosis},
          {"most_equal", attribute.most_equal},
          {"whole", attribute.whole},
          {"laplace", {{"statistic", attribute.laplace.statistic}, {"p_value", attribute.laplace.p_value}}},
          {"normal", {{"statistic", attribute.normal.statistic}, {"p_value", attribute.normal.p_value}}}};
}

std::string yes_or_no(const json& test, bool holds) {
  return fmt::format("{} (p {} {:.2g})", holds ? "not contradicted" : "no", holds ? "=" : "<=", test["p_value"].get<double>());
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
  json out{{"records", known.records},
           {"independence",
            {{"mutual_information", known.independence.test.statistic},
             {"p_value", known.independence.test.p_value},
             {"cells", known.independence.cells},
             {"pairs", known.independence.pairs},
             {"holds", known.independent()}}},
           {"normality", nullptr},
           {"sparse", known.sparse()},
           {"attributes", attributes},
           {"correlations", correlations(sample, known, columns)},
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
  fmt::print("  attributes independent of each other  {}\n", yes_or_no(independence, independence["holds"]));
  fmt::print("  records multivariate normal           {}\n",
             normality.is_null() ? "not tested: too few records" : yes_or_no(normality, normality["holds"]));
  print_attributes(section["attributes"]);
  print_correlations(section["correlations"]);
  for (const json& attack : section["calls_for"])
    fmt::print(
        "{}", wrap(fmt::format("It calls for {}: {}", attack["attack"].get<std::string>(), attack["reason"].get<std::string>()),
                   4, 2));
}

}  // namespace guise::cli
