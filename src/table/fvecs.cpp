// SPDX-License-Identifier: Apache-2.0
// .fvecs, the format of the SIFT and GIST vector collections: every row is an int32 count followed by that many float32.
#include "base/error.h"
#include "table/binary_reader.h"
#include "table/row_order.h"
#include "table/writer.h"

namespace guise::table {
namespace {

class FvecsWriter final : public Writer {
 public:
  explicit FvecsWriter(AtomicFile& file) : file_(file) {}
  void fit(Matrix& values) const override { values = values.cast<float>().cast<double>(); }
  std::string encode(const Chunk& chunk) const override {
    const Index columns = chunk.values.cols();
    std::string bytes(static_cast<std::size_t>(chunk.records() * (columns + 1)) * sizeof(float), '\0');
    const auto step = static_cast<Index>(sizeof(float)) * (columns + 1);
    const auto count = static_cast<std::int32_t>(columns);
    for (Index i = 0; i < chunk.records(); ++i) std::memcpy(bytes.data() + i * step, &count, sizeof(count));
    write_rows<float>(chunk.values, bytes.data() + sizeof(count), step);
    return bytes;
  }
  void write(Chunk&&, std::string&& encoded) override { file_.write(encoded); }
  void finish(std::int64_t) override {}

 private:
  AtomicFile& file_;
};

}  // namespace

std::unique_ptr<Reader> open_fvecs(const std::string& path) {
  auto file = std::make_unique<InputFile>(path);
  std::int32_t columns = 0;
  if (file->size() >= 8) file->read(&columns, sizeof(columns), 0);
  const std::int64_t step = 4 + 4 * static_cast<std::int64_t>(columns);
  require(columns > 0 && file->size() % step == 0,
          "{} is not a .fvecs file: its size of {} bytes does not fit rows of {} numbers", path, file->size(), columns);
  const BinaryLayout layout{.element = Element::f4,
                            .begin = 4,
                            .rows = file->size() / step,
                            .columns = columns,
                            .row_step = step,
                            .column_step = 4,
                            .counted = true};
  return binary_reader(std::move(file), layout);
}

std::unique_ptr<Writer> fvecs_writer(const Release&, AtomicFile& file) {
  return std::make_unique<FvecsWriter>(file);
}

}  // namespace guise::table
