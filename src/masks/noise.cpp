// SPDX-License-Identifier: Apache-2.0
// Additive noise, y = x + r: white (Agrawal and Srikant, SIGMOD 2000), or with the covariance of the data (Huang, Du and Chen,
// SIGMOD 2005, section 8), or discrete on a grid (Canonne, Kamath and Steinke 2020).
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "linalg/spectrum.h"
#include "masks/learnt.h"
#include "masks/noise_length.h"
#include "masks/shaped.h"
#include "masks/visible.h"
#include "random/laws.h"

namespace guise::masks::steps {
namespace {

constexpr Param params[] = {
    {.name = "sd", .help = "standard deviation of the noise", .kind = Param::Kind::numbers, .positive = true},
    {.name = "snr", .help = "variance of the attribute over that of the noise", .kind = Param::Kind::numbers, .positive = true},
    {.name = "law",
     .help = "of the noise",
     .kind = Param::Kind::choice,
     .choices = "gaussian|uniform|laplace|ball|laplace-norm"},
    {.name = "radius", .help = "of the ball that law=ball draws the noise of a record from, evenly", .positive = true},
    {.name = "epsilon",
     .help = "of law=laplace-norm, whose noise of a record has a density falling as exp(-epsilon length)",
     .positive = true},
    {.name = "shape",
     .help = "independent per attribute, or the data's covariance",
     .kind = Param::Kind::choice,
     .choices = "white|data"},
    {.name = "similarity", .help = "1 shaped like the data, 0 white, -1 reversed, same total power", .least = -1, .most = 1},
    {.name = "grid",
     .help = "round to multiples of it and add exact discrete noise",
     .kind = Param::Kind::numbers,
     .positive = true},
};

/// The family of paper 002 keeps the total power, not the size per attribute.
bool by_power(const Params& given) {
  return given.has("similarity") || given.choice("shape") == "data";
}

double similarity(const Params& given) {
  return given.has("similarity") ? given.number("similarity") : given.choice("shape") == "data" ? 1 : 0;
}

void check(const Params& given) {
  if (by_length(given)) return check_length(given);
  for (const auto& [size, law] : {std::pair{"radius", "ball"}, std::pair{"epsilon", "laplace-norm"}})
    require(!given.has(size), "step 'noise': {}= is the size of the noise of law={}; give both, or sd= or snr=", size, law);
  require(!(given.has("sd") && given.has("snr")), "step 'noise': sd and snr both set the size of the noise; give one of them");
  require(given.has("sd") || given.has("snr"), "step 'noise' needs the size of the noise; give sd= or snr=");
  require(!(given.has("shape") && given.has("similarity")),
          "step 'noise': shape=data is similarity=1, shape=white is 0; give one of them");
  const bool shaped = similarity(given) != 0;
  const std::string& law = given.choice("law");
  require(!shaped || law == "gaussian",
          "step 'noise': noise shaped like the data is gaussian, got law={}; leave law= or the shape out", law);
  require(!given.has("grid") || (!shaped && law == "gaussian"),
          "step 'noise': noise on a grid is gaussian and white; leave law= and the shape out");
}

Learn learns(const Params& given) {
  check(given);
  return given.has("snr") || similarity(given) != 0 ? Learn::moments : Learn::nothing;
}

/// Standard deviation per attribute as asked for.
Vector asked_sd(const StepInput& input) {
  if (by_length(input.params)) return sd_of_length(input);
  const std::vector<double> values = input.params.numbers(input.params.has("sd") ? "sd" : "snr", input.columns.size());
  const Vector asked = Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
  if (input.params.has("sd")) return asked;
  // Kargupta et al. (ICDM 2003), eq. 10: snr is the variance of the attribute over that of the noise.
  return (varying(input, *input.moments, "noise in proportion to its standard deviation would release it unmasked").array() /
          asked.array())
      .sqrt();
}

void add_white(random::Law law, const random::Rng& own, const Vector& sd, double sign, table::Chunk& chunk) {
  for (Index j = 0; j < sd.size(); ++j)
    random::add_noise(law, own, static_cast<std::uint32_t>(j), static_cast<std::uint64_t>(chunk.first_record), sign * sd[j],
                      {chunk.values.col(j).data(), static_cast<std::size_t>(chunk.records())});
}

Plan white(const StepInput& input, const Vector& sd) {
  const random::Law law = random::law_by_name(input.params.choice("law"));
  Plan plan;
  plan.apply = [law, sd, columns = input.columns, own = input.own](table::Chunk& chunk) {
    require_visible(sd, columns, chunk);
    add_white(law, own, sd, 1, chunk);
  };
  plan.undo = [law, sd, own = input.own](table::Chunk& chunk) { add_white(law, own, sd, -1, chunk); };
  return plan;
}

/// values = grid * (round(values / grid) + sign * k): computed in whole numbers, so that nothing below the grid shows through.
void add_discrete(const random::Rng& own, const Vector& sd, const Vector& grid, double sign, table::Chunk& chunk) {
  std::vector<double> k(static_cast<std::size_t>(chunk.records()));
  for (Index j = 0; j < sd.size(); ++j) {
    random::fill_discrete_gaussian(own, static_cast<std::uint32_t>(j), static_cast<std::uint64_t>(chunk.first_record),
                                   square(sd[j] / grid[j]), k);
    for (Index i = 0; i < chunk.records(); ++i)
      chunk.values(i, j) = grid[j] * (std::nearbyint(chunk.values(i, j) / grid[j]) + sign * k[static_cast<std::size_t>(i)]);
  }
}

Plan on_grid(const StepInput& input, const Vector& sd) {
  const std::vector<double> values = input.params.numbers("grid", input.columns.size());
  const Vector grid = Eigen::Map<const Vector>(values.data(), sd.size());
  for (Index j = 0; j < sd.size(); ++j) {
    require(grid[j] <= sd[j],
            "step 'noise': grid={} is coarser than the noise (sd={:.6g}), which would mostly be 0; give a finer one", grid[j],
            sd[j]);
    // The exact sampler computes with (sd / grid)^2 up to 2^80.
    require(sd[j] <= 0x1p40 * grid[j], "step 'noise': grid={} is too fine for noise of sd={:.6g}; give one above sd / 1e12",
            grid[j], sd[j]);
  }
  Plan plan;
  plan.apply = [sd, grid, own = input.own](table::Chunk& chunk) { add_discrete(own, sd, grid, 1, chunk); };
  plan.undo = [sd, grid, own = input.own](table::Chunk& chunk) { add_discrete(own, sd, grid, -1, chunk); };
  plan.keeps_integers = grid == grid.array().floor().matrix();
  plan.card.grid = values;
  return plan;
}

void add_shaped(const ShapedNoise& shape, const random::Rng& own, double sign, table::Chunk& chunk) {
  shape.generate(own, chunk.first_record, chunk.records(),
                 [&](Index row, const MatrixRef& noise) { chunk.values.middleRows(row, noise.rows()) += sign * noise; });
}

/// `sd` becomes what the noise of the given shape really has per attribute.
Plan shaped(const StepInput& input, Vector& sd) {
  const double similar = similarity(input.params);
  const stats::Moments& moments = *input.moments;
  require(moments.count() > 1, "step 'noise': the table has one record, so the data has no shape; use shape=white");
  // Noise exactly like the data leaves a constant column alone, which would go out in clear.
  if (similar == 1) varying(input, moments, "noise shaped like the data would release it unmasked");
  const Vector spread = moments.most() - moments.least();
  require(spread.maxCoeff() > 0, "step 'noise': every column is constant, so the data has no shape; use shape=white");
  const Matrix covariance = moments.covariance();
  require(covariance.allFinite(),
          "step 'noise': the covariance of the data is too large for a number; divide the columns by a constant first");
  const linalg::Spectrum data = linalg::symmetric_spectrum(covariance);
  const Vector eigenvalues = blend_spectrum(data.values.cwiseMax(0), sd.squaredNorm(), similar);
  const ShapedNoise shape(data.vectors, eigenvalues);
  sd = shape.sd();
  Plan plan;
  plan.apply = [shape, columns = input.columns, own = input.own](table::Chunk& chunk) {
    require_visible(shape.sd(), columns, chunk);
    add_shaped(shape, own, 1, chunk);
  };
  plan.undo = [shape, own = input.own](table::Chunk& chunk) { add_shaped(shape, own, -1, chunk); };
  plan.any_run = false;
  plan.card.similarity = similar;
  const Index bare = (eigenvalues.array() <= 1e-12 * eigenvalues.maxCoeff()).count();
  if (bare > 0)
    plan.notes.push_back(fmt::format("{} of {} directions of the data get no noise in this shape", bare, eigenvalues.size()));
  return plan;
}

Plan plan(const StepInput& input) {
  check(input.params);
  Vector sd = asked_sd(input);
  require(std::isfinite(sd.squaredNorm()),
          "step 'noise': the size of the noise is too large for a number; scale the columns down first");
  if (by_power(input.params) && similarity(input.params) == 0)
    sd.setConstant(std::sqrt(sd.squaredNorm() / static_cast<double>(sd.size())));
  Plan made = by_length(input.params)         ? of_length(input, sd)
              : similarity(input.params) != 0 ? shaped(input, sd)
              : input.params.has("grid")      ? on_grid(input, sd)
                                              : white(input, sd);
  made.columns = input.columns;
  made.keyed = true;
  made.card.effect = Effect::noise;
  made.card.learnt = input.moments != nullptr;
  made.card.law = input.params.choice("law");
  made.card.sd.assign(sd.begin(), sd.end());
  if (input.moments) made.notes.emplace_back(kVoidsCertificate);
  return made;
}

}  // namespace

extern const Step noise = {.name = "noise",
                           .summary = "add random noise, independent or shaped like the data",
                           .paper = "Agrawal and Srikant 2000; Huang, Du and Chen 2005, section 8",
                           .params = params,
                           .learns = learns,
                           .plan = plan};

}  // namespace guise::masks::steps
