// SPDX-License-Identifier: Apache-2.0
// The second pass: every attack guesses every record, and is compared with the truth.
#include <algorithm>
#include <memory>
#include <mutex>
#include <numeric>

#include "audit/exposure.h"
#include "audit/passes.h"
#include "audit/side_columns.h"
#include "measures/comparer.h"
#include "measures/forms.h"
#include "table/passes.h"
#include "table/transform.h"
#include "table/window_part.h"

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

/// Every window of the releases that begins in this part of the table, with its neighbours where a guesser looks at them.
void for_windows(const table::Table& part, const table::Absences& absences, const Request& request, const Variants& variants,
                 const Draws& draws, std::int64_t halo, const char* stage,
                 const std::function<void(const table::Window&)>& visit) {
  const table::Windows windows{.halo = halo, .columns = variants.columns(), .prepare = [&](table::Chunk& chunk) {
                                 take_side(chunk, request);
                                 draws.hold_out(chunk);
                                 variants.widen(chunk);
                               }};
  table::Work work = request.work;
  work.stage = stage;
  table::scan_windows_of(part, absences, request.reads_with_side(), work, windows, visit);
}

/// Of every row, neighbours included.
std::vector<std::int64_t> record_numbers(const table::Window& window) {
  if (!window.records.empty()) return window.records;
  std::vector<std::int64_t> out(static_cast<std::size_t>(window.values.rows()));
  std::iota(out.begin(), out.end(), window.first_record);
  return out;
}

Matrix guess_of(const Guesser& guesser, const Variants& variants, const table::Window& window) {
  attacks::Observed observed = observed_by(guesser, variants, window.values, record_numbers(window));
  observed.first_record = window.first_record;
  observed.records = window.records;
  observed.before = window.before;
  observed.count = window.count;
  return guesser.reconstruction.guess(observed).values;
}

}  // namespace

Matrix side_of(const Matrix& wide, const View& kept, const KnownView& known, const std::vector<std::int64_t>& records) {
  Matrix side(wide.rows(), kept.width + static_cast<Index>(known.columns.size()));
  side << wide.middleCols(kept.at, kept.width), known.of(wide, records);
  return side;
}

attacks::Observed observed_by(const Guesser& guesser, const Variants& variants, const Matrix& wide,
                              const std::vector<std::int64_t>& records) {
  attacks::Observed observed{
      .released = wide.middleCols(guesser.view.at, guesser.view.width), .known = {}, .second = {}, .count = wide.rows()};
  observed.records = records;
  if (!guesser.known.columns.empty()) observed.known = guesser.known.of(wide, records);
  if (guesser.side) observed.side = side_of(wide, variants.side(), guesser.known, records);
  const View second = variants.second(guesser.variant, guesser.view);
  if (guesser.second) observed.second = wide.middleCols(second.at, second.width);
  return observed;
}

std::vector<Compared> compare(const table::Table& originals, const Request& request, const Variants& variants,
                              const Draws& draws, const Halves& halves, const FirstPass& pass, const Guessers& guessers) {
  const stats::Moments& truth = pass.truth;
  const auto attributes = static_cast<Index>(request.selection.attributes.size());
  const Vector sd = measures::telling_sd(truth);
  std::vector<std::unique_ptr<Comparers>> comparers;  // the last ones for guessing the mean
  for (std::size_t g = 0; g <= guessers.size(); ++g) comparers.push_back(std::make_unique<Comparers>(sd));
  std::int64_t halo = 0;
  for (const auto& guesser : guessers) halo = std::max(halo, guesser->reconstruction.halo);
  const auto look = [&](const table::Window& window) {
    const MatrixRef x = window.values.middleRows(window.before, window.count).leftCols(attributes);
    std::vector<Split> splits;  // of every release
    // One key of all masks has the same halves, and so have all readings of one release: guesses that leave the release alone
    // are held against the same records.
    const auto keys = request.given ? std::size_t{1} : static_cast<std::size_t>(request.keys);
    for (std::size_t v = 0; v < variants.all().size(); ++v) splits.emplace_back(halves.rows(window, v % keys), x);
    for (std::size_t g = 0; g < guessers.size(); ++g)
      comparers[g]->add(window.index, splits[guessers[g]->variant], guess_of(*guessers[g], variants, window));
    comparers.back()->add(window.index, splits.front(), truth.mean().transpose().replicate(window.count, 1));
  };
  table::Sums sums;
  for (const auto& each : comparers) {
    sums.push_back(table::sum_of(each->choice));
    sums.push_back(table::sum_of(each->report));
  }
  table::run_pass(originals, "compare", request.selection.first_record, sums, [&](const table::Table& part) {
    for_windows(part, pass.absences, request, variants, draws, halo, "attacking", look);
  });

  std::vector<Compared> compared;
  for (auto& each : comparers) compared.push_back({each->choice.finish(measures::Comparison(sd)), each->report.finish()});
  return compared;
}

std::vector<std::vector<Exposed>> expose(const table::Table& originals, const Request& request, const Variants& variants,
                                         const Draws& draws, const stats::Moments& truth,
                                         const std::vector<const Guesser*>& guessers,
                                         const std::vector<std::vector<Index>>& scored) {
  const auto attributes = static_cast<Index>(request.selection.attributes.size());
  const Vector mean = truth.mean(), sd = measures::telling_sd(truth);
  std::vector<MostExposed> all;
  std::int64_t halo = 0;
  for (std::size_t g = 0; g < guessers.size(); ++g) {
    all.emplace_back(static_cast<std::size_t>(request.exposed), mean, sd, scored[g]);
    halo = std::max(halo, guessers[g]->reconstruction.halo);
  }
  std::mutex mutex;
  for_windows(originals, {}, request, variants, draws, halo, "looking for exposed records", [&](const table::Window& window) {
    const MatrixRef x = window.values.middleRows(window.before, window.count).leftCols(attributes);
    for (std::size_t g = 0; g < guessers.size(); ++g) {
      const Matrix guess = guess_of(*guessers[g], variants, window);
      MostExposed here(static_cast<std::size_t>(request.exposed), mean, sd, scored[g]);
      for (Index row = 0; row < window.count; ++row) {
        const std::int64_t record = window.record(row);
        if (!std::binary_search(draws.unscored.begin(), draws.unscored.end(), record)) here.add(record, x, guess, row);
      }
      const std::lock_guard lock(mutex);
      all[g].merge(here);
    }
  });
  std::vector<std::vector<Exposed>> out;
  for (const MostExposed& each : all) out.push_back(each.finish());
  return out;
}

}  // namespace guise::audit
