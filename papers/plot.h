// SPDX-License-Identifier: Apache-2.0
// A plot as data; svg.h draws it.
#pragma once
#include <string>
#include <vector>

#include "base/matrix.h"

namespace guise::papers {

struct Series {
  enum class Style { line, points, both, bars };  ///< bars: a histogram, x are the centres of equal cells
  std::string label;
  std::vector<double> x, y;
  Style style = Style::line;
};

/// A vertical line across the plot, with a word at its top.
struct Mark {
  double x;
  std::string label;
};

struct Plot {
  std::string name;  ///< of the file, without ending
  std::string title, x_label, y_label;
  std::vector<Series> series;
  std::vector<Mark> marks = {};
  bool log_x = false, log_y = false;
};

std::vector<double> list(const Vector& values);
std::vector<double> count_up(Index count, double first = 0, double step = 1);  ///< first, first + step, …

/// Values at positions first … first + count - 1, against their position.
Series run_of(std::string label, const Vector& values, Index first, Index count, Series::Style style = Series::Style::line);

/// Share of the values per unit of x, over equal cells of [low, high).
Series histogram(std::string label, const Vector& values, double low, double high, int cells,
                 Series::Style style = Series::Style::bars);

}  // namespace guise::papers
