// SPDX-License-Identifier: Apache-2.0
// Ten correlated Gaussian attributes behind four columns, the matrix known: MAP against PCA. Paper 004, section 7.3, figure 4a.
// The number of records is not given: 1000.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "papers/chance.h"
#include "papers/draw.h"
#include "papers/masked.h"
#include "papers/papers.h"
#include "papers/recovery.h"
#include "papers/trials.h"

namespace guise::papers {
namespace {

constexpr Index kRecords = 1000, kAttributes = 10, kColumns = 4;
const std::vector<double> kSizes = {0.1, 0.2, 0.4, 0.6, 0.8, 1};  // b
enum { map, sampled, pca, mean, kCurves };

Matrix uniform_matrix(Index rows, Index columns, const random::Rng& rng) {
  return uniform(rows * columns, 0, 1, rng).reshaped(rows, columns);
}

/// Rates within 0.2 by size and attack, over matrices R and A; every size sees the same ones.
std::vector<double> one_trial(const random::Rng& rng) {
  const Vector mu = Vector::LinSpaced(kAttributes, 0.1, 1);  // mu_i = 0.1 i
  const Matrix root = uniform_matrix(kAttributes, kAttributes, rng.fork("A"));
  const Matrix records = gaussian(kRecords, kAttributes, 1, rng.fork("records")),
               others = gaussian(kRecords, kAttributes, 1, rng.fork("others"));
  std::vector<double> out;
  for (const double b : kSizes) {
    const Matrix a = b * root;
    const Matrix truth = (records * a.transpose()).rowwise() + mu.transpose();
    const Masked release = masked(fmt::format("project(k={}, scaled=no)", kColumns), truth, rng.fork("mask"));
    attacks::Knowledge known = release.insider;
    known.sample = (others * a.transpose()).rowwise() + mu.transpose();
    const auto rate = [&](const char* attack, const attacks::Knowledge& knows) {
      return recovery_of({attack}, truth, release.released, knows, rng.fork("attack"))[kOneFifth];
    };
    const attacks::Knowledge told = with_moments(known, mu, a * a.transpose());
    out.insert(out.end(), {rate(kMap, told), rate(kMap, known), rate(kPca, known), rate(kMean, told)});
  }
  return out;
}

/// Mean |correlation| between columns of the release, for the covariance A A' of the originals, over matrices of the mask.
Trials mean_correlation(bool correlated, int times, const random::Rng& rng) {
  return {times, rng, [&](const random::Rng& own) {
            const Matrix a = correlated ? uniform_matrix(kAttributes, kAttributes, own.fork("A"))
                                        : Matrix(Matrix::Identity(kAttributes, kAttributes));
            // The columns of A as records: the release's second moments are those of R A.
            const Matrix released = masked_without_insider("project(k=4, scaled=no)", a.transpose(), own.fork("mask")).released;
            const Matrix unit = released.colwise().normalized();
            return std::vector<double>{((unit.transpose() * unit).cwiseAbs().sum() - kColumns) / (kColumns * (kColumns - 1))};
          }};
}

Report run(const Settings& settings) {
  const random::Rng rng = settings.rng.fork("gaussian rates");
  const Trials trials(settings.times(200, 100), rng.fork("trials"), one_trial);
  std::vector<std::vector<double>> curves(kCurves);
  for (std::size_t i = 0; i < kSizes.size(); ++i)
    for (std::size_t a = 0; a < kCurves; ++a) curves[a].push_back(trials.mean(static_cast<Index>(i * kCurves + a)));
  Report report;
  const auto row = [&](std::string what, std::vector<double> reference, std::size_t attack) {
    check_curve(report, std::move(what) + " at b = 0.1 0.2 0.4 0.6 0.8 1", "", reference, 0.06, curves[attack]);
  };
  row("MAP (bayes)", {0.786, 0.602, 0.450, 0.403, 0.383, 0.374}, map);
  row("PCA (whiten, nearest)", {0.356, 0.200, 0.119, 0.098, 0.088, 0.083}, pca);
  row("the mean for every record", {0.450, 0.247, 0.127, 0.086, 0.064, 0.052}, mean);
  report.check("MAP - PCA, least over b", "MAP is higher", at_least(0.25), least_gap(curves[map], curves[pca]));
  report.check("MAP with moments of 1000 other people: largest change", "", at_most(0.005),
               std::max(-least_gap(curves[map], curves[sampled]), -least_gap(curves[sampled], curves[map])));
  constexpr int kMatrices = 1000;
  // Two rows of R are independent directions: E |cos| = Γ(m/2) / (√π Γ((m+1)/2)).
  const Trials identity = mean_correlation(false, kMatrices, rng.fork("identity")),
               correlated = mean_correlation(true, kMatrices, rng.fork("correlated"));
  report.check(
      "mean |correlation| of the released columns, Σ = I", "very similar to diagonal (erratum 49)",
      mean_is(std::exp(std::lgamma(kAttributes / 2.0) - std::lgamma((kAttributes + 1) / 2.0)) / std::sqrt(std::numbers::pi),
              identity, 0),
      identity.mean(0));
  report.check("… Σ = AA'", "(erratum 49)", mean_is(0.55, correlated, 0, 0.005), correlated.mean(0));
  report.plots.push_back({.name = "004-fig4a",
                          .title = "Figure 4a: recovery within 20 %, ten Gaussian attributes behind four columns",
                          .x_label = "b",
                          .y_label = "recovery rate",
                          .series = {{"MAP (bayes)", kSizes, curves[map], Series::Style::both},
                                     {"PCA (whiten, nearest)", kSizes, curves[pca], Series::Style::both},
                                     {"the mean for every record", kSizes, curves[mean], Series::Style::both}}});
  return report;
}

}  // namespace

extern const Experiment gaussian_rates_experiment = {
    .name = "004-fig4a",
    .paper = "Sang, Shen and Tian 2009 (004), section 7.3, figure 4a",
    .title = "correlated Gaussian attributes, the matrix known",
    .claim = "the MAP-based reconstruction achieves higher recovery rates than PCA.",
    .run = run};

}  // namespace guise::papers
