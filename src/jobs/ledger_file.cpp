// SPDX-License-Identifier: Apache-2.0
#include "jobs/ledger_file.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>

#include "base/error.h"
#include "base/names.h"
#include "release/ledger_anchor.h"
#include "table/atomic_file.h"

namespace guise::jobs {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostNamed = 3;  // earlier releases that a warning names

/// Of the key file, whose name stays the same file while ledgers replace each other.
class Lock {
 public:
  explicit Lock(const fs::path& file) : descriptor_(::open(file.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX) == 0) return;
    const std::string reason = std::strerror(errno);
    if (descriptor_ >= 0) ::close(descriptor_);
    fail("key file {} cannot be locked: {}", file.string(), reason);
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  ~Lock() { ::close(descriptor_); }

 private:
  int descriptor_;
};

/// "a.csv on 2026-11-16, b.csv on 2026-11-17 and 4 more"
std::string named(const release::Ledger& releases) {
  std::vector<std::string> names;
  for (const release::LedgerEntry& each : releases) {
    if (names.size() == kMostNamed) break;
    names.push_back(fmt::format("{} on {}", each.file == "-" ? "standard output" : each.file, each.time.substr(0, 10)));
  }
  if (releases.size() > kMostNamed) names.push_back(fmt::format("{} more", releases.size() - kMostNamed));
  return enumerate(names);
}

release::Ledger with(release::Ledger ledger, const release::LedgerEntry& next) {
  ledger.push_back(next);
  return ledger;
}

/// Of the file itself, whatever names lead to it: two ledgers of one key would not know of each other.
fs::path beside(const fs::path& key_file, const char* ending) {
  const fs::path real = fs::is_symlink(key_file) ? fs::canonical(key_file) : key_file;
  return real.string() + ending;
}

std::optional<release::LedgerDocument> ledger_in(const fs::path& file, const random::Key& key) {
  if (!fs::exists(file)) return {};
  return release::ledger_from_text(table::read_file(file), file.string(), key);
}

std::optional<release::Anchor> anchor_in(const fs::path& file, const random::Key& key) {
  if (!fs::exists(file)) return {};
  return release::anchor_from_text(table::read_file(file), file.string(), key);
}

/// The ledger first: one that holds more than its anchor is believed.
void write_ledger(const fs::path& key_file, const random::Key& key, const release::LedgerDocument& ledger) {
  table::write_file(ledger_beside(key_file), release::ledger_text(ledger, key), table::kPrivate);
  table::write_file(anchor_beside(key_file), release::anchor_text(release::anchor_of(ledger.entries, key), key),
                    table::kPrivate);
}

}  // namespace

fs::path ledger_beside(const fs::path& key_file) {
  return beside(key_file, ".ledger");
}

fs::path anchor_beside(const fs::path& key_file) {
  return beside(key_file, ".anchor");
}

release::LedgerDocument read_ledger(const fs::path& key_file, const random::Key& key) {
  const fs::path file = ledger_beside(key_file);
  // The anchor first: another run writes its ledger before its anchor, so that what is read second is never the older of both.
  const auto anchor = anchor_in(anchor_beside(key_file), key);
  const auto ledger = ledger_in(file, key);
  const std::string fault = release::fault_of(ledger, anchor, key);
  require(fault.empty(),
          "ledger {} {}; restore both files from the last copy, or run: guise ledger {} ‘accept’, to go on with what is there",
          file.string(), fault, key_file.string());
  return ledger.value_or(release::LedgerDocument{});
}

void write_first_anchor(const fs::path& key_file, const random::Key& key) {
  table::write_file(anchor_beside(key_file), release::anchor_text(release::anchor_of({}, key), key), table::kPrivate);
}

release::Acceptance accept_ledger(const fs::path& key_file, const random::Key& key) {
  const Lock lock(key_file);
  release::LedgerDocument ledger = ledger_in(ledger_beside(key_file), key).value_or(release::LedgerDocument{});
  release::Acceptance note{.time = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))),
                           .releases = static_cast<std::int64_t>(ledger.entries.size())};
  try {
    if (const auto anchor = anchor_in(anchor_beside(key_file), key)) note.expected = anchor->releases;
  } catch (const Error&) {  // a damaged anchor counts nothing
  }
  ledger.anchored = true;
  ledger.accepted.push_back(note);
  write_ledger(key_file, key, ledger);
  return note;
}

KeyLedger::KeyLedger(const fs::path& key_file, const random::Key& key, std::optional<release::Budget> budget, bool fresh)
    : key_file_(key_file), key_(key), budget_(budget), fresh_(fresh) {
  const fs::path file = ledger_beside(key_file), folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  require(!fs::exists(folder) || ::access(folder.c_str(), W_OK) == 0,
          "the ledger {} of what is released with the key cannot be written: {}; put the key into a folder of your own",
          file.string(), std::strerror(errno));
  read_ledger(key_file_, key_);
}

std::string KeyLedger::unknown() const {
  if (fresh_ || fs::exists(ledger_beside(key_file_)) || fs::exists(anchor_beside(key_file_))) return "";
  const std::string name = key_file_.string();
  require(!budget_,
          "no ledger is beside {}, so the budget cannot count earlier releases; copy {}.ledger and {}.anchor to it, or run: "
          "guise ledger {} ‘accept’",
          name, name, name, name);
  return fmt::format(
      "Warning: no ledger is beside {}. Releases made with this key elsewhere are not counted. If this file is a copy, copy "
      "{}.ledger and {}.anchor too.",
      name, name, name);
}

void KeyLedger::require_within_budget(const release::Ledger& with_next) const {
  if (!budget_) return;
  const std::string& table = with_next.back().table;
  const release::Composition together = release::composed(with_next, table);
  if (!release::exceeds(together, *budget_)) return;
  const std::size_t earlier = release::distinct_releases(with_next, table).size() - 1;
  const std::string together_with =
      earlier == 0 ? " alone gives"
                   : fmt::format(" and {} earlier one{} of the same records together give", earlier, earlier == 1 ? "" : "s");
  refuse("the budget is {}, and this release{} {}; nothing was released", budget_->text(), together_with,
         release::describe(together));
}

std::string KeyLedger::check(release::LedgerEntry next) const {
  const release::Ledger ledger = read_ledger(key_file_, key_).entries;
  next.table = release::known_table(ledger, next);
  const release::Ledger earlier = release::distinct_releases(ledger, next.table);
  release::LedgerEntry shortest = next;  // how long it is may not be known before the work; add() knows
  if (!shortest.summed) shortest.summed = 1;
  release::require_another_round(ledger, shortest);
  require_within_budget(with(ledger, next));
  const bool again =
      std::any_of(earlier.begin(), earlier.end(), [&](const release::LedgerEntry& each) { return each.salt == next.salt; });
  if (earlier.empty() || again) return "";
  return fmt::format(
      "Warning: these records were released before with this key: {}. Releases of the same records together reveal more than "
      "each alone. All {} together: {}.",
      named(earlier), earlier.size() + 1, release::describe(release::composed(with(ledger, next), next.table)));
}

void KeyLedger::add(release::LedgerEntry next) const {
  const Lock lock(key_file_);
  release::LedgerDocument ledger = read_ledger(key_file_, key_);
  next.table = release::known_table(ledger.entries, next);
  release::require_another_round(ledger.entries, next);
  ledger.entries.push_back(next);
  require_within_budget(ledger.entries);
  ledger.anchored = true;
  write_ledger(key_file_, key_, ledger);
}

}  // namespace guise::jobs
