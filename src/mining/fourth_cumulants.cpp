// SPDX-License-Identifier: Apache-2.0
#include "mining/fourth_cumulants.h"

#include "mining/pass.h"
#include "table/chunk.h"

namespace guise::mining {
namespace {

// Records from which on a fourth moment tells more than chance.
constexpr double kFewest = 8;

struct Sums {
  Matrix two_two, three_one;
  Vector third;
  void merge(const Sums& later) {
    if (later.third.size() == 0) return;
    if (third.size() == 0) {
      *this = later;
      return;
    }
    two_two += later.two_two;
    three_one += later.three_one;
    third += later.third;
  }
};

template <typename Form>
void fields(Form& form, Sums& sums) {
  form.kind("fourth moments", 1);
  form(sums.two_two, sums.three_one, sums.third);
  const Index m = sums.third.size();
  form.check(sums.two_two.rows() == m && sums.two_two.cols() == m && sums.three_one.rows() == m && sums.three_one.cols() == m,
             "its fourth moments have different sizes");
}
bool alike(const Sums& a, const Sums& b) {
  return a.third.size() == b.third.size();
}

}  // namespace

FourthCumulants fourth_cumulants(const Data& data, const SecondMoments& found) {
  const Index m = found.mean.size();
  const double n = found.records;
  if (n < kFewest) return {Matrix::Zero(m, m), Matrix::Zero(m, m), Vector::Zero(m)};
  stats::OrderedMerge<Sums> merge;
  gather_pass(data, "fourth-moments", {table::sum_of(merge)}, [&](const Batch& batch) {
    const Matrix d = batch.rows.rowwise() - found.mean.transpose(), squares = d.cwiseAbs2(), cubes = squares.cwiseProduct(d);
    merge.add(batch.first_record / table::kBlock,
              {squares.transpose() * squares, cubes.transpose() * d, cubes.colwise().sum().transpose()});
  });
  const Sums sums = merge.finish({});
  const Matrix second = found.of_rows * ((n - 1) / n);
  const Vector variance = second.diagonal();
  const double unbiased = n * n / ((n - 1) * (n - 2) * (n - 3));
  FourthCumulants out;
  out.two_two = unbiased * ((n + 1) / n * sums.two_two - (n - 1) * (variance * variance.transpose() + 2 * second.cwiseAbs2()));
  out.three_one = unbiased * ((n + 1) / n * sums.three_one - 3 * (n - 1) * (variance.asDiagonal() * second));
  out.third = sums.third * (n / ((n - 1) * (n - 2)));
  return out;
}

}  // namespace guise::mining
