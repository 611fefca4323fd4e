// SPDX-License-Identifier: Apache-2.0
#include "projects/folder.h"

#include <algorithm>

#include "base/digest.h"
#include "base/error.h"
#include "parties/agreement.h"
#include "table/atomic_file.h"
#include "table/input_file.h"

namespace guise::projects {
namespace fs = std::filesystem;
namespace {

constexpr std::int64_t kMostPlan = std::int64_t{4} << 20;  // bytes
constexpr std::size_t kMostFiles = 200'000;                // of messages: 200 owners reveal 40,000 times
constexpr std::size_t kPiece = std::size_t{1} << 20;       // bytes of a file that are worked on at a time
constexpr int kMostAttempts = 1000;

std::string text_of(const fs::path& file, std::int64_t most) {
  const table::InputFile in(file);
  const std::int64_t size = in.size();
  require(size <= most, "it has {} bytes, and at most {} are read", size, most);
  std::string text(static_cast<std::size_t>(size), '\0');
  in.read(text.data(), text.size(), 0);
  return text;
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) fail("the folder {} cannot be made: {}", folder.string(), error.message());
}

/// What is handed on in pieces.
void for_pieces(const fs::path& file, const std::function<void(std::span<const std::uint8_t>)>& take) {
  const table::InputFile in(file);
  const auto size = static_cast<std::size_t>(in.size());
  std::vector<std::uint8_t> piece(std::min(size, kPiece));
  for (std::size_t at = 0; at < size; at += kPiece) {
    const std::size_t count = std::min(kPiece, size - at);
    in.read(piece.data(), count, static_cast<std::int64_t>(at));
    take(std::span(piece).first(count));
  }
}

}  // namespace

std::string session_named_in(std::string_view text) {
  constexpr std::string_view kLine = "\nsession=";
  const std::size_t at = text.substr(0, 200).find(kLine);
  return at == text.npos ? "" : std::string(text.substr(at + kLine.size(), 2 * sizeof(parties::SessionId)));
}

fs::path Folder::plan_file(int attempt) const {
  return path_ / (attempt == 1 ? "plan.json" : fmt::format("plan-{}.json", attempt));
}

std::vector<parties::ProjectPlan> Folder::plans() const {
  std::vector<parties::ProjectPlan> plans;
  std::error_code ignored;
  require(fs::is_directory(path_, ignored), "{} is no folder of a project; name the one that 'guise party plan' made",
          path_.string());
  plans.push_back(parties::read_project_plan(text_of(plan_file(1), kMostPlan), plan_file(1).string()));
  require(plans.back().attempt == 1, "{} is the plan of attempt {}", plan_file(1).string(), plans.back().attempt);
  for (int attempt = 2; attempt <= kMostAttempts && fs::exists(plan_file(attempt), ignored); ++attempt) {
    try {
      plans.push_back(parties::read_project_plan(text_of(plan_file(attempt), kMostPlan), plan_file(attempt).string()));
    } catch (const Error&) {
      break;  // anybody may have put it there
    }
    if (plans.back().attempt == attempt && plans.back().follows == to_hex(plans[plans.size() - 2].hash())) continue;
    plans.pop_back();
    break;
  }
  return plans;
}

void Folder::add_plan(const parties::ProjectPlan& plan) const {
  make_folder(path_ / "messages");
  make_folder(path_ / "releases");
  table::write_file(plan_file(plan.attempt), plan.text(), table::kPublic, false);
}

std::vector<Posted> Folder::messages() const {
  std::vector<Posted> all;
  std::error_code ignored;
  for (const fs::directory_entry& each : fs::directory_iterator(path_ / "messages", ignored)) {
    if (each.path().extension() != ".msg") continue;
    require(all.size() < kMostFiles, "{} holds more than {} messages", (path_ / "messages").string(), kMostFiles);
    all.push_back({.file = each.path().filename().string()});
    try {
      all.back().text = text_of(each.path(), static_cast<std::int64_t>(parties::most_message(parties::Step::rows)));
    } catch (const Error& wrong) {
      all.back().problem = wrong.what();
    }
  }
  std::sort(all.begin(), all.end(), [](const Posted& a, const Posted& b) { return a.file < b.file; });
  return all;
}

bool Folder::publish(const std::string& text) const {
  make_folder(path_ / "messages");
  const std::string hash = to_hex(parties::plan_hash(text)).substr(0, 32);
  for (int place = 1;; ++place) {  // another file may have taken the name
    const fs::path file = path_ / "messages" / (place == 1 ? hash + ".msg" : fmt::format("{}-{}.msg", hash, place));
    std::error_code ignored;
    if (!fs::exists(file, ignored)) {
      table::write_file(file, text, table::kPublic, false);
      return true;
    }
    if (fs::is_regular_file(file, ignored) && fs::file_size(file, ignored) == text.size() && table::read_file(file) == text)
      return false;
  }
}

fs::path Folder::release(const std::string& owner, const Bytes32& data) const {
  return path_ / "releases" / fmt::format("{}-{}.csv", owner, to_hex(data).substr(0, 32));
}

void Folder::publish_release(const fs::path& release_file, const std::string& owner, const Bytes32& data) const {
  make_folder(path_ / "releases");
  const fs::path to = release(owner, data);
  for (const char* ending : {"", ".card.json"})
    copy_file(release_file.string() + ending, to.string() + ending, table::kPublic, true);
}

Bytes32 hash_of_file(const fs::path& file, std::int64_t& bytes) {
  Digest digest;
  bytes = 0;
  for_pieces(file, [&](std::span<const std::uint8_t> piece) {
    digest.add(piece);
    bytes += static_cast<std::int64_t>(piece.size());
  });
  return digest.finish();
}

void copy_file(const fs::path& from, const fs::path& to, unsigned mode, bool overwrite) {
  table::AtomicFile out(to, mode);
  for_pieces(from, [&](std::span<const std::uint8_t> piece) {
    out.write({reinterpret_cast<const char*>(piece.data()), piece.size()});
  });
  out.commit(overwrite);
}

}  // namespace guise::projects
