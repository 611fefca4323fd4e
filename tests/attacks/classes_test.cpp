// SPDX-License-Identifier: Apache-2.0
// Classes changed at random, whatever their numbers: a guess with the hidden kinds is better than the best line.
#include <gtest/gtest.h>

#include "population_data.h"

namespace guise::attacks {
namespace classes_attack_test {

using namespace testing;

constexpr Index kRows = 3000, kColumns = 8;

/// Two kinds of people: one has class 0 or 3 of every column, the other 1 or 2. No line shows that.
Matrix people() {
  const Matrix u = laws(random::Law::uniform, kRows, kColumns, 1);
  Matrix x(kRows, kColumns);
  for (Index i = 0; i < kRows; ++i)
    for (Index j = 0; j < kColumns; ++j) x(i, j) = i % 2 == 0 ? (u(i, j) < 0 ? 0 : 3) : (u(i, j) < 0 ? 1 : 2);
  return x;
}

/// Each class is kept with probability 0.6, else one of four.
Matrix changed(const Matrix& x) {
  const Matrix u = laws(random::Law::uniform, kRows, kColumns, 2) / std::sqrt(12.0),
               other = laws(random::Law::uniform, kRows, kColumns, 3) / std::sqrt(12.0);
  return (u.array() < 0.1).select(x, ((other.array() + 0.5) * 4).floor().matrix());
}

/// What somebody is left with who knows the kinds and the probabilities: a seen class of the kind's own two is right with
/// probability (0.6 + 0.1) 0.5 / (0.7 x 0.5 + 0.1 x 0.5) = 7/8, else the other of the two; another class says nothing.
double ideal() {
  const double apart0 = 3 * 3, apart1 = 1;  // squared distance of the two classes of a kind
  const double seen = 0.8, open = seen * 7.0 / 64 + (1 - seen) / 4;
  return (apart0 + apart1) / 2 * open;
}

TEST(ClassesAttack, UndoesClassesThatWereChanged) {
  const Matrix x = people(), released = changed(x);
  Knowledge known;  // in the originals' units, as an audit reads a release of slope 0.6
  const Matrix read = (released.array() - 1.5) / 0.6 + 1.5;
  const Matrix apart = read - x;
  known.noise_covariance = Matrix((apart.colwise().squaredNorm() / static_cast<double>(kRows)).asDiagonal());
  const double found = mean_square(reconstruct("classes", read, known).values - x);
  EXPECT_LT(found, 1.15 * ideal());
  EXPECT_GT(found, 0.9 * ideal());
  EXPECT_LT(found, 0.95 * mean_square(reconstruct("bayes", read, known).values - x));
}

TEST(ClassesAttack, HasNothingToSayOfNumbers) {
  Knowledge known;
  known.noise_covariance = Matrix::Identity(3, 3);
  EXPECT_FALSE(learn_from("classes", laws(random::Law::gaussian, 500, 3, 4), known).reconstruction);
}

}  // namespace classes_attack_test
}  // namespace guise::attacks
