// SPDX-License-Identifier: Apache-2.0
#include "masks/noise_length.h"

#include <cmath>

#include "base/error.h"
#include "masks/visible.h"
#include "random/laws.h"
#include "random/math.h"

namespace guise::masks {
namespace {

/// Lengths of the noise of some records: radius u^(1/d), even in the ball; -log(u1 … ud) / epsilon, a gamma law.
Vector lengths(const Params& given, Index columns, const random::Rng& own, std::int64_t first, Index records) {
  std::vector<double> u(static_cast<std::size_t>(records));
  Vector out = Vector::Zero(records);
  const bool ball = given.choice("law") == "ball";
  for (Index j = 0; j < (ball ? 1 : columns); ++j) {
    random::fill_uniform(own.fork("length"), static_cast<std::uint32_t>(j), static_cast<std::uint64_t>(first), u);
    for (Index i = 0; i < records; ++i) out[i] -= random::fixed_log(u[static_cast<std::size_t>(i)]);
  }
  if (!ball) return out / given.number("epsilon");
  for (double& length : out) length = given.number("radius") * random::fixed_exp(-length / static_cast<double>(columns));
  return out;
}

/// Directions of independent normals are even; their lengths are replaced.
void add_by_length(const Params& given, const random::Rng& own, double sign, table::Chunk& chunk) {
  const Index columns = chunk.values.cols(), records = chunk.records();
  Matrix noise(records, columns);
  for (Index j = 0; j < columns; ++j)
    random::fill_normal(own, static_cast<std::uint32_t>(j), static_cast<std::uint64_t>(chunk.first_record),
                        {noise.col(j).data(), static_cast<std::size_t>(records)});
  Vector square = Vector::Zero(records);
  for (Index j = 0; j < columns; ++j) square.array() += noise.col(j).array() * noise.col(j).array();
  const Vector length = lengths(given, columns, own, chunk.first_record, records);
  for (Index j = 0; j < columns; ++j)
    for (Index i = 0; i < records; ++i) chunk.values(i, j) += sign * (noise(i, j) * (length[i] / std::sqrt(square[i])));
}

}  // namespace

bool by_length(const Params& given) {
  return given.choice("law") == "ball" || given.choice("law") == "laplace-norm";
}

void check_length(const Params& given) {
  const std::string& law = given.choice("law");
  const std::string_view size = law == "ball" ? "radius" : "epsilon", other = law == "ball" ? "epsilon" : "radius";
  require(given.has(size), "step 'noise' with law={} needs the size of the noise; give {}=", law, size);
  for (const std::string_view name : {other, std::string_view("sd"), std::string_view("snr"), std::string_view("shape"),
                                      std::string_view("similarity"), std::string_view("grid")})
    require(!given.has(name), "step 'noise' with law={} has its size from {}=; leave {}= out", law, size, name);
}

Vector sd_of_length(const StepInput& input) {
  const auto d = static_cast<double>(input.columns.size());
  const double sd = input.params.choice("law") == "ball" ? input.params.number("radius") / std::sqrt(d + 2)
                                                         : std::sqrt(d + 1) / input.params.number("epsilon");
  return Vector::Constant(static_cast<Index>(input.columns.size()), sd);
}

Plan of_length(const StepInput& input, const Vector& sd) {
  Plan plan;
  plan.apply = [sd, given = input.params, columns = input.columns, own = input.own](table::Chunk& chunk) {
    require_visible(sd, columns, chunk);
    add_by_length(given, own, 1, chunk);
  };
  plan.undo = [given = input.params, own = input.own](table::Chunk& chunk) { add_by_length(given, own, -1, chunk); };
  return plan;
}

}  // namespace guise::masks
