// SPDX-License-Identifier: Apache-2.0
#include "mining/resample.h"

namespace guise::mining {
namespace {

std::uint64_t word(const random::Rng& rng, std::uint32_t stream, std::uint64_t position) {
  std::uint64_t out = 0;
  rng.words(stream, position, {&out, 1});
  return out;
}

}  // namespace

Records bootstrap(const Records& all, const random::Rng& rng) {
  const Index n = all.rows.rows();
  std::vector<Index> drawn;
  for (Index i = 0; i < n; ++i)
    drawn.push_back(static_cast<Index>(word(rng, 0, static_cast<std::uint64_t>(i)) % static_cast<std::uint64_t>(n)));
  Records out{all.rows(drawn, Eigen::all)};
  if (all.target.size() > 0) out.target = all.target(drawn);
  for (const Index i : drawn)
    if (!all.classes.empty()) out.classes.push_back(all.classes[static_cast<std::size_t>(i)]);
  return out;
}

Records shuffled(Records all, const random::Rng& rng) {
  for (Index j = 0; j < all.rows.cols(); ++j)
    for (Index i = all.rows.rows() - 1; i > 0; --i) {
      const auto other = static_cast<Index>(word(rng, static_cast<std::uint32_t>(j), static_cast<std::uint64_t>(i)) %
                                            static_cast<std::uint64_t>(i + 1));
      std::swap(all.rows(i, j), all.rows(other, j));
    }
  return all;
}

}  // namespace guise::mining
