// SPDX-License-Identifier: Apache-2.0
// Nearest records, nearly: FAISS parts the records into cells around centres and looks only into the cells nearest to the one
// asked for, in single precision; distances of what it finds are computed in double. Its graphs (HNSW) are not used: built on
// several threads they come out different every time, and the same call must find the same.
#include <faiss/IndexFlat.h>
#include <faiss/IndexIVFFlat.h>
#include <omp.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>

#include <cmath>

#include "mining/nearest_best.h"

namespace guise::mining {
namespace {

constexpr Index kMore = 16;      // single precision orders equally near ones at will: so many more are looked at in double
constexpr double kProbed = 0.1;  // share of the cells that is looked into
constexpr Index kFewestProbed = 8;
constexpr int kTraining = 64;  // records per cell that its centre is learnt from

/// Where the cells that were looked into hold fewer records than are asked for: all of them.
void complete(const Points& points, const std::vector<Index>& asked, const std::vector<char>& short_of, NearestRecords& out) {
  std::vector<Index> rows, records;
  for (std::size_t q = 0; q < asked.size(); ++q)
    if (short_of[q]) rows.push_back(static_cast<Index>(q)), records.push_back(asked[q]);
  if (rows.empty()) return;
  NearestRecords exact;
  exact.places.resize(static_cast<Index>(rows.size()), out.places.cols());
  exact.square_distances.resize(static_cast<Index>(rows.size()), out.places.cols());
  search_products(points, records, exact);
  out.places(rows, Eigen::all) = exact.places;
  out.square_distances(rows, Eigen::all) = exact.square_distances;
}

}  // namespace

void search_cells(const Points& points, const std::vector<Index>& asked, NearestRecords& out) {
  const Matrix& columns = points.columns;
  const auto point_of = [&](Index q) { return points.of[static_cast<std::size_t>(asked[static_cast<std::size_t>(q)])]; };
  const Index n = columns.cols(), m = columns.rows(), wanted = std::min(n, out.places.cols() + 1 + kMore);
  const auto cells = std::max<Index>(1, static_cast<Index>(std::sqrt(static_cast<double>(n))));
  // From the mean and in one unit for all columns: single precision has few digits and a small range.
  const Vector mean = columns.rowwise().mean();
  const double largest = (columns.colwise() - mean).cwiseAbs().maxCoeff();
  const Eigen::MatrixXf single = ((columns.colwise() - mean) / (largest > 0 ? largest : 1)).cast<float>();
  omp_set_num_threads(static_cast<int>(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism)));
  faiss::IndexFlatL2 centres(m);
  faiss::IndexIVFFlat index(&centres, static_cast<std::size_t>(m), static_cast<std::size_t>(cells));
  index.cp.min_points_per_centroid = 1;  // no warnings on standard error
  index.cp.max_points_per_centroid = kTraining;
  index.train(n, single.data());
  index.add(n, single.data());
  index.nprobe = static_cast<std::size_t>(
      std::min(cells, std::max(kFewestProbed, static_cast<Index>(kProbed * static_cast<double>(cells)))));
  const auto questions = static_cast<Index>(asked.size());
  Eigen::MatrixXf some(m, questions);
  for (Index q = 0; q < questions; ++q) some.col(q) = single.col(point_of(q));
  std::vector<float> distances(static_cast<std::size_t>(questions * wanted));
  std::vector<faiss::Index::idx_t> found(distances.size());
  index.search(questions, some.data(), wanted, distances.data(), found.data());
  std::vector<char> short_of(asked.size());
  tbb::parallel_for(Index{0}, questions, [&](Index q) {
    NearestBest best(static_cast<std::size_t>(out.places.cols()), asked[static_cast<std::size_t>(q)]);
    for (Index i = 0; i < wanted; ++i) {
      const auto place = static_cast<Index>(found[static_cast<std::size_t>(q * wanted + i)]);
      if (place >= 0) best.offer((columns.col(place) - columns.col(point_of(q))).squaredNorm(), points.at(place));
    }
    best.store(q, out);
    short_of[static_cast<std::size_t>(q)] = !best.full();
  });
  complete(points, asked, short_of, out);
}

}  // namespace guise::mining
