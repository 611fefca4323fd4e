// SPDX-License-Identifier: Apache-2.0
#include "table/binary_reader.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/error.h"
#include "table/file_digest.h"
#include "table/limits.h"
#include "table/number_text.h"
#include "table/row_order.h"

namespace guise::table {
namespace {

static_assert(std::endian::native == std::endian::little, "files hold little-endian numbers");

/// Numbers that stand `step` bytes apart.
template <typename T>
void load(const char* from, std::int64_t step, Index count, double* to) {
  for (Index i = 0; i < count; ++i) {
    T value;
    std::memcpy(&value, from + i * step, sizeof(T));
    to[i] = static_cast<double>(value);
  }
}

/// IEEE 754 binary16: 1 sign, 5 exponent and 10 fraction bits.
double from_half(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  const double size = exponent == 31
                          ? (fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN())
                      : exponent == 0 ? std::ldexp(fraction, -24)
                                      : std::ldexp(1024 + fraction, exponent - 25);
  return bits >> 15 ? -size : size;
}

/// bfloat16: the upper half of a float32.
double from_bfloat(std::uint16_t bits) {
  return std::bit_cast<float>(std::uint32_t{bits} << 16);
}

template <double (*decode)(std::uint16_t)>
void load_short(const char* from, std::int64_t step, Index count, double* to) {
  for (Index i = 0; i < count; ++i) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, from + i * step, sizeof(bits));
    to[i] = decode(bits);
  }
}

using Load = void (*)(const char* from, std::int64_t step, Index count, double* to);

struct ElementKind {
  int size;
  Load load;
  const char* sql_type;
  Type type;
};

ElementKind kind_of(Element element) {
  switch (element) {
    case Element::f2:
      return {2, load_short<from_half>, "FLOAT", Type::number};
    case Element::bf2:
      return {2, load_short<from_bfloat>, "FLOAT", Type::number};
    case Element::f4:
      return {4, load<float>, "FLOAT", Type::number};
    case Element::f8:
      return {8, load<double>, "DOUBLE", Type::number};
    case Element::i1:
      return {1, load<std::int8_t>, "TINYINT", Type::integer};
    case Element::i2:
      return {2, load<std::int16_t>, "SMALLINT", Type::integer};
    case Element::i4:
      return {4, load<std::int32_t>, "INTEGER", Type::integer};
    case Element::i8:
      return {8, load<std::int64_t>, "BIGINT", Type::integer};
    case Element::u1:
      return {1, load<std::uint8_t>, "UTINYINT", Type::integer};
    case Element::u2:
      return {2, load<std::uint16_t>, "USMALLINT", Type::integer};
    case Element::u4:
      return {4, load<std::uint32_t>, "UINTEGER", Type::integer};
    case Element::u8:
      return {8, load<std::uint64_t>, "UBIGINT", Type::integer};
  }
  return {};
}

class BinaryReader final : public Reader {
 public:
  BinaryReader(std::unique_ptr<InputFile> file, const BinaryLayout& layout) : file_(std::move(file)), layout_(layout) {
    name_ = file_->name();
    require(layout.rows > 0 && layout.columns > 0, "{} has no records", name_);
    require_columns(layout.columns, name_);
    const ElementKind kind = kind_of(layout.element);
    for (std::int64_t j = 1; j <= layout.columns; ++j) {
      schema_.columns.push_back({.name = fmt::format("x{}", j), .type = kind.type, .sql_type = kind.sql_type});
    }
  }
  std::optional<std::int64_t> records() const override { return layout_.rows; }
  Bytes32 digest(const Bytes32& secret) const override { return digest_of_file(file_->descriptor(), name_, secret); }
  std::vector<std::filesystem::path> files() const override { return {name_}; }
  std::unique_ptr<Source> source(const Selection&, std::int64_t chunk, int threads) const override;
  std::unique_ptr<Source> source_of(const Range&, const Selection&, std::int64_t chunk, int threads) const override;

  Matrix read_rows(std::int64_t begin, std::int64_t count, const std::vector<std::size_t>& columns) const;

 private:
  void read_by_rows(std::int64_t begin, const std::vector<std::size_t>& columns, Matrix& values) const;
  void check_counts(const char* rows, std::int64_t begin, Index count) const;
  void read_by_columns(std::int64_t begin, const std::vector<std::size_t>& columns, Matrix& values) const;
  std::unique_ptr<InputFile> file_;
  BinaryLayout layout_;
};

void BinaryReader::read_by_rows(std::int64_t begin, const std::vector<std::size_t>& columns, Matrix& values) const {
  const ElementKind kind = kind_of(layout_.element);
  const std::int64_t lead = layout_.counted ? 4 : 0;
  thread_local std::vector<char> bytes;  // kept from chunk to chunk: fresh memory costs as much as filling it
  bytes.resize(static_cast<std::size_t>(values.rows() * layout_.row_step));
  file_->read(bytes.data(), bytes.size(), layout_.begin - lead + begin * layout_.row_step);
  if (layout_.counted) check_counts(bytes.data(), begin, values.rows());
  for_runs(values.rows(), values.cols(), [&](Index first, Index count, Index j) {
    const std::int64_t place = static_cast<std::int64_t>(columns[static_cast<std::size_t>(j)]) * kind.size;
    kind.load(bytes.data() + first * layout_.row_step + lead + place, layout_.row_step, count, &values(first, j));
  });
}

void BinaryReader::check_counts(const char* rows, std::int64_t begin, Index count) const {
  for (Index i = 0; i < count; ++i) {
    std::int32_t numbers = 0;
    std::memcpy(&numbers, rows + i * layout_.row_step, sizeof(numbers));
    require(numbers == layout_.columns, "{}: row {} has {} numbers where the first has {}", name_, begin + i + 1, numbers,
            layout_.columns);
  }
}

void BinaryReader::read_by_columns(std::int64_t begin, const std::vector<std::size_t>& columns, Matrix& values) const {
  const ElementKind kind = kind_of(layout_.element);
  std::vector<char> bytes(static_cast<std::size_t>(values.rows() * kind.size));
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const std::int64_t column = layout_.begin + static_cast<std::int64_t>(columns[j]) * layout_.column_step;
    file_->read(bytes.data(), bytes.size(), column + begin * layout_.row_step);
    kind.load(bytes.data(), kind.size, values.rows(), values.col(static_cast<Index>(j)).data());
  }
}

Matrix BinaryReader::read_rows(std::int64_t begin, std::int64_t count, const std::vector<std::size_t>& columns) const {
  Matrix values(count, static_cast<Index>(columns.size()));
  const bool by_rows = layout_.column_step == kind_of(layout_.element).size;
  by_rows ? read_by_rows(begin, columns, values) : read_by_columns(begin, columns, values);
  return values;
}

class BinarySource final : public Source {
 public:
  BinarySource(const BinaryReader& reader, const Range& range, const Selection& selection, std::int64_t chunk)
      : reader_(reader),
        attributes_(column_indices(reader, selection.attributes)),
        kept_(column_indices(reader, selection.kept)),
        first_(selection.first_record),
        chunk_(chunk),
        at_(range.begin),
        end_(std::min(range.end, *reader.records())) {}
  std::function<Chunk()> next() override {
    const std::int64_t begin = at_, count = std::min(records_until_cut(first_ + at_, chunk_), end_ - at_);
    if (count <= 0) return {};
    at_ += count;
    return [this, begin, count] {
      Chunk chunk{.first_record = first_ + begin, .values = reader_.read_rows(begin, count, attributes_)};
      if (!kept_.empty()) chunk.kept = number_columns(reader_.read_rows(begin, count, kept_));
      return chunk;
    };
  }

 private:
  const BinaryReader& reader_;
  std::vector<std::size_t> attributes_, kept_;
  std::int64_t first_, chunk_, at_, end_;
};

std::unique_ptr<Source> BinaryReader::source(const Selection& selection, std::int64_t chunk, int) const {
  return std::make_unique<BinarySource>(*this, Range{}, selection, chunk);
}

std::unique_ptr<Source> BinaryReader::source_of(const Range& range, const Selection& selection, std::int64_t chunk, int) const {
  return std::make_unique<BinarySource>(*this, range, selection, chunk);
}

}  // namespace

int element_size(Element element) {
  return kind_of(element).size;
}

std::unique_ptr<Reader> binary_reader(std::unique_ptr<InputFile> file, const BinaryLayout& layout) {
  return std::make_unique<BinaryReader>(std::move(file), layout);
}

}  // namespace guise::table
