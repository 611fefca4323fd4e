// SPDX-License-Identifier: Apache-2.0
#include "jobs/files_in_use.h"

#include "base/error.h"
#include "random/key.h"
#include "random/private_file.h"
#include "table/database_address.h"
#include "table/format.h"
#include "table/parts_folder.h"
#include "table/same_file.h"

namespace guise::jobs {
namespace fs = std::filesystem;

void FilesInUse::require_apart(const fs::path& read, const fs::path& written) const {
  require(!table::same_file(read, written), "{} is both input and output; name another output file", written.string());
}

void FilesInUse::reads(const std::string& name) {
  table::require_no_password(name);  // before anything is written, a request among it
  if (name.empty() || name == "-" || table::is_database_address(name)) return;
  const fs::path& file = read_.emplace_back(table::file_of(name));
  for (const Written& written : written_) require_apart(file, written.file);
}

void FilesInUse::reads(const std::vector<std::string>& names) {
  for (const std::string& name : names) reads(name);
}

void FilesInUse::reads_release(const std::string& name) {
  if (name.empty() || name == "-") return;
  reads(name);
  reads(table::without_slash(name) + ".card.json");
}

void FilesInUse::reads_key(const std::string& name) {
  if (name.empty()) return;
  reads(name);
  reads(name + ".ledger");
  reads(name + ".anchor");
}

void FilesInUse::reads_query(const std::string& sql) {
  for (const char quote : {'\'', '"'})
    for (std::size_t open = sql.find(quote); open != std::string::npos;) {
      const std::size_t close = sql.find(quote, open + 1);
      if (close == std::string::npos) break;
      reads(sql.substr(open + 1, close - open - 1));
      open = sql.find(quote, close + 1);
    }
}

void FilesInUse::writes(const std::string& what, const std::string& name) {
  if (name.empty() || name == "-") return;
  const fs::path file = table::file_of(name);
  for (const fs::path& read : read_) require_apart(read, file);
  for (const Written& other : written_)
    require(!table::same_file(other.file, file),
            "{} would be written twice, as {} and as {}; name another file for one of them", file.string(), other.what, what);
  require(!random::Key::is_in(file), "{} is a key, and keys are never overwritten; name another file for {}", file.string(),
          what);
  require(!random::begins_with(file, random::kIdentityFamily),
          "{} is a secret identity, and these are never overwritten; name another file for {}", file.string(), what);
  written_.push_back({what, file});
}

}  // namespace guise::jobs
