// SPDX-License-Identifier: Apache-2.0
// NumPy's .npy: float64 in C order. The header is written last, when the number of rows is known.
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"
#include "table/writer.h"

namespace guise::table {
namespace {

constexpr std::size_t kHeader = 128;  // with the ten bytes in front of it; the format pads headers with spaces

class NpyWriter final : public Writer {
 public:
  NpyWriter(const Release& release, AtomicFile& file) : name_(release.name), columns_(release.values.size()), file_(file) {
    file_.write(std::string(kHeader, ' '));
  }
  std::string encode(const Chunk& chunk) const override {
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    std::string bytes(static_cast<std::size_t>(chunk.values.size()) * sizeof(double), '\0');
    const RowMajor rows = chunk.values;
    std::memcpy(bytes.data(), rows.data(), bytes.size());
    return bytes;
  }
  void write(Chunk&&, std::string&& encoded) override { file_.write(encoded); }
  void finish(std::int64_t records) override {
    std::string header("\x93NUMPY\x01\x00", 8);
    header += static_cast<char>(kHeader - 10);
    header += '\0';
    header += fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({}, {}), }}", records, columns_);
    header.resize(kHeader, ' ');
    header.back() = '\n';
    const ssize_t done = ::pwrite(file_.descriptor(), header.data(), header.size(), 0);
    if (done != static_cast<ssize_t>(kHeader)) fail("{} cannot be written: {}", name_, std::strerror(errno));
  }

 private:
  std::string name_;
  std::size_t columns_;
  AtomicFile& file_;
};

}  // namespace

std::unique_ptr<Writer> npy_writer(const Release& release, AtomicFile& file) {
  return std::make_unique<NpyWriter>(release, file);
}

}  // namespace guise::table
