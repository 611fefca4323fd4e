// SPDX-License-Identifier: Apache-2.0
// The distribution of every attribute by itself, without the noise that was added to it. Agrawal and Srikant,
// "Privacy-Preserving Data Mining" (SIGMOD 2000), section 3; paper 001, section IV. One pass counts the values, the rest works
// on the counts.
#include <tbb/parallel_for.h>

#include <algorithm>

#include "base/error.h"
#include "mining/attribute_noise.h"
#include "mining/compare.h"
#include "mining/pass.h"
#include "stats/density_summary.h"
#include "stats/histograms.h"

namespace guise::mining::tasks {
namespace {

constexpr Param params[] = {
    {.name = "cells",
     .help = "of equal width for every attribute",
     .kind = Param::Kind::integer,
     .fallback = 100,
     .least = 2,
     .most = 1000},
    {.name = "iterations",
     .help = "of the reconstruction; 0: until it begins to follow the draw of the records",
     .kind = Param::Kind::integer,
     .fallback = 0,
     .least = 0,
     .most = 100'000},
};
constexpr double kShares[] = {0.05, 0.25, 0.5, 0.75, 0.95};

std::vector<stats::Density> densities(const Data& data, const AttributeNoise& noise, const stats::Reconstruction& how) {
  const auto m = static_cast<Index>(data.columns.size());
  stats::Histograms counting(m);
  gather_pass(data, "histograms", {table::sum_of(counting)}, [&](const Batch& batch) { counting.add(batch.rows); });
  const std::vector<stats::Histogram> counted = counting.merged();
  require(!counted.empty() && counted.front().count() > 0, "{} has no numbers to count", data.name);
  std::vector<stats::Density> out(static_cast<std::size_t>(m));
  tbb::parallel_for(Index{0}, m, [&](Index j) {
    const auto at = static_cast<std::size_t>(j);
    out[at] = original_density(counted[at], noise, j, how);
  });
  return out;
}

Estimate summary(const Data& data, const std::vector<stats::Density>& found) {
  Estimate out{.name = "summary", .rows = {"mean", "sd"}, .columns = data.columns, .value = {}};
  for (const double share : kShares) out.rows.push_back(fmt::format("{:g} %", 100 * share));
  out.value.resize(static_cast<Index>(out.rows.size()), static_cast<Index>(found.size()));
  for (Index j = 0; j < out.value.cols(); ++j) {
    const stats::Density& density = found[static_cast<std::size_t>(j)];
    out.value(0, j) = stats::mean(density);
    out.value(1, j) = stats::sd(density);
    for (Index i = 2; i < out.value.rows(); ++i) out.value(i, j) = stats::quantile(density, kShares[i - 2]);
  }
  return out;
}

void note_iterations(const std::vector<stats::Density>& found, bool by_rule, std::vector<std::string>& notes) {
  int least = 0, most = 0;
  for (const stats::Density& density : found) {
    if (density.iterations == 0) continue;
    least = least == 0 ? density.iterations : std::min(least, density.iterations);
    most = std::max(most, density.iterations);
  }
  if (most == 0) return;
  notes.push_back(fmt::format("reconstructed in {} iterations{}",
                              least == most ? fmt::format("{}", most) : fmt::format("{} to {}", least, most),
                              by_rule ? ", until more of them would have followed the draw of the records" : ""));
}

Findings run(const Data& data, const Params& given, const random::Rng&) {
  const AttributeNoise noise = attribute_noise(data);
  const auto cells = given.integer("cells"), iterations = given.integer("iterations");
  const auto found = densities(data, noise, {.cells = static_cast<int>(cells), .iterations = static_cast<int>(iterations)});
  const auto m = static_cast<Index>(found.size());
  Estimate density{.name = "density", .rows = {}, .columns = data.columns, .value = Matrix(cells, m)};
  for (std::int64_t i = 1; i <= cells; ++i) density.rows.push_back(fmt::format("cell {}", i));
  Estimate centre = density;
  centre.name = "centre of the cell";
  for (Index j = 0; j < m; ++j) {
    const stats::Density& each = found[static_cast<std::size_t>(j)];
    density.value.col(j) = each.probability;
    for (Index i = 0; i < cells; ++i) centre.value(i, j) = each.center(i);
  }
  Findings out{.estimates = {std::move(density), std::move(centre), summary(data, found)}, .notes = noise.notes};
  if ((noise.cell.array() > 0).any())
    out.notes.push_back("values stand for the cells they were rounded to, and are distributed evenly over them");
  note_iterations(found, iterations == 0, out.notes);
  return out;
}

/// An attribute's density as it stands in the findings.
stats::Density density_of(const Findings& findings, Index attribute) {
  const auto centres = findings.estimates[1].value.col(attribute);
  const double width = (centres(centres.size() - 1) - centres(0)) / static_cast<double>(centres.size() - 1);
  return {.low = centres(0) - width / 2, .width = width, .probability = findings.estimates[0].value.col(attribute)};
}

std::vector<Agreement> compare(const Mined& truth, const Mined& release) {
  const Index m = truth.findings.estimates[0].value.cols();
  require(release.findings.estimates[0].value.cols() == m, "{} has {} attributes and the truth {}; they must be the same",
          release.data.name, release.findings.estimates[0].value.cols(), m);
  Matrix apart(m, 3);
  for (Index j = 0; j < m; ++j) {
    const stats::DensityDistance found = stats::distance(density_of(truth.findings, j), density_of(release.findings, j));
    apart.row(j) << found.total_variation, found.kolmogorov_smirnov, found.wasserstein;
  }
  std::vector<Agreement> out;
  const char* const names[] = {"total variation", "Kolmogorov-Smirnov distance", "Wasserstein distance over sd"};
  for (Index i = 0; i < 3; ++i) {
    out.push_back({fmt::format("{}, mean", names[i]), apart.col(i).mean()});
    out.push_back({fmt::format("{}, worst attribute", names[i]), apart.col(i).maxCoeff()});
  }
  return out;
}

}  // namespace

extern const Task density = {.name = "density",
                             .summary = "distribution of every attribute, without the noise that was added to it",
                             .paper = "001 section IV",
                             .needs = Needs::own_columns,
                             .params = params,
                             .streams = true,
                             .mine = run,
                             .compare = compare};

}  // namespace guise::mining::tasks
