// SPDX-License-Identifier: Apache-2.0
// Every criterion of every experiment, at reduced cost.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "papers/papers.h"

namespace guise::papers {
namespace experiments_test {

constexpr double kEffort = 0.2;  // of the repetitions of a full run

/// Experiments that use a real data set when it is there, and say so when it is not.
constexpr const char* kWithRealData[] = {"000-tables1-2", "000-table3",  "000-table4", "000-integers", "000-fig9",
                                         "001-fig6",      "001-fig13",   "004-fig3b",  "004-fig4b",    "004-prior",
                                         "003-privacy",   "003-utility", "003-attacks"};

class EveryExperiment : public ::testing::TestWithParam<const Experiment*> {};

std::string by_name(const ::testing::TestParamInfo<const Experiment*>& info) {
  std::string name(info.param->name);
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
}

void expect_met(const Report& report) {
  int criteria = 0;
  for (const Row& row : report.rows) {
    criteria += row.pass.has_value();
    EXPECT_TRUE(row.pass.value_or(true)) << row.what << ": expected " << row.expected << ", measured " << row.measured;
  }
  EXPECT_GT(criteria, 0) << "an experiment without a criterion cannot fail";
}

TEST_P(EveryExperiment, MeetsItsCriteriaOnGeneratedData) {
  const Report report = GetParam()->run({.effort = kEffort, .data = "no such folder"});
  expect_met(report);
  const bool wants_data = std::ranges::find(kWithRealData, GetParam()->name) != std::end(kWithRealData);
  EXPECT_EQ(report.skipped.empty(), !wants_data) << "missing data are reported";
  for (const Plot& plot : report.plots) {
    EXPECT_EQ(plot.name.substr(0, 4), GetParam()->name.substr(0, 4)) << "plots are named after their paper";
    for (const Series& series : plot.series) EXPECT_EQ(series.x.size(), series.y.size()) << plot.name << ": " << series.label;
  }
}

INSTANTIATE_TEST_SUITE_P(Papers, EveryExperiment, ::testing::ValuesIn(all_experiments().begin(), all_experiments().end()),
                         by_name);

class RealData : public ::testing::TestWithParam<const char*> {};

TEST_P(RealData, MeetsTheCriteriaToo) {
  const std::filesystem::path here = __FILE__;
  const Settings settings{.effort = kEffort, .data = find_data(here.parent_path() / "../../../shared/data")};
  if (settings.data.empty()) GTEST_SKIP() << "no data folder: set GUISE_DATA to the one with the files named in docs/papers.md";
  const Report report = find_experiment(GetParam()).run(settings);
  if (!report.skipped.empty()) GTEST_SKIP() << report.skipped.front();
  expect_met(report);
  EXPECT_GT(report.rows.size(), find_experiment(GetParam()).run({.effort = kEffort}).rows.size());
}

INSTANTIATE_TEST_SUITE_P(Papers, RealData, ::testing::ValuesIn(kWithRealData));

TEST(Experiments, HaveDifferentNames) {
  std::set<std::string_view> names;
  for (const Experiment* experiment : all_experiments()) names.insert(experiment->name);
  EXPECT_EQ(names.size(), all_experiments().size());
}

TEST(FindExperiment, SuggestsTheNearestName) {
  EXPECT_EQ(find_experiment("001-fig5").name, "001-fig5");
  try {
    find_experiment("001-fig55");
    FAIL() << "must be refused";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean '001-fig5'"), std::string::npos) << error.what();
  }
}

TEST(Settings, EffortScalesRepetitionsDownToTheLeast) {
  EXPECT_EQ((Settings{.effort = 1}.times(20)), 20);
  EXPECT_EQ((Settings{.effort = 0.2}.times(20)), 4);
  EXPECT_EQ((Settings{.effort = 0.01}.times(20, 3)), 3);
}

TEST(Experiments, GiveTheSameReportForTheSameSeedAndAnotherForAnother) {
  const Experiment& experiment = find_experiment("001-fig1-2");
  const auto run = [&](std::uint64_t seed) { return experiment.run({.effort = 0.1, .rng = random::Rng::from_seed(seed)}); };
  const Report once = run(1), again = run(1), other = run(2);
  ASSERT_EQ(once.rows.size(), again.rows.size());
  int differ = 0;
  for (std::size_t i = 0; i < once.rows.size(); ++i) {
    EXPECT_EQ(once.rows[i].measured, again.rows[i].measured);
    differ += once.rows[i].measured != other.rows[i].measured;
  }
  EXPECT_GT(differ, 3);
  EXPECT_TRUE(other.passed());
}

}  // namespace experiments_test
}  // namespace guise::papers
