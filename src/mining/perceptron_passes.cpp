// SPDX-License-Identifier: Apache-2.0
#include "mining/perceptron_passes.h"

#include <numeric>

#include "random/matrices.h"
#include "table/chunk.h"

namespace guise::mining {
namespace {

/// One problem on its way through the records.
class Learner {
 public:
  Learner(Index size, Perceptrons& all, Index problem, std::size_t most)
      : weights_(Vector::Zero(size)), sum_(Vector::Zero(size)), all_(all), problem_(problem), most_(most) {}

  void see(const Eigen::Ref<const Vector>& record, double sign) {
    if (sign * weights_.dot(record) > 0) {
      ++count_;
      return;
    }
    retire();
    weights_ += sign * record;
    count_ = 1;
    ++all_.mistakes;
  }

  void finish() {
    retire();
    all_.last.col(problem_) = weights_;
    all_.sum.col(problem_) = sum_;
  }

 private:
  /// The weights have been right on count_ records, and are about to change.
  void retire() {
    if (count_ == 0) return;
    sum_ += count_ * weights_;
    if (all_.survivors.empty()) return;
    Survivors& mine = all_.survivors[static_cast<std::size_t>(problem_)];
    mine.vectors.insert(mine.vectors.end(), weights_.begin(), weights_.end());
    mine.counts.push_back(count_);
    if (all_.mistakes > static_cast<double>(most_)) all_.survivors.clear();
  }

  Vector weights_, sum_;
  double count_ = 0;
  Perceptrons& all_;
  Index problem_;
  std::size_t most_;
};

/// Records as columns, with the constant 1 below them where a bias is learnt.
Matrix as_columns(const MatrixRef& rows, bool bias) {
  Matrix columns(rows.cols() + bias, rows.rows());
  columns.topRows(rows.cols()) = rows.transpose();
  if (bias) columns.bottomRows(1).setOnes();
  return columns;
}

std::vector<Index> order_of(Index count, bool shuffled, const random::Rng& epoch, std::int64_t block) {
  if (shuffled) return random::permutation(count, epoch.with_step(static_cast<std::uint32_t>(block)));
  std::vector<Index> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), Index{0});
  return order;
}

void run_epoch(const Data& data, const PerceptronSettings& settings, const random::Rng& epoch, Perceptrons& out,
               std::vector<Learner>& learners) {
  out.blocks = 0;
  scan_in_order(data, [&](const Batch& batch) {
    ++out.blocks;
    const Matrix records = as_columns(batch.rows, settings.bias);
    for (const Index i : order_of(records.cols(), settings.shuffled, epoch, batch.first_record / table::kBlock)) {
      const auto is = static_cast<std::size_t>(batch.classes[static_cast<std::size_t>(i)]);
      out.seen[is] = true;
      for (std::size_t p = 0; p < learners.size(); ++p)
        learners[p].see(records.col(i), is == (out.one_problem() ? 1 : p) ? 1 : -1);
    }
  });
}

}  // namespace

std::vector<int> Perceptrons::classes() const {
  std::vector<int> out;
  for (std::size_t i = 0; i < seen.size(); ++i)
    if (seen[i]) out.push_back(static_cast<int>(i));
  return out;
}

bool Perceptrons::one_problem() const {
  return seen.size() == 2;
}

Perceptrons learn_perceptrons(const Data& data, const PerceptronSettings& settings, const random::Rng& rng) {
  const std::size_t classes = data.label->classes.size(), problems = classes == 2 ? 1 : classes;
  const Index size = static_cast<Index>(data.columns.size()) + settings.bias;
  Perceptrons out{.last = Matrix(size, static_cast<Index>(problems)),
                  .sum = Matrix(size, static_cast<Index>(problems)),
                  .survivors = std::vector<Survivors>(settings.most_vectors > 0 ? problems : 0),
                  .seen = std::vector<bool>(classes, false)};
  std::vector<Learner> learners;
  for (std::size_t p = 0; p < problems; ++p) learners.emplace_back(size, out, static_cast<Index>(p), settings.most_vectors);
  const random::Rng orders = rng.fork("order");
  for (std::int64_t epoch = 0; epoch < settings.epochs; ++epoch)
    run_epoch(data, settings, orders.fork(std::to_string(epoch)), out, learners);
  for (Learner& learner : learners) learner.finish();
  return out;
}

LinearScores scores_of(const Perceptrons& learnt, const Matrix& weights, bool bias) {
  Matrix all = weights;
  if (learnt.one_problem()) {
    all.resize(weights.rows(), 2);
    all << -weights, weights;
  }
  const std::vector<int> classes = learnt.classes();
  if (classes.empty())
    return {.weights = Matrix(all.rows() - bias, 0), .intercept = {}, .classes = {}};  // nothing to learn from
  const Matrix told = all(Eigen::all, classes);
  return {.weights = told.topRows(told.rows() - bias),
          .intercept = bias ? Vector(told.bottomRows(1).transpose()) : Vector(Vector::Zero(told.cols())),
          .classes = classes};
}

PerceptronSettings perceptron_settings(const Params& params) {
  return {.epochs = params.integer("epochs"),
          .bias = params.choice("bias") == "yes",
          .shuffled = params.choice("shuffle") == "yes"};
}

void note_order(const Perceptrons& learnt, const PerceptronSettings& settings, Findings& findings) {
  if (learnt.blocks <= 1) return;
  findings.notes.push_back(
      settings.shuffled ? "records are learnt from in the order of the table, shuffled within runs of 1024; where that order "
                          "follows the classes, more epochs help, and a table that was shuffled helps most"
                        : "records are learnt from in the order of the table; where that order follows the classes, a table "
                          "that was shuffled helps");
}

}  // namespace guise::mining
