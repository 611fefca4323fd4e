// SPDX-License-Identifier: Apache-2.0
// The files a command reads and those it will write, told before it writes any.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace guise::jobs {

/// Refuses to write over a file that is read, to write one twice, and to write over a key. Names may lead to one file in
/// several ways, through links too; empty names and "-" are no files.
class FilesInUse {
 public:
  void reads(const std::string& name);
  void reads(const std::vector<std::string>& names);
  void reads_release(const std::string& name);  ///< and the card beside it
  void reads_key(const std::string& name);      ///< and its ledger with the anchor
  void reads_query(const std::string& sql);     ///< whatever stands in quotes in it
  /// `what`: the option that names the file, or what is in it.
  void writes(const std::string& what, const std::string& name);

 private:
  struct Written {
    std::string what;
    std::filesystem::path file;
  };
  void require_apart(const std::filesystem::path& read, const std::filesystem::path& written) const;
  std::vector<std::filesystem::path> read_;
  std::vector<Written> written_;
};

}  // namespace guise::jobs
