// SPDX-License-Identifier: Apache-2.0
#include "audit/passes.h"

#include <algorithm>
#include <memory>

#include "attacks/gatherer.h"
#include "stats/ordered_merge.h"
#include "table/transform.h"

namespace guise::audit {
namespace {

/// Calls `visit(first_record, rows)` for each aligned block of the chunk, without the records that are left out.
template <typename Visit>
void for_blocks(const table::Chunk& chunk, const Visit& visit) {
  for (Index start = 0; start < chunk.values.rows();) {
    const std::int64_t record = chunk.first_record + start;
    const Index end = std::min<Index>(chunk.values.rows(), start + static_cast<Index>(table::kBlock - record % table::kBlock));
    std::vector<Index> rows;
    for (Index i = start; i < end; ++i)
      if (chunk.dropped.empty() || !chunk.dropped[static_cast<std::size_t>(i)]) rows.push_back(i);
    if (!rows.empty()) visit(record, Matrix(chunk.values(rows, Eigen::all)));
    start = end;
  }
}

struct Collector {
  Collector(const Variant& variant, const std::set<attacks::Want>& wants, const random::Rng& rng)
      : gatherer(variant.first.columns(), wants, rng) {}
  attacks::Gatherer gatherer;
  stats::OrderedMerge<stats::Moments> with_originals, with_second;
};

void add_joint(stats::OrderedMerge<stats::Moments>& merge, std::int64_t record, const MatrixRef& left, const MatrixRef& right) {
  Matrix joint(left.rows(), left.cols() + right.cols());
  joint << left, right;
  stats::Moments moments;
  moments.add(joint);
  merge.add(record / table::kBlock, std::move(moments));
}

}  // namespace

FirstPass gather(const table::Table& originals, const Request& request, const Variants& variants, bool with_originals) {
  const auto attributes = static_cast<Index>(request.selection.attributes.size());
  const auto wants = attacks::wants_of(attacks::all_attacks());
  const random::Rng rng = random::Rng::from_system();
  attacks::Gatherer truth(request.selection.attributes, {}, rng);
  std::vector<std::unique_ptr<Collector>> collectors;
  for (const Variant& variant : variants.all()) collectors.push_back(std::make_unique<Collector>(variant, wants, rng));

  table::Work work = request.work;
  work.stage = "gathering evidence";
  originals.scan(request.selection, work, [&](const table::Chunk& chunk) {
    table::Chunk wide = chunk;
    variants.widen(wide);
    for_blocks(wide, [&](std::int64_t record, const Matrix& rows) {
      const auto x = rows.leftCols(attributes);
      truth.add(record, x, Matrix(), Matrix());
      for (std::size_t v = 0; v < collectors.size(); ++v) {
        const Variant& variant = variants.all()[v];
        const auto y = rows.middleCols(variant.release_at, variant.width());
        collectors[v]->gatherer.add(record, y, Matrix(), Matrix());
        if (with_originals) add_joint(collectors[v]->with_originals, record, y, x);
        if (variant.second)
          add_joint(collectors[v]->with_second, record, y, rows.middleCols(variant.second_at, variant.width()));
      }
    });
  });

  FirstPass pass;
  attacks::Evidence seen = truth.finish();
  pass.truth = std::move(seen.moments);
  pass.head = std::move(seen.head);
  for (auto& collector : collectors)
    pass.variants.push_back(
        {collector->gatherer.finish(), collector->with_originals.finish({}), collector->with_second.finish({})});
  return pass;
}

std::vector<measures::Comparison> compare(const table::Table& originals, const Request& request, const Variants& variants,
                                          const stats::Moments& truth, const std::vector<Guesser>& guessers) {
  const auto attributes = static_cast<Index>(request.selection.attributes.size());
  const Vector sd = truth.variance().cwiseSqrt();
  std::vector<stats::OrderedMerge<measures::Comparison>> merges(guessers.size() + 1);
  table::Windows windows{
      .halo = 0, .columns = variants.columns(), .prepare = [&](table::Chunk& chunk) { variants.widen(chunk); }};
  for (const Guesser& guesser : guessers) windows.halo = std::max(windows.halo, guesser.reconstruction.halo);

  table::Work work = request.work;
  work.stage = "attacking";
  table::scan_windows(originals, request.selection, work, windows, [&](const table::Window& window) {
    const Matrix x = window.values.middleRows(window.before, window.count).leftCols(attributes);
    const auto score = [&](std::size_t which, const Matrix& guess) {
      measures::Comparison comparison(sd);
      comparison.add(x, guess);
      merges[which].add(window.index, std::move(comparison));
    };
    for (std::size_t g = 0; g < guessers.size(); ++g) {
      const Guesser& guesser = guessers[g];
      const Variant& variant = variants.all()[guesser.variant];
      attacks::Observed observed{.first_record = window.first_record,
                                 .records = window.records,
                                 .released = window.values.middleCols(variant.release_at, variant.width()),
                                 .known = {},
                                 .second = {},
                                 .before = window.before,
                                 .count = window.count};
      if (!guesser.known.empty()) observed.known = window.values(Eigen::all, guesser.known);
      if (guesser.second) observed.second = window.values.middleCols(variant.second_at, variant.width());
      score(g, guesser.reconstruction.guess(observed).values);
    }
    score(guessers.size(), truth.mean().transpose().replicate(window.count, 1));
  });

  std::vector<measures::Comparison> comparisons;
  for (auto& merge : merges) comparisons.push_back(merge.finish(measures::Comparison(sd)));
  return comparisons;
}

}  // namespace guise::audit
