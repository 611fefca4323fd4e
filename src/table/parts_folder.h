// SPDX-License-Identifier: Apache-2.0
// A release as a folder of Parquet files with a manifest (table/parquet_folder.h). It gets its name when every part is there.
#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "table/temporaries.h"
#include "table/writer.h"

namespace guise::table {

/// Whether the name of an output is that of a folder: it ends with a slash.
bool names_folder(const std::string& path);
/// The same name without the slash; another name as it is.
std::string without_slash(const std::string& path);

/// A folder under a temporary name beside its own.
class PartsFolder {
 public:
  explicit PartsFolder(const std::string& path);  ///< refuses the name of what is there already, but for an empty folder
  PartsFolder(const PartsFolder&) = delete;
  PartsFolder& operator=(const PartsFolder&) = delete;
  ~PartsFolder();  ///< takes away what was not committed

  const std::filesystem::path& temporary() const { return temporary_; }
  void commit();

 private:
  std::filesystem::path target_, temporary_;
  std::optional<TemporaryName> name_;
};

/// Records of a part file; the last one has what is left.
inline constexpr std::int64_t kPartRecords = 256 * kBlock;

std::unique_ptr<Writer> parts_writer(const Release& release, const PartsFolder& folder);

}  // namespace guise::table
