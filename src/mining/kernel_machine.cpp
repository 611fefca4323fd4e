// SPDX-License-Identifier: Apache-2.0
// Records judged by a kernel machine: products by block, then a vote of the pairs of classes.
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "mining/model_json.h"
#include "mining/svm_fit.h"

namespace guise::mining {
namespace {

/// Kernel of every row with every support vector.
Matrix kernel_of(const Kernel& kernel, const Matrix& rows, const Matrix& vectors) {
  Matrix products = rows * vectors.transpose();
  if (!kernel.radial) return (kernel.gamma * products.array()).pow(kernel.degree);
  products *= -2;
  products.colwise() += rows.rowwise().squaredNorm();
  products.rowwise() += vectors.rowwise().squaredNorm().transpose();
  return (-kernel.gamma * products.array().max(0)).exp();
}

/// Votes per class. The pair i < j weighs its vectors of class i by column j - 1 and those of class j by column i.
Matrix votes_of(const KernelMachine& machine, const Matrix& kernel) {
  const auto count = static_cast<Index>(machine.classes.size());
  Matrix votes = Matrix::Zero(kernel.rows(), count);
  std::vector<Matrix> sums;  // per class: its vectors' part in each of its pairs
  Index first = 0;
  for (const int size : machine.sizes) {
    sums.push_back(kernel.middleCols(first, size) * machine.coefficients.middleRows(first, size));
    first += size;
  }
  Index pair = 0;
  for (Index i = 0; i < count; ++i)
    for (Index j = i + 1; j < count; ++j, ++pair) {
      const Vector says = sums[static_cast<std::size_t>(i)].col(j - 1) + sums[static_cast<std::size_t>(j)].col(i);
      for (Index row = 0; row < says.size(); ++row) votes(row, says(row) > machine.rho(pair) ? i : j) += 1;
    }
  return votes;
}

nlohmann::json json_of(const KernelMachine& machine) {
  return {{"kernel", machine.kernel.radial ? "rbf" : "poly"},
          {"gamma", machine.kernel.gamma},
          {"degree", machine.kernel.degree},
          {"center", vector_json(machine.center)},
          {"scale", vector_json(machine.scale)},
          {"vectors", matrix_json(machine.vectors)},
          {"coefficients", matrix_json(machine.coefficients)},
          {"rho", vector_json(machine.rho)},
          {"classes", machine.classes},
          {"sizes", machine.sizes}};
}

}  // namespace

Model kernel_classifier(KernelMachine machine) {
  auto parameters = std::make_shared<const nlohmann::json>(json_of(machine));
  return {.outputs = {"class"},
          .classes = true,
          .apply =
              [machine = std::move(machine)](const MatrixRef& rows) {
                Matrix seen = rows.rowwise() - machine.center.transpose();
                seen.array().rowwise() /= machine.scale.transpose().array();
                return winners(votes_of(machine, kernel_of(machine.kernel, seen, machine.vectors)), machine.classes);
              },
          .parameters = std::move(parameters)};
}

Model load_kernel_classifier(const nlohmann::json& parameters) {
  return kernel_classifier({.kernel = {.radial = parameters.at("kernel") == "rbf",
                                       .gamma = parameters.at("gamma"),
                                       .degree = parameters.at("degree")},
                            .center = vector_from(parameters.at("center")),
                            .scale = vector_from(parameters.at("scale")),
                            .vectors = matrix_from(parameters.at("vectors")),
                            .coefficients = matrix_from(parameters.at("coefficients")),
                            .rho = vector_from(parameters.at("rho")),
                            .classes = parameters.at("classes").get<std::vector<int>>(),
                            .sizes = parameters.at("sizes").get<std::vector<int>>()});
}

}  // namespace guise::mining
