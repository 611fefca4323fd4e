// SPDX-License-Identifier: Apache-2.0
// How near a released record is to a known one, several ways. Which of them fits a release shows without the truth: people who
// are in it have one released record that stands out, strangers have not.
#pragma once
#include <string_view>
#include <vector>

#include "attacks/sighting.h"
#include "random/rng.h"

namespace guise::attacks {

struct LinkMetric {
  std::string_view name;
  /// Between known records, as the mask would have left them without its noise, and rows of the release.
  std::function<RowCosts(const Matrix& wanted, const Matrix& rows)> costs;
};

/// Those that may fit, `distance` first:
/// distance: in standard deviations of the noise, or of the release where the noise is unknown;
/// weighted: where the noise is unknown, each column by its own, estimated as the variance of the release less that of the
///   known records;
/// logs: where the noise is not described, logarithms of columns of positive numbers, weighted the same way: noise that grows
///   with the value;
/// equal: columns with the same value count, a rare value more than a frequent one (Fellegi and Sunter 1969; Winkler 2000);
/// ranks: the narrowest window that holds the record's rank in every column (Nin, Herranz and Torra 2008).
std::vector<LinkMetric> link_metrics(const Evidence& evidence, const Matrix& seen, const Sighting& sight);

struct MetricChoice {
  std::size_t metric = 0;
  /// How often a known record's nearest row stands out more than a stranger's; 1/2 is chance.
  double advantage = 0.5;
  /// Links whose ratio is above this are as ambiguous as those of 19 in 20 strangers or more; 1 where there are no strangers.
  double bar = 1;
};

/// Strangers are rows of the release, looked for in the release without them and their equals. Another metric than the first is
/// taken where known records stand out more by it, by one standard error.
MetricChoice choose_metric(const std::vector<LinkMetric>& metrics, const Matrix& seen, const Matrix& released,
                           const random::Rng& rng);

}  // namespace guise::attacks
