// SPDX-License-Identifier: Apache-2.0
#include "table/sheet_rows.h"

#include <charconv>
#include <cmath>

#include "base/error.h"
#include "table/calendar.h"
#include "table/number_text.h"
#include "table/xml_reader.h"

namespace guise::table {
namespace {

constexpr std::int64_t kMostRows = 1 << 20;  // of a sheet, ECMA-376 and Excel
constexpr std::size_t kMostSheetColumns = 1 << 14;
constexpr std::size_t kLongestCell = 1 << 20;  // bytes; Excel holds 32,767 characters
constexpr double kDaySeconds = 86400;

template <typename Number>
std::optional<Number> number_in(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return number;
}

class SheetParser {
 public:
  SheetParser(const Workbook& book, std::string name, const TakeSheetRow& take)
      : book_(book), name_(std::move(name)), take_(take) {}

  void begin(std::string_view element, const XmlAttributes& attributes) {
    if (element == "row") begin_row(attributes["r"]);
    if (element == "c") begin_cell(attributes);
    if (element == "rPh") ++phonetic_;
    collecting_ = in_cell_ && (element == "v" || (element == "t" && phonetic_ == 0));
  }
  void end(std::string_view element) {
    collecting_ = false;
    if (element == "rPh") --phonetic_;
    if (element == "c" && in_cell_) end_cell();
    if (element == "row" && !cells_.empty()) {
      take_(row_, cells_, bytes);
      cells_.clear();
    }
  }
  void text(std::string_view text) {
    if (!collecting_) return;
    content_ += text;
    require(content_.size() <= kLongestCell, "{}: a cell of row {} is longer than {} MiB", name_, row_, kLongestCell >> 20);
  }

  std::int64_t bytes = 0;

 private:
  void begin_row(std::string_view number) {
    const std::int64_t row = number.empty() ? row_ + 1 : number_in<std::int64_t>(number).value_or(0);
    require(row > row_ && row <= kMostRows, "{}: row '{}' follows row {}; rows of a sheet rise to {}", name_, number, row_,
            kMostRows);
    row_ = row;
    cells_.clear();
  }

  /// "AB12" is column 27, from 0.
  std::size_t column_of(std::string_view place) const {
    if (place.empty()) return cells_.size();
    std::size_t column = 0, letters = 0;
    for (; letters < place.size() && place[letters] >= 'A' && place[letters] <= 'Z' && column <= kMostSheetColumns; ++letters)
      column = column * 26 + static_cast<std::size_t>(place[letters] - 'A' + 1);
    require(column > cells_.size() && column <= kMostSheetColumns, "{}: '{}' is no place of a cell in row {}", name_, place,
            row_);
    return column - 1;
  }

  void begin_cell(const XmlAttributes& attributes) {
    cells_.resize(column_of(attributes["r"]));
    require(cells_.size() < kMostSheetColumns, "{}: row {} has more than {} cells", name_, row_, kMostSheetColumns);
    type_ = attributes["t"];
    style_ = number_in<std::size_t>(attributes["s"]).value_or(0);
    content_.clear();
    in_cell_ = true;
  }

  void end_cell() {
    in_cell_ = false;
    cells_.push_back(content_.empty() && type_ != "inlineStr" && type_ != "str" ? SheetCell{} : cell());
  }

  SheetCell cell() const {
    using Kind = SheetCell::Kind;
    if (type_ == "s") {
      const auto index = number_in<std::size_t>(content_);
      require(index && *index < book_.texts.size(), "{}: row {} refers to text '{}', and there are {}", name_, row_, content_,
              book_.texts.size());
      return text_cell(book_.texts[*index]);
    }
    if (type_ == "str" || type_ == "inlineStr") return text_cell(content_);
    if (type_ == "b") return {Kind::boolean, content_ == "1" || content_ == "true" ? "true" : "false"};
    if (type_ == "e") return {Kind::error, content_};
    if (type_ == "d") return text_cell(content_);
    const auto number = read_number(content_);
    require(number && std::isfinite(*number), "{}: row {} holds '{}' where a number should be", name_, row_,
            content_.substr(0, 60));
    const bool dated = style_ < book_.dates.size() && book_.dates[style_];
    return dated ? dated_cell(*number) : number_cell(*number);
  }

  static SheetCell text_cell(const std::string& text) {
    if (text.empty()) return {};
    return {SheetCell::Kind::text, text};
  }

  static SheetCell number_cell(double x) {
    char text[kNumberText];
    return {SheetCell::Kind::number, std::string(text, write_number(text, x)), x};
  }

  /// Excel took 1900 for a leap year: its first sixty days are counted from a day later.
  SheetCell dated_cell(double serial) const {
    if (serial < 1) return number_cell(serial);  // a time of day
    const double first = static_cast<double>(book_.from_1904 ? kExcel1904Days : kExcelDays + (serial < 60));
    const bool whole = std::floor(serial) == serial;
    const auto text =
        whole ? iso_date(serial + first) : iso_time_stamp(std::round((serial + first) * kDaySeconds * 1000) / 1000);
    if (!text) return number_cell(serial);
    return {whole ? SheetCell::Kind::date : SheetCell::Kind::time_stamp, *text};
  }

  const Workbook& book_;
  std::string name_;
  const TakeSheetRow& take_;
  std::vector<SheetCell> cells_;
  std::string content_, type_;
  std::size_t style_ = 0;
  std::int64_t row_ = 0;
  int phonetic_ = 0;
  bool in_cell_ = false, collecting_ = false;
};

}  // namespace

std::string sheet_letters(std::size_t column) {
  std::string out;
  for (++column; column > 0; column = (column - 1) / 26) out.insert(out.begin(), static_cast<char>('A' + (column - 1) % 26));
  return out;
}

void read_sheet(const ZipFile& archive, const Workbook& book, const Workbook::Sheet& sheet, const std::string& name,
                const TakeSheetRow& take) {
  SheetParser parser(book, fmt::format("{}, sheet '{}'", name, sheet.name), take);
  XmlReader xml(fmt::format("{}, sheet '{}'", name, sheet.name),
                {.begin = [&](std::string_view element, const XmlAttributes& attributes) { parser.begin(element, attributes); },
                 .end = [&](std::string_view element) { parser.end(element); },
                 .text = [&](std::string_view text) { parser.text(text); }});
  archive.read(sheet.member, [&](std::string_view piece) {
    parser.bytes += std::ssize(piece);
    xml.add(piece);
  });
  xml.finish();
}

}  // namespace guise::table
