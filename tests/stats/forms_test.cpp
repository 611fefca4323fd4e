// SPDX-License-Identifier: Apache-2.0
#include "stats/forms.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/error.h"
#include "stats/histograms.h"
#include "stats/ordered_merge.h"
#include "table/chunk.h"

namespace guise::stats {
namespace forms_test {

/// What one process hands to another.
template <typename T>
std::string written(const T& gathered) {
  FormWriter form;
  gathered.write(form);
  return form.take();
}

template <typename T>
void join(T& gathered, const std::string& bytes) {
  FormReader form(bytes, "a part");
  gathered.join(form);
  form.finish();
}

Moments of_block(std::int64_t block) {
  std::mt19937_64 engine(static_cast<std::uint64_t>(block));
  std::normal_distribution<double> law(1e6, 3);
  Moments out;
  out.add(Matrix::NullaryExpr(40, 3, [&] { return law(engine); }));
  return out;
}

/// Twenty blocks, one of which has no records.
std::vector<std::int64_t> blocks() {
  std::vector<std::int64_t> out;
  for (std::int64_t block = 0; block < 20; ++block)
    if (block != 13) out.push_back(block);
  return out;
}

TEST(Forms, AnOrderedMergeOfPartsHasTheBitsOfOne) {
  OrderedMerge<Moments> whole;
  for (const std::int64_t block : blocks()) whole.add(block, of_block(block));
  const Moments expected = whole.finish({});
  std::mt19937 engine(1);
  for (int trial = 0; trial < 100; ++trial) {
    std::vector<std::string> parts;
    auto left = blocks();
    while (!left.empty()) {
      OrderedMerge<Moments> part;
      for (std::size_t count = 1 + engine() % left.size(); count > 0; --count) {
        part.add(left.front(), of_block(left.front()));
        left.erase(left.begin());
      }
      parts.push_back(written(part));
    }
    std::shuffle(parts.begin(), parts.end(), engine);
    OrderedMerge<Moments> joined, again;
    for (const std::string& part : parts) join(joined, part);
    join(again, written(joined));  // of what was joined, too
    const Moments found = again.finish({});
    ASSERT_EQ(found.count(), expected.count());
    ASSERT_EQ(found.mean(), expected.mean());
    ASSERT_EQ(found.covariance(), expected.covariance());
    ASSERT_EQ(found.least(), expected.least());
    ASSERT_EQ(found.most(), expected.most());
  }
}

TEST(Forms, AnOrderedMergeRefusesTheSameBlockTwiceAndAnotherTable) {
  OrderedMerge<Moments> one, other;
  one.add(4, of_block(4));
  Moments narrow;
  narrow.add(Matrix::Ones(5, 2));
  other.add(6, narrow);
  const std::string twice = written(one), foreign = written(other);
  EXPECT_THROW(join(one, twice), Error);
  EXPECT_THROW(join(one, foreign), Error);
}

TEST(Forms, HistogramsOfPartsAreThoseOfTheWhole) {
  std::mt19937_64 engine(2);
  std::cauchy_distribution<double> law;
  const Matrix values = Matrix::NullaryExpr(3000, 2, [&] { return law(engine); });
  Histograms whole(2), joined(2), first(2), second(2);
  whole.add(values);
  first.add(values.topRows(100));
  second.add(values.bottomRows(2900));
  join(joined, written(second));
  join(joined, written(first));
  for (std::size_t j = 0; j < 2; ++j) {
    EXPECT_EQ(joined.merged()[j].cells(), whole.merged()[j].cells());
    EXPECT_EQ(joined.merged()[j].width(), whole.merged()[j].width());
    EXPECT_EQ(joined.merged()[j].edge(0), whole.merged()[j].edge(0));
  }
  Histograms wider(3);
  wider.add(Matrix::Ones(4, 3));
  EXPECT_THROW(join(joined, written(wider)), Error);
}

TEST(Forms, AHistogramWhoseCountsDoNotAddUpIsRefused) {
  Histogram histogram;
  histogram.add(std::vector<double>{1, 2, 4});
  FormWriter form;
  form(histogram);
  std::string bytes = form.take();
  for (std::size_t at = 0; at < bytes.size(); ++at) {  // any byte may be wrong: read as another histogram, or refused
    std::string wrong = bytes;
    wrong[at] = static_cast<char>(wrong[at] ^ 0x40);
    FormReader reader(wrong, "a part");
    Histogram read;
    try {
      reader(read);
      reader.finish();
    } catch (const Error&) {
      continue;
    }
    std::int64_t counted = 0;
    for (const std::int64_t cell : read.cells()) counted += cell;
    EXPECT_EQ(counted, read.count());
    EXPECT_LE(read.cells().size(), 1u << 20);
  }
}

}  // namespace forms_test
}  // namespace guise::stats
