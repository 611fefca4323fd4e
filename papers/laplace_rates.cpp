// SPDX-License-Identifier: Apache-2.0
// Three independent Laplace attributes behind two columns, the matrix known. Paper 004, section 7.2, figure 3a.
// The number of records is not given: 1000. "Variance sigma_1" on the axis can be read as either; both are run (erratum 47).
#include <cmath>
#include <functional>

#include "papers/chance.h"
#include "papers/draw.h"
#include "papers/masked.h"
#include "papers/papers.h"
#include "papers/recovery.h"
#include "papers/trials.h"

namespace guise::papers {
namespace {

constexpr Index kRecords = 1000, kAttributes = 3;
const std::vector<double> kSizes = {0.1, 0.2, 0.4, 0.6, 0.8, 1};
const std::vector<std::string> kAttacks = {kUica, kPca, kMap, kPosteriorMean, kMean};
enum { uica, pca, map, posterior_mean, mean };

Vector means() {
  return Vector{{0.3, 0.5, 0.8}};
}
/// sigma_1, 0.8 sigma_1, 0.3 sigma_1.
Vector scales(double size) {
  return size * Vector{{1, 0.8, 0.3}};
}

/// Rates within 0.2 by size and attack, over matrices; every size sees the same matrices and the same records, scaled.
Trials rates(const Settings& settings, const std::function<Vector(double)>& deviations) {
  return {settings.times(200, 100), settings.rng, [&](const random::Rng& rng) {
            const Matrix records = laplace(kRecords, kAttributes, rng.fork("records")),
                         others = laplace(kRecords, kAttributes, rng.fork("others"));
            std::vector<double> out;
            for (const double size : kSizes) {
              const Vector sd = deviations(size);
              const auto scaled = [&](const Matrix& standard) -> Matrix {
                return (standard * sd.asDiagonal()).rowwise() + means().transpose();
              };
              const Matrix truth = scaled(records);
              const Masked release = masked("project(k=2)", truth, rng.fork("mask"));
              attacks::Knowledge known = with_moments(release.insider, means(), Matrix(sd.cwiseAbs2().asDiagonal()));
              known.sample = scaled(others);
              const std::vector<double> all = recovery_of(kAttacks, truth, release.released, known, rng.fork("attack"));
              for (std::size_t a = 0; a < kAttacks.size(); ++a) out.push_back(all[a * kTolerances.size() + kOneFifth]);
            }
            return out;
          }};
}

/// Within a fifth of x = mu + d is d from -mu/6 to mu/4. For the Laplace law of scale b that has the probability
/// 1 - exp(-mu / (4 b)) / 2 - exp(-mu / (6 b)) / 2, whatever the matrix.
double rate_of_the_mean(double size) {
  const Eigen::ArrayXd ratio = means().array() / (scales(size).array() / std::sqrt(2.0));
  return (1 - (-ratio / 4).exp() / 2 - (-ratio / 6).exp() / 2).mean();
}

/// The largest distance of the measured rates from these, in standard errors.
double off_the_mean(const Trials& trials) {
  double most = 0;
  for (std::size_t i = 0; i < kSizes.size(); ++i) {
    const auto figure = static_cast<Index>(i * kAttacks.size() + mean);
    most = std::max(most, std::abs(trials.mean(figure) - rate_of_the_mean(kSizes[i])) / trials.error(figure));
  }
  return most;
}

std::vector<double> curve(const Trials& trials, std::size_t attack) {
  std::vector<double> out;
  for (std::size_t i = 0; i < kSizes.size(); ++i) out.push_back(trials.mean(static_cast<Index>(i * kAttacks.size() + attack)));
  return out;
}

Report run(const Settings& settings) {
  const Settings own{.effort = settings.effort, .data = settings.data, .rng = settings.rng.fork("laplace rates")};
  const Trials trials = rates(own, scales);
  std::vector<std::vector<double>> curves;
  for (std::size_t a = 0; a < kAttacks.size(); ++a) curves.push_back(curve(trials, a));
  const std::vector<std::vector<double>> reference = {{0.948, 0.860, 0.735, 0.648, 0.591, 0.551},
                                                      {0.725, 0.553, 0.377, 0.286, 0.233, 0.199},
                                                      {0.955, 0.869, 0.746, 0.662, 0.606, 0.563},
                                                      {0.957, 0.874, 0.752, 0.666, 0.609, 0.566},
                                                      {0.802, 0.641, 0.470, 0.372, 0.308, 0.263}};
  const std::vector<std::string> labels = {"UICA (sparse)", "PCA (whiten, nearest)", "Gaussian MAP (bayes)",
                                           "exact posterior mean", "the mean for every record"};
  Report report;
  for (std::size_t a = 0; a < labels.size(); ++a)
    check_curve(report, labels[a] + " at σ1 = 0.1 0.2 0.4 0.6 0.8 1", "", reference[a], 0.05, curves[a]);
  report.check("the mean for every record: distance from the exact rates, largest of six in standard errors", "",
               largest_of(static_cast<int>(kSizes.size()), trials.count() - 1), off_the_mean(trials));
  report.check("UICA - PCA, least over σ1", "UICA is higher", at_least(0.15), least_gap(curves[uica], curves[pca]));
  report.check("UICA falls as σ1 grows", "falls", "strictly", numbers(curves[uica]), falling(curves[uica]));
  report.check("Gaussian MAP - UICA, least over σ1 (erratum 54)", "", at_least(-0.01), least_gap(curves[map], curves[uica]));

  const std::vector<double> as_variance =
      curve(rates(own, [](double size) -> Vector { return scales(size).cwiseSqrt(); }), uica);
  check_curve(report, "σ1 read as variance: UICA", "", {0.691, 0.610, 0.534, 0.497, 0.472, 0.455}, 0.06, as_variance);

  constexpr int kMatrices = 4000;
  report.check("share of matrices where UICA returns one attribute as its mean for every record, equal sd", "(erratum 54)",
               near(0.65, 0.03), share_without_one(Vector::Ones(kAttributes), kMatrices, own.rng.fork("equal")));
  report.check("… sd as in figure 3a", "(erratum 54)", near(0.79, 0.03),
               share_without_one(scales(1), kMatrices, own.rng.fork("scaled")));

  Plot plot{.name = "004-fig3a",
            .title = "Figure 3a: recovery within 20 %, three Laplace attributes behind two columns",
            .x_label = "σ1",
            .y_label = "recovery rate",
            .series = {}};
  for (std::size_t a = 0; a < labels.size(); ++a) plot.series.push_back({labels[a], kSizes, curves[a], Series::Style::both});
  report.plots.push_back(std::move(plot));
  return report;
}

}  // namespace

extern const Experiment laplace_rates_experiment = {
    .name = "004-fig3a",
    .paper = "Sang, Shen and Tian 2009 (004), section 7.2, figure 3a",
    .title = "independent Laplace attributes, the matrix known",
    .claim = "the reconstruction based on UICA achieves higher recovery rates than PCA.",
    .run = run};

}  // namespace guise::papers
