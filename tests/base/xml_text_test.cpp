// SPDX-License-Identifier: Apache-2.0
#include "base/xml_text.h"

#include <gtest/gtest.h>

namespace guise {
namespace xml_text_test {

TEST(XmlText, HoldsWhatWouldEndTextOrAttribute) {
  EXPECT_EQ(xml_text("a < b && c > \"d\""), "a &lt; b &amp;&amp; c &gt; &quot;d&quot;");
  EXPECT_EQ(xml_text("Köln ±0.1"), "Köln ±0.1");
}

TEST(XmlText, HasNoControlCharactersAndNoBrokenText) {
  EXPECT_EQ(xml_text(std::string("a\0b\x1b[31mc\n", 10)), "a b [31mc ");
  EXPECT_EQ(xml_text("a\xff z"), "a\xef\xbf\xbd z");
}

}  // namespace xml_text_test
}  // namespace guise
