// SPDX-License-Identifier: Apache-2.0
// Eigenvalues of pure noise: Wigner's semicircle and the Marchenko-Pastur law. Paper 001, section V, equations (2) and (3),
// figure 3.
#include <cmath>
#include <numbers>

#include "linalg/spectrum.h"
#include "papers/draw.h"
#include "papers/papers.h"
#include "papers/trials.h"
#include "theory/marchenko_pastur.h"

namespace guise::papers {
namespace {

/// Eigenvalues of V'V / m, falling.
Vector covariance_eigenvalues(const Matrix& v) {
  return linalg::symmetric_spectrum(v.transpose() * v / static_cast<double>(v.rows())).values;
}

/// Integral of a density over [low, high]. It ends like a square root on both sides; x = center - radius cos(a) makes it
/// smooth.
template <typename Density>
double integral(const Density& density, double low, double high) {
  constexpr int kSteps = 2000;
  const double center = (low + high) / 2, radius = (high - low) / 2, step = std::numbers::pi / kSteps;
  double sum = 0;
  for (int i = 0; i < kSteps; ++i) {
    const double angle = (i + 0.5) * step;
    sum += density(center - radius * std::cos(angle)) * radius * std::sin(angle) * step;
  }
  return sum;
}

template <typename Density>
Series curve(std::string label, const Density& density, double low, double high) {
  Series out{std::move(label), count_up(201, low, (high - low) / 200), {}, Series::Style::line};
  for (const double x : out.x) out.y.push_back(density(x));
  return out;
}

void marchenko_pastur(const Settings& settings, Report& report) {
  constexpr double kRecords = 2000, kAttributes = 400, kVariance = 0.7;
  const theory::Band band = theory::marchenko_pastur_band(kVariance, kRecords, kAttributes);
  const auto density = [](double x) { return theory::marchenko_pastur_density(x, kVariance, kRecords, kAttributes); };
  const auto draw = [](const random::Rng& rng) {
    return covariance_eigenvalues(gaussian(kRecords, kAttributes, std::sqrt(kVariance), rng));
  };
  const Trials trials(20, settings.rng.fork("extremes"), [&](const random::Rng& rng) {
    const Vector found = draw(rng);
    return std::vector<double>{found[found.size() - 1], found[0],
                               std::abs(found[found.size() - 1] / band.low - 1) > 0.02 ? 1.0 : 0.0};
  });

  report.check("lower edge", "eq. (3)", near(kVariance * square(1 - std::sqrt(0.2)), 1e-12), band.low);
  report.check("upper edge", "eq. (3)", near(kVariance * square(1 + std::sqrt(0.2)), 1e-12), band.high);
  // Extremes stay inside the edges by the Tracy-Widom law: here the least one by 1.5 % with a standard deviation of 1.6 %, so
  // that a single draw is often more than 2 % off. The criterion is on the mean of 20 draws.
  report.check("least eigenvalue, 2000 x 400, mean of 20 draws", "lower edge", within(band.low, 0.02), trials.mean(0));
  report.check("largest eigenvalue, mean of 20 draws", "upper edge", within(band.high, 0.02), trials.mean(1));
  report.inform("share of single draws with the least more than 2 % off", "", "about 0.4 (Tracy-Widom)",
                number(trials.mean(2)));
  report.check("integral of the density, less 1", "0", at_most(1e-6), std::abs(integral(density, band.low, band.high) - 1));

  const Vector values = draw(settings.rng.fork("noise"));
  const double room = 0.05 * (band.high - band.low);
  const Series bars = histogram("eigenvalues of noise, 2000 x 400", values, band.low - room, band.high + room, 40);
  double l1 = 0;
  for (std::size_t i = 0; i < bars.x.size(); ++i) l1 += std::abs(bars.y[i] - density(bars.x[i])) * (bars.x[1] - bars.x[0]);
  report.inform("L1 distance of histogram and density", "", "0.046", number(l1));
  report.plots.push_back({.name = "001-fig3-marchenko-pastur",
                          .title = "Eigenvalues of the covariance of noise, variance 0.7",
                          .x_label = "eigenvalue",
                          .y_label = "density",
                          .series = {bars, curve("equation (2)", density, band.low, band.high)},
                          .marks = {{band.low, "lower edge"}, {band.high, "upper edge"}}});
}

/// How often eigenvalues of noise leave the band in a table of the paper's size: the edges hold in the limit only.
void finite_sample(const Settings& settings, Report& report) {
  const theory::Band band = theory::marchenko_pastur_band(1, 300, 35);
  const Trials trials(settings.times(2000, 100), settings.rng.fork("finite"), [&](const random::Rng& rng) {
    const Vector values = covariance_eigenvalues(gaussian(300, 35, 1, rng));
    return std::vector<double>{values[0] > band.high ? 1.0 : 0.0, values[34] < band.low ? 1.0 : 0.0};
  });
  report.inform("share of 300 x 35 tables with noise above the band", "0", "0.17", number(trials.mean(0)));
  report.inform("share with noise below the band", "0", "0.16", number(trials.mean(1)));
}

/// (V + V') / (2 sqrt(2n)): radius 1, variance 1/4. The printed density belongs to another scaling (erratum 18).
void wigner(const Settings& settings, Report& report) {
  constexpr Index n = 800;
  const Matrix v = gaussian(n, n, 1, settings.rng.fork("wigner"));
  const Vector values = linalg::symmetric_spectrum((v + v.transpose()) / (2 * std::sqrt(2.0 * n))).values;
  report.check("Wigner: largest |eigenvalue|, n = 800", "sqrt(2n) = 40", within(1, 0.02), values.cwiseAbs().maxCoeff());
  report.check("Wigner: variance of the eigenvalues", "", within(0.25, 0.01), mean_variance(values));
  report.check("Wigner: integral of the density, less 1", "799 (mass 800)", at_most(1e-6),
               std::abs(integral(theory::wigner_density, -1, 1) - 1));
  report.plots.push_back(
      {.name = "001-fig3-wigner",
       .title = "Wigner's semicircle: eigenvalues of (V + V') / (2 √(2n)), n = 800",
       .x_label = "eigenvalue",
       .y_label = "density",
       .series = {histogram("eigenvalues", values, -1.1, 1.1, 44), curve("(2/π) √(1 − x²)", theory::wigner_density, -1, 1)}});
}

Report run(const Settings& settings) {
  Report report;
  marchenko_pastur(settings, report);
  finite_sample(settings, report);
  wigner(settings, report);
  return report;
}

}  // namespace

extern const Experiment noise_spectrum_experiment = {
    .name = "001-fig3",
    .paper = "Kargupta et al. 2003 (001), section V, figure 3",
    .title = "eigenvalues of pure noise",
    .claim = "the eigenvalues of a noise matrix follow the semicircle, those of its covariance lie between two known bounds.",
    .run = run};

}  // namespace guise::papers
