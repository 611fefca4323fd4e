// SPDX-License-Identifier: Apache-2.0
#include "stats/mixture_memory.h"

#include <gtest/gtest.h>

namespace guise::stats {
namespace mixture_memory_test {

using random::Rng;

/// How often it is fitted when these ask one after the other.
struct Fits {
  void ask(const Matrix& observed, const Matrix& noise, const MixtureFit& how, const Rng& rng) {
    const Mixture found = remembered(observed, noise, how, rng, [&] {
      ++count;
      return Mixture{.weight = {1}, .mean = {Vector::Constant(1, observed.sum())}, .covariance = {noise}};
    });
    EXPECT_EQ(found.mean.front()[0], observed.sum());
  }
  int count = 0;
};

const Matrix kOne = Matrix::Constant(5, 1, 1.0), kTwo = Matrix::Constant(5, 1, 2.0), kNoise = Matrix::Identity(1, 1);

TEST(MixtureMemory, TheSameFitIsMadeOnce) {
  const MixtureMemory memory;
  Fits fits;
  for (int turn = 0; turn < 3; ++turn) fits.ask(kOne, kNoise, {}, Rng::from_seed(1));
  EXPECT_EQ(fits.count, 1);
}

TEST(MixtureMemory, WhateverTheFitDependsOnMakesAnotherOne) {
  const MixtureMemory memory;
  Fits fits;
  fits.ask(kOne, kNoise, {}, Rng::from_seed(1));
  fits.ask(kTwo, kNoise, {}, Rng::from_seed(1));
  fits.ask(kOne, 2 * kNoise, {}, Rng::from_seed(1));
  fits.ask(kOne, kNoise, {.components = 2}, Rng::from_seed(1));
  fits.ask(kOne, kNoise, {.iterations = 7}, Rng::from_seed(1));
  fits.ask(kOne, kNoise, {}, Rng::from_seed(2));
  EXPECT_EQ(fits.count, 6);
}

TEST(MixtureMemory, NothingIsRememberedBeyondIt) {
  Fits fits;
  {
    const MixtureMemory outer, inner;
    fits.ask(kOne, kNoise, {}, Rng::from_seed(1));
  }
  fits.ask(kOne, kNoise, {}, Rng::from_seed(1));
  const MixtureMemory later;
  fits.ask(kOne, kNoise, {}, Rng::from_seed(1));
  EXPECT_EQ(fits.count, 3);
}

}  // namespace mixture_memory_test
}  // namespace guise::stats
