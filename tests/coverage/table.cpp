// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiment.h"

namespace guise::coverage {
namespace {

/// Shares of the runs whose interval holds the truth, ends below it, and begins above it.
struct Held {
  std::string of;
  double inside = 0, below = 0, above = 0;
  std::size_t runs = 0;
};

double truth_of(const std::vector<Said>& said, Truth truth) {
  std::vector<double> values;
  for (const Said& each : said) values.push_back(each.value);
  if (truth == Truth::median) {
    std::sort(values.begin(), values.end());
    return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
  }
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

Held held(const std::string& of, const std::vector<Said>& said, Truth truth) {
  const double usual = truth_of(said, truth), one = 1 / static_cast<double>(said.size());
  Held out{.of = of, .runs = said.size()};
  for (const Said& each : said) {
    const double wanted = std::isnan(each.truth) ? usual : each.truth;
    const double rounding = 1e-12 * std::abs(wanted);
    if (each.high < wanted - rounding)
      out.below += one;
    else if (each.low > wanted + rounding)
      out.above += one;
    else
      out.inside += one;
  }
  return out;
}

std::string line(const std::string& kind, const std::vector<Held>& all) {
  const auto less = [](const Held& a, const Held& b) { return a.inside < b.inside; };
  const auto [least, most] = std::minmax_element(all.begin(), all.end(), less);
  double mean = 0;
  for (const Held& each : all) mean += each.inside / static_cast<double>(all.size());
  std::string out = fmt::format("  {:<34} {:>3} {:>5}  {:.3f}  {:.3f}  {:.3f}", kind, all.size(), least->runs, least->inside,
                                mean, most->inside);
  if (least->inside < 0.91)
    out += fmt::format("  LOW {} ({:.2f} end below, {:.2f} begin above)", least->of, least->below, least->above);
  return out + "\n";
}

}  // namespace

void Table::add(const Figures& figures) {
  for (const auto& [name, said] : figures)
    if (std::isfinite(said.value) && !std::isnan(said.low) && !std::isnan(said.high)) said_[name].push_back(said);
}

std::string Table::text() const {
  std::map<std::string, std::vector<Held>> kinds;
  std::size_t most = 0;
  for (const auto& [name, said] : said_) most = std::max(most, said.size());
  for (const auto& [name, said] : said_)
    if (2 * said.size() >= most) kinds[name.first].push_back(held(name.second, said, of_.truth));
  std::string out =
      fmt::format("{}\n  {:<34} {:>3} {:>5}  {}\n", of_.name, "kind of interval", "of", "runs", "least   mean   most");
  for (const auto& [kind, all] : kinds) out += line(kind, all);
  return out;
}

}  // namespace guise::coverage
