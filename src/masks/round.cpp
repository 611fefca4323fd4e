// SPDX-License-Identifier: Apache-2.0
// Rounding to the nearest multiple of a width, halves to the even one (so that means are kept).
#include <algorithm>
#include <cmath>

#include "masks/cells.h"
#include "masks/step.h"

namespace guise::masks::steps {
namespace {

constexpr Param params[] = {
    {.name = "width", .help = "values become multiples of it", .kind = Param::Kind::numbers, .fallback = 1, .positive = true}};

Plan plan(const StepInput& input) {
  const std::vector<double> width = input.params.numbers("width", input.columns.size());
  Plan made;
  made.columns = input.columns;
  made.apply = [width](table::Chunk& chunk) {
    for (Index j = 0; j < chunk.values.cols(); ++j) {
      const double w = width[static_cast<std::size_t>(j)];
      for (double& x : chunk.values.col(j)) x = to_multiple(x, w, [](double cell) { return std::nearbyint(cell); });
    }
  };
  made.keeps_integers = std::all_of(width.begin(), width.end(), [](double w) { return w == std::floor(w); });
  made.card.effect = Effect::cells;
  made.card.width = width;
  for (const double w : width) made.card.origin.push_back(-w / 2);  // a multiple is the middle of its cell
  return made;
}

}  // namespace

extern const Step round = {.name = "round",
                           .summary = "round to multiples of a width",
                           .paper = "",
                           .params = params,
                           .learns = [](const Params&) { return Learn::nothing; },
                           .plan = plan};

}  // namespace guise::masks::steps
