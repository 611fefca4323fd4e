// SPDX-License-Identifier: Apache-2.0
// Linear support vectors under the squared hinge loss by LIBLINEAR: Fan, Chang, Hsieh, Wang and Lin (2008).
#include <linear.h>

#include <memory>

#include "mining/svm_fit.h"

namespace guise::mining {
namespace {

// The trust-region Newton method on the primal problem, and not the dual coordinate descent that is LIBLINEAR's first choice:
// that one draws its order from rand(), so that results would depend on what else runs. The optimum is the same and unique.
constexpr int kSolver = L2R_L2LOSS_SVC;
// Of the gradient, relative to that at zero. Newton's method gets from LIBLINEAR's own 0.01 to here in a few steps.
constexpr double kTolerance = 1e-8;

}  // namespace

LinearScores squared_hinge_svm(const SortedRecords& records, double cost) {
  set_print_string_function([](const char*) {});
  const Index n = records.columns.cols(), m = records.columns.rows();
  // LIBLINEAR wants the constant as one more attribute, and a mark after the last.
  std::vector<feature_node> nodes(static_cast<std::size_t>(n * (m + 2)));
  std::vector<feature_node*> rows(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) {
    feature_node* row = rows[static_cast<std::size_t>(i)] = nodes.data() + i * (m + 2);
    for (Index j = 0; j < m; ++j) row[j] = {static_cast<int>(j + 1), records.columns(j, i)};
    row[m] = {static_cast<int>(m + 1), 1};
    row[m + 1] = {-1, 0};
  }
  std::vector<double> classes = records.classes;
  const problem all{.l = static_cast<int>(n), .n = static_cast<int>(m + 1), .y = classes.data(), .x = rows.data(), .bias = 1};
  const parameter how{.solver_type = kSolver,
                      .eps = kTolerance,
                      .C = cost,
                      .nr_weight = 0,
                      .weight_label = nullptr,
                      .weight = nullptr,
                      .p = 0,
                      .init_sol = nullptr};
  const std::unique_ptr<model, void (*)(model*)> learnt(train(&all, &how), [](model* each) { free_and_destroy_model(&each); });
  const auto count = static_cast<Index>(records.present.size());
  LinearScores out{.weights = Matrix(m, count), .intercept = Vector(count), .classes = records.present};
  for (int k = 0; k < count; ++k) {  // LIBLINEAR's classes are in the order in which they come, which is ours
    for (Index j = 0; j < m; ++j) out.weights(j, k) = get_decfun_coef(learnt.get(), static_cast<int>(j + 1), k);
    out.intercept(k) = get_decfun_bias(learnt.get(), k);
  }
  return out;
}

}  // namespace guise::mining
