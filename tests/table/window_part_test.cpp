// SPDX-License-Identifier: Apache-2.0
#include "table/window_part.h"

#include <gtest/gtest.h>

#include <map>
#include <mutex>
#include <random>

#include "base/form.h"
#include "scratch.h"

namespace guise::table {
namespace window_part_test {

constexpr Index kRecords = 20 * kBlock + 77;

/// A tenth of the records is left out, among them two whole blocks and the first record.
Table with_gaps() {
  std::mt19937 engine(5);
  Matrix values = awkward_numbers(kRecords, 2);
  for (Index i = 0; i < kRecords; ++i)
    if (i == 0 || engine() % 10 == 0 || (i >= 7 * kBlock && i < 9 * kBlock)) values(i, 1) = std::nan("");
  return Table::from_matrix(std::move(values), {"a", "b"});
}

Selection selection_from(std::int64_t first_record) {
  return {.attributes = {"a", "b"}, .kept = {}, .missing = Missing::drop, .first_record = first_record};
}

/// Windows of two blocks, by their numbers.
using All = std::map<std::int64_t, Window>;
constexpr Index kColumns = 2048;

void collect(const Table& part, const Absences& absences, const Selection& selection, std::int64_t halo, All& all) {
  std::mutex mutex;
  scan_windows_of(part, absences, selection, {.chunk = kBlock}, {.halo = halo, .columns = kColumns}, [&](const Window& window) {
    const std::lock_guard lock(mutex);
    EXPECT_TRUE(all.emplace(window.index, window).second) << window.index;
  });
}

Absences absences_of(const Table& table, const Selection& selection) {
  Absences parts[2], joined;
  for (int half = 0; half < 2; ++half) {
    const Table part = Table::part(table, half == 0 ? 0 : 5 * kBlock, half == 0 ? 5 * kBlock : kRecords);
    part.scan(selection, {}, [&](const Chunk& chunk) { parts[half].add(chunk); });
    FormWriter form;
    parts[half].write(form);
    const std::string bytes = form.take();
    FormReader reader(bytes, "a part");
    joined.join(reader);
  }
  return joined;
}

void expect_same(const All& found, const All& whole) {
  ASSERT_EQ(found.size(), whole.size());
  for (const auto& [index, window] : whole) {
    const Window& other = found.at(index);
    EXPECT_EQ(other.first_record, window.first_record);
    EXPECT_EQ(other.records, window.records);
    EXPECT_EQ(other.before, window.before);
    EXPECT_EQ(other.count, window.count);
    EXPECT_EQ(other.values, window.values);
  }
}

TEST(WindowPart, WindowsOfPartsAreThoseOfTheWholeTable) {
  ASSERT_EQ(window_records(kColumns), 2 * kBlock);
  const Table table = with_gaps();
  std::mt19937 engine(6);
  for (const std::int64_t first_record : {std::int64_t{0}, 3 * kBlock}) {
    const Selection selection = selection_from(first_record);
    const Absences absences = absences_of(table, selection);
    for (const std::int64_t halo : {0, 5, 3000}) {
      All whole;
      collect(table, absences, selection, halo, whole);
      ASSERT_GT(whole.size(), 7u);
      for (int trial = 0; trial < 10; ++trial) {
        All found;
        for (Index begin = 0; begin < kRecords;) {
          const Index end = std::min<Index>(kRecords, begin + kBlock * (1 + static_cast<Index>(engine() % 6)));
          collect(Table::part(table, begin, end), absences, selection, halo, found);
          begin = end;
        }
        expect_same(found, whole);
      }
    }
  }
}

}  // namespace window_part_test
}  // namespace guise::table
