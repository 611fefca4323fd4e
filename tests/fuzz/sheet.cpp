// SPDX-License-Identifier: Apache-2.0
// The XML of a sheet, in a workbook that is right otherwise: mutations of an archive would mostly break its checksums.
#include <array>
#include <cstdint>

#include "fuzz.h"
#include "scan.h"

namespace guise::fuzz::targets {
namespace {

/// CRC-32 of zip archives (ISO 3309).
std::uint32_t crc(std::string_view bytes) {
  std::uint32_t sum = 0xFFFFFFFF;
  for (const char c : bytes) {
    sum ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1) ^ (sum & 1 ? 0xEDB88320 : 0);
  }
  return ~sum;
}

class Zip {
 public:
  void add(std::string_view name, std::string_view content) {
    std::string common;
    for (const std::uint32_t each : {std::uint32_t{20}, std::uint32_t{0}, std::uint32_t{0}, std::uint32_t{0}, std::uint32_t{0}})
      number(common, each, 2);  // version, flags, stored, time, date
    number(common, crc(content), 4);
    number(common, static_cast<std::uint32_t>(content.size()), 4);
    number(common, static_cast<std::uint32_t>(content.size()), 4);
    number(common, static_cast<std::uint32_t>(name.size()), 2);
    number(common, 0, 2);
    directory_ += "PK\1\2";
    number(directory_, 20, 2);
    directory_ += common;
    for (const int size : {2, 2, 2, 4}) number(directory_, 0, size);
    number(directory_, static_cast<std::uint32_t>(files_.size()), 4);
    directory_ += name;
    files_ += "PK\3\4" + common;
    files_ += name;
    files_ += content;
    ++count_;
  }
  std::string text() const {
    std::string out = files_ + directory_ + "PK\5\6";
    for (const std::uint32_t each : {0U, 0U, count_, count_}) number(out, each, 2);
    number(out, static_cast<std::uint32_t>(directory_.size()), 4);
    number(out, static_cast<std::uint32_t>(files_.size()), 4);
    number(out, 0, 2);
    return out;
  }

 private:
  static void number(std::string& out, std::uint32_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xFF);
  }
  std::string files_, directory_;
  std::uint32_t count_ = 0;
};

}  // namespace

void sheet(std::string_view bytes) {
  Zip zip;
  zip.add("xl/workbook.xml", "<workbook xmlns:r='r'><sheets><sheet name='a' r:id='r1'/></sheets></workbook>");
  zip.add("xl/_rels/workbook.xml.rels",
          "<Relationships><Relationship Id='r1' Type='x/worksheet' Target='s.xml'/></Relationships>");
  zip.add("xl/styles.xml", "<styleSheet><cellXfs><xf numFmtId='0'/><xf numFmtId='14'/></cellXfs></styleSheet>");
  zip.add("xl/sharedStrings.xml", "<sst><si><t>age</t></si><si><r><t>in</t></r><r><t>come</t></r></si></sst>");
  zip.add("xl/s.xml", bytes);
  scan_all(table::Table::open(file_of(zip.text(), ".xlsx").string()));
}

}  // namespace guise::fuzz::targets
