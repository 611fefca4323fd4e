// SPDX-License-Identifier: Apache-2.0
// Kept columns are part of what a card describes: in every format, however the pass was cut, and nothing of them can change.
#include <fstream>

#include "scratch.h"

namespace guise::table {
namespace kept_digest_test {

constexpr Bytes32 kSecret = {9, 8, 7};
constexpr Index kRows = 3000;
const std::vector<std::string> kKept = {"name", "code", "share", "day", "gone"};

/// Texts with quotes, whole numbers, doubles, dates, and a column with gaps.
std::string people(const Scratch& scratch) {
  std::string path = scratch / "people.csv";
  std::ofstream out(path);
  out << "name,code,share,day,gone,x\n";
  for (Index i = 0; i < kRows; ++i) {
    out << "\"per,son " << i % 17 << "\"," << 1000 - i << ',' << 0.1 * static_cast<double>(i) << ",2026-" << 10 + i % 3 << "-0"
        << 1 + i % 9 << ',';
    if (i % 3 != 0) out << "g" << i;
    out << ',' << i << '\n';
  }
  return path;
}

Written released(const Table& in, const std::string& path, const Work& how = {}) {
  return transform(in, {.attributes = {"x"}, .kept = kKept}, how, {.path = path, .columns = {"x"}, .secret = kSecret},
                   [](Chunk&) {});
}

Written read_back(const Table& table, std::optional<Bytes32> secret = kSecret) {
  return digest_release(table, {.attributes = {"x"}, .kept = kKept}, {.threads = 1, .chunk = 2048}, secret);
}

class KeptInEveryFormat : public ::testing::TestWithParam<std::string> {};

TEST_P(KeptInEveryFormat, IsReadAsItWasWritten) {
  const Scratch scratch;
  const Table in = Table::open(people(scratch));
  const std::string path = scratch / ("out" + GetParam());
  const Written written = released(in, path);
  const Written back = read_back(Table::open(path));
  ASSERT_TRUE(written.kept_digest && written.sealed);
  EXPECT_EQ(written.kept_digest, back.kept_digest);
  EXPECT_EQ(written.sealed, back.sealed);
  EXPECT_FALSE(read_back(Table::open(path), {}).sealed) << "nothing is sealed without a secret";
  EXPECT_NE(read_back(Table::open(path), Bytes32{1}).sealed, back.sealed);
  EXPECT_EQ(read_back(Table::open(path), Bytes32{1}).kept_digest, back.kept_digest) << "everybody can check this one";
}

TEST_P(KeptInEveryFormat, IsTheSameForAnyThreadsAndChunks) {
  const Scratch scratch;
  const Table in = Table::open(people(scratch));
  const Written one = released(in, scratch / ("one" + GetParam()), {.threads = 1, .chunk = 1024});
  const Written two = released(in, scratch / ("two" + GetParam()), {.threads = 4, .chunk = 1 << 14, .any_run = true});
  EXPECT_EQ(one.kept_digest, two.kept_digest);
  EXPECT_EQ(one.sealed, two.sealed);
}

TEST_P(KeptInEveryFormat, IsTheSameWhenRidingFromParquet) {
  const Scratch scratch;
  const std::string middle = scratch / "middle.parquet", path = scratch / ("out" + GetParam());
  const Written first = released(Table::open(people(scratch)), middle);
  const Written second = released(Table::open(middle), path, {.any_run = true});
  EXPECT_EQ(second.kept_digest, read_back(Table::open(path)).kept_digest);
  EXPECT_EQ(second.kept_digest, first.kept_digest) << "numbers and texts are the same in both";
}

INSTANTIATE_TEST_SUITE_P(Every, KeptInEveryFormat, ::testing::Values(".csv", ".tsv", ".parquet", ".json", ".jsonl", ".duckdb"),
                         [](const auto& info) { return info.param.substr(1); });

/// A release with one field changed by SQL.
Written with(const Scratch& scratch, const std::string& release, const std::string& columns) {
  const Table changed = Table::query("SELECT " + columns + " FROM '" + release + "'");
  const std::string path = scratch / "changed.parquet";
  return transform(changed, {.attributes = {"x"}, .kept = kKept}, {}, {.path = path, .columns = {"x"}, .secret = kSecret},
                   [](Chunk&) {});
}

TEST(KeptDigest, SeesEveryEditOfAKeptColumn) {
  const Scratch scratch;
  const std::string path = scratch / "out.parquet";
  const Written written = released(Table::open(people(scratch)), path);
  EXPECT_EQ(with(scratch, path, "*").kept_digest, written.kept_digest);
  for (const char* edit :
       {"* REPLACE (CASE WHEN x = 2999 THEN 'Person 9' ELSE name END AS name)",
        "* REPLACE (CASE WHEN x = 0 THEN 999 ELSE code END AS code)",
        "* REPLACE (CASE WHEN x = 5 THEN share + 1e-13 ELSE share END AS share)",
        "* REPLACE (CASE WHEN x = 1 THEN NULL ELSE gone END AS gone)", "* REPLACE (COALESCE(gone, '') AS gone)",
        "* REPLACE (day + 1 AS day)", "* REPLACE (CAST(gone AS VARCHAR) AS name, name AS gone)"}) {
    const Written edited = with(scratch, path, edit);
    EXPECT_NE(edited.kept_digest, written.kept_digest) << edit;
    EXPECT_NE(edited.sealed, written.sealed) << edit;
    EXPECT_EQ(edited.digest, written.digest) << "the masked values are the same: " << edit;
  }
}

/// DuckDB reads dates out of JSON, and spells them in its own way.
TEST(KeptDigest, IsOfWhatReadersFindWhereAFormatGivesTypes) {
  const Scratch scratch;
  const std::string in = scratch / "in.csv";
  std::ofstream(in) << "when,flag,x\n2026-11-18T10:00,True,1\n2026-11-19T11:30,False,2\n";
  for (const char* name : {"out.json", "out.parquet", "out.duckdb"}) {
    const Selection both{.attributes = {"x"}, .kept = {"when", "flag"}};
    const Written written = transform(Table::open(in), both, {}, {.path = scratch / name, .columns = {"x"}}, [](Chunk&) {});
    EXPECT_EQ(written.kept_digest, digest_release(Table::open(scratch / name), both, {}).kept_digest) << name;
  }
}

TEST(KeptDigest, OfAShuffledReleaseIsInTheOrderOfItsRows) {
  const Scratch scratch;
  for (const char* name : {"out.csv", "out.parquet"}) {
    const Written written =
        transform(Table::open(people(scratch)), {.attributes = {"x"}, .kept = kKept}, {},
                  {.path = scratch / name,
                   .columns = {"x"},
                   .shuffle = [](std::int64_t record) { return static_cast<std::uint64_t>(record * 7919 % 3001); },
                   .secret = kSecret},
                  [](Chunk&) {});
    EXPECT_EQ(written.sealed, read_back(Table::open(scratch / name)).sealed) << name;
  }
}

TEST(KeptDigest, OfRecordsThatAreLeftOutIsOfThoseThatStay) {
  const Scratch scratch;
  const std::string in = scratch / "in.csv";
  {
    std::ofstream out(in);
    out << "id,x\n";
    for (int i = 0; i < 5000; ++i) out << "p" << i << ',' << (i % 5 == 1 ? "" : std::to_string(i)) << '\n';
  }
  const Written written = transform(Table::open(in), {.attributes = {"x"}, .kept = {"id"}, .missing = Missing::drop}, {},
                                    {.path = scratch / "out.csv", .columns = {"x"}}, [](Chunk&) {});
  EXPECT_EQ(written.records, 4000);
  EXPECT_EQ(written.kept_digest,
            digest_release(Table::open(scratch / "out.csv"), {.attributes = {"x"}, .kept = {"id"}}, {}).kept_digest);
}

}  // namespace kept_digest_test
}  // namespace guise::table
