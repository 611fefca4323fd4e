// SPDX-License-Identifier: Apache-2.0
// CSV and TSV: DuckDB finds the dialect, guise's own parser reads the numbers on all cores.
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "table/csv_dialect.h"
#include "table/csv_index.h"
#include "table/csv_parser.h"
#include "table/csv_shape.h"
#include "table/csv_splitter.h"
#include "table/duckdb_reader.h"
#include "table/file_digest.h"
#include "table/number_text.h"
#include "table/reader.h"
#include "table/standard_input.h"

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
  CsvReader(std::unique_ptr<InputFile> file, CsvDialect dialect, std::vector<std::filesystem::path> files)
      : file_(std::move(file)), dialect_(std::move(dialect)), files_(std::move(files)) {
    name_ = file_->name();
    schema_.columns = dialect_.columns;
    look_for_numbers();
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
  std::optional<std::int64_t> records() const override { return index_.records(); }
  std::string make_index() const override { return CsvIndex::of(*file_, dialect_).bytes(); }
  void take_index(const std::string& bytes, const std::string& origin) override { index_ = CsvIndex(bytes, origin, dialect_); }

 private:
  void look_for_numbers();
  Type type_of(const TextColumn& texts) const;
  std::unique_ptr<InputFile> file_;
  CsvDialect dialect_;
  CsvIndex index_;
  std::vector<std::filesystem::path> files_;
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
    std::string text(text_at(texts, i));
    const std::optional<double> number = read_number(text);
    if (number && std::isnan(*number)) continue;
    ++there;
    numbers += number.has_value();
    whole += number && std::floor(*number) == *number;
    const std::size_t comma = number ? std::string::npos : text.find(',');
    if (comma != std::string::npos) commas += read_number(text.replace(comma, 1, ".")).has_value();
  }
  if (commas * 2 > there && dialect_.delimiter != ',') refuse_commas(name_, dialect_.delimiter);
  if (numbers * 2 <= there) return Type::text;
  return whole == there ? Type::integer : Type::number;
}

/// What guise's own parser does not read.
std::unique_ptr<Reader> through_duckdb(std::shared_ptr<const InputFile> file, const char* compression) {
  const std::string from =
      fmt::format("read_csv({}, compression='{}', nullstr=['', 'NA', 'N/A', 'NaN', 'nan', 'null', 'NULL', '?'])",
                  quote_text(file->path()), compression);
  return std::make_unique<DuckdbReader>(DuckdbTable{.name = file->name(), .from = from, .file = std::move(file)});
}

}  // namespace

std::unique_ptr<Reader> open_csv(const std::string& path) {
  auto file = std::make_unique<InputFile>(path);
  if (path.ends_with(".gz")) {
    require_whole(*file);
    return through_duckdb(std::move(file), "gzip");
  }
  CsvDialect dialect = sniff_csv(*file);
  if (!dialect.plain) return through_duckdb(std::move(file), "none");
  return std::make_unique<CsvReader>(std::move(file), std::move(dialect), std::vector<std::filesystem::path>{path});
}

std::unique_ptr<Reader> open_standard_input() {
  std::unique_ptr<InputFile> file = spool_standard_input();
  CsvDialect dialect = sniff_csv(*file);
  require(dialect.plain,
          "standard input is CSV of an unusual form (comments, escapes or lines to skip); save it to a file first");
  return std::make_unique<CsvReader>(std::move(file), std::move(dialect), std::vector<std::filesystem::path>{});
}

}  // namespace guise::table
