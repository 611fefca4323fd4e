// SPDX-License-Identifier: Apache-2.0
#include "papers/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>

#include "base/xml_text.h"
#include "papers/axis.h"

namespace guise::papers {
namespace {

// Pixels. The text is 12 px sans-serif; a letter of it is about 6.7 px wide.
constexpr double kWidth = 760, kLeft = 72, kRight = 22, kFrame = 320, kBottom = 56, kTitle = 34, kLegendRow = 20, kLetter = 6.7;

/// Okabe and Ito's colours, told apart by colour-blind readers too; yellow is replaced by grey, which shows on white.
constexpr std::array kColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#7f7f7f"};
constexpr std::array kDashes = {"", "7 3", "2 3", "9 3 2 3", "", "7 3", "2 3", "9 3 2 3"};
constexpr std::size_t kStyles = kColours.size();

struct Frame {
  Axis x, y;
  double top;  // of the frame, below title and legend
  double across(double value) const { return kLeft + x.position(value) * (kWidth - kLeft - kRight); }
  double down(double value) const { return top + (1 - y.position(value)) * kFrame; }
};

using Out = std::back_insert_iterator<std::string>;

std::string marker(std::size_t style, double x, double y, bool small) {
  const double r = small ? 1.4 : 3.4;
  const char* colour = kColours[style % kStyles];
  switch (small ? 0 : style % 4) {
    case 0:
      return fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='{}' fill='{}'/>", x, y, r, colour);
    case 1:
      return fmt::format("<rect x='{:.1f}' y='{:.1f}' width='{}' height='{}' fill='{}'/>", x - r, y - r, 2 * r, 2 * r, colour);
    case 2:
      return fmt::format("<path d='M{:.1f} {:.1f}l{} {}h{}z' fill='{}'/>", x, y - 1.3 * r, 1.2 * r, 2.3 * r, -2.4 * r, colour);
    default:
      return fmt::format("<path d='M{:.1f} {:.1f}l{} {}l{} {}l{} {}z' fill='{}'/>", x, y - 1.4 * r, 1.4 * r, 1.4 * r, -1.4 * r,
                         1.4 * r, -1.4 * r, -1.4 * r, colour);
  }
}

std::string stroke(std::size_t style) {
  const char* dash = kDashes[style % kStyles];
  return fmt::format("fill='none' stroke='{}' stroke-width='1.8'{}", kColours[style % kStyles],
                     *dash ? fmt::format(" stroke-dasharray='{}'", dash) : "");
}

bool drawable(const Plot& plot, double x, double y) {
  return std::isfinite(x) && std::isfinite(y) && (!plot.log_x || x > 0) && (!plot.log_y || y > 0);
}

/// Range of everything drawn; bars reach down to zero and half a cell to each side.
Frame make_frame(const Plot& plot, double top) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  double low_x = kNone, high_x = -kNone, low_y = kNone, high_y = -kNone;
  const auto cover = [&](double x, double y) {
    if (!drawable(plot, x, y)) return;
    low_x = std::min(low_x, x), high_x = std::max(high_x, x), low_y = std::min(low_y, y), high_y = std::max(high_y, y);
  };
  for (const Series& series : plot.series) {
    const bool bars = series.style == Series::Style::bars;
    const double half = bars && series.x.size() > 1 ? (series.x[1] - series.x[0]) / 2 : 0;
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      cover(series.x[i] - half, bars ? 0 : series.y[i]);
      cover(series.x[i] + half, series.y[i]);
    }
  }
  if (low_x > high_x) low_x = low_y = 1, high_x = high_y = 2;  // nothing to draw: an empty frame
  for (const Mark& mark : plot.marks) low_x = std::min(low_x, mark.x), high_x = std::max(high_x, mark.x);
  return {make_axis(low_x, high_x, plot.log_x), make_axis(low_y, high_y, plot.log_y), top};
}

void draw_axes(Out out, const Plot& plot, const Frame& frame) {
  const double bottom = frame.top + kFrame, right = kWidth - kRight;
  for (const Axis::Tick& tick : frame.x.ticks) {
    fmt::format_to(
        out,
        "<path d='M{0:.1f} {1:.1f}V{2:.1f}' stroke='#e4e4e4'/><text x='{0:.1f}' y='{3:.1f}' text-anchor='middle'>{4}</text>\n",
        frame.across(tick.value), frame.top, bottom, bottom + 17, tick.label);
  }
  for (const Axis::Tick& tick : frame.y.ticks) {
    fmt::format_to(
        out,
        "<path d='M{0:.1f} {1:.1f}H{2:.1f}' stroke='#e4e4e4'/><text x='{3:.1f}' y='{4:.1f}' text-anchor='end'>{5}</text>\n",
        kLeft, frame.down(tick.value), right, kLeft - 7, frame.down(tick.value) + 4, tick.label);
  }
  fmt::format_to(out, "<rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{}' fill='none' stroke='#555'/>\n", kLeft, frame.top,
                 right - kLeft, kFrame);
  fmt::format_to(out, "<text x='{:.1f}' y='{:.1f}' text-anchor='middle'>{}</text>\n", (kLeft + right) / 2, bottom + 40,
                 xml_text(plot.x_label));
  fmt::format_to(out, "<text transform='translate(18 {:.1f}) rotate(-90)' text-anchor='middle'>{}</text>\n",
                 frame.top + kFrame / 2, xml_text(plot.y_label));
}

void draw_bars(Out out, const Series& series, std::size_t style, const Frame& frame) {
  const double half = series.x.size() > 1 ? (series.x[1] - series.x[0]) / 2 : 0.5,
               floor = frame.down(std::max(0.0, frame.y.low));
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    const double left = frame.across(series.x[i] - half), top = frame.down(series.y[i]);
    fmt::format_to(out,
                   "<rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' fill='{}' fill-opacity='0.3' stroke='white'/>",
                   left, top, frame.across(series.x[i] + half) - left, std::max(0.0, floor - top), kColours[style % kStyles]);
  }
}

void draw_series(Out out, const Plot& plot, std::size_t style, const Frame& frame) {
  using enum Series::Style;
  const Series& series = plot.series[style];
  if (series.style == bars) return draw_bars(out, series, style, frame);
  std::string path;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    if (!drawable(plot, series.x[i], series.y[i])) continue;
    const double x = frame.across(series.x[i]), y = frame.down(series.y[i]);
    fmt::format_to(std::back_inserter(path), "{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x, y);
    if (series.style != line) fmt::format_to(out, "{}", marker(style, x, y, series.x.size() > 150));
  }
  if (series.style != points) fmt::format_to(out, "<path d='{}' {} stroke-linejoin='round'/>", path, stroke(style));
  fmt::format_to(out, "\n");
}

/// Entries from left to right, a new row when one does not fit; returns the rows used. Draws only with `out`.
int legend(const Plot& plot, Out* out) {
  int row = 0;
  double x = kLeft;
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const Series& series = plot.series[i];
    if (series.label.empty()) continue;
    const double width = 46 + kLetter * static_cast<double>(series.label.size());
    if (x > kLeft && x + width > kWidth - kRight) ++row, x = kLeft;
    if (out) {
      const double y = kTitle + 14 + row * kLegendRow;
      const bool bars = series.style == Series::Style::bars;
      if (bars)
        fmt::format_to(*out, "<rect x='{:.1f}' y='{}' width='24' height='10' fill='{}' fill-opacity='0.3'/>", x, y - 5,
                       kColours[i % kStyles]);
      if (!bars && series.style != Series::Style::points) fmt::format_to(*out, "<path d='M{:.1f} {}h24' {}/>", x, y, stroke(i));
      if (!bars && series.style != Series::Style::line) fmt::format_to(*out, "{}", marker(i, x + 12, y, false));
      fmt::format_to(*out, "<text x='{:.1f}' y='{}'>{}</text>\n", x + 30, y + 4, xml_text(series.label));
    }
    x += width;
  }
  return x > kLeft ? row + 1 : 0;
}

}  // namespace

std::string svg(const Plot& plot) {
  const Frame frame = make_frame(plot, kTitle + 10 + kLegendRow * legend(plot, nullptr) + (plot.marks.empty() ? 0 : 14));
  std::string text;
  Out out = std::back_inserter(text);
  fmt::format_to(
      out,
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {0} {1}' width='{0}' height='{1}' font-family='Helvetica, Arial, "
      "sans-serif' font-size='12' fill='#222'>\n<rect width='{0}' height='{1}' fill='white'/>\n",
      kWidth, frame.top + kFrame + kBottom);
  fmt::format_to(out, "<text x='{}' y='24' font-size='15' font-weight='bold'>{}</text>\n", kLeft, xml_text(plot.title));
  draw_axes(out, plot, frame);
  legend(plot, &out);
  for (std::size_t i = 0; i < plot.series.size(); ++i) draw_series(out, plot, i, frame);
  for (const Mark& mark : plot.marks) {
    const double x = frame.across(mark.x);
    fmt::format_to(out,
                   "<path d='M{0:.1f} {1:.1f}V{2:.1f}' stroke='#444' stroke-dasharray='4 3'/><text x='{0:.1f}' y='{3:.1f}' "
                   "text-anchor='middle'>{4}</text>\n",
                   x, frame.top, frame.top + kFrame, frame.top - 5, xml_text(mark.label));
  }
  return text + "</svg>\n";
}

}  // namespace guise::papers
