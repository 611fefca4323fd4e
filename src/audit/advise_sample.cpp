// SPDX-License-Identifier: Apache-2.0
#include "audit/advise_sample.h"

#include <algorithm>
#include <numeric>

#include "attacks/gatherer.h"
#include "audit/evaluator.h"
#include "audit/utility_sample.h"
#include "base/error.h"
#include "table/blocks.h"

namespace guise::audit {
namespace {

// A label of so many classes is given to samples as numbers, which an audit takes for classes again; of more it would not.
constexpr std::size_t kMostClasses = 20;

/// The first records of the sample in the order of the table, with the label.
Matrix first_of(const UtilitySample& sample, std::int64_t count) {
  const mining::Records& all = sample.records;
  std::vector<Index> rows(static_cast<std::size_t>(std::min<std::int64_t>(count, all.rows.rows())));
  std::iota(rows.begin(), rows.end(), Index{0});
  std::sort(rows.begin(), rows.end(), [&](Index a, Index b) {
    return all.numbers[static_cast<std::size_t>(a)] < all.numbers[static_cast<std::size_t>(b)];
  });
  const bool classes = sample.has_classes() && sample.label->classes.size() <= kMostClasses, number = sample.has_number();
  Matrix out(static_cast<Index>(rows.size()), all.rows.cols() + (classes || number ? 1 : 0));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto row = static_cast<Index>(i);
    out.row(row).head(all.rows.cols()) = all.rows.row(rows[i]);
    if (number) out(row, all.rows.cols()) = all.target[rows[i]];
    if (classes) out(row, all.rows.cols()) = all.classes[static_cast<std::size_t>(rows[i])];
  }
  return out;
}

}  // namespace

SeenSample look_through(const table::Table& originals, const AdviceRequest& request) {
  const random::Rng rng = request.rng.fork("sample");
  attacks::Gatherer gatherer(request.selection.attributes, {attacks::Want::moments}, rng);
  table::Work work = request.work;
  work.stage = "looking through the table";
  originals.scan(request.selection, work, [&](const table::Chunk& chunk) {
    table::for_blocks(chunk,
                      [&](std::int64_t record, const MatrixRef& rows) { gatherer.add(record, rows, Matrix(), Matrix()); });
  });
  SeenSample seen{.moments = gatherer.finish().moments, .screen = {}, .race = {}};
  require(seen.moments.count() > 1, "{} has {} record left; advice needs at least 2", originals.name(), seen.moments.count());
  Request drawn;
  drawn.selection = request.selection;
  drawn.label = request.label;
  drawn.work = request.work;
  const UtilitySample sample = draw_sample(originals, drawn, rng);
  seen.screen = first_of(sample, kScreen.records);
  seen.race = first_of(sample, kRace.records);
  return seen;
}

}  // namespace guise::audit
