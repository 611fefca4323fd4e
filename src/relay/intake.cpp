// SPDX-License-Identifier: Apache-2.0
#include "relay/intake.h"

#include <algorithm>

#include "base/digest.h"
#include "base/error.h"
#include "projects/folder.h"
#include "relay/files.h"
#include "table/atomic_file.h"

namespace guise::relay {
namespace fs = std::filesystem;
namespace {

constexpr std::chrono::seconds kLookAgain{2};  // two changes may have one time in the file system

Bytes32 hash_of(const std::string& content) {
  Digest digest;
  digest.add(std::span(reinterpret_cast<const std::uint8_t*>(content.data()), content.size()));
  return digest.finish();
}

}  // namespace

Intake::Intake(fs::path project, std::uint64_t most_bytes) : project_(std::move(project)), most_bytes_(most_bytes) {}

Intake::Times Intake::times() const {
  Times all;
  for (const char* folder : {"", "messages", "releases"}) {
    std::error_code ignored;
    all.push_back(fs::last_write_time(project_ / folder, ignored));
  }
  return all;
}

void Intake::look() {
  const auto now = std::chrono::steady_clock::now();
  const Times found = times();
  if (found == seen_ && now - looked_ < kLookAgain) return;
  const bool changed = found != seen_;
  seen_ = found, looked_ = now;
  std::vector<std::string> names = files_of(project_);
  if (!changed && names == files_) return;
  const projects::Folder folder(project_);
  const std::vector<parties::ProjectPlan> plans = folder.plans();
  for (std::size_t i = attempts_.size(); i < plans.size(); ++i) attempts_.push_back(parties::Project::observe(plans[i]));
  std::vector<std::string> fresh;
  std::set_difference(names.begin(), names.end(), files_.begin(), files_.end(), std::back_inserter(fresh));
  for (const std::string& name : fresh) {
    std::error_code ignored;
    const std::uintmax_t size = fs::file_size(project_ / name, ignored);
    if (!ignored) bytes_ += size;
    if (!is_message_name(name) || ignored || size > parties::most_message(parties::Step::rows)) continue;
    const std::string text = table::read_file(project_ / name);
    for (parties::Project& attempt : attempts_) attempt.receive(text);
  }
  files_ = std::move(names);
}

const std::vector<std::string>& Intake::files() {
  look();
  return files_;
}

std::string Intake::refuse(const std::string& name, const std::string& content) {
  if (!is_message_name(name)) return refuse_release(name, content);
  if (name != message_name(content)) return "a message is named by its hash";
  std::string reason = "the project has no plan";
  for (parties::Project& attempt : attempts_) {
    reason = attempt.receive(content);
    if (reason.empty()) break;
  }
  return reason;
}

/// Signed by the owner: a manifest of some attempt has this hash.
std::string Intake::refuse_release(const std::string& name, const std::string& content) const {
  const ReleaseName release = release_name(name);
  for (const parties::Project& attempt : attempts_)
    for (std::size_t by = 0; by < attempt.plan().owners.size(); ++by) {
      if (attempt.plan().owners[by].name != release.owner || !attempt.said(parties::Step::release, by)) continue;
      const parties::Manifest manifest = attempt.manifest_of(by);
      if (to_hex(manifest.data).starts_with(release.hash) && hash_of(content) == (release.card ? manifest.card : manifest.data))
        return "";
    }
  return "no owner signed a manifest of it; send the message of the step 'release' first";
}

std::string Intake::take(const std::string& name, const std::string& content) {
  if (!is_file_name(name)) return "it is no file of a project";
  if (is_plan_name(name)) return "plans are put there by the miner's operator";
  look();
  std::error_code ignored;
  if (fs::exists(project_ / name, ignored))
    return table::read_file(project_ / name) == content ? "" : "another file has this name, and none is written over";
  if (bytes_ + content.size() > most_bytes_) return "the project's files have reached the limit of the server";
  const std::string reason = refuse(name, content);
  if (!reason.empty()) return reason;
  fs::create_directories((project_ / name).parent_path());
  table::write_file(project_ / name, content, table::kPublic, false);
  bytes_ += content.size();
  files_.insert(std::lower_bound(files_.begin(), files_.end(), name), name);
  seen_ = times();
  return "";
}

}  // namespace guise::relay
