// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "mining/compare.h"
#include "mining/task.h"

namespace guise::mining {
namespace density_test {

using random::Law;
using random::Rng;

Params params(const std::string& call) {
  return check_params(find_task("density").params, parse_call(call), "task");
}

Findings found_in(const Data& data, const std::string& call = "density") {
  return mine(find_task("density"), data, params(call), Rng::from_seed(1));
}

/// The mean of two uniform numbers, paper 001 section VII.B, and a bell.
Matrix originals(Index n, std::uint64_t seed) {
  Matrix out(n, 2);
  Vector other(n);
  const auto fill = [&](auto law, std::uint32_t stream, double* to) {
    law(Rng::from_seed(seed), stream, 0, std::span<double>{to, static_cast<std::size_t>(n)});
  };
  fill(random::fill_uniform, 0, out.col(0).data());
  fill(random::fill_uniform, 1, other.data());
  fill(random::fill_normal, 2, out.col(1).data());
  out.col(0) = 0.5 * (out.col(0) + other);
  return out;
}

Data plain(const Matrix& rows) {
  return in_memory({.rows = rows}, {"triangle", "bell"});
}

const Vector kNoise = (Vector(2) << 0.2, 1).finished();

Data noisy(Matrix rows, Law law, std::uint64_t seed) {
  for (Index j = 0; j < rows.cols(); ++j)
    random::add_noise(law, Rng::from_seed(seed), static_cast<std::uint32_t>(j), 0, kNoise[j],
                      {rows.col(j).data(), static_cast<std::size_t>(rows.rows())});
  Data data = plain(rows);
  data.facts.noise_law = law;
  data.facts.noise_covariance = Matrix(kNoise.cwiseAbs2().asDiagonal());
  data.geometry.noise = kNoise.cwiseAbs2();
  return data;
}

double agreement(const Data& truth, const Data& release, std::string_view name) {
  const Params given = params("density");
  const Findings right = found_in(truth), found = found_in(release);
  for (const Agreement& each : find_task("density").compare({truth, right, given}, {release, found, given}))
    if (each.name == name) return each.value;
  return -1;
}

TEST(Density, UnderEveryLawIsNearerToTheTruthThanTheReleaseItself) {
  const Matrix x = originals(20'000, 3);
  for (const Law law : {Law::gaussian, Law::uniform, Law::laplace}) {
    const Data release = noisy(x, law, 5);
    const double found = agreement(plain(x), release, "total variation, mean");
    const double raw = agreement(plain(x), plain(release.held->rows), "total variation, mean");
    EXPECT_LT(found, 0.06) << static_cast<int>(law);
    EXPECT_GT(raw, 3 * found) << static_cast<int>(law);
    EXPECT_LT(agreement(plain(x), release, "Kolmogorov-Smirnov distance, worst attribute"), 0.03);
    EXPECT_LT(agreement(plain(x), release, "Wasserstein distance over sd, worst attribute"), 0.08);
  }
}

TEST(Density, OfOriginalsIsTheirHistogram) {
  const Matrix x = originals(10'000, 4);
  const Findings found = found_in(plain(x), "density(cells=20)");
  const Estimate& density = found.estimates[0];
  const Estimate& centre = found.estimates[1];
  const double width = centre.value(1, 0) - centre.value(0, 0);
  for (Index i = 0; i < 20; ++i) {
    const double low = centre.value(i, 0) - width / 2;
    const double share = (x.col(0).array() >= low && x.col(0).array() < low + width).cast<double>().mean();
    EXPECT_NEAR(density.value(i, 0), share, 1e-3);  // a cell of the counting is split where the edges differ
  }
  EXPECT_TRUE(found.notes.empty());
}

TEST(Density, SummaryIsThatOfTheOriginals) {
  // Standard errors of a median and of a sd from 40,000 records with as much noise as signal: below .01 and .012.
  const Data release = noisy(originals(40'000, 6), Law::gaussian, 7);
  const Matrix summary = found_in(release).estimates[2].value;
  EXPECT_NEAR(summary(0, 1), 0, 0.03);
  EXPECT_NEAR(summary(1, 1), 1, 0.04);
  EXPECT_NEAR(summary(4, 1), 0, 0.04);
  EXPECT_NEAR(summary(6, 1), 1.645, 0.08);
  EXPECT_NEAR(summary(1, 0), std::sqrt(1 / 24.0), 0.01);
}

TEST(Density, OfRoundedValuesIsSpreadOverTheirCells) {
  const Matrix x = originals(20'000, 8);
  Matrix rounded = x;
  rounded.col(0) = ((x.col(0) / 0.1).array().floor() + 0.5) * 0.1;
  rounded.col(1) = ((x.col(1) / 0.5).array().floor() + 0.5) * 0.5;
  Data release = plain(rounded);
  release.facts.cells = release::Cells{.width = (Vector(2) << 0.1, 0.5).finished(), .origin = Vector::Zero(2)};
  release.geometry.noise = release.facts.cells->width.cwiseAbs2() / 12;
  EXPECT_LT(agreement(plain(x), release, "Kolmogorov-Smirnov distance, worst attribute"), 0.02);
  EXPECT_GT(agreement(plain(x), plain(rounded), "Kolmogorov-Smirnov distance, worst attribute"), 0.05);
}

TEST(Density, SaysThatASumOfNoisesIsTakenAsGaussian) {
  Data release = noisy(originals(1000, 9), Law::gaussian, 10);
  release.facts.noise_law.reset();
  const Findings found = found_in(release);
  ASSERT_EQ(found.notes.size(), 2U);
  EXPECT_NE(found.notes[0].find("taken as gaussian"), std::string::npos);
  EXPECT_NE(found.notes[1].find("iterations"), std::string::npos);
}

TEST(Density, SurvivesOneRecordAndConstantsUnderNoise) {
  for (const Index n : {1, 50}) {
    Data release = noisy(Matrix::Constant(n, 2, 5), Law::laplace, 11);
    const Findings found = found_in(release), bare = found_in(plain(Matrix::Constant(n, 2, 5)));
    for (const Findings* each : {&found, &bare})
      for (const Estimate& estimate : each->estimates) EXPECT_TRUE(estimate.value.allFinite());
  }
}

TEST(Density, RefusesFactorsUnknownNoiseAndMixtures) {
  Data release = plain(originals(100, 12));
  release.geometry.noise_known = false;
  EXPECT_THROW(found_in(release), Error);
  release.geometry.noise_known = true;
  release.facts.factor = release::Factor{.law = "truncated", .sd = kNoise};
  EXPECT_THROW(found_in(release), Error);
  release.facts.factor.reset();
  release.facts.mixed = true;
  EXPECT_THROW(found_in(release), Error);
}

}  // namespace density_test
}  // namespace guise::mining
