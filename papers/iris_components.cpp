// SPDX-License-Identifier: Apache-2.0
// Independent components of two released columns of iris. Paper 000, section VII.D, figure 9. Without the file, flowers are
// drawn from normal laws with the means and covariances of the three species.
#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <array>
#include <cmath>

#include "papers/components.h"
#include "papers/draw.h"
#include "papers/masked.h"
#include "papers/papers.h"
#include "papers/real_data.h"
#include "papers/trials.h"

namespace guise::papers {
namespace {

constexpr Index kAttributes = 4;
constexpr const char* kNames[] = {"sepal length", "sepal width", "petal length", "petal width"};
enum { petal_length = 2 };

/// Mean and covariance of a species, 50 flowers each (Fisher 1936; of the UCI file, which differs in three cells).
struct Species {
  std::array<double, 4> mean;
  std::array<double, 16> covariance;
};
constexpr Species kSpecies[] = {{{5.006, 3.418, 1.464, 0.244},
                                 {0.1242, 0.1003, 0.0161, 0.0105, 0.1003, 0.1452, 0.0117, 0.0114, 0.0161, 0.0117, 0.0301,
                                  0.0057, 0.0105, 0.0114, 0.0057, 0.0115}},
                                {{5.936, 2.770, 4.260, 1.326},
                                 {0.2664, 0.0852, 0.1829, 0.0558, 0.0852, 0.0985, 0.0827, 0.0412, 0.1829, 0.0827, 0.2208,
                                  0.0731, 0.0558, 0.0412, 0.0731, 0.0391}},
                                {{6.588, 2.974, 5.552, 2.026},
                                 {0.4043, 0.0938, 0.3033, 0.0491, 0.0938, 0.1040, 0.0714, 0.0476, 0.3033, 0.0714, 0.3046,
                                  0.0488, 0.0491, 0.0476, 0.0488, 0.0754}}};

Matrix flowers(const random::Rng& rng) {
  constexpr Index kEach = 50;
  Matrix out(kEach * std::ssize(kSpecies), kAttributes);
  for (Index i = 0; const Species& species : kSpecies) {
    const Eigen::Map<const Eigen::Matrix4d> covariance(species.covariance.data());
    const Eigen::Map<const Eigen::Vector4d> mean(species.mean.data());
    const Eigen::Matrix4d root = covariance.llt().matrixU();
    out.middleRows(kEach * i, kEach) =
        (gaussian(kEach, kAttributes, 1, rng.with_step(static_cast<std::uint32_t>(i))) * root).rowwise() + mean.transpose();
    ++i;
  }
  return out;
}

struct Best {
  std::vector<double> median;  ///< of each attribute, over matrices
  double near_petal_length;    ///< share of the matrices with |correlation| above 0.9
};

/// Best |correlation| of each attribute with one of the two components.
Best best_correlations(const Matrix& data, int times, const random::Rng& rng) {
  const Trials trials(times, rng, [&](const random::Rng& own) {
    const Matrix released = masked("project(k=2)", data, own.fork("mask")).released;
    const Vector best = correlations(data, independent_components(released, own.fork("ica"))).rowwise().maxCoeff();
    return list(best);
  });
  Best out{{}, trials.share_above(petal_length, 0.9)};
  for (Index j = 0; j < kAttributes; ++j) out.median.push_back(trials.median(j));
  return out;
}

void judge(const std::string& whose, const Matrix& data, const Settings& settings, Report& report) {
  const int times = settings.times(200, 50);
  const Best found = best_correlations(data, times, settings.rng.fork(whose));
  report.inform(fmt::format("{}: best |correlation|, median over {} matrices", whose, times), "", "0.82 0.66 0.98 0.96",
                numbers(found.median));
  report.check(whose + ": petal length, median", "none of the components can approximate the data (erratum 12)", at_least(0.95),
               found.median[petal_length]);
  report.inform(whose + ": share of the matrices where it is above 0.9", "", "0.88", number(found.near_petal_length));
}

void show(const Matrix& data, const std::string& whose, const Settings& settings, Report& report) {
  const auto standard = [](const Vector& values) -> Vector {
    const Vector off = values.array() - values.mean();
    return off / off.norm() * std::sqrt(static_cast<double>(off.size()));
  };
  const Matrix components =
      independent_components(masked("project(k=2)", data, settings.rng.fork("plot")).released, settings.rng.fork("plot ica"));
  for (Index j = 0; j < kAttributes; ++j) {
    Plot plot{.name = fmt::format("000-fig9-{}", j + 1),
              .title = fmt::format("Figure 9: {} of {} and the two components", kNames[j], whose),
              .x_label = "flower",
              .y_label = "standard deviations",
              .series = {run_of(kNames[j], standard(data.col(j)), 0, data.rows())}};
    for (Index c = 0; c < components.cols(); ++c) {  // a component has no sign: the one that agrees
      const Vector values = standard(components.col(c));
      const double sign = values.dot(standard(data.col(j))) < 0 ? -1 : 1;
      plot.series.push_back(run_of(fmt::format("component {}", c + 1), sign * values, 0, data.rows()));
    }
    report.plots.push_back(std::move(plot));
  }
}

Report run(const Settings& settings) {
  const Settings own{.effort = settings.effort, .data = settings.data, .rng = settings.rng.fork("iris")};
  Report report;
  const Matrix generated = flowers(own.rng.fork("flowers"));
  judge("generated flowers", generated, own, report);
  const std::filesystem::path file = own.real("iris.csv");
  if (file.empty()) {
    report.skipped.emplace_back("iris: iris.csv is not in the data folder");
    show(generated, "generated flowers", own, report);
  } else {
    const Matrix iris = read_columns(file);
    judge("iris", iris, own, report);
    show(iris, "iris", own, report);
  }
  return report;
}

}  // namespace

extern const Experiment iris_components_experiment = {
    .name = "000-fig9",
    .paper = "Liu, Kargupta and Ryan 2006 (000), section VII.D, figure 9",
    .title = "independent components of iris behind two columns",
    .claim = "none of the independent components can approximate the true data very well.",
    .run = run};

}  // namespace guise::papers
