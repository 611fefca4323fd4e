// SPDX-License-Identifier: Apache-2.0
#include "papers/svg.h"

#include <gtest/gtest.h>

#include <limits>
#include <regex>
#include <string>
#include <vector>

namespace guise::papers {
namespace svg_test {

Plot sample() {
  return {.name = "sample",
          .title = "a < b & c",
          .x_label = "x",
          .y_label = "y",
          .series = {{"one", {0, 1, 2}, {1, 4, 9}, Series::Style::both},
                     {"two", {0, 1, 2}, {2, 3, 5}, Series::Style::line},
                     {"three", {0.5, 1.5}, {1, 2}, Series::Style::bars}},
          .marks = {{1, "edge"}}};
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// Every opened element is closed, in order: enough of XML for what the writer makes.
bool balanced(const std::string& text) {
  std::vector<std::string> open;
  const std::regex tag("<(/?)([a-z]+)[^>]*?(/?)>");
  for (std::sregex_iterator it(text.begin(), text.end(), tag), end; it != end; ++it) {
    if ((*it)[1].length() == 0 && (*it)[3].length() == 0) open.push_back((*it)[2]);
    if ((*it)[1].length() == 0) continue;
    if (open.empty() || open.back() != (*it)[2]) return false;
    open.pop_back();
  }
  return open.empty();
}

TEST(Svg, IsBalancedAndNamesTitleLabelsLegendAndMarks) {
  const std::string text = svg(sample());
  EXPECT_TRUE(balanced(text));
  EXPECT_NE(text.find("a &lt; b &amp; c"), std::string::npos);
  for (const char* word : {">one<", ">two<", ">three<", ">edge<", ">x<", ">y<"}) EXPECT_EQ(count(text, word), 1u) << word;
}

TEST(Svg, DrawsOneMarkerPerPointAndOneBarPerCell) {
  const std::string text = svg(sample());
  EXPECT_EQ(count(text, "<circle"), 4u);       // three points and the legend's
  EXPECT_EQ(count(text, "fill-opacity"), 3u);  // two bars and the legend's
}

TEST(Svg, LeavesOutWhatHasNoPlaceOnTheAxes) {
  Plot plot = sample();
  plot.series.resize(1);
  plot.series[0].y[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(count(svg(plot), "<circle"), 3u);
  plot.log_x = true;  // x = 0 is at minus infinity
  const std::string text = svg(plot);
  EXPECT_EQ(count(text, "<circle"), 2u);
  EXPECT_EQ(text.find("nan"), std::string::npos);
  EXPECT_EQ(text.find("inf"), std::string::npos);
}

TEST(Svg, OfNothingIsAnEmptyFrame) {
  const std::string text = svg({.name = "empty", .title = "", .x_label = "", .y_label = "", .series = {}});
  EXPECT_TRUE(balanced(text));
  EXPECT_EQ(text.find("nan"), std::string::npos);
}

TEST(Svg, PutsPointsWhereTheyBelong) {
  // The frame is 666 x 320; two points at opposite corners of a frame that ends at its ticks.
  const std::string text =
      svg({.name = "", .title = "", .x_label = "", .y_label = "", .series = {{"", {0, 10}, {0, 5}, Series::Style::line}}});
  std::smatch path;
  ASSERT_TRUE(std::regex_search(text, path, std::regex("M([0-9.]+) ([0-9.]+)L([0-9.]+) ([0-9.]+)'")));
  EXPECT_NEAR(std::stod(path[3]) - std::stod(path[1]), 666, 0.2);
  EXPECT_NEAR(std::stod(path[2]) - std::stod(path[4]), 320, 0.2);  // y grows downwards
}

TEST(Histogram, IntegratesToTheShareInsideItsRange) {
  const Vector values{{0.1, 0.2, 0.2, 0.9, 5.0}};
  const Series bars = histogram("", values, 0, 1, 4);
  double sum = 0;
  for (const double y : bars.y) sum += y * 0.25;
  EXPECT_NEAR(sum, 0.8, 1e-15);
  EXPECT_NEAR(bars.y[0], 3 / (5 * 0.25), 1e-15);
  EXPECT_NEAR(bars.x[0], 0.125, 1e-15);
}

}  // namespace svg_test
}  // namespace guise::papers
