// SPDX-License-Identifier: Apache-2.0
// CSV and TSV: DuckDB finds the dialect, guise's own parser reads the numbers on all cores.
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/names.h"
#include "table/csv_dialect.h"
#include "table/csv_index.h"
#include "table/csv_parser.h"
#include "table/csv_shape.h"
#include "table/csv_splitter.h"
#include "table/decimal_commas.h"
#include "table/duckdb_reader.h"
#include "table/file_digest.h"
#include "table/number_text.h"
#include "table/reader.h"
#include "table/spool.h"
#include "table/standard_input.h"
#include "table/text_encoding.h"

namespace guise::table {
namespace {

class CsvSource final : public Source {
 public:
  /// `splitter` is at the record `number` of the file, at or before the first of the range.
  CsvSource(const Reader& reader, CsvSplitter splitter, std::int64_t number, const Range& range, const CsvDialect& dialect,
            const Selection& selection, std::int64_t chunk)
      : splitter_(std::move(splitter)),
        parser_(reader, dialect, selection),
        first_(selection.first_record),
        at_(number),
        begin_(range.begin),
        end_(range.end),
        chunk_(chunk) {}
  std::function<Chunk()> next() override {
    while (at_ < begin_) {  // passed over, not parsed
      const auto before = splitter_.next(std::min(begin_ - at_, kPassed));
      if (!before) return {};
      at_ += before->records;
    }
    if (at_ >= end_) return {};
    auto piece = splitter_.next(std::min(records_until_cut(first_ + at_, chunk_), end_ - at_));
    if (!piece) return {};
    at_ += piece->records;
    return [this, shared = std::make_shared<CsvPiece>(std::move(*piece))] { return parser_.parse(*shared); };
  }

 private:
  static constexpr std::int64_t kPassed = 16 * kBlock;  // at a time
  CsvSplitter splitter_;
  CsvParser parser_;
  std::int64_t first_, at_, begin_, end_, chunk_;
};

class CsvReader final : public Reader {
 public:
  CsvReader(std::unique_ptr<InputFile> file, CsvDialect dialect, std::vector<std::filesystem::path> files,
            std::vector<std::string> notes)
      : file_(std::move(file)), dialect_(std::move(dialect)), files_(std::move(files)) {
    name_ = file_->name();
    schema_.columns = dialect_.columns;
    notes_ = std::move(notes);
    look_for_numbers();
  }
  /// Of a foreign table, whose types are known.
  CsvReader(std::unique_ptr<InputFile> file, CsvDialect dialect, SpooledTable table, std::int64_t records)
      : file_(std::move(file)), dialect_(std::move(dialect)), files_(std::move(table.files)), records_(records) {
    name_ = file_->name();
    schema_.columns = dialect_.columns;
    notes_ = std::move(table.notes);
  }
  Bytes32 digest(const Bytes32& secret) const override { return digest_of_file(file_->descriptor(), name_, secret); }
  std::vector<std::filesystem::path> files() const override { return files_; }
  std::unique_ptr<Source> source(const Selection& selection, std::int64_t chunk, int threads) const override {
    return source_of({}, selection, chunk, threads);
  }
  std::unique_ptr<Source> source_of(const Range& range, const Selection& selection, std::int64_t chunk, int) const override {
    const auto [number, place] = index_.before(range.begin, dialect_.begin);
    return std::make_unique<CsvSource>(*this, CsvSplitter(*file_, dialect_, place, number), number, range, dialect_, selection,
                                       chunk);
  }
  std::optional<std::int64_t> records() const override { return records_ ? records_ : index_.records(); }
  std::string make_index() const override { return CsvIndex::of(*file_, dialect_).bytes(); }
  void take_index(const std::string& bytes, const std::string& origin) override { index_ = CsvIndex(bytes, origin, dialect_); }

 private:
  void look_for_numbers();
  Type type_of(const TextColumn& texts) const;
  std::unique_ptr<InputFile> file_;
  CsvDialect dialect_;
  CsvIndex index_;
  std::vector<std::filesystem::path> files_;
  std::optional<std::int64_t> records_ = {};
};

/// DuckDB takes a column for text when a single cell is not a number, "NA" included. Where most cells are numbers it is a
/// column of numbers: missing ones are then missing, and a wrong one is named when it is read.
void CsvReader::look_for_numbers() {
  Selection texts{.attributes = {}, .kept = {}};
  for (const Column& column : schema_.columns)
    if (column.type == Type::text) texts.kept.push_back(column.name);
  if (texts.kept.empty()) return;
  constexpr std::int64_t most = 20'000'000;  // fields: once over the top of the file, however many columns it has
  const auto columns = static_cast<std::int64_t>(schema_.columns.size());
  const Chunk sample = source(texts, kBlock * std::clamp<std::int64_t>(most / kBlock / columns, 1, 20), 1)->next()();
  auto kept = sample.kept.begin();
  for (Column& column : schema_.columns)
    if (column.type == Type::text) column.type = type_of(*kept++);
}

Type CsvReader::type_of(const TextColumn& texts) const {
  Index there = 0, numbers = 0, whole = 0, commas = 0;
  for (Index i = 0; i < std::ssize(texts.ends); ++i) {
    const std::string_view text = text_at(texts, i);
    const std::optional<double> number = read_number(text);
    if (number && std::isnan(*number)) continue;
    ++there;
    numbers += number.has_value();
    whole += number && std::floor(*number) == *number;
    commas += !number && text.find(',') != std::string_view::npos && with_point(text).has_value();
  }
  if (commas * 2 > there && dialect_.delimiter != ',') throw DecimalCommas(name_, dialect_.delimiter);
  if (numbers * 2 <= there) return Type::text;
  return whole == there ? Type::integer : Type::number;
}

/// What guise's own parser does not read.
std::unique_ptr<Reader> through_duckdb(std::shared_ptr<const InputFile> file, const char* compression,
                                       std::vector<std::string> notes) {
  const std::string from =
      fmt::format("read_csv({}, compression='{}', nullstr=['', 'NA', 'N/A', 'NaN', 'nan', 'null', 'NULL', '?'])",
                  quote_text(file->path()), compression);
  const std::string name = file->name();
  return std::make_unique<DuckdbReader>(
      DuckdbTable{.name = name, .from = from, .file = std::move(file), .notes = std::move(notes)});
}

}  // namespace

namespace {

/// What to say of a table that was rewritten before it was read, and whose name people should find in messages.
struct Rewritten {
  std::unique_ptr<InputFile> file;
  std::vector<std::string> notes = {};
};

Rewritten in_utf8(std::unique_ptr<InputFile> file) {
  const Encoding encoding = encoding_of(*file);
  if (encoding == Encoding::utf8) return {std::move(file)};
  auto copy = as_utf8(*file, encoding);
  return {std::move(copy), {fmt::format("{} is not UTF-8; guise reads it as {}.", file->name(), name_of(encoding))}};
}

std::unique_ptr<Reader> read_plain(Rewritten in, std::vector<std::filesystem::path> files) {
  CsvDialect dialect = sniff_csv(*in.file);
  if (!dialect.plain) {
    require(!files.empty(),
            "standard input is CSV of an unusual form (comments, escapes or lines to skip); save it to a file first");
    return through_duckdb(std::move(in.file), "none", std::move(in.notes));
  }
  return std::make_unique<CsvReader>(std::move(in.file), std::move(dialect), std::move(files), std::move(in.notes));
}

std::unique_ptr<Reader> read_text(std::unique_ptr<InputFile> file, const std::vector<std::filesystem::path>& files) {
  Rewritten in = in_utf8(std::move(file));
  const auto again = std::make_shared<InputFile>(::dup(in.file->descriptor()), in.file->name());
  const std::vector<std::string> notes = in.notes;
  try {
    return read_plain(std::move(in), files);
  } catch (const DecimalCommas& commas) {
    WithPoints points = with_points(*again, commas.delimiter());
    if (points.columns.empty()) throw;
    Rewritten out{std::move(points.file), notes};
    out.notes.push_back(fmt::format("{}: numbers in {} have decimal commas; guise reads 1,5 as 1.5.", again->name(),
                                    enumerate(points.columns)));
    return read_plain(std::move(out), files);
  }
}

}  // namespace

std::unique_ptr<Reader> open_csv(const std::string& path) {
  auto file = std::make_unique<InputFile>(path);
  if (path.ends_with(".gz")) {
    require_whole(*file);
    return through_duckdb(std::move(file), "gzip", {});
  }
  return read_text(std::move(file), {path});
}

std::unique_ptr<Reader> open_standard_input() {
  return read_text(spool_standard_input(), {});
}

std::unique_ptr<Reader> open_spool(Spool&& spool, SpooledTable table) {
  CsvDialect dialect{.delimiter = ',', .quote = '"', .columns = std::move(table.columns)};
  const std::int64_t records = spool.records();
  std::unique_ptr<InputFile> file = spool.finish(dialect.begin);
  dialect.end = file->size();
  return std::make_unique<CsvReader>(std::move(file), std::move(dialect), std::move(table), records);
}

}  // namespace guise::table
