// SPDX-License-Identifier: Apache-2.0
#include "release/ledger.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/digest.h"
#include "base/error.h"
#include "base/json_text.h"

namespace guise::release {
namespace {

using nlohmann::json;

constexpr int kFormat = 2;              // 1 had no anchor beside it
constexpr int kBeginning = 1;           // of the chain, the same in both
constexpr std::size_t kNameBytes = 16;  // of a table's name: two tables never get the same by chance

/// The same bytes before and after a file; names of files need not be UTF-8.
std::string canonical(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

Bytes32 digest_of(const json& entry) {
  Digest digest;
  digest.add(canonical(entry));
  return digest.finish();
}

json certificate_json(const Certificate& certificate) {
  json out{{"guarantee", guarantee_name(certificate.kind)}};
  if (!certificate.holds()) return out;
  out["unit"] = certificate.unit;
  if (certificate.mu) out["mu"] = *certificate.mu;
  if (certificate.epsilon) out["epsilon"] = *certificate.epsilon;
  if (certificate.sketch) out["sketch"] = {{"leverage", certificate.sketch->leverage}, {"rows", certificate.sketch->rows}};
  out["extra_delta"] = certificate.extra_delta;
  return out;
}

Certificate certificate_from(const json& in) {
  Certificate out;
  constexpr std::array kinds{Guarantee::none, Guarantee::gaussian, Guarantee::grid, Guarantee::laplace, Guarantee::sketch};
  const auto name = in.at("guarantee").get<std::string>();
  const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](Guarantee each) { return guarantee_name(each) == name; });
  require(kind != kinds.end(), "a guarantee '{}' is unknown", name);
  out.kind = *kind;
  if (!out.holds()) return out;
  out.unit = in.at("unit");
  out.extra_delta = in.at("extra_delta");
  if (out.kind == Guarantee::gaussian || out.kind == Guarantee::grid) out.mu = in.at("mu").get<double>();
  if (out.kind == Guarantee::laplace) out.epsilon = in.at("epsilon").get<double>();
  if (out.kind == Guarantee::sketch)
    out.sketch = theory::Sketch{.leverage = in.at("sketch").at("leverage"), .rows = in.at("sketch").at("rows")};
  return out;
}

LedgerEntry entry_from(const json& in) {
  LedgerEntry out{.time = in.at("time"),
                  .file = in.at("file"),
                  .mask = in.at("mask"),
                  .attributes = in.at("attributes"),
                  .first_record = in.at("first_record"),
                  .table = in.at("table"),
                  .salt = in.at("salt"),
                  .certificate = certificate_from(in.at("certificate"))};
  if (in.contains("rows")) out.rows = in.at("rows").get<std::string>();
  if (!in.at("records").is_null()) out.records = in.at("records").get<std::int64_t>();
  if (in.contains("round")) out.round = in.at("round").get<std::string>();
  if (in.contains("summed")) out.summed = in.at("summed").get<std::int64_t>();
  return out;
}

/// Of what comes before the first entry.
Bytes32 beginning(const random::Key& key) {
  return digest_of({{"guise_ledger", kBeginning}, {"key", key.fingerprint()}});
}

json accepted_json(const std::vector<Acceptance>& accepted) {
  json out = json::array();
  for (const Acceptance& each : accepted)
    out.push_back(
        {{"time", each.time}, {"releases", each.releases}, {"expected", each.expected ? json(*each.expected) : json(nullptr)}});
  return out;
}

std::vector<Acceptance> accepted_from(const json& in) {
  std::vector<Acceptance> out;
  for (const json& each : in) {
    out.push_back({.time = each.at("time"), .releases = each.at("releases")});
    if (!each.at("expected").is_null()) out.back().expected = each.at("expected").get<std::int64_t>();
  }
  return out;
}

/// Of the last entry, and in format 2 of what else the ledger says.
std::string check_of(const random::Key& key, const Bytes32& last, const LedgerDocument& ledger) {
  if (!ledger.anchored) return to_hex(key.ledger_tag("check", last));
  return to_hex(key.ledger_tag("check", digest_of({{"last", to_hex(last)}, {"accepted", accepted_json(ledger.accepted)}})));
}

LedgerDocument checked(const json& document, const random::Key& key) {
  const json& format = document.at("guise_ledger");
  require(format == 1 || format == kFormat, "this version of guise reads formats 1 and {}", kFormat);
  require(document.at("key") == key.fingerprint(), "it belongs to another key");
  LedgerDocument ledger;
  ledger.anchored = format != 1;
  if (ledger.anchored) ledger.accepted = accepted_from(document.at("accepted"));
  Ledger& out = ledger.entries;
  Bytes32 before = beginning(key);
  for (const json& entry : document.at("entries")) {
    require(entry.at("before") == to_hex(before),
            "entry {} does not follow from what stands before it: something was changed or removed", out.size() + 1);
    before = digest_of(entry);
    out.push_back(entry_from(entry));
  }
  require(document.at("check") == check_of(key, before, ledger),
          "the last entry was changed or removed, or it is another key's");
  return ledger;
}

}  // namespace

std::string ledger_table(const random::Key& key, const Bytes32& content) {
  const Bytes32 tag = key.ledger_tag("table", content);
  return to_hex(std::span(tag).first(kNameBytes));
}

std::string ledger_rows(const random::Key& key, const Bytes32& sum) {
  const Bytes32 tag = key.ledger_tag("rows", sum);
  return to_hex(std::span(tag).first(kNameBytes));
}

std::string known_table(const Ledger& ledger, const LedgerEntry& next) {
  const auto same = std::find_if(ledger.begin(), ledger.end(), [&](const LedgerEntry& each) {
    return each.table == next.table || (!each.rows.empty() && each.rows == next.rows);
  });
  return same == ledger.end() ? next.table : same->table;
}

json to_json(const LedgerEntry& entry) {
  json out{{"time", entry.time},
           {"file", entry.file},
           {"mask", entry.mask},
           {"attributes", entry.attributes},
           {"records", entry.records ? json(*entry.records) : json(nullptr)},
           {"first_record", entry.first_record},
           {"table", entry.table},
           {"salt", entry.salt},
           {"certificate", certificate_json(entry.certificate)}};
  if (!entry.rows.empty()) out["rows"] = entry.rows;
  if (!entry.round.empty()) out["round"] = entry.round;
  if (entry.summed) out["summed"] = *entry.summed;
  return out;
}

Bytes32 ledger_state(const Ledger& ledger, std::size_t count, const random::Key& key) {
  Bytes32 before = beginning(key);
  for (std::size_t i = 0; i < count; ++i) {
    json entry = to_json(ledger[i]);
    entry["before"] = to_hex(before);
    before = digest_of(entry);
  }
  return before;
}

std::string ledger_text(const LedgerDocument& ledger, const random::Key& key) {
  json document{{"guise_ledger", ledger.anchored ? kFormat : 1}, {"key", key.fingerprint()}, {"entries", json::array()}};
  if (ledger.anchored) document["accepted"] = accepted_json(ledger.accepted);
  Bytes32 before = beginning(key);
  for (const LedgerEntry& each : ledger.entries) {
    json entry = to_json(each);
    entry["before"] = to_hex(before);
    before = digest_of(entry);
    document["entries"].push_back(std::move(entry));
  }
  document["check"] = check_of(key, before, ledger);
  return document.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

LedgerDocument ledger_from_text(const std::string& text, const std::string& origin, const random::Key& key) {
  constexpr std::string_view way_out =
      "restore it from a copy, or move it away and run guise ledger KEY ‘accept’, which begins one without earlier releases";
  try {
    const json document = parse_json(text, "it");
    require(!document.is_discarded() && document.is_object(), "it is cut short, or no ledger of guise");
    return checked(document, key);
  } catch (const json::exception&) {
    refuse("ledger {} is cut short or no ledger of guise; {}", origin, way_out);
  } catch (const Error& error) {
    refuse("ledger {} cannot be trusted: {}; {}", origin, error.what(), way_out);
  }
}

Ledger distinct_releases(const Ledger& ledger, const std::string& table) {
  Ledger out;
  for (const LedgerEntry& each : ledger)
    if (each.table == table &&
        std::none_of(out.begin(), out.end(), [&](const LedgerEntry& other) { return other.salt == each.salt; }))
      out.push_back(each);
  return out;
}

namespace {

/// The mask up to its sums over records, which decides what is summed.
std::string summed_by(const std::string& mask) {
  const std::size_t sums = mask.find("side=records");
  return mask.substr(0, mask.find(" | ", sums));
}

bool share_column(const LedgerEntry& a, const LedgerEntry& b) {
  return std::any_of(a.attributes.begin(), a.attributes.end(), [&](const std::string& name) {
    return std::find(b.attributes.begin(), b.attributes.end(), name) != b.attributes.end();
  });
}

/// Batches of one table are other records; one whose length is not known may reach any record behind it.
bool share_numbers(const LedgerEntry& a, const LedgerEntry& b) {
  const auto before = [](const LedgerEntry& first, const LedgerEntry& second) {
    return first.summed && first.first_record + *first.summed <= second.first_record;
  };
  return !before(a, b) && !before(b, a);
}

}  // namespace

void require_another_round(const Ledger& ledger, const LedgerEntry& next) {
  if (next.round.empty()) return;
  for (const LedgerEntry& each : ledger) {
    if (each.round != next.round || each.salt == next.salt || !share_column(each, next) || !share_numbers(each, next)) continue;
    const bool same_sums = each.table == next.table && each.attributes == next.attributes &&
                           each.first_record == next.first_record && summed_by(each.mask) == summed_by(next.mask);
    require(
        same_sums,
        "the round '{}' has sums over records already, in {}. Both use the same weights, so their difference would show the "
        "records that changed. Give this release the label of a new round; nothing was released",
        next.round, each.file);
  }
}

Composition composed(const Ledger& ledger, const std::string& table) {
  std::vector<Certificate> certificates;
  std::vector<std::string> names;
  const Ledger own = distinct_releases(ledger, table);
  const auto is_sketch = [](const LedgerEntry& each) { return each.certificate.kind == Guarantee::sketch; };
  const auto same_matrix = [&](const LedgerEntry& other) {
    return is_sketch(other) && std::any_of(own.begin(), own.end(), [&](const LedgerEntry& each) {
             return is_sketch(each) && each.round == other.round;
           });
  };
  const auto add = [&](const LedgerEntry& each) {
    certificates.push_back(each.certificate);
    names.push_back(each.file);
  };
  for (const LedgerEntry& each : own) add(each);
  for (const LedgerEntry& each : ledger)
    if (each.table != table && same_matrix(each)) add(each);
  return compose(certificates, names);
}

}  // namespace guise::release
