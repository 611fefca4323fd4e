// SPDX-License-Identifier: Apache-2.0
#include "base/setting.h"

#include <gtest/gtest.h>

namespace guise {
namespace setting_test {

std::string as_arguments(const std::string& sentence) {
  return respelled(sentence, [](const Setting& setting) -> std::optional<std::string> {
    if (setting.field != "keep" && setting.field != "knows" && setting.field != "columns") return {};
    return setting.value.empty() ? setting.field + "=…" : setting.field + "=\"" + setting.value + "\"";
  });
}

TEST(Setting, IsFoundWithItsValue) {
  EXPECT_EQ(settings_in("leave it out with ‘columns’, or carry it through with ‘keep=id’"),
            (std::vector<Setting>{{"columns"}, {"keep", "id"}}));
  EXPECT_EQ(settings_in("pass ‘knows=noise=SD’"), (std::vector<Setting>{{"knows", "noise=SD"}}));
  EXPECT_TRUE(settings_in("nothing to supply, 'keep' is no setting here").empty());
}

TEST(Setting, IsSpelledByWhoeverSaysIt) {
  EXPECT_EQ(as_arguments("use ‘columns’ or ‘keep=id’."), "use columns=… or keep=\"id\".");
  EXPECT_EQ(as_arguments("pass ‘knows=noise=SD’"), "pass knows=\"noise=SD\"");
}

TEST(Setting, QuotesOfOthersStayAsTheyAre) {
  EXPECT_EQ(as_arguments("‘my table’.csv has no column; use ‘keep’"), "‘my table’.csv has no column; use keep=…");
  EXPECT_EQ(as_arguments("‘never closed"), "‘never closed");
  EXPECT_EQ(as_arguments("‘a ‘keep’"), "‘a keep=…");
  EXPECT_EQ(as_arguments(""), "");
}

}  // namespace setting_test
}  // namespace guise
