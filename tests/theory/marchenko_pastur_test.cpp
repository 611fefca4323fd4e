// SPDX-License-Identifier: Apache-2.0
#include "theory/marchenko_pastur.h"

#include <gtest/gtest.h>

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <boost/math/quadrature/tanh_sinh.hpp>
#include <cmath>
#include <random>

#include "linalg/spectrum.h"

namespace guise::theory {
namespace marchenko_pastur_test {

double mass(double low, double high, double variance, double records, double attributes) {
  boost::math::quadrature::tanh_sinh<double> integrate;
  return integrate.integrate([&](double x) { return marchenko_pastur_density(x, variance, records, attributes); }, low, high);
}

TEST(MarchenkoPastur, BandOfThePapersFigureThreeIsExact) {
  // Paper 001 figure 3: 2000 records, 400 attributes, variance .7: .7 (1 -+ sqrt(.2))^2.
  const Band band = marchenko_pastur_band(0.7, 2000, 400);
  EXPECT_NEAR(band.low, 0.7 * (1.2 - 2 * std::sqrt(0.2)), 1e-15);
  EXPECT_NEAR(band.high, 0.7 * (1.2 + 2 * std::sqrt(0.2)), 1e-15);
}

TEST(MarchenkoPastur, DensityIntegratesToOne) {
  for (const double attributes : {1.0, 35.0, 400.0, 1999.0}) {
    const Band band = marchenko_pastur_band(0.7, 2000, attributes);
    EXPECT_NEAR(mass(band.low, band.high, 0.7, 2000, attributes), 1, 1e-6) << attributes;
  }
}

TEST(MarchenkoPastur, MeanEigenvalueIsTheVariance) {
  const Band band = marchenko_pastur_band(2.5, 300, 35);
  boost::math::quadrature::tanh_sinh<double> integrate;
  EXPECT_NEAR(integrate.integrate([](double x) { return x * marchenko_pastur_density(x, 2.5, 300, 35); }, band.low, band.high),
              2.5, 1e-8);
}

TEST(MarchenkoPastur, WithMoreAttributesThanRecordsTheRestIsAtZero) {
  const Band band = marchenko_pastur_band(1, 100, 400);
  EXPECT_NEAR(mass(band.low, band.high, 1, 100, 400), 0.25, 1e-6);
}

TEST(MarchenkoPastur, DensityIsZeroOutsideTheBand) {
  const Band band = marchenko_pastur_band(1, 1000, 100);
  EXPECT_EQ(marchenko_pastur_density(band.low * 0.999, 1, 1000, 100), 0);
  EXPECT_EQ(marchenko_pastur_density(band.high * 1.001, 1, 1000, 100), 0);
  EXPECT_EQ(marchenko_pastur_density(-1, 1, 1000, 100), 0);
}

TEST(MarchenkoPastur, MedianHasTheKnownValues) {
  // Bisection on the numerical integral with 40 digits.
  EXPECT_NEAR(marchenko_pastur_median(0.1), 0.966565, 5e-7);
  EXPECT_NEAR(marchenko_pastur_median(0.25), 0.916004, 5e-7);
  EXPECT_NEAR(marchenko_pastur_median(0.5), 0.830466, 5e-7);
  EXPECT_NEAR(marchenko_pastur_median(1), 0.652776, 5e-7);
}

TEST(MarchenkoPastur, HalfOfTheMassLiesBelowTheMedian) {
  for (const double beta : {1e-3, 0.02, 0.3, 0.77, 1.0}) {
    const double low = marchenko_pastur_band(1, 1, beta).low;
    EXPECT_NEAR(mass(low, marchenko_pastur_median(beta), 1, 1, beta), 0.5, 1e-6) << beta;
  }
}

TEST(MarchenkoPastur, MedianHasNoJumpWhereTheFormulaChanges) {
  EXPECT_NEAR(marchenko_pastur_median(0.01 * (1 - 1e-9)), marchenko_pastur_median(0.01 * (1 + 1e-9)), 1e-10);
  EXPECT_NEAR(marchenko_pastur_median(1e-7), 1 - 1e-7 / 3, 1e-13);  // the first term of its expansion
  EXPECT_EQ(marchenko_pastur_median(0), 1);
}

TEST(MarchenkoPastur, EigenvaluesOfPureNoiseFillTheBand) {
  std::mt19937_64 engine(1);
  std::normal_distribution<double> normal(0, std::sqrt(0.7));
  const Matrix noise = Matrix::NullaryExpr(1000, 200, [&] { return normal(engine); });
  const linalg::Spectrum spectrum = linalg::symmetric_spectrum(noise.transpose() * noise / 1000);
  const Band band = marchenko_pastur_band(0.7, 1000, 200);
  // Edge fluctuations are of order n^(-2/3) = 1 %; 3 % is three of them.
  EXPECT_NEAR(spectrum.values[0] / band.high, 1, 0.03);
  EXPECT_NEAR(spectrum.values[199] / band.low, 1, 0.03);
  // The number below the median: fluctuations of linear statistics are O(1), not O(sqrt(m)).
  const double median = 0.7 * marchenko_pastur_median(0.2);
  EXPECT_NEAR(static_cast<double>((spectrum.values.array() < median).count()), 100, 4);
}

TEST(Wigner, SpectrumOfASymmetricGaussianMatrixIsTheSemicircle) {
  // Erratum 18: (V + V') / (2 sqrt(2n)) has radius 1 and variance 1/4; the printed density has mass n on +- sqrt(2n).
  constexpr Index n = 400;
  std::mt19937_64 engine(2);
  std::normal_distribution<double> normal;
  const Matrix v = Matrix::NullaryExpr(n, n, [&] { return normal(engine); });
  const Matrix scaled = (v + v.transpose()) / (2 * std::sqrt(2.0 * n));
  const Vector values = linalg::symmetric_spectrum(scaled).values;
  EXPECT_NEAR(values[0], 1, 0.05);
  EXPECT_NEAR(values[n - 1], -1, 0.05);
  EXPECT_NEAR(values.squaredNorm() / n, 0.25, 0.01);
  const double inside = boost::math::quadrature::gauss_kronrod<double, 61>::integrate(wigner_density, -0.5, 0.5, 10, 1e-10);
  EXPECT_NEAR(static_cast<double>((values.array().abs() < 0.5).count()) / n, inside, 0.02);
}

TEST(Wigner, DensityIntegratesToOneWithVarianceOneQuarter) {
  boost::math::quadrature::tanh_sinh<double> integrate;
  EXPECT_NEAR(integrate.integrate(wigner_density, -1.0, 1.0), 1, 1e-10);
  EXPECT_NEAR(integrate.integrate([](double x) { return x * x * wigner_density(x); }, -1.0, 1.0), 0.25, 1e-10);
  EXPECT_EQ(wigner_density(1.01), 0);
}

}  // namespace marchenko_pastur_test
}  // namespace guise::theory
