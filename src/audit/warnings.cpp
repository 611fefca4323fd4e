// SPDX-License-Identifier: Apache-2.0
#include "audit/warnings.h"

#include <fmt/format.h>

#include <cmath>

#include "base/names.h"
#include "measures/comparison.h"
#include "stats/serial.h"

namespace guise::audit {
namespace {

// Under independence a lag correlation has standard deviation 1/sqrt(n): five of them, over five lags and many columns, is no
// chance.
constexpr double kSerialSds = 5;
// … and below this correlation a smoother gains nothing worth a warning, however long the table.
constexpr double kSerialLeast = 0.1;
constexpr int kLags = 5;

bool is_serial(const Vector& column) {
  const double threshold = std::max(kSerialLeast, kSerialSds / std::sqrt(static_cast<double>(column.size())));
  for (int lag = 1; lag <= kLags && lag < column.size(); ++lag)
    if (std::abs(stats::autocorrelation(column, lag)) > threshold) return true;
  return false;
}

}  // namespace

std::vector<std::string> warnings(const stats::Moments& truth, const Matrix& head, const std::vector<std::string>& columns,
                                  bool shuffled) {
  std::vector<std::string> serial, whole, constant, out;
  const Vector sd = measures::telling_sd(truth);
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const auto column = static_cast<Index>(j);
    if (sd[column] == 0) {
      constant.push_back(columns[j]);
      continue;
    }
    if (!shuffled && is_serial(head.col(column))) serial.push_back(columns[j]);
    if ((head.col(column).array() == head.col(column).array().round()).all()) whole.push_back(columns[j]);
  }
  if (!serial.empty())
    out.push_back(fmt::format(
        "Neighbouring rows are similar in {}, so an attacker can average noise away. Release with shuffled rows (‘shuffle’).",
        enumerate(serial)));
  if (!whole.empty())
    out.push_back(fmt::format("Whole numbers in {}: noise much smaller than 1 can be rounded away. Use sd=1 or more there.",
                              enumerate(whole)));
  if (!constant.empty())
    out.push_back(
        fmt::format("Constant, or constant but for rounding: {}. Figures leave such columns out.", enumerate(constant)));
  return out;
}

}  // namespace guise::audit
