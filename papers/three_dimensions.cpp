// SPDX-License-Identifier: Apache-2.0
// Points in space, rotated and projected: what the eye sees of each. Paper 000, figures 1 and 5, Lemmas 5.4 and 5.5.
// The paper's sample data are not described; a coil of points around the x axis stands in.
#include <cmath>
#include <numbers>

#include "attacks/in_memory.h"
#include "papers/chance.h"
#include "papers/draw.h"
#include "papers/masked.h"
#include "papers/papers.h"

namespace guise::papers {
namespace {

constexpr Index kPoints = 300;
constexpr const char* kHalf = "project(k=150, side=records)";  // row-wise: every point released is a combination of all

Matrix coil() {
  Matrix out(kPoints, 3);
  for (Index i = 0; i < kPoints; ++i) {
    const double t = static_cast<double>(i) / kPoints, angle = 3 * 2 * std::numbers::pi * t;
    out.row(i) << 4 * t - 2, std::sin(angle), std::cos(angle) / 2;
  }
  return out;
}

/// Figure 1: a rotation about the x axis by a random angle.
Matrix about_the_x_axis(double angle) {
  Matrix out = Matrix::Identity(3, 3);
  out(1, 1) = out(2, 2) = std::cos(angle);
  out(2, 1) = std::sin(angle);
  out(1, 2) = -out(2, 1);
  return out;
}

/// "Not very well masked": an attacker who knows three points and their released places undoes the rotation of all.
double largest_error_of_procrustes(const Matrix& points, const random::Rng& rng) {
  const Masked release = masked("rotate", points, rng);
  const std::vector<Index> known = {0, 40, 110};
  attacks::Knowledge knows = release.outsider;
  knows.pairs = attacks::Pairs{points(known, Eigen::all), release.released(known, Eigen::all)};
  return (attacks::reconstruct("procrustes", release.released, knows).values - points).cwiseAbs().maxCoeff();
}

/// Mean over matrices of a table of numbers, and the standard error of each.
struct Average {
  Matrix sum, squares;
  int count = 0;
  void add(const Matrix& values) {
    if (count++ == 0) sum = squares = Matrix::Zero(values.rows(), values.cols());
    sum += values;
    squares += values.cwiseAbs2();
  }
  /// The largest distance from the expected values, in standard errors.
  double largest(const Matrix& expected) const {
    const double n = count;
    const Eigen::ArrayXXd mean = sum.array() / n, error = ((squares.array() / n - mean.square()) / n).sqrt();
    return ((mean - expected.array()).abs() / error).maxCoeff();
  }
};

Series cloud(std::string label, const Matrix& points) {
  return {std::move(label), list(points.col(0)), list(points.col(1)), Series::Style::points};
}

Report run(const Settings& settings) {
  const random::Rng rng = settings.rng.fork("coil");
  const Matrix points = coil();
  const Matrix turned = points * about_the_x_axis(uniform(1, 0.5, 1.5, rng.fork("angle"))[0]).transpose();
  Report report;
  report.check("figure 1: three known points undo the mask rotate: largest error of any of the 300", "not very well masked",
               at_most(1e-9), largest_error_of_procrustes(points, rng.fork("rotated")));

  const int times = settings.times(1000, 300);
  Average rows, columns;
  const Matrix some = points(Eigen::seq(0, kPoints - 1, 15), Eigen::all);  // 20 records whose inner products are followed
  for (int i = 0; i < times; ++i) {
    const Matrix few = mixed_records(kHalf, points, rng.fork("rows").fork(std::to_string(i)));
    rows.add(few.transpose() * few);
    const Matrix flat = masked("project(k=2)", some, rng.fork("columns").fork(std::to_string(i))).released;
    columns.add(flat * flat.transpose());
  }
  // The standard errors come from as many matrices: Student's law. Attributes have 9 products, of which 6 differ.
  report.check("Lemma 5.4, half the records: inner products of attributes, off by standard errors", "0",
               largest_of(6, times - 1), rows.largest(points.transpose() * points));
  report.check("Lemma 5.5, 3 to 2 columns: inner products of records, off by standard errors", "0", largest_of(210, times - 1),
               columns.largest(some * some.transpose()));

  const auto shown = [&](std::string name, std::string title, std::vector<Series> series) {
    report.plots.push_back({.name = std::move(name),
                            .title = std::move(title),
                            .x_label = "first column",
                            .y_label = "second column",
                            .series = std::move(series)});
  };
  shown("000-fig1", "Figure 1: points in space, seen from above, and rotated about the x axis",
        {cloud("original", points), cloud("rotated", turned)});
  shown("000-fig5a", "Figure 5a: half as many points, each a combination of all",
        {cloud("original", points), cloud("projected row-wise", mixed_records(kHalf, points, rng.fork("plot")))});
  shown("000-fig5b", "Figure 5b: the points projected to two columns",
        {cloud("original", points), cloud("projected column-wise", masked("project(k=2)", points, rng.fork("plot")).released)});
  return report;
}

}  // namespace

extern const Experiment three_dimensions_experiment = {
    .name = "000-fig1-5",
    .paper = "Liu, Kargupta and Ryan 2006 (000), sections III and V.A, figures 1 and 5",
    .title = "points in space, rotated and projected",
    .claim = "data are not very well masked by a rotation; a projection obscures their structure and keeps inner products.",
    .run = run};

}  // namespace guise::papers
