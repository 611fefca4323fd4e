// SPDX-License-Identifier: Apache-2.0
// The second pass: every attack guesses every record, and is compared with the truth.
#include <algorithm>
#include <memory>

#include "audit/passes.h"
#include "measures/comparer.h"
#include "table/transform.h"

namespace guise::audit {
namespace {

// Cells of the histograms of a comparison: hundreds of comparisons are under way at once, and figures read off at a resolution
// of a fiftieth of a standard deviation are as good as their intervals.
constexpr int kCells = 512;

/// The scored originals of a window in their halves.
struct Split {
  Split(Halves::Rows which, const MatrixRef& x)
      : rows(std::move(which)), choice(x(rows.choice, Eigen::all)), report(x(rows.report, Eigen::all)) {}
  Halves::Rows rows;
  Matrix choice, report;
};

/// The comparisons of one guesser under way.
struct Comparers {
  explicit Comparers(const Vector& sd) : spread(sd), report(sd, kCells) {}
  Vector spread;
  stats::OrderedMerge<measures::Comparison> choice;  // what is chosen by needs no histograms
  measures::Comparer report;

  void add(std::int64_t piece, const Split& truth, const Matrix& guess) {
    measures::Comparison half(spread);
    half.add_sums(truth.choice, guess(truth.rows.choice, Eigen::all));
    choice.add(piece, std::move(half));
    report.add(piece, truth.report, guess(truth.rows.report, Eigen::all));
  }
};

}  // namespace

attacks::Observed observed_by(const Guesser& guesser, const Variants& variants, const Matrix& wide) {
  const Variant& variant = variants.all()[guesser.variant];
  attacks::Observed observed{
      .released = wide.middleCols(guesser.view.at, guesser.view.width), .known = {}, .second = {}, .count = wide.rows()};
  if (!guesser.known.empty()) observed.known = wide(Eigen::all, guesser.known);
  if (guesser.second) observed.second = wide.middleCols(variant.second_at, variant.width());
  return observed;
}

std::vector<Compared> compare(const table::Table& originals, const Request& request, const Variants& variants,
                              const Draws& draws, const Halves& halves, const stats::Moments& truth,
                              const std::vector<Guesser>& guessers) {
  const auto attributes = static_cast<Index>(request.selection.attributes.size());
  const Vector sd = truth.variance().cwiseSqrt();
  std::vector<std::unique_ptr<Comparers>> comparers;  // the last ones for guessing the mean
  for (std::size_t g = 0; g <= guessers.size(); ++g) comparers.push_back(std::make_unique<Comparers>(sd));
  table::Windows windows{.halo = 0, .columns = variants.columns(), .prepare = [&](table::Chunk& chunk) {
                           draws.hold_out(chunk);
                           variants.widen(chunk);
                         }};
  for (const Guesser& guesser : guessers) windows.halo = std::max(windows.halo, guesser.reconstruction.halo);

  table::Work work = request.work;
  work.stage = "attacking";
  table::scan_windows(originals, request.reads(), work, windows, [&](const table::Window& window) {
    const MatrixRef x = window.values.middleRows(window.before, window.count).leftCols(attributes);
    std::vector<Split> splits;  // of every release
    for (std::size_t v = 0; v < variants.all().size(); ++v) splits.emplace_back(halves.rows(window, v), x);
    for (std::size_t g = 0; g < guessers.size(); ++g) {
      attacks::Observed observed = observed_by(guessers[g], variants, window.values);
      observed.first_record = window.first_record;
      observed.records = window.records;
      observed.before = window.before;
      observed.count = window.count;
      comparers[g]->add(window.index, splits[guessers[g].variant], guessers[g].reconstruction.guess(observed).values);
    }
    comparers.back()->add(window.index, splits.front(), truth.mean().transpose().replicate(window.count, 1));
  });

  std::vector<Compared> compared;
  for (auto& each : comparers) compared.push_back({each->choice.finish(measures::Comparison(sd)), each->report.finish()});
  return compared;
}

}  // namespace guise::audit
