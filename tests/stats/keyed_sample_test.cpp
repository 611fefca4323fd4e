// SPDX-License-Identifier: Apache-2.0
#include "stats/keyed_sample.h"

#include "base/form.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <thread>
#include <vector>

namespace guise::stats {
namespace keyed_sample_test {

using random::Rng;

/// Record i is (i, -i).
Matrix table(Index first, Index count) {
  Matrix out(count, 2);
  out.col(0) = Vector::LinSpaced(count, static_cast<double>(first), static_cast<double>(first + count - 1));
  out.col(1) = -out.col(0);
  return out;
}

std::unique_ptr<KeyedSample> drawn(std::int64_t size, Index records, const Rng& rng) {
  auto sample = std::make_unique<KeyedSample>(size, rng);
  sample->add(0, table(0, records));
  return sample;
}

TEST(KeyedSample, HoldsTheRecordsOfItsNumbersInOrder) {
  const auto sample = drawn(50, 1000, Rng::from_seed(1));
  const auto records = sample->records();
  const Matrix rows = sample->rows();
  ASSERT_EQ(records.size(), 50u);
  ASSERT_EQ(rows.rows(), 50);
  EXPECT_TRUE(std::is_sorted(records.begin(), records.end()));
  for (Index i = 0; i < 50; ++i) EXPECT_EQ(rows(i, 0), static_cast<double>(records[static_cast<std::size_t>(i)]));
}

TEST(KeyedSample, OfRecordsWithGapsIsThatOfTheirNumbers) {
  const Rng rng = Rng::from_seed(5);
  KeyedSample whole(30, rng), gaps(30, rng);
  whole.add(0, table(0, 200));
  std::vector<std::int64_t> numbers;
  for (std::int64_t i = 0; i < 200; ++i)
    if (i % 7 != 3) numbers.push_back(i);
  Matrix rows(static_cast<Index>(numbers.size()), 2);
  for (std::size_t i = 0; i < numbers.size(); ++i) rows.row(static_cast<Index>(i)) = table(numbers[i], 1);
  gaps.add(0, rows, numbers);
  std::vector<std::int64_t> expected;
  for (const std::int64_t record : whole.records())
    if (record % 7 != 3) expected.push_back(record);
  const auto records = gaps.records();
  EXPECT_TRUE(std::includes(records.begin(), records.end(), expected.begin(), expected.end()));
  for (std::size_t i = 0; i < records.size(); ++i)
    EXPECT_EQ(gaps.rows()(static_cast<Index>(i), 0), static_cast<double>(records[i]));
}

TEST(KeyedSample, ByPriorityStartsWithTheSmallerSamples) {
  const auto order = drawn(50, 1000, Rng::from_seed(6))->by_priority();
  for (const std::int64_t size : {1, 7, 20}) {
    std::vector<std::int64_t> first(order.begin(), order.begin() + size);
    std::sort(first.begin(), first.end());
    EXPECT_EQ(first, drawn(size, 1000, Rng::from_seed(6))->records());
  }
}

TEST(KeyedSample, KeepsTheSmallestPriorities) {
  const Rng rng = Rng::from_seed(2);
  std::vector<std::uint64_t> words(1000);
  rng.words(0, 0, words);
  std::vector<std::int64_t> order(1000);
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int64_t>(i);
  std::sort(order.begin(), order.end(),
            [&](auto a, auto b) { return words[static_cast<std::size_t>(a)] < words[static_cast<std::size_t>(b)]; });
  order.resize(70);
  std::sort(order.begin(), order.end());
  EXPECT_EQ(drawn(70, 1000, rng)->records(), order);
}

TEST(KeyedSample, SmallerSamplesArePartOfLargerOnes) {
  const auto large = drawn(300, 2000, Rng::from_seed(3))->records();
  for (const std::int64_t size : {1, 10, 299}) {
    const auto small = drawn(size, 2000, Rng::from_seed(3))->records();
    EXPECT_EQ(small.size(), static_cast<std::size_t>(size));
    EXPECT_TRUE(std::includes(large.begin(), large.end(), small.begin(), small.end()));
  }
}

TEST(KeyedSample, DoesNotDependOnOrderChunksOrThreads) {
  const Rng rng = Rng::from_seed(4);
  const auto whole = drawn(40, 1500, rng);
  std::mt19937_64 engine(5);
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<std::pair<Index, Index>> chunks;  // first, count
    for (Index first = 0; first < 1500;) {
      const Index count = std::min<Index>(1 + static_cast<Index>(engine() % 200), 1500 - first);
      chunks.emplace_back(first, count);
      first += count;
    }
    std::shuffle(chunks.begin(), chunks.end(), engine);
    KeyedSample found(40, rng);
    const auto add_every_third = [&](std::size_t from) {
      for (std::size_t i = from; i < chunks.size(); i += 3)
        found.add(chunks[i].first, table(chunks[i].first, chunks[i].second));
    };
    {
      const std::jthread one([&] { add_every_third(0); }), two([&] { add_every_third(1); });
      add_every_third(2);
    }
    ASSERT_EQ(found.records(), whole->records());
    ASSERT_EQ(found.rows(), whole->rows());
  }
}

TEST(KeyedSample, OfPartsInAnyOrderIsThatOfTheWhole) {
  for (const std::int64_t size : {0, 1, 30, 900, 6000}) {
    const auto whole = drawn(size, 5000, Rng::from_seed(8));
    KeyedSample joined(size, Rng::from_seed(8));
    for (const auto& [first, count] : {std::pair<Index, Index>{3072, 1928}, {0, 1024}, {1024, 2048}}) {
      KeyedSample part(size, Rng::from_seed(8));
      part.add(first, table(first, count));
      FormWriter writer;
      part.write(writer);
      const std::string bytes = writer.take();
      FormReader reader(bytes, "a part");
      joined.join(reader);
      reader.finish();
    }
    EXPECT_EQ(joined.records(), whole->records());
    EXPECT_EQ(joined.rows(), whole->rows());
    EXPECT_EQ(joined.by_priority(), whole->by_priority());
  }
}

TEST(KeyedSample, IncludesEveryRecordWithTheSameChance) {
  // 4000 keys, 20 of 100 records: each is in 800 times, variance 4000 * .2 * .8 * 100/99 under sampling without replacement.
  std::vector<double> times(100, 0.0);
  for (std::uint64_t seed = 0; seed < 4000; ++seed)
    for (const std::int64_t record : drawn(20, 100, Rng::from_seed(seed))->records()) ++times[static_cast<std::size_t>(record)];
  double chi_square = 0;
  for (const double count : times) chi_square += (count - 800) * (count - 800) / (4000 * 0.2 * 0.8 * 100 / 99.0);
  // 99 degrees of freedom: mean 99, sd 14; the 1e-4 quantiles are 56 and 160.
  EXPECT_GT(chi_square, 56);
  EXPECT_LT(chi_square, 160);
}

TEST(KeyedSample, LargerThanTheTableHoldsAllOfIt) {
  EXPECT_EQ(drawn(500, 30, Rng::from_seed(6))->rows(), table(0, 30));
}

TEST(KeyedSample, OfSizeZeroIsEmpty) {
  const auto sample = drawn(0, 30, Rng::from_seed(7));
  EXPECT_EQ(sample->rows().rows(), 0);
  EXPECT_TRUE(sample->records().empty());
}

}  // namespace keyed_sample_test
}  // namespace guise::stats
