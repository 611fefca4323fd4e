// SPDX-License-Identifier: Apache-2.0
// CSV and TSV with the shortest digits that read back as the same numbers.
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>

#include "base/error.h"
#include "table/csv_field.h"
#include "table/number_text.h"
#include "table/writer.h"

namespace guise::table {
namespace {

void write_standard_output(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail("standard output cannot be written: {}", std::strerror(errno));
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
}

class CsvWriter final : public Writer {
 public:
  CsvWriter(const Release& release, char delimiter, AtomicFile* file)
      : integer_(release.integer), delimiter_(delimiter), file_(file) {
    for (const std::string& name : release.names()) {
      if (!header_.empty()) header_ += delimiter;
      append_field(header_, name, delimiter);
    }
    header_ += '\n';
  }

  std::string encode(const Chunk& chunk) const override {
    const Index columns = chunk.values.cols();
    std::string out;
    const std::size_t numbers =
        static_cast<std::size_t>(columns) * (kNumberText + 1) + 2;  // most that the numbers of a row take
    for (Index i = 0; i < chunk.records(); ++i) {
      for (std::size_t j = 0; j < chunk.kept.size(); ++j) {
        if (j > 0) out += delimiter_;
        const bool null = chunk.kept[j].null[static_cast<std::size_t>(i)] != 0;
        if (!null) append_field(out, text_at(chunk.kept[j], i), delimiter_);
      }
      const std::size_t used = out.size();
      if (out.capacity() < used + numbers) out.reserve(std::max(2 * out.capacity(), used + numbers));
      out.resize(used + numbers);
      char* at = out.data() + used;
      for (Index j = 0; j < columns; ++j) {
        if (j > 0 || !chunk.kept.empty()) *at++ = delimiter_;
        const double x = chunk.values(i, j);
        if (std::isnan(x)) continue;  // a gap
        at = integer_[static_cast<std::size_t>(j)] ? write_integer(at, x) : write_number(at, x);
      }
      *at++ = '\n';
      out.resize(static_cast<std::size_t>(at - out.data()));
    }
    return out;
  }

  void write(Chunk&&, std::string&& encoded) override {
    write_header();
    put(encoded);
  }
  void finish(std::int64_t) override { write_header(); }

 private:
  void write_header() { put(std::exchange(header_, "")); }
  void put(std::string_view bytes) { file_ == nullptr ? write_standard_output(bytes) : file_->write(bytes); }

  std::vector<bool> integer_;
  char delimiter_;
  AtomicFile* file_;
  std::string header_;
};

}  // namespace

std::unique_ptr<Writer> csv_writer(const Release& release, char delimiter, AtomicFile* file) {
  return std::make_unique<CsvWriter>(release, delimiter, file);
}

}  // namespace guise::table
