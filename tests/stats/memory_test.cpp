// SPDX-License-Identifier: Apache-2.0
#include "stats/memory.h"

#include <gtest/gtest.h>

namespace guise::stats {
namespace memory_test {

using random::Rng;

/// How often a sum is made when these ask one after the other.
struct Sums {
  void ask(std::string_view what, const Matrix& numbers, const Rng& rng) {
    const double found = remembered<double>([&] { return std::move(Question(what).add(numbers).add(rng)); },
                                            [&] {
                                              ++count;
                                              return numbers.sum();
                                            });
    EXPECT_EQ(found, numbers.sum());
  }
  int count = 0;
};

const Matrix kOne = Matrix::Constant(6, 1, 1.0), kTwo = Matrix::Constant(6, 1, 2.0), kWide = Matrix::Constant(3, 2, 1.0);

TEST(Memory, TheSameQuestionIsAnsweredOnce) {
  const Memory memory;
  Sums sums;
  for (int turn = 0; turn < 3; ++turn) sums.ask("sum", kOne, Rng::from_seed(1));
  EXPECT_EQ(sums.count, 1);
}

TEST(Memory, WhateverTheAnswerDependsOnMakesAnotherQuestion) {
  const Memory memory;
  Sums sums;
  sums.ask("sum", kOne, Rng::from_seed(1));
  sums.ask("total", kOne, Rng::from_seed(1));
  sums.ask("sum", kTwo, Rng::from_seed(1));
  sums.ask("sum", kWide, Rng::from_seed(1));
  sums.ask("sum", kOne, Rng::from_seed(2));
  sums.ask("sum", kOne, Rng::from_seed(1).with_step(3));
  EXPECT_EQ(sums.count, 6);
}

TEST(Memory, NothingIsRememberedBeyondIt) {
  Sums sums;
  {
    const Memory outer, inner;
    sums.ask("sum", kOne, Rng::from_seed(1));
  }
  sums.ask("sum", kOne, Rng::from_seed(1));
  const Memory later;
  sums.ask("sum", kOne, Rng::from_seed(1));
  EXPECT_EQ(sums.count, 3);
}

}  // namespace memory_test
}  // namespace guise::stats
