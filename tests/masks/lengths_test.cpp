// SPDX-License-Identifier: Apache-2.0
// Noise whose length is drawn for a whole record, and factors that are never near 1.
#include <gtest/gtest.h>

#include <cmath>

#include "masked.h"

namespace guise::masks {
namespace lengths_test {

constexpr Index kRecords = 40'000;

Matrix noise_of(const std::string& spec, Index columns) {
  const Matrix values = correlated(kRecords, columns);
  return masked(spec, values) - values;
}

void expect_white(const Matrix& noise, double variance) {
  const Matrix covariance = covariance_of(noise);
  for (Index i = 0; i < noise.cols(); ++i) {
    EXPECT_NEAR(noise.col(i).mean(), 0, 5 * std::sqrt(variance / kRecords));
    for (Index j = 0; j < noise.cols(); ++j)
      EXPECT_NEAR(covariance(i, j), i == j ? variance : 0, 6 * variance * std::sqrt(3.0 / kRecords)) << i << " " << j;
  }
}

TEST(NoiseInABall, IsEvenInIt) {
  for (const Index d : {1, 2, 5, 30}) {
    const Matrix noise = noise_of("noise(law=ball,radius=3)", d);
    const Vector share = (noise.rowwise().norm() / 3).array().pow(static_cast<double>(d));
    EXPECT_LE(share.maxCoeff(), 1 + 1e-9);
    EXPECT_NEAR(share.mean(), 0.5, 5 / std::sqrt(12.0 * kRecords)) << "the share of the ball within this length is even";
    EXPECT_NEAR(share.array().square().mean(), 1.0 / 3, 5 * 0.3 / std::sqrt(kRecords));
    expect_white(noise, 9.0 / static_cast<double>(d + 2));
  }
}

TEST(NoiseByItsNorm, HasAGammaLength) {
  for (const Index d : {1, 3, 20}) {
    const Matrix noise = noise_of("noise(law=laplace-norm,epsilon=2)", d);
    const Vector length = noise.rowwise().norm();
    const auto k = static_cast<double>(d);
    EXPECT_NEAR(length.mean(), k / 2, 5 * std::sqrt(k) / 2 / std::sqrt(kRecords));
    EXPECT_NEAR((length.array() - k / 2).square().mean(), k / 4, 6 * k / 4 * std::sqrt((2 + 6 / k) / kRecords));
    expect_white(noise, (k + 1) / 4);
  }
}

TEST(NoiseByLength, SaysItsSdOnTheCardAndIsUndone) {
  const Matrix values = correlated(100, 2);
  for (const auto& [spec, sd] :
       {std::pair{"noise(law=ball,radius=4)", 2.0}, {"noise(law=laplace-norm,epsilon=1)", std::sqrt(3.0)}}) {
    const Prepared plan = prepared(spec, values);
    const StepCard step = plan.card().steps[0];
    for (const double each : step.sd) EXPECT_NEAR(each, sd, 1e-12);
    table::Chunk chunk{.first_record = 0, .values = values};
    plan.apply(chunk);
    EXPECT_GT((chunk.values - values).cwiseAbs().minCoeff(), 0);
    EXPECT_TRUE(plan.undo(chunk));
    EXPECT_LT((chunk.values - values).cwiseAbs().maxCoeff(), 1e-12);
    Card card = plan.card();
    card.key_fingerprint = fixed_key(1).fingerprint();
    EXPECT_EQ(refusal([&] { check_card(card, "the card"); }), "");
    prepare_from_card(card, fixed_key(1)).apply(chunk);
    EXPECT_LT((chunk.values - masked(spec, values)).cwiseAbs().maxCoeff(), 1e-12);
  }
}

TEST(NoiseByLength, RefusesOtherSizesWithASentence) {
  const std::pair<const char*, const char*> cases[] = {
      {"noise(law=ball)", "needs the size of the noise; give radius="},
      {"noise(law=laplace-norm)", "give epsilon="},
      {"noise(law=ball,radius=1,sd=2)", "leave sd= out"},
      {"noise(law=laplace-norm,epsilon=1,radius=2)", "leave radius= out"},
      {"noise(law=ball,radius=1,grid=2)", "leave grid= out"},
      {"noise(sd=1,radius=2)", "radius= is the size of the noise of law=ball"},
      {"noise(radius=2)", "radius= is the size of the noise of law=ball"},
  };
  for (const auto& [spec, sentence] : cases)
    EXPECT_NE(refusal([text = spec] { Mask::parse(text); }).find(sentence), std::string::npos)
        << spec << ": " << refusal([text = spec] { Mask::parse(text); });
}

TEST(MultiplyRamp, IsNeverNearOneAndRarerFartherAway) {
  const Matrix values = Matrix::Constant(kRecords, 2, 10), f = masked("multiply(law=ramp,low=0.1,high=0.4)", values) / 10;
  const Vector away = (f.array() - 1).abs().reshaped();
  EXPECT_GE(away.minCoeff(), 0.1 - 1e-12);
  EXPECT_LE(away.maxCoeff(), 0.4 + 1e-12);
  EXPECT_NEAR(f.mean(), 1, 5 * 0.22 / std::sqrt(2.0 * kRecords));
  // A density that falls in a straight line from 0.1 to 0 at 0.4: a mean of 0.2 and 3/4 of the numbers in the first half.
  EXPECT_NEAR(away.mean(), 0.2, 5 * 0.0708 / std::sqrt(2.0 * kRecords));
  EXPECT_NEAR((away.array() < 0.25).cast<double>().mean(), 0.75, 5 * 0.434 / std::sqrt(2.0 * kRecords));
  EXPECT_GT((f.col(0) - f.col(1)).cwiseAbs().maxCoeff(), 0.1);
  const StepCard step = prepared("multiply(law=ramp,low=0.1,high=0.4)", values).card().steps[0];
  EXPECT_NEAR(step.sd[0], std::sqrt((f.array() - 1).square().mean()), 0.002);
}

TEST(MultiplyRamp, HasOneFactorForARecordWhereItIsShared) {
  const Matrix values = correlated(500, 3), ratio = masked("multiply(law=ramp,share=record)", values).cwiseQuotient(values);
  EXPECT_LT((ratio.rowwise().maxCoeff() - ratio.rowwise().minCoeff()).maxCoeff(), 1e-12);
  const Prepared plan = prepared("multiply(law=ramp,share=record)", values);
  EXPECT_EQ(plan.card().steps[0].share, "record");
  EXPECT_NE(plan.notes()[1].find("ratios"), std::string::npos);
}

TEST(MultiplyRamp, RefusesBadSizesWithASentence) {
  const std::pair<const char*, const char*> cases[] = {
      {"multiply(law=ramp,low=0.3,high=0.2)", "needs low below high"},
      {"multiply(law=ramp,high=1)", "high below 1"},
      {"multiply(law=ramp,sd=1)", "leave sd= out"},
      {"multiply(sd=0.1,low=0.2)", "low= is for law=ramp"},
      {"multiply(sd=0.1,share=record)", "share=record is for law=ramp"},
  };
  for (const auto& [spec, sentence] : cases)
    EXPECT_NE(refusal([text = spec] { Mask::parse(text); }).find(sentence), std::string::npos) << spec;
}

}  // namespace lengths_test
}  // namespace guise::masks
