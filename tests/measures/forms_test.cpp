// SPDX-License-Identifier: Apache-2.0
#include "measures/forms.h"

#include <gtest/gtest.h>

#include <random>

#include "base/error.h"
#include "measures/comparer.h"

namespace guise::measures {
namespace forms_test {

constexpr int kPieces = 11;

Matrix numbers(int piece, double shift) {
  std::mt19937_64 engine(static_cast<std::uint64_t>(piece));
  std::normal_distribution<double> law(shift, 2);
  return Matrix::NullaryExpr(200, 2, [&] { return law(engine); });
}

void add(Comparer& comparer, int piece) {
  comparer.add(piece, numbers(piece, 5), numbers(piece, 5) + numbers(piece + 100, 0));
}

std::string written(const Comparer& comparer) {
  FormWriter form;
  comparer.write(form);
  return form.take();
}

void join(Comparer& comparer, const std::string& bytes) {
  FormReader form(bytes, "a part");
  comparer.join(form);
  form.finish();
}

TEST(ComparisonForms, AComparisonOfPartsHasTheBitsOfOne) {
  const Vector sd = Vector::Constant(2, 2.0);
  Comparer whole(sd), joined(sd);
  for (int piece = 0; piece < kPieces; ++piece) add(whole, piece);
  for (const auto& [from, to] : {std::pair{7, kPieces}, {0, 3}, {3, 7}}) {
    Comparer part(sd);
    for (int piece = from; piece < to; ++piece) add(part, piece);
    join(joined, written(part));
  }
  const Comparison expected = whole.finish(), found = joined.finish();
  ASSERT_EQ(found.records(), expected.records());
  EXPECT_EQ(found.whole(), expected.whole());
  EXPECT_EQ(found.truth().covariance(), expected.truth().covariance());
  EXPECT_EQ(found.guess().covariance(), expected.guess().covariance());
  for (std::size_t j = 0; j < 2; ++j) {
    const auto &a = found.attributes()[j], &b = expected.attributes()[j];
    EXPECT_EQ(a.squared_error, b.squared_error);
    EXPECT_EQ(a.cross, b.cross);
    EXPECT_EQ(a.absolute_error.cells(), b.absolute_error.cells());
    for (std::size_t group = 0; group < kGroups; ++group)
      EXPECT_EQ(found.groups().at(group, j).cross, expected.groups().at(group, j).cross);
  }
}

TEST(ComparisonForms, OfAnotherTableIsRefused) {
  Comparer two(Vector::Ones(2)), three(Vector::Ones(3));
  add(two, 0);
  EXPECT_THROW(join(three, written(two)), Error);
}

}  // namespace forms_test
}  // namespace guise::measures
