// SPDX-License-Identifier: Apache-2.0
// Support vector machines: linear with the hinge loss, as Liu, Kargupta and Ryan (paper 000, equation (8)) have them, or with
// its square, as scikit-learn's LinearSVC (LIBLINEAR); with a kernel as its SVC (LIBSVM). Records are not scaled unless asked
// for: what a mask keeps of lengths is then what the machine sees.
#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/error.h"
#include "mining/compare.h"
#include "mining/svm_fit.h"

namespace guise::mining {

SortedRecords sorted_by_class(const Records& records) {
  std::vector<Index> order(records.classes.size());
  std::iota(order.begin(), order.end(), Index{0});
  const auto class_of = [&](Index i) { return records.classes[static_cast<std::size_t>(i)]; };
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return class_of(a) < class_of(b); });
  SortedRecords out{.columns = records.rows(order, Eigen::all).transpose(), .classes = {}, .present = {}};
  for (const Index i : order) {
    out.classes.push_back(class_of(i));
    if (out.present.empty() || out.present.back() != class_of(i)) out.present.push_back(class_of(i));
  }
  return out;
}

namespace tasks {
namespace {

constexpr Param params_of_svm[] = {
    {.name = "kernel", .help = "of the inner product", .kind = Param::Kind::choice, .choices = "linear|rbf|poly"},
    {.name = "loss",
     .help = "of the linear kernel: hinge, of a record's distance from its side of the margin; or squared",
     .kind = Param::Kind::choice,
     .choices = "hinge|squared"},
    {.name = "cost", .help = "of a record on the wrong side", .fallback = 1, .positive = true},
    {.name = "gamma", .help = "of rbf and poly; 1 / (attributes x variance of all numbers) when not given", .positive = true},
    {.name = "degree", .help = "of poly", .kind = Param::Kind::integer, .fallback = 3, .least = 1, .most = 20},
    {.name = "scale",
     .help = "first give every attribute mean 0 and variance 1",
     .kind = Param::Kind::choice,
     .choices = "no|yes"},
    kFolds};

/// Center and scale of attributes as columns of SortedRecords; a constant attribute stays as it is.
struct Standard {
  Vector center, scale;
};

Standard standardize(Matrix& columns) {
  Standard out{.center = columns.rowwise().mean(), .scale = Vector::Ones(columns.rows())};
  columns.colwise() -= out.center;
  for (Index j = 0; j < columns.rows(); ++j) {
    const double sd = std::sqrt(columns.row(j).squaredNorm() / static_cast<double>(columns.cols()));
    if (sd > 0) out.scale(j) = sd;
  }
  columns.array().colwise() /= out.scale.array();
  return out;
}

Kernel kernel_of(const Params& params, const Matrix& columns) {
  Kernel out{.radial = params.choice("kernel") == "rbf", .gamma = 1, .degree = static_cast<int>(params.integer("degree"))};
  if (params.has("gamma")) {
    out.gamma = params.number("gamma");
  } else if (const double variance = (columns.array() - columns.mean()).square().mean(); variance > 0) {
    out.gamma = 1 / (static_cast<double>(columns.rows()) * variance);
  }
  return out;
}

Model fit(const Data& training, const Params& params) {
  SortedRecords records = sorted_by_class(read(training));
  const Index attributes = records.columns.rows();
  require(!records.present.empty(), "there are no records to learn from; give fewer folds, or folds=0");
  require(records.columns.cols() < std::numeric_limits<int>::max() / (attributes + 2),
          "{} has {} records of {} attributes, more than support vector machines can hold; mine a sample", training.name,
          records.columns.cols(), attributes);
  if (records.present.size() == 1) return linear_classifier(always(records.present.front(), attributes));
  Standard standard{.center = Vector::Zero(attributes), .scale = Vector::Ones(attributes)};
  if (params.choice("scale") == "yes") standard = standardize(records.columns);
  if (params.choice("kernel") == "linear") {
    const bool hinge = params.choice("loss") == "hinge";
    return linear_classifier(
        unscaled((hinge ? hinge_svm : squared_hinge_svm)(records, params.number("cost")), standard.center, standard.scale));
  }
  KernelMachine machine = kernel_svm(records, kernel_of(params, records.columns), params.number("cost"));
  machine.center = std::move(standard.center);
  machine.scale = std::move(standard.scale);
  return kernel_classifier(std::move(machine));
}

Findings run(const Data& data, const Params& params, const random::Rng& rng) {
  Data held = in_memory(read(data), data.columns, data.label);  // folds are then cut from memory
  held.name = data.name;
  Findings out = learn_classes(held, params.integer("folds"), rng, [&](const Data& training) { return fit(training, params); });
  if (out.model->parameters->contains("vectors"))
    out.figures.push_back({"support vectors", static_cast<double>(out.model->parameters->at("vectors").size())});
  // The variance is that of all numbers about their one mean, as scikit-learn has it, and a rotation moves that mean.
  if (data.facts.mixed && params.choice("kernel") != "linear" && !params.has("gamma"))
    out.notes.push_back(
        "gamma was taken from the release's mixed columns, and that of the originals would differ; give gamma= to "
        "compare the two");
  return out;
}

Model load(const nlohmann::json& parameters) {
  return parameters.contains("kernel") ? load_kernel_classifier(parameters) : load_linear_classifier(parameters);
}

}  // namespace

extern const Task svm = {.name = "svm",
                         .summary = "predict classes by support vectors, linear or in the space of a kernel",
                         .paper = "000 eq. 8; LIBLINEAR, LIBSVM",
                         .needs = Needs::records,
                         .target = Target::classes,
                         .params = params_of_svm,
                         .mine = run,
                         .compare = compare_accuracy,
                         .load = load};

}  // namespace tasks
}  // namespace guise::mining
