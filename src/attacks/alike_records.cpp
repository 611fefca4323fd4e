// SPDX-License-Identifier: Apache-2.0
#include "attacks/alike_records.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace guise::attacks {
namespace {

// Of all records those that fit a group best are looked at more closely, twice; their memberships settle in so many rounds.
constexpr std::size_t kCandidates = 64;
constexpr int kPasses = 2, kRounds = 6;
// Records that are worked on together: products of matrices are much faster than of vectors.
constexpr Index kTogether = 32;

/// Squares of every record, then the record: a normal log density is linear in them.
Matrix terms_of(const Matrix& records) {
  Matrix out(records.rows(), 2 * records.cols());
  out.leftCols(records.cols()) = records.cwiseAbs2();
  out.rightCols(records.cols()) = records;
  return out;
}

/// Density of one more record of a group, of which so many are known: normal, with these means and variances.
struct Next {
  Next(const AlikeModel& model, const Vector& centre, double size) {
    const Vector share = model.between.array() / (model.between.array() + model.within.array() / size);
    mean = share.cwiseProduct(centre);
    variance = model.within.array() + model.between.array() * (1 - share.array());
    constant = -variance.array().log().sum() / 2;
  }
  /// The log density is terms * weights(), and what does not depend on the record.
  Vector weights() const {
    Vector out(2 * mean.size());
    out.head(mean.size()) = variance.cwiseInverse() / -2;
    out.tail(mean.size()) = mean.cwiseQuotient(variance);
    return out;
  }
  Vector mean, variance;
  double constant;
};

void for_runs(Index rows, const auto& work) {
  tbb::parallel_for(Index{0}, (rows + kTogether - 1) / kTogether,
                    [&](Index run) { work(run * kTogether, std::min(kTogether, rows - run * kTogether)); });
}

}  // namespace

AlikeRecords::AlikeRecords(Matrix records, AlikeModel model)
    : records_(std::move(records)), terms_(terms_of(records_)), model_(std::move(model)) {
  const Vector total = model_.between + model_.within;
  alone_ = terms_.leftCols(records_.cols()) * total.cwiseInverse() / -2;
  alone_.array() -= total.array().log().sum() / 2;
}

/// The searched records that fit each group best, as against being records of their own.
std::vector<std::vector<Index>> AlikeRecords::candidates(const std::vector<Group>& groups,
                                                         const std::vector<Index>& places) const {
  Matrix weights(terms_.cols(), std::ssize(groups));
  for (std::size_t g = 0; g < groups.size(); ++g)
    weights.col(static_cast<Index>(g)) = Next(model_, groups[g].centre, groups[g].size).weights();
  const Matrix fit = (terms_ * weights).colwise() - alone_;
  std::vector<std::vector<Index>> out(groups.size());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const auto own = fit.col(static_cast<Index>(g));
    std::vector<Index>& rows = out[g];
    rows.resize(static_cast<std::size_t>(own.size()));
    std::iota(rows.begin(), rows.end(), Index{0});
    if (places[g] >= 0) rows.erase(rows.begin() + places[g]);
    if (rows.size() <= kCandidates) continue;
    std::nth_element(rows.begin(), rows.begin() + kCandidates, rows.end(),
                     [&](Index a, Index b) { return own[a] > own[b] || (own[a] == own[b] && a < b); });
    rows.resize(kCandidates);
    std::sort(rows.begin(), rows.end());
  }
  return out;
}

/// Members by how much better a record fits as one of the group than as one of its own; the record itself is one for certain.
void AlikeRecords::refine(Group& group, const Vector& record, const std::vector<Index>& rows) const {
  const Matrix near = records_(rows, Eigen::all);
  const auto all = static_cast<double>(records_.rows());
  for (int round = 0; round < kRounds; ++round) {
    const Next next(model_, group.centre, group.size);
    const double prior = std::log(std::max(group.size - 1, 1.0) / all);
    const Matrix away = near.rowwise() - next.mean.transpose();
    const Vector fit = (away.cwiseAbs2() * next.variance.cwiseInverse() / -2).array() + next.constant;
    Vector member(fit.size());
    for (Index i = 0; i < fit.size(); ++i)
      member[i] = 1 / (1 + std::exp(std::clamp(alone_[rows[static_cast<std::size_t>(i)]] - fit[i] - prior, -50.0, 50.0)));
    const double size = 1 + member.sum();
    group = {(record + near.transpose() * member) / size, size};
  }
}

std::vector<AlikeRecords::Group> AlikeRecords::groups_of(const Matrix& records, const std::vector<Index>& places) const {
  std::vector<Group> out(places.size());
  for_runs(records.rows(), [&](Index first, Index count) {
    std::vector<Group> groups;
    for (Index i = 0; i < count; ++i) groups.push_back({records.row(first + i), 1});
    const std::vector<Index> own(places.begin() + first, places.begin() + first + count);
    for (int pass = 0; pass < kPasses; ++pass) {
      const std::vector<std::vector<Index>> rows = candidates(groups, own);
      for (Index i = 0; i < count; ++i)
        refine(groups[static_cast<std::size_t>(i)], records.row(first + i), rows[static_cast<std::size_t>(i)]);
    }
    std::move(groups.begin(), groups.end(), out.begin() + first);
  });
  return out;
}

/// Of what a record differs from the shared value, the share that is not noise.
Vector AlikeRecords::with_own(const Vector& record, const Vector& shared) const {
  return shared.array() + (record - shared).array() * (1 - model_.within.array().inverse());
}

Matrix AlikeRecords::grown(const Matrix& records, const std::vector<Index>& places) const {
  const std::vector<Group> groups = groups_of(records, places);
  Matrix out(records.rows(), records.cols());
  for (Index i = 0; i < records.rows(); ++i) {
    const Group& group = groups[static_cast<std::size_t>(i)];
    out.row(i) = with_own(records.row(i), Next(model_, group.centre, group.size).mean);
  }
  return out;
}

}  // namespace guise::attacks
