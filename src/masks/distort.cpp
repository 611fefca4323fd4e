// SPDX-License-Identifier: Apache-2.0
// Non-linear distortion, x* = B + Q f(A + W x) with secret normal matrices and an f taken element by element: inner products
// and distances of records can be estimated from the release, for f = tanh with an error that grows with their length. "Privacy
// Preservation through Random Non-linear Data Distortion" (paper 003), section 3.1. `guise theory distort` has the figures.
#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "base/lazy.h"
#include "linalg/blas.h"
#include "masks/secret_matrix.h"
#include "random/matrices.h"
#include "stats/nonlinearity.h"

namespace guise::masks::steps {
namespace {

// Matrices of more rows do not fit in memory.
constexpr double kMostUnits = 100'000;

constexpr Param params[] = {
    {.name = "f",
     .help = "the function of the hidden units: tanh; sigmoid; identity, which is linear; step, the sign; relu; clip, linear "
             "between -1 and 1",
     .kind = Param::Kind::choice,
     .choices = "tanh|sigmoid|identity|step|relu|clip"},
    {.name = "hidden",
     .help = "hidden units (default: as many as columns are masked)",
     .kind = Param::Kind::integer,
     .least = 1,
     .most = kMostUnits},
    {.name = "out",
     .help = "columns of the release (default: as many as are masked)",
     .kind = Param::Kind::integer,
     .least = 1,
     .most = kMostUnits},
    {.name = "sw", .help = "standard deviation of the entries of W, which multiplies records", .fallback = 1, .positive = true},
    {.name = "sa", .help = "of A, which is added before f", .fallback = 1, .least = 0},
    {.name = "sq", .help = "of Q, which multiplies what f gives", .fallback = 1, .positive = true},
    {.name = "sb", .help = "of B, which is added in the end", .fallback = 1, .least = 0},
};

Learn learns(const Params&) {
  return Learn::remarks;
}

Index size(const Params& given, std::string_view name, Index fallback) {
  return given.has(name) ? given.integer(name) : fallback;
}

stats::DistortionMap draw(const Params& given, Index attributes, const random::Rng& rng) {
  const Index hidden = size(given, "hidden", attributes), out = size(given, "out", attributes);
  return {.f = stats::find_activation(given.choice("f")),
          .w = given.number("sw") * random::gaussian_matrix(hidden, attributes, rng.fork("W")),
          .a = given.number("sa") * random::gaussian_matrix(hidden, 1, rng.fork("A")),
          .q = given.number("sq") * random::gaussian_matrix(out, hidden, rng.fork("Q")),
          .b = given.number("sb") * random::gaussian_matrix(out, 1, rng.fork("B"))};
}

/// Says when the mask is linear in disguise for the records at hand.
void note_linear(const Params& given, const stats::Moments& moments, std::vector<std::string>& notes) {
  const double sw = given.number("sw"), spread = sw * std::sqrt(moments.variance().sum()),
               offset = std::hypot(given.number("sa"), sw * moments.mean().norm());
  const double share = stats::nonlinear_share(stats::find_activation(given.choice("f")), offset, spread);
  if (share < stats::kLinearInDisguise)
    notes.push_back(fmt::format(
        "linear in disguise: {:.2g} % of what it does to these records is not linear, so an attacker with a few known pairs "
        "undoes it like a projection; {}",
        100 * share, given.choice("f") == "identity" ? "take another f" : "records are short against 1/sw: raise sw"));
}

Plan plan(const StepInput& input) {
  linalg::use_one_blas_thread();
  const stats::DistortionMap map = draw(input.params, static_cast<Index>(input.columns.size()), input.shared);
  const auto back = std::make_shared<Lazy<stats::PlainInverse>>([map] { return stats::PlainInverse(map); });
  Plan plan;
  plan.columns = mixture_names(map.outputs());
  set_columns(plan, [map](std::int64_t first, const MatrixRef& records, MutableMatrixRef out) {
    by_blocks(first, records, out, [&](const MatrixRef& x, MutableMatrixRef y) { map.apply(x, y); });
  });
  plan.any_run = false;
  plan.undo = [back, columns = map.attributes()](table::Chunk& chunk) {
    Matrix out(chunk.records(), columns);
    back->get().apply(chunk.values, out);
    chunk.values = std::move(out);
  };
  // A bounded f is flat far from 0: of long records the digits are lost.
  plan.undo_is_exact = map.loses_nothing() && !stats::facts_of(map.f).bounded;
  plan.secret.distortion = map;
  plan.keyed = true;
  plan.card.effect = Effect::distortion;
  plan.card.law = input.params.choice("f");
  plan.card.hidden = map.hidden();
  plan.card.outputs = map.outputs();
  plan.card.entries = {input.params.number("sw"), input.params.number("sa"), input.params.number("sq"),
                       input.params.number("sb")};
  if (input.moments) note_linear(input.params, *input.moments, plan.notes);
  return plan;
}

}  // namespace

extern const Step distort = {.name = "distort",
                             .summary = "bend records by secret matrices and a non-linear function; distances can be estimated",
                             .paper = "003 section 3.1",
                             .params = params,
                             .learns = learns,
                             .plan = plan,
                             .draws_shared = true};

}  // namespace guise::masks::steps
