// SPDX-License-Identifier: Apache-2.0
#include "stats/distances.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace guise::stats {
namespace distances_test {

Vector normals(Index count, std::uint64_t seed, double mean = 0) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal(mean, 1);
  return Vector::NullaryExpr(count, [&] { return normal(engine); });
}

Histogram histogram(const Vector& values) {
  Histogram out;
  out.add({values.data(), static_cast<std::size_t>(values.size())});
  return out;
}

TEST(KolmogorovTail, HasTheKnownValues) {
  // scipy.special.kolmogorov
  EXPECT_NEAR(kolmogorov_tail(0.5), 0.9639452436648751, 1e-12);
  EXPECT_NEAR(kolmogorov_tail(0.999999), 0.27000018, 1e-6);
  EXPECT_NEAR(kolmogorov_tail(1), 0.26999967167735456, 1e-12);
  EXPECT_NEAR(kolmogorov_tail(1.3580986), 0.05, 1e-7);
  EXPECT_NEAR(kolmogorov_tail(3), 3.0459959489425258e-08, 1e-15);
  EXPECT_EQ(kolmogorov_tail(0), 1);
  EXPECT_NEAR(kolmogorov_tail(0.05), 1, 1e-12);
}

TEST(KolmogorovSmirnov, OfASampleAgainstItsLawIsTheDefinition) {
  const Vector sample = (Vector(4) << 0.9, 0.1, 0.4, 0.45).finished();
  // Uniform cdf: steps .25; the largest gap is |.75 - .45| = .30 after the third, and .9 - .75 = .15 before the last.
  EXPECT_NEAR(kolmogorov_smirnov(sample, [](double x) { return x; }).statistic, 0.30, 1e-15);
}

TEST(KolmogorovSmirnov, RejectsFivePercentOfTrueHypotheses) {
  int one = 0, two = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const auto cdf = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
    one += kolmogorov_smirnov(normals(100, seed), cdf).p_value < 0.05;
    two += kolmogorov_smirnov(normals(100, seed), normals(150, seed + 5000)).p_value < 0.05;
  }
  // 50 +- 7; the two-sample law is discrete and a little conservative.
  EXPECT_NEAR(one, 50, 28);
  EXPECT_NEAR(two, 45, 28);
}

TEST(KolmogorovSmirnov, OfTwoSamplesCountsTiesTogether) {
  const Vector a = (Vector(4) << 1, 1, 2, 3).finished(), b = (Vector(4) << 1, 2, 2, 3).finished();
  EXPECT_NEAR(kolmogorov_smirnov(a, b).statistic, 0.25, 1e-15);
  EXPECT_EQ(kolmogorov_smirnov(a, a).statistic, 0);
  EXPECT_EQ(kolmogorov_smirnov(a, (a.array() + 10).matrix()).statistic, 1);
}

TEST(KolmogorovSmirnov, OfHistogramsIsWithinACellOfThatOfTheNumbers) {
  const Vector a = normals(5000, 1), b = normals(7000, 2, 0.2);
  const KolmogorovSmirnov exact = kolmogorov_smirnov(a, b), binned = kolmogorov_smirnov(histogram(a), histogram(b));
  // Cells of 1/512: the density is at most .4, so a cell holds at most about .0008 plus sampling.
  EXPECT_LE(binned.statistic, exact.statistic + 1e-12);
  EXPECT_NEAR(binned.statistic, exact.statistic, 0.003);
  EXPECT_LT(binned.p_value, 1e-6);
}

TEST(KolmogorovSmirnov, OfAnEmptySampleSaysNothing) {
  EXPECT_EQ(kolmogorov_smirnov(Vector(), normals(10, 1)).p_value, 1);
  EXPECT_EQ(kolmogorov_smirnov(Histogram(), histogram(normals(10, 1))).p_value, 1);
}

TEST(TotalVariation, IsHalfTheSumOfDifferences) {
  EXPECT_NEAR(total_variation((Vector(3) << 0.5, 0.5, 0).finished(), (Vector(3) << 0.25, 0.25, 0.5).finished()), 0.5, 1e-15);
}

TEST(TotalVariation, OfShiftedBellsIsTheKnownOne) {
  // 2 Phi(1/2) - 1 for a shift of one sd. With 200 000 numbers in 64 cells sampling adds at most sqrt(64 / 2e5) / 2 = .009.
  const double found = total_variation(histogram(normals(200'000, 3)), histogram(normals(200'000, 4, 1)));
  EXPECT_NEAR(found, std::erf(0.5 / std::sqrt(2.0)), 0.012);
}

TEST(TotalVariation, RunsFromZeroForTheSameToOneForStrangers) {
  const Histogram a = histogram(normals(1000, 5));
  EXPECT_EQ(total_variation(a, a), 0);
  EXPECT_NEAR(total_variation(a, histogram(normals(1000, 6, 1e6))), 1, 1e-12);
  EXPECT_EQ(total_variation(Histogram(), Histogram()), 0);
  EXPECT_EQ(total_variation(a, Histogram()), 1);
}

TEST(TotalVariation, OfConstantDataIsZeroOrOne) {
  const Histogram five = histogram(Vector::Constant(3, 5)), six = histogram(Vector::Constant(4, 6));
  EXPECT_EQ(total_variation(five, histogram(Vector::Constant(9, 5))), 0);
  EXPECT_EQ(total_variation(five, six), 1);
  EXPECT_EQ(total_variation(histogram(Vector::Constant(3, -1e-300)), histogram(Vector::Constant(3, 1e300))), 1);
}

TEST(CommonCells, HoldAllOfBothAndNoMoreCellsThanAsked) {
  const Histogram a = histogram(normals(1000, 7)), b = histogram(100 * normals(1000, 8));
  for (const int most : {2, 10, 64, 4096}) {
    const CommonCells cells = common_cells(a, b, most);
    EXPECT_LE(cells.first.size(), most);
    EXPECT_NEAR(cells.first.sum(), 1, 1e-12);
    EXPECT_NEAR(cells.second.sum(), 1, 1e-12);
  }
}

}  // namespace distances_test
}  // namespace guise::stats
