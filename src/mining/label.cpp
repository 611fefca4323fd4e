// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <mutex>
#include <set>

#include "base/error.h"
#include "base/names.h"
#include "mining/label_text.h"
#include "table/passes.h"

namespace guise::mining {
namespace {

// More classes than this are numbers or names of people, not classes.
constexpr std::size_t kMostClasses = 1000;

std::optional<double> as_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

/// Numbers by size, then words.
bool comes_before(const std::string& a, const std::string& b) {
  const auto x = as_number(a), y = as_number(b);
  if (x && y && *x != *y) return *x < *y;
  if (x.has_value() != y.has_value()) return x.has_value();
  return a < b;
}

bool is_attribute(const Data& data, const std::string& column) {
  const auto& masked = data.kept.empty() ? data.selection.attributes : data.columns;
  return std::find(masked.begin(), masked.end(), column) != masked.end();
}

/// Names of the columns in clear, each once.
std::vector<std::string> names_in_clear(const Data& data) {
  std::vector<std::string> names;
  for (const KeptColumn& each : data.kept)
    if (std::find(names.begin(), names.end(), each.name) == names.end()) names.push_back(each.name);
  if (!data.kept.empty()) return names;
  for (const std::string& name : data.table->schema().names())
    if (!is_attribute(data, name)) names.push_back(name);
  return names;
}

void require_kept(const Data& data, const std::string& column) {
  require(!is_attribute(data, column),
          "‘label={}’: this column of {} is masked; a label must be kept unmasked, with guise mask ‘keep={}’", column,
          data.name, column);
  if (!kept_in_table(data, column).empty()) return;
  const std::vector<std::string> kept = names_in_clear(data);
  refuse("‘label={}’: {} has no such column{}{}", column, data.name,
         did_you_mean(column, std::vector<std::string_view>(kept.begin(), kept.end())),
         kept.empty() ? std::string("; it keeps none unmasked, see guise mask ‘keep’")
                      : fmt::format(" (it keeps {} unmasked)", enumerate(kept)));
}

}  // namespace

std::string kept_in_table(const Data& data, const std::string& column) {
  for (const KeptColumn& each : data.kept)
    if (each.name == column) return each.in_table;
  return data.kept.empty() && data.table->schema().find(column) ? column : "";
}

LabelReader::LabelReader(const std::optional<Label>& label, const std::string& table) : label_(label), table_(table) {
  if (!label) return;
  for (std::size_t i = 0; i < label->classes.size(); ++i) classes_.emplace(label->classes[i], static_cast<int>(i));
}

void LabelReader::read(const table::TextColumn& column, std::int64_t first_record, const std::vector<Index>& places,
                       std::vector<int>& classes, Vector& target) const {
  if (label_->classes.empty()) target.resize(static_cast<Index>(places.size()));
  Index row = 0;
  for (const Index place : places) {
    require(!column.null[static_cast<std::size_t>(place)], "{}: the label '{}' of record {} is missing", table_, label_->column,
            first_record + place + 1);
    const std::string_view text = table::text_at(column, place);
    if (label_->classes.empty()) {
      const auto number = as_number(text);
      require(number.has_value(), "{}: the label '{}' of record {} is '{}', not a number", table_, label_->column,
              first_record + place + 1, text);
      target(row++) = *number;
      continue;
    }
    const auto found = classes_.find(text);
    require(found != classes_.end(), "{}: the label '{}' of record {} is '{}', which is none of the classes {}", table_,
            label_->column, first_record + place + 1, text, enumerate(label_->classes));
    classes.push_back(found->second);
  }
}

Label read_label(const Data& data, const std::string& column, bool number) {
  require_kept(data, column);
  Label label{.column = column};
  if (number) return label;
  table::Selection selection = data.selection;
  selection.kept = {kept_in_table(data, column)};
  std::set<std::string, std::less<>> found;
  std::mutex mutex;
  const table::Sum values{[&](FormWriter& form) { form(found); },
                          [&](FormReader& form) {
                            decltype(found) more;
                            form(more);
                            found.merge(more);
                          }};
  const auto look = [&](const table::Chunk& chunk) {
    std::set<std::string_view> here;
    const table::TextColumn& texts = chunk.kept.front();
    for (Index i = 0; i < chunk.records(); ++i) {
      if (!chunk.dropped.empty() && chunk.dropped[static_cast<std::size_t>(i)]) continue;
      require(!texts.null[static_cast<std::size_t>(i)], "{}: the label '{}' of record {} is missing", data.name, column,
              chunk.first_record + i + 1);
      here.insert(table::text_at(texts, i));
    }
    const std::lock_guard lock(mutex);
    for (const std::string_view each : here) found.emplace(each);
    require(found.size() <= kMostClasses, "{}: the label '{}' has more than {} different values; these are no classes",
            data.name, column, kMostClasses);
  };
  table::run_pass(*data.table, "classes", selection.first_record, {values},
                  [&](const table::Table& part) { part.scan(selection, data.work, look); });
  require(found.size() >= 2, "{}: the label '{}' has one class only ('{}'); a classifier needs two", data.name, column,
          found.empty() ? "" : *found.begin());
  label.classes.assign(found.begin(), found.end());
  std::sort(label.classes.begin(), label.classes.end(), comes_before);
  return label;
}

}  // namespace guise::mining
