// SPDX-License-Identifier: Apache-2.0
#include "attacks/run_posterior.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace guise::attacks {
namespace {

// Of the places where a run may have begun the most probable are followed, down to this share of the first.
constexpr std::size_t kMostStarts = 40;
constexpr double kLeastShare = 1e-5;

/// A run under way: its first record, its probability (as a logarithm), the sum of its records.
struct Run {
  Index start;
  double weight;
  Eigen::ArrayXd sum;
};

/// Log density of the next record of a run of `count` records with that sum.
double log_density(const RunModel& model, const Eigen::ArrayXd& record, const Eigen::ArrayXd& sum, double count) {
  const auto between = model.between.array(), within = model.within.array();
  const Eigen::ArrayXd open = between * within / (within + count * between);  // variance of the value given the run so far
  const Eigen::ArrayXd variance = open + within, surprise = record - open / within * sum;
  return -0.5 * ((2 * std::numbers::pi * variance).log() + surprise.square() / variance).sum();
}

/// Makes the weights sum to 1 and returns the logarithm of what they summed to.
double normalise(std::vector<Run>& runs) {
  double most = runs.front().weight, sum = 0;
  for (const Run& run : runs) most = std::max(most, run.weight);
  for (const Run& run : runs) sum += std::exp(run.weight - most);
  const double total = most + std::log(sum);
  for (Run& run : runs) run.weight -= total;
  return total;
}

void prune(std::vector<Run>& runs) {
  std::sort(runs.begin(), runs.end(),
            [](const Run& a, const Run& b) { return a.weight != b.weight ? a.weight > b.weight : a.start < b.start; });
  const double least = runs.front().weight + std::log(kLeastShare);
  while (runs.size() > kMostStarts || runs.back().weight < least) runs.pop_back();
}

}  // namespace

double RunPosterior::filter(const Matrix& records, std::vector<std::vector<Start>>* starts) const {
  const double ends = std::log(model_.hazard), goes_on = std::log1p(-model_.hazard);
  std::vector<Run> runs;
  double total = 0;
  for (Index t = 0; t < records.rows(); ++t) {
    const Eigen::ArrayXd record = records.row(t).transpose().array();
    for (Run& run : runs) {
      run.weight += goes_on + log_density(model_, record, run.sum, static_cast<double>(t - run.start));
      run.sum += record;
    }
    // The weights of the runs before summed to 1, so that a new run begins with the probability that the last one ended.
    const Eigen::ArrayXd none = Eigen::ArrayXd::Zero(record.size());
    runs.push_back({t, (t > 0 ? ends : 0) + log_density(model_, record, none, 0), record});
    total += normalise(runs);
    prune(runs);
    normalise(runs);
    if (!starts) continue;
    std::vector<Start> here;
    for (const Run& run : runs) here.push_back({run.start, std::exp(run.weight)});
    starts->push_back(std::move(here));
  }
  return total;
}

Matrix RunPosterior::values(const Matrix& records) const {
  const Index n = records.rows(), m = records.cols();
  std::vector<std::vector<Start>> starts;
  filter(records, &starts);
  Matrix sums = Matrix::Zero(n + 1, m);
  for (Index t = 0; t < n; ++t) sums.row(t + 1) = sums.row(t) + records.row(t);
  // ending[e]: probability that a run ends with record e given all records. A run that ends there began at s with the
  // probability known at e: what follows is independent of it. Runs are added to `steps` where they begin and taken off where
  // they end.
  Vector ending = Vector::Zero(n);
  if (n > 0) ending[n - 1] = 1;
  Matrix steps = Matrix::Zero(n + 1, m);
  for (Index e = n - 1; e >= 0; --e) {
    if (!(ending[e] > 0)) continue;
    for (const Start& start : starts[static_cast<std::size_t>(e)]) {
      const double probability = ending[e] * start.probability, count = static_cast<double>(e + 1 - start.record);
      const auto between = model_.between.array(), within = model_.within.array();
      const Eigen::ArrayXd sum = (sums.row(e + 1) - sums.row(start.record)).transpose().array();
      const Eigen::RowVectorXd value = (probability * between / (within + count * between) * sum).matrix().transpose();
      steps.row(start.record) += value;
      steps.row(e + 1) -= value;
      if (start.record > 0) ending[start.record - 1] += probability;
    }
  }
  for (Index t = 1; t < n; ++t) steps.row(t) += steps.row(t - 1);
  return steps.topRows(n);
}

}  // namespace guise::attacks
