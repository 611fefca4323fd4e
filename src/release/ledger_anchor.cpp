// SPDX-License-Identifier: Apache-2.0
#include "release/ledger_anchor.h"

#include <charconv>

#include "base/error.h"

namespace guise::release {
namespace {

constexpr std::string_view kVersion = "guise-anchor-1";

/// The rest of the next line if it begins with `name`, else nothing; moves past it.
std::string take_line(std::string_view& rest, std::string_view name) {
  const std::size_t end = rest.find('\n');
  if (!rest.starts_with(name) || end == std::string_view::npos) return {};
  const std::string value(rest.substr(name.size(), end - name.size()));
  rest.remove_prefix(end + 1);
  return value;
}

std::string tag_of(const Ledger& ledger, std::size_t count, const random::Key& key) {
  return to_hex(key.ledger_tag("anchor", ledger_state(ledger, count, key)));
}

std::string releases(std::int64_t count) {
  return fmt::format("{} release{}", count, count == 1 ? "" : "s");
}

std::string were_made(std::int64_t count) {
  return fmt::format("{} made with this key", count == 1 ? "was" : "were");
}

}  // namespace

Anchor anchor_of(const Ledger& ledger, const random::Key& key) {
  return {static_cast<std::int64_t>(ledger.size()), tag_of(ledger, ledger.size(), key)};
}

std::string anchor_text(const Anchor& anchor, const random::Key& key) {
  return fmt::format("{}\nkey={}\nreleases={}\nlast={}\n", kVersion, key.fingerprint(), anchor.releases, anchor.last);
}

Anchor anchor_from_text(const std::string& text, const std::string& origin, const random::Key& key) {
  std::string_view rest = text;
  const std::string version = take_line(rest, "");
  const std::string owner = take_line(rest, "key="), count = take_line(rest, "releases=");
  Anchor anchor{.last = take_line(rest, "last=")};
  const auto [end, error] = std::from_chars(count.data(), count.data() + count.size(), anchor.releases);
  const bool whole = version == kVersion && error == std::errc() && end == count.data() + count.size() &&
                     anchor.releases >= 0 && from_hex(anchor.last) && rest.empty();
  require(
      whole,
      "{} is cut short or no anchor of a ledger; restore it from a copy, or run guise ledger KEY ‘accept’ to take the ledger "
      "as it is",
      origin);
  require(owner == key.fingerprint(), "{} is the anchor of another key's ledger; put the one of this key in its place", origin);
  return anchor;
}

std::string fault_of(const std::optional<LedgerDocument>& ledger, const std::optional<Anchor>& anchor, const random::Key& key) {
  if (!anchor) return ledger && ledger->anchored ? "has no anchor beside it, so an older copy would pass for the last one" : "";
  const std::size_t held = ledger ? ledger->entries.size() : 0;
  if (!ledger && anchor->releases > 0)
    return fmt::format("is missing, and {} {}", releases(anchor->releases), were_made(anchor->releases));
  if (anchor->releases > static_cast<std::int64_t>(held))
    return fmt::format("is an older copy: it holds {}, and {} {}", releases(static_cast<std::int64_t>(held)), anchor->releases,
                       were_made(anchor->releases));
  const bool follows =
      tag_of(ledger ? ledger->entries : Ledger(), static_cast<std::size_t>(anchor->releases), key) == anchor->last;
  return follows ? "" : "tells other releases than its anchor: it was kept beside another copy of this key";
}

}  // namespace guise::release
