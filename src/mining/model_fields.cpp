// SPDX-License-Identifier: Apache-2.0
#include "mining/model_fields.h"

#include <nlohmann/json.hpp>

#include "mining/model_rules.h"

namespace guise::mining {
namespace {

using Type = ModelField::Type;

constexpr ModelField kLabel[] = {
    {.name = "column", .help = "whose values the model predicts", .type = Type::text},
    {.name = "classes", .help = "its values; none where it is a number", .type = Type::text, .shape = "labels?"}};

constexpr ModelField kDocument[] = {
    {.name = "guise_model", .help = "the format", .type = Type::whole, .least = 1, .most = 1},
    {.name = "task", .help = "as in guise list tasks", .type = Type::text},
    {.name = "columns", .help = "the model is for, in order", .type = Type::text, .shape = "columns"},
    {.name = "mask", .help = "of the records it was learnt from; empty without one", .type = Type::text},
    {.name = "key_fingerprint", .help = "of their key; empty without one", .type = Type::text},
    {.name = "draws",
     .help = "names of the secret numbers of each step",
     .type = Type::text,
     .shape = "steps?",
     .optional = true},
    {.name = "label", .help = "the column that was learnt", .type = Type::object, .fields = kLabel, .optional = true},
    {.name = "parameters", .help = "one of the kinds below, by task", .type = Type::object},
};

constexpr ModelField kClasses = {.name = "classes",
                                 .help = "that were there to learn, as numbers of labels",
                                 .type = Type::whole,
                                 .shape = "classes",
                                 .least = 0,
                                 .below = "labels"};
constexpr ModelField kRecords = {
    .name = "records", .help = "that the model is for", .type = Type::choice, .choices = "released|original"};
constexpr ModelField kLaw = {
    .name = "law", .help = "of the noise", .type = Type::choice, .choices = "gaussian|uniform|laplace"};
constexpr ModelField kLabelRecords = {
    .name = "records of classes", .help = "learnt from, by label", .shape = "labels", .least = 0};
constexpr ModelField kNoise = {.name = "noise", .help = "its standard deviation", .shape = "columns", .least = 0};
constexpr ModelField kCell = {
    .name = "cell", .help = "width of the cells of binned columns, or 0", .shape = "columns", .least = 0};

constexpr ModelField kDensity[] = {{.name = "low", .help = "where the first cell begins"},
                                   {.name = "width", .help = "of a cell", .positive = true},
                                   {.name = "probability", .help = "of each cell", .shape = "cells", .least = 0}};

constexpr ModelField kLinear[] = {kClasses,
                                  {.name = "weights", .help = "of the attributes, by class", .shape = "classes columns"},
                                  {.name = "intercept", .help = "by class", .shape = "classes"}};

constexpr ModelField kKernel[] = {
    {.name = "kernel", .help = "of the inner product", .type = Type::choice, .choices = "rbf|poly"},
    {.name = "gamma", .help = "of the kernel", .positive = true},
    {.name = "degree", .help = "of poly", .type = Type::whole, .least = 1, .most = 20},
    kClasses,
    {.name = "center", .help = "is taken from each attribute", .shape = "columns"},
    {.name = "scale", .help = "each attribute is then divided by", .shape = "columns", .positive = true},
    {.name = "vectors", .help = "that support the machine, sorted by class", .shape = "vectors columns"},
    {.name = "sizes", .help = "vectors of each class", .type = Type::whole, .shape = "classes", .least = 0},
    {.name = "coefficients", .help = "of each vector against each other class", .shape = "vectors rivals"},
    {.name = "rho", .help = "of each pair of classes", .shape = "pairs"}};

constexpr ModelField kVoters[] = {{.name = "vectors", .help = "that vote", .shape = "voters columns"},
                                  {.name = "bias", .help = "of each voter", .shape = "voters"},
                                  {.name = "counts", .help = "votes of each", .shape = "voters", .least = 0}};
constexpr ModelField kVoted[] = {kClasses,
                                 {.name = "problems",
                                  .help = "each class against the rest; one of two classes",
                                  .type = Type::object,
                                  .shape = "problems",
                                  .fields = kVoters}};

constexpr ModelField kCentres[] = {{.name = "centres", .help = "of the clusters", .shape = "clusters columns"},
                                   {.name = "origin", .help = "distances are computed from here", .shape = "columns"}};

constexpr ModelField kComponents[] = {{.name = "mean", .help = "of the columns", .shape = "columns"},
                                      {.name = "directions", .help = "loadings", .shape = "columns components"}};

constexpr ModelField kSlopes[] = {{.name = "slopes", .help = "of the attributes", .shape = "columns"},
                                  {.name = "intercept", .help = "of the line"}};

constexpr ModelField kGaussians[] = {
    {.name = "model", .help = "of an attribute", .type = Type::choice, .choices = "gaussian"},
    kLabelRecords,
    {.name = "mean", .help = "by label and column; empty for a label without records", .shape = "labels columns?"},
    {.name = "variance", .help = "likewise", .shape = "labels columns?", .least = 0},
    {.name = "least variance", .help = "added to each", .least = 0},
    kNoise,
    kCell,
    kLaw,
    kRecords};

constexpr ModelField kDensities[] = {{.name = "model", .help = "of an attribute", .type = Type::choice, .choices = "density"},
                                     kLabelRecords,
                                     {.name = "densities",
                                      .help = "by label, then column; null for a label without records",
                                      .type = Type::object,
                                      .shape = "curves",
                                      .fields = kDensity,
                                      .nullable = true},
                                     kNoise,
                                     kCell,
                                     kLaw,
                                     kRecords};

constexpr ModelField kNode[] = {
    {.name = "records", .help = "by label", .shape = "labels", .least = 0},
    {.name = "attribute",
     .help = "that is asked; a leaf has none",
     .type = Type::whole,
     .least = 0,
     .below = "columns",
     .optional = true},
    {.name = "border",
     .help = "number of the border, from 1: smaller values go left",
     .type = Type::whole,
     .least = 1,
     .optional = true},
    {.name = "left",
     .help = "number of a node behind this one",
     .type = Type::whole,
     .least = 1,
     .below = "nodes",
     .optional = true},
    {.name = "right", .help = "likewise", .type = Type::whole, .least = 1, .below = "nodes", .optional = true}};
constexpr ModelField kAttribute[] = {
    {.name = "borders", .help = "of its cells, ascending; none of a constant column", .shape = "borders?"},
    {.name = "noise", .help = "its standard deviation", .least = 0},
    {.name = "density",
     .help = "of the originals, where there is noise",
     .type = Type::object,
     .fields = kDensity,
     .optional = true}};
constexpr ModelField kTree[] = {
    {.name = "attributes", .help = "how each is cut in cells", .type = Type::object, .shape = "columns", .fields = kAttribute},
    {.name = "nodes",
     .help = "the root first, children behind their parents",
     .type = Type::object,
     .shape = "nodes",
     .fields = kNode},
    kLaw,
    kRecords};

// Kinds with a mark come before the others of their tasks.
const ModelKind kKinds[] = {
    {.name = "kernel", .tasks = "svm", .mark = "kernel", .fields = kKernel, .rules = check_kernel_machine},
    {.name = "voted", .tasks = "voted", .mark = "problems", .fields = kVoted, .rules = check_voters},
    {.name = "linear", .tasks = "perceptron|voted|svm|logistic", .fields = kLinear, .rules = check_classes},
    {.name = "centres", .tasks = "kmeans", .fields = kCentres},
    {.name = "components", .tasks = "pca", .fields = kComponents},
    {.name = "slopes", .tasks = "regression", .fields = kSlopes},
    {.name = "gaussians",
     .tasks = "naive-bayes",
     .mark = "model",
     .is = "gaussian",
     .fields = kGaussians,
     .rules = check_gaussians},
    {.name = "densities", .tasks = "naive-bayes", .fields = kDensities, .rules = check_densities},
    {.name = "tree", .tasks = "tree", .fields = kTree, .rules = check_tree},
};

}  // namespace

bool is_among(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const std::size_t end = words.find('|');
    if (words.substr(0, end) == word) return true;
    words = end == words.npos ? "" : words.substr(end + 1);
  }
  return false;
}

std::span<const ModelField> model_fields() {
  return kDocument;
}

std::span<const ModelKind> model_kinds() {
  return kKinds;
}

const ModelKind* model_kind(std::string_view task, const nlohmann::json& parameters) {
  for (const ModelKind& kind : kKinds) {
    if (!is_among(kind.tasks, task)) continue;
    if (kind.mark.empty()) return &kind;
    const auto mark = parameters.find(kind.mark);
    if (mark != parameters.end() && (kind.is.empty() || *mark == std::string(kind.is))) return &kind;
  }
  return nullptr;
}

}  // namespace guise::mining
