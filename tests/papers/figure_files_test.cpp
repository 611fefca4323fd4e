// SPDX-License-Identifier: Apache-2.0
#include "papers/figure_files.h"

#include <gtest/gtest.h>

namespace guise::papers {
namespace figure_files_test {

const Plot kPlot{.name = "p",
                 .title = "errors (both) of Ψ",
                 .x_label = "share",
                 .y_label = "error",
                 .series = {{"a, b", {1, 2.5}, {0.25, 4}, Series::Style::both}}};

TEST(FigureFiles, CsvHasALineForEveryPoint) {
  EXPECT_EQ(csv(kPlot), "series,x,y\n\"a, b\",1,0.25\n\"a, b\",2.5,4\n");
}

TEST(FigureFiles, EveryObjectOfThePdfStandsWhereItsTableSays) {
  const std::string text = pdf(kPlot);
  const std::size_t table = std::stoul(text.substr(text.find("startxref\n") + 10));
  ASSERT_EQ(text.substr(table, 7), "xref\n0 ");
  std::size_t at = text.find("65535 f \n", table) + 9;
  for (int object = 1; object <= 6; ++object, at += 20) {
    const std::size_t place = std::stoul(text.substr(at, 10));
    EXPECT_EQ(text.substr(place, 7), std::to_string(object) + " 0 obj");
  }
  EXPECT_NE(text.find("(errors \\(both\\) of Psi) Tj"), std::string::npos);
  EXPECT_NE(text.find("0 -1 -1 0 18"), std::string::npos) << "the label of the y axis is upright";
}

}  // namespace figure_files_test
}  // namespace guise::papers
