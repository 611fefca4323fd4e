// SPDX-License-Identifier: Apache-2.0
#include "base/json_keys.h"

#include <gtest/gtest.h>

namespace guise {
namespace json_keys_test {

TEST(RepeatedKey, IsFoundAtAnyDepth) {
  EXPECT_EQ(repeated_key(R"({"a": 1, "b": {"a": 2}, "c": [{"a": 3}, {"a": 4}]})"), std::nullopt);
  EXPECT_EQ(repeated_key(R"({"a": 1, "b": 2, "a": 3})"), "a");
  EXPECT_EQ(repeated_key(R"([{"x": {"deep": 1, "de\u0065p": 1}}])"), "deep");
  EXPECT_EQ(repeated_key(R"({"a": {"b": 1}, "b": {"a": 1}})"), std::nullopt);
  EXPECT_EQ(repeated_key("{\"a\": "), std::nullopt);
  EXPECT_EQ(repeated_key(""), std::nullopt);
}

}  // namespace json_keys_test
}  // namespace guise
