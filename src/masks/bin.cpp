// SPDX-License-Identifier: Apache-2.0
// Value-class membership: a value is replaced by the middle of its cell. Agrawal and Srikant (SIGMOD 2000), section 2.1.
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "masks/cells.h"
#include "masks/learnt.h"

namespace guise::masks::steps {
namespace {

constexpr Param params[] = {
    {.name = "count",
     .help = "cells between the smallest and the largest value",
     .kind = Param::Kind::integer,
     .least = 1,
     .most = 1e9},
    {.name = "width", .help = "of a cell, cells starting at 0", .kind = Param::Kind::numbers, .positive = true},
};

Learn learns(const Params& given) {
  require(!(given.has("count") && given.has("width")), "step 'bin': count and width both set the cells; give one of them");
  require(given.has("count") || given.has("width"), "step 'bin' needs the cells; give count= or width=");
  return given.has("count") ? Learn::moments : Learn::nothing;
}

Plan of_width(const StepInput& input) {
  const std::vector<double> width = input.params.numbers("width", input.columns.size());
  Plan plan;
  plan.apply = [width](table::Chunk& chunk) {
    for (Index j = 0; j < chunk.values.cols(); ++j) {
      const double w = width[static_cast<std::size_t>(j)];
      for (double& x : chunk.values.col(j)) x = to_multiple(x, w, [](double cell) { return std::floor(cell) + 0.5; });
    }
  };
  // The middle of a cell is whole when half its width is.
  plan.keeps_integers = std::all_of(width.begin(), width.end(), [](double w) { return w / 2 == std::floor(w / 2); });
  plan.card.width = width;
  plan.card.origin.assign(width.size(), 0);
  return plan;
}

Plan of_count(const StepInput& input) {
  const double count = input.params.number("count");
  const Vector low = input.moments->least();
  // Halves first: the range of huge values may overflow.
  const Vector width = (input.moments->most() / 2 - low / 2) / count * 2;
  for (Index j = 0; j < low.size(); ++j)
    require(width[j] > 0, "column '{}' is constant: cells of its range would release it unmasked; leave it out or give width=",
            input.columns[static_cast<std::size_t>(j)]);
  Plan plan;
  plan.apply = [low, width, count](table::Chunk& chunk) {
    for (Index j = 0; j < low.size(); ++j)
      for (double& x : chunk.values.col(j)) {
        const double cell =
            std::clamp(std::floor((x - low[j]) / width[j]), 0.0, count - 1);  // the largest value is in the last cell
        x = low[j] + (cell + 0.5) * width[j];
      }
  };
  plan.card.width.assign(width.begin(), width.end());
  plan.card.origin.assign(low.begin(), low.end());
  plan.notes.emplace_back("the cells run from the smallest to the largest value, so the release shows both");
  plan.notes.emplace_back(kVoidsCertificate);
  return plan;
}

Plan plan(const StepInput& input) {
  Plan made = input.params.has("count") ? of_count(input) : of_width(input);
  made.columns = input.columns;
  made.card.effect = Effect::cells;
  made.card.learnt = input.moments != nullptr;
  return made;
}

}  // namespace

extern const Step bin = {.name = "bin",
                         .summary = "replace a value by the middle of its cell",
                         .paper = "Agrawal and Srikant 2000, section 2.1",
                         .params = params,
                         .learns = learns,
                         .plan = plan};

}  // namespace guise::masks::steps
