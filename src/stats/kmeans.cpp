// SPDX-License-Identifier: Apache-2.0
#include "stats/kmeans.h"

#include <oneapi/tbb/concurrent_unordered_map.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <vector>

#include "stats/nearest_centre.h"
#include "stats/ordered_merge.h"
#include "table/chunk.h"

namespace guise::stats {
namespace {

/// What a pass finds of each centre's records.
struct Sums {
  Vector sizes = {};
  Matrix sums = {};  // of records, measured from the origin
  double inertia = 0;

  void merge(const Sums& later) {
    if (sizes.size() == 0) {
      *this = later;
      return;
    }
    sizes += later.sizes;
    sums += later.sums;
    inertia += later.inertia;
  }
};

template <typename Form>
void fields(Form& form, Sums& sums) {
  form.kind("k-means sums", 1);
  form(sums.sizes, sums.sums, sums.inertia);
}
bool alike(const Sums& a, const Sums& b) {
  return a.sizes.size() == b.sizes.size() && a.sums.rows() == b.sums.rows() && a.sums.cols() == b.sums.cols();
}

Vector sizes_of(const std::vector<int>& nearest, Index centres) {
  Vector sizes = Vector::Zero(centres);
  for (const int each : nearest) ++sizes(each);
  return sizes;
}

// Sums side by side: consecutive records of one centre need not wait for each other's addition.
constexpr std::size_t kSideBySide = 4;

Matrix sums_of(const MatrixRef& records, const std::vector<int>& nearest, const Vector& origin, Index centres) {
  Matrix sums(centres, records.cols());
  std::vector<std::array<double, kSideBySide>> column(static_cast<std::size_t>(centres));
  const std::size_t whole = nearest.size() - nearest.size() % kSideBySide;
  for (Index d = 0; d < records.cols(); ++d) {
    std::fill(column.begin(), column.end(), std::array<double, kSideBySide>{});
    const double* x = records.col(d).data();
    const double shift = origin(d);
    const auto add = [&](std::size_t i, std::size_t side) {
      column[static_cast<std::size_t>(nearest[i])][side] += x[i] - shift;
    };
    for (std::size_t i = 0; i < whole; i += kSideBySide)
      for (std::size_t side = 0; side < kSideBySide; ++side) add(i + side, side);
    for (std::size_t i = whole; i < nearest.size(); ++i) add(i, i - whole);
    for (Index j = 0; j < centres; ++j) {
      const auto& [a, b, c, e] = column[static_cast<std::size_t>(j)];
      sums(j, d) = (a + b) + (c + e);
    }
  }
  return sums;
}

/// Squared distances to the own centre, from differences: exact where records are close together and far from zero.
Vector square_distances(const MatrixRef& records, const Matrix& centres, const std::vector<int>& nearest) {
  Vector out = Vector::Zero(records.rows());
  for (Index d = 0; d < records.cols(); ++d)
    for (Index i = 0; i < records.rows(); ++i)
      out(i) += square(records(i, d) - centres(nearest[static_cast<std::size_t>(i)], d));
  return out;
}

/// What changes in sizes and sums where records have another nearest centre than before.
Sums change_of(const MatrixRef& records, const std::vector<int>& before, const std::vector<int>& nearest, const Vector& origin,
               Index centres) {
  Sums change{.sizes = Vector::Zero(centres), .sums = Matrix::Zero(centres, records.cols())};
  for (std::size_t i = 0; i < nearest.size(); ++i) {
    const int from = before[i], to = nearest[i];
    if (from == to) continue;
    --change.sizes(from);
    ++change.sizes(to);
    for (Index d = 0; d < records.cols(); ++d) {
      const double value = records(static_cast<Index>(i), d) - origin(d);
      change.sums(from, d) -= value;
      change.sums(to, d) += value;
    }
  }
  return change;
}

// Changes add up with their rounding errors: from time to time everything is summed afresh.
constexpr int kAfresh = 16;

/// Sums of all records, pass after pass.
class Passes {
 public:
  Passes(const BlockPass& pass, const Vector& origin, bool remember) : pass_(pass), origin_(origin), remember_(remember) {}

  const Sums& gather(const Matrix& centres) {
    const bool afresh = !remember_ || number_++ % kAfresh == 0;
    const NearestCentre search(centres, origin_);
    OrderedMerge<Sums> merge;
    pass_({table::sum_of(merge)}, [&](std::int64_t block, const MatrixRef& records) {
      std::vector<int> nearest;
      search.find(records, nearest);
      if (afresh)
        merge.add(block, {sizes_of(nearest, centres.rows()), sums_of(records, nearest, origin_, centres.rows())});
      else
        merge.add(block, change_of(records, before(block, records), nearest, origin_, centres.rows()));
      if (remember_) before_[block] = std::move(nearest);
    });
    if (afresh) all_ = {};
    all_.merge(merge.finish({}));
    last_ = centres;
    return all_;
  }

 private:
  /// Nearest centres in the pass before, found again where another process made it.
  const std::vector<int>& before(std::int64_t block, const MatrixRef& records) {
    std::vector<int>& nearest = before_[block];
    if (nearest.empty()) NearestCentre(last_, origin_).find(records, nearest);
    return nearest;
  }

  const BlockPass& pass_;
  const Vector& origin_;
  bool remember_;
  int number_ = 0;
  Matrix last_;                                                           // centres of the pass before
  tbb::concurrent_unordered_map<std::int64_t, std::vector<int>> before_;  // nearest centres, by block
  Sums all_;
};

/// Sizes and inertia of the final centres.
Sums measure(const BlockPass& pass, const Matrix& centres, const Vector& origin) {
  const NearestCentre search(centres, origin);
  OrderedMerge<Sums> merge;
  pass({table::sum_of(merge)}, [&](std::int64_t block, const MatrixRef& records) {
    std::vector<int> nearest;
    search.find(records, nearest);
    merge.add(block, {sizes_of(nearest, centres.rows()), {}, square_distances(records, centres, nearest).sum()});
  });
  return merge.finish({});
}

/// Records far from their centre, the farthest first.
struct Farthest {
  struct Entry {
    double square_distance;
    int centre;
    Vector record;
  };
  std::vector<Entry> entries;
  std::size_t most = 0;

  void merge(const Farthest& later) {
    most = later.most;
    entries.insert(entries.end(), later.entries.begin(), later.entries.end());
    std::stable_sort(entries.begin(), entries.end(),
                     [](const Entry& a, const Entry& b) { return a.square_distance > b.square_distance; });
    if (entries.size() > most) entries.resize(most);
  }
};

template <typename Form>
void fields(Form& form, Farthest::Entry& entry) {
  form(entry.square_distance, entry.centre, entry.record);
}
template <typename Form>
void fields(Form& form, Farthest& farthest) {
  form.kind("farthest records", 1);
  form(farthest.entries, farthest.most);
  form.check(farthest.entries.size() <= farthest.most, "it holds more records than it wants");
}
bool alike(const Farthest& a, const Farthest& b) {
  return a.most == b.most;
}

std::vector<Farthest::Entry> farthest(const BlockPass& pass, const Matrix& centres, const Vector& origin) {
  const NearestCentre search(centres, origin);
  const auto most = static_cast<std::size_t>(centres.rows());
  OrderedMerge<Farthest> merge;
  pass({table::sum_of(merge)}, [&](std::int64_t block, const MatrixRef& records) {
    std::vector<int> nearest;
    search.find(records, nearest);
    const Vector distance = square_distances(records, centres, nearest);
    std::vector<Index> order(nearest.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Index>(i);
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return distance(a) > distance(b); });
    order.resize(std::min(order.size(), most));
    Farthest part{.entries = {}, .most = most};
    for (const Index i : order) part.entries.push_back({distance(i), nearest[static_cast<std::size_t>(i)], records.row(i)});
    merge.add(block, std::move(part));
  });
  return merge.finish({}).entries;
}

/// Gives every centre without records one that is far from its own, and takes it from there. scikit-learn's rule, except that
/// the last record of a centre stays: taking it would empty that one.
void fill_empty(const BlockPass& pass, const Matrix& centres, const Vector& origin, Sums& found) {
  const auto candidates = farthest(pass, centres, origin);
  auto next = candidates.begin();
  for (Index j = 0; j < centres.rows(); ++j) {
    if (found.sizes(j) > 0) continue;
    while (next != candidates.end() && found.sizes(next->centre) <= 1) ++next;
    if (next == candidates.end() || next->square_distance <= 0) return;
    found.sums.row(next->centre) -= (next->record - origin).transpose();
    --found.sizes(next->centre);
    found.sums.row(j) = (next->record - origin).transpose();
    found.sizes(j) = 1;
    ++next;
  }
}

Matrix next_centres(const BlockPass& pass, const Matrix& centres, const Vector& origin, Sums found) {
  if ((found.sizes.array() == 0).any()) fill_empty(pass, centres, origin, found);
  Matrix next = centres;
  for (Index j = 0; j < centres.rows(); ++j)
    if (found.sizes(j) > 0) next.row(j) = found.sums.row(j) / found.sizes(j) + origin.transpose();
  return next;
}

}  // namespace

BlockPass blocks_of(const Matrix& records) {
  return [&records](const table::Sums&, const BlockVisit& visit) {
    const Index blocks = (records.rows() + table::kBlock - 1) / table::kBlock;
    tbb::parallel_for(Index{0}, blocks, [&](Index block) {
      const Index first = block * table::kBlock;
      visit(block, records.middleRows(first, std::min<Index>(table::kBlock, records.rows() - first)));
    });
  };
}

KMeans lloyd(const BlockPass& pass, Matrix start, const Vector& origin, const KMeansRules& rules) {
  KMeans out{.centres = std::move(start), .sizes = {}, .inertia = 0, .iterations = 0, .settled = false};
  Passes passes(pass, origin, rules.remember);
  while (out.iterations < rules.iterations && !out.settled) {
    Matrix next = next_centres(pass, out.centres, origin, passes.gather(out.centres));
    ++out.iterations;
    out.settled = (next - out.centres).squaredNorm() <= rules.moved;
    out.centres = std::move(next);
  }
  Sums last = measure(pass, out.centres, origin);
  out.sizes = std::move(last.sizes);
  out.inertia = last.inertia;
  return out;
}

}  // namespace guise::stats
