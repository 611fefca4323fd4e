// SPDX-License-Identifier: Apache-2.0
// Noise that is large for a part of the values, against the posterior mean of somebody who knows which part.
#include <gtest/gtest.h>

#include "attacks/in_memory.h"
#include "population_data.h"

namespace guise::attacks {
namespace robust_test {

using namespace testing;

constexpr Index kRows = 4000, kColumns = 4;

/// Columns that move together: correlations of 0.8.
Matrix people() {
  return std::sqrt(0.2) * laws(random::Law::gaussian, kRows, kColumns, 1) +
         std::sqrt(0.8) * laws(random::Law::gaussian, kRows, 1, 2).replicate(1, kColumns);
}

double left(const Matrix& x, const Matrix& guess) {
  return relative_errors(guess, x).mean();
}

/// A quarter of the values is replaced by noise. Whoever knows which regresses them on what is left of the record: 1 - 0.8^2 k
/// / (0.8 k + 0.2) of their variance is open with k others, of which 3/4 are usual.
TEST(Robust, TakesGrossErrorsFromTheOtherColumns) {
  const Matrix x = people(), error = 200 * laws(random::Law::gaussian, kRows, kColumns, 3),
               chance = laws(random::Law::uniform, kRows, kColumns, 4);  // sd 1: above 0.866 for a quarter
  const Matrix released = (chance.array() > std::sqrt(3.0) / 2).select(x + error, x);
  double open = 0;
  constexpr double kBinomial[] = {1.0 / 64, 9.0 / 64, 27.0 / 64, 27.0 / 64};
  for (int k = 0; k < 4; ++k) open += kBinomial[k] * (1 - 0.64 * k / (0.8 * k + 0.2));
  const double found = left(x, reconstruct("robust", released, {}).values);
  EXPECT_GT(found, 0.9 * open / 4);
  EXPECT_LT(found, 1.35 * open / 4);
  EXPECT_GT(left(x, released), 1000);
}

/// Half of the records have noise 50 times as wide, which leaves nothing of them.
TEST(Robust, TakesNoiseOfWholeRecords) {
  const Matrix x = people(), noise = laws(random::Law::gaussian, kRows, kColumns, 5);
  Matrix released = x;
  for (Index i = 0; i < kRows; i += 2) released.row(i) += 50 * noise.row(i);
  EXPECT_LT(left(x, reconstruct("robust(share=record)", released, {}).values), 0.56);
}

TEST(Robust, LeavesOrdinaryTablesAlone) {
  for (const char* spec : {"robust", "robust(share=record)"})
    EXPECT_FALSE(learn_from(spec, people(), {}).reconstruction) << spec;
}

}  // namespace robust_test
}  // namespace guise::attacks
