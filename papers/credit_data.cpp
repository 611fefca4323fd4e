// SPDX-License-Identifier: Apache-2.0
#include "papers/credit_data.h"

#include "papers/draw.h"
#include "papers/real_data.h"

namespace guise::papers {
namespace {

/// The file, or an empty path and a word in the report.
std::filesystem::path found(const Settings& settings, const std::string& file, Report& report) {
  const std::filesystem::path path = settings.real(file);
  if (path.empty()) report.skipped.push_back(file + " is not in the data folder");
  return path;
}

}  // namespace

std::optional<Matrix> credit_series(const Settings& settings, Report& report) {
  constexpr Index kRecords = 690;
  const auto japanese = found(settings, "japanese_credit.csv", report),
             australian = found(settings, "australian_credit.csv", report),
             german = found(settings, "german_credit.csv", report);
  if (japanese.empty() || australian.empty() || german.empty()) return std::nullopt;
  Matrix out(kRecords, 3);
  out << read_columns(japanese, {"A8"}), read_columns(australian, {"A2"}),
      read_columns(german, {"credit_amount"}).topRows(kRecords);
  return out;
}

Matrix generated_series(const random::Rng& rng) {
  constexpr Index kRecords = 690;
  Matrix out(kRecords, 3);
  out << skewed(kRecords, {.mean = 2.223, .sd = 3.347, .skewness = 2.885}, rng.fork("A8")),
      skewed(kRecords, {.mean = 31.57, .sd = 11.85, .skewness = 1.153}, rng.fork("A2")),
      skewed(kRecords, {.mean = 3199, .sd = 2738, .skewness = 1.888}, rng.fork("amount"));
  return out;
}

std::optional<Matrix> german_attributes(const Settings& settings, Report& report) {
  const std::filesystem::path file = found(settings, "german_credit.csv", report);
  if (file.empty()) return std::nullopt;
  return read_columns(file, {"duration_months", "age", "existing_credits"});
}

Matrix generated_attributes(const random::Rng& rng) {
  constexpr Index kRecords = 1000;
  Matrix out(kRecords, 3);
  out.col(0) = skewed(kRecords, {.mean = 20.9, .sd = 12.06, .skewness = 1.093}, rng.fork("duration")).array().round().max(1);
  out.col(1) = skewed(kRecords, {.mean = 35.55, .sd = 11.38, .skewness = 1.019}, rng.fork("age")).array().round();
  // 633, 333, 28 and 6 of 1000 people have 1, 2, 3 and 4 credits.
  out.col(2) = uniform(kRecords, 0, 1, rng.fork("credits")).unaryExpr([](double u) {
    return u < 0.633 ? 1.0 : u < 0.966 ? 2.0 : u < 0.994 ? 3.0 : 4.0;
  });
  return out;
}

}  // namespace guise::papers
