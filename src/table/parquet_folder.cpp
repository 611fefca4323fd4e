// SPDX-License-Identifier: Apache-2.0
#include "table/parquet_folder.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/json_text.h"
#include "table/atomic_file.h"

namespace guise::table {
namespace fs = std::filesystem;
namespace {

bool is_part(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  std::error_code ignored;
  return name.ends_with(".parquet") && !name.starts_with('.') && !name.starts_with('_') && entry.is_regular_file(ignored);
}

std::vector<fs::path> in_order_of_names(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (is_part(entry)) files.push_back(entry.path());
  std::sort(files.begin(), files.end(),
            [](const fs::path& a, const fs::path& b) { return a.filename().native() < b.filename().native(); });
  return files;
}

std::vector<fs::path> in_order_of_manifest(const fs::path& folder, const fs::path& manifest) {
  const nlohmann::json document = parse_json(read_file(manifest), manifest.string());
  const auto refuse_it = [&](std::string_view why) {
    refuse("{} is no manifest of part files: {}; write the folder again", manifest.string(), why);
  };
  if (!document.is_object() || !document.contains("guise_parts") || document["guise_parts"] != 1 ||
      !document.contains("parts") || !document["parts"].is_array())
    refuse_it("it has no list of parts");
  std::vector<fs::path> files;
  for (const nlohmann::json& part : document["parts"]) {
    if (!part.is_object() || !part.contains("file") || !part["file"].is_string()) refuse_it("a part of it has no file");
    const fs::path name(part["file"].get<std::string>());
    if (name.has_parent_path() || !name.has_filename()) refuse_it(fmt::format("'{}' is not in the folder", name.string()));
    const fs::path file = folder / name;
    std::error_code missing;
    const std::uintmax_t size = fs::file_size(file, missing);
    require(!missing, "{} names the file '{}', which is not in the folder; write the folder again", manifest.string(),
            name.string());
    if (part.contains("bytes") && part["bytes"].is_number_unsigned())
      require(part["bytes"].get<std::uintmax_t>() == size, "{} has {} bytes, and its manifest says {}; write the folder again",
              file.string(), size, part["bytes"].get<std::uintmax_t>());
    files.push_back(file);
  }
  return files;
}

void require_alike(const Table& first, const Table& other) {
  const auto &a = first.schema().columns, &b = other.schema().columns;
  bool same = a.size() == b.size();
  for (std::size_t i = 0; same && i < a.size(); ++i) same = a[i].name == b[i].name && a[i].sql_type == b[i].sql_type;
  require(same, "{} has other columns than {}; the files of one table have the same columns in the same order", other.name(),
          first.name());
}

}  // namespace

bool is_parquet_folder(const fs::path& path) {
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) return false;
  const auto files = fs::directory_iterator(path, ignored);
  return std::any_of(begin(files), end(files), is_part);
}

std::vector<fs::path> parquet_files(const fs::path& folder) {
  std::error_code ignored;
  const fs::path manifest = folder / kManifest;
  std::vector<fs::path> files =
      fs::exists(manifest, ignored) ? in_order_of_manifest(folder, manifest) : in_order_of_names(folder);
  require(!files.empty(), "{} holds no Parquet files", folder.string());
  return files;
}

std::unique_ptr<Reader> open_parquet_folder(const fs::path& folder) {
  std::vector<Table> parts;
  for (const fs::path& file : parquet_files(folder)) {
    parts.push_back(Table::open(file.string()));
    require_alike(parts.front(), parts.back());
  }
  return stack_as(std::move(parts), folder.string());
}

}  // namespace guise::table
