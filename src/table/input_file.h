// SPDX-License-Identifier: Apache-2.0
// An open file that is only read.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace guise::table {

/// Where the system shows the open files of a process.
inline constexpr std::string_view kDescriptors = "/proc/self/fd/";

/// Refuses in one sentence what is missing, unreadable, a folder, a pipe or empty.
class InputFile {
 public:
  explicit InputFile(const std::filesystem::path& path);
  InputFile(int descriptor, std::string name) : descriptor_(descriptor), name_(std::move(name)) {}  ///< takes the descriptor
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile();

  int descriptor() const { return descriptor_; }
  const std::string& name() const { return name_; }
  /// A name of this very file, for DuckDB: it holds none of the characters that DuckDB takes for a pattern, and leads to the
  /// same content after another file has taken the name.
  std::string path() const;
  std::int64_t size() const;
  void read(void* to, std::size_t count, std::int64_t offset) const;

 private:
  int descriptor_ = -1;
  std::string name_;
};

std::int64_t size_of_file(int descriptor, const std::string& name);
/// Exactly `count` bytes; fails when the file has become shorter.
void read_at(int descriptor, void* to, std::size_t count, std::int64_t offset, const std::string& name);

}  // namespace guise::table
