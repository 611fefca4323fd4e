// SPDX-License-Identifier: Apache-2.0
#include "table/csv_splitter.h"

#include <algorithm>
#include <cstring>

#include "base/error.h"

namespace guise::table {
namespace {

// A record longer than this is an opening quote that nothing closes: reading on would fill the memory.
constexpr std::size_t kLongestRecord = std::size_t{256} << 20;

}  // namespace

void RecordCounter::skip_plain(std::string_view bytes, std::int64_t wanted) {
  while (records_ < wanted && at_ < bytes.size()) {
    const void* newline = std::memchr(bytes.data() + at_, '\n', bytes.size() - at_);
    if (newline == nullptr) {
      at_ = bytes.size();
      may_open_ = bytes.back() == delimiter_;
      return;
    }
    at_ = end_ = static_cast<std::size_t>(static_cast<const char*>(newline) - bytes.data()) + 1;
    ++records_;
    may_open_ = true;
  }
}

void RecordCounter::skip_quoted(std::string_view bytes, std::int64_t wanted) {
  while (records_ < wanted && at_ < bytes.size()) {
    const char c = bytes[at_++];
    if (inside_) {
      if (c == quote_) {
        inside_ = false;
        may_open_ = true;  // a doubled quote goes on inside
      }
    } else if (c == quote_) {
      inside_ = may_open_;
    } else {
      may_open_ = c == delimiter_ || c == '\n';
      if (c == '\n') {
        ++records_;
        end_ = at_;
      }
    }
  }
}

void RecordCounter::advance(std::string_view bytes, std::int64_t wanted) {
  const bool quotes = quote_ != '\0' && (inside_ || std::memchr(bytes.data() + at_, quote_, bytes.size() - at_) != nullptr);
  quotes ? skip_quoted(bytes, wanted) : skip_plain(bytes, wanted);
}

bool CsvSplitter::read_more(std::int64_t records) {
  const std::int64_t left = dialect_.end - at_;
  if (left <= 0) return false;
  constexpr double least = 1 << 16;
  const double guess = 1.02 * bytes_per_record_ * static_cast<double>(records) - static_cast<double>(buffer_.size());
  const auto count = static_cast<std::size_t>(std::min<double>(static_cast<double>(left), std::max(least, guess)));
  const std::size_t old = buffer_.size();
  buffer_.resize(old + count);
  file_.read(buffer_.data() + old, count, at_);
  at_ += static_cast<std::int64_t>(count);
  return true;
}

std::optional<CsvPiece> CsvSplitter::next(std::int64_t records) {
  RecordCounter counter(dialect_);
  if (buffer_.empty() && !read_more(records)) return std::nullopt;
  counter.advance(buffer_, records);
  while (counter.records() < records && read_more(records)) {
    counter.advance(buffer_, records);
    require(buffer_.size() - counter.end() < kLongestRecord, "{}: the quote opened in row {} is never closed", file_.name(),
            done_ + counter.records() + 1);
  }
  CsvPiece piece{.bytes = {}, .first = done_, .records = counter.records()};
  std::size_t end = counter.end();
  if (piece.records < records && end < buffer_.size()) {  // the last record has no newline
    end = buffer_.size();
    ++piece.records;
  }
  std::string rest = buffer_.substr(end);
  buffer_.resize(end);
  piece.bytes = std::move(buffer_);
  buffer_ = std::move(rest);
  done_ += piece.records;
  bytes_per_record_ = static_cast<double>(piece.bytes.size()) / static_cast<double>(piece.records);
  return piece;
}

std::vector<std::string> split_fields(std::string_view record, const CsvDialect& dialect) {
  while (!record.empty() && (record.back() == '\n' || record.back() == '\r')) record.remove_suffix(1);
  std::vector<std::string> fields(1);
  bool inside = false, may_open = true;
  for (std::size_t i = 0; i < record.size(); ++i) {
    const char c = record[i];
    if (inside && c == dialect.quote) {
      const bool doubled = i + 1 < record.size() && record[i + 1] == dialect.quote;
      if (doubled) fields.back() += record[++i];
      inside = doubled;
    } else if (inside) {
      fields.back() += c;
    } else if (dialect.quote != '\0' && c == dialect.quote && may_open) {
      inside = true;
    } else if (c == dialect.delimiter) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
    may_open = !inside && c == dialect.delimiter;
  }
  return fields;
}

}  // namespace guise::table
