// SPDX-License-Identifier: Apache-2.0
// Files that appear whole under their name, or not at all.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "table/temporaries.h"
#include "table/write_behind.h"

namespace guise::table {

constexpr unsigned kPublic = 0644;   ///< permissions of what may be shown to others, before the umask …
constexpr unsigned kPrivate = 0600;  ///< … and of keys, originals and guesses of them

/// A temporary file beside `target`, locked while in use. commit() flushes it to disk and renames it; otherwise it is removed.
/// Stale temporaries of the same target left by killed runs are cleared first. A file that replaces another keeps its
/// permissions, but is never more open than `mode` where that is kPrivate.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path target, unsigned mode = kPublic);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();

  const std::filesystem::path& temporary() const { return temporary_; }
  void write(std::string_view bytes);  ///< throws an Error naming the target when the disk is full, if only at the next call
  void write_through(std::string_view bytes);     ///< straight to the file, and no copy stays in memory; before any write()
  void overwrite_start(std::string_view bytes);   ///< of what was written
  void flush();                                   ///< fsync of what is there, also when another library wrote it
  void adopt(const std::filesystem::path& file);  ///< makes a file that another library made beside it the content
  void commit(bool overwrite = true);             ///< `overwrite = false` refuses when the target exists (keys)

 private:
  void discard();
  std::filesystem::path target_, temporary_;
  std::optional<TemporaryName> name_;
  int descriptor_ = -1;
  std::optional<WriteBehind> content_;
};

/// Whole small files: cards, keys, reports. No copy of the bytes stays in memory.
void write_file(const std::filesystem::path& target, std::string_view bytes, unsigned mode = kPublic, bool overwrite = true);
std::string read_file(const std::filesystem::path& file);

}  // namespace guise::table
