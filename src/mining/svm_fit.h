// SPDX-License-Identifier: Apache-2.0
// Support vector machines, each behind one function: the headers of LIBLINEAR and LIBSVM must not meet in one file.
#pragma once
#include "mining/classifier.h"

namespace guise::mining {

/// Records sorted by class, in their order within one, as scikit-learn hands them to LIBSVM: ties in votes then go to the first
/// class, whatever the order of the records.
struct SortedRecords {
  Matrix columns;  ///< one column per record
  std::vector<double> classes;
  std::vector<int> present;  ///< which there are
};
SortedRecords sorted_by_class(const Records&);

/// min |w|^2 / 2 + cost sum max(0, 1 - y (w'x + b)), b free, one class against the rest: paper 000, equation (8), with alpha at
/// most `cost` (SVC(kernel="linear")).
LinearScores hinge_svm(const SortedRecords&, double cost);
/// min |w|^2 / 2 + cost sum max(0, 1 - y (w'x + b))^2, b penalised with w, one class against the rest (LinearSVC).
LinearScores squared_hinge_svm(const SortedRecords&, double cost);

struct Kernel {
  bool radial = true;  ///< exp(-gamma |x - z|^2); else (gamma x'z)^degree
  double gamma = 1;
  int degree = 3;
};

/// Every class against every other, by a vote of the pairs (SVC).
struct KernelMachine {
  Kernel kernel;
  Vector center, scale;             ///< the machine sees (x - center) / scale
  Matrix vectors;                   ///< a row per support vector, sorted by class
  Matrix coefficients;              ///< vectors x (classes - 1), as LIBSVM arranges them
  Vector rho;                       ///< per pair of classes
  std::vector<int> classes, sizes;  ///< and how many vectors each has
};
KernelMachine kernel_svm(const SortedRecords&, const Kernel&, double cost);
Model kernel_classifier(KernelMachine);
Model load_kernel_classifier(const nlohmann::json& parameters);

}  // namespace guise::mining
