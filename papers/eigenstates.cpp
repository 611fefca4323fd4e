// SPDX-License-Identifier: Apache-2.0
// Points in space with and without uniform noise, and their eigenstates beside the unit sphere. Paper 001, section III, figures
// 1 and 2. The points are not described: a helix stands in, long along one axis and thin across it.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "attacks/in_memory.h"
#include "linalg/spectrum.h"
#include "papers/chance.h"
#include "papers/draw.h"
#include "papers/masked.h"
#include "papers/measured.h"
#include "papers/papers.h"
#include "theory/reconstruction_error.h"

namespace guise::papers {
namespace {

constexpr Index kPoints = 1000, kSpace = 3;
constexpr const char* kNoise = "noise(sd=1, law=uniform)";
constexpr double kKurtosis = 1.8;  // of the uniform law

/// Variance 9 along the helix, 0.005 across it.
Matrix helix() {
  Matrix out(kPoints, kSpace);
  for (Index i = 0; i < kPoints; ++i) {
    const double t = (static_cast<double>(i) + 0.5) / kPoints, angle = 10 * std::numbers::pi * t;
    out.row(i) << 3 * std::sqrt(3.0) * (2 * t - 1), 0.1 * std::sin(angle), 0.1 * std::cos(angle);
  }
  return out;
}

Matrix second_moments(const Matrix& points) {
  return points.transpose() * points / static_cast<double>(points.rows());
}

Series cloud(std::string label, const Matrix& points) {
  return {std::move(label), list(points.col(0)), list(points.col(1)), Series::Style::points};
}

/// Figure 2: eigenvectors times eigenvalues, both ways, and the unit sphere, seen from above.
Plot eigenstates(std::string name, std::string title, const Matrix& points) {
  const linalg::Spectrum found = linalg::symmetric_spectrum(second_moments(points));
  Series states{"eigenstates", {}, {}, Series::Style::points}, sphere{"unit sphere", {}, {}};
  for (Index i = 0; i < kSpace; ++i)
    for (const double side : {-1.0, 1.0}) {
      states.x.push_back(side * found.values[i] * found.vectors(0, i));
      states.y.push_back(side * found.values[i] * found.vectors(1, i));
    }
  for (const double angle : count_up(101, 0, std::numbers::pi / 50)) {
    sphere.x.push_back(std::cos(angle));
    sphere.y.push_back(std::sin(angle));
  }
  return {.name = std::move(name),
          .title = std::move(title),
          .x_label = "first coordinate",
          .y_label = "second coordinate",
          .series = {std::move(states), std::move(sphere)}};
}

enum Figure { from_sphere, along_first, along_second, along_third, error_of_filter, kept };

Report run(const Settings& settings) {
  const random::Rng rng = settings.rng.fork("eigenstates");
  const Matrix points = helix();
  const linalg::Spectrum data = linalg::symmetric_spectrum(second_moments(points));
  const Trials trials(settings.times(200, 60), rng.fork("trials"), [&](const random::Rng& own) {
    const Masked release = masked_without_insider(kNoise, points, own);
    const Matrix moments = second_moments(release.released), noise = second_moments(release.released - points);
    const Vector along = (data.vectors.transpose() * moments * data.vectors).diagonal() - data.values;
    const Matrix guess = attacks::reconstruct("spectral(center=no)", release.released, release.outsider).values;
    return std::vector<double>{
        (noise - Matrix::Identity(kSpace, kSpace)).squaredNorm(), along[0], along[1], along[2], mean_square(guess - points),
        static_cast<double>(components_kept(guess, false))};
  });
  Report report;
  report.inform("figure 2 left: eigenvalues of the data", "away from 1", "", numbers(list(data.values)));
  // V'V / n - I has entries of variance (kurtosis - 1) / n on the diagonal and 1 / n beside it.
  report.check("figure 2 right, noise of the mask: mean of Σ (eigenvalue - 1)², 1000 points", "all close to 1",
               mean_is((kSpace * (kKurtosis - 1) + kSpace * (kSpace - 1)) / kPoints, trials, from_sphere),
               trials.mean(from_sphere));
  for (Index i = 0; i < kSpace; ++i)
    report.check(fmt::format("figure 1 right: what noise adds along eigenvector {} of the data", i + 1), "σ² = 1: eq. (9)",
                 mean_is(1, trials, along_first + i), trials.mean(along_first + i));
  // Edges hold in the limit of many columns: of three, about one release in 200 has a noise direction beyond, which costs a
  // third.
  report.check("eigenstates the filter keeps, mean over releases", "1: two are inside the sphere", between(1, 1.05),
               trials.mean(kept));
  report.check("mean square error of spectral filtering; the release has 1", "the data can be reconstructed",
               mean_is(theory::principal_error(data.values, 1, 1), trials, error_of_filter, 0.004),
               trials.mean(error_of_filter));

  const Matrix released = masked_without_insider(kNoise, points, rng.fork("plot")).released;
  for (const auto& [name, title, shown] :
       {std::tuple("001-fig1-data", "Figure 1 left: points in space, seen from above", points),
        std::tuple("001-fig1-noise", "Figure 1 middle: uniform noise", Matrix(released - points)),
        std::tuple("001-fig1-released", "Figure 1 right: points with noise", released)})
    report.plots.push_back({.name = name,
                            .title = title,
                            .x_label = "first coordinate",
                            .y_label = "second coordinate",
                            .series = {cloud("points", shown)}});
  report.plots.push_back(eigenstates("001-fig2-data", "Figure 2 left: eigenstates of the data", points));
  report.plots.push_back(eigenstates("001-fig2-noise", "Figure 2 right: eigenstates of the noise", released - points));
  return report;
}

}  // namespace

extern const Experiment eigenstates_experiment = {
    .name = "001-fig1-2",
    .paper = "Kargupta et al. 2003 (001), section III, figures 1 and 2",
    .title = "points in space, uniform noise, and their eigenstates",
    .claim = "all eigenvalues of noise of unit variance are close to 1, those of the data are not: the two can be separated.",
    .run = run};

}  // namespace guise::papers
