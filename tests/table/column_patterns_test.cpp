// SPDX-License-Identifier: Apache-2.0
#include "table/column_patterns.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace guise::table {
namespace column_patterns_test {

using Names = std::vector<std::string>;

Schema schema(const Names& names) {
  Schema out;
  for (const std::string& name : names) out.columns.push_back({.name = name});
  return out;
}

TEST(ColumnPatterns, StandForColumnsInTheirOrderEachOnce) {
  const Schema all = schema({"v1", "v10", "v2", "id", "v-2", "a*"});
  const auto match = [&](const Names& wanted) { return matching_columns(all, wanted, "t.csv"); };
  EXPECT_EQ(match({"v*"}), (Names{"v1", "v10", "v2", "v-2"}));
  EXPECT_EQ(match({"*1*"}), (Names{"v1", "v10"}));
  EXPECT_EQ(match({"v1-v2"}), (Names{"v1", "v10", "v2"}));
  EXPECT_EQ(match({"id-v-2"}), (Names{"id", "v-2"})) << "a minus may belong to a name";
  EXPECT_EQ(match({"v-2"}), Names{"v-2"}) << "a name wins over a pattern";
  EXPECT_EQ(match({"a*"}), Names{"a*"});
  EXPECT_EQ(match({"v1*", "v1", "id"}), (Names{"v1", "v10", "id"}));
  EXPECT_EQ(match({"id", "id"}), (Names{"id", "id"})) << "refused where it is used";
  EXPECT_EQ(match({"nobody"}), Names{"nobody"});
  EXPECT_THROW(match({"w*"}), Error);
  EXPECT_THROW(match({"v2-v1"}), Error);
}

}  // namespace column_patterns_test
}  // namespace guise::table
