// SPDX-License-Identifier: Apache-2.0
#include "attacks/population.h"

#include "attacks/linear.h"

namespace guise::attacks {

std::string why_not(const Evidence& evidence, const Knowledge& known) {
  if (evidence.records < 2) return std::string(kOneRecord);
  if (known.sample->rows() < 2) return "the sample of other people has fewer than two records";
  if ((evidence.moments.variance().array() == 0).all()) return "every column of the release is constant";
  return {};
}

Matrix spread_rows(const Matrix& rows, Index count) {
  if (rows.rows() <= count) return rows;
  std::vector<Index> chosen(static_cast<std::size_t>(count));
  for (Index i = 0; i < count; ++i) chosen[static_cast<std::size_t>(i)] = i * rows.rows() / count;
  return rows(chosen, Eigen::all);
}

}  // namespace guise::attacks
