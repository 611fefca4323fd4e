// SPDX-License-Identifier: Apache-2.0
// NumPy's .npy: float64 in C order, or float32 where the vectors were read as such. The header is written last, when the number
// of rows is known.
#include <fmt/format.h>

#include "table/row_order.h"
#include "table/writer.h"

namespace guise::table {
namespace {

constexpr std::size_t kHeaderSize = 128;  // with the ten bytes in front of it; the format pads headers with spaces

class NpyWriter final : public Writer {
 public:
  NpyWriter(const Release& release, AtomicFile& file) : columns_(release.values.size()), single_(release.single), file_(file) {
    file_.write(std::string(kHeaderSize, ' '));
  }
  void fit(Matrix& values) const override {
    if (single_) values = values.cast<float>().cast<double>();
  }
  std::string encode(const Chunk& chunk) const override { return single_ ? rows<float>(chunk) : rows<double>(chunk); }
  void write(Chunk&&, std::string&& encoded) override { file_.write(encoded); }
  void finish(std::int64_t records) override {
    std::string header("\x93NUMPY\x01\x00", 8);
    header += static_cast<char>(kHeaderSize - 10);
    header += '\0';
    header +=
        fmt::format("{{'descr': '<f{}', 'fortran_order': False, 'shape': ({}, {}), }}", single_ ? 4 : 8, records, columns_);
    header.resize(kHeaderSize, ' ');
    header.back() = '\n';
    file_.overwrite_start(header);
  }

 private:
  template <typename Number>
  static std::string rows(const Chunk& chunk) {
    std::string bytes(static_cast<std::size_t>(chunk.values.size()) * sizeof(Number), '\0');
    write_rows<Number>(chunk.values, bytes.data(), chunk.values.cols() * static_cast<Index>(sizeof(Number)));
    return bytes;
  }
  std::size_t columns_;
  bool single_;
  AtomicFile& file_;
};

}  // namespace

std::unique_ptr<Writer> npy_writer(const Release& release, AtomicFile& file) {
  return std::make_unique<NpyWriter>(release, file);
}

}  // namespace guise::table
