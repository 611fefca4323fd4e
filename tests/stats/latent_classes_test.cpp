// SPDX-License-Identifier: Apache-2.0
// Hidden kinds behind classes that were changed at random, against somebody who knows all probabilities.
#include "stats/latent_classes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "random/laws.h"
#include "stats/class_columns.h"

namespace guise::stats {
namespace latent_classes_test {

constexpr Index kRows = 3000, kColumns = 8, kKinds = 3;
constexpr int kClasses = 3;
constexpr double kKept = 0.5;

Vector uniforms(Index count, std::uint32_t stream) {
  Vector out(count);
  random::fill_uniform(random::Rng::from_seed(1), stream, 0, {out.data(), static_cast<std::size_t>(count)});
  return out;
}

/// Kind k has class (k + j) mod 3 of column j in 80 of 100 records, else each of the others alike.
double law(Index kind, Index column, int of) {
  return (kind + column) % kClasses == of ? 0.8 : 0.1;
}

int drawn(double u, Index kind, Index column) {
  for (int c = 0; c < kClasses; ++c)
    if ((u -= law(kind, column, c)) < 0) return c;
  return kClasses - 1;
}

struct Table {
  Eigen::MatrixXi truth{kRows, kColumns}, seen{kRows, kColumns};
  Table() {
    for (Index j = 0; j < kColumns; ++j) {
      const auto stream = static_cast<std::uint32_t>(3 * j);
      const Vector u = uniforms(kRows, stream), keep = uniforms(kRows, stream + 1), other = uniforms(kRows, stream + 2);
      for (Index i = 0; i < kRows; ++i) {
        truth(i, j) = drawn(u[i], i % kKinds, j);
        seen(i, j) = keep[i] < kKept ? truth(i, j) : static_cast<int>(kClasses * other[i]);
      }
    }
  }
};

double channel(int truth, int seen) {
  return (truth == seen ? kKept : 0) + (1 - kKept) / kClasses;
}

/// Probability of the true class of a value, on average, for who knows the laws: Bayes' rule over kinds and classes.
double ideal(const Table& table, Index column) {
  double sum = 0;
  for (Index i = 0; i < kRows; ++i) {
    Vector of = Vector::Zero(kClasses);
    for (Index k = 0; k < kKinds; ++k) {
      double others = 1;
      for (Index j = 0; j < kColumns; ++j) {
        double likely = 0;
        for (int c = 0; c < kClasses; ++c) likely += law(k, j, c) * channel(c, table.seen(i, j));
        if (j != column) others *= likely;
      }
      for (int c = 0; c < kClasses; ++c) of[c] += others * law(k, column, c) * channel(c, table.seen(i, column));
    }
    sum += of[table.truth(i, column)] / of.sum();
  }
  return sum / kRows;
}

std::vector<ClassChannel> channels(double kept) {
  return std::vector<ClassChannel>(kColumns, {kept, Vector::Constant(kClasses, 1.0 / kClasses)});
}

TEST(LatentClasses, AreAsGoodAsTheirLaws) {
  const Table table;
  const LatentClasses model(table.seen, channels(kKept), random::Rng::from_seed(2));
  EXPECT_GE(model.kinds(), kKinds);
  for (const Index column : {0, 5}) {
    const Matrix found = model.posterior(table.seen, column);
    double sum = 0;
    for (Index i = 0; i < kRows; ++i) {
      EXPECT_NEAR(found.row(i).sum(), 1, 1e-9);
      sum += found(i, table.truth(i, column));
    }
    const double best = ideal(table, column);
    EXPECT_NEAR(sum / kRows, best, 0.02) << column;
    EXPECT_GT(best, kKept + (1 - kKept) / kClasses * 0.5) << "hidden kinds tell something";
  }
}

/// A value that is kept for certain is what it is; one that was not seen has the law of its kinds.
TEST(LatentClasses, TakeWhatIsKeptForCertain) {
  Table table;
  std::vector<ClassChannel> some = channels(kKept);
  some[0].kept = 1;
  table.seen.col(0) = table.truth.col(0);
  const LatentClasses model(table.seen, some, random::Rng::from_seed(3));
  table.seen(1, 0) = -1;
  const Matrix found = model.posterior(table.seen, 0);
  EXPECT_NEAR(found(0, table.truth(0, 0)), 1, 1e-9);
  EXPECT_NEAR(found.row(1).sum(), 1, 1e-9);
  EXPECT_LT(found.row(1).maxCoeff(), 0.9);
}

TEST(ClassColumn, IsItsValuesOrParts) {
  Vector few(60), many(800);
  for (Index i = 0; i < 60; ++i) few[i] = 10.0 * static_cast<double>(i % 3);
  for (Index i = 0; i < 800; ++i) many[i] = static_cast<double>(i);
  const ClassColumn values = class_column(few, true, 30), parts = class_column(many, true, 30);
  EXPECT_EQ(values.classes(), 3);
  EXPECT_EQ(values.of(20), 2);
  EXPECT_EQ(values.of(11), -1);
  EXPECT_EQ(parts.classes(), 8);
  EXPECT_EQ(parts.of(-1), 0);
  EXPECT_EQ(parts.of(799), 7);
  EXPECT_EQ(parts.of(std::nan("")), -1);
  EXPECT_TRUE(class_column(many, false, 30).values.empty()) << "names without an order";
}

}  // namespace latent_classes_test
}  // namespace guise::stats
