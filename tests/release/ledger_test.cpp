// SPDX-License-Identifier: Apache-2.0
#include "release/ledger.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace guise::release {
namespace ledger_test {

using nlohmann::json;

random::Key key_of(std::uint64_t seed) {
  return random::Key::derive(random::Rng::from_seed(seed));
}

LedgerEntry entry(const char* file, const char* table, const char* salt, Certificate certificate = {}) {
  return {.time = "2026-11-16T12:00:00Z",
          .file = file,
          .mask = "noise(sd=5)",
          .attributes = {"age", "income"},
          .records = 4,
          .first_record = 7,
          .table = table,
          .salt = salt,
          .certificate = std::move(certificate)};
}

Certificate gaussian(double mu) {
  return {.kind = Guarantee::gaussian, .unit = "one record, replaced by any other", .mu = mu, .extra_delta = 2.2e-16};
}
Certificate sums() {
  return {.kind = Guarantee::sketch,
          .unit = "one record, added or removed",
          .sketch = theory::Sketch{.leverage = 0.05, .rows = 50}};
}

Ledger three() {
  Ledger ledger{entry("a.csv", "t", "1", gaussian(0.1)), entry("b.csv", "t", "2"), entry("c.csv", "u", "3", sums())};
  ledger[1].records.reset();
  return ledger;
}

/// Whether the ledger is read once its document was changed in this way.
template <typename Change>
bool believed(Change change) {
  const random::Key key = key_of(1);
  json document = json::parse(ledger_text({three()}, key));
  change(document);
  try {
    ledger_from_text(document.dump(), "x.ledger", key);
    return true;
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).rfind("ledger x.ledger ", 0), 0u) << error.what();
    EXPECT_NE(std::string(error.what()).find("restore it from a copy"), std::string::npos) << error.what();
    return false;
  }
}

TEST(Ledger, ReadsWhatItWrote) {
  const random::Key key = key_of(1);
  const std::string text = ledger_text({three()}, key);
  const LedgerDocument document = ledger_from_text(text, "x.ledger", key);
  const Ledger& read = document.entries;
  EXPECT_EQ(ledger_text(document, key), text) << "to the last bit of every number";
  ASSERT_EQ(read.size(), 3u);
  EXPECT_EQ(read[0].certificate.mu, 0.1);
  EXPECT_EQ(read[0].certificate.extra_delta, 2.2e-16);
  EXPECT_EQ(read[0].first_record, 7);
  EXPECT_EQ(read[0].attributes.size(), 2u);
  EXPECT_FALSE(read[1].records);
  EXPECT_FALSE(read[1].certificate.holds());
  EXPECT_EQ(read[2].certificate.sketch->rows, 50);
  EXPECT_TRUE(ledger_from_text(ledger_text(LedgerDocument{}, key), "x.ledger", key).entries.empty());
}

TEST(Ledger, NoticesEveryChange) {
  EXPECT_TRUE(believed([](json&) {}));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_FALSE(believed([&](json& d) { d["entries"][i]["file"] = "other.csv"; })) << i;
    EXPECT_FALSE(believed([&](json& d) { d["entries"][i]["note"] = "put in"; })) << i;
    EXPECT_FALSE(believed([&](json& d) { d["entries"].erase(i); })) << i;
    EXPECT_FALSE(believed([&](json& d) { d["entries"].insert(d["entries"].begin(), d["entries"][i]); })) << i;
  }
  EXPECT_FALSE(believed([](json& d) { std::swap(d["entries"][0], d["entries"][1]); }));
  EXPECT_FALSE(believed([](json& d) { d["entries"].clear(); }));
  EXPECT_FALSE(believed([](json& d) { d.erase("check"); }));
  EXPECT_FALSE(believed([](json& d) { d["guise_ledger"] = 3; }));
  EXPECT_FALSE(believed([](json& d) { d = json::array(); }));
}

TEST(Ledger, OfAnotherKeyIsRefusedEvenWithItsNamePutRight) {
  const random::Key key = key_of(1), other = key_of(2);
  EXPECT_THROW(ledger_from_text(ledger_text({three()}, other), "x.ledger", key), Error);
  json document = json::parse(ledger_text(LedgerDocument{}, other));
  document["key"] = key.fingerprint();
  EXPECT_THROW(ledger_from_text(document.dump(), "x.ledger", key), Error);
  EXPECT_THROW(ledger_from_text("", "x.ledger", key), Error);
  EXPECT_THROW(ledger_from_text("{\"guise_ledger\": 1", "x.ledger", key), Error);
}

TEST(Ledger, KeepsNamesThatAreNoUtf8Readable) {
  const random::Key key = key_of(1);
  const std::string text = ledger_text({{entry("caf\xe9.csv", "t", "1"), entry("b.csv", "t", "2")}}, key);
  EXPECT_EQ(ledger_from_text(text, "x.ledger", key).entries.size(), 2u);
}

TEST(Ledger, NamesATableByItsContentAndTheKey) {
  Bytes32 content{}, other{};
  other[0] = 1;
  EXPECT_EQ(ledger_table(key_of(1), content), ledger_table(key_of(1), content));
  EXPECT_NE(ledger_table(key_of(1), content), ledger_table(key_of(1), other));
  EXPECT_NE(ledger_table(key_of(1), content), ledger_table(key_of(2), content));
}

TEST(Ledger, CountsTheSameNoiseOnceAndOtherTablesNot) {
  const Ledger ledger{entry("a.csv", "t", "1", gaussian(0.3)), entry("again.csv", "t", "1", gaussian(0.3)),
                      entry("b.csv", "t", "2", gaussian(0.4)), entry("c.csv", "u", "3")};
  EXPECT_EQ(distinct_releases(ledger, "t").size(), 2u);
  EXPECT_NEAR(composed(ledger, "t").mu, 0.5, 1e-12);
  EXPECT_FALSE(composed(ledger, "u").holds());
}

TEST(Ledger, KnowsThatSecretSumsOfTwoTablesShareTheirMatrix) {
  const Ledger one{entry("a.csv", "t", "1", sums()), entry("c.csv", "u", "3", gaussian(1))};
  EXPECT_TRUE(composed(one, "t").holds()) << "other releases of other tables do not matter";
  const Ledger two{entry("a.csv", "t", "1", sums()), entry("c.csv", "u", "3", sums())};
  EXPECT_FALSE(composed(two, "t").holds());
}

LedgerEntry sums_of(const char* table, const char* salt, const char* round, std::vector<std::string> attributes) {
  LedgerEntry out = entry("sums.csv", table, salt, sums());
  out.mask = "clip(radius=2) | project(k=5,side=records) | noise(sd=1)";
  out.attributes = std::move(attributes);
  out.round = round;
  out.first_record = 0;
  out.summed = 100;
  return out;
}

std::string refusal_of(const LedgerEntry& first, const LedgerEntry& next) {
  try {
    require_another_round({first}, next);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Rounds, OfAnotherTableWithTheSameColumnsAreRefused) {
  const LedgerEntry first = sums_of("t", "1", "may", {"age", "income"});
  EXPECT_EQ(
      refusal_of(first, sums_of("u", "2", "may", {"age", "income"})).rfind("the round 'may' has sums over records already", 0),
      0u);
  EXPECT_NE(refusal_of(first, sums_of("u", "2", "may", {"rent", "age"})), "") << "one column is enough";
  EXPECT_EQ(refusal_of(first, sums_of("u", "2", "june", {"age", "income"})), "");
  EXPECT_EQ(refusal_of(first, sums_of("u", "2", "may", {"rent"})), "") << "the other columns of the same people";
  EXPECT_EQ(refusal_of(first, sums_of("t", "1", "may", {"age", "income"})), "") << "the same release again";
}

TEST(Rounds, OfTheSameTableAreRefusedWhereOtherRecordsWouldDiffer) {
  const LedgerEntry first = sums_of("t", "1", "may", {"age", "income"});
  LedgerEntry next = sums_of("t", "2", "may", {"age", "income"});
  next.mask = "clip(radius=2) | project(k=5,side=records) | noise(sd=9)";
  EXPECT_EQ(refusal_of(first, next), "") << "the same sums with other noise";
  next.mask = "clip(radius=3) | project(k=5,side=records) | noise(sd=1)";
  EXPECT_NE(refusal_of(first, next), "") << "the records that were cut differ";
  EXPECT_NE(refusal_of(first, sums_of("t", "2", "may", {"age"})), "") << "records with a missing income differ";
}

TEST(Rounds, HoldBatchesOfOtherRecords) {
  const LedgerEntry first = sums_of("t", "1", "may", {"age"});
  LedgerEntry next = sums_of("u", "2", "may", {"age"});
  next.first_record = 100;
  EXPECT_EQ(refusal_of(first, next), "");
  EXPECT_EQ(refusal_of(next, first), "") << "in any order";
  next.first_record = 99;
  EXPECT_NE(refusal_of(first, next), "");
  LedgerEntry unknown = first;
  unknown.summed.reset();
  next.first_record = 100;
  EXPECT_NE(refusal_of(unknown, next), "") << "it may reach any number";
}

TEST(Rounds, StandInTheLedgerAndDecideWhatIsCountedTogether) {
  const random::Key key = key_of(1);
  const Ledger ledger{sums_of("t", "1", "may", {"age"}), sums_of("u", "2", "june", {"age"})};
  const Ledger again = ledger_from_text(ledger_text({ledger}, key), "x.ledger", key).entries;
  EXPECT_EQ(again[1].round, "june");
  EXPECT_EQ(again[1].summed, 100);
  EXPECT_TRUE(composed(ledger, "t").holds()) << "two rounds have two matrices";
  EXPECT_FALSE(composed({ledger[0], sums_of("u", "2", "may", {"rent"})}, "t").holds());
}

}  // namespace ledger_test
}  // namespace guise::release
