// SPDX-License-Identifier: Apache-2.0
#include "release/ledger_anchor.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace guise::release {
namespace ledger_anchor_test {

random::Key key_of(std::uint64_t seed) {
  return random::Key::derive(random::Rng::from_seed(seed));
}

LedgerEntry entry(const char* file, const char* table = "t", const char* rows = "") {
  return {.time = "2026-11-16T12:00:00Z",
          .file = file,
          .mask = "noise(sd=5)",
          .attributes = {"age"},
          .table = table,
          .rows = rows,
          .salt = file,
          .certificate = {}};
}

const Ledger kThree{entry("a"), entry("b"), entry("c")};

Ledger first(std::size_t count) {
  return {kThree.begin(), kThree.begin() + static_cast<std::ptrdiff_t>(count)};
}

std::string fault(std::optional<Ledger> ledger, const std::optional<Anchor>& anchor, bool anchored = true) {
  std::optional<LedgerDocument> document;
  if (ledger) document = LedgerDocument{.entries = *ledger, .accepted = {}, .anchored = anchored};
  return fault_of(document, anchor, key_of(1));
}

TEST(Anchor, BelievesALedgerThatReachesIt) {
  const random::Key key = key_of(1);
  for (std::size_t count = 0; count <= 3; ++count)
    EXPECT_EQ(fault(kThree, anchor_of(first(count), key)), "") << "it is written after its ledger: " << count;
  EXPECT_EQ(fault({}, anchor_of({}, key)), "") << "of a new key";
  EXPECT_EQ(fault({}, {}), "") << "nothing is known";
  EXPECT_EQ(fault(kThree, {}, false), "") << "of an older guise";
}

TEST(Anchor, NoticesALedgerThatIsGoneOlderOrAnother) {
  const random::Key key = key_of(1);
  const Anchor anchor = anchor_of(kThree, key);
  EXPECT_EQ(fault({}, anchor), "is missing, and 3 releases were made with this key");
  EXPECT_EQ(fault(first(1), anchor), "is an older copy: it holds 1 release, and 3 were made with this key");
  EXPECT_EQ(fault(first(0), anchor), "is an older copy: it holds 0 releases, and 3 were made with this key");
  EXPECT_NE(fault(Ledger{entry("a"), entry("x"), entry("c")}, anchor), "");
  EXPECT_NE(fault(Ledger{entry("a"), entry("x"), entry("c"), entry("d")}, anchor), "") << "two copies of one key went on";
  EXPECT_NE(fault(first(2), anchor, false), "") << "a ledger of format 1 is held against it too";
  EXPECT_NE(fault(kThree, {}), "") << "the anchor is gone";
  Anchor fewer = anchor;
  fewer.releases = 2;
  EXPECT_NE(fault(kThree, fewer), "") << "the count alone was changed";
}

TEST(Anchor, ReadsWhatItWroteAndRefusesAllElse) {
  const random::Key key = key_of(1), other = key_of(2);
  const Anchor anchor = anchor_of(kThree, key);
  const std::string text = anchor_text(anchor, key);
  EXPECT_EQ(anchor_from_text(text, "x.anchor", key).releases, 3);
  EXPECT_EQ(anchor_from_text(text, "x.anchor", key).last, anchor.last);
  EXPECT_THROW(anchor_from_text(text, "x.anchor", other), Error);
  for (std::size_t cut = 0; cut < text.size(); ++cut)
    EXPECT_THROW(anchor_from_text(text.substr(0, cut), "x.anchor", key), Error) << cut;
  EXPECT_THROW(anchor_from_text(text + "x", "x.anchor", key), Error);
}

TEST(Ledger, NotesWhatWasAcceptedUnderItsCheck) {
  const random::Key key = key_of(1);
  LedgerDocument document{.entries = kThree, .accepted = {{"2026-11-18T08:00:00Z", 3, 5}, {"2026-11-19T08:00:00Z", 3, {}}}};
  std::string text = ledger_text(document, key);
  const LedgerDocument read = ledger_from_text(text, "x.ledger", key);
  ASSERT_EQ(read.accepted.size(), 2u);
  EXPECT_EQ(read.accepted[0].expected, 5);
  EXPECT_FALSE(read.accepted[1].expected);
  text.replace(text.find("2026-11-18T08"), 13, "2026-11-17T08");
  EXPECT_THROW(ledger_from_text(text, "x.ledger", key), Error);
}

TEST(Ledger, KnowsATableByItsFileAndByItsRows) {
  const Ledger ledger{entry("a", "one"), entry("b", "two", "r2"), entry("c", "three", "r3")};
  EXPECT_EQ(known_table(ledger, entry("n", "one", "r9")), "one") << "the same file";
  EXPECT_EQ(known_table(ledger, entry("n", "new", "r3")), "three") << "the same rows in another file";
  EXPECT_EQ(known_table(ledger, entry("n", "new", "r9")), "new");
  EXPECT_EQ(known_table(ledger, entry("n", "new")), "new") << "no rows are not the same rows";
}

TEST(Ledger, NamesRowsUnderTheKey) {
  Bytes32 sum{}, other{};
  other[0] = 1;
  EXPECT_EQ(ledger_rows(key_of(1), sum), ledger_rows(key_of(1), sum));
  EXPECT_NE(ledger_rows(key_of(1), sum), ledger_rows(key_of(1), other));
  EXPECT_NE(ledger_rows(key_of(1), sum), ledger_rows(key_of(2), sum));
  EXPECT_NE(ledger_rows(key_of(1), sum), ledger_table(key_of(1), sum));
}

}  // namespace ledger_anchor_test
}  // namespace guise::release
