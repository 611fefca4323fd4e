// SPDX-License-Identifier: Apache-2.0
#include "mining/logistic_sums.h"

#include <cmath>
#include <set>

#include "mining/pass.h"
#include "table/chunk.h"

namespace guise::mining {
namespace {

struct Gathered {
  stats::Moments moments = {};
  std::set<int> classes = {};
  void merge(const Gathered& later) {
    moments.merge(later.moments);
    classes.insert(later.classes.begin(), later.classes.end());
  }
};

template <typename Form>
void fields(Form& form, Gathered& gathered) {
  form(gathered.moments, gathered.classes);
}
bool alike(const Gathered& a, const Gathered& b) {
  return alike(a.moments, b.moments);
}

/// Scores become probabilities; returns minus the log-likelihood of the classes. With one problem the other class scores 0.
/// `column(i)` is that of the record's class, -1 for the class without one.
double to_probabilities(Matrix& scores, const std::vector<Index>& column) {
  const bool other = scores.cols() == 1;
  double value = 0;
  for (Index i = 0; i < scores.rows(); ++i) {
    const Index own = column[static_cast<std::size_t>(i)];
    const double score = own < 0 ? 0 : scores(i, own), largest = scores.row(i).maxCoeff(),
                 top = other ? std::max(largest, 0.0) : largest;
    double total = other ? std::exp(-top) : 0;
    for (Index k = 0; k < scores.cols(); ++k) total += scores(i, k) = std::exp(scores(i, k) - top);
    scores.row(i) /= total;
    value += top + std::log(total) - score;
  }
  return value;
}

/// Z' diag(p_k (1{k = l} - p_l)) Z for all pairs of problems.
Matrix curvature(const Matrix& z, const Matrix& probability) {
  const Index size = z.cols(), count = probability.cols();
  Matrix out(size * count, size * count), weighted(z.rows(), size);
  for (Index k = 0; k < count; ++k)
    for (Index l = 0; l <= k; ++l) {
      const Vector weight = k == l ? Vector(probability.col(k).array() * (1 - probability.col(k).array()))
                                   : Vector(-probability.col(k).array() * probability.col(l).array());
      weighted = weight.asDiagonal() * z;
      out.block(k * size, l * size, size, size).noalias() = z.transpose() * weighted;
      if (k != l) out.block(l * size, k * size, size, size) = out.block(k * size, l * size, size, size).transpose();
    }
  return out;
}

}  // namespace

template <typename Form>
void fields(Form& form, LogisticSums& sums) {
  form.kind("logistic sums", 1);
  form(sums.value, sums.gradient, sums.hessian);
  const Index size = sums.gradient.size();
  form.check(sums.hessian.rows() == size && sums.hessian.cols() == size, "its derivatives have different sizes");
}
static bool alike(const LogisticSums& a, const LogisticSums& b) {
  return a.gradient.size() == b.gradient.size();
}

void LogisticSums::merge(const LogisticSums& later) {
  if (later.gradient.size() == 0) return;
  if (gradient.size() == 0) {
    *this = later;
    return;
  }
  value += later.value;
  gradient += later.gradient;
  hessian += later.hessian;
}

LearningUnits learning_units(const Data& data) {
  stats::OrderedMerge<Gathered> merge;
  gather_pass(data, "units", {table::sum_of(merge)}, [&](const Batch& batch) {
    Gathered part{.moments = {}, .classes = std::set<int>(batch.classes.begin(), batch.classes.end())};
    part.moments.add(batch.rows);
    merge.add(batch.first_record / table::kBlock, std::move(part));
  });
  const Gathered all = merge.finish({});
  LearningUnits out{.records = static_cast<double>(all.moments.count()),
                    .center = all.moments.mean(),
                    .scale = {},
                    .covariance = {},
                    .present = std::vector<int>(all.classes.begin(), all.classes.end())};
  if (out.records == 0) {
    out.center = Vector::Zero(static_cast<Index>(data.columns.size()));
    return out;
  }
  out.covariance = all.moments.covariance();
  out.scale = all.moments.variance().cwiseSqrt();
  for (double& each : out.scale)
    if (each == 0) each = 1;
  return out;
}

LogisticSums logistic_sums(const Data& data, const LearningUnits& known, const Matrix& at) {
  const Index m = known.center.size();
  std::vector<Index> column_of(data.label->classes.size(), -1);
  for (std::size_t i = 0; i < known.present.size(); ++i)
    column_of[static_cast<std::size_t>(known.present[i])] = static_cast<Index>(i) - (known.problems() == 1);
  stats::OrderedMerge<LogisticSums> merge;
  gather_pass(data, "likelihood", {table::sum_of(merge)}, [&](const Batch& batch) {
    Matrix z(batch.rows.rows(), m + 1);
    for (Index j = 0; j < m; ++j) z.col(j) = (batch.rows.col(j).array() - known.center(j)) / known.scale(j);
    z.col(m).setOnes();
    std::vector<Index> column;
    for (const int is : batch.classes) column.push_back(column_of[static_cast<std::size_t>(is)]);
    Matrix probability = z * at;
    LogisticSums part{.value = to_probabilities(probability, column)};
    part.hessian = curvature(z, probability);
    for (Index i = 0; i < z.rows(); ++i)
      if (column[static_cast<std::size_t>(i)] >= 0) probability(i, column[static_cast<std::size_t>(i)]) -= 1;
    part.gradient = (z.transpose() * probability).reshaped();
    merge.add(batch.first_record / table::kBlock, std::move(part));
  });
  return merge.finish({});
}

}  // namespace guise::mining
