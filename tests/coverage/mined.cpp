// SPDX-License-Identifier: Apache-2.0
// Intervals of `guise mine`: releases are made by masks as the command makes them, and read by their cards. Over the draw of
// records and noise the truth is what the same task finds in very many such records; over the draw of matrices and noise alone,
// for figures of single records and columns, what it finds in the originals.
#include <cmath>
#include <functional>

#include "experiment.h"
#include "masks/mask.h"
#include "mining/mined.h"
#include "random/key.h"
#include "release/facts.h"
#include "release/geometry.h"
#include "tables.h"

namespace guise::coverage {
namespace {

using mining::Data;

std::vector<std::string> columns(Index count) {
  std::vector<std::string> out;
  for (Index j = 0; j < count; ++j) out.emplace_back(1, static_cast<char>('a' + j));
  return out;
}

struct Table {
  Matrix rows;
  Vector number = {};             ///< a kept column that is a number …
  std::vector<int> classes = {};  ///< … or one that is a class
};

Data released(Table table, const std::string& mask, const random::Rng& rng) {
  const auto originals = table::Table::from_matrix(table.rows, columns(table.rows.cols()));
  const table::Selection all{.attributes = columns(table.rows.cols())};
  masks::Preparer preparer(originals, all, {}, true);
  const random::Key key = random::Key::derive(rng);
  const masks::Prepared prepared = std::move(preparer.prepare(masks::Mask::parse(mask), {&key, 1}).front());
  const Card card = prepared.card();
  release::CardFacts read = release::facts_from(card);
  mining::Records records{.rows = {}, .target = table.number};
  records.classes = table.classes;
  if (prepared.folds()) {
    records.rows = masks::released(prepared, originals, all, {});
  } else {
    table::Chunk chunk{.first_record = 0, .values = std::move(table.rows)};
    prepared.apply(chunk);
    records.rows = std::move(chunk.values);
    for (Index i = 0; i < records.rows.rows(); ++i) records.numbers.push_back(i);
  }
  if (read.to_original) read.to_original(records.rows);
  std::optional<mining::Label> label;
  if (table.number.size() > 0) label = mining::Label{.column = "t"};
  if (!table.classes.empty()) label = mining::Label{.column = "t", .classes = {"no", "yes"}};
  Data data = mining::in_memory(std::move(records), read.facts.mixed ? card.columns : card.attributes, label);
  data.geometry = release::geometry_of(card, read);
  data.facts = std::move(read.facts);
  return data;
}

// ---- tables of records that are drawn anew, with something to tell about each.

enum class Law { gaussian, lognormal };
enum class With { nothing, number, classes };

Table drawn(Law law, With with, Index records, const random::Rng& rng) {
  Table out{.rows = law == Law::gaussian ? gaussian_table(records, rng.fork("x")) : lognormal_table(records, rng.fork("x"))};
  const Vector score = out.rows * Eigen::Vector3d(1, -0.5, 0.3);
  const Vector e = random::gaussian_matrix(records, 1, rng.fork("e")).col(0);
  if (with == With::number) out.number = (score + 0.5 * e).array() + 2;
  if (with == With::classes)
    for (Index i = 0; i < records; ++i) out.classes.push_back(score(i) - score.mean() + 1.2 * e(i) > 0);
  return out;
}

void add(const mining::Findings& found, const mining::Findings* truth, const std::string& what, Figures& out) {
  for (const mining::Figure& figure : found.figures)
    if (figure.high > figure.low) out[{what + " " + figure.name, ""}] = {figure.value, figure.low, figure.high};
  for (std::size_t e = 0; e < found.estimates.size(); ++e) {
    const mining::Estimate& each = found.estimates[e];
    if (each.low.size() == 0) continue;
    const bool square = each.rows == each.columns;
    for (Index i = 0; i < each.value.rows(); ++i)
      for (Index j = square ? i : 0; j < each.value.cols(); ++j) {
        if (!(each.error(i, j) > 0)) continue;
        const std::string kind =
            what + (each.name == what ? "" : " " + each.name) + (square ? i == j ? ", diagonal" : ", pair" : "");
        Said said{each.value(i, j), each.low(i, j), each.high(i, j)};
        if (truth) said.truth = truth->estimates[e].value(i, j);
        const auto name = [](const std::vector<std::string>& names, Index at) { return names[static_cast<std::size_t>(at)]; };
        out[{kind, name(each.rows, i) + " " + name(each.columns, j)}] = said;
      }
  }
}

struct Asked {
  const char* task;
  With with = With::nothing;
  bool mean = false;  ///< its truth is the mean over the runs: what it learns depends on how many records there are
};
constexpr Asked kMoments[] = {{"covariance"}, {"correlation"}, {"pca"}};
constexpr Asked kAll[] = {{"covariance"},
                          {"correlation"},
                          {"pca"},
                          {"regression(folds=0)", With::number},
                          {"logistic(penalty=0,folds=0)", With::classes}};
constexpr Asked kClassifiers[] = {{"logistic", With::classes, true},
                                  {"svm", With::classes, true},
                                  {"naive-bayes", With::classes, true},
                                  {"tree", With::classes, true},
                                  {"perceptron", With::classes, true}};

constexpr Asked kOfRecords[] = {{"logistic", With::classes, true}, {"svm", With::classes, true}};

constexpr Index kVeryMany = 100'000;

std::string word(const char* task) {
  return std::string(task).substr(0, std::string(task).find('('));
}

Figures of_tasks(std::span<const Asked> tasks, Law law, const char* mask, Index records, std::uint64_t seed) {
  static std::map<std::string, mining::Findings> truths;
  Figures out;
  for (const Asked& asked : tasks) {
    const random::Rng rng = seeded(seed, "table");
    const Data data = released(drawn(law, asked.with, records, rng), mask, rng.fork("key"));
    const mining::Findings* truth = nullptr;
    if (!asked.mean) {
      const std::string name = std::string(mask) + asked.task + (law == Law::gaussian ? "" : "lognormal");
      if (!truths.contains(name)) {
        const random::Rng other = seeded(seed, "very many");
        truths[name] = testing::mined(asked.task, released(drawn(law, asked.with, kVeryMany, other), mask, other.fork("key")));
      }
      truth = &truths[name];
    }
    add(testing::mined(asked.task, data, seed), truth, word(asked.task), out);
  }
  return out;
}

constexpr char kNoise[] = "noise(sd=0.7)", kLaplace[] = "noise(sd=0.25,law=laplace)", kLearnt[] = "noise(snr=2)",
               kSmall[] = "noise(sd=0.25)", kFactors[] = "multiply(sd=0.3)", kCells[] = "bin(width=0.5)",
               kTurned[] = "rotate | noise(sd=0.5)", kNothing[] = "round(width=0.001)";

template <const auto& tasks, Law law, const auto& mask, Index records>
Figures tables(std::uint64_t seed) {
  return of_tasks(tasks, law, mask, records, seed);
}

// ---- figures of records and of columns: the table stays, the mask is drawn again.

/// Ten dependent columns, or three.
Matrix standing(Index records, Index columns, std::uint64_t seed = 0) {
  const random::Rng rng = seeded(seed, "standing");
  if (columns == 3) return gaussian_table(records, rng).array() + 0.3;
  return (random::gaussian_matrix(records, 3, rng) * random::gaussian_matrix(3, columns, seeded(0, "loadings")) +
          random::gaussian_matrix(records, columns, rng.fork("own")))
             .array() +
         0.3;
}

Matrix wide(const Matrix& x, const std::string& relation, bool centred) {
  const Matrix rows = centred ? Matrix((x.rowwise() - x.colwise().mean())) : x;
  const Matrix products = rows * rows.transpose();
  Matrix out = products;
  for (Index i = 0; i < out.rows(); ++i)
    for (Index j = 0; j < out.cols(); ++j) {
      if (relation == "distances") out(i, j) = products(i, i) + products(j, j) - 2 * products(i, j);
      if (relation == "cosine" || relation == "correlation")
        out(i, j) = products(i, j) / std::sqrt(products(i, i) * products(j, j));
    }
  return out;
}

Figures of_pairs(const Matrix& originals, bool of_columns, const char* mask, std::span<const char* const> tasks,
                 std::uint64_t seed) {
  const Data data = released({.rows = originals}, mask, seeded(seed, "key"));
  Figures out;
  for (const char* task : tasks) {
    const Matrix truth = wide(of_columns ? Matrix(originals.transpose()) : originals, task, false);
    mining::Findings found = testing::mined(std::string(task) + (of_columns ? "" : "(count=3)"), data), right = found;
    right.estimates[0].value =
        std::string(task) == "correlation"
            ? wide(Matrix((originals.rowwise() - originals.colwise().mean()).transpose()), "cosine", false)
            : truth;
    add(found, &right, task, out);
  }
  return out;
}

constexpr const char* kRelations[] = {"products", "distances", "cosine"};
constexpr const char* kCorrelation[] = {"correlation"};
constexpr char kSums50[] = "project(side=records,k=50)", kSums10[] = "project(side=records,k=10)",
               kNoisySums[] = "project(side=records,k=30) | noise(sd=1)",
               kStandard[] = "standardize | project(side=records,k=40)", kOne[] = "project(k=1)", kTwo[] = "project(k=2)",
               kFour[] = "project(k=4)", kNoiseTwo[] = "noise(sd=0.5) | project(k=2)",
               kOrthonormal[] = "project(k=2,law=orthonormal)", kMostOrthonormal[] = "project(k=8,law=orthonormal)",
               kSigns[] = "project(k=4,law=sign)", kSparse[] = "project(k=4,law=sparse)", kBent[] = "distort",
               kLarge[] = "distort(hidden=60,out=40,sw=0.3)", kNoiseBent[] = "noise(sd=0.5) | distort(sw=0.3)",
               kSteps[] = "round(width=0.5)";

template <const auto& mask, Index columns>
Figures pairs_of_records(std::uint64_t seed) {
  return of_pairs(standing(6, columns), false, mask, kRelations, seed);
}
/// Where nothing is drawn by the mask, records are.
template <const auto& mask, Index columns>
Figures pairs_of_other_records(std::uint64_t seed) {
  return of_pairs(standing(6, columns, seed), false, mask, kRelations, seed);
}
template <const auto& mask, const auto& tasks>
Figures pairs_of_columns(std::uint64_t seed) {
  return of_pairs(standing(200, 3), true, mask, tasks, seed);
}

}  // namespace

std::vector<Experiment> mining_experiments() {
  return {
      {"mine: 150 Gaussian records, noise(sd=0.7)", tables<kAll, Law::gaussian, kNoise, 150>},
      {"mine: 40 Gaussian records, noise(sd=0.25)", tables<kAll, Law::gaussian, kSmall, 40>},
      {"mine: 150 lognormal records, Laplace noise", tables<kAll, Law::lognormal, kLaplace, 150>},
      {"mine: 1000 lognormal records, Laplace noise", tables<kAll, Law::lognormal, kLaplace, 1000>},
      {"mine: 150 Gaussian records, noise(snr=2)", tables<kAll, Law::gaussian, kLearnt, 150>},
      {"mine: 150 Gaussian records, multiply(sd=0.3)", tables<kMoments, Law::gaussian, kFactors, 150>},
      {"mine: 150 Gaussian records, bin(width=0.5)", tables<kAll, Law::gaussian, kCells, 150>},
      {"mine: 150 Gaussian records, without noise", tables<kAll, Law::gaussian, kNothing, 150>},
      {"mine: accuracies, 150 records, noise(sd=0.7)", tables<kClassifiers, Law::gaussian, kNoise, 150>},
      {"mine: accuracies, 40 records, noise(sd=0.25)", tables<kClassifiers, Law::gaussian, kSmall, 40>},
      {"mine: accuracies, 150 records, rotate | noise(sd=0.5)", tables<kOfRecords, Law::gaussian, kTurned, 150>},
      {"mine: pairs of records, project(k=1), 10 columns", pairs_of_records<kOne, 10>},
      {"mine: pairs of records, project(k=2), 10 columns", pairs_of_records<kTwo, 10>},
      {"mine: pairs of records, project(k=4), 10 columns", pairs_of_records<kFour, 10>},
      {"mine: pairs of records, noise(sd=0.5) | project(k=2), 10 columns", pairs_of_records<kNoiseTwo, 10>},
      {"mine: pairs of records, project(k=2,law=orthonormal), 10 columns", pairs_of_records<kOrthonormal, 10>},
      {"mine: pairs of records, project(k=2,law=orthonormal), 3 columns", pairs_of_records<kOrthonormal, 3>},
      {"mine: pairs of records, project(k=8,law=orthonormal), 10 columns", pairs_of_records<kMostOrthonormal, 10>},
      {"mine: pairs of records, project(k=4,law=sign), 10 columns", pairs_of_records<kSigns, 10>},
      {"mine: pairs of records, project(k=4,law=sparse), 10 columns", pairs_of_records<kSparse, 10>},
      {"mine: pairs of records, noise(sd=0.7), 10 columns", pairs_of_records<kNoise, 10>},
      {"mine: pairs of records, rotate | noise(sd=0.5), 10 columns", pairs_of_records<kTurned, 10>},
      {"mine: pairs of records, distort, 10 columns", pairs_of_records<kBent, 10>},
      {"mine: pairs of records, distort(hidden=60,out=40,sw=0.3), 10 columns", pairs_of_records<kLarge, 10>},
      {"mine: pairs of records, noise(sd=0.5) | distort(sw=0.3), 10 columns", pairs_of_records<kNoiseBent, 10>},
      {"mine: pairs of records, round(width=0.5), 10 columns", pairs_of_other_records<kSteps, 10>},
      {"mine: pairs of columns, 50 sums over records", pairs_of_columns<kSums50, kRelations>},
      {"mine: pairs of columns, 10 sums over records", pairs_of_columns<kSums10, kRelations>},
      {"mine: pairs of columns, 30 sums over records with noise", pairs_of_columns<kNoisySums, kRelations>},
      {"mine: correlations from 40 sums over records", pairs_of_columns<kStandard, kCorrelation>},
  };
}

}  // namespace guise::coverage
