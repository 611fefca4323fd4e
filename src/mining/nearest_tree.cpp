// SPDX-License-Identifier: Apache-2.0
// Nearest records by nanoflann's k-d tree.
#include <oneapi/tbb/parallel_for.h>

#include <nanoflann.hpp>

#include "mining/nearest_best.h"

namespace guise::mining {
namespace {

struct Columns {
  const Matrix& values;
  std::size_t kdtree_get_point_count() const { return static_cast<std::size_t>(values.cols()); }
  double kdtree_get_pt(std::size_t record, std::size_t d) const {
    return values(static_cast<Index>(d), static_cast<Index>(record));
  }
  template <class Box>
  bool kdtree_get_bbox(Box&) const {
    return false;
  }
};

using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<double, Columns>, Columns>;

// The tree skips what is not below the worst distance, and adds up its own bounds with rounding: so much more must be looked at
// for equally near records to be found.
constexpr double kSlack = 1e-12;

/// What nanoflann fills.
class Results {
 public:
  Results(const Points& points, NearestBest& best) : points_(points), best_(best) {}
  bool addPoint(double square_distance, std::size_t point) {
    best_.offer(square_distance, points_.at(static_cast<Index>(point)));
    return true;
  }
  double worstDist() const {
    return std::min(best_.worst() * (1 + kSlack) + std::numeric_limits<double>::min(), std::numeric_limits<double>::max());
  }
  bool full() const { return true; }

 private:
  const Points& points_;
  NearestBest& best_;
};

}  // namespace

void search_tree(const Points& points, const std::vector<Index>& asked, NearestRecords& out) {
  const Columns columns{points.columns};
  const Tree tree(static_cast<int>(points.columns.rows()), columns);
  tbb::parallel_for(std::size_t{0}, asked.size(), [&](std::size_t i) {
    NearestBest best(static_cast<std::size_t>(out.places.cols()), asked[i]);
    Results results(points, best);
    tree.findNeighbors(results, points.columns.col(points.of[static_cast<std::size_t>(asked[i])]).data(),
                       nanoflann::SearchParams());
    best.store(static_cast<Index>(i), out);
  });
}

}  // namespace guise::mining
