// SPDX-License-Identifier: Apache-2.0
// Excel workbooks: a sheet becomes a table whose first row names the columns.
#include <algorithm>

#include "base/error.h"
#include "base/names.h"
#include "table/cell_types.h"
#include "table/reader.h"
#include "table/sheet_rows.h"
#include "table/spool.h"

namespace guise::table {
namespace {

using Kind = SheetCell::Kind;

constexpr std::string_view kOldOffice = "\xD0\xCF\x11\xE0";
// Empty cells take nothing of a sheet: so many are read of each byte of its XML, and these.
constexpr std::int64_t kFreeCells = 1 << 20, kCellsOfByte = 32;

const Workbook::Sheet& find_sheet(const Workbook& book, const std::string& wanted, const std::string& name) {
  if (wanted.empty()) return book.sheets.front();
  std::vector<std::string> names;
  for (const Workbook::Sheet& sheet : book.sheets) {
    if (sheet.name == wanted) return sheet;
    names.push_back(sheet.name);
  }
  refuse("{} has no sheet '{}'; its sheets are {}", name, wanted, enumerate(names));
}

/// Turns rows of a sheet into records.
class SheetTable {
 public:
  explicit SheetTable(std::string name) : name_(std::move(name)) {}

  void row(std::int64_t number, const std::vector<SheetCell>& cells, std::int64_t bytes) {
    const auto there = [](const SheetCell& cell) { return cell.kind != Kind::empty; };
    const auto first = std::find_if(cells.begin(), cells.end(), there);
    if (first == cells.end()) return;
    if (!spool_) {
      const auto behind = std::find_if(cells.rbegin(), cells.rend(), there).base();
      begin_ = static_cast<std::size_t>(first - cells.begin());
      if (take_names({first, behind})) {
        last_ = number;
        return;
      }
    } else {
      const std::int64_t between = number - last_ - 1;
      const auto width = static_cast<std::int64_t>(types_.size());
      require((between + 1) * width <= kFreeCells + kCellsOfByte * bytes - width * spool_->records(),
              "{}: row {} claims more empty cells than a sheet of its size may have; remove the rows behind the table", name_,
              number);
      for (std::int64_t i = 0; i < between; ++i) record({}, last_ + 1 + i);
    }
    record(cells, number);
    last_ = number;
  }

  std::unique_ptr<Reader> finish(const std::string& file, std::vector<std::string> notes) {
    require(spool_.has_value(), "{} has no cells", name_);
    std::vector<Column> columns;
    for (std::size_t j = 0; j < types_.size(); ++j) columns.push_back(types_[j].column(spool_->columns()[j]));
    if (errors_ > 0)
      notes.push_back(fmt::format("{}: {} cell{} an error such as #N/A; guise reads {} as missing.", name_, errors_,
                                  errors_ == 1 ? " holds" : "s hold", errors_ == 1 ? "it" : "them"));
    return open_spool(std::move(*spool_), {.columns = std::move(columns), .files = {file}, .notes = std::move(notes)});
  }

 private:
  /// Whether the first row holds names. A row with a number is a record, and columns are called by their letters.
  bool take_names(const std::vector<SheetCell>& row) {
    const bool names = std::none_of(row.begin(), row.end(), [](const SheetCell& cell) { return cell.kind == Kind::number; });
    std::vector<std::string> columns;
    for (std::size_t j = 0; j < row.size(); ++j)
      columns.push_back(names && row[j].kind != Kind::empty ? row[j].text : sheet_letters(begin_ + j));
    types_.resize(columns.size());
    spool_.emplace(name_, std::move(columns));
    return names;
  }

  void record(const std::vector<SheetCell>& cells, std::int64_t number) {
    for (std::size_t j = 0; j < cells.size(); ++j)
      require(cells[j].kind == Kind::empty || (j >= begin_ && j < begin_ + types_.size()),
              "{}: cell {}{} stands outside the columns of the first row; remove it, or name its column", name_,
              sheet_letters(j), number);
    for (std::size_t j = 0; j < types_.size(); ++j)
      field(begin_ + j < cells.size() ? cells[begin_ + j] : SheetCell{}, types_[j]);
    spool_->end_record();
  }

  void field(const SheetCell& cell, CellTypes& types) {
    switch (cell.kind) {
      case Kind::error:
        ++errors_;
        [[fallthrough]];
      case Kind::empty:
        return spool_->missing();
      case Kind::text:
        types.text(cell.text);
        return spool_->text(cell.text);
      case Kind::number:
        types.number(cell.value);
        break;
      case Kind::boolean:
        types.boolean();
        break;
      case Kind::date:
        types.date();
        break;
      case Kind::time_stamp:
        types.time_stamp();
        break;
    }
    spool_->literal(cell.text);
  }

  std::string name_;
  std::optional<Spool> spool_;
  std::vector<CellTypes> types_;
  std::size_t begin_ = 0;
  std::int64_t last_ = 0, errors_ = 0;
};

}  // namespace

std::unique_ptr<Reader> open_workbook(const std::string& path, const std::string& wanted) {
  const InputFile file(path);
  std::string start(4, '\0');
  if (file.size() >= 4) file.read(start.data(), start.size(), 0);
  require(start != kOldOffice,
          "{} is an old .xls file or has a password; save it in Excel or LibreOffice as .xlsx without a password, or as .csv",
          path);
  const ZipFile archive(file, "an .xlsx workbook");
  const Workbook book = read_workbook(archive, path);
  const Workbook::Sheet& sheet = find_sheet(book, wanted, path);
  std::vector<std::string> notes;
  if (wanted.empty() && book.sheets.size() > 1)
    notes.push_back(fmt::format("{} has {} sheets; guise reads the first, '{}'. Name another with ‘table=SHEET’.", path,
                                book.sheets.size(), sheet.name));
  SheetTable table(path);
  read_sheet(archive, book, sheet, path,
             [&](std::int64_t row, const std::vector<SheetCell>& cells, std::int64_t bytes) { table.row(row, cells, bytes); });
  return table.finish(path, std::move(notes));
}

}  // namespace guise::table
