// SPDX-License-Identifier: Apache-2.0
// What holds for every registered step, with every parameter it can be called with alone and every word of its choices.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "masks/mask.h"
#include "random/matrices.h"
#include "stats/moments.h"

namespace guise::masks {
namespace masks_test {

/// Positive, correlated numbers, so that steps that take logarithms can have them.
Matrix small_table() {
  const random::Rng rng = random::Rng::from_seed(7);
  const Matrix common = random::gaussian_matrix(3000, 1, rng.fork("common")),
               own = random::gaussian_matrix(3000, 4, rng.fork("own"));
  return ((own + common.replicate(1, 4)).array() * 0.3).exp() * 20;
}

table::Table table_of(const Matrix& values) {
  return table::Table::from_matrix(values, {"a", "b", "c", "d"});
}

table::Selection everything() {
  table::Selection selection;
  selection.attributes = {"a", "b", "c", "d"};
  return selection;
}

bool accepted(const std::string& spec) {
  try {
    static const random::Key key = random::Key::create();
    prepare(Mask::parse(spec), table_of(small_table()), everything(), {}, key);
    return true;
  } catch (const Error&) {
    return false;
  }
}

std::vector<std::string> words_of(const Param& param) {
  std::vector<std::string> words(1);
  for (const char c : param.choices) {
    if (c == '|') {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

/// Ways to call a step: bare, with one parameter, and these with one more choice. Those it refuses are left out.
std::vector<std::string> calls_of(const Step& step) {
  std::vector<std::string> arguments{""};
  for (const Param& param : step.params)
    if (param.kind != Param::Kind::choice)
      arguments.push_back(fmt::format("{}={}", param.name, param.kind == Param::Kind::integer ? 3 : 0.3));
  const std::vector<std::string> alone = arguments;
  for (const Param& param : step.params)
    if (param.kind == Param::Kind::choice)
      for (const std::string& word : words_of(param))
        for (const std::string& first : alone)
          arguments.push_back(fmt::format("{}{}{}={}", first, first.empty() ? "" : ",", param.name, word));
  std::vector<std::string> calls;
  for (const std::string& argument : arguments) {
    const std::string call = argument.empty() ? std::string(step.name) : fmt::format("{}({})", step.name, argument);
    if (accepted(call)) calls.push_back(call);
  }
  return calls;
}

/// Mixing records is tried by itself in tests/masks/record_sums_test.cpp: there is no release of single records to look at.
bool mixes_records(const std::string& call) {
  return prepare(Mask::parse(call), table_of(small_table()), everything(), {}, random::Key::create()).folds();
}

std::vector<std::string> every_call() {
  std::vector<std::string> all;
  for (const Step* step : all_steps())
    for (const std::string& call : calls_of(*step))
      if (!mixes_records(call)) all.push_back(call);
  return all;
}

Prepared prepared(const std::string& spec, const random::Key& key, const table::Work& work = {}) {
  return prepare(Mask::parse(spec), table_of(small_table()), everything(), work, key);
}

table::Chunk chunk_of(Index first, Index count) {
  return {.first_record = first, .values = small_table().middleRows(first, count), .dropped = {}, .kept = {}};
}

TEST(StepContract, NamesAreUniqueAndEverythingIsDescribed) {
  std::set<std::string_view> names;
  for (const Step* step : all_steps()) {
    EXPECT_TRUE(names.insert(step->name).second) << step->name;
    EXPECT_EQ(&find_step(step->name), step);
    EXPECT_FALSE(step->summary.empty()) << step->name;
    for (const Param& param : step->params) EXPECT_FALSE(param.help.empty()) << step->name << " " << param.name;
    EXPECT_FALSE(calls_of(*step).empty()) << step->name << " refuses every plain call";
  }
}

class EveryStep : public ::testing::TestWithParam<std::string> {
 protected:
  random::Key key_ = random::Key::create();
};

TEST_P(EveryStep, ReleasesFiniteNumbersUnderNamedColumns) {
  const Prepared plan = prepared(GetParam(), key_);
  table::Chunk chunk = chunk_of(0, 3000);
  plan.apply(chunk);
  EXPECT_TRUE(chunk.values.allFinite());
  EXPECT_EQ(chunk.records(), 3000);
  EXPECT_EQ(chunk.values.cols(), static_cast<Index>(plan.columns().size()));
  const std::set<std::string> names(plan.columns().begin(), plan.columns().end());
  EXPECT_EQ(names.size(), plan.columns().size());
  EXPECT_FALSE(names.contains(""));
}

TEST_P(EveryStep, ChangesTheTable) {
  if (GetParam() == "coarsen(bottom=0.3)") GTEST_SKIP() << "no value of the table is below that code";
  table::Chunk chunk = chunk_of(0, 3000);
  const Prepared plan = prepared(GetParam(), key_);
  plan.apply(chunk);
  EXPECT_TRUE(chunk.values.cols() != 4 || chunk.values != small_table() || plan.columns() != everything().attributes);
}

TEST_P(EveryStep, GivesTheSameBitsForAnyCutAtBlocks) {
  const Prepared plan = prepared(GetParam(), key_);
  table::Chunk whole = chunk_of(0, 3000);
  plan.apply(whole);
  for (Index first = 0; first < 3000; first += table::kBlock) {
    const Index count = std::min<Index>(table::kBlock, 3000 - first);
    table::Chunk part = chunk_of(first, count);
    plan.apply(part);
    EXPECT_EQ(part.values, whole.values.middleRows(first, count));
  }
}

TEST_P(EveryStep, GivesTheSameBitsForAnyCutWhenItSaysSo) {
  const Prepared plan = prepared(GetParam(), key_);
  if (!plan.any_run()) GTEST_SKIP() << "whole blocks only";
  table::Chunk whole = chunk_of(0, 3000);
  plan.apply(whole);
  for (const auto& [first, count] : {std::pair{0, 1}, {1, 6}, {7, 1017}, {1500, 1500}, {2999, 1}}) {
    table::Chunk part = chunk_of(first, count);
    plan.apply(part);
    EXPECT_EQ(part.values, whole.values.middleRows(first, count)) << first;
  }
}

TEST_P(EveryStep, LearnsTheSameForAnyThreadsAndChunks) {
  table::Work one, two;
  one.threads = 1;
  two.threads = 2;
  two.chunk = 1000;
  table::Chunk a = chunk_of(0, 3000), b = chunk_of(0, 3000);
  prepared(GetParam(), key_, one).apply(a);
  prepared(GetParam(), key_, two).apply(b);
  EXPECT_EQ(a.values, b.values);
}

TEST_P(EveryStep, UndoInvertsWhereThereIsOne) {
  const Prepared plan = prepared(GetParam(), key_);
  table::Chunk chunk = chunk_of(0, 3000);
  plan.apply(chunk);
  if (!plan.undo(chunk)) GTEST_SKIP() << "has no way back";
  EXPECT_LT((chunk.values - small_table()).cwiseAbs().maxCoeff(), 1e-9);
}

TEST_P(EveryStep, CardNamesTheStepAndItsCanonicalText) {
  const Prepared plan = prepared(GetParam(), key_);
  const Card card = plan.card();
  const Mask mask = Mask::parse(GetParam());
  EXPECT_EQ(card.mask, mask.text());
  ASSERT_EQ(card.steps.size(), 1u);
  EXPECT_EQ(card.steps[0].step, mask.links()[0].step->name);
  EXPECT_EQ(card.steps[0].text, mask.text());
  EXPECT_EQ(card.columns, plan.columns());
  EXPECT_EQ(Mask::parse(card.mask).text(), card.mask);
}

TEST_P(EveryStep, WorksOnATableOfOneColumn) {
  const table::Table one = table::Table::from_matrix(small_table().leftCols(1), {"a"});
  table::Selection selection;
  selection.attributes = {"a"};
  table::Chunk chunk{.first_record = 0, .values = small_table().leftCols(1), .dropped = {}, .kept = {}};
  try {
    prepare(Mask::parse(GetParam()), one, selection, {}, key_).apply(chunk);
  } catch (const Error& error) {
    GTEST_SKIP() << "refused: " << error.what();
  }
  EXPECT_TRUE(chunk.values.allFinite());
}

INSTANTIATE_TEST_SUITE_P(Calls, EveryStep, ::testing::ValuesIn(every_call()), [](const auto& call) {
  std::string name = call.param;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
});

}  // namespace masks_test
}  // namespace guise::masks
