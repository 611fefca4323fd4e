// SPDX-License-Identifier: Apache-2.0
// The members of a zip archive, as .xlsx and .npz are: read in pieces, never whole.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "table/input_file.h"

namespace guise::table {

class ZipFile {
 public:
  /// Refuses what is no archive. `kind`: what it should be, for the message.
  ZipFile(const InputFile& file, std::string_view kind);
  ZipFile(const ZipFile&) = delete;
  ZipFile& operator=(const ZipFile&) = delete;
  ~ZipFile();

  std::vector<std::string> names() const;
  bool has(const std::string& member) const;
  /// Hands a member's content to `take`, piece by piece. What the archive claims of its size is held against what can be
  /// compressed into so few bytes.
  void read(const std::string& member, const std::function<void(std::string_view)>& take) const;
  /// A member that must fit into memory.
  std::string text(const std::string& member, std::size_t most) const;

 private:
  const InputFile& file_;
  void* archive_;
};

}  // namespace guise::table
