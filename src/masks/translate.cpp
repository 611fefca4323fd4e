// SPDX-License-Identifier: Apache-2.0
// Translation, y = x + t with a secret t, the same for every record: distances survive, inner products do not.
// Chen and Liu (ICDM 2005): geometric perturbation is rotate | translate | noise.
#include "base/error.h"
#include "masks/step.h"
#include "random/laws.h"

namespace guise::masks::steps {
namespace {

constexpr Param params[] = {
    {.name = "sd", .help = "standard deviation of the shift of each column", .kind = Param::Kind::numbers, .positive = true}};

Learn learns(const Params& given) {
  require(given.has("sd"), "step 'translate' needs the size of the shift; give sd=");
  return Learn::nothing;
}

Plan plan(const StepInput& input) {
  const std::vector<double> sd = input.params.numbers("sd", input.columns.size());
  std::vector<double> normal(sd.size());
  random::fill_normal(input.shared, 0, 0, normal);
  Vector shift(static_cast<Index>(sd.size()));
  for (std::size_t j = 0; j < sd.size(); ++j) shift[static_cast<Index>(j)] = sd[j] * normal[j];
  Plan made;
  made.columns = input.columns;
  made.apply = [shift](table::Chunk& chunk) { chunk.values.rowwise() += shift.transpose(); };
  made.undo = [shift](table::Chunk& chunk) { chunk.values.rowwise() -= shift.transpose(); };
  made.card.effect = Effect::shift;
  made.secret.affine = linalg::Affine::identity(shift.size());
  made.secret.affine->shift = shift;
  made.keyed = true;
  return made;
}

}  // namespace

extern const Step translate = {.name = "translate",
                               .summary = "add a secret constant to each column; distances are kept exactly",
                               .paper = "Chen and Liu 2005",
                               .params = params,
                               .learns = learns,
                               .plan = plan,
                               .draws_shared = true};

}  // namespace guise::masks::steps
