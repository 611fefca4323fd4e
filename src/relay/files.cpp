// SPDX-License-Identifier: Apache-2.0
#include "relay/files.h"

#include <algorithm>

#include "base/digest.h"
#include "base/error.h"
#include "parties/project.h"
#include "projects/folder.h"
#include "table/atomic_file.h"

namespace guise::relay {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kHexDigits = 32;  // of a hash in a name
constexpr std::string_view kMessages = "messages/", kReleases = "releases/", kMessage = ".msg", kCard = ".csv.card.json",
                           kRelease = ".csv";

bool is_hex(std::string_view text) {
  return text.size() == kHexDigits && text.find_first_not_of("0123456789abcdef") == text.npos;
}

/// "OWNER-HASH" of a release's name; empty where it is none.
std::string_view stem_of(std::string_view name) {
  if (!name.starts_with(kReleases)) return {};
  name.remove_prefix(kReleases.size());
  const std::string_view ending = name.ends_with(kCard) ? kCard : kRelease;
  if (!name.ends_with(ending)) return {};
  name.remove_suffix(ending.size());
  const bool shaped = name.size() > kHexDigits + 1 && name[name.size() - kHexDigits - 1] == '-' &&
                      is_hex(name.substr(name.size() - kHexDigits)) &&
                      parties::is_party_name(name.substr(0, name.size() - kHexDigits - 1));
  return shaped ? name : std::string_view();
}

bool is_plan(std::string_view name) {
  if (name == "plan.json") return true;
  if (!name.starts_with("plan-") || !name.ends_with(".json") || name.size() > 13) return false;
  const std::string_view number = name.substr(5, name.size() - 10);
  return !number.empty() && number.find_first_not_of("0123456789") == number.npos && number.front() != '0';
}

std::string refuse_message(const std::string& name, const std::string& content, const fs::path& project) {
  if (name != fmt::format("{}{}{}", kMessages, to_hex(parties::plan_hash(content)).substr(0, kHexDigits), kMessage))
    return "a message is named by its hash";
  std::string reason = "the project has no plan";
  for (const parties::ProjectPlan& plan : projects::Folder(project).plans()) {
    reason = parties::Project::observe(plan).receive(content);
    if (reason.empty()) return reason;
  }
  return reason;
}

/// Signed by the owner: some manifest of the project has this hash and size.
std::string refuse_release(const std::string& name, const std::string& content, const fs::path& project) {
  const std::string_view stem = stem_of(name);
  const std::string owner(stem.substr(0, stem.size() - kHexDigits - 1)), hash(stem.substr(stem.size() - kHexDigits));
  Digest digest;
  digest.add(std::span(reinterpret_cast<const std::uint8_t*>(content.data()), content.size()));
  const Bytes32 found = digest.finish();
  const projects::Folder folder(project);
  const std::vector<projects::Posted> messages = folder.messages();
  for (const parties::ProjectPlan& plan : folder.plans()) {
    parties::Project all = parties::Project::observe(plan);
    for (const projects::Posted& each : messages)
      if (projects::session_named_in(each.text) == to_hex(plan.session)) all.receive(each.text);
    for (std::size_t by = 0; by < plan.owners.size(); ++by) {
      if (plan.owners[by].name != owner || !all.said(parties::Step::release, by)) continue;
      const parties::Manifest manifest = all.manifest_of(by);
      if (to_hex(manifest.data).starts_with(hash) && found == (name.ends_with(kCard) ? manifest.card : manifest.data))
        return "";
    }
  }
  return "no owner signed a manifest of it; send the message of the step 'release' first";
}

std::uint64_t bytes_of(const fs::path& project) {
  std::uint64_t bytes = 0;
  for (const std::string& name : files_of(project)) {
    std::error_code ignored;
    const std::uintmax_t size = fs::file_size(project / name, ignored);
    if (!ignored) bytes += size;
  }
  return bytes;
}

}  // namespace

bool is_project_name(std::string_view name) {
  return parties::is_party_name(name);
}

bool is_file_name(std::string_view name) {
  if (is_plan(name) || !stem_of(name).empty()) return true;
  return name.starts_with(kMessages) && name.ends_with(kMessage) &&
         name.size() == kMessages.size() + kHexDigits + kMessage.size() && is_hex(name.substr(kMessages.size(), kHexDigits));
}

std::vector<std::string> files_of(const fs::path& project) {
  std::vector<std::string> names;
  for (const std::string folder : {"", "messages", "releases"}) {
    std::error_code ignored;
    for (const fs::directory_entry& each : fs::directory_iterator(project / folder, ignored)) {
      const std::string name = (folder.empty() ? "" : folder + "/") + each.path().filename().string();
      if (is_file_name(name) && each.is_regular_file(ignored)) names.push_back(name);
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string take_file(const fs::path& project, const std::string& name, const std::string& content, std::uint64_t most_bytes) {
  if (!is_file_name(name)) return "it is no file of a project";
  if (is_plan(name)) return "plans are put there by the miner's operator";
  std::error_code ignored;
  if (fs::exists(project / name, ignored))
    return table::read_file(project / name) == content ? "" : "another file has this name, and none is written over";
  if (bytes_of(project) + content.size() > most_bytes) return "the project's files have reached the limit of the server";
  std::string reason;
  try {
    reason = name.starts_with(kMessages) ? refuse_message(name, content, project) : refuse_release(name, content, project);
  } catch (const Error& wrong) {
    if (wrong.fault() != Fault::usage) throw;
    reason = wrong.what();
  }
  if (!reason.empty()) return reason;
  fs::create_directories((project / name).parent_path());
  table::write_file(project / name, content, table::kPublic, false);
  return "";
}

}  // namespace guise::relay
