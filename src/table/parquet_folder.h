// SPDX-License-Identifier: Apache-2.0
// A folder of Parquet files as one table. Files stand in the order of their names, byte by byte; a manifest says another.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "table/reader.h"

namespace guise::table {

inline constexpr const char* kManifest = "_manifest.json";

/// Whether the path is a folder that holds Parquet files.
bool is_parquet_folder(const std::filesystem::path& path);

/// Its files in their order. Names that begin with a dot or an underscore belong to other programs and are left out. Refuses a
/// manifest that names a file that is not there or has another size.
std::vector<std::filesystem::path> parquet_files(const std::filesystem::path& folder);

/// The records of all files, numbered on from file to file. Refuses files whose columns differ.
std::unique_ptr<Reader> open_parquet_folder(const std::filesystem::path& folder);

/// Tables one below the other under one name.
std::unique_ptr<Reader> stack_as(std::vector<Table> parts, std::string name);

}  // namespace guise::table
