// SPDX-License-Identifier: Apache-2.0
#include "attacks/link_search.h"

#include <algorithm>

#include "attacks/link_metric.h"

namespace guise::attacks {

Search search_for(const Evidence& evidence, const Matrix& records, std::string_view metric,
                  const std::optional<Sighting>& sight, const Groups& groups, const random::Rng& rng) {
  Search out;
  if (!sight) {
    out.costs = within_groups(distance_costs(Matrix(records.rows(), 0), Matrix(evidence.sample.rows(), 0)), groups);
    return out;
  }
  const Matrix seen = seen_through(*sight, records);
  const std::vector<LinkMetric> metrics = link_metrics(evidence, seen, *sight);
  MetricChoice choice;
  if (metric != "auto") {
    const auto found =
        std::find_if(metrics.begin(), metrics.end(), [&](const LinkMetric& each) { return each.name == metric; });
    if (found == metrics.end()) return out;
    choice.metric = static_cast<std::size_t>(found - metrics.begin());
  } else if (metrics.size() > 1) {
    choice = choose_metric(metrics, seen, evidence.sample, rng.fork("strangers"));
  }
  out.metric = metrics[choice.metric].name;
  out.advantage = choice.advantage;
  out.bar = choice.bar;
  out.likelihood = sight->noise_known && choice.metric == 0;
  out.costs = within_groups(metrics[choice.metric].costs(seen, evidence.sample), groups);
  return out;
}

SureLinks sure_links(const Search& search, const Evidence& evidence) {
  std::vector<Index> rows;
  for (const Nearest& each : search.nearest) rows.push_back(std::max<Index>(each.row, 0));
  const std::vector<Nearest> back = nearest_wanted(search.costs, rows);
  SureLinks sure;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Nearest& each = search.nearest[i];
    if (each.row < 0) continue;
    const bool mutual = each.rivals == 0 && back[i].rivals == 0 && back[i].row == static_cast<Index>(i);
    const double doubt = search.likelihood ? 1 - each.probability : 0;
    const bool stands_out = search.likelihood || search.bar == 1 || each.ratio() < search.bar;
    if (mutual && doubt < 0.5 && stands_out)
      sure[evidence.sample_records[static_cast<std::size_t>(each.row)]] = {static_cast<Index>(i), doubt};
  }
  return sure;
}

}  // namespace guise::attacks
