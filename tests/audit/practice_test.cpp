// SPDX-License-Identifier: Apache-2.0
// Practice that is known to go wrong is said, and sound practice is not.
#include "audit/practice.h"

#include <gtest/gtest.h>

#include "audit/given.h"

namespace guise::audit {
namespace practice_test {

using testing::audit_mask;
using testing::normals;
using testing::request_of;

/// All warnings about this mask of four columns of spread 10, in one text.
std::string said_of(const std::string& mask, const Matrix& x = 10 * normals(300, 4, 1)) {
  Request request = request_of({"outsider"}, 1, 1);
  request.attacks = {"identity"};
  const Result result = audit_mask(x, mask, request);
  std::string all;
  for (const auto* warnings : {&result.warnings, &result.masks[0].warnings})
    for (const std::string& each : *warnings) all += each + "\n";
  return all;
}

struct Practice {
  const char* words;
  const char* bad;
  const char* good;
};

TEST(BadPractice, IsSaidOfTheMaskThatHasItOnly) {
  for (const Practice& each : {Practice{"only rotates the records", "rotate", "rotate | noise(sd=5)"},
                               Practice{"only rotates the records", "translate(sd=3) | permute", "project(k=2)"},
                               Practice{"This noise resists strangers", "noise(shape=data,snr=1)", "noise(snr=1)"},
                               Practice{"hides almost nothing", "noise(sd=0.5)", "noise(sd=5)"},
                               // In the units it is added in, this noise is as large as the data.
                               Practice{"hides almost nothing", "noise(sd=0.9)", "standardize | noise(sd=0.9)"}}) {
    EXPECT_NE(said_of(each.bad).find(each.words), std::string::npos) << each.bad;
    EXPECT_EQ(said_of(each.good).find(each.words), std::string::npos) << each.good;
  }
}

TEST(BadPractice, WholeNumbersBehindSmallNoise) {
  const Matrix whole = (normals(300, 4, 2).array() * 4).round();
  EXPECT_NE(said_of("noise(sd=0.4)", whole).find("rounding removes it"), std::string::npos);
  EXPECT_EQ(said_of("noise(sd=0.6)", whole).find("rounding removes it"), std::string::npos);
  EXPECT_EQ(said_of("noise(sd=0.4)", normals(300, 4, 2)).find("rounding removes it"), std::string::npos);
}

TEST(BadPractice, ColumnsOfDifferentSpreadThatAreMixedAsTheyAre) {
  const Matrix unlike = normals(300, 4, 3) * Vector{{1, 1, 40, 1}}.asDiagonal();
  EXPECT_NE(said_of("rotate | noise(sd=1)", unlike).find("times that of"), std::string::npos);
  for (const char* mask : {"standardize | rotate | noise(sd=1)", "noise(snr=1)", "permute"})
    EXPECT_EQ(said_of(mask, unlike).find("times that of"), std::string::npos) << mask;
  EXPECT_EQ(said_of("rotate | noise(sd=1)", normals(300, 4, 3)).find("times that of"), std::string::npos);
}

TEST(BadPractice, RowsInAnOrderThatTellsOfThem) {
  Matrix walk = normals(300, 4, 4);
  for (Index i = 1; i < walk.rows(); ++i) walk.row(i) += 0.9 * walk.row(i - 1);
  EXPECT_NE(said_of("noise(snr=1)", walk).find("Neighbouring rows are similar"), std::string::npos);
  EXPECT_EQ(said_of("noise(snr=1)").find("Neighbouring rows are similar"), std::string::npos);
}

TEST(BadPractice, KeptColumnsThatTellPeopleApart) {
  std::map<std::int64_t, std::string> kept;
  for (std::int64_t i = 0; i < 100; ++i) kept[i] = i < 10 ? "born 1" + std::to_string(i) : "north";
  EXPECT_NE(singled_out_by_kept(kept, {"born"}).value().find("identify 10 % of 100 records"), std::string::npos);
  for (auto& [record, text] : kept) text = record % 2 == 0 ? "north" : "south";
  EXPECT_FALSE(singled_out_by_kept(kept, {"region"}));
  EXPECT_FALSE(singled_out_by_kept({}, {}));
}

}  // namespace practice_test
}  // namespace guise::audit
