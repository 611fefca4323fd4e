// SPDX-License-Identifier: Apache-2.0
#include "audit/known_view.h"

#include <cmath>

#include "random/laws.h"

namespace guise::audit {

Matrix KnownView::of(const MatrixRef& rows, const std::vector<std::int64_t>& records) const {
  Matrix out = rows(Eigen::all, columns);
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if (exact(j)) continue;
    for (Index i = 0; i < out.rows(); ++i)
      random::add_noise(random::Law::gaussian, rng, static_cast<std::uint32_t>(columns[j]),
                        static_cast<std::uint64_t>(records[static_cast<std::size_t>(i)]), errors[j],
                        {&out(i, static_cast<Index>(j)), 1});
  }
  return out;
}

KnownView known_view(const Attacker& attacker, const std::vector<std::string>& columns, const stats::Moments& truth,
                     const random::Rng& rng) {
  KnownView out{.columns = positions(attacker.known, columns), .rng = rng.fork("errors of known columns")};
  for (std::size_t i = 0; i < attacker.errors.size(); ++i)
    out.errors.push_back(attacker.errors[i] * std::sqrt(truth.variance()[out.columns[i]]));
  return out;
}

}  // namespace guise::audit
