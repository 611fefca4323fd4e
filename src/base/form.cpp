// SPDX-License-Identifier: Apache-2.0
#include "base/form.h"

#include "base/error.h"

namespace guise {

void FormWriter::kind(std::string_view name, int version) {
  put(std::string(name));
  put(static_cast<std::int32_t>(version));
}

void FormWriter::put(const std::string& text) {
  put(static_cast<std::uint64_t>(text.size()));
  raw(text.data(), text.size());
}

void FormWriter::put(const Matrix& values) {
  put(static_cast<std::int64_t>(values.rows()));
  put(static_cast<std::int64_t>(values.cols()));
  raw(values.data(), static_cast<std::size_t>(values.size()) * sizeof(double));
}

void FormWriter::put(const Vector& values) {
  put(static_cast<std::uint64_t>(values.size()));
  raw(values.data(), static_cast<std::size_t>(values.size()) * sizeof(double));
}

void FormReader::check(bool holds, std::string_view what) const {
  require(holds, "{} is damaged: {}; make it again", origin_, what);
}

void FormReader::raw(void* to, std::size_t count) {
  check(count <= left_.size(), "it ends too early");
  if (count > 0) std::memcpy(to, left_.data(), count);
  left_.remove_prefix(count);
}

std::size_t FormReader::length(std::size_t least_bytes) {
  std::uint64_t count = 0;
  get(count);
  check(count <= left_.size() / least_bytes, "a list in it claims to be longer than the file");
  return static_cast<std::size_t>(count);
}

void FormReader::kind(std::string_view name, int version) {
  std::string found;
  std::int32_t its = 0;
  get(found);
  get(its);
  if (found == name && its > version)
    refuse("{} holds '{}' of version {}, and guise here reads versions up to {}; use one version of guise everywhere", origin_,
           name, its, version);
  check(found == name && its == version, "another statistic stands in its place");
}

void FormReader::finish() const {
  check(left_.empty(), "more stands in it than belongs there");
}

void FormReader::get(bool& value) {
  std::uint8_t byte = 0;
  raw(&byte, 1);
  check(byte < 2, "a truth value is neither");
  value = byte == 1;
}

void FormReader::get(std::string& text) {
  text.resize(length(1));
  raw(text.data(), text.size());
}

void FormReader::get(Matrix& values) {
  std::int64_t rows = 0, columns = 0;
  get(rows);
  get(columns);
  constexpr std::int64_t most = std::int64_t{1} << 40;
  check(rows >= 0 && columns >= 0 && rows < most && columns < most, "a matrix in it has an impossible size");
  const auto room = static_cast<std::int64_t>(left_.size() / sizeof(double));
  check(columns == 0 || rows <= room / columns, "a matrix in it claims to be larger than the file");
  values.resize(rows, columns);
  raw(values.data(), static_cast<std::size_t>(values.size()) * sizeof(double));
}

void FormReader::get(Vector& values) {
  values.resize(static_cast<Index>(length(sizeof(double))));
  raw(values.data(), static_cast<std::size_t>(values.size()) * sizeof(double));
}

}  // namespace guise
