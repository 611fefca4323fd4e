// SPDX-License-Identifier: Apache-2.0
#include "release/geometry.h"

#include <algorithm>
#include <cmath>

#include "release/card_steps.h"
#include "release/older_cards.h"

namespace guise::release {
namespace {

/// Of the laws of noise; 0 of the Gaussian, and where it is not known.
double excess_kurtosis(std::string_view law, double columns = 1) {
  // In the square of the length of all columns together, of which each has its share.
  if (law == "ball") return 4 / (columns + 4) - 2;
  if (law == "laplace-norm") return (2 * columns + 4) / (columns + 1);
  return law == "uniform" ? -1.2 : law == "laplace" ? 3 : 0;
}

/// Whether the step's errors are of a size that depends on the data.
bool errs_unknown(const StepCard& step) {
  return step.effect == Effect::factor || step.effect == Effect::limits || step.effect == Effect::exchange ||
         step.effect == Effect::groups;
}

/// Of errors in different columns.
Errors beside(const Errors& a, const Errors& b) {
  return {a.power + b.power, a.squares + b.squares, a.cubes + b.cubes, a.fourth + b.fourth};
}

/// Follows the steps of a card and keeps count of scale, errors and what is lost.
class GeometryWalk {
 public:
  explicit GeometryWalk(Index attributes) { begin(attributes), out_.noise = pending_; }

  void read(const StepCard& step, bool first) {
    const auto complete = [&](const std::vector<double>& values) { return static_cast<Index>(values.size()) == columns(); };
    if (step.effect == Effect::noise) {
      out_.noise_known = out_.noise_known && complete(step.sd);
      if (complete(step.sd)) add(to_vector(step.sd).cwiseAbs2(), excess_kurtosis(step.law, static_cast<double>(columns())));
    } else if (step.effect == Effect::cells) {
      out_.noise_known = out_.noise_known && complete(step.width);
      if (complete(step.width)) add(to_vector(step.width).cwiseAbs2() / 12, excess_kurtosis("uniform"));
    } else if (errs_unknown(step)) {
      out_.noise_known = false;
    } else if (step.effect == Effect::sums) {
      project(step);
    } else if (step.effect == Effect::matrix) {
      multiply(step);
    } else if (step.effect == Effect::affine) {
      standardize(step, first);
    } else if (step.effect == Effect::shift) {
      lose(out_.no_products, "a secret translation moved the origin they are measured from");
      if (!out_.of_records) lose(out_.no_distances, "a secret translation moved the columns");
    } else if (step.effect == Effect::rescale) {
      lose_both("columns were multiplied by secret factors");
    } else if (step.effect == Effect::distortion) {
      begin(step.outputs);
      out_.noise = pending_;
    }
  }

  bool multiplies_openly() const { return open_; }

  Geometry finish() {
    out_.behind = behind();
    return std::move(out_);
  }

 private:
  Index columns() const { return out_.noise.size(); }
  /// Columns that no error is in.
  void begin(Index columns) {
    pending_ = fourth_ = Vector::Zero(columns);
    spread_ = {};
  }
  void add(const Vector& variance, double excess) {
    out_.noise += variance;
    pending_ += variance;
    fourth_ += excess * variance.cwiseAbs2();
  }
  Errors behind() const { return both(spread_, errors_of(pending_, fourth_), static_cast<double>(columns())); }
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
  /// A rotation keeps lengths, and what errors do to them.
  void turn() {
    const Errors kept = behind();
    mix(1 / static_cast<double>(columns()), columns());
    begin(columns());
    spread_ = kept;
  }

  void multiply(const StepCard& step) {
    if (law_of(step, step.outputs, columns()).turns()) return turn();
    if (!is_own(step)) return project(step);
    lose_both("a matrix of the owner's own multiplied them, of which nothing is known");
    begin(step.outputs);
    out_.noise = pending_;
  }

  void project(const StepCard& step) {
    const auto k = static_cast<double>(step.outputs);
    if (!step.high.empty()) lose_both("all lengths were multiplied by one secret number");
    const bool records = step.effect == Effect::sums, orthonormal = step.law == "orthonormal";
    double entry = step.scaled ? 1 / k : square(step.entry_sd);
    if (step.law == "sketch") entry = 1 / k;  // one entry of a column is +1 or -1
    if (orthonormal && !step.scaled) entry = 1 / static_cast<double>(columns());
    out_.scale *= entry * k;
    out_.projections.push_back({.law = {.orthonormal = orthonormal},
                                .k = step.outputs,
                                .m = records ? 0 : columns(),
                                .scale = entry * k,
                                .before = records ? Errors() : behind()});
    begin(records ? columns() : step.outputs);
    if (!records) return mix(entry, step.outputs);
    out_.of_records = false;
    if (!out_.noise.isZero(0)) out_.noise_known = false;  // how many records it was added to is not public
    out_.noise.setZero();
  }

  void standardize(const StepCard& step, bool first) {
    if (!changes_units(step)) return multiply_openly(step);
    if (first) {
      out_.centred = step.center.empty();
      return;
    }
    if (mixed_) return lose_both("columns were rescaled after they had been mixed");
    if (step.scale.empty()) {  // errors from here on are in units nobody knows
      out_.noise_known = out_.noise_known && out_.noise.isZero(0);
    } else {
      const Vector squares = to_vector(step.scale).cwiseAbs2();
      out_.noise = out_.noise.cwiseQuotient(squares);
      pending_ = pending_.cwiseQuotient(squares);
      fourth_ = fourth_.cwiseQuotient(squares.cwiseAbs2());
    }
  }

  /// A release of columns that are read back through the inverse never comes to ask for them (geometry_of).
  void multiply_openly(const StepCard& step) {
    open_ = true;
    const Matrix map = public_map(step, columns());
    out_.noise = (map * out_.noise.asDiagonal() * map.transpose()).diagonal();
    begin(map.rows());
    pending_ = out_.noise;
  }

  Geometry out_;
  bool mixed_ = false, open_ = false;
  Vector pending_, fourth_;  // errors in these very columns: variance, and its square times the excess kurtosis
  Errors spread_;            // errors that a rotation has turned since the last projection
};

}  // namespace

Geometry geometry_of(const Card& card, const CardFacts& read) {
  GeometryWalk walk(static_cast<Index>(card.attributes.size()));
  const std::vector<StepCard> steps = steps_of(card);
  for (const StepCard& step : steps) walk.read(step, &step == &steps.front());
  Geometry out = walk.finish();
  const bool distorts =
      std::any_of(steps.begin(), steps.end(), [](const auto& step) { return step.effect == Effect::distortion; });
  if (distorts && !read.facts.distorted) {
    out.no_products = out.no_distances =
        "other secret steps stand around the distortion, which cannot be undone on average then";
  }
  if (walk.multiplies_openly() && read.facts.mixed)
    out.no_products = out.no_distances = "a public matrix multiplied them, and it is not undone";
  if (!read.facts.mixed) {  // read in the units of the originals
    const auto& known = read.facts.noise_covariance;
    out.noise = known ? Vector(known->diagonal()) : Vector(Vector::Zero(read.facts.attributes));
    Vector fourth = Vector::Zero(out.noise.size());
    if (read.facts.noise_law) fourth = excess_kurtosis(random::law_name(*read.facts.noise_law)) * out.noise.cwiseAbs2();
    if (read.facts.cells) {
      const Vector cells = read.facts.cells->width.cwiseAbs2() / 12;
      out.noise += cells;
      fourth += excess_kurtosis("uniform") * cells.cwiseAbs2();
    }
    if (out.of_records) out.behind = errors_of(out.noise, fourth);
  }
  return out;
}

std::vector<Stage> stages_of(const Geometry& geometry, Index rows, int vectors) {
  std::vector<Stage> out;
  const auto add = [&](Errors errors) {
    errors.fourth /= vectors;
    if (errors.power > 0) out.push_back({.errors = errors});
  };
  for (const Projection& step : geometry.projections) {
    add(step.before);
    out.push_back(
        {.k = static_cast<double>(step.k), .m = step.law.orthonormal ? static_cast<double>(step.m) : 0, .scale = step.scale});
  }
  const auto n = static_cast<double>(rows);
  if (!geometry.of_records)
    add(geometry.noise.isZero(0) ? Errors() : Errors{n, n, n, 0});
  else
    add(geometry.behind.value_or(errors_of(geometry.noise, Vector::Zero(geometry.noise.size()))));
  return out;
}

void scale_errors(Geometry& geometry, double factor) {
  const auto scale = [&](Errors& errors) {
    errors.power *= factor;
    errors.squares *= square(factor);
    errors.cubes *= factor * square(factor);
    errors.fourth *= square(factor);
  };
  for (Projection& step : geometry.projections) scale(step.before);
  if (geometry.behind) scale(*geometry.behind);
}

void join_geometry(Geometry& a, const Geometry& b) {
  // Parts of a record are projected each by itself. The error of the sum is at most that of a projection of all of it to the
  // fewer numbers.
  for (std::size_t i = 0; i < b.projections.size(); ++i) {
    if (i >= a.projections.size()) {
      a.projections.push_back(b.projections[i]);
      continue;
    }
    Projection& mine = a.projections[i];
    mine.before = beside(mine.before, b.projections[i].before);
    if (b.projections[i].k < mine.k) mine.k = b.projections[i].k;
    mine.law.orthonormal = mine.law.orthonormal && b.projections[i].law.orthonormal && mine.m == b.projections[i].m;
  }
  if (a.behind && b.behind) a.behind = beside(*a.behind, *b.behind);
}

}  // namespace guise::release
