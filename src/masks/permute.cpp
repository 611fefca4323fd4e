// SPDX-License-Identifier: Apache-2.0
// Columns in a secret order under new names.
#include "masks/secret_matrix.h"
#include "random/matrices.h"

namespace guise::masks::steps {
namespace {

Learn learns(const Params&) {
  return Learn::nothing;
}

Plan plan(const StepInput& input) {
  const auto size = static_cast<Index>(input.columns.size());
  const std::vector<Index> from = random::permutation(size, input.shared);  // released column j is column from[j]
  std::vector<Index> back(from.size());
  linalg::Affine secret = linalg::Affine::identity(size);
  secret.map.setZero();
  for (Index j = 0; j < size; ++j) {
    back[static_cast<std::size_t>(from[static_cast<std::size_t>(j)])] = j;
    secret.map(j, from[static_cast<std::size_t>(j)]) = 1;
  }
  Plan made;
  made.columns = mixture_names(size);
  made.apply = [from](table::Chunk& chunk) { chunk.values = Matrix(chunk.values(Eigen::all, from)); };
  made.undo = [back](table::Chunk& chunk) { chunk.values = Matrix(chunk.values(Eigen::all, back)); };
  made.secret.affine = std::move(secret);
  made.keyed = true;
  made.card.effect = Effect::matrix;
  made.card.law = "permutation";
  made.card.outputs = size;
  return made;
}

}  // namespace

extern const Step permute = {.name = "permute",
                             .summary = "release the columns in a secret order under new names",
                             .paper = "",
                             .params = {},
                             .learns = learns,
                             .plan = plan,
                             .draws_shared = true};

}  // namespace guise::masks::steps
