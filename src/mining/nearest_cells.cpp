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

}  // namespace

void search_cells(const Matrix& columns, const std::vector<Index>& asked, NearestRecords& out) {
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
  for (Index q = 0; q < questions; ++q) some.col(q) = single.col(asked[static_cast<std::size_t>(q)]);
  std::vector<float> distances(static_cast<std::size_t>(questions * wanted));
  std::vector<faiss::Index::idx_t> found(distances.size());
  index.search(questions, some.data(), wanted, distances.data(), found.data());
  tbb::parallel_for(Index{0}, questions, [&](Index q) {
    const Index self = asked[static_cast<std::size_t>(q)];
    NearestBest best(static_cast<std::size_t>(out.places.cols()), self);
    for (Index i = 0; i < wanted; ++i) {
      const auto place = static_cast<Index>(found[static_cast<std::size_t>(q * wanted + i)]);
      if (place >= 0) best.offer((columns.col(place) - columns.col(self)).squaredNorm(), place);
    }
    best.store(q, out);
  });
}

}  // namespace guise::mining
