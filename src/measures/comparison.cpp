// SPDX-License-Identifier: Apache-2.0
#include "measures/comparison.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "linalg/blas.h"
#include "measures/column_sums.h"
#include "table/chunk.h"

namespace guise::measures {
namespace {

std::span<const double> column_of(const MatrixRef& block, Index j) {
  return {block.data() + j * block.outerStride(), static_cast<std::size_t>(block.rows())};
}

/// What the co-moment of two runs of records has beyond those of the runs: Chan, Golub and LeVeque (1979), equation 2.1b.
double between(const Comparison& mine, const stats::Moments& truth, const stats::Moments& guess, Index j) {
  if (mine.records() == 0) return 0;
  const auto n = static_cast<double>(mine.records()), more = static_cast<double>(truth.count());
  return n * (more / (n + more)) * (truth.mean()[j] - mine.truth().mean()[j]) * (guess.mean()[j] - mine.guess().mean()[j]);
}

/// Totals of what needs no means: those of a group, or of another run of records.
template <typename Sums>
void add_to(Comparison::Attribute& attribute, const Sums& more) {
  attribute.error += more.error;
  attribute.squared_error += more.squared_error;
  for (std::size_t t = 0; t < std::size(kWithin); ++t) attribute.within[t] += more.within[t];
  for (std::size_t t = 0; t < std::size(kRecovery); ++t) attribute.recovered[t] += more.recovered[t];
}

/// Records of a block of which all attributes are guessed to the tolerance, a share of sd and of |x|; constant ones are left
/// out.
std::int64_t records_within(const MatrixRef& x, const MatrixRef& g, const std::vector<Comparison::Attribute>& attributes,
                            double of_sd, double of_value) {
  Eigen::Array<bool, Eigen::Dynamic, 1> all = Eigen::Array<bool, Eigen::Dynamic, 1>::Constant(x.rows(), true);
  bool any = false;
  for (Index j = 0; j < x.cols(); ++j) {
    const double sd = attributes[static_cast<std::size_t>(j)].sd;
    if (!(sd > 0)) continue;
    any = true;
    all = all && (x.col(j) - g.col(j)).array().abs() <= of_sd * sd + of_value * x.col(j).array().abs();
  }
  return any ? all.count() : 0;
}

// A column that varies by less than this share of its values, or by less than any unit of measurement makes of them, is
// constant but for rounding: coordinates of embeddings that are never used come as 1e-31.
constexpr double kConstant = 1e-10, kNothingThere = 1e-25;

}  // namespace

Vector telling_sd(const stats::Moments& truth) {
  const Vector sd = truth.variance().cwiseSqrt(), largest = truth.least().cwiseAbs().cwiseMax(truth.most().cwiseAbs());
  return (sd.array() > (kConstant * largest.array()).max(kNothingThere)).select(sd, 0.0);
}

Comparison::Held& Comparison::own() {
  if (held_.use_count() > 1) held_ = std::make_shared<Held>(*held_);
  return *held_;
}

Comparison::Comparison(Vector sd, int cells) : Comparison() {
  linalg::use_one_blas_thread();
  const stats::Histogram empty(cells);
  held_->attributes.resize(static_cast<std::size_t>(sd.size()));
  for (Index j = 0; j < sd.size(); ++j)
    held_->attributes[static_cast<std::size_t>(j)] = {.sd = sd[j], .truth = empty, .guess = empty, .absolute_error = empty};
}

void Comparison::add(const MatrixRef& truth, const MatrixRef& guess) {
  add_sums(truth, guess);
  add_histograms(truth, guess);
}

void Comparison::add_sums(const MatrixRef& truth, const MatrixRef& guess) {
  Held& held = own();
  assert(truth.rows() == guess.rows() && truth.cols() == guess.cols() &&
         truth.cols() == static_cast<Index>(held.attributes.size()));
  for (Index first = 0; first < truth.rows(); first += table::kBlock) {
    const Index count = std::min<Index>(table::kBlock, truth.rows() - first);
    const MatrixRef x = truth.middleRows(first, count), g = guess.middleRows(first, count);
    stats::Moments x_moments, g_moments;
    x_moments.add(x);
    g_moments.add(g);
    Groups groups(count, x.cols());
    for (Index j = 0; j < x.cols(); ++j) {
      Attribute& attribute = held.attributes[static_cast<std::size_t>(j)];
      const ColumnSums sums =
          sum_column(column_of(x, j), column_of(g, j), x_moments.mean()[j], g_moments.mean()[j], attribute.sd);
      attribute.cross += sums.cross + between(*this, x_moments, g_moments, j);
      for (std::size_t group = 0; group < kGroups; ++group) {
        groups.at(group, static_cast<std::size_t>(j)) = sums.groups[group];
        add_to(attribute, sums.groups[group]);
      }
    }
    held.whole += records_within(x, g, held.attributes, kWhole, 0);
    held.exact += records_within(x, g, held.attributes, kRounding, kRounding);
    held.groups.merge(groups);
    held.truth.merge(x_moments);
    held.guess.merge(g_moments);
  }
}

void Comparison::add_histograms(const MatrixRef& truth, const MatrixRef& guess) {
  Held& held = own();
  Vector errors;
  for (Index j = 0; j < truth.cols(); ++j) {
    Attribute& attribute = held.attributes[static_cast<std::size_t>(j)];
    attribute.truth.add(column_of(truth, j));
    attribute.guess.add(column_of(guess, j));
    if (attribute.sd <= 0) continue;
    errors = (truth.col(j) - guess.col(j)).cwiseAbs() / attribute.sd;
    attribute.absolute_error.add({errors.data(), static_cast<std::size_t>(errors.size())});
  }
}

void Comparison::merge(const Comparison& later) {
  if (later.records() == 0) return;
  if (records() == 0) {
    *this = later;
    return;
  }
  Held& held = own();
  const Held& more = *later.held_;
  assert(held.attributes.size() == more.attributes.size() && "comparisons of different tables");
  for (std::size_t j = 0; j < held.attributes.size(); ++j) {
    held.attributes[j].cross += more.attributes[j].cross + between(*this, more.truth, more.guess, static_cast<Index>(j));
    add_to(held.attributes[j], more.attributes[j]);
  }
  held.whole += more.whole;
  held.exact += more.exact;
  held.groups.merge(more.groups);
  merge_histograms(later);
  held.truth.merge(more.truth);
  held.guess.merge(more.guess);
}

void Comparison::merge_histograms(const Comparison& other) {
  Held& held = own();
  for (std::size_t j = 0; j < held.attributes.size(); ++j) {
    const Attribute& more = other.held_->attributes[j];
    held.attributes[j].truth.merge(more.truth);
    held.attributes[j].guess.merge(more.guess);
    held.attributes[j].absolute_error.merge(more.absolute_error);
  }
}

Comparison Comparison::select(const std::vector<Index>& columns) const {
  std::vector<Index> all(held_->attributes.size());
  std::iota(all.begin(), all.end(), Index{0});
  if (columns == all) return *this;
  Comparison some;
  for (const Index column : columns) some.held_->attributes.push_back(held_->attributes[static_cast<std::size_t>(column)]);
  some.held_->truth = held_->truth.select(columns);
  some.held_->guess = held_->guess.select(columns);
  some.held_->groups = held_->groups.select(columns);
  some.held_->whole = held_->whole;
  some.held_->exact = held_->exact;
  return some;
}

}  // namespace guise::measures
