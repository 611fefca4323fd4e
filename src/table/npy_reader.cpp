// SPDX-License-Identifier: Apache-2.0
// NumPy's .npy, versions 1 to 3: a matrix or a vector of real numbers, little endian, in C or Fortran order.
#include <cctype>
#include <cstring>
#include <map>
#include <optional>

#include "base/error.h"
#include "table/binary_reader.h"

namespace guise::table {
namespace {

/// The text behind 'key': in the header, a Python dictionary literal.
std::string value_of(const std::string& header, const std::string& key) {
  const auto at = header.find("'" + key + "'");
  const auto colon = at == std::string::npos ? at : header.find(':', at);
  if (colon == std::string::npos) return "";
  return header.substr(header.find_first_not_of(' ', colon + 1));
}

std::optional<Element> element_of(const std::string& descr) {
  static const std::map<std::string, Element> known = {
      {"<f4", Element::f4}, {"<f8", Element::f8}, {"|i1", Element::i1}, {"<i2", Element::i2}, {"<i4", Element::i4},
      {"<i8", Element::i8}, {"|u1", Element::u1}, {"<u2", Element::u2}, {"<u4", Element::u4}, {"<u8", Element::u8}};
  const auto found = known.find(descr);
  return found == known.end() ? std::nullopt : std::optional(found->second);
}

/// "(3, 4), …" → 3, 4
std::vector<std::int64_t> shape_of(const std::string& text) {
  std::vector<std::int64_t> shape;
  const std::string inside = text.substr(0, text.find(')'));
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (!std::isdigit(static_cast<unsigned char>(inside[i]))) continue;
    std::size_t used = 0;
    shape.push_back(std::stoll(inside.substr(i), &used));
    i += used;
  }
  return shape;
}

std::string header_of(const InputFile& file, std::int64_t& begin) {
  unsigned char start[12] = {};
  if (file.size() >= 12) file.read(start, sizeof(start), 0);
  require(std::memcmp(start, "\x93NUMPY", 6) == 0, "{} is not a .npy file: it does not begin with NumPy's mark", file.name());
  const bool old = start[6] == 1;
  const std::uint32_t length =
      old ? start[8] + 256u * start[9]
          : start[8] + (std::uint32_t{start[9]} << 8) + (std::uint32_t{start[10]} << 16) + (std::uint32_t{start[11]} << 24);
  begin = (old ? 10 : 12) + static_cast<std::int64_t>(length);
  require(begin <= file.size(), "{} is cut off: its header is longer than the file", file.name());
  std::string header(length, '\0');
  file.read(header.data(), length, begin - static_cast<std::int64_t>(length));
  return header;
}

}  // namespace

std::unique_ptr<Reader> open_npy(const std::string& path) {
  auto file = std::make_unique<InputFile>(path);
  BinaryLayout layout;
  const std::string header = header_of(*file, layout.begin);
  const std::string type = value_of(header, "descr");
  const std::string descr = type.empty() ? "" : type.substr(1, type.find('\'', 1) - 1);
  const std::optional<Element> element = element_of(descr);
  require(element.has_value(),
          "{} holds elements of type '{}'; guise reads little-endian real numbers (e.g. float64, float32, int64)", path, descr);
  const std::vector<std::int64_t> shape = shape_of(value_of(header, "shape"));
  require(shape.size() == 1 || shape.size() == 2, "{} has {} dimensions; guise reads matrices and vectors", path, shape.size());
  layout.element = *element;
  layout.rows = shape[0];
  layout.columns = shape.size() == 2 ? shape[1] : 1;
  const int size = element_size(*element);
  const bool fortran = value_of(header, "fortran_order").starts_with("True") && layout.columns > 1;
  layout.row_step = fortran ? size : size * layout.columns;
  layout.column_step = fortran ? size * layout.rows : size;
  require(file->size() - layout.begin >= size * layout.rows * layout.columns, "{} is cut off: {} x {} numbers do not fit in it",
          path, layout.rows, layout.columns);
  return binary_reader(std::move(file), layout);
}

}  // namespace guise::table
