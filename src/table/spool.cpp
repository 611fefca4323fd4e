// SPDX-License-Identifier: Apache-2.0
#include "table/spool.h"

#include <charconv>
#include <cmath>
#include <filesystem>
#include <unordered_set>

#include "base/error.h"
#include "table/csv_field.h"
#include "table/limits.h"
#include "table/number_text.h"
#include "table/unlinked_file.h"

namespace guise::table {
namespace {

constexpr std::size_t kFlushed = std::size_t{1} << 20;  // bytes written at a time

/// Columns without a name are called column1, column2, …, by their places.
std::vector<std::string> named(std::vector<std::string> columns, const std::string& table) {
  require_columns(std::ssize(columns), table);
  require(!columns.empty(), "{} has no columns", table);
  std::unordered_set<std::string> seen;
  for (const std::string& name : columns)
    require(name.empty() || seen.insert(name).second, "{}: two columns are named '{}'; rename one of them", table, name);
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if (!columns[j].empty()) continue;
    columns[j] = fmt::format("column{}", j + 1);
    while (!seen.insert(columns[j]).second) columns[j] += '_';
  }
  return columns;
}

}  // namespace

std::unique_ptr<InputFile> temporary_copy(const std::string& name) {
  return std::make_unique<InputFile>(unlinked_file(std::filesystem::temp_directory_path()), name);
}

void append_to_copy(const InputFile& copy, std::string_view bytes) {
  append_to(copy.descriptor(), bytes.data(), bytes.size(), copy.name().c_str(), std::filesystem::temp_directory_path());
}

Spool::Spool(std::string name, std::vector<std::string> columns)
    : name_(std::move(name)), columns_(named(std::move(columns), name_)), file_(temporary_copy(name_)) {
  for (const std::string& column : columns_) text(column);
  buffer_ += '\n';
  field_ = 0;
  begin_ = std::ssize(buffer_);
}

void Spool::begin_field() {
  if (field_++ > 0) buffer_ += ',';
}

void Spool::number(double x) {
  begin_field();
  if (std::isnan(x)) return;
  if (std::isinf(x)) {
    buffer_ += x < 0 ? "-inf" : "inf";
    return;
  }
  char text[kNumberText];
  buffer_.append(text, write_number(text, x));
}

void Spool::whole(std::int64_t x) {
  char text[kNumberText];
  literal({text, static_cast<std::size_t>(std::to_chars(text, text + kNumberText, x).ptr - text)});
}

void Spool::text(std::string_view text) {
  begin_field();
  append_field(buffer_, text, ',');
}

void Spool::literal(std::string_view text) {
  begin_field();
  buffer_ += text;
}

void Spool::end_record() {
  buffer_ += '\n';
  field_ = 0;
  ++records_;
  if (buffer_.size() >= kFlushed) flush();
}

void Spool::flush() {
  append_to_copy(*file_, buffer_);
  buffer_.clear();
}

std::unique_ptr<InputFile> Spool::finish(std::int64_t& begin) {
  require(records_ > 0, "{} has no records", name_);
  flush();
  begin = begin_;
  return std::move(file_);
}

}  // namespace guise::table
