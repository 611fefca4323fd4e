// SPDX-License-Identifier: Apache-2.0
#include "jobs/chosen_key.h"

#include <system_error>

#include "base/error.h"
#include "table/leftovers.h"
#include "table/parts_folder.h"

namespace guise::jobs {
namespace fs = std::filesystem;

random::Key read_key(const fs::path& file) {
  std::error_code trouble;
  const fs::path real = fs::canonical(file, trouble);
  if (!trouble && fs::hard_link_count(real, trouble) > 1 && !trouble) table::clear_leftovers(real);
  return random::Key::read(file);
}

fs::path key_beside(const std::string& out) {
  return table::without_slash(out) + ".key";
}

ChosenKey choose_key(const std::string& out, const std::string& key_file, bool forget) {
  require(!(forget && !key_file.empty()), "‘forget_key’ makes a key and throws it away; it cannot go with ‘key’");
  if (!key_file.empty()) return {read_key(key_file), key_file};
  const fs::path beside = key_beside(out);
  if (forget) {
    require(out == "-" || !fs::exists(beside),
            "{} is the key of an earlier release and would not fit this one; move it away, or pass another ‘out’",
            beside.string());
    return {random::Key::create()};
  }
  require(out != "-",
          "a release on standard output has no place for its key; pass ‘key=FILE’ (guise key new FILE) or ‘forget_key’");
  if (!fs::exists(beside)) return {random::Key::create(), beside, beside};
  // A key without a release was left by a run that was interrupted: nothing was published with it, so it serves.
  require(!fs::exists(out), "{} exists and keys are never overwritten; pass ‘key={}’ to mask with it again, or another ‘out’",
          beside.string(), beside.string());
  return {read_key(beside), beside};
}

}  // namespace guise::jobs
