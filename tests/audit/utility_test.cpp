// SPDX-License-Identifier: Apache-2.0
#include "audit/utility.h"

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include <cmath>

#include "audit/draws.h"
#include "audit/utilities.h"
#include "audit/utility_distances.h"
#include "base/error.h"
#include "base/text.h"
#include "random/laws.h"

namespace guise::audit {
namespace utility_test {

constexpr Index kRecords = 3000, kAttributes = 4;

/// Three groups of people in four related attributes, a label that tells the group and a number that follows the attributes.
table::Table people(std::uint64_t seed = 1) {
  const random::Rng rng = random::Rng::from_seed(seed);
  Matrix normal(kRecords, kAttributes + 3);
  for (Index j = 0; j < normal.cols(); ++j)
    random::fill_normal(rng, static_cast<std::uint32_t>(j), 0, {normal.col(j).data(), kRecords});
  Matrix x(kRecords, kAttributes + 2);
  for (Index i = 0; i < kRecords; ++i) {
    const double group = static_cast<double>(i % 3), common = normal(i, 4);
    for (Index j = 0; j < kAttributes; ++j) x(i, j) = 50 + (j % 2 ? -4 : 4) * group + common + 0.7 * normal(i, j);
    x(i, kAttributes) = group;
    x(i, kAttributes + 1) = x(i, 0) - 0.5 * x(i, 1) + 0.5 * normal(i, 5);
  }
  return table::Table::from_matrix(x, {"a", "b", "c", "d", "group", "score"});
}

Request request_for(std::vector<std::string> masks, const std::string& label, int keys = 2) {
  Request request;
  for (const std::string& mask : masks) request.masks.push_back(masks::Mask::parse(mask));
  request.attackers = {"outsider"};
  request.keys = keys;
  request.selection.attributes = {"a", "b", "c", "d"};
  request.label = label;
  return request;
}

using Figures = std::vector<std::vector<Utility>>;

Figures figures(const table::Table& table, const Request& request, const Variants& variants) {
  const FirstPass pass = gather(table, request, variants, draw(table, request, {}), false);
  return utilities(table, request, variants, pass, random::Rng::from_seed(7));
}

Figures figures(const table::Table& table, std::vector<std::string> masks, const std::string& label = "group", int keys = 2) {
  const Request request = request_for(std::move(masks), label, keys);
  return figures(table, request, Variants(table, request, false, false));
}

const Utility& find(const std::vector<Utility>& all, std::string_view name) {
  for (const Utility& each : all)
    if (each.name == name) return each;
  throw std::runtime_error("no such figure");
}

TEST(Utility, KeptLiesBetweenFloorAndCeilingWhicheverIsLarger) {
  const auto kept = [](double value, double ceiling, double floor) {
    return Utility{.name = "", .summary = "", .value = {value, value, value}, .ceiling = ceiling, .floor = floor}.kept();
  };
  EXPECT_DOUBLE_EQ(kept(0.6, 0.8, 0.4), 0.5);
  EXPECT_DOUBLE_EQ(kept(0.3, 0.1, 0.5), 0.5);  // an error: less is better
  EXPECT_DOUBLE_EQ(kept(0.9, 0.8, 0.4), 1);
  EXPECT_DOUBLE_EQ(kept(9, 0.1, 0.5), 0);
  EXPECT_TRUE(std::isnan(kept(std::nan(""), 1, 0)));
  EXPECT_TRUE(std::isnan(kept(0.5, 1, std::nan(""))));
}

TEST(Utility, RankCorrelationSharesTheRanksOfEqualValues) {
  // Ranks 0, 1.5, 1.5, 3, 4 and 1, 0, 2.5, 2.5, 4: both have squares of 9.5 about their mean, and products of 7.25.
  const Vector a{{1, 2, 2, 3, 10}}, b{{5, 1, 7, 7, 9}};
  EXPECT_NEAR(rank_correlation(a, b), 7.25 / 9.5, 1e-12);
}

TEST(Utility, TinyNoiseKeepsEverythingAndHugeNoiseNothing) {
  const table::Table table = people();
  for (const char* label : {"group", "score"}) {
    const Figures all = figures(table, {"noise(sd=0.001)", "noise(sd=5000)"}, label);
    ASSERT_EQ(all.size(), 2u);
    ASSERT_EQ(all[0].size(), 9u);
    for (const Utility& each : all[0]) {
      if (each.name == "classification" && label == std::string("score")) continue;
      EXPECT_GT(each.kept(), 0.98) << each.name << " " << each.note;
    }
    for (const Utility& each : all[1]) {
      if (each.name == "classification" && label == std::string("score")) continue;
      // By luck: correlations of n = 3000 pure noises are 1 / sqrt(n), and slopes of that size explain up to 2 |c| / sqrt(n) =
      // 0.06 of an attribute with correlations of |c| = 1.6 to the others; five times that, over two keys.
      EXPECT_LT(each.kept(), each.name == "regression" ? 0.2 : 0.06)
          << each.name << " " << each.value.value << " " << each.ceiling << " " << each.floor << each.note;
    }
  }
}

TEST(Utility, RotationKeepsWhatLivesOnDistancesAndSaysWhyTheRestIsGone) {
  for (const char* mask : {"rotate", "standardize | rotate"}) {
    const auto all = figures(people(), {mask})[0];
    EXPECT_NEAR(find(all, "distances").value.value, 1, 1e-6) << mask;  // but for ties that rounding breaks
    EXPECT_DOUBLE_EQ(find(all, "neighbours").value.value, 1) << mask;
    EXPECT_DOUBLE_EQ(find(all, "kmeans").value.value, 1) << mask;
    EXPECT_DOUBLE_EQ(find(all, "classification").value.value, find(all, "classification").ceiling) << mask;
    for (const char* name : {"means", "covariance", "correlation", "distributions", "regression"}) {
      EXPECT_TRUE(std::isnan(find(all, name).kept())) << name;
      EXPECT_EQ(find(all, name).note, "the release has mixed columns") << name;
    }
  }
}

TEST(Utility, ARegressionOnALabelSurvivesARotation) {
  const Utility rotated = find(figures(people(), {"rotate"}, "score")[0], "regression");
  EXPECT_NEAR(rotated.value.value, rotated.ceiling, 1e-9);
  // The score is x_a - x_b / 2 with noise of variance 1/4: R squared is 1 - 1/4 / Var(score), less what five folds cost.
  EXPECT_GT(rotated.ceiling, 0.95);
  EXPECT_NEAR(rotated.floor, 0, 0.05);
}

TEST(Utility, NoiseIsTakenOutOfCovariancesCorrelationsAndCoefficients) {
  // Noise of sd 3 has a variance of 9 beside 12.2 or so: not taken out, correlations fall to 0.57 of theirs. What is left is
  // the luck of the draw: with 3000 records an error of about (sd^2 + 9) sqrt(2 / 3000) = 0.55 of a variance of 12.2, 5 %.
  const auto noisy = figures(people(), {"noise(sd=3)"}, "score", 5)[0];
  EXPECT_LT(find(noisy, "covariance").value.value, 0.05);
  EXPECT_LT(find(noisy, "correlation").value.value, 0.05);
  EXPECT_GT(find(noisy, "correlation").floor, 0.5);
  // Learnt from the release and tried on originals, corrected coefficients predict them nearly as well as their own.
  EXPECT_GT(find(noisy, "regression").kept(), 0.9);
  EXPECT_LT(find(noisy, "neighbours").kept(), 0.3);
}

TEST(Utility, WhatIsLearntFromNoisyColumnsIsTriedOnOriginals) {
  // Two independent standard attributes behind noise of sd 1. Slopes of a + b that are not corrected come out as 1/2 and
  // explain 1 - 1/4 of its variance in the originals; corrected ones, with standard errors of about 0.04, all but 2 0.04^2 / 2.
  // Signs of a are told right by a threshold near 0; of masked records only 3/4 would be, whose sign is that of the original.
  constexpr Index n = 3000;
  Matrix x(n, 4);
  for (Index j = 0; j < 2; ++j)
    random::fill_normal(random::Rng::from_seed(3), static_cast<std::uint32_t>(j), 0, {x.col(j).data(), n});
  x.col(2) = x.col(0) + x.col(1);
  x.col(3) = (x.col(0).array() > 0).cast<double>();
  const table::Table table = table::Table::from_matrix(x, {"a", "b", "sum", "sign"});
  for (const char* label : {"sum", "sign"}) {
    Request request = request_for({"noise(sd=1)"}, label);
    request.selection.attributes = {"a", "b"};
    const auto all = figures(table, request, Variants(table, request, false, false))[0];
    EXPECT_GT(find(all, label == std::string("sum") ? "regression" : "classification").value.value, 0.95) << label;
  }
}

TEST(Utility, WhereTheOriginalsTellNothingThereIsNoShareToKeep) {
  Matrix x(400, 3);
  for (Index j = 0; j < 3; ++j)
    random::fill_normal(random::Rng::from_seed(4), static_cast<std::uint32_t>(j), 0, {x.col(j).data(), 400});
  x.col(2) = (x.col(2).array() > 0).cast<double>();  // has nothing to do with the others
  const table::Table table = table::Table::from_matrix(x, {"a", "b", "coin"});
  Request request = request_for({"noise(sd=1)"}, "coin", 1);
  request.selection.attributes = {"a", "b"};
  const auto all = figures(table, request, Variants(table, request, false, false))[0];
  for (const char* name : {"classification", "correlation"}) {
    EXPECT_TRUE(std::isfinite(find(all, name).value.value)) << name;
    EXPECT_TRUE(std::isnan(find(all, name).kept())) << name;
    EXPECT_NE(find(all, name).note, "") << name;
  }
}

TEST(Utility, ColumnsThatRepeatOthersDoNotBreakTheRegression) {
  Matrix x(400, 3);
  random::fill_normal(random::Rng::from_seed(5), 0, 0, {x.data(), 400});
  x.col(1) = x.col(2) = x.col(0);
  const table::Table table = table::Table::from_matrix(x, {"a", "b", "c"});
  for (const char* mask : {"round(width=0.1)", "noise(sd=0.01)"}) {
    Request request = request_for({mask}, "", 1);
    request.selection.attributes = {"a", "b", "c"};
    const auto all = figures(table, request, Variants(table, request, false, false))[0];
    EXPECT_GT(find(all, "regression").kept(), 0.99) << mask << find(all, "regression").note;
  }
}

TEST(Utility, SumsOverRecordsKeepCorrelationsOnly) {
  const auto folded = figures(people(), {"standardize | project(side=records, k=1000)"})[0];
  // A correlation from k sums errs by (1 - r^2) / sqrt(k), at most 0.032.
  EXPECT_LT(find(folded, "correlation").value.value, 0.05);
  EXPECT_GT(find(folded, "correlation").kept(), 0.9);
  for (const char* name : {"neighbours", "kmeans", "classification"})
    EXPECT_EQ(find(folded, name).note, "the rows are sums over records");
}

TEST(Utility, UnitsThatAreNotPublicHideMeansAndKeepCorrelations) {
  const auto all = figures(people(), {"standardize | noise(sd=0.001)"})[0];
  EXPECT_EQ(find(all, "means").note, "the units of the columns are not public");
  EXPECT_GT(find(all, "correlation").kept(), 0.98);
  EXPECT_GT(find(all, "regression").kept(), 0.98);
  EXPECT_GT(find(all, "neighbours").kept(), 0.98);
}

TEST(Utility, DoesNotDependOnThreads) {
  const table::Table table = people();
  Request request = request_for({"noise(sd=1)"}, "group", 1);
  const Variants variants(table, request, false, false);
  request.work.threads = 2;
  const Figures two = figures(table, request, variants);
  request.work.threads = 1;
  const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
  const Figures one = figures(table, request, variants);
  for (std::size_t i = 0; i < one[0].size(); ++i) {
    EXPECT_EQ(one[0][i].value.value, two[0][i].value.value) << one[0][i].name;
    EXPECT_EQ(one[0][i].ceiling, two[0][i].ceiling) << one[0][i].name;
    EXPECT_EQ(one[0][i].floor, two[0][i].floor) << one[0][i].name;
  }
}

TEST(Utility, OddTablesGetNotesInsteadOfFigures) {
  Matrix few(5, 2);
  few << 1, 7, 2, 7, 3, 7, 4, 7, 6, 7;  // five records, one column that varies
  const table::Table table = table::Table::from_matrix(few, {"a", "b"});
  Request request = request_for({"noise(sd=1)"}, "", 1);
  request.selection.attributes = {"a", "b"};
  const auto all = figures(table, request, Variants(table, request, false, false))[0];
  EXPECT_TRUE(std::isfinite(find(all, "means").value.value));
  EXPECT_EQ(find(all, "correlation").note, "correlations need two columns that vary");
  EXPECT_EQ(find(all, "neighbours").note, "5 records are too few to mine; it takes 30");
  EXPECT_NE(find(all, "classification").note, "");
}

TEST(Utility, LabelsThatAreMaskedOrSayNothingAreRefused) {
  const table::Table table = people();
  EXPECT_THROW(figures(table, {"noise(sd=1)"}, "a"), Error);
  EXPECT_THROW(figures(table, {"noise(sd=1)"}, "nobody"), Error);
}

TEST(Utility, TheTableFitsEightyColumns) {
  std::vector<Utility> all = figures(people(), {"rotate"})[0];
  all.push_back({.name = "regression",
                 .summary = "",
                 .value = {std::nan(""), 0, 0},
                 .ceiling = 1,
                 .floor = 0,
                 .note = std::string(200, 'x')});
  const std::string text = utility_table(all);
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = text.find('\n', start);
    EXPECT_LE(text_width(text.substr(start, end - start)), kTerminal);
    start = end + 1;
  }
  EXPECT_EQ(utility_table({}), "");
}

}  // namespace utility_test
}  // namespace guise::audit
