// SPDX-License-Identifier: Apache-2.0
#include "theory/marchenko_pastur_law.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/quadrature/tanh_sinh.hpp>
#include <cmath>
#include <random>

#include "linalg/spectrum.h"
#include "theory/marchenko_pastur.h"

namespace guise::theory {
namespace marchenko_pastur_law_test {

double mass(double low, double high, double variance, double records, double attributes) {
  boost::math::quadrature::tanh_sinh<double> integrate;
  return integrate.integrate([&](double x) { return marchenko_pastur_density(x, variance, records, attributes); }, low, high);
}

TEST(MarchenkoPasturLaw, ShareIsTheIntegralOfTheDensityAndOfTheZeros) {
  for (const auto& [records, attributes] : {std::pair{2000.0, 400.0}, {100.0, 400.0}, {300.0, 300.0}, {1e6, 3.0}, {7.0, 1e5}}) {
    const Band band = marchenko_pastur_band(0.7, records, attributes);
    const double zeros = std::max(0.0, 1 - records / attributes);
    EXPECT_EQ(marchenko_pastur_zero_share(records, attributes), zeros);
    EXPECT_EQ(marchenko_pastur_share(-1e-9, 0.7, records, attributes), 0);
    EXPECT_NEAR(marchenko_pastur_share(0, 0.7, records, attributes), zeros, 1e-12);
    EXPECT_NEAR(marchenko_pastur_share(2 * band.high, 0.7, records, attributes), 1, 1e-12);
    for (const double part : {0.1, 0.5, 0.8}) {
      const double x = band.low + part * (band.high - band.low);
      const double share = marchenko_pastur_share(x, 0.7, records, attributes);
      EXPECT_NEAR(share, zeros + mass(band.low, x, 0.7, records, attributes), 1e-7) << records << " " << attributes;
      EXPECT_NEAR(marchenko_pastur_quantile(share, 0.7, records, attributes), x, 1e-9 * band.high);
    }
  }
}

TEST(MarchenkoPasturLaw, TheMedianOfMoreAttributesThanRecordsMayBeZero) {
  EXPECT_EQ(marchenko_pastur_quantile(0.5, 1, 100, 400), 0);
  EXPECT_GT(marchenko_pastur_quantile(0.5, 1, 300, 400), 0);
  EXPECT_EQ(marchenko_pastur_quantile(0, 1, 400, 100), marchenko_pastur_band(1, 400, 100).low);
}

// The same by drawing: shares of a linear statistic of a table of this size stray by about 1 / attributes.
TEST(MarchenkoPasturLaw, HoldsForDrawnTablesOfMoreAttributesThanRecords) {
  constexpr Index n = 150, m = 400;
  std::mt19937_64 engine(3);
  std::normal_distribution<double> normal(0, std::sqrt(0.7));
  const Matrix noise = Matrix::NullaryExpr(n, m, [&] { return normal(engine); });
  const Vector values = linalg::symmetric_spectrum(noise.transpose() * noise / n).values;
  const auto share_up_to = [&](double x) { return static_cast<double>((values.array() <= x).count()) / m; };
  EXPECT_NEAR(share_up_to(1e-9), marchenko_pastur_zero_share(n, m), 1e-12);
  const Band band = marchenko_pastur_band(0.7, n, m);
  EXPECT_NEAR(values[0] / band.high, 1, 0.05);
  EXPECT_NEAR(values[n - 1] / band.low, 1, 0.1);
  for (const double share : {0.7, 0.8, 0.9})
    EXPECT_NEAR(share_up_to(marchenko_pastur_quantile(share, 0.7, n, m)), share, 4.0 / m) << share;
}

}  // namespace marchenko_pastur_law_test
}  // namespace guise::theory
