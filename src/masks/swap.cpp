// SPDX-License-Identifier: Apache-2.0
// Rank swapping (Moore, "Controlled data-swapping techniques for masking public use microdata sets", 1996): each column by
// itself, a value changes places with one whose rank is at most p percent of all ranks above its own. Each column keeps exactly
// its values; the correlations shrink. Nin, Herranz and Torra (2008) show what an attacker makes of it: the row of a person
// lies within p percent of the ranks of every column, so that who knows several columns intersects the windows (`link`, by
// ranks).
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "masks/whole_table.h"
#include "random/laws.h"

namespace guise::masks::steps {
namespace {

constexpr Param params[] = {{.name = "p",
                             .help = "how far a value moves at most, in percent of the ranks (0 < N <= 100)",
                             .kind = Param::Kind::number}};

Learn learns(const Params& given) {
  require(given.has("p"), "step 'swap' needs how far values move; give p=, in percent of the ranks");
  const double p = given.number("p");
  require(p > 0 && p <= 100, "step 'swap': p is in percent of the ranks, above 0 and at most 100, got {}; 5 percent is p=5", p);
  return Learn::table;
}

/// Which of the ranks 0 … n-1 are not taken: how many up to a rank, and which is the k-th (a Fenwick tree).
class Free {
 public:
  explicit Free(std::size_t n) : sums_(n + 1) {
    for (std::size_t i = 1; i <= n; ++i) sums_[i] = i & (~i + 1);
  }
  void take(std::size_t rank) {
    for (std::size_t i = rank + 1; i < sums_.size(); i += i & (~i + 1)) --sums_[i];
  }
  std::size_t below(std::size_t rank) const {  // free ones before this rank
    std::size_t count = 0;
    for (std::size_t i = rank; i > 0; i -= i & (~i + 1)) count += sums_[i];
    return count;
  }
  std::size_t find(std::size_t k) const {  // the rank before which k are free
    std::size_t at = 0;
    for (std::size_t step = std::bit_floor(sums_.size() - 1); step > 0; step /= 2)
      if (at + step < sums_.size() && sums_[at + step] <= k) {
        at += step;
        k -= sums_[at];
      }
    return at;
  }

 private:
  std::vector<std::size_t> sums_;
};

/// The rank that each rank changes places with; its own where no free one is near enough.
std::vector<std::size_t> partners(std::size_t n, std::size_t window, std::uint32_t column, const random::Rng& own) {
  std::vector<double> u(n);
  random::fill_uniform(own, column, 0, u);
  std::vector<std::size_t> partner(n, n);
  Free free(n);
  for (std::size_t rank = 0; rank < n; ++rank) {
    if (partner[rank] != n) continue;
    free.take(rank);
    partner[rank] = rank;
    const std::size_t before = free.below(rank), count = free.below(std::min(n, rank + window + 1)) - before;
    if (count == 0) continue;
    const std::size_t other =
        free.find(before + std::min(count - 1, static_cast<std::size_t>(u[rank] * static_cast<double>(count))));
    free.take(other);
    partner[rank] = other;
    partner[other] = rank;
  }
  return partner;
}

Plan plan(const StepInput& input) {
  require_varied(input, "swap", 2);
  const WholeTable& table = *input.table;
  const auto n = static_cast<std::size_t>(table.values.rows());
  const double share = input.params.number("p") / 100;
  const auto window = static_cast<std::size_t>(share * static_cast<double>(n));
  require(window >= 1, "step 'swap': {} percent of {} ranks is less than one, so that no value would move; p is in percent",
          share * 100, n);
  Matrix released(table.values.rows(), table.values.cols());
  std::vector<std::string> still;
  for (Index j = 0; j < released.cols(); ++j) {
    const std::vector<Index> order = rank_order(table, j, input.own.fork("ties"));
    const std::vector<std::size_t> partner = partners(n, window, static_cast<std::uint32_t>(j), input.own);
    for (std::size_t rank = 0; rank < n; ++rank) released(order[rank], j) = table.values(order[partner[rank]], j);
    const double same = (released.col(j).array() == table.values.col(j).array()).cast<double>().mean();
    if (same > 0.5) still.push_back(fmt::format("{} ({:.0f} %)", input.columns[static_cast<std::size_t>(j)], 100 * same));
  }
  Plan made = table_plan(input, std::move(released), "swap");
  made.card.effect = Effect::exchange;
  made.card.window = share;
  made.keyed = true;
  made.keeps_integers = true;
  made.notes.emplace_back("every column keeps exactly its values, the largest and the smallest among them");
  if (!still.empty())
    made.notes.push_back(
        fmt::format("most values are released as they were, because many are equal: {}", fmt::join(still, ", ")));
  return made;
}

}  // namespace

extern const Step swap = {.name = "swap",
                          .summary = "exchange values of similar rank within each column",
                          .paper = "Moore 1996; Nin, Herranz and Torra 2008",
                          .params = params,
                          .learns = learns,
                          .plan = plan};

}  // namespace guise::masks::steps
