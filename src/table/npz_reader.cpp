// SPDX-License-Identifier: Apache-2.0
// .npz, NumPy's archive of arrays: one member is copied out and read as .npy.
#include "base/error.h"
#include "base/names.h"
#include "table/reader.h"
#include "table/spool.h"
#include "table/zip_file.h"

namespace guise::table {
namespace {

constexpr std::string_view kEnding = ".npy";

std::string member_of(const ZipFile& archive, const std::string& wanted, const std::string& path) {
  std::vector<std::string> arrays;
  for (const std::string& name : archive.names())
    if (name.ends_with(kEnding)) arrays.push_back(name.substr(0, name.size() - kEnding.size()));
  require(!arrays.empty(), "{} holds no .npy array", path);
  if (wanted.empty()) {
    require(arrays.size() == 1, "{} holds {} arrays: {}; name one with ‘table={}’", path, arrays.size(), enumerate(arrays),
            arrays.front());
    return arrays.front() + std::string(kEnding);
  }
  require(std::find(arrays.begin(), arrays.end(), wanted) != arrays.end(), "{} holds no array '{}'; it holds {}", path, wanted,
          enumerate(arrays));
  return wanted + std::string(kEnding);
}

}  // namespace

std::unique_ptr<Reader> open_npz(const std::string& path, const std::string& wanted) {
  const InputFile file(path);
  const ZipFile archive(file, "a .npz archive");
  const std::string member = member_of(archive, wanted, path);
  auto copy = temporary_copy(path);
  archive.read(member, [&](std::string_view piece) { append_to_copy(*copy, piece); });
  return open_npy(std::move(copy));
}

}  // namespace guise::table
