// SPDX-License-Identifier: Apache-2.0
// Risk and loss of a mask whose figures are given.
#include "audit/evaluator.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"

namespace guise::audit {
namespace evaluator_test {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
const std::vector<std::string> kColumns = {"a"};

/// A mask that lets so many of the known records be found.
MaskResult mask_of(std::vector<Utility> utility, Spread linked) {
  Trial trial{.attack = "link", .reason = {}, .notes = {}, .by_key = {}, .nrmse = {}, .residual = {}};
  trial.linked = linked;
  AttackerResult attacker{
      .attacker = parse_attacker("records", kColumns), .columns = kColumns, .baseline = Vector::Ones(1), .trials = {trial}};
  return {.mask = "noise(sd=1)", .notes = {}, .certificate = {}, .utility = std::move(utility), .attackers = {attacker}};
}

Utility figure(std::string name, double value, double ceiling = 1, double floor = 0) {
  return {
      .name = std::move(name), .summary = {}, .value = {value, value - 0.1, value + 0.1}, .ceiling = ceiling, .floor = floor};
}

Point point(MaskResult mask, const std::vector<Limit>& limits, const std::vector<std::string>& counted, int keys,
            bool everybody) {
  mask.keys = keys;
  const Result audit{.table = {}, .columns = kColumns, .keys = keys, .mean = {}, .masks = {}, .warnings = {}};
  return point_of(mask, audit, limits, counted, everybody);
}

TEST(Evaluator, RiskIsTheFigureNearestToItsLimit) {
  const MaskResult mask = mask_of({figure("x", 0.5)}, {0.2, 0.1, 0.3});
  const std::vector<Limit> limits{parse_limit("linked=0.8", kColumns), parse_limit("linked=0.4", kColumns)};
  const Point found = point(mask, limits, {"x"}, 1, true);
  EXPECT_NEAR(found.risk.value, 0.5, 1e-12);
  EXPECT_NEAR(found.risk.high, 0.75, 1e-12);
  EXPECT_NEAR(found.risk_error, 0.25 / 1.959964, 1e-6);
  EXPECT_NEAR(point(mask, limits, {"x"}, 3, true).risk_error, 0.25 / 4.302653, 1e-6);  // scipy.stats.t.ppf(0.975, 2)
  EXPECT_TRUE(found.qualifies);
  EXPECT_FALSE(point(mask, {parse_limit("linked=0.25", kColumns)}, {"x"}, 1, true).qualifies) << "the upper end is 0.3";
}

TEST(Evaluator, AFigureOfNothingThatMayBeMuchIsSeen) {
  const Point found = point(mask_of({figure("x", 0.5)}, {0, 0, 0.9}), {parse_limit("linked=0.5", kColumns)}, {"x"}, 1, true);
  EXPECT_EQ(found.risk.value, 0);
  EXPECT_NEAR(found.risk.high, 1.8, 1e-12);
  EXPECT_FALSE(found.qualifies);
}

TEST(Evaluator, WhatNobodyTestedIsCertainRiskOnceEverybodyTried) {
  const MaskResult mask = mask_of({figure("x", 0.5)}, {0.2, 0.1, 0.3});
  const std::vector<Limit> limits{parse_limit("epsilon=3", kColumns)};
  EXPECT_TRUE(std::isinf(point(mask, limits, {"x"}, 1, true).risk.value));
  EXPECT_EQ(point(mask, limits, {"x"}, 1, false).risk.value, 0) << "others may still test it";
  EXPECT_FALSE(point(mask, limits, {"x"}, 1, true).qualifies);
}

TEST(Evaluator, ADestroyedFigureKeepsNothingAndAnErrorCountsDownwards) {
  const std::vector<Limit> limits{parse_limit("linked=0.8", kColumns)};
  const auto loss = [&](std::vector<Utility> utility) {
    return point(mask_of(std::move(utility), {0, 0, 0}), limits, {"x", "y"}, 1, true).loss;
  };
  EXPECT_NEAR(loss({figure("x", 0.8), figure("y", 0.4)}).value, 0.4, 1e-12);
  EXPECT_NEAR(loss({figure("x", 0.8), figure("y", kNaN)}).value, 0.6, 1e-12);
  EXPECT_NEAR(loss({figure("x", 0.8)}).value, 0.6, 1e-12) << "missing is destroyed too";
  const Spread error = loss({figure("x", 1), figure("y", 0.5, 0, 2)});  // an error of 0.5 between 0 at best and 2
  EXPECT_NEAR(error.value, 0.125, 1e-12);
  EXPECT_NEAR(error.low, (0.0 + 0.2) / 2, 1e-12);
  EXPECT_NEAR(error.high, (0.1 + 0.3) / 2, 1e-12);
}

TEST(Evaluator, OnlyFiguresWithAScaleAreMeasurable) {
  const auto names = measurable(mask_of({figure("x", 0.8), figure("y", 0.5, 1, kNaN), figure("z", kNaN)}, {0, 0, 0}));
  EXPECT_EQ(names, std::vector<std::string>{"x"});
}

}  // namespace evaluator_test
}  // namespace guise::audit
