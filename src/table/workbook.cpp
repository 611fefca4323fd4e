// SPDX-License-Identifier: Apache-2.0
#include "table/workbook.h"

#include <charconv>
#include <map>
#include <set>

#include "base/error.h"
#include "table/xml_reader.h"

namespace guise::table {
namespace {

constexpr std::size_t kMostTexts = std::size_t{256} << 20;  // bytes of shared texts
constexpr std::size_t kMostStyles = 1 << 16, kMostSheets = 10'000;
constexpr const char* kFolder = "xl/";

void read_part(const ZipFile& archive, const std::string& name, const std::string& member, XmlHandler handler) {
  XmlReader xml(fmt::format("{}: its member {}", name, member), std::move(handler));
  archive.read(member, [&](std::string_view piece) { xml.add(piece); });
  xml.finish();
}

int number_in(std::string_view text, int otherwise) {
  int number = otherwise;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// Built-in formats of dates and times (18.8.30).
bool is_date_format(int format) {
  return (format >= 14 && format <= 22) || (format >= 27 && format <= 36) || (format >= 45 && format <= 47) ||
         (format >= 50 && format <= 58);
}

/// A format code with a year, month, day, hour or second outside of quotes, brackets and escapes.
bool is_date_code(std::string_view code) {
  char until = '\0';
  for (std::size_t i = 0; i < code.size(); ++i) {
    const char c = code[i];
    if (until != '\0') {
      if (c == until) until = '\0';
    } else if (c == '"' || c == '[') {
      until = c == '"' ? '"' : ']';
    } else if (c == '\\' || c == '_' || c == '*') {
      ++i;
    } else if (std::string_view("ymdhsYMDHS").find(c) != std::string_view::npos) {
      return true;
    }
  }
  return false;
}

void read_styles(const ZipFile& archive, const std::string& name, Workbook& book) {
  const std::string member = std::string(kFolder) + "styles.xml";
  if (!archive.has(member)) return;
  std::set<int> own_dates;
  bool in_cells = false;
  read_part(archive, name, member,
            {.begin =
                 [&](std::string_view element, const XmlAttributes& attributes) {
                   if (element == "cellXfs") in_cells = true;
                   if (element == "numFmt" && is_date_code(attributes["formatCode"]))
                     own_dates.insert(number_in(attributes["numFmtId"], -1));
                   if (element != "xf" || !in_cells) return;
                   require(book.dates.size() < kMostStyles, "{} has more than {} styles of cells", name, kMostStyles);
                   const int format = number_in(attributes["numFmtId"], 0);
                   book.dates.push_back(is_date_format(format) || own_dates.contains(format));
                 },
             .end =
                 [&](std::string_view element) {
                   if (element == "cellXfs") in_cells = false;
                 }});
}

void read_texts(const ZipFile& archive, const std::string& name, Workbook& book) {
  const std::string member = std::string(kFolder) + "sharedStrings.xml";
  if (!archive.has(member)) return;
  bool in_text = false;
  int phonetic = 0;  // how a text is pronounced is no part of it
  std::size_t bytes = 0;
  read_part(
      archive, name, member,
      {.begin =
           [&](std::string_view element, const XmlAttributes&) {
             if (element == "si") {
               book.texts.emplace_back();
               bytes += sizeof(std::string);
             }
             phonetic += element == "rPh";
             in_text = element == "t" && phonetic == 0 && !book.texts.empty();
             require(bytes <= kMostTexts, "{} holds more than {} MiB of texts; save the sheet as .csv", name, kMostTexts >> 20);
           },
       .end =
           [&](std::string_view element) {
             phonetic -= element == "rPh";
             in_text = false;
           },
       .text =
           [&](std::string_view text) {
             if (!in_text) return;
             book.texts.back() += text;
             bytes += text.size();
             require(bytes <= kMostTexts, "{} holds more than {} MiB of texts; save the sheet as .csv", name, kMostTexts >> 20);
           }});
}

/// Where a target stands in the archive: relative to xl/, or from its root.
std::string member_of(const std::string& target) {
  return target.starts_with('/') ? target.substr(1) : kFolder + target;
}

void read_sheets(const ZipFile& archive, const std::string& name, Workbook& book) {
  std::map<std::string, std::string> targets;
  read_part(archive, name, "xl/_rels/workbook.xml.rels",
            {.begin = [&](std::string_view element, const XmlAttributes& attributes) {
              if (element != "Relationship" || !attributes["Type"].ends_with("/worksheet")) return;
              require(targets.size() < kMostSheets, "{} has more than {} sheets", name, kMostSheets);
              targets.emplace(attributes["Id"], member_of(std::string(attributes["Target"])));
            }});
  read_part(archive, name, "xl/workbook.xml", {.begin = [&](std::string_view element, const XmlAttributes& attributes) {
              if (element == "workbookPr") book.from_1904 = attributes["date1904"] == "1" || attributes["date1904"] == "true";
              if (element != "sheet") return;
              const auto target = targets.find(std::string(attributes["r:id"]));
              if (target == targets.end()) return;  // a chart
              require(book.sheets.size() < kMostSheets, "{} has more than {} sheets", name, kMostSheets);
              book.sheets.push_back({std::string(attributes["name"]), target->second});
            }});
}

}  // namespace

Workbook read_workbook(const ZipFile& archive, const std::string& name) {
  require(archive.has("xl/workbook.xml"), "{} is not an .xlsx workbook: it holds no xl/workbook.xml; save it as .xlsx or .csv",
          name);
  Workbook book;
  read_sheets(archive, name, book);
  require(!book.sheets.empty(), "{} has no sheet with cells", name);
  read_styles(archive, name, book);
  read_texts(archive, name, book);
  return book;
}

}  // namespace guise::table
