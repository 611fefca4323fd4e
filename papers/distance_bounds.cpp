// SPDX-License-Identifier: Apache-2.0
// How likely a projection keeps a distance, and how many columns keep them all. Paper 000, Lemmas 5.1 and 5.7.
#include <fmt/format.h>

#include <boost/math/distributions/binomial.hpp>

#include "papers/chance.h"
#include "papers/draw.h"
#include "papers/masked.h"
#include "papers/papers.h"
#include "papers/trials.h"
#include "theory/johnson_lindenstrauss.h"
#include "theory/projection_error.h"

namespace guise::papers {
namespace {

/// Lemma 5.7 against the exact law, |u-v|^2 k / |x-y|^2 ~ chi-square with k degrees of freedom.
void one_distance(Report& report) {
  const std::vector<double> epsilons = {0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 0.9};
  const std::vector<std::int64_t> sizes = {2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000};
  int cases = 0, kept = 0, empty = 0;
  for (const double epsilon : epsilons) {
    for (const std::int64_t k : sizes) {
      const double bound = theory::distance_bound(epsilon, k), exact = theory::gaussian_distance_probability(epsilon, k);
      ++cases;
      kept += bound <= exact;
      empty += bound <= 0;
    }
  }
  report.check("Lemma 5.7: the bound is at most the exact probability", "", fmt::format("{} of {} (ε, k)", cases, cases),
               fmt::format("{} of {}", kept, cases), kept == cases);
  report.inform("… of which the bound is negative and says nothing", "", "small k", fmt::format("{} of {}", empty, cases));
  const auto pair = [&](double epsilon, std::int64_t k, double probability, double bound) {
    report.check(fmt::format("ε = {}, k = {}: exact probability", epsilon, k), "", near(probability, 0.0005),
                 theory::gaussian_distance_probability(epsilon, k));
    report.check(fmt::format("ε = {}, k = {}: bound", epsilon, k), "", near(bound, 0.0005), theory::distance_bound(epsilon, k));
  };
  pair(0.3, 100, 0.967, 0.586);
  pair(0.5, 100, 0.9991, 0.912);

  Plot plot{.name = "000-bounds",
            .title = "Lemma 5.7: a squared distance within 30 % of the original",
            .x_label = "columns k",
            .y_label = "probability",
            .series = {{"exact", {}, {}}, {"bound, 0 where it is negative", {}, {}}},
            .log_x = true};
  for (std::int64_t k = 5; k <= 500; k += 5) {
    for (Series& series : plot.series) series.x.push_back(static_cast<double>(k));
    plot.series[0].y.push_back(theory::gaussian_distance_probability(0.3, k));
    plot.series[1].y.push_back(std::max(0.0, theory::distance_bound(0.3, k)));
  }
  report.plots.push_back(std::move(plot));
}

/// The exact law against the mask: one distance behind as many matrices.
void one_distance_behind_the_mask(const Settings& settings, Report& report) {
  const Matrix pair = gaussian(2, 40, 1, settings.rng.fork("pair"));
  const double before = (pair.row(0) - pair.row(1)).squaredNorm();
  const int times = settings.times(20'000, 4'000);
  for (const auto& each : {std::pair{0.3, 10}, std::pair{0.5, 5}}) {
    const double epsilon = each.first;
    const int k = each.second;
    const Trials trials(times, settings.rng.fork(fmt::format("behind {}", k)), [&](const random::Rng& rng) {
      const Matrix after = masked(fmt::format("project(k={})", k), pair, rng).released;
      const double ratio = (after.row(0) - after.row(1)).squaredNorm() / before;
      return std::vector<double>{std::abs(ratio - 1) <= epsilon ? 1.0 : 0.0, ratio};
    });
    report.check(
        fmt::format("share of {} matrices of the mask that keep a squared distance, ε = {}, k = {}", times, epsilon, k),
        fmt::format("at least {}", number(theory::distance_bound(epsilon, k))),
        share_of(theory::gaussian_distance_probability(epsilon, k), times), trials.mean(0));
  }
}

double largest_change(const Matrix& before, const Matrix& after) {
  double most = 0;
  for (Index i = 0; i < before.rows(); ++i)
    for (Index j = 0; j < i; ++j)
      most = std::max(
          most, std::abs((after.row(i) - after.row(j)).squaredNorm() / (before.row(i) - before.row(j)).squaredNorm() - 1));
  return most;
}

void all_distances(const Settings& settings, Report& report) {
  const auto dimension = [&](std::int64_t records, double epsilon, std::int64_t expected) {
    const std::int64_t k = theory::johnson_lindenstrauss_dimension(records, epsilon);
    report.check(fmt::format("Lemma 5.1: k for {} records, ε = {}", records, epsilon), "", fmt::format("{}", expected),
                 fmt::format("{}", k), k == expected);
  };
  dimension(100, 0.5, 222);
  dimension(100, 0.1, 3948);
  dimension(10'000, 0.2, 2126);

  const Matrix points = gaussian(100, 500, 1, settings.rng.fork("points"));
  const int times = settings.times(50, 10);
  const Trials trials(times, settings.rng.fork("maps"), [&](const random::Rng& rng) {
    const double change = largest_change(points, masked("project(k=222)", points, rng).released);
    return std::vector<double>{change, change <= 0.5 ? 1.0 : 0.0};
  });
  // The lemma promises some map; the union bound over the 4950 pairs says that almost every one will do. So many may not.
  const boost::math::binomial missed(times, 1 - theory::every_pair_probability(100, 0.5, 222));
  const double misses = boost::math::quantile(boost::math::complement(missed, kChance));
  report.check(fmt::format("share of {} random maps to 222 columns that keep all 4950 distances within 50 %", times),
               "there is one", at_least(1 - misses / times), trials.mean(1));
  report.inform("… probability by the union bound", "", "at least", number(theory::every_pair_probability(100, 0.5, 222)));
  report.inform("… largest relative change of a squared distance", "at most 0.5", "", trials.text(0));
}

Report run(const Settings& settings) {
  Report report;
  one_distance(report);
  one_distance_behind_the_mask(settings, report);
  all_distances(settings, report);
  return report;
}

}  // namespace

extern const Experiment distance_bounds_experiment = {
    .name = "000-bounds",
    .paper = "Liu, Kargupta and Ryan 2006 (000), Lemmas 5.1 and 5.7",
    .title = "how many columns keep distances",
    .claim =
        "a squared distance is kept within ε with probability at least 1 - 2 exp(-(ε² - ε³) k/4); some map to "
        "4 ln s / (ε²/2 - ε³/3) columns keeps all of s records.",
    .run = run};

}  // namespace guise::papers
