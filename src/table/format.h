// SPDX-License-Identifier: Apache-2.0
// The file formats, by the ending of a name.
#pragma once
#include <string>

namespace guise::table {

enum class Format { pipe, csv, parquet, json, npy, fvecs, database };

struct FormatOf {
  Format format;
  std::string file;
  std::string table = "";  ///< of file.duckdb:table
};

/// Refuses an ending that is none of .csv .tsv .parquet .json .npy .fvecs .duckdb, naming them.
FormatOf format_of(const std::string& path);

}  // namespace guise::table
