// SPDX-License-Identifier: Apache-2.0
// Noise with the data's covariance: paper 002 section 8 and figure 4.
#include "masks/shaped.h"

#include <gtest/gtest.h>

#include <cmath>

#include "linalg/spectrum.h"
#include "masked.h"

namespace guise::masks {
namespace shaped_test {

Vector figure_4_spectrum() {
  Vector values = Vector::Constant(100, 10);
  values.head(50).setConstant(190);
  return values;
}

TEST(BlendSpectrum, KeepsThePowerAndMeetsTheEndsOfFigure4) {
  const Vector data = figure_4_spectrum();
  for (const double similarity : {1.0, 0.5, 0.25, 0.0, -0.5, -1.0}) {
    const Vector noise = blend_spectrum(data, 2500, similarity);
    EXPECT_NEAR(noise.sum(), 2500, 1e-9);
    EXPECT_GE(noise.minCoeff(), 0);
    // Linear in theta = 1 - similarity: 47.5 and 2.5 when similar, 25 when white, 2.5 and 47.5 when reversed.
    EXPECT_NEAR(noise[0], 25 + 22.5 * similarity, 1e-12);
    EXPECT_NEAR(noise[99], 25 - 22.5 * similarity, 1e-12);
  }
}

TEST(BlendSpectrum, AttackersErrorFollowsPaper002) {
  // papers.md, fig 4: theory of the Bayes estimate, mean lambda nu / (lambda + nu), is 20 18.1 14.6 10.3 5.4 over theta 0 .5
  // 1 1.5 2.
  const double expected[] = {20, 18.1, 14.6, 10.3, 5.4};
  for (int i = 0; i < 5; ++i) {
    const Vector data = figure_4_spectrum(), noise = blend_spectrum(data, 2500, 1 - 0.5 * i);
    EXPECT_NEAR((data.array() * noise.array() / (data + noise).array()).mean(), expected[i], 0.05);
  }
}

TEST(BlendSpectrum, IsCutAtZeroWithThePowerKept) {
  Vector data(4);
  data << 100, 10, 5, 1;  // 100 is above twice the mean: mirrored it would be negative
  const Vector noise = blend_spectrum(data, 40, -1);
  EXPECT_EQ(noise[0], 0);
  EXPECT_NEAR(noise.sum(), 40, 1e-12);
  EXPECT_LT(noise[1], noise[2]);
  EXPECT_LT(noise[2], noise[3]);
}

/// Covariance of n noise records should be `expected` up to 5 standard errors sqrt((c_ii c_jj + c_ij^2) / n) in each entry.
void expect_covariance(const Matrix& noise, const Matrix& expected) {
  const Matrix found = covariance_of(noise);
  const auto n = static_cast<double>(noise.rows());
  for (Index i = 0; i < found.rows(); ++i)
    for (Index j = 0; j < found.cols(); ++j)
      EXPECT_NEAR(found(i, j), expected(i, j), 5 * std::sqrt((expected(i, i) * expected(j, j) + square(expected(i, j))) / n))
          << i << "," << j;
}

TEST(ShapedNoise, HasTheCovarianceOfTheDataOverTheSnr) {
  const Matrix values = correlated(50'000, 4);
  expect_covariance(masked("noise(snr=2,shape=data)", values) - values, covariance_of(values) / 2);
}

TEST(ShapedNoise, OfAGivenSdHasThatTotalPower) {
  const Matrix values = correlated(50'000, 4), covariance = covariance_of(values);
  expect_covariance(masked("noise(sd=3,shape=data)", values) - values, covariance * (4 * 9 / covariance.trace()));
  expect_covariance(masked("noise(sd=[1,2,3,4],similarity=1)", values) - values, covariance * (30 / covariance.trace()));
}

TEST(ShapedNoise, BetweenTheEndsIsBlended) {
  const Matrix values = correlated(50'000, 3), covariance = covariance_of(values), white = Matrix::Identity(3, 3) * 4;
  expect_covariance(masked("noise(sd=2,similarity=0.4)", values) - values,
                    0.4 * covariance * (12 / covariance.trace()) + 0.6 * white);
  expect_covariance(masked("noise(sd=[1,1,3.1622776601683795],similarity=0)", values) - values, white);
}

TEST(ShapedNoise, ReversedAvoidsTheStrongDirection) {
  const Matrix values = correlated(20'000, 4);
  const Matrix noise = masked("noise(sd=2,similarity=-1)", values) - values;
  const linalg::Spectrum data = linalg::symmetric_spectrum(covariance_of(values));
  const double strong = (noise * data.vectors.col(0)).squaredNorm() / 20'000,
               weak = (noise * data.vectors.col(3)).squaredNorm() / 20'000;
  EXPECT_NEAR(strong, 0, 1e-9) << "this data's first eigenvalue is above twice the mean";
  EXPECT_GT(weak, 4);
  EXPECT_NEAR(noise.squaredNorm() / 20'000, 16, 4 * 16 * std::sqrt(2.0 / (3 * 20'000)));
  EXPECT_EQ(prepared("noise(sd=2,similarity=-1)", values).notes().front(),
            "noise: 1 of 4 directions of the data get no noise in this shape");
}

TEST(ShapedNoise, CardTellsSizesAndSimilarityOnly) {
  const Matrix values = correlated(2000, 3), covariance = covariance_of(values);
  const StepCard card = prepared("noise(snr=4,shape=data)", values).card().steps[0];
  EXPECT_EQ(card.similarity, 1);
  EXPECT_EQ(card.law, "gaussian");
  const double population = 1999.0 / 2000;
  for (Index j = 0; j < 3; ++j)
    EXPECT_NEAR(card.sd[static_cast<std::size_t>(j)], std::sqrt(covariance(j, j) * population / 4), 1e-10);
}

TEST(ShapedNoise, OfARecordDoesNotDependOnTheRunItIsGeneratedIn) {
  const Matrix values = correlated(500, 7), covariance = covariance_of(values);
  const ShapedNoise shape(covariance);
  const random::Rng rng = random::Rng::from_seed(3);
  Matrix whole(5000, 7);
  const auto into = [](Matrix& out, Index at) {
    return [&out, at](Index row, const MatrixRef& noise) { out.middleRows(at + row, noise.rows()) = noise; };
  };
  shape.generate(rng, 700, 5000, into(whole, 0));
  Matrix pieces(5000, 7);
  for (Index at = 0; at < 5000;) {
    const Index count = std::min<Index>(5000 - at, 1 + at % 1700);
    shape.generate(rng, 700 + at, count, into(pieces, at));
    at += count;
  }
  EXPECT_EQ(pieces, whole);
}

TEST(ShapedNoise, OfFewerRecordsThanAttributesLiesInTheirSpan) {
  const Matrix values = correlated(4, 6);
  const Prepared plan = prepared("noise(snr=1,shape=data)", values);
  EXPECT_EQ(plan.notes().front(), "noise: 3 of 6 directions of the data get no noise in this shape");
  EXPECT_TRUE(masked("noise(snr=1,shape=data)", values).allFinite());
}

TEST(ShapedNoise, OfOneColumnIsOrdinaryNoise) {
  const Matrix values = correlated(20'000, 1);
  const Matrix noise = masked("noise(sd=3,shape=data)", values) - values;
  EXPECT_NEAR(noise.squaredNorm() / 20'000, 9, 4 * 9 * std::sqrt(2.0 / 20'000));
}

}  // namespace shaped_test
}  // namespace guise::masks
