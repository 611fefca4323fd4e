// SPDX-License-Identifier: Apache-2.0
// What holds for every registered task of mining, and for its errors over many keys of real masks.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include "base/error.h"
#include "masks/mask.h"
#include "mining/model_check.h"
#include "mining/owners.h"
#include "mining/task.h"
#include "random/matrices.h"

namespace guise::mining {
namespace tasks_test {

std::vector<std::string> names(Index count) {
  std::vector<std::string> out;
  for (Index j = 0; j < count; ++j) out.push_back("x" + std::to_string(j));
  return out;
}

/// Records in two groups, with what a supervised task learns from.
Data records_for(const Task& task, const Matrix& rows) {
  Records records{.rows = rows};
  std::optional<Label> label;
  if (task.target == Target::classes) {
    label = Label{"what", {"a", "b"}};
    for (Index i = 0; i < rows.rows(); ++i) records.classes.push_back(rows(i, 0) + 0.3 * std::sin(static_cast<double>(i)) > 0);
  } else if (task.target == Target::number) {
    label = Label{"number"};
    records.target = rows.rowwise().sum();
    for (Index i = 0; i < rows.rows(); ++i) records.target(i) += std::sin(static_cast<double>(i));
  }
  return in_memory(std::move(records), names(rows.cols()), label);
}

Matrix two_groups(Index records, Index columns) {
  Matrix out = random::gaussian_matrix(records, columns, random::Rng::from_seed(4));
  for (Index i = 0; i < records; ++i) out.row(i).array() += i % 2 == 0 ? 3 : -3;
  return out;
}

Params given(const Task& task) {
  return check_params(task.params, parse_call(task.name == "kmeans" ? "kmeans(k=2)" : std::string(task.name)), "task");
}

class EveryTask : public ::testing::TestWithParam<const Task*> {};

TEST(TaskContract, NamesAreUniqueAndDescribed) {
  std::set<std::string_view> seen;
  for (const Task* task : all_tasks()) {
    EXPECT_TRUE(seen.insert(task->name).second) << task->name;
    EXPECT_FALSE(task->summary.empty()) << task->name;
    EXPECT_FALSE(task->paper.empty()) << task->name;
    EXPECT_EQ(&find_task(task->name), task);
    EXPECT_NE(task->compare, nullptr) << task->name;
  }
}

TEST_P(EveryTask, FindsTheSameTwice) {
  const Data data = records_for(*GetParam(), two_groups(300, 3));
  const Params params = given(*GetParam());
  const Findings one = mine(*GetParam(), data, params, random::Rng::from_seed(1)),
                 two = mine(*GetParam(), data, params, random::Rng::from_seed(1));
  ASSERT_EQ(one.estimates.size(), two.estimates.size());
  for (std::size_t i = 0; i < one.estimates.size(); ++i) EXPECT_EQ(one.estimates[i].value, two.estimates[i].value);
  ASSERT_EQ(one.figures.size(), two.figures.size());
  for (std::size_t i = 0; i < one.figures.size(); ++i) EXPECT_EQ(one.figures[i].value, two.figures[i].value);
}

TEST_P(EveryTask, GivesNamesToAllItFinds) {
  const Data data = records_for(*GetParam(), two_groups(300, 3));
  const Findings found = mine(*GetParam(), data, given(*GetParam()), random::Rng::from_seed(1));
  EXPECT_TRUE(found.model || !found.estimates.empty());
  for (const Estimate& each : found.estimates) {
    EXPECT_EQ(static_cast<Index>(each.rows.size()), each.value.rows()) << each.name;
    EXPECT_EQ(static_cast<Index>(each.columns.size()), each.value.cols()) << each.name;
    EXPECT_TRUE(each.value.allFinite()) << each.name;
    if (each.error.size() > 0) {
      EXPECT_EQ(each.error.rows(), each.value.rows()) << each.name;
    }
  }
}

TEST_P(EveryTask, AgreesWithItselfOnTheSameRecords) {
  const Data data = records_for(*GetParam(), two_groups(300, 3));
  const Params params = given(*GetParam());
  const Findings found = mine(*GetParam(), data, params, random::Rng::from_seed(1));
  const auto agreement = GetParam()->compare({data, found, params}, {data, found, params});
  EXPECT_FALSE(agreement.empty());
  for (const Agreement& each : agreement) EXPECT_TRUE(std::isfinite(each.value)) << each.name;
}

/// What guise mine --save would write of it, for guise mine --apply to check.
nlohmann::json saved_model(const Task& task, const Data& data, const Model& model) {
  nlohmann::json out{{"guise_model", 1},
                     {"task", task.name},
                     {"columns", data.columns},
                     {"mask", ""},
                     {"key_fingerprint", ""},
                     {"draws", nlohmann::json::array()},
                     {"parameters", nlohmann::json::parse(model.parameters->dump())}};
  if (data.label) out["label"] = {{"column", data.label->column}, {"classes", data.label->classes}};
  return out;
}

TEST_P(EveryTask, AppliesASavedModelAsTheOneItWasSavedFrom) {
  const Matrix rows = two_groups(300, 3);
  const Findings found = mine(*GetParam(), records_for(*GetParam(), rows), given(*GetParam()), random::Rng::from_seed(1));
  ASSERT_EQ(found.model.has_value(), GetParam()->load != nullptr);
  if (!found.model) return;
  const nlohmann::json saved = saved_model(*GetParam(), records_for(*GetParam(), rows), *found.model);
  EXPECT_NO_THROW(check_model(saved, "the model"));
  EXPECT_EQ(GetParam()->load(saved["parameters"]).apply(rows), found.model->apply(rows));
}

TEST_P(EveryTask, SurvivesOddTables) {
  const Params params = given(*GetParam());
  for (const Matrix& rows : {Matrix(Matrix::Zero(50, 3)), Matrix(Matrix::Ones(1, 2)), Matrix(two_groups(4, 6)),
                             Matrix(1e150 * two_groups(30, 2)), Matrix(two_groups(40, 1))}) {
    try {
      const Data data = records_for(*GetParam(), rows);
      const Findings found = mine(*GetParam(), data, params, random::Rng::from_seed(1));
      if (found.model) check_model(saved_model(*GetParam(), data, *found.model), "the model");
      for (const Estimate& each : found.estimates)
        EXPECT_FALSE(each.value.hasNaN()) << each.name << " of " << rows.rows() << " x " << rows.cols();
    } catch (const Error& error) {
      EXPECT_EQ(std::string(error.what()).find("damaged model"), std::string::npos) << error.what();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Every, EveryTask, ::testing::ValuesIn(all_tasks().begin(), all_tasks().end()), [](const auto& each) {
  std::string name(each.param->name);
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
});

/// The release of a matrix under key number `key`, as a miner has it. Steps draw from generators of that number instead of a
/// key file's halves, so that the test is the same every time.
Data released(const std::string& mask, const Matrix& rows, std::uint64_t key) {
  Card card;
  card.attributes = card.columns = names(rows.cols());
  table::Chunk chunk{.values = rows};
  random::Rng rng = random::Rng::from_seed(key);
  const masks::Mask chain = masks::Mask::parse(mask);
  for (const masks::Mask::Link& link : chain.links()) {
    rng = rng.fork(link.step->name);
    const stats::Moments moments = stats::moments_of(chunk.values);
    masks::Plan plan = link.step->plan({.params = link.params,
                                        .columns = card.columns,
                                        .moments = &moments,
                                        .shared = rng.fork("shared"),
                                        .own = rng.fork("own")});
    plan.card.step = link.step->name;
    plan.card.text = link.call.text();
    if (plan.fold) {
      Matrix sums = Matrix::Zero(plan.fold->outputs, chunk.values.cols());
      std::vector<std::int64_t> numbers(static_cast<std::size_t>(rows.rows()));
      std::iota(numbers.begin(), numbers.end(), std::int64_t{0});
      plan.fold->add(numbers, chunk.values, sums);
      chunk.values = sums;
    } else {
      plan.apply(chunk);
    }
    card.columns = plan.columns;
    card.steps.push_back(plan.card);
  }
  card.records = chunk.values.rows();
  return data_of({.path = "release",
                  .table = std::make_shared<table::Table>(table::Table::from_matrix(chunk.values, card.columns)),
                  .card = card});
}

struct Kept {
  const char *mask, *task;
};
class OverKeys : public ::testing::TestWithParam<Kept> {};

// Issue of every estimate: right on average over keys, and as far off as it says. All pairs of 12 records or columns under 200
// keys: the mean squared error over the stated variance must be 1 within a tenth, and the mean error 0 within three standard
// errors.
TEST_P(OverKeys, ErrorsAreAsTheoryStatesThem) {
  const auto [mask, name] = GetParam();
  const Task& task = find_task(name);
  const Params params =
      task.params.empty() ? Params() : check_params(task.params, parse_call(std::string(name) + "(count=12)"), "task");
  const Matrix rows = random::gaussian_matrix(200, 12, random::Rng::from_seed(9)).array() + 0.5;
  Data truth = in_memory({.rows = rows}, names(12));
  if (task.name != "correlation") truth.geometry.of_records = released(mask, rows, 0).geometry.of_records;
  const Matrix right = mine(task, truth, params, random::Rng::from_seed(1)).estimates[0].value;
  constexpr int keys = 200;
  Matrix sum = Matrix::Zero(12, 12), squares = sum, stated = sum;
  for (int i = 0; i < keys; ++i) {
    const Estimate found =
        mine(task, released(mask, rows, static_cast<std::uint64_t>(i)), params, random::Rng::from_seed(1)).estimates[0];
    sum += found.value - right;
    squares += (found.value - right).cwiseAbs2();
    stated += found.error.cwiseAbs2();
  }
  double ratio = 0, pairs = 0, worst = 0;
  for (Index j = 0; j < 12; ++j)
    for (Index i = 0; i < j; ++i) {
      ratio += squares(i, j) / stated(i, j);
      worst = std::max(worst, std::abs(sum(i, j)) / std::sqrt(squares(i, j)));
      ++pairs;
    }
  EXPECT_NEAR(ratio / pairs, 1, 0.1);
  EXPECT_LT(worst, 3.8);  // the largest of 66: three standard errors for one
}

INSTANTIATE_TEST_SUITE_P(Masks, OverKeys,
                         ::testing::Values(Kept{"project(k=8)", "products"}, Kept{"project(k=8) | noise(sd=0.5)", "distances"},
                                           Kept{"noise(sd=0.7) | project(k=10, law=orthonormal)", "products"},
                                           Kept{"project(side=records, k=40)", "products"}, Kept{"noise(sd=0.3)", "distances"},
                                           Kept{"project(side=records, k=40)", "cosine"},
                                           Kept{"standardize | project(side=records, k=40)", "correlation"}));

}  // namespace tasks_test
}  // namespace guise::mining
