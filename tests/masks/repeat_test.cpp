// SPDX-License-Identifier: Apache-2.0
// Same key, same table, same release, however it is computed; anything else changed, and the noise is another.
#include <gtest/gtest.h>

#include <cmath>

#include "masked.h"

namespace guise::masks {
namespace repeat_test {

class EveryNoise : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryNoise, IsTheSameForAnyThreadsAndChunks) {
  const Matrix values = correlated(70'000, 5);
  const Matrix once = masked(GetParam(), values, {.work = {.threads = 1, .chunk = 65536}});
  for (const int threads : {1, 2})
    for (const std::int64_t chunk : {1000, 65536}) {
      table::Work work;
      work.threads = threads;
      work.chunk = chunk;
      EXPECT_EQ(masked(GetParam(), values, {.work = work}), once) << threads << " threads, chunk " << chunk;
    }
}

TEST_P(EveryNoise, IsTheSameForAnyThreadsAndChunksWhenRecordsAreNumberedFromElsewhere) {
  const Matrix values = correlated(9000, 3);
  const auto run = [&](int threads, std::int64_t chunk) {
    How how{.first_record = 777};
    how.work.threads = threads;
    how.work.chunk = chunk;
    return masked(GetParam(), values, how);
  };
  EXPECT_EQ(run(2, 1000), run(1, 65536));
}

/// Correlation of what two masks added, in standard errors 1 / sqrt(n): about normal when they are independent.
double alike(const Matrix& a, const Matrix& b) {
  const Vector u = a.reshaped().array() - a.mean(), v = b.reshaped().array() - b.mean();
  return u.dot(v) / (u.norm() * v.norm()) * std::sqrt(static_cast<double>(u.size()));
}

TEST_P(EveryNoise, IsNewForAnotherTableMaskKeyOrFirstRecord) {
  const Matrix values = correlated(4000, 2);
  Matrix edited = values;
  edited(3999, 1) += 1e-9;
  const std::string spec = GetParam();
  const Matrix noise = masked(spec, values) - values;
  EXPECT_EQ(masked(spec, values) - values, noise) << "the same again is the same";
  EXPECT_LT(std::abs(alike(noise, masked(spec, edited) - edited)), 5) << "one entry of the table changed";
  EXPECT_LT(std::abs(alike(noise, masked(spec + " | clip(radius=1e9)", values) - values)), 5) << "another mask";
  EXPECT_LT(std::abs(alike(noise, masked(spec, values, {.key = 2}) - values)), 5) << "another key";
  EXPECT_LT(std::abs(alike(noise, masked(spec, values, {.first_record = 1}) - values)), 5) << "another first record";
  EXPECT_LT(std::abs(alike(noise.bottomRows(3999), (masked(spec, values, {.first_record = 1}) - values).topRows(3999))), 5)
      << "shifted by one";
}

TEST_P(EveryNoise, DoesNotCancelBetweenTwoReleasesOfGrowingTables) {
  // A second month appended to the first: subtracting the two releases of the common records must not leave 0.
  const Matrix both = correlated(4000, 2), first = both.topRows(2000);
  const Matrix noise_1 = masked(GetParam(), first) - first, noise_2 = (masked(GetParam(), both) - both).topRows(2000);
  EXPECT_GT((noise_1 - noise_2).norm(), noise_1.norm()) << "independent noises differ by sqrt(2) of one of them";
}

INSTANTIATE_TEST_SUITE_P(Masks, EveryNoise,
                         ::testing::Values("noise(sd=2)", "noise(snr=1,law=laplace)", "noise(snr=1,shape=data)",
                                           "multiply(sd=0.2)"),
                         [](const auto& call) { return fmt::format("mask{}", call.index); });

TEST(Repeat, OtherColumnsOfTheSameTableGetOtherNoise) {
  const Matrix values = correlated(4000, 3);
  const table::Table table = table::Table::from_matrix(values, {"a", "b", "c"});
  const auto noise = [&](const std::vector<std::string>& columns, table::Missing missing) {
    table::Selection selection;
    selection.attributes = columns;
    selection.missing = missing;
    const Prepared plan = prepare(Mask::parse("noise(sd=1)"), table, selection, {}, fixed_key(1));
    table::Chunk chunk{
        .first_record = 0, .values = Matrix::Zero(4000, static_cast<Index>(columns.size())), .dropped = {}, .kept = {}};
    plan.apply(chunk);
    return Matrix(chunk.values.col(0));
  };
  const Matrix ab = noise({"a", "b"}, table::Missing::error);
  EXPECT_EQ(noise({"a", "b"}, table::Missing::error), ab);
  EXPECT_LT(std::abs(alike(ab, noise({"a", "c"}, table::Missing::error))), 5);
  EXPECT_LT(std::abs(alike(ab, noise({"a"}, table::Missing::error))), 5);
  EXPECT_LT(std::abs(alike(ab, noise({"b", "a"}, table::Missing::error))), 5);
  EXPECT_LT(std::abs(alike(ab, noise({"a", "b"}, table::Missing::drop))), 5) << "learnt steps before the noise may differ";
}

}  // namespace repeat_test
}  // namespace guise::masks
