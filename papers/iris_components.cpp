// SPDX-License-Identifier: Apache-2.0
// Independent components of two released columns of iris. Paper 000, section VII.D, figure 9. Without the file, flowers are
// drawn from normal laws with the means and covariances of the three species.
#include <fmt/format.h>

#include <cmath>

#include "papers/chance.h"
#include "papers/components.h"
#include "papers/flowers.h"
#include "papers/masked.h"
#include "papers/papers.h"
#include "papers/real_data.h"
#include "papers/trials.h"

namespace guise::papers {
namespace {

constexpr Index kAttributes = 4;
constexpr const char* kNames[] = {"sepal length", "sepal width", "petal length", "petal width"};
enum { petal_length = 2 };

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

void judge(const std::string& whose, bool the_file, const Matrix& data, const Settings& settings, Report& report) {
  const int times = settings.times(200, 50);
  const Best found = best_correlations(data, times, settings.rng.fork(whose));
  report.inform(fmt::format("{}: best |correlation|, median over {} matrices", whose, times), "", "0.82 0.66 0.98 0.96",
                numbers(found.median));
  report.check(whose + ": petal length, median", "none of the components can approximate the data (erratum 12)", at_least(0.95),
               found.median[petal_length]);
  const std::string share = whose + ": share of the matrices where it is above 0.9";
  if (the_file)  // the reference saw 200 matrices
    report.check(share, "none (erratum 12)", share_of(0.88, 1 / (1.0 / times + 1.0 / 200)), found.near_petal_length);
  else
    report.inform(share, "none (erratum 12)", "0.88 on the file", number(found.near_petal_length));
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
  judge("generated flowers", false, generated, own, report);
  const std::filesystem::path file = own.real("iris.csv");
  if (file.empty()) {
    report.skipped.emplace_back("iris: iris.csv is not in the data folder");
    show(generated, "generated flowers", own, report);
  } else {
    const Matrix iris = read_columns(file);
    judge("iris", true, iris, own, report);
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
