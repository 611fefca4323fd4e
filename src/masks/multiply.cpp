// SPDX-License-Identifier: Apache-2.0
// Multiplicative noise, y = x f element by element. Kim and Winkler, "Multiplicative Noise for Masking Continuous Data" (2003):
// factors from a truncated normal around 1, or lognormal ones whose logarithms have a covariance proportional to that of the
// data's. Evans, Zayatz and Slanta (1998): factors that are never near 1, one for all columns of a record.
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
    {.name = "law", .help = "of the factor", .kind = Param::Kind::choice, .choices = "truncated|lognormal|ramp"},
    {.name = "share",
     .help = "cell, each value has a factor of its own; or record, one factor for all columns (law=ramp)",
     .kind = Param::Kind::choice,
     .choices = "cell|record",
     .added = true},
    {.name = "low",
     .help = "of law=ramp: least distance of the factor from 1",
     .fallback = 0.05,
     .positive = true,
     .added = true},
    {.name = "high", .help = "of law=ramp: greatest distance", .fallback = 0.2, .positive = true, .added = true},
};

// The factor 1 + sd T, |T| < 2, must stay above 0 or signs would flip and values vanish.
constexpr double kTruncatedSdBelow = 0.5;

bool lognormal(const Params& given) {
  return given.choice("law") == "lognormal";
}

bool is_ramp(const Params& given) {
  return given.choice("law") == "ramp";
}

/// Evans, Zayatz and Slanta (1998): the factor is never near 1, and rarer the farther it is.
void check_ramp(const Params& given) {
  const double low = given.number("low"), high = given.number("high");
  require(!given.has("sd"), "step 'multiply' with law=ramp has its size from low= and high=; leave sd= out");
  require(low < high && high < 1, "step 'multiply' with law=ramp needs low below high and high below 1, got low={} and high={}",
          low, high);
}

Learn learns(const Params& given) {
  if (is_ramp(given)) {
    check_ramp(given);
    return Learn::nothing;
  }
  for (const char* name : {"low", "high"})
    require(!given.has(name), "step 'multiply': {}= is for law=ramp; leave it out", name);
  require(given.choice("share") == "cell", "step 'multiply': share=record is for law=ramp");
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

/// 1 + d or 1 - d, each as likely, d with a density that falls in a straight line from low to 0 at high.
void scale_ramp(const Params& given, const random::Rng& own, bool undo, table::Chunk& chunk) {
  const double low = given.number("low"), width = given.number("high") - low;
  const bool common = given.choice("share") == "record";
  std::vector<double> u(static_cast<std::size_t>(chunk.records()));
  Vector factor(chunk.records());
  for (Index j = 0; j < chunk.values.cols(); ++j) {
    if (j == 0 || !common) {
      random::fill_uniform(own, static_cast<std::uint32_t>(j), static_cast<std::uint64_t>(chunk.first_record), u);
      for (Index i = 0; i < factor.size(); ++i) {
        const double v = 2 * u[static_cast<std::size_t>(i)], side = v < 1 ? -1 : 1, part = v < 1 ? v : v - 1;
        factor[i] = 1 + side * (low + width * (1 - std::sqrt(1 - part)));
      }
    }
    auto column = chunk.values.col(j).array();
    if (undo) {
      column /= factor.array();
    } else {
      column *= factor.array();
    }
  }
}

Plan ramp(const StepInput& input) {
  Plan plan;
  plan.apply = [given = input.params, own = input.own](table::Chunk& chunk) { scale_ramp(given, own, false, chunk); };
  plan.undo = [given = input.params, own = input.own](table::Chunk& chunk) { scale_ramp(given, own, true, chunk); };
  const double low = input.params.number("low"), high = input.params.number("high"), width = high - low;
  // E d^2, d = low + width s with E s = 1/3 and E s^2 = 1/6.
  const double sd = std::sqrt(low * low + 2 * low * width / 3 + width * width / 6);
  plan.card.sd.assign(input.columns.size(), sd);
  plan.card.low = {low};
  plan.card.high = {high};
  plan.notes.emplace_back("a value of 0 stays 0");
  if (input.params.choice("share") == "record") {
    plan.card.share = "record";
    plan.notes.emplace_back("the ratios of the columns of a record are released as they are: one known value gives all others");
  }
  return plan;
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

Plan by_sd(const StepInput& input) {
  const std::vector<double> values = input.params.numbers("sd", input.columns.size());
  const Vector sd = Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
  return lognormal(input.params) ? lognormal(input, sd) : truncated(input, sd);
}

Plan plan(const StepInput& input) {
  Plan made = is_ramp(input.params) ? ramp(input) : by_sd(input);
  made.columns = input.columns;
  made.keyed = true;
  made.card.effect = Effect::factor;
  made.card.learnt = input.logs != nullptr;
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
