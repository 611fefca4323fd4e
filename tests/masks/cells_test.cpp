// SPDX-License-Identifier: Apache-2.0
// bin and round: which value comes out, what the card tells, extremes.
#include <gtest/gtest.h>

#include <cmath>

#include "masked.h"

namespace guise::masks {
namespace cells_test {

Matrix column(std::initializer_list<double> values) {
  Matrix out(static_cast<Index>(values.size()), 1);
  std::copy(values.begin(), values.end(), out.data());
  return out;
}

TEST(Bin, OfAWidthReplacesByTheMiddleOfCellsThatStartAtZero) {
  EXPECT_EQ(masked("bin(width=10)", column({0, 9.99, 10, -0.1, 25})), column({5, 5, 15, -5, 25}));
  const Prepared plan = prepared("bin(width=10)", column({1, 2}));
  EXPECT_EQ(plan.card().steps[0].width, std::vector<double>{10});
  EXPECT_EQ(plan.card().steps[0].origin, std::vector<double>{0});
}

TEST(Bin, OfACountCutsTheRangeEvenly) {
  EXPECT_EQ(masked("bin(count=4)", column({2, 3.9, 4, 7, 10})), column({3, 3, 5, 7, 9}));
  const StepCard card = prepared("bin(count=4)", column({2, 3.9, 4, 7, 10})).card().steps[0];
  EXPECT_EQ(card.width, std::vector<double>{2});
  EXPECT_EQ(card.origin, std::vector<double>{2});
}

TEST(Bin, PutsEveryValueWithinHalfAWidth) {
  const Matrix values = correlated(3000, 3);
  const Prepared plan = prepared("bin(count=13)", values);
  const Matrix release = masked("bin(count=13)", values);
  for (Index j = 0; j < 3; ++j)
    EXPECT_LE((release.col(j) - values.col(j)).cwiseAbs().maxCoeff(),
              plan.card().steps[0].width[static_cast<std::size_t>(j)] * (0.5 + 1e-12));
}

TEST(Bin, KeepsIntegersWhenHalfTheWidthIsWhole) {
  EXPECT_TRUE(prepared("bin(width=4)", column({1, 2})).keeps_integers());
  EXPECT_FALSE(prepared("bin(width=5)", column({1, 2})).keeps_integers());
}

TEST(Bin, CannotBeUndone) {
  const Prepared plan = prepared("bin(width=4)", column({1, 2}));
  table::Chunk chunk{.first_record = 0, .values = column({1, 2}), .dropped = {}, .kept = {}};
  EXPECT_FALSE(plan.undo(chunk));
}

TEST(Round, GoesToTheNearestMultipleHalvesToTheEvenOne) {
  EXPECT_EQ(masked("round", column({0.5, 1.5, 2.4, -0.6, 7})), column({0, 2, 2, -1, 7}));
  EXPECT_EQ(masked("round(width=0.25)", column({0.3, 0.4})), column({0.25, 0.5}));
  EXPECT_TRUE(prepared("round", column({1, 2})).keeps_integers());
  EXPECT_TRUE(prepared("round(width=10)", column({1, 2})).keeps_integers());
  EXPECT_FALSE(prepared("round(width=0.5)", column({1, 2})).keeps_integers());
}

TEST(Round, CardTellsCellsAroundTheMultiples) {
  const StepCard card = prepared("round(width=4)", column({1, 2})).card().steps[0];
  EXPECT_EQ(card.width, std::vector<double>{4});
  EXPECT_EQ(card.origin, std::vector<double>{-2});
}

TEST(Cells, HugeAndTinyNumbersStayFinite) {
  const Matrix extreme = column({1e300, -1e300, 5e-324, 0});
  for (const char* spec :
       {"bin(width=1e-100)", "bin(count=3)", "round(width=1e-100)", "round(width=1e200)", "bin(width=1e308)"})
    EXPECT_TRUE(masked(spec, extreme).allFinite()) << spec;
  EXPECT_EQ(masked("round(width=1e-100)", extreme)(0, 0), 1e300) << "its neighbours are farther away than the width";
}

TEST(Bin, RefusesWhatMakesNoSense) {
  const auto refused = [&](const char* spec) { return refusal([&] { prepared(spec, column({3, 3, 3})); }); };
  EXPECT_EQ(refused("bin"), "step 'bin' needs the cells; give count= or width=");
  EXPECT_EQ(refused("bin(count=2,width=3)"), "step 'bin': count and width both set the cells; give one of them");
  EXPECT_EQ(refused("bin(count=2.5)"), "step 'bin': count must be a whole number, got '2.5'");
  EXPECT_EQ(refused("bin(count=4)"),
            "column 'c1' is constant: cells of its range would release it unmasked; leave it out or give width=");
  EXPECT_EQ(refused("bin(width=4)"), "");
}

}  // namespace cells_test
}  // namespace guise::masks
