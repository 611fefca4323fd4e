// SPDX-License-Identifier: Apache-2.0
#include "mining/cross_validation.h"

#include <cmath>
#include <mutex>

#include "base/error.h"
#include "mining/intervals.h"
#include "mining/pass.h"

namespace guise::mining {
namespace {

constexpr std::size_t kMostClasses = 30;  // of a table that people read
constexpr const char* kConfusion = "records of each class (row) by predicted class (column)";

/// (true class, said class) of every record of the data.
Matrix confusion_of(const Data& data, const Model& model, Index classes) {
  Matrix confusion = Matrix::Zero(classes, classes);
  std::mutex mutex;
  const table::Sum counts{[&](FormWriter& form) { form(confusion); },
                          [&](FormReader& form) {
                            Matrix more;
                            form(more);
                            form.check(more.rows() == classes && more.cols() == classes, "it counts other classes");
                            confusion += more;
                          }};
  gather_pass(data, "confusion", {counts}, [&](const Batch& batch) {
    const Matrix said = model.apply(batch.rows);
    const std::lock_guard lock(mutex);
    for (Index i = 0; i < said.rows(); ++i)
      confusion(batch.classes[static_cast<std::size_t>(i)], static_cast<Index>(said(i, 0))) += 1;
  });
  return confusion;
}

}  // namespace

double Validation::accuracy() const {
  return confusion.trace() / confusion.sum();
}

double Validation::shared() const {
  const auto folds = static_cast<double>(shares.size());
  return 1 + folds / (folds - 1);
}

double Validation::error() const {
  const auto folds = static_cast<double>(shares.size());
  return std::sqrt((shares.array() - shares.mean()).square().sum() / (folds - 1) / folds * shared());
}

Validation cross_validate(const Data& data, int folds, const random::Rng& rng,
                          const std::function<Model(const Data& training)>& fit) {
  require(folds >= 2, "cross-validation needs at least 2 folds, got folds={}", folds);
  const auto classes = static_cast<Index>(data.label->classes.size());
  const random::Rng split = rng.fork("folds");
  Validation out{.shares = Vector(folds), .confusion = Matrix::Zero(classes, classes)};
  Index used = 0;
  for (int number = 0; number < folds; ++number) {
    const Data held = fold_of(data, folds, number, true, split), training = fold_of(data, folds, number, false, split);
    const Matrix confusion = confusion_of(held, fit(training), classes);
    if (confusion.sum() == 0) continue;  // few records: no one was drawn into this fold
    out.confusion += confusion;
    out.shares(used++) = confusion.trace() / confusion.sum();
  }
  require(used >= 2, "{} has too few records for a cross-validation with {} folds; give fewer, or folds=0", data.name, folds);
  out.shares.conservativeResize(used);
  return out;
}

void report(const Validation& validation, const Label& label, Findings& findings) {
  const double records = validation.confusion.sum();
  const Interval of = share_interval(validation.accuracy(), records / validation.shared());
  findings.figures.push_back({"accuracy", validation.accuracy(), validation.error(), of.low, of.high});
  findings.figures.push_back({"largest class", validation.confusion.rowwise().sum().maxCoeff() / validation.confusion.sum()});
  if (label.classes.size() > kMostClasses) return;
  Estimate confusion{.name = kConfusion, .rows = label.classes, .columns = label.classes, .value = validation.confusion};
  findings.estimates.push_back(std::move(confusion));
}

}  // namespace guise::mining
