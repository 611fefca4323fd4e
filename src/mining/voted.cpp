// SPDX-License-Identifier: Apache-2.0
// The voted perceptron: every weight vector that ever was votes, as many times as the records it survived. Freund and Schapire,
// "Large Margin Classification Using the Perceptron Algorithm" (1999); paper 000, section VII, table IV.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "mining/compare.h"
#include "mining/model_json.h"
#include "mining/perceptron_passes.h"

namespace guise::mining::tasks {
namespace {

// Vectors that are kept to vote: a record is judged by all of them, 10 000 products, and memory does not grow with the records.
constexpr std::size_t kMostVectors = 10'000;

/// Voters of one problem.
struct Voters {
  Matrix vectors;  // attributes x voters
  Vector bias;     // of every voter
  Vector counts;
};

struct Election {
  std::vector<Voters> problems;  // one where there are two classes
  std::vector<int> classes;
  bool one_problem;
};

/// Column p: votes for class p. Where they are equal the sum of what voters say decides, the averaged perceptron: else a record
/// that every voter of every problem sends to the rest would go to the first class.
Matrix elect(const Election& election, const MatrixRef& rows) {
  const auto count = static_cast<Index>(election.problems.size());
  Matrix votes(rows.rows(), count), sums(rows.rows(), count);
  for (Index p = 0; p < count; ++p) {
    const Voters& voters = election.problems[static_cast<std::size_t>(p)];
    Matrix said = rows * voters.vectors;
    said.rowwise() += voters.bias.transpose();
    sums.col(p) = said * voters.counts;
    votes.col(p) = said.cwiseSign() * voters.counts;
  }
  Matrix out(rows.rows(), 1);
  for (Index i = 0; i < rows.rows(); ++i) {
    Index best = 0;
    for (Index p = 1; p < count; ++p)
      if (votes(i, p) > votes(i, best) || (votes(i, p) == votes(i, best) && sums(i, p) > sums(i, best))) best = p;
    if (election.one_problem) best = votes(i, 0) > 0 || (votes(i, 0) == 0 && sums(i, 0) > 0);
    out(i, 0) = election.classes[static_cast<std::size_t>(best)];
  }
  return out;
}

Model voting_model(Election election) {
  auto parameters = std::make_shared<nlohmann::json>();
  *parameters = {{"classes", election.classes}, {"problems", nlohmann::json::array()}};
  for (const Voters& voters : election.problems)
    parameters->at("problems")
        .push_back({{"vectors", matrix_json(voters.vectors.transpose())},
                    {"bias", vector_json(voters.bias)},
                    {"counts", vector_json(voters.counts)}});
  return {.outputs = {"class"},
          .classes = true,
          .apply = [election = std::move(election)](const MatrixRef& rows) { return elect(election, rows); },
          .parameters = std::move(parameters)};
}

Model load(const nlohmann::json& parameters) {
  if (!parameters.contains("problems")) return load_linear_classifier(parameters);
  Election election{.problems = {}, .classes = parameters.at("classes").get<std::vector<int>>(), .one_problem = false};
  for (const nlohmann::json& each : parameters.at("problems"))
    election.problems.push_back({.vectors = matrix_from(each.at("vectors")).transpose(),
                                 .bias = vector_from(each.at("bias")),
                                 .counts = vector_from(each.at("counts"))});
  election.one_problem = election.problems.size() < election.classes.size();
  return voting_model(std::move(election));
}

Voters voters_of(const Survivors& survivors, Index size, bool bias) {
  const auto count = static_cast<Index>(survivors.counts.size());
  const Eigen::Map<const Matrix> all(survivors.vectors.data(), size, count);
  return {.vectors = all.topRows(size - bias),
          .bias = bias ? Vector(all.bottomRows(1).transpose()) : Vector(Vector::Zero(count)),
          .counts = Eigen::Map<const Vector>(survivors.counts.data(), count)};
}

Model model_of(const Perceptrons& learnt, const PerceptronSettings& settings) {
  const std::vector<int> classes = learnt.classes();
  if (learnt.survivors.empty() || classes.size() < 2) return linear_classifier(scores_of(learnt, learnt.sum, settings.bias));
  Election election{.problems = {}, .classes = classes, .one_problem = learnt.one_problem()};
  for (std::size_t p = 0; p < learnt.survivors.size(); ++p)
    if (election.one_problem || learnt.seen[p])
      election.problems.push_back(voters_of(learnt.survivors[p], learnt.last.rows(), settings.bias));
  return voting_model(std::move(election));
}

Findings run(const Data& data, const Params& params, const random::Rng& rng) {
  PerceptronSettings settings = perceptron_settings(params);
  settings.most_vectors = kMostVectors;
  Perceptrons learnt;
  Findings out = learn_classes(data, params.integer("folds"), rng, [&](const Data& training) {
    learnt = learn_perceptrons(training, settings, rng);
    return model_of(learnt, settings);
  });
  out.figures.push_back({"mistakes per epoch", learnt.mistakes / static_cast<double>(settings.epochs)});
  if (learnt.survivors.empty())
    out.notes.push_back(
        fmt::format("more than {} mistakes were made: the vectors' weighted sum decides (the averaged perceptron), not their "
                    "votes; fewer epochs leave fewer vectors",
                    kMostVectors));
  note_order(learnt, settings, out);
  return out;
}

}  // namespace

extern const Task voted = {
    .name = "voted",
    .summary = "predict classes by the votes of all perceptrons on the way, weighted by how long they lasted",
    .paper = "000 section VII",
    .needs = Needs::records,
    .target = Target::classes,
    .params = kPerceptronParams,
    .streams = true,
    .mine = run,
    .compare = compare_accuracy,
    .load = load};

}  // namespace guise::mining::tasks
