// SPDX-License-Identifier: Apache-2.0
#include "relay/files.h"

#include <algorithm>

#include "parties/agreement.h"
#include "parties/identity.h"

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

bool is_message_name(std::string_view name) {
  return is_file_name(name) && name.starts_with(kMessages);
}

bool is_plan_name(std::string_view name) {
  return is_plan(name);
}

ReleaseName release_name(std::string_view name) {
  const std::string_view stem = stem_of(name);
  return {.owner = std::string(stem.substr(0, stem.size() - kHexDigits - 1)),
          .hash = std::string(stem.substr(stem.size() - kHexDigits)),
          .card = name.ends_with(kCard)};
}

std::string message_name(std::string_view content) {
  return fmt::format("{}{}{}", kMessages, to_hex(parties::plan_hash(content)).substr(0, kHexDigits), kMessage);
}

}  // namespace guise::relay
