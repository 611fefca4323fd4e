// SPDX-License-Identifier: Apache-2.0
#include "audit/passes.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "attacks/gatherer.h"
#include "measures/comparer.h"
#include "stats/ordered_merge.h"
#include "table/blocks.h"
#include "table/kept_texts.h"
#include "table/transform.h"

namespace guise::audit {
namespace {

// Cells of the histograms of a comparison: hundreds of comparisons are under way at once, and figures read off at a resolution
// of a fiftieth of a standard deviation are as good as their intervals.
constexpr int kCells = 512;

struct Collector {
  Collector(const Variant& variant, const std::vector<std::string>& originals, const std::set<attacks::Want>& wants,
            const random::Rng& rng, std::int64_t expected)
      : gatherer(variant.width() > 0 ? variant.first.columns() : std::vector<std::string>(), wants, rng, expected) {
    if (variant.undoes()) insider.emplace(originals, wants, rng, expected);
  }
  attacks::Gatherer gatherer;
  std::optional<attacks::Gatherer> insider;
  stats::OrderedMerge<stats::Moments> with_originals, with_second;
};

void add_joint(stats::OrderedMerge<stats::Moments>& merge, std::int64_t record, const MatrixRef& left, const MatrixRef& right) {
  Matrix joint(left.rows(), left.cols() + right.cols());
  joint << left, right;
  stats::Moments moments;
  moments.add(joint);
  merge.add(record / table::kBlock, std::move(moments));
}

/// A pass of its own: text is read where somebody links by it, for a sample of the records.
std::map<std::int64_t, std::string> read_kept(const table::Table& originals, const Request& request, const Draws& draws,
                                              const FirstPass& pass) {
  if (request.kept.empty() || draws.known_records.empty()) return {};
  std::set<std::int64_t> wanted(draws.known_records.begin(), draws.known_records.end());
  for (const Gathered& gathered : pass.variants)
    wanted.insert(gathered.evidence.sample_records.begin(), gathered.evidence.sample_records.end());
  const std::vector<std::int64_t> records(wanted.begin(), wanted.end());
  table::Selection selection = request.selection;
  selection.kept = request.kept;
  table::Work work = request.work;
  work.stage = "reading kept columns";
  const std::vector<std::string> texts = table::kept_texts(originals, selection, work, records);
  std::map<std::int64_t, std::string> kept;
  for (std::size_t i = 0; i < records.size(); ++i) kept.emplace_hint(kept.end(), records[i], texts[i]);
  return kept;
}

}  // namespace

FirstPass gather(const table::Table& originals, const Request& request, const Variants& variants, const Draws& draws,
                 bool with_originals) {
  const auto attributes = static_cast<Index>(request.selection.attributes.size());
  const auto wants = attacks::wants_of(attacks::all_attacks());
  const random::Rng rng = request.rng.fork("evidence");
  attacks::Gatherer truth(request.selection.attributes, {attacks::Want::head}, rng);
  std::vector<std::unique_ptr<Collector>> collectors;
  for (const Variant& variant : variants.all())
    collectors.push_back(
        std::make_unique<Collector>(variant, request.selection.attributes, wants, rng, originals.records().value_or(0)));

  table::Work work = request.work;
  work.stage = "gathering evidence";
  originals.scan(request.selection, work, [&](const table::Chunk& chunk) {
    table::Chunk wide = chunk;
    draws.hold_out(wide);
    variants.widen(wide);
    table::for_numbered_blocks(wide, [&](std::int64_t record, const MatrixRef& rows, const std::vector<std::int64_t>& numbers) {
      const auto x = rows.leftCols(attributes);
      truth.add(record, x, Matrix(), Matrix());
      for (std::size_t v = 0; v < collectors.size(); ++v) {
        const Variant& variant = variants.all()[v];
        const auto y = rows.middleCols(variant.release_at, variant.width());
        collectors[v]->gatherer.add(record, y, Matrix(), Matrix(), numbers);
        if (collectors[v]->insider)
          collectors[v]->insider->add(record, rows.middleCols(variant.insider_at, attributes), Matrix(), Matrix(), numbers);
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
  for (auto& collector : collectors) {
    Gathered gathered{.evidence = collector->gatherer.finish(),
                      .insider = {},
                      .with_originals = collector->with_originals.finish({}),
                      .with_second = collector->with_second.finish({})};
    if (collector->insider) gathered.insider = collector->insider->finish();
    pass.variants.push_back(std::move(gathered));
  }
  pass.kept = read_kept(originals, request, draws, pass);
  return pass;
}

std::vector<measures::Comparison> compare(const table::Table& originals, const Request& request, const Variants& variants,
                                          const Draws& draws, const stats::Moments& truth,
                                          const std::vector<Guesser>& guessers) {
  const auto attributes = static_cast<Index>(request.selection.attributes.size());
  const Vector sd = truth.variance().cwiseSqrt();
  std::vector<std::unique_ptr<measures::Comparer>> comparers;  // the last one for guessing the mean
  for (std::size_t g = 0; g <= guessers.size(); ++g) comparers.push_back(std::make_unique<measures::Comparer>(sd, kCells));
  table::Windows windows{.halo = 0, .columns = variants.columns(), .prepare = [&](table::Chunk& chunk) {
                           draws.hold_out(chunk);
                           variants.widen(chunk);
                         }};
  for (const Guesser& guesser : guessers) windows.halo = std::max(windows.halo, guesser.reconstruction.halo);

  table::Work work = request.work;
  work.stage = "attacking";
  table::scan_windows(originals, request.selection, work, windows, [&](const table::Window& window) {
    const Draws::Scored scored = draws.scored(window);
    const auto compare_with = [&](measures::Comparer& comparer, const Matrix& guess) {
      const MatrixRef x = window.values.middleRows(window.before, window.count).leftCols(attributes);
      if (scored.all) {
        comparer.add(window.index, x, guess);
      } else {
        comparer.add(window.index, x(scored.rows, Eigen::all), guess(scored.rows, Eigen::all));
      }
    };
    for (std::size_t g = 0; g < guessers.size(); ++g) {
      const Guesser& guesser = guessers[g];
      const Variant& variant = variants.all()[guesser.variant];
      attacks::Observed observed{.first_record = window.first_record,
                                 .records = window.records,
                                 .released = window.values.middleCols(guesser.view.at, guesser.view.width),
                                 .known = {},
                                 .second = {},
                                 .before = window.before,
                                 .count = window.count};
      if (!guesser.known.empty()) observed.known = window.values(Eigen::all, guesser.known);
      if (guesser.second) observed.second = window.values.middleCols(variant.second_at, variant.width());
      compare_with(*comparers[g], guesser.reconstruction.guess(observed).values);
    }
    compare_with(*comparers.back(), truth.mean().transpose().replicate(window.count, 1));
  });

  std::vector<measures::Comparison> comparisons;
  for (auto& comparer : comparers) comparisons.push_back(comparer->finish());
  return comparisons;
}

}  // namespace guise::audit
