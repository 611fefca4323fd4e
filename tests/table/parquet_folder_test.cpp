// SPDX-License-Identifier: Apache-2.0
#include "table/parquet_folder.h"

#include <nlohmann/json.hpp>

#include "scratch.h"
#include "table/parts_folder.h"

namespace guise::table {
namespace parquet_folder_test {

constexpr Index kRecords = 4000;
const Matrix kAll = awkward_numbers(kRecords, 2);
const Selection kBoth{.attributes = {"x1", "x2"}, .kept = {}};

void write_part(const std::string& path, Index first, Index count) {
  const Table part = Table::from_matrix(kAll.middleRows(first, count), {"x1", "x2"});
  transform(part, kBoth, {}, {.path = path, .columns = kBoth.attributes}, [](Chunk&) {});
}

/// Three files, written in another order than that of their names, beside files of other programs.
std::string folder_of(const Scratch& scratch) {
  const std::string folder = scratch / "parts";
  std::filesystem::create_directory(folder);
  write_part(folder + "/c.parquet", 1601, kRecords - 1601);
  write_part(folder + "/a.parquet", 0, 1600);
  write_part(folder + "/b.parquet", 1600, 1);
  std::ofstream(folder + "/_SUCCESS");
  std::ofstream(folder + "/_metadata.parquet") << "not Parquet";
  std::ofstream(folder + "/notes.txt") << "x";
  return folder;
}

TEST(ParquetFolder, IsOneTableInTheOrderOfTheNames) {
  const Scratch scratch;
  const std::string folder = folder_of(scratch);
  for (const std::string& name : {folder, folder + "/", folder + "/*.parquet"}) {
    const Table table = Table::open(name);
    EXPECT_EQ(table.records(), kRecords) << name;
    EXPECT_EQ(read_all(table, kBoth), kAll) << name;
    EXPECT_EQ(table.reader().files().size(), 3u);
  }
  const Table table = Table::open(folder);
  EXPECT_EQ(read_all(Table::part(table, 1024, 3072), kBoth), kAll.middleRows(1024, 2048));
}

TEST(ParquetFolder, HasADigestOfItsFilesInTheirOrder) {
  const Scratch scratch;
  const std::string folder = folder_of(scratch);
  const Bytes32 secret = {7}, digest = Table::open(folder).digest(secret);
  EXPECT_EQ(Table::open(folder).digest(secret), digest);
  std::filesystem::rename(folder + "/b.parquet", folder + "/d.parquet");
  EXPECT_NE(Table::open(folder).digest(secret), digest);
}

TEST(ParquetFolder, RefusesFilesWithOtherColumns) {
  const Scratch scratch;
  const std::string folder = folder_of(scratch);
  const Table other = Table::from_matrix(kAll, {"x1", "y"});
  transform(other, {.attributes = {"x1", "y"}}, {}, {.path = folder + "/d.parquet", .columns = {"x1", "y"}}, [](Chunk&) {});
  EXPECT_SAYS(sentence_of([&] { Table::open(folder); }), "has other columns than");
}

TEST(ParquetFolder, FollowsAManifestAndRefusesFilesThatAreNotAsItSays) {
  const Scratch scratch;
  const std::string folder = folder_of(scratch), manifest = folder + "/_manifest.json";
  nlohmann::json document{{"guise_parts", 1}, {"parts", {{{"file", "c.parquet"}}, {{"file", "a.parquet"}}}}};
  const auto put = [&] { std::ofstream(manifest) << document.dump(); };
  put();
  const Matrix found = read_all(Table::open(folder), kBoth);
  ASSERT_EQ(found.rows(), kRecords - 1);
  EXPECT_EQ(found.topRows(kRecords - 1601), kAll.bottomRows(kRecords - 1601));
  document["parts"][0]["bytes"] = 17;
  put();
  EXPECT_SAYS(sentence_of([&] { Table::open(folder); }), "and its manifest says 17");
  document["parts"][0] = {{"file", "gone.parquet"}};
  put();
  EXPECT_SAYS(sentence_of([&] { Table::open(folder); }), "'gone.parquet', which is not in the folder");
  document["parts"][0] = {{"file", "../a.parquet"}};
  put();
  EXPECT_SAYS(sentence_of([&] { Table::open(folder); }), "is not in the folder");
  std::ofstream(manifest) << "{\"guise_parts\": \"x\"}";
  EXPECT_SAYS(sentence_of([&] { Table::open(folder); }), "is no manifest of part files");
}

TEST(PartsFolder, IsReadAsTheRecordsThatWereWritten) {
  const Scratch scratch;
  const Index records = 2 * kPartRecords + 5;
  Matrix values(records, 1);
  for (Index i = 0; i < records; ++i) values(i, 0) = static_cast<double>(i);
  const Table table = Table::from_matrix(values, {"x"});
  const Selection selection{.attributes = {"x"}};
  const Output file{.path = scratch / "one.parquet", .columns = {"x"}},
      folder{.path = (scratch / "many") + "/", .columns = {"x"}};
  const auto add_one = [](Chunk& chunk) { chunk.values.array() += 1; };
  const Written one = transform(table, selection, {}, file, add_one);
  const Written many = transform(table, selection, {.chunk = 3 * kBlock}, folder, add_one, [&](const Written&) {
    EXPECT_FALSE(std::filesystem::exists(scratch / "many"));  // nothing is visible before all parts are there
  });
  EXPECT_EQ(many.records, records);
  EXPECT_EQ(many.digest, one.digest);
  const auto files = parquet_files(scratch / "many");
  ASSERT_EQ(files.size(), 3u);
  EXPECT_EQ(Table::open(files[0].string()).records(), kPartRecords);
  EXPECT_EQ(Table::open(files[2].string()).records(), 5);
  EXPECT_EQ(read_all(Table::open(scratch / "many"), selection), (values.array() + 1).matrix());
  EXPECT_SAYS(sentence_of([&] { transform(table, selection, {}, folder, add_one); }), "is there already");
}

TEST(PartsFolder, LeavesNothingBehindWhenTheWorkFails) {
  const Scratch scratch;
  const Output output{.path = (scratch / "many") + "/", .columns = {"x1", "x2"}};
  const Table table = Table::from_matrix(kAll, {"x1", "x2"});
  EXPECT_THROW(transform(table, kBoth, {}, output, [](Chunk&) { refuse("no"); }), Error);
  EXPECT_EQ(scratch.files(), 0u);
}

}  // namespace parquet_folder_test
}  // namespace guise::table
