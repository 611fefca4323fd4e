// SPDX-License-Identifier: Apache-2.0
#include "random/laws.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "random/draws.h"
#include "random/math.h"

namespace guise::random {
namespace laws_test {

const Rng kRng = Rng::from_seed(21);

std::vector<std::uint64_t> words(std::uint32_t stream, std::uint64_t first, std::size_t count) {
  std::vector<std::uint64_t> out(count);
  kRng.words(stream, first, out);
  return out;
}

TEST(Laws, UniformIsTheMiddleOfItsCellAndNeverAnEnd) {
  const auto w = words(0, 5, 1000);
  const auto u = draw(fill_uniform, kRng, 0, 5, 1000);
  for (std::size_t i = 0; i < w.size(); ++i) ASSERT_EQ(u[i], (static_cast<double>(w[i] >> 12) + 0.5) / 0x1p52);
}

TEST(Laws, EachIsTheInverseOfItsDistributionAtU) {
  const auto u = draw(fill_uniform, kRng, 1, 0, 100'000);
  const auto uniform = draw([](auto&&... a) { fill_law(Law::uniform, a...); }, kRng, 1, 0, u.size());
  const auto laplace = draw(fill_laplace, kRng, 1, 0, u.size()), truncated = draw(fill_truncated_normal, kRng, 1, 0, u.size());
  const double below = std::erfc(std::sqrt(2.0)) / 2;  // Phi(-2)
  for (std::size_t i = 0; i < u.size(); ++i) {
    ASSERT_NEAR(uniform[i], std::sqrt(12.0) * (u[i] - 0.5), 1e-15);
    const double size = std::log(1 - 2 * std::fabs(u[i] - 0.5)) / std::sqrt(2.0);
    ASSERT_NEAR(laplace[i], u[i] < 0.5 ? size : -size, 1e-14);
    ASSERT_NEAR(truncated[i], normal_quantile(below + u[i] * (1 - 2 * below)), 1e-14);
    ASSERT_LT(std::fabs(truncated[i]), 2);
  }
}

TEST(Laws, FillLawIsTheNamedFunction) {
  EXPECT_EQ(draw([](auto&&... a) { fill_law(Law::gaussian, a...); }, kRng, 2, 7, 99), draw(fill_normal, kRng, 2, 7, 99));
  EXPECT_EQ(draw([](auto&&... a) { fill_law(Law::laplace, a...); }, kRng, 2, 7, 99), draw(fill_laplace, kRng, 2, 7, 99));
}

TEST(Laws, AddedNoiseIsScaleTimesTheNumber) {
  for (const Law law : {Law::gaussian, Law::uniform, Law::laplace}) {
    std::vector<double> z(3001), x(3001, 10);
    fill_law(law, kRng, 3, 11, z);
    add_noise(law, kRng, 3, 11, 0.37, x);
    for (std::size_t i = 0; i < x.size(); ++i) ASSERT_EQ(x[i], 10 + 0.37 * z[i]);
  }
}

TEST(Laws, SignIsOneBitOfAWord) {
  const auto w = words(4, 0, 40);
  for (const std::uint64_t first : {0u, 1u, 63u, 64u, 100u}) {
    const auto sign = draw(fill_sign, kRng, 4, first, 2000);
    for (std::size_t i = 0; i < sign.size(); ++i) {
      const std::uint64_t p = first + i;
      ASSERT_EQ(sign[i], (w[p / 64] >> (p % 64) & 1) != 0 ? -1 : 1) << p;
    }
  }
  const auto far = draw(fill_sign, kRng, 4, 0, 100'000), tail = draw(fill_sign, kRng, 4, 99'001, 999);
  EXPECT_TRUE(std::equal(tail.begin(), tail.end(), far.begin() + 99'001));
}

TEST(Laws, SparseSignTakesThreeValuesByThirdsOfU) {
  for (const double s : {1.0, 3.0, 100.0}) {
    const auto u = draw(fill_uniform, kRng, 5, 3, 10'000), x = draw(fill_sparse_sign, kRng, 5, 3, 10'000, s);
    for (std::size_t i = 0; i < u.size(); ++i)
      ASSERT_EQ(x[i], u[i] < 1 / (2 * s) ? std::sqrt(s) : u[i] > 1 - 1 / (2 * s) ? -std::sqrt(s) : 0);
  }
  for (const double s : {0.5, 0.0, -3.0, std::nan(""), HUGE_VAL})
    EXPECT_THROW(draw(fill_sparse_sign, kRng, 5, 0, 1, s), Error) << s;
}

TEST(Laws, HaveNamesThatLeadBackToThem) {
  for (const Law law : {Law::gaussian, Law::uniform, Law::laplace}) EXPECT_EQ(law_by_name(law_name(law)), law);
  try {
    law_by_name("normal");
    FAIL() << "an unknown law was accepted";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "no law of noise named 'normal'; the laws are gaussian, uniform and laplace");
  }
}

}  // namespace laws_test
}  // namespace guise::random
