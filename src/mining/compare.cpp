// SPDX-License-Identifier: Apache-2.0
#include "mining/compare.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "linalg/assignment.h"

namespace guise::mining {
namespace {

double median(std::vector<double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double pairs(double count) {
  return count * (count - 1) / 2;
}

}  // namespace

std::vector<Agreement> compare_estimates(const Mined& truth, const Mined& release) {
  const Estimate& right = truth.findings.estimates.front();
  const Estimate& found = release.findings.estimates.front();
  require(right.value.rows() == found.value.rows() && right.value.cols() == found.value.cols(),
          "{} gives {} x {} numbers and the truth {} x {}; they must hold the same records and attributes", release.data.name,
          found.value.rows(), found.value.cols(), right.value.rows(), right.value.cols());
  std::vector<double> relative;
  double within = 0, bars = 0;
  for (Index i = 0; i < right.value.size(); ++i) {
    const double true_value = right.value.data()[i], miss = std::abs(found.value.data()[i] - true_value);
    if (true_value != 0) relative.push_back(miss / std::abs(true_value));
    if (found.error.size() == 0 || !(found.error.data()[i] > 0)) continue;
    ++bars;
    within += true_value >= found.low.data()[i] && true_value <= found.high.data()[i];
  }
  std::vector<Agreement> out{{"median relative error", median(relative)},
                             {"root mean square error, relative", (found.value - right.value).norm() / right.value.norm()}};
  if (bars > 0) out.push_back({"inside the 95 % interval", within / bars});
  return out;
}

double figure(const Findings& findings, std::string_view name) {
  for (const Figure& each : findings.figures)
    if (each.name == name) return each.value;
  return std::numeric_limits<double>::quiet_NaN();
}

std::vector<Agreement> compare_accuracy(const Mined& truth, const Mined& release) {
  const double right = figure(truth.findings, "accuracy"), found = figure(release.findings, "accuracy");
  return {{"accuracy, originals", right}, {"accuracy, release", found}, {"accuracy ratio", found / right}};
}

Grouping agreement_of(const Matrix& together) {
  const double records = together.sum();
  double both = 0, rows = 0, columns = 0;
  for (Index i = 0; i < together.size(); ++i) both += pairs(together.data()[i]);
  const Vector row_sums = together.rowwise().sum(), column_sums = together.colwise().sum();
  for (const double count : row_sums) rows += pairs(count);
  for (const double count : column_sums) columns += pairs(count);
  const double expected = rows * columns / pairs(records), most = (rows + columns) / 2;
  const Index size = std::max(together.rows(), together.cols());
  Matrix cost = Matrix::Zero(size, size);
  cost.topLeftCorner(together.rows(), together.cols()) = -together;
  double matched = 0;
  const auto partner = linalg::least_cost_assignment(cost);
  for (Index i = 0; i < size; ++i) matched -= cost(i, partner[static_cast<std::size_t>(i)]);
  // One group on both sides is perfect agreement, though chance gives it too.
  return {.adjusted_rand = most == expected ? 1 : (both - expected) / (most - expected), .error = 1 - matched / records};
}

Matrix contingency(const Mined& truth, const Mined& release, Index groups_of_truth, Index groups_of_release) {
  std::vector<int> said;  // of the originals; all that is held
  scan_in_order(truth.data, [&](const Batch& batch) {
    const Matrix groups = truth.findings.model->apply(batch.rows);
    for (const double group : groups.col(0)) said.push_back(static_cast<int>(group));
  });
  Matrix together = Matrix::Zero(groups_of_truth, groups_of_release);
  std::size_t record = 0;
  scan_in_order(release.data, [&](const Batch& batch) {
    require(record + batch.numbers.size() <= said.size(),
            "{} has more records than the truth; they are compared record by record", release.data.name);
    const Matrix groups = release.findings.model->apply(batch.rows);
    for (const double group : groups.col(0)) together(said[record++], static_cast<Index>(group)) += 1;
  });
  require(record == said.size(), "{} has fewer records than the truth; they are compared record by record", release.data.name);
  return together;
}

}  // namespace guise::mining
