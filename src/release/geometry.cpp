// SPDX-License-Identifier: Apache-2.0
#include "release/geometry.h"

#include <algorithm>
#include <cmath>

#include "release/card_steps.h"

namespace guise::release {
namespace {

/// Follows the steps of a card and keeps count of scale, errors and what is lost.
class Walk {
 public:
  explicit Walk(Index attributes) { out_.noise = Vector::Zero(attributes); }

  void read(const StepCard& step, bool first) {
    const auto complete = [&](const std::vector<double>& values) { return static_cast<Index>(values.size()) == columns(); };
    if (step.step == "noise") {
      out_.noise_known = out_.noise_known && complete(step.sd);
      if (complete(step.sd)) out_.noise += to_vector(step.sd).cwiseAbs2();
    } else if (step.step == "bin" || step.step == "round") {
      out_.noise_known = out_.noise_known && complete(step.width);
      if (complete(step.width)) out_.noise += to_vector(step.width).cwiseAbs2() / 12;
    } else if (step.step == "multiply") {
      out_.noise_known = false;
    } else if (step.step == "project") {
      project(step);
    } else if (step.step == "rotate" || step.step == "permute") {
      mix(1 / static_cast<double>(columns()), columns());
    } else if (step.step == "standardize") {
      standardize(step, first);
    } else if (step.step == "translate") {
      lose(out_.no_products, "a secret translation moved the origin they are measured from");
      if (!out_.of_records) lose(out_.no_distances, "a secret translation moved the columns");
    } else if (step.step == "scale") {
      lose_both("columns were multiplied by secret factors");
    } else if (step.step == "distort") {
      out_.noise = Vector::Zero(step.outputs);
    }
  }

  Geometry finish() { return std::move(out_); }

 private:
  Index columns() const { return out_.noise.size(); }
  static void lose(std::string& what, const char* why) {
    if (what.empty()) what = why;
  }
  void lose_both(const char* why) {
    lose(out_.no_products, why);
    lose(out_.no_distances, why);
  }

  /// A matrix whose entries have this variance: errors spread evenly over the columns that leave it.
  void mix(double entry_variance, Index outputs) {
    mixed_ = true;
    out_.noise = Vector::Constant(outputs, entry_variance * out_.noise.sum());
  }

  void project(const StepCard& step) {
    const auto k = static_cast<double>(step.outputs);
    const bool records = step.side == "records", orthonormal = step.law == "orthonormal";
    double entry = step.scaled ? 1 / k : square(step.entry_sd);
    if (step.law == "sketch") entry = 1 / k;  // one entry of a column is +1 or -1
    if (orthonormal && !step.scaled) entry = 1 / static_cast<double>(columns());
    out_.scale *= entry * k;
    out_.projections.push_back({.law = {.orthonormal = orthonormal}, .k = step.outputs, .m = records ? 0 : columns()});
    if (!records) return mix(entry, step.outputs);
    out_.of_records = false;
    if (!out_.noise.isZero(0)) out_.noise_known = false;  // how many records it was added to is not public
    out_.noise.setZero();
  }

  void standardize(const StepCard& step, bool first) {
    if (first) {
      out_.centred = step.center.empty();
      return;
    }
    if (mixed_) return lose_both("columns were rescaled after they had been mixed");
    if (step.scale.empty()) {  // errors from here on are in units nobody knows
      out_.noise_known = out_.noise_known && out_.noise.isZero(0);
    } else {
      out_.noise = out_.noise.cwiseQuotient(to_vector(step.scale).cwiseAbs2());
    }
  }

  Geometry out_;
  bool mixed_ = false;
};

/// |x|^2 |y|^2 and (x'y)^2.
struct Squares {
  double lengths, inner;
};

/// The same freed of what a Gaussian projection to k numbers adds to such products of estimates on average: the first has
/// expectation a + 2 b / k, the second b + (a + b) / k, for the true a and b.
Squares unbiased(const Squares& estimated, double k) {
  const double inner = (estimated.inner - estimated.lengths / k) / (1 + 1 / k - 2 / square(k));
  const double b = std::clamp(inner, 0.0, std::max(0.0, estimated.lengths)), a = estimated.lengths - 2 * b / k;
  return {std::max(a, b), b};
}

/// Sum over the projections, see theory::inner_product_variance.
double projection_variance(const Geometry& geometry, double xx, double yy, double xy, bool estimated) {
  double variance = 0;
  for (const Projection& step : geometry.projections) {
    const auto k = static_cast<double>(step.k), m = static_cast<double>(step.m);
    Squares squares{xx * yy, square(xy)};
    if (estimated && k > 1) squares = unbiased(squares, step.law.orthonormal ? k / (1 - k / (m + 1)) : k);
    if (!step.law.orthonormal)
      variance += (squares.lengths + squares.inner) / k;
    else if (step.k < step.m)
      variance += m * (m - k) / (k * (m - 1) * (m + 2)) * (squares.lengths + (1 - 2 / m) * squares.inner);
  }
  return variance;
}

}  // namespace

Geometry geometry_of(const Card& card, const CardFacts& read) {
  Walk walk(static_cast<Index>(card.attributes.size()));
  for (const StepCard& step : card.steps) walk.read(step, &step == &card.steps.front());
  Geometry out = walk.finish();
  const bool distorts =
      std::any_of(card.steps.begin(), card.steps.end(), [](const auto& step) { return step.step == "distort"; });
  if (distorts && !read.facts.distorted) {
    out.no_products = out.no_distances =
        "other secret steps stand around the distortion, which cannot be undone on average then";
  }
  if (!read.facts.mixed) {  // read in the units of the originals
    const auto& known = read.facts.noise_covariance;
    out.noise = known ? Vector(known->diagonal()) : Vector(Vector::Zero(read.facts.attributes));
    if (read.facts.cells) out.noise += read.facts.cells->width.cwiseAbs2() / 12;
  }
  return out;
}

NoiseShare noise_share(const Geometry& geometry, Index column, Index rows) {
  if (geometry.noise.size() == 0) return {0, 0};
  if (geometry.of_records) return {geometry.noise.sum(), geometry.noise.mean()};
  return {geometry.noise(column) * static_cast<double>(rows), geometry.noise(column)};
}

Pair debiased(const Geometry& geometry, const Pair& released, const NoiseShare& x, const NoiseShare& y) {
  return {.xx = std::max(0.0, released.xx - x.power) / geometry.scale,
          .yy = std::max(0.0, released.yy - y.power) / geometry.scale,
          .xy = released.xy / geometry.scale};
}

PairErrors errors_of(const Geometry& geometry, const Pair& originals, const NoiseShare& x, const NoiseShare& y,
                     bool estimated) {
  const auto [xx, yy, xy] = originals;
  const double distance = std::max(0.0, originals.square_distance());
  // Errors of x and y in the units of the originals; `d` entries of them.
  const double nx = x.variance / geometry.scale, ny = y.variance / geometry.scale;
  const double d = x.variance > 0 ? x.power / x.variance : y.variance > 0 ? y.power / y.variance : 0;
  // |x + e|^2 varies by 4 x'Ex + 2 tr E^2, (x + e)'(y + f) by x'Fx + y'Ey + tr EF, for Gaussian errors.
  const double square_noise = 4 * nx * xx + 2 * d * square(nx);
  const double inner_noise = nx * yy + ny * xx + d * nx * ny;
  const double distance_noise = 4 * (nx + ny) * distance + 2 * d * square(nx + ny);
  return {
      .xx = std::sqrt(projection_variance(geometry, xx, xx, xx, estimated) + square_noise),
      .xy = std::sqrt(projection_variance(geometry, xx, yy, xy, estimated) + inner_noise),
      .square_distance = std::sqrt(projection_variance(geometry, distance, distance, distance, estimated) + distance_noise)};
}

}  // namespace guise::release
