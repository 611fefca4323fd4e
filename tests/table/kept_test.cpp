// SPDX-License-Identifier: Apache-2.0
// Kept columns arrive unchanged, whatever they hold and whatever the formats on the way.
#include <algorithm>
#include <map>
#include <set>

#include "scratch.h"
#include "table/kept_texts.h"
#include "table/text_end.h"

namespace guise::table {
namespace kept_test {

/// Ids, text with everything that CSV has to quote, dates, and missing fields.
constexpr const char* kPeople =
    "SELECT i AS id, (i * 0.25)::DOUBLE AS x, CASE i % 6 WHEN 0 THEN 'plain' WHEN 1 THEN 'a, b' WHEN 2 THEN 'say \"hi\"' WHEN "
    "3 THEN "
    "'two' || chr(10) || 'lines' WHEN 4 THEN 'Zoë 東京' ELSE NULL END AS note, DATE '2020-01-01' + (i % 400)::INTEGER AS day, "
    "CASE WHEN i % 5 = 0 THEN NULL ELSE i % 2 = 0 END AS flag, CASE WHEN i % 3 = 0 THEN NULL ELSE i / 8 END AS dose FROM "
    "range(3000) t(i)";
const std::vector<std::string> kKept = {"id", "note", "day", "flag", "dose"};

using Fields = std::map<std::string, std::vector<std::string>>;

Fields fields_of(const Table& table) {
  Fields fields;
  const Selection all{.attributes = {"x"}, .kept = kKept};
  table.scan(all, {.threads = 1}, [&](const Chunk& chunk) {
    for (std::size_t j = 0; j < kKept.size(); ++j) {
      for (Index i = 0; i < chunk.records(); ++i) {
        const bool null = chunk.kept[j].null[static_cast<std::size_t>(i)] != 0;
        fields[kKept[j]].push_back(null ? "NULL" : std::string(text_at(chunk.kept[j], i)));
      }
    }
  });
  return fields;
}

TEST(KeptTexts, AreEqualWhereAllFieldsAre) {
  const Table people = Table::query(kPeople);
  const Selection some{.attributes = {"x"}, .kept = {"note", "flag"}, .first_record = 100};
  const auto texts = kept_texts(people, some, {}, {100, 101, 112, 130, 160, 2223, 9999});
  ASSERT_EQ(texts.size(), 7u);
  EXPECT_EQ(texts[0], texts[3]) << "records 0 and 30: 'plain' and no flag";
  EXPECT_EQ(texts[0], texts[4]);
  EXPECT_NE(texts[0], texts[2]) << "'plain' with a flag";
  EXPECT_NE(texts[0], texts[1]);
  EXPECT_FALSE(texts[5].empty()) << "a later chunk";
  EXPECT_EQ(texts[6], "") << "there is no such record";
}

TEST(KeptTexts, DoNotRunIntoEachOther) {
  const Table people =
      Table::query("SELECT 1.0::DOUBLE AS x, * FROM (VALUES ('ab', 'c'), ('a', 'bc'), ('', NULL), (NULL, '')) t(a, b)");
  const auto texts = kept_texts(people, {.attributes = {"x"}, .kept = {"a", "b"}}, {}, {0, 1, 2, 3});
  EXPECT_EQ(std::set<std::string>(texts.begin(), texts.end()).size(), 4u);
}

TEST(KeptTexts, TakeNumbersForWhatTheyAre) {
  const Table people = Table::query(
      "SELECT 1.0::DOUBLE AS x, * FROM (VALUES ('7', '7'), ('7.0', '7.0'), ('+7', '7'), ('7e0', '7'), ('0', '0'), ('-0', '0'), "
      "('9007199254740993', ''), ('9007199254740992', ''), (NULL, '')) t(a, b)");
  const auto texts = [&](const std::vector<std::string>& kept) {
    return kept_texts(people, {.attributes = {"x"}, .kept = kept}, {}, {0, 1, 2, 3, 4, 5, 6, 7, 8}, {"a"});
  };
  const auto a = texts({"a"}), b = texts({"b"});
  for (const std::size_t i : {1, 2, 3}) EXPECT_EQ(a[i], a[0]) << i;
  EXPECT_EQ(a[4], a[5]);
  EXPECT_NE(a[6], a[7]) << "whole numbers that one double stands for";
  EXPECT_NE(b[0], b[1]) << "not named as a column of numbers";
  EXPECT_EQ(std::set<std::string>(a.begin(), a.end()).size(), 5u);
  EXPECT_EQ(kept_fields(texts({"a", "b"})[1]), (std::vector<std::string>{"7", "7.0"}));
  EXPECT_EQ(kept_fields(texts({"a", "b"})[8]), (std::vector<std::string>{"", ""}));
}

class Pair : public ::testing::TestWithParam<std::tuple<std::string, std::string>> {};

TEST_P(Pair, CarriesKeptColumnsThroughUnchanged) {
  const auto& [from, to] = GetParam();
  const Scratch scratch;
  const Table origin = Table::query(kPeople);
  const Selection all{.attributes = {"x"}, .kept = kKept};
  copy(origin, all, scratch / ("in" + from));
  const Table in = Table::open(scratch / ("in" + from));
  copy(in, all, scratch / ("out" + to));
  const Table out = Table::open(scratch / ("out" + to));
  EXPECT_EQ(fields_of(out), fields_of(origin));
  EXPECT_EQ(read_all(out, {.attributes = {"x"}}), read_all(origin, {.attributes = {"x"}}));
  EXPECT_EQ(out.schema().names(), (std::vector<std::string>{"id", "note", "day", "flag", "dose", "x"}));
  EXPECT_EQ(out.schema().columns[0].type, Type::integer);
  EXPECT_EQ(out.schema().columns[1].type, Type::text);
  EXPECT_EQ(out.schema().columns[2].type, Type::other);
}

const auto kFormats = ::testing::Values(".csv", ".tsv", ".parquet", ".json", ".duckdb");
INSTANTIATE_TEST_SUITE_P(Formats, Pair, ::testing::Combine(kFormats, kFormats));

TEST(Kept, TellsAnEmptyTextFromAMissingOne) {
  const Scratch scratch;
  const std::string text = "name,x\n\"\",1\n,2\n\"a\",3\n";
  const Table in = Table::open(scratch.put("in.csv", text));
  copy(in, {.attributes = {"x"}, .kept = {"name"}}, scratch / "out.csv", {}, {true});
  EXPECT_EQ(slurp(scratch / "out.csv"), "name,x\n\"\",1\n,2\na,3\n");
}

TEST(Kept, KeepsNumbersAsTheyWereWritten) {
  const Scratch scratch;
  const Table in = Table::open(scratch.put("in.csv", "zip,x\n00501,1\n+7.10,2\n"));
  copy(in, {.attributes = {"x"}, .kept = {"zip"}}, scratch / "out.csv");
  EXPECT_EQ(slurp(scratch / "out.csv"), "zip,x\n00501,1\n+7.10,2\n");
}

TEST(Kept, IsNotRoundedWhenItsTypeWasGuessedWrong) {
  const Scratch scratch;
  std::string text = "n,x\n";
  for (int i = 0; i < 40'000; ++i) text += i == 39'000 ? "1.5,1\n" : "1,1\n";
  const Table in = Table::open(scratch.put("in.csv", text));
  ASSERT_EQ(in.schema().columns[0].type, Type::integer);
  EXPECT_SAYS(sentence_of([&] { copy(in, {.attributes = {"x"}, .kept = {"n"}}, scratch / "out.parquet"); }), "column 'n'");
  EXPECT_EQ(scratch.files(), 1u);
}

TEST(Kept, TextBeyondFourGibibytesIsRefusedInsteadOfCutElsewhere) {
  EXPECT_EQ(text_end(4'000'000'000), 4'000'000'000u);
  EXPECT_SAYS(sentence_of([] { text_end(std::size_t{1} << 32); }), "smaller ‘chunk’");
  EXPECT_SAYS(sentence_of([] { text_end((std::size_t{1} << 32) - 1); }), "smaller ‘chunk’");  // stands for a missing field
}

TEST(Kept, CannotGoIntoFilesOfNumbers) {
  const Scratch scratch;
  const Table in = Table::query("SELECT 'a' AS id, 1.0 AS x");
  for (const std::string ending : {".npy", ".fvecs"}) {
    EXPECT_SAYS(sentence_of([&] { copy(in, {.attributes = {"x"}, .kept = {"id"}}, scratch / ("o" + ending)); }),
                "numbers only");
  }
  EXPECT_SAYS(sentence_of([&] {
                transform(in, {.attributes = {"x"}, .kept = {"id"}}, {}, {.path = scratch / "o.csv", .columns = {"id"}},
                          [](Chunk&) {});
              }),
              "two columns named 'id'");
  EXPECT_EQ(scratch.files(), 0u);
}

TEST(Kept, NamesThatDuckdbTakesForOneAreRefusedWhereItWrites) {
  const Scratch scratch;
  const Table in = Table::query("SELECT 'a' AS id, 1.0 AS x");
  const auto write = [&](const std::string& ending) {
    transform(in, {.attributes = {"x"}, .kept = {"id"}}, {}, {.path = scratch / ("o" + ending), .columns = {"ID"}},
              [](Chunk&) {});
  };
  for (const std::string ending : {".parquet", ".json", ".duckdb"})
    EXPECT_SAYS(sentence_of([&] { write(ending); }), "but for capital letters") << ending;
  EXPECT_EQ(scratch.files(), 0u);
  EXPECT_NO_THROW(write(".csv"));
}

}  // namespace kept_test
}  // namespace guise::table
