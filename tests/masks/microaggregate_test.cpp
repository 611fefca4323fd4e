// SPDX-License-Identifier: Apache-2.0
// Groups of similar records and what is released of them, beside MDAV written a second time, straight from its description.
#include <gtest/gtest.h>

#include <map>
#include <numeric>

#include "masked.h"
#include "masks/groups.h"

namespace guise::masks {
namespace microaggregate_test {

using Groups = std::vector<std::vector<Index>>;

/// MDAV as it is printed: lists of rows, all distances anew each time.
Groups plain_mdav(const Matrix& rows, Index k) {
  std::vector<Index> left(static_cast<std::size_t>(rows.rows()));
  std::iota(left.begin(), left.end(), Index{0});
  Groups out;
  const auto far_from = [&](const Eigen::RowVectorXd& point) {
    return *std::max_element(left.begin(), left.end(), [&](Index a, Index b) {
      return (rows.row(a) - point).squaredNorm() < (rows.row(b) - point).squaredNorm();
    });
  };
  const auto take_near = [&](Index row) {
    std::stable_sort(left.begin(), left.end(), [&](Index a, Index b) {
      return (rows.row(a) - rows.row(row)).squaredNorm() < (rows.row(b) - rows.row(row)).squaredNorm();
    });
    out.emplace_back(left.begin(), left.begin() + k);
    left.erase(left.begin(), left.begin() + k);
    std::sort(left.begin(), left.end());
  };
  const auto mean = [&] { return Eigen::RowVectorXd(rows(left, Eigen::all).colwise().mean()); };
  while (static_cast<Index>(left.size()) >= 3 * k) {
    const Index first = far_from(mean()), second = far_from(rows.row(first));
    take_near(first);
    take_near(second);
  }
  if (static_cast<Index>(left.size()) >= 2 * k) take_near(far_from(mean()));
  out.push_back(left);
  return out;
}

double within(const Matrix& rows, const Groups& groups) {
  double sum = 0;
  for (const auto& group : groups) {
    const Matrix members = rows(group, Eigen::all);
    sum += (members.rowwise() - members.colwise().mean()).squaredNorm();
  }
  return sum;
}

TEST(SimilarGroups, AreThoseOfMdavAsItIsPrinted) {
  for (const auto& [n, k] : {std::pair{3, 3}, {5, 3}, {6, 3}, {8, 3}, {9, 3}, {100, 3}, {101, 7}, {257, 10}}) {
    const Matrix rows = random::gaussian_matrix(n, 4, random::Rng::from_seed(static_cast<std::uint64_t>(n)));
    Groups mine = similar_groups(rows, k), theirs = plain_mdav(rows, k);
    for (auto& group : theirs) std::sort(group.begin(), group.end());
    EXPECT_EQ(mine, theirs) << n << " records, k = " << k;
  }
}

TEST(SimilarGroups, HaveKTo2KMinusOneMembersAlsoWhereAllAreEqual) {
  for (const Index n : {4, 7, 8, 11, 12, 100})
    for (const Matrix& rows : {Matrix(Matrix::Zero(n, 2)), random::sign_matrix(n, 2, random::Rng::from_seed(1))}) {
      std::vector<Index> seen;
      for (const auto& group : similar_groups(rows, 4)) {
        EXPECT_GE(group.size(), 4u);
        EXPECT_LE(group.size(), 7u);
        seen.insert(seen.end(), group.begin(), group.end());
      }
      std::sort(seen.begin(), seen.end());
      EXPECT_EQ(seen.size(), static_cast<std::size_t>(n));
      EXPECT_TRUE(std::adjacent_find(seen.begin(), seen.end()) == seen.end());
    }
}

TEST(Microaggregate, ReleasesTheMeansOfItsGroups) {
  const Matrix values = correlated(200, 3), released = masked("microaggregate(k=5)", values);
  std::map<double, std::vector<Index>> groups;
  for (Index i = 0; i < 200; ++i) groups[released(i, 0)].push_back(i);
  double lost = 0;
  Matrix units = values.rowwise() - values.colwise().mean();
  for (Index j = 0; j < 3; ++j) units.col(j) /= std::sqrt(units.col(j).squaredNorm() / 200);
  for (const auto& [_, group] : groups) {
    EXPECT_GE(group.size(), 5u);
    EXPECT_LE(group.size(), 9u);
    for (const Index i : group)
      EXPECT_LT((released.row(i) - values(group, Eigen::all).colwise().mean()).cwiseAbs().maxCoeff(), 1e-10);
    lost += within(units, {group});
  }
  EXPECT_NEAR(lost, within(units, plain_mdav(units, 5)), 1e-9 * lost);
  EXPECT_LT((released.colwise().mean() - values.colwise().mean()).cwiseAbs().maxCoeff(), 1e-10) << "means are kept";
}

TEST(Microaggregate, ByColumnsStaysBetweenTheNeighbouringGroups) {
  const Matrix values = random::gaussian_matrix(1000, 1, random::Rng::from_seed(3)),
               released = masked("microaggregate(k=3,by=columns)", values);
  std::vector<std::pair<double, double>> rows;
  for (Index i = 0; i < 1000; ++i) rows.emplace_back(values(i, 0), released(i, 0));
  std::sort(rows.begin(), rows.end());
  for (std::size_t i = 1; i < rows.size(); ++i) EXPECT_LE(rows[i - 1].second, rows[i].second);
  std::map<double, int> sizes;
  for (const auto& [_, mean] : rows) ++sizes[mean];
  EXPECT_EQ(sizes.size(), 333u);
  EXPECT_EQ(sizes.rbegin()->second, 4) << "the last group takes what is left";
}

TEST(Microaggregate, SaysItsGroupsOnTheCardAndNothingOfTheKey) {
  const Matrix values = correlated(60, 2);
  const StepCard step = prepared("microaggregate(k=4)", values).card().steps[0];
  EXPECT_EQ(step.effect, Effect::groups);
  EXPECT_EQ(step.group, 4);
  EXPECT_EQ(step.share, "record");
  EXPECT_EQ(masked("microaggregate(k=4)", values, {.key = 2}), masked("microaggregate(k=4)", values));
  EXPECT_FALSE(prepared("microaggregate(k=4)", values).can_undo());
}

TEST(Microaggregate, RefusesBadInputWithASentence) {
  Matrix constant = correlated(50, 2);
  constant.col(0).setConstant(3);
  const std::tuple<const char*, Matrix, const char*> cases[] = {
      {"microaggregate(k=1)", correlated(50, 2), "k must satisfy 2 <= N"},
      {"microaggregate(k=51)", correlated(50, 2), "needs 51 records, the table has 50"},
      {"microaggregate", constant, "column 'c1' is constant"},
  };
  for (const auto& [spec, values, sentence] : cases)
    EXPECT_NE(refusal([&, text = spec, &table = values] { prepared(text, table); }).find(sentence), std::string::npos) << spec;
}

}  // namespace microaggregate_test
}  // namespace guise::masks
