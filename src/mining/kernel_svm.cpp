// SPDX-License-Identifier: Apache-2.0
// Support vectors in the space of a kernel by LIBSVM: Chang and Lin (2011).
#include <libsvm/svm.h>

#include <memory>

#include "mining/svm_fit.h"

namespace guise::mining {
namespace {

// As scikit-learn calls LIBSVM: a violation of optimality that is accepted, and MiB for products that are used again.
constexpr double kTolerance = 1e-3;
constexpr double kCache = 200;

svm_parameter parameter_of(const Kernel& kernel, double cost) {
  svm_parameter how{};
  how.svm_type = C_SVC;
  how.kernel_type = kernel.radial ? RBF : POLY;
  how.degree = kernel.degree;
  how.gamma = kernel.gamma;
  how.cache_size = kCache;
  how.eps = kTolerance;
  how.C = cost;
  how.shrinking = 1;
  return how;
}

KernelMachine machine_of(const svm_model& learnt, const SortedRecords& records, const Kernel& kernel) {
  const int count = learnt.nr_class;
  const Index m = records.columns.rows();
  KernelMachine out{.kernel = kernel,
                    .center = Vector::Zero(m),
                    .scale = Vector::Ones(m),
                    .vectors = Matrix(learnt.l, m),
                    .coefficients = Matrix(learnt.l, count - 1),
                    .rho = Eigen::Map<const Vector>(learnt.rho, count * (count - 1) / 2),
                    .classes = records.present,  // LIBSVM's are in the order in which they come, which is ours
                    .sizes = std::vector<int>(learnt.nSV, learnt.nSV + count)};
  for (int i = 0; i < learnt.l; ++i) {
    out.vectors.row(i) = records.columns.col(learnt.sv_indices[i] - 1).transpose();
    for (int k = 0; k < count - 1; ++k) out.coefficients(i, k) = learnt.sv_coef[k][i];
  }
  return out;
}

}  // namespace

KernelMachine kernel_svm(const SortedRecords& records, const Kernel& kernel, double cost) {
  svm_set_print_string_function([](const char*) {});
  const Index n = records.columns.cols(), m = records.columns.rows();
  std::vector<svm_node> nodes(static_cast<std::size_t>(n * (m + 1)));
  std::vector<svm_node*> rows(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) {
    svm_node* row = rows[static_cast<std::size_t>(i)] = nodes.data() + i * (m + 1);
    for (Index j = 0; j < m; ++j) row[j] = {static_cast<int>(j + 1), records.columns(j, i)};
    row[m] = {-1, 0};
  }
  std::vector<double> classes = records.classes;
  const svm_problem all{.l = static_cast<int>(n), .y = classes.data(), .x = rows.data()};
  const svm_parameter how = parameter_of(kernel, cost);
  const std::unique_ptr<svm_model, void (*)(svm_model*)> learnt(svm_train(&all, &how),
                                                                [](svm_model* each) { svm_free_and_destroy_model(&each); });
  return machine_of(*learnt, records, kernel);
}

}  // namespace guise::mining
