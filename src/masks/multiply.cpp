// SPDX-License-Identifier: Apache-2.0
// Multiplicative noise, y = x f element by element. Kim and Winkler, "Multiplicative Noise for Masking Continuous Data" (2003):
// factors from a truncated normal around 1, or lognormal ones whose logarithms have a covariance proportional to that of the
// data's.
#include <cmath>

#include "base/error.h"
#include "masks/learnt.h"
#include "masks/shaped.h"
#include "random/laws.h"
#include "random/math.h"

namespace guise::masks::steps {
namespace {

constexpr Param params[] = {
    {.name = "sd",
     .help = "standard deviation: of the factor before it is cut at 2 sd, or of its logarithm",
     .kind = Param::Kind::numbers,
     .positive = true},
    {.name = "law", .help = "of the factor", .kind = Param::Kind::choice, .choices = "truncated|lognormal"},
};

// The factor 1 + sd T, |T| < 2, must stay above 0 or signs would flip and values vanish.
constexpr double kTruncatedSdBelow = 0.5;

bool lognormal(const Params& given) {
  return given.choice("law") == "lognormal";
}

Learn learns(const Params& given) {
  require(given.has("sd"), "step 'multiply' needs the size of the noise; give sd=");
  return lognormal(given) ? Learn::logs : Learn::nothing;
}

/// Multiplies (undo: divides) by 1 + sd T, T from N(0, 1) cut at +-2.
void scale_truncated(const random::Rng& own, const Vector& sd, bool undo, table::Chunk& chunk) {
  std::vector<double> factor(static_cast<std::size_t>(chunk.records()));
  for (Index j = 0; j < sd.size(); ++j) {
    random::fill_truncated_normal(own, static_cast<std::uint32_t>(j), static_cast<std::uint64_t>(chunk.first_record), factor);
    auto f = 1 + sd[j] * Eigen::Map<const Vector>(factor.data(), chunk.records()).array();
    auto column = chunk.values.col(j).array();
    if (undo) {
      column /= f;
    } else {
      column *= f;
    }
  }
}

Plan truncated(const StepInput& input, const Vector& sd) {
  for (const double size : sd)
    require(size < kTruncatedSdBelow,
            "step 'multiply': sd must be below {} or factors could reach 0, got {}; use law=lognormal", kTruncatedSdBelow,
            size);
  Plan plan;
  plan.apply = [sd, own = input.own](table::Chunk& chunk) { scale_truncated(own, sd, false, chunk); };
  plan.undo = [sd, own = input.own](table::Chunk& chunk) { scale_truncated(own, sd, true, chunk); };
  plan.card.sd.assign(sd.begin(), sd.end());
  plan.notes.emplace_back("a value of 0 stays 0");
  return plan;
}

/// Factors exp(z - var/2), so that their mean is 1.
void scale_lognormal(const ShapedNoise& shape, const random::Rng& own, const Vector& half_variance, double sign,
                     table::Chunk& chunk) {
  shape.generate(own, chunk.first_record, chunk.records(), [&](Index row, const MatrixRef& noise) {
    for (Index j = 0; j < noise.cols(); ++j)
      for (Index i = 0; i < noise.rows(); ++i)
        chunk.values(row + i, j) *= random::fixed_exp(sign * (noise(i, j) - half_variance[j]));
  });
}

Plan lognormal(const StepInput& input, const Vector& sd) {
  // Covariance of the log factors: that of the log data times c, c such that the variances have the mean that was asked for.
  const Vector variance =
      varying(input, *input.logs, "a factor in proportion to its standard deviation would release it unmasked");
  const Matrix covariance = input.logs->covariance();
  const ShapedNoise shape(covariance * (sd.squaredNorm() / covariance.trace()));
  const Vector log_sd = shape.sd(), half_variance = log_sd.cwiseAbs2() / 2;
  Plan plan;
  plan.apply = [shape, half_variance, own = input.own](table::Chunk& chunk) {
    scale_lognormal(shape, own, half_variance, 1, chunk);
  };
  plan.undo = [shape, half_variance, own = input.own](table::Chunk& chunk) {
    scale_lognormal(shape, own, half_variance, -1, chunk);
  };
  plan.any_run = false;
  plan.card.sd.assign(log_sd.begin(), log_sd.end());
  plan.card.similarity = 1;
  plan.notes.emplace_back(kVoidsCertificate);
  return plan;
}

Plan plan(const StepInput& input) {
  const std::vector<double> values = input.params.numbers("sd", input.columns.size());
  const Vector sd = Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
  Plan made = lognormal(input.params) ? lognormal(input, sd) : truncated(input, sd);
  made.columns = input.columns;
  made.keyed = true;
  made.card.law = input.params.choice("law");
  return made;
}

}  // namespace

extern const Step multiply = {.name = "multiply",
                              .summary = "multiply each value by a random factor of mean 1",
                              .paper = "Kim and Winkler 2003",
                              .params = params,
                              .learns = learns,
                              .plan = plan};

}  // namespace guise::masks::steps
