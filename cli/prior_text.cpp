// SPDX-License-Identifier: Apache-2.0
#include "cli/prior_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "stats/prior_knowledge.h"

namespace guise::cli {
namespace {

using nlohmann::json;

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

void print_matrix(const json& section) {
  const json& names = section["attributes"];
  fmt::print("  {:<24}", "correlations");
  for (const json& name : names) fmt::print(" {:>7}", shorten(name.get<std::string>(), 7));
  fmt::print("\n");
  for (std::size_t i = 0; i < names.size(); ++i) {
    fmt::print("  {:<24}", shorten(names[i].get<std::string>(), 24));
    for (const json& value : section["matrix"][i]) fmt::print(" {:>7.2f}", value.get<double>());
    fmt::print("\n");
  }
  fmt::print("\n");
}

void print_correlations(const json& section) {
  if (section.is_null()) return;
  if (section.contains("matrix")) return print_matrix(section);
  fmt::print("  strongest correlations of {} attributes\n", section["compared_attributes"].get<int>());
  for (const json& pair : section["strongest"])
    fmt::print("  {:<24}  {:<24}  {:>6.2f}\n", shorten(pair["attributes"][0].get<std::string>(), 24),
               shorten(pair["attributes"][1].get<std::string>(), 24), pair["correlation"].get<double>());
  fmt::print("\n");
}

}  // namespace

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
