// SPDX-License-Identifier: Apache-2.0
// NumPy's .npy, versions 1 to 3: a matrix or a vector of real numbers, little endian, in C or Fortran order.
#include <algorithm>
#include <charconv>
#include <cstring>
#include <map>
#include <optional>

#include "base/error.h"
#include "table/binary_reader.h"

namespace guise::table {
namespace {

constexpr std::uint32_t kMostHeader = 1 << 16;  // bytes: NumPy writes 118 for a matrix, and itself reads no more than 10,000
constexpr std::size_t kShown = 40;              // characters of a header in a message

/// The text behind 'key': in the header, a Python dictionary literal.
std::string value_of(const std::string& header, const std::string& key) {
  const auto at = header.find("'" + key + "'");
  const auto colon = at == std::string::npos ? at : header.find(':', at);
  const auto value = colon == std::string::npos ? colon : header.find_first_not_of(' ', colon + 1);
  return value == std::string::npos ? "" : header.substr(value);
}

/// bfloat16 is no type of NumPy's own: ml_dtypes, which adds it, writes two bytes without a meaning.
std::optional<Element> element_of(const std::string& descr) {
  static const std::map<std::string, Element> known = {
      {"<f2", Element::f2}, {"<V2", Element::bf2}, {"|V2", Element::bf2}, {"<f4", Element::f4}, {"<f8", Element::f8},
      {"|i1", Element::i1}, {"<i2", Element::i2},  {"<i4", Element::i4},  {"<i8", Element::i8}, {"|u1", Element::u1},
      {"<u2", Element::u2}, {"<u4", Element::u4},  {"<u8", Element::u8}};
  const auto found = known.find(descr);
  return found == known.end() ? std::nullopt : std::optional(found->second);
}

/// "(3, 4), …" → 3, 4. Nothing where a length is no whole number, is negative, or is more than any file holds.
std::optional<std::vector<std::int64_t>> shape_of(const std::string& text) {
  std::vector<std::int64_t> shape;
  const std::size_t close = text.find(')');
  if (!text.starts_with('(') || close == std::string::npos) return {};
  for (std::size_t at = 1; at < close;) {
    at = text.find_first_not_of(' ', at);
    if (at == close) break;
    std::int64_t length = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + close, length);
    if (error != std::errc() || length < 0) return {};
    shape.push_back(length);
    at = text.find_first_not_of(' ', static_cast<std::size_t>(end - text.data()));
    if (at < close && text[at++] != ',') return {};
  }
  return shape;
}

/// Rows and columns as the header claims them, held against the bytes there are before anything is made of that size.
void take_shape(const std::string& header, const InputFile& file, BinaryLayout& layout) {
  const std::string text = value_of(header, "shape");
  const auto shape = shape_of(text);
  require(shape.has_value(), "{}: its header gives no shape that a table can have: '{}'", file.name(),
          text.substr(0, std::min(text.find(')'), kShown) + 1));
  require(shape->size() == 1 || shape->size() == 2, "{} has {} dimensions; guise reads matrices and vectors", file.name(),
          shape->size());
  layout.rows = shape->at(0);
  layout.columns = shape->size() == 2 ? shape->at(1) : 1;
  require(layout.rows > 0 && layout.columns > 0, "{} has no records", file.name());
  const std::int64_t numbers = (file.size() - layout.begin) / element_size(layout.element);
  require(layout.columns <= numbers && layout.rows <= numbers / layout.columns,
          "{} is cut off: {} x {} numbers do not fit in it", file.name(), layout.rows, layout.columns);
}

std::string header_of(const InputFile& file, std::int64_t& begin) {
  unsigned char start[12] = {};
  if (file.size() >= 12) file.read(start, sizeof(start), 0);
  require(std::memcmp(start, "\x93NUMPY", 6) == 0, "{} is not a .npy file: it does not begin with NumPy's mark", file.name());
  const bool old = start[6] == 1;
  const std::uint32_t length =
      old ? start[8] + 256u * start[9]
          : start[8] + (std::uint32_t{start[9]} << 8) + (std::uint32_t{start[10]} << 16) + (std::uint32_t{start[11]} << 24);
  require(length <= kMostHeader, "{} is not a .npy file: its header claims {} bytes", file.name(), length);
  begin = (old ? 10 : 12) + static_cast<std::int64_t>(length);
  require(begin <= file.size(), "{} is cut off: its header is longer than the file", file.name());
  std::string header(length, '\0');
  file.read(header.data(), length, begin - static_cast<std::int64_t>(length));
  return header;
}

}  // namespace

std::unique_ptr<Reader> open_npy(const std::string& path) {
  return open_npy(std::make_unique<InputFile>(path));
}

std::unique_ptr<Reader> open_npy(std::unique_ptr<InputFile> file) {
  const std::string path = file->name();
  BinaryLayout layout;
  const std::string header = header_of(*file, layout.begin);
  const std::string type = value_of(header, "descr");
  const std::string descr = type.empty() ? "" : type.substr(1, std::min(type.find('\'', 1) - 1, kShown));
  const std::optional<Element> element = element_of(descr);
  require(element.has_value(),
          "{} holds elements of type '{}'; guise reads little-endian real numbers (e.g. float64, float32, float16, int64); "
          "convert it by "
          "numpy.save(FILE, array.astype('<f8'))",
          path, descr);
  layout.element = *element;
  take_shape(header, *file, layout);
  const int size = element_size(*element);
  const bool fortran = value_of(header, "fortran_order").starts_with("True") && layout.columns > 1;
  layout.row_step = fortran ? size : size * layout.columns;
  layout.column_step = fortran ? size * layout.rows : size;
  return binary_reader(std::move(file), layout);
}

}  // namespace guise::table
