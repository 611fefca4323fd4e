// SPDX-License-Identifier: Apache-2.0
#include "table/external_sort.h"

#include <algorithm>

#include "scratch.h"

namespace guise::table {
namespace external_sort_test {

struct Row {
  std::uint64_t priority;
  double first, second;
  std::optional<std::string> text;
  bool operator==(const Row&) const = default;
};

/// Rows with repeated priorities, empty, missing and long texts.
std::vector<Row> rows_of(int count) {
  std::vector<Row> rows;
  std::uint64_t state = 3;
  for (int i = 0; i < count; ++i) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    Row row{.priority = (state >> 40) % 1000, .first = static_cast<double>(i), .second = 0.5 * i, .text = {}};
    if (i % 7 != 0)
      row.text = std::string(i % 501 == 1 ? 70'000u : static_cast<std::size_t>(i % 5), static_cast<char>('a' + i % 26));
    rows.push_back(row);
  }
  return rows;
}

Chunk chunk_of(const std::vector<Row>& rows, std::size_t begin, std::size_t end, const PackedRows& format) {
  Chunk chunk{.values = Matrix(static_cast<Index>(end - begin), 2), .kept = std::vector<TextColumn>(format.kept)};
  for (std::size_t i = begin; i < end; ++i) {
    chunk.values.row(static_cast<Index>(i - begin)) << rows[i].first, rows[i].second;
    for (TextColumn& column : chunk.kept) append_text(column, rows[i].text.value_or(""), !rows[i].text);
  }
  return chunk;
}

std::vector<Row> sorted_through(const std::vector<Row>& rows, const PackedRows& format, ExternalSort& sort) {
  for (std::size_t at = 0; at < rows.size(); at += 100) {
    const std::size_t end = std::min(at + 100, rows.size());
    std::vector<std::uint64_t> priorities;
    for (std::size_t i = at; i < end; ++i) priorities.push_back(rows[i].priority);
    sort.add(format.pack(chunk_of(rows, at, end, format), priorities));
  }
  std::vector<Row> out;
  const NextRow next = sort.sorted();
  while (const char* bytes = next()) {
    const Chunk one = format.unpack({bytes, format.size(bytes)}, 1, 0);
    Row row{.priority = PackedRows::priority(bytes), .first = one.values(0, 0), .second = one.values(0, 1), .text = {}};
    if (format.kept > 0 && !one.kept[0].null[0]) row.text = std::string(text_at(one.kept[0], 0));
    out.push_back(row);
  }
  return out;
}

TEST(ExternalSort, GivesTheOrderOfAStableSortWhateverTheMemory) {
  const Scratch scratch;
  for (const std::size_t kept : {std::size_t{0}, std::size_t{1}}) {
    for (const int count : {0, 1, 5000}) {
      std::vector<Row> rows = rows_of(count);
      if (kept == 0)
        for (Row& row : rows) row.text.reset();
      std::vector<Row> expected = rows;
      std::stable_sort(expected.begin(), expected.end(), [](const Row& a, const Row& b) { return a.priority < b.priority; });
      for (const std::size_t memory : {std::size_t{1}, std::size_t{50'000}, ExternalSort::kRunBytes}) {
        const PackedRows format{.values = 2, .kept = kept};
        ExternalSort sort(format, scratch.path(), memory);
        EXPECT_EQ(sorted_through(rows, format, sort), expected) << kept << " kept, " << count << " rows, memory " << memory;
        if (count == 5000 && memory == 1) EXPECT_EQ(sort.runs(), 50u);
        if (memory == ExternalSort::kRunBytes) EXPECT_EQ(sort.runs(), 0u) << "what fits in memory stays there";
        EXPECT_EQ(scratch.files(), 0u) << "no file has a name, not even while it is in use";
      }
    }
  }
}

TEST(ExternalSort, KeepsSinglesInHalfTheRoom) {
  const Scratch scratch;
  const std::vector<Row> rows = rows_of(1000);
  std::int64_t size = 0;
  for (const bool single : {false, true}) {
    const PackedRows format{.values = 2, .kept = 0, .single = single};
    ExternalSort sort(format, scratch.path(), 1);
    EXPECT_EQ(sorted_through(rows, format, sort).size(), 1000u);
    if (single) EXPECT_LT(sort.spill()->size(), size * 3 / 4);
    size = sort.spill()->size();
  }
}

TEST(SpillFile, ComesBackFromAnyBlockAndIsUnreadableOnDisk) {
  const Scratch scratch;
  SpillFile file(scratch.path()), other(scratch.path());
  const std::string plain(64 * 1000, 'x');
  for (int i = 0; i < 3; ++i) {
    std::string piece = plain;
    file.append(piece);
    EXPECT_NE(piece, plain) << "encrypted in its place";
  }
  EXPECT_EQ(file.size(), 3 * 64'000);
  std::string back(640, '\0');
  file.read(back, 64 * 999);
  EXPECT_EQ(back, std::string(640, 'x'));

  std::string disk(static_cast<std::size_t>(file.size()), '\0');
  ASSERT_EQ(::pread(file.descriptor(), disk.data(), disk.size(), 0), file.size());
  EXPECT_EQ(disk.find("xxxx"), std::string::npos) << "plain text stands on the disk";
  EXPECT_NE(disk.substr(0, 64'000), disk.substr(64'000, 64'000)) << "equal pieces are equal on the disk";
  std::string same = plain;
  other.append(same);
  EXPECT_NE(same, disk.substr(0, 64'000)) << "two files have one key";
  EXPECT_EQ(scratch.files(), 0u);
}

TEST(SpillFile, SaysWhereThereIsNoRoom) {
  EXPECT_SAYS(sentence_of([] { SpillFile("/no/such/folder"); }), "no temporary file can be made in /no/such/folder");
}

}  // namespace external_sort_test
}  // namespace guise::table
