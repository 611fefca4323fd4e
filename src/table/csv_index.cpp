// SPDX-License-Identifier: Apache-2.0
#include "table/csv_index.h"

#include <algorithm>
#include <functional>

#include "base/form.h"
#include "table/chunk.h"
#include "table/csv_splitter.h"

namespace guise::table {
namespace {
constexpr std::int64_t kEvery = 64 * kBlock;
}

CsvIndex CsvIndex::of(const InputFile& file, const CsvDialect& dialect) {
  CsvIndex out;
  CsvSplitter splitter(file, dialect);
  std::int64_t records = 0, place = dialect.begin;
  while (const auto piece = splitter.next(kEvery)) {
    out.places_.push_back(place);
    place += static_cast<std::int64_t>(piece->bytes.size());
    records += piece->records;
  }
  out.records_ = records;
  out.end_ = dialect.end;
  return out;
}

CsvIndex::CsvIndex(const std::string& bytes, const std::string& origin, const CsvDialect& dialect) {
  FormReader form(bytes, origin);
  form.kind("csv index", 1);
  std::int64_t records = 0, end = 0;
  form(records, end, places_);
  form.finish();
  const bool rising = std::adjacent_find(places_.begin(), places_.end(), std::greater_equal<>()) == places_.end();
  form.check(records > 0 && static_cast<std::int64_t>(places_.size()) == (records + kEvery - 1) / kEvery && rising &&
                 places_.front() >= 0 && places_.back() < dialect.end && end == dialect.end,
             "its index is of another file");
  records_ = records;
  end_ = end;
}

std::string CsvIndex::bytes() const {
  FormWriter form;
  form.kind("csv index", 1);
  form(records_.value_or(0), end_, places_);
  return form.take();
}

std::pair<std::int64_t, std::int64_t> CsvIndex::before(std::int64_t record, std::int64_t begin) const {
  if (places_.empty()) return {0, begin};
  const auto step = std::min(static_cast<std::size_t>(record / kEvery), places_.size() - 1);
  return {static_cast<std::int64_t>(step) * kEvery, places_[step]};
}

}  // namespace guise::table
