// SPDX-License-Identifier: Apache-2.0
// Scaling, y_j = s_j x_j with secret factors, the same for every record.
#include <algorithm>

#include "base/error.h"
#include "masks/step.h"
#include "random/laws.h"
#include "random/math.h"

namespace guise::masks::steps {
namespace {

constexpr Param params[] = {
    {.name = "low", .help = "smallest factor", .kind = Param::Kind::numbers, .fallback = 0.5, .positive = true},
    {.name = "high", .help = "largest factor", .kind = Param::Kind::numbers, .fallback = 2, .positive = true},
    {.name = "uniform",
     .help = "one factor for all columns, which keeps angles and the order of distances",
     .kind = Param::Kind::choice,
     .choices = "no|yes",
     .added = true},
};

bool is_uniform(const Params& given) {
  return given.choice("uniform") == "yes";
}

Learn learns(const Params& given) {
  for (const char* end : {"low", "high"})
    require(!is_uniform(given) || given.list(end).size() == 1,
            "step 'scale': with uniform=yes all columns have one factor, so {}= takes one number", end);
  return Learn::nothing;
}

/// Even in the logarithm between low and high: halving is as likely as doubling.
Vector factors(const StepInput& input) {
  const std::vector<double> low = input.params.numbers("low", input.columns.size()),
                            high = input.params.numbers("high", input.columns.size());
  std::vector<double> u(low.size());
  random::fill_uniform(input.shared, 0, 0, u);
  if (is_uniform(input.params)) std::fill(u.begin(), u.end(), u.front());
  Vector scale(static_cast<Index>(u.size()));
  for (std::size_t j = 0; j < u.size(); ++j) {
    require(low[j] < high[j], "step 'scale': low={} must be below high={}", low[j], high[j]);
    const double from = random::fixed_log(low[j]), to = random::fixed_log(high[j]);
    scale[static_cast<Index>(j)] = random::fixed_exp(from + u[j] * (to - from));
  }
  return scale;
}

Plan plan(const StepInput& input) {
  const Vector scale = factors(input);
  Plan made;
  made.columns = input.columns;
  made.apply = [scale](table::Chunk& chunk) {
    for (Index j = 0; j < scale.size(); ++j) chunk.values.col(j) *= scale[j];
  };
  made.undo = [scale](table::Chunk& chunk) {
    for (Index j = 0; j < scale.size(); ++j) chunk.values.col(j) /= scale[j];
  };
  made.card.effect = Effect::rescale;
  if (is_uniform(input.params)) made.card.share = "columns";
  made.card.low = input.params.numbers("low", input.columns.size());
  made.card.high = input.params.numbers("high", input.columns.size());
  made.secret.affine = linalg::Affine::identity(scale.size());
  made.secret.affine->map = scale.asDiagonal();
  made.keyed = true;
  return made;
}

}  // namespace

extern const Step scale = {.name = "scale",
                           .summary = "multiply each column by a secret factor",
                           .paper = "",
                           .params = params,
                           .learns = learns,
                           .plan = plan,
                           .draws_shared = true};

}  // namespace guise::masks::steps
