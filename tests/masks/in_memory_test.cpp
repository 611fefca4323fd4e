// SPDX-License-Identifier: Apache-2.0
// Masking a matrix in memory gives what masking a file gives.
#include <gtest/gtest.h>

#include "masked.h"

namespace guise::masks {
namespace in_memory_test {

TEST(MaskRecords, GivesTheBitsOfTheStreamedRelease) {
  const Matrix values = correlated(3000, 5);
  for (const char* spec :
       {"noise(sd=2)", "rotate", "project(k=3,law=sparse)", "rotate | noise(sd=1)", "standardize | project(k=2)"}) {
    for (const std::int64_t first : {0, 700}) {
      const How how{.first_record = first};
      const Prepared plan = prepared(spec, values, how);
      Matrix out(values.rows(), static_cast<Index>(plan.columns().size()));
      mask_records(plan, first, values, out);
      EXPECT_EQ(out, masked(spec, values, how)) << spec << " from record " << first;
    }
  }
}

TEST(MaskRecords, ReadsAndWritesParts) {
  const Matrix values = correlated(2500, 4);
  const Prepared plan = prepared("rotate", values);
  Matrix whole(2500, 4), parts = Matrix::Zero(2500, 4);
  mask_records(plan, 0, values, whole);
  mask_records(plan, 0, values.topRows(1100), parts.topRows(1100));
  mask_records(plan, 1100, values.bottomRows(1400), parts.bottomRows(1400));
  EXPECT_EQ(parts, whole);
}

TEST(MaskRecords, RefusesOtherTables) {
  const Matrix values = correlated(10, 4);
  Matrix out(10, 4);
  EXPECT_NE(refusal([&] { mask_records(prepared("rotate", values), 0, values.leftCols(3), out); }).find("prepared for 4"),
            std::string::npos);
  EXPECT_NE(refusal([&] { mask_records(prepared("project(k=2,side=records)", values), 0, values, out); }).find("mixes records"),
            std::string::npos);
}

}  // namespace in_memory_test
}  // namespace guise::masks
