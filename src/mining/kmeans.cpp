// SPDX-License-Identifier: Apache-2.0
// Clusters by k-means: starts by k-means++ race on a sample, the best one is refined by passes over all records. Paper 000
// section V: a release that keeps distances keeps clusters.
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "mining/compare.h"
#include "mining/gathered.h"
#include "mining/lengths.h"
#include "mining/model_json.h"
#include "mining/pass.h"
#include "stats/kmeans.h"
#include "stats/kmeans_start.h"
#include "stats/nearest_centre.h"
#include "table/chunk.h"

namespace guise::mining::tasks {
namespace {

// Records of the sample that starts race on: the centre of a tenth of them is known to 2 % of the spread around it.
constexpr std::int64_t kSample = 20'000;
// Memory that a table may take to be read once only: past that every iteration reads it again.
constexpr std::size_t kMemory = std::size_t{256} << 20;
// Centres that move less than this share of the mean variance of an attribute have settled; scikit-learn's `tol`.
constexpr double kTolerance = 1e-4;

constexpr Param params[] = {{.name = "k", .help = "number of clusters", .kind = Param::Kind::integer, .least = 1, .most = 1e6},
                            {.name = "restarts",
                             .help = "starts that are compared on a sample",
                             .kind = Param::Kind::integer,
                             .fallback = 10,
                             .least = 1,
                             .most = 10'000},
                            {.name = "iterations",
                             .help = "at most, of one start",
                             .kind = Param::Kind::integer,
                             .fallback = 300,
                             .least = 1,
                             .most = 1e6}};

std::vector<std::string> names(const char* word, Index count) {
  std::vector<std::string> out;
  for (Index i = 0; i < count; ++i) out.push_back(fmt::format("{}{}", word, i + 1));
  return out;
}

/// The best of some starts on the sample.
stats::KMeans race(const Data& data, const Matrix& sample, const Vector& origin, const Params& given,
                   const stats::KMeansRules& rules, const random::Rng& rng) {
  const auto k = static_cast<int>(given.integer("k"));
  std::vector<stats::KMeans> runs(static_cast<std::size_t>(given.integer("restarts")));
  tbb::parallel_for(std::size_t{0}, runs.size(), [&](std::size_t run) {
    Matrix start = stats::kmeans_seeds(sample, k, rng.fork(fmt::format("{}", run)));
    require(start.rows() == k, "k is {}, and {} has {} different record(s) only{}", k, data.name, start.rows(),
            sample.rows() < kSample ? "" : fmt::format(" in a sample of {}", sample.rows()));
    runs[run] = stats::lloyd(stats::blocks_of(sample), std::move(start), origin, rules);
  });
  return *std::min_element(runs.begin(), runs.end(), [](const auto& a, const auto& b) { return a.inertia < b.inertia; });
}

/// In stages one process holds the race.
stats::KMeans best_start(const Data& data, const std::function<stats::KMeans()>& race) {
  if (data.held) return race();
  const std::string bytes = table::run_once(*data.table, "start", [&] {
    const stats::KMeans best = race();
    FormWriter form;
    form(best.centres, best.sizes, best.inertia, best.iterations, best.settled);
    return form.take();
  });
  stats::KMeans best;
  FormReader form(bytes, "the state");
  form(best.centres, best.sizes, best.inertia, best.iterations, best.settled);
  return best;
}

Model model_of(const Matrix& centres, const Vector& origin) {
  const auto search = std::make_shared<const stats::NearestCentre>(centres, origin);
  Model model{.outputs = {"cluster"}};
  model.apply = [search](const MatrixRef& rows) {
    std::vector<int> nearest;
    search->find(rows, nearest);
    Matrix out(rows.rows(), 1);
    for (Index i = 0; i < rows.rows(); ++i) out(i, 0) = nearest[static_cast<std::size_t>(i)];
    return out;
  };
  model.parameters = std::make_shared<const nlohmann::json>(
      nlohmann::json{{"centres", matrix_json(centres)}, {"origin", vector_json(origin)}});
  return model;
}

Model load(const nlohmann::json& parameters) {
  return model_of(matrix_from(parameters.at("centres")), vector_from(parameters.at("origin")));
}

/// In the units of the originals. Of the errors in n records, their k centres take (n - k) / n with them.
void add_inertia(const Data& data, double inertia, double records, double k, Findings& out) {
  const double scale = data.geometry.scale, power = noise_power(data) * std::max(0.0, records - k);
  out.figures.push_back({"inertia", inertia / scale});
  if (power > 0) out.figures.push_back({"inertia without noise", std::max(0.0, inertia - power) / scale});
}

Findings findings_of(const Data& data, const stats::KMeans& found, const Vector& origin) {
  const Index k = found.centres.rows();
  Findings out;
  add_inertia(data, found.inertia, found.sizes.sum(), static_cast<double>(k), out);
  out.figures.push_back({"iterations", static_cast<double>(found.iterations)});
  out.estimates.push_back({.name = "centres", .rows = names("cluster ", k), .columns = data.columns, .value = found.centres});
  out.estimates.push_back({.name = "sizes", .rows = names("cluster ", k), .columns = {"records"}, .value = found.sizes});
  out.model = model_of(found.centres, origin);
  if (!found.settled)
    out.notes.push_back(
        fmt::format("the centres still moved after {} iterations; more of them (iterations=) may do better", found.iterations));
  note_lengths(data, out.notes);
  return out;
}

Findings run(const Data& data, const Params& given, const random::Rng& rng) {
  Gathered all = gather(data, kSample, kMemory, rng.fork("sample"));
  require(all.sample.size() > 0, "{} has no records to find clusters in", data.name);
  const Vector origin = all.sample.colwise().mean();
  const double variance = (all.sample.rowwise() - origin.transpose()).squaredNorm() / static_cast<double>(all.sample.size());
  require(std::isfinite(variance), "values of {} are too large for squared distances between records", data.name);
  const stats::KMeansRules rules{
      .iterations = static_cast<int>(given.integer("iterations")), .remember = all.fit, .moved = kTolerance * variance};
  stats::KMeans found = best_start(data, [&] { return race(data, all.sample, origin, given, rules, rng.fork("starts")); });
  if (all.records > all.sample.rows()) {
    const stats::BlockPass pass = [&](const table::Sums& sums, const stats::BlockVisit& visit) {
      gather_pass(all.data, "clusters", sums,
                  [&](const Batch& batch) { visit(batch.first_record / table::kBlock, batch.rows); });
    };
    found = stats::lloyd(pass, std::move(found.centres), origin, rules);
  }
  return findings_of(data, found, origin);
}

std::vector<Agreement> compare(const Mined& truth, const Mined& release) {
  const auto groups = [](const Mined& mined) { return mined.findings.estimates.front().value.rows(); };
  const Grouping grouping = agreement_of(contingency(truth, release, groups(truth), groups(release)));
  return {{"adjusted Rand index", grouping.adjusted_rand},
          {"records in another cluster", grouping.error},
          {"inertia ratio", figure(release.findings, "inertia") / figure(truth.findings, "inertia")}};
}

}  // namespace

extern const Task kmeans = {.name = "kmeans",
                            .summary = "clusters around centres, by k-means",
                            .paper = "000 section V",
                            .needs = Needs::distances,
                            .params = params,
                            .streams = true,
                            .by_record = true,
                            .mine = run,
                            .compare = compare,
                            .load = load};

}  // namespace guise::mining::tasks
