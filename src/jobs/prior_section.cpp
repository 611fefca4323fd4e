// SPDX-License-Identifier: Apache-2.0
#include "jobs/prior_section.h"

#include "attacks/called_for.h"
#include "jobs/correlations.h"
#include "stats/prior_knowledge.h"

namespace guise::jobs {
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

}  // namespace guise::jobs
