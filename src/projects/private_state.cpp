// SPDX-License-Identifier: Apache-2.0
#include "projects/private_state.h"

#include <sodium.h>

#include <algorithm>

#include "base/error.h"
#include "parties/agreement.h"
#include "random/derive.h"
#include "random/private_file.h"
#include "table/atomic_file.h"

namespace guise::projects {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kFirst = "guise-session-1\nsession=", kSecond = "\nbytes=";
constexpr const char *kBytesFile = "session.secret", *kPlanFile = "plan.json";

void make_private(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) fs::permissions(folder, fs::perms::owner_all, error);
  if (error) fail("the private folder {} cannot be made: {}", folder.string(), error.message());
}

bool is_inside(const fs::path& file, const fs::path& folder) {
  std::error_code ignored;
  const fs::path inner = fs::weakly_canonical(file, ignored), outer = fs::weakly_canonical(folder, ignored);
  return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

}  // namespace

PrivateState::PrivateState(const fs::path& identity_file, const parties::ProjectPlan& plan, const fs::path& project)
    : session_(to_hex(plan.session)), plan_(plan.text()) {
  require(!is_inside(identity_file, project),
          "{} lies in the project's folder, which others read; move it to a folder of your own", identity_file.string());
  fs::path beside = identity_file;
  folder_ = beside.replace_extension(".projects") / session_.substr(0, 16);
}

bool PrivateState::has(const std::string& name) const {
  std::error_code ignored;
  return fs::exists(folder_ / name, ignored);
}

bool PrivateState::begun() const {
  return has(kBytesFile);
}

void PrivateState::begin() {
  make_private(folder_.parent_path());
  make_private(folder_);
  make_private(folder_ / "said");
  table::write_file(folder_ / kPlanFile, plan_, table::kPrivate);
  random::start_sodium();
  random::SecretBytes fresh;
  randombytes_buf(fresh.bytes().data(), fresh.size());
  random::SecretText text(256);
  text.add(kFirst).add(session_).add(kSecond).add_hex(fresh).add("\n");
  table::write_file(folder_ / kBytesFile, text, table::kPrivate, false);
}

void PrivateState::require_plan() const {
  require(table::read_file(folder_ / kPlanFile) == plan_,
          "the plan was changed after this party signed it; the one that was signed is {}", (folder_ / kPlanFile).string());
}

random::SecretBytes PrivateState::contribution() const {
  const fs::path name = folder_ / kBytesFile;
  const random::PrivateFile file(name, {.noun = "session file",
                                        .maker = "'guise party next'",
                                        .if_absent = "restore it from a copy, or ask your partners to begin again"});
  file.require_private();
  const std::string_view text = file.text();
  const std::string first = std::string(kFirst) + session_ + std::string(kSecond);
  random::SecretBytes out;
  std::size_t size = 0;
  const bool whole = text.starts_with(first) && text.size() == first.size() + 2 * out.size() + 1 &&
                     sodium_hex2bin(out.bytes().data(), out.size(), text.data() + first.size(), 2 * out.size(), nullptr, &size,
                                    nullptr) == 0 &&
                     size == out.size();
  require(whole, "session file {} is damaged, or of another session; restore it from a copy", name.string());
  return out;
}

void PrivateState::keep(const std::string& text) {
  const fs::path file = folder_ / "said" / (to_hex(parties::plan_hash(text)).substr(0, 32) + ".msg");
  if (!fs::exists(file)) table::write_file(file, text, table::kPrivate, false);
}

std::vector<std::string> PrivateState::kept() const {
  std::vector<std::string> all;
  std::error_code ignored;
  for (const fs::directory_entry& each : fs::directory_iterator(folder_ / "said", ignored))
    if (each.path().extension() == ".msg") all.push_back(table::read_file(each.path()));
  return all;
}

}  // namespace guise::projects
