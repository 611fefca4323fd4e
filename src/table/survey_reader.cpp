// SPDX-License-Identifier: Apache-2.0
// Stata, SPSS and SAS: a variable of which every value has a label is a category and is read as its labels; missing codes are
// missing; dates are dates.
#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "base/error.h"
#include "table/calendar.h"
#include "table/format.h"
#include "table/number_text.h"
#include "table/reader.h"
#include "table/spool.h"
#include "table/survey_file.h"

namespace guise::table {
namespace {

using Kind = SurveyValue::Kind;

constexpr std::size_t kMostCategories = 4096;  // of a labelled variable
constexpr std::size_t kNamed = 6;              // columns named in a note
// Bytes of a compressed .zsav: one of them may stand for 1032 codes of values.
constexpr std::int64_t kValuesOfByte = 1032, kFreeValues = 1 << 20;

/// What the first pass sees of a variable.
struct Seen {
  std::unordered_set<double> values;  // of a labelled variable, up to one more than may be
  std::int64_t there = 0, codes = 0;
  bool whole = true;
};

std::string listed(const std::vector<std::string>& names) {
  const std::size_t shown = std::min(names.size(), kNamed);
  const std::string some =
      fmt::format("{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  return shown == names.size() ? some : fmt::format("{} and {} more", some, names.size() - shown);
}

class SurveyTable {
 public:
  explicit SurveyTable(const std::string& path) : file_(path) {}

  std::unique_ptr<Reader> open() {
    look();
    std::vector<std::string> names;
    for (const SurveyVariable& variable : file_.variables()) names.push_back(variable.name);
    std::vector<Column> columns = types();
    Spool spool(file_.name(), std::move(names));
    for (std::size_t j = 0; j < columns.size(); ++j) columns[j].name = spool.columns()[j];
    const std::size_t last = columns.size() - 1;
    const ValueLabels labels = file_.labels();
    file_.read([&](std::size_t j, const SurveyValue& value) {
      write(spool, columns[j], j, value, labels);
      if (j == last) spool.end_record();
    });
    return open_spool(std::move(spool), {.columns = std::move(columns), .files = {file_.name()}, .notes = notes()});
  }

 private:
  void look() {
    std::int64_t values = 0;
    std::size_t expected = 0;
    file_.read([&](std::size_t j, const SurveyValue& value) {
      seen_.resize(file_.variables().size());
      require(j == expected && ++values <= kFreeValues + kValuesOfByte * file_.size(),
              "{} claims more values than a file of {} bytes can hold", file_.name(), file_.size());
      expected = j + 1 == seen_.size() ? 0 : j + 1;
      Seen& seen = seen_[j];
      seen.codes += value.kind == Kind::missing_code;
      if (value.kind != Kind::number) return;
      ++seen.there;
      seen.whole = seen.whole && std::floor(value.number) == value.number && std::abs(value.number) < kAllWhole;
      if (!file_.variables()[j].labels.empty() && seen.values.size() <= kMostCategories) seen.values.insert(value.number);
    });
    require(!file_.variables().empty(), "{} has no columns", file_.name());
    require(values > 0, "{} has no records", file_.name());
  }

  bool is_category(std::size_t j) const {
    const auto labels = file_.labels().find(file_.variables()[j].labels);
    const Seen& seen = seen_[j];
    return labels != file_.labels().end() && seen.there > 0 && seen.values.size() <= kMostCategories &&
           std::all_of(seen.values.begin(), seen.values.end(), [&](double x) { return labels->second.contains(x); });
  }

  std::vector<Column> types() {
    std::vector<Column> columns;
    for (std::size_t j = 0; j < seen_.size(); ++j) {
      const SurveyVariable& variable = file_.variables()[j];
      Column& column = columns.emplace_back(Column{.name = variable.name});
      if (variable.text || is_category(j)) {
        column = {.name = variable.name, .type = Type::text, .sql_type = "VARCHAR"};
        if (!variable.text) labelled_.push_back(variable.name);
      } else if (variable.counts != Counts::numbers) {
        const bool days = variable.counts == Counts::days || variable.date_only;
        column = {.name = variable.name, .type = Type::other, .sql_type = days ? "DATE" : "TIMESTAMP"};
      } else if (seen_[j].there > 0 && seen_[j].whole && (variable.whole || !stata())) {
        column = {.name = variable.name, .type = Type::integer, .sql_type = "BIGINT"};
      }
      if (seen_[j].codes > 0) coded_.push_back(fmt::format("{} ({})", variable.name, seen_[j].codes));
    }
    return columns;
  }

  bool stata() const { return in_lower_case(file_.name()).ends_with(".dta"); }

  void write(Spool& spool, const Column& column, std::size_t j, const SurveyValue& value, const ValueLabels& labels) const {
    if (value.kind == Kind::missing || value.kind == Kind::missing_code) return spool.missing();
    if (value.kind == Kind::text) return spool.text(value.text);
    if (column.type == Type::text) return spool.text(labels.at(file_.variables()[j].labels).at(value.number));
    if (column.type != Type::other) return spool.number(value.number);
    const SurveyVariable& variable = file_.variables()[j];
    const double unit = variable.counts == Counts::days ? 86400 : variable.counts == Counts::milliseconds ? 1e-3 : 1;
    const double seconds = value.number * unit + variable.first_day * 86400;
    const auto text = column.sql_type == "DATE" ? iso_date(std::floor(seconds / 86400)) : iso_time_stamp(seconds);
    text ? spool.literal(*text) : spool.missing();
  }

  std::vector<std::string> notes() const {
    std::vector<std::string> out;
    if (!labelled_.empty())
      out.push_back(fmt::format("{}: every value of {} has a label; guise reads the labels.", file_.name(), listed(labelled_)));
    if (!coded_.empty())
      out.push_back(fmt::format("{}: values with a missing code are read as missing: {}.", file_.name(), listed(coded_)));
    return out;
  }

  SurveyFile file_;
  std::vector<Seen> seen_;
  std::vector<std::string> labelled_, coded_;
};

}  // namespace

std::unique_ptr<Reader> open_statistics(const std::string& path) {
  return SurveyTable(path).open();
}

}  // namespace guise::table
