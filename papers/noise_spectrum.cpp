// SPDX-License-Identifier: Apache-2.0
// Eigenvalues of pure noise: Wigner's semicircle and the Marchenko-Pastur law. Paper 001, section V, equations (2) and (3),
// figure 3.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "linalg/spectrum.h"
#include "papers/chance.h"
#include "papers/draw.h"
#include "papers/measured.h"
#include "papers/papers.h"
#include "papers/trials.h"
#include "theory/marchenko_pastur.h"

namespace guise::papers {
namespace {

/// Eigenvalues of V'V / m, falling.
Vector covariance_eigenvalues(const Matrix& v) {
  return linalg::symmetric_spectrum(v.transpose() * v / static_cast<double>(v.rows())).values;
}

/// Integral of a density on [low, high] up to `end`. It ends like a square root on both sides; x = center - radius cos(a) makes
/// it smooth.
template <typename Density>
double integral_to(const Density& density, double low, double high, double end) {
  constexpr int kSteps = 1000;
  const double center = (low + high) / 2, radius = (high - low) / 2;
  const double step = std::acos(std::clamp((center - end) / radius, -1.0, 1.0)) / kSteps;
  double sum = 0;
  for (int i = 0; i < kSteps; ++i) {
    const double angle = (i + 0.5) * step;
    sum += density(center - radius * std::cos(angle)) * radius * std::sin(angle) * step;
  }
  return sum;
}
template <typename Density>
double integral(const Density& density, double low, double high) {
  return integral_to(density, low, high, high);
}

template <typename Density>
Series curve(std::string label, const Density& density, double low, double high) {
  Series out{std::move(label), count_up(201, low, (high - low) / 200), {}, Series::Style::line};
  for (const double x : out.x) out.y.push_back(density(x));
  return out;
}

/// Mean and standard deviation of the Tracy-Widom law of real matrices (Tracy and Widom 1996), and where it puts the extreme
/// eigenvalues of noise, relative to the edge of the band: Johnstone (2001) for the largest, Feldheim and Sodin (2010) for the
/// least one.
constexpr double kTracyWidomMean = -1.2065336, kTracyWidomSd = 1.2679814;
double tracy_widom_scale(double records, double attributes, double side) {
  const double n = std::sqrt(records), m = std::sqrt(attributes);
  return std::cbrt(1 / m + side / n) / (n + side * m);
}

/// Largest distance of the eigenvalues' distribution function from that of a density on [low, high].
template <typename Density>
double distance_from_law(Vector values, const Density& density, double low, double high) {
  std::ranges::sort(values);
  const auto n = static_cast<double>(values.size());
  double most = 0;
  for (Index i = 0; i < values.size(); i += 4) {
    const double below = values[i] <= low ? 0 : values[i] >= high ? 1 : integral_to(density, low, high, values[i]);
    most = std::max({most, std::abs(below - static_cast<double>(i) / n), std::abs(below - static_cast<double>(i + 1) / n)});
  }
  return most;
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

  // Extremes stay inside the edges by the Tracy-Widom law: the least one by 1.5 % with a standard deviation of 1.6 %, the
  // largest by 0.8 ± 0.8 %.
  const double least = tracy_widom_scale(kRecords, kAttributes, -1), largest = tracy_widom_scale(kRecords, kAttributes, 1);
  const double root = std::sqrt(static_cast<double>(trials.count()));
  report.check("least eigenvalue of 2000 x 400 noise over the lower edge, mean of 20 draws", "1: eq. (3)",
               expects(1 - kTracyWidomMean * least, kTracyWidomSd * least / root), trials.mean(0) / band.low);
  report.check("largest eigenvalue over the upper edge, mean of 20 draws", "1: eq. (3)",
               expects(1 + kTracyWidomMean * largest, kTracyWidomSd * largest / root), trials.mean(1) / band.high);
  report.inform("share of single draws with the least more than 2 % off", "", "about 0.4 (Tracy-Widom)",
                number(trials.mean(2)));
  // Moments of the law, which need neither edges nor density: E x = s2, E x^2 = s2^2 (1 + m/n).
  report.check("integral of the density", "1: eq. (2)", near(1, 1e-6), integral(density, band.low, band.high));
  report.check("its mean", "", near(kVariance, 1e-6), integral([&](double x) { return x * density(x); }, band.low, band.high));
  report.check("its mean square", "", near(square(kVariance) * (1 + kAttributes / kRecords), 1e-6),
               integral([&](double x) { return x * x * density(x); }, band.low, band.high));

  const Vector values = draw(settings.rng.fork("noise"));
  const double room = 0.05 * (band.high - band.low);
  const Series bars = histogram("eigenvalues of noise, 2000 x 400", values, band.low - room, band.high + room, 40);
  double l1 = 0;
  for (std::size_t i = 0; i < bars.x.size(); ++i) l1 += std::abs(bars.y[i] - density(bars.x[i])) * (bars.x[1] - bars.x[0]);
  report.inform("L1 distance of histogram and density", "", "0.046", number(l1));
  // Eigenvalues repel each other: the count below a point is off by about one, where independent numbers would be off by ten.
  report.check("eigenvalues out of place, of 400: largest distance from the law of eq. (2), times 400", "", at_most(5),
               kAttributes * distance_from_law(values, density, band.low, band.high));
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
  // The reference: 0.17 and 0.16 of so many tables.
  constexpr int kReference = 2000;
  report.check("share of 300 x 35 tables with noise above the band", "0", like(0.17, kReference, trials, 0, 0.005),
               trials.mean(0));
  report.check("share with noise below the band", "0", like(0.16, kReference, trials, 1, 0.005), trials.mean(1));
}

/// (V + V') / (2 sqrt(2n)): radius 1, variance 1/4. The printed density belongs to another scaling (erratum 18).
void wigner(const Settings& settings, Report& report) {
  constexpr Index n = 400;
  const auto spectrum = [](const random::Rng& rng) {
    const Matrix v = gaussian(n, n, 1, rng);
    return linalg::symmetric_spectrum((v + v.transpose()) / (2 * std::sqrt(2.0 * n))).values;
  };
  const Trials trials(20, settings.rng.fork("wigner edges"), [&](const random::Rng& rng) {
    const Vector found = spectrum(rng);
    return std::vector<double>{(found[0] - found[n - 1]) / 2};
  });
  const double scale = std::pow(static_cast<double>(n), -2.0 / 3) / 2;  // Tracy-Widom: the radius is 1 in the limit
  report.check("Wigner: mean of the largest and the least |eigenvalue|, n = 400, 20 draws", "sqrt(2n) = 28 (erratum 18)",
               expects(1 + kTracyWidomMean * scale, kTracyWidomSd * scale / std::sqrt(2.0 * trials.count())), trials.mean(0));
  report.check("Wigner: integral of the density", "n (erratum 18)", near(1, 1e-6), integral(theory::wigner_density, -1, 1));
  report.check("Wigner: variance of the density", "", near(0.25, 1e-6),
               integral([](double x) { return x * x * theory::wigner_density(x); }, -1, 1));
  const Vector values = spectrum(settings.rng.fork("wigner"));
  report.check("Wigner: eigenvalues out of place, of 400", "", at_most(5),
               n * distance_from_law(values, theory::wigner_density, -1, 1));
  report.plots.push_back(
      {.name = "001-fig3-wigner",
       .title = "Wigner's semicircle: eigenvalues of (V + V') / (2 √(2n)), n = 400",
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
