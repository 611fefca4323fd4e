// SPDX-License-Identifier: Apache-2.0
// White noise: size, law, independence; what is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "masked.h"
#include "random/laws.h"
#include "stats/noise_law.h"

namespace guise::masks {
namespace noise_test {

constexpr Index kRecords = 100'000;

Matrix noise_of(const std::string& spec, const Matrix& values, const How& how = {}) {
  return masked(spec, values, how) - values;
}

/// Four standard errors of an estimated variance of a law with this kurtosis: var sqrt((kurtosis - 1) / n).
double variance_slack(double variance, double kurtosis) {
  return 4 * variance * std::sqrt((kurtosis - 1) / static_cast<double>(kRecords));
}

class NoiseLaw : public ::testing::TestWithParam<std::tuple<const char*, double>> {};

TEST_P(NoiseLaw, HasTheSizeTheShapeAndNoCorrelation) {
  const auto [law, kurtosis] = GetParam();
  const Matrix noise = noise_of(fmt::format("noise(sd=[0.5,3],law={})", law), Matrix::Zero(kRecords, 2));
  const double sd[] = {0.5, 3};
  for (Index j = 0; j < 2; ++j) {
    EXPECT_NEAR(noise.col(j).mean(), 0, 4 * sd[j] / std::sqrt(static_cast<double>(kRecords)));
    EXPECT_NEAR(noise.col(j).squaredNorm() / kRecords, square(sd[j]), variance_slack(square(sd[j]), kurtosis));
    std::vector<double> sorted(noise.col(j).begin(), noise.col(j).end());
    std::sort(sorted.begin(), sorted.end());
    double gap = 0;
    for (std::size_t i = 0; i < sorted.size(); ++i)
      gap = std::max(gap, std::abs(stats::noise_cdf(random::law_by_name(law), sd[j], sorted[i]) -
                                   (static_cast<double>(i) + 0.5) / kRecords));
    EXPECT_LT(gap, 1.95 / std::sqrt(static_cast<double>(kRecords))) << "Kolmogorov's test at 0.1 %";
  }
  EXPECT_NEAR(noise.col(0).dot(noise.col(1)) / kRecords, 0, 4 * 1.5 / std::sqrt(static_cast<double>(kRecords)));
}

INSTANTIATE_TEST_SUITE_P(Every, NoiseLaw,
                         ::testing::Values(std::tuple{"gaussian", 3.0}, std::tuple{"uniform", 1.8},
                                           std::tuple{"laplace", 6.0}));

TEST(Noise, AtAGivenSnrIsThatMuchSmallerThanTheAttribute) {
  const Matrix values = correlated(kRecords, 3);
  const Matrix noise = noise_of("noise(snr=[1,4,0.5])", values);
  const double snr[] = {1, 4, 0.5};
  const Vector variance = stats::moments_of(values).variance();
  for (Index j = 0; j < 3; ++j) {
    const double expected = variance[j] / snr[j];
    EXPECT_NEAR(noise.col(j).squaredNorm() / kRecords, expected, variance_slack(expected, 3));
  }
}

TEST(Noise, CardTellsTheSizePerAttribute) {
  const Matrix values = correlated(1000, 2);
  const Prepared plan = prepared("noise(snr=4,law=uniform)", values);
  const StepCard card = plan.card().steps[0];
  EXPECT_EQ(card.law, "uniform");
  const Vector variance = stats::moments_of(values).variance();
  for (Index j = 0; j < 2; ++j) EXPECT_NEAR(card.sd[static_cast<std::size_t>(j)], std::sqrt(variance[j]) / 2, 1e-12);
  EXPECT_EQ(plan.notes().size(), 1u) << "a size learnt from the data is noted";
  EXPECT_TRUE(prepared("noise(sd=2)", values).notes().empty());
}

TEST(Noise, UndoRestoresTheOriginals) {
  for (const char* spec :
       {"noise(sd=5)", "noise(sd=5,law=laplace)", "noise(snr=0.1,shape=data)", "noise(sd=3,similarity=-0.5)"}) {
    const Matrix values = correlated(3000, 4);
    const Prepared plan = prepared(spec, values);
    table::Chunk chunk{.first_record = 0, .values = values, .dropped = {}, .kept = {}};
    plan.apply(chunk);
    EXPECT_TRUE(plan.undo(chunk));
    EXPECT_LT((chunk.values - values).cwiseAbs().maxCoeff(), 1e-9) << spec;
  }
}

TEST(NoiseOnAGrid, LeavesMultiplesOfTheGridAndHasTheSize) {
  const Matrix values = correlated(40'000, 1);
  const Matrix release = masked("noise(sd=2,grid=0.25)", values);
  for (const double y : release.reshaped()) EXPECT_EQ(y / 0.25, std::floor(y / 0.25));
  // Discrete Gaussian of sigma 8 cells: variance 64 cells to 1e-100; rounding the input adds width^2 / 12.
  const double expected = 4 + square(0.25) / 12;
  EXPECT_NEAR((release - values).squaredNorm() / 40'000, expected, 4 * expected * std::sqrt(2.0 / 40'000));
}

TEST(NoiseOnAGrid, UndoGivesTheRoundedInput) {
  const Matrix values = correlated(2000, 2);
  const Prepared plan = prepared("noise(sd=3,grid=0.5)", values);
  table::Chunk chunk{.first_record = 0, .values = values, .dropped = {}, .kept = {}};
  plan.apply(chunk);
  plan.undo(chunk);
  EXPECT_EQ(chunk.values, Matrix((values.array() / 0.5).rint() * 0.5));
}

TEST(NoiseOnAGrid, OfWholeWidthKeepsIntegers) {
  EXPECT_TRUE(prepared("noise(sd=3,grid=2)", correlated(10, 1)).keeps_integers());
  EXPECT_FALSE(prepared("noise(sd=3,grid=0.5)", correlated(10, 1)).keeps_integers());
  EXPECT_FALSE(prepared("noise(sd=3)", correlated(10, 1)).keeps_integers());
}

TEST(Noise, WorksOnOneRecordAndOneColumn) {
  EXPECT_NE(masked("noise(sd=1)", Matrix::Constant(1, 1, 7))(0, 0), 7);
  EXPECT_TRUE(masked("noise(sd=1e140)", Matrix::Constant(3, 1, 1e150)).allFinite());
}

TEST(Noise, RefusesToBeRoundedAway) {
  // Doubles from 2^50 to 2^51 are 2^-2 apart: noise of 1 shows, noise of 0.9 hardly would.
  const Matrix far = Matrix::Constant(3, 1, 0x1.8p50);
  for (const char* mask : {"noise(sd=0.9)", "noise(sd=0.01,law=laplace)"}) {
    const std::string sentence = refusal([&] { masked(mask, far); });
    EXPECT_NE(sentence.find("are 0.25 apart"), std::string::npos) << sentence;
  }
  EXPECT_GT((masked("noise(sd=1)", far) - far).cwiseAbs().minCoeff(), 0);
}

TEST(Noise, RefusesWhatMakesNoSense) {
  const auto parse = [](const char* spec) { return refusal([&] { Mask::parse(spec); }); };
  EXPECT_EQ(parse("noise(sd=1,snr=2)"), "step 'noise': sd and snr both set the size of the noise; give one of them");
  EXPECT_EQ(parse("noise"), "step 'noise' needs the size of the noise; give sd= or snr=");
  EXPECT_EQ(parse("noise(sd=0)"), "step 'noise': sd must satisfy N > 0, got 0");
  EXPECT_EQ(parse("noise(sd=-1)"), "step 'noise': sd must satisfy N > 0, got -1");
  EXPECT_EQ(parse("noise(snr=0)"), "step 'noise': snr must satisfy N > 0, got 0");
  EXPECT_EQ(parse("noise(sd=nan)"), "step 'noise': sd must be a number, got 'nan'");
  EXPECT_EQ(parse("noise(sd=1,similarity=2)"), "step 'noise': similarity must satisfy -1 <= N <= 1, got 2");
  EXPECT_EQ(parse("noise(sd=1,shape=white,similarity=0.5)"),
            "step 'noise': shape=data is similarity=1, shape=white is 0; give one of them");
  EXPECT_EQ(parse("noise(sd=1,law=laplace,shape=data)"),
            "step 'noise': noise shaped like the data is gaussian, got law=laplace; leave law= or the shape out");
  EXPECT_EQ(parse("noise(sd=1,grid=0.1,law=uniform)"),
            "step 'noise': noise on a grid is gaussian and white; leave law= and the shape out");
  EXPECT_EQ(parse("noise(sd=1,grid=0.1,shape=data)"),
            "step 'noise': noise on a grid is gaussian and white; leave law= and the shape out");
}

TEST(Noise, RefusesTablesItCannotMask) {
  Matrix values = correlated(100, 3);
  const auto refused = [&](const char* spec) { return refusal([&] { prepared(spec, values); }); };
  EXPECT_EQ(refused("noise(sd=[1,2])"), "step 'noise': sd lists 2 values for 3 attributes; give one value, or one for each");
  EXPECT_EQ(refused("noise(sd=1,grid=2)"),
            "step 'noise': grid=2 is coarser than the noise (sd=1), which would mostly be 0; give a finer one");
  EXPECT_EQ(refused("noise(sd=1,grid=1e-13)"),
            "step 'noise': grid=1e-13 is too fine for noise of sd=1; give one above sd / 1e12");
  values.col(1).setConstant(4);
  EXPECT_EQ(refused("noise(snr=2)"),
            "column 'c2' is constant: noise in proportion to its standard deviation would release it unmasked; leave it out or "
            "give a public size");
  EXPECT_EQ(
      refused("noise(sd=2,shape=data)"),
      "column 'c2' is constant: noise shaped like the data would release it unmasked; leave it out or give a public size");
  values = Matrix::Constant(1, 2, 3);
  EXPECT_EQ(refused("noise(snr=2)"),
            "the table has one record, so column 'c1' has no standard deviation: noise in proportion to its standard deviation "
            "would release it unmasked; give a public size instead");
  EXPECT_EQ(refused("noise(sd=2,similarity=0.5)"),
            "step 'noise': the table has one record, so the data has no shape; use shape=white");
  values = Matrix::Constant(5, 2, 3);
  EXPECT_EQ(refused("noise(sd=2,similarity=0.5)"),
            "step 'noise': every column is constant, so the data has no shape; use shape=white");
  values = Matrix::Random(5, 2) * 1e200;
  EXPECT_EQ(refused("noise(snr=2)"),
            "the variance of column 'c1' is too large for a number; divide the column by a constant first");
}

}  // namespace noise_test
}  // namespace guise::masks
