// SPDX-License-Identifier: Apache-2.0
#include "stats/nearest_centre.h"

#include <limits>

#include "random/kernels.h"
#include "stats/nearest_centre_table.h"

namespace guise::stats {
namespace {

const NearestTable& current_table() {
#if defined(__x86_64__)
  if (random::current_kernel() == random::Kernel::avx2) return avx2::nearest_table;
  if (random::current_kernel() == random::Kernel::avx512) return avx512::nearest_table;
#endif
  return portable::nearest_table;
}

}  // namespace

NearestCentre::NearestCentre(const Matrix& centres, const Vector& origin) : origin_(origin) {
  const Index groups = (centres.rows() + kCentreGroup - 1) / kCentreGroup, m = centres.cols();
  packed_.assign(static_cast<std::size_t>(groups * kCentreGroup * m), 0);
  half_.assign(static_cast<std::size_t>(groups * kCentreGroup), std::numeric_limits<double>::infinity());
  for (Index j = 0; j < centres.rows(); ++j) {
    const Vector from_origin = centres.row(j).transpose() - origin_;
    half_[static_cast<std::size_t>(j)] = from_origin.squaredNorm() / 2;
    double* place = packed_.data() + j / kCentreGroup * kCentreGroup * m + j % kCentreGroup;
    for (Index d = 0; d < m; ++d) place[d * kCentreGroup] = from_origin(d);
  }
}

void NearestCentre::find(const MatrixRef& records, std::vector<int>& nearest) const {
  const NearestTable& table = current_table();
  constexpr auto at_a_time = static_cast<Index>(kRecordsAtATime);
  const Index m = records.cols(), whole = records.rows() - records.rows() % at_a_time;
  const PackedCentres centres{origin_.data(), packed_.data(), half_.data(), half_.size() / kCentreGroup,
                              static_cast<std::size_t>(m)};
  nearest.resize(static_cast<std::size_t>(whole + at_a_time));
  std::vector<double> tiles(static_cast<std::size_t>(at_a_time * m));
  for (Index first = 0; first < whole; first += at_a_time)
    table.nearest(records.data() + first, static_cast<std::size_t>(records.outerStride()), centres, tiles.data(),
                  nearest.data() + first);
  if (whole < records.rows()) {  // filled up with zeros
    Matrix rest = Matrix::Zero(at_a_time, m);
    rest.topRows(records.rows() - whole) = records.bottomRows(records.rows() - whole);
    table.nearest(rest.data(), static_cast<std::size_t>(at_a_time), centres, tiles.data(), nearest.data() + whole);
  }
  nearest.resize(static_cast<std::size_t>(records.rows()));
}

}  // namespace guise::stats
