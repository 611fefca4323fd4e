// SPDX-License-Identifier: Apache-2.0
// Rotation, y = Q x with a secret orthogonal Q, uniform over all of them: distances and inner products of records survive
// exactly. Liu, Kargupta and Ryan (TKDE 2006, paper 000), section III; Chen and Liu (ICDM 2005). Reflections are among them
// (erratum 16: a rotation is orthogonal, an orthogonal map need not be a rotation).
#include "masks/secret_matrix.h"
#include "random/matrices.h"

namespace guise::masks::steps {
namespace {

Learn learns(const Params&) {
  return Learn::nothing;
}

Plan plan(const StepInput& input) {
  Plan made = matrix_plan(random::haar_orthogonal(static_cast<Index>(input.columns.size()), input.shared));
  made.card.law = "haar";
  if (input.columns.size() == 1)
    made.notes.emplace_back(
        "one column alone is released as it is, or with the other sign: there is nothing to rotate it with");
  return made;
}

}  // namespace

extern const Step rotate = {.name = "rotate",
                            .summary = "multiply records by a secret orthogonal matrix; distances are kept exactly",
                            .paper = "000 section III; Chen and Liu 2005",
                            .params = {},
                            .learns = learns,
                            .plan = plan,
                            .draws_shared = true};

}  // namespace guise::masks::steps
