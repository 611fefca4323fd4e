// SPDX-License-Identifier: Apache-2.0
// Smoothing along the order of the records, with a model of each attribute learnt from the release: an autoregression behind
// noise (Kalman filter and smoother), lagged windows with shrunk singular values (SSA), or a monotone curve for sorted tables.
// Shumway and Stoffer (1982); Golyandina et al. (2001) with Gavish and Donoho's shrinkage (2017); Ayer et al. (1955).
#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "attacks/attribute_noise.h"
#include "attacks/autoregression.h"
#include "attacks/isotonic.h"
#include "attacks/serial.h"
#include "attacks/ssa.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::noise_size};
constexpr Want wants[] = {Want::moments, Want::stretches};
constexpr Param params[] = {
    {.name = "method", .help = "model of an attribute", .kind = Param::Kind::choice, .choices = "kalman|ssa|isotonic"},
    {.name = "order",
     .help = "of the autoregression (kalman); 0: chosen by Akaike's criterion",
     .kind = Param::Kind::integer,
     .fallback = 0,
     .least = 0,
     .most = 50},
    {.name = "window",
     .help = "records per lagged window (ssa)",
     .kind = Param::Kind::integer,
     .fallback = 100,
     .least = 2,
     .most = 1000},
};
constexpr std::string_view variants[] = {"smooth(method=ssa)", "smooth(method=isotonic)"};

// A level of a monotone fit rarely reaches over more records than this; a longer one is cut at the window's edge.
constexpr Index kIsotonicHalo = 16'384;

/// How one attribute is smoothed, once its mean is taken off.
struct Model {
  std::function<Vector(const Series&, Vector* sd)> smooth;
  Index halo = 0;
  std::string note = {};
};

Model constant_model(double spread) {
  auto smooth = [spread](const Series& series, Vector* sd) {
    *sd = Vector::Constant(series.count, spread);
    return Vector(Vector::Zero(series.count));
  };
  return {.smooth = std::move(smooth), .note = "nothing but noise"};
}

Model clear_model() {
  auto smooth = [](const Series& series, Vector* sd) {
    *sd = Vector::Zero(series.count);
    return Vector(series.values.segment(series.before, series.count));
  };
  return {.smooth = std::move(smooth), .note = "no noise"};
}

Model kalman_model(const Runs& seen, double noise_variance, Index order) {
  const auto fit = fit_autoregression(seen, noise_variance, order);
  if (!fit) return constant_model(std::sqrt(std::max(0.0, autocovariance(seen, 0)[0] - noise_variance)));
  const Smoother smoother(*fit, noise_variance);
  auto smooth = [smoother](const Series& series, Vector* sd) {
    Vector all_sd;
    const Vector all = smoother.smooth(series.values, &all_sd);
    *sd = all_sd.segment(series.before, series.count);
    return Vector(all.segment(series.before, series.count));
  };
  return {.smooth = std::move(smooth),
          .halo = smoother.memory(),
          .note = fmt::format("autoregression of order {}", fit->phi.size())};
}

Model ssa_model(const Runs& seen, double noise_variance, Index window) {
  const SpectrumFilter filter(seen, noise_variance, window);
  return {.smooth = [filter](const Series& series, Vector*) { return filter.smooth(series); },
          .halo = filter.reach(),
          .note = fmt::format("{} of {} components", filter.components(), filter.reach() + 1)};
}

/// A sorted attribute; the parts of the table where it is not are left to `otherwise`.
Model isotonic_model(double noise_variance, Model otherwise) {
  auto smooth = [noise_variance, otherwise](const Series& series, Vector* sd) {
    const Isotonic curve = monotone_fit(series.values);
    if (!explains(curve, noise_variance)) return otherwise.smooth(series, sd);
    return Vector(curve.fit.segment(series.before, series.count));
  };
  return {.smooth = std::move(smooth), .halo = std::max(kIsotonicHalo, otherwise.halo), .note = "monotone"};
}

/// Runs of a sorted attribute are sorted among themselves.
Vector joined(const Runs& runs) {
  Vector all(length_of(runs));
  Index at = 0;
  for (const Vector& run : runs) all.segment(at, run.size()) = run, at += run.size();
  return all;
}

Model model_of(const Runs& seen, double noise_variance, const Params& given) {
  if (!(noise_variance > 0)) return clear_model();
  if (given.choice("method") == "ssa") return ssa_model(seen, noise_variance, given.integer("window"));
  Model kalman = kalman_model(seen, noise_variance, given.integer("order"));
  if (given.choice("method") == "kalman" || !explains(monotone_fit(joined(seen)), noise_variance)) return kalman;
  return isotonic_model(noise_variance, std::move(kalman));
}

/// "autoregression of order 2: x1, x3; no noise: x2"
std::string describe_models(const std::vector<Model>& models, const std::vector<std::string>& columns) {
  std::vector<std::pair<std::string, std::string>> groups;
  for (std::size_t j = 0; j < models.size(); ++j) {
    const auto same =
        std::find_if(groups.begin(), groups.end(), [&](const auto& group) { return group.first == models[j].note; });
    if (same == groups.end()) {
      groups.emplace_back(models[j].note, columns[j]);
    } else {
      same->second += ", " + columns[j];
    }
  }
  std::string text;
  for (const auto& [note, names] : groups) text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", note, names);
  return text;
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params& given, const random::Rng&) {
  constexpr Index kFewestRecords = 20;
  if (!known.ordered) return Outcome::not_assessed(std::string(kShuffled));
  if (evidence.records < kFewestRecords)
    return Outcome::not_assessed(
        fmt::format("{} records are too short a series; it needs {}", evidence.records, kFewestRecords));
  const Vector sd = noise_sd(known), mean = evidence.moments.mean(), shift = noise_mean(known, sd.size());
  std::vector<Model> models(static_cast<std::size_t>(sd.size()));
  tbb::parallel_for(Index{0}, sd.size(), [&](Index j) {
    Runs seen = runs_of(evidence.stretches, j);
    double sum = 0;
    for (const Vector& run : seen) sum += run.sum();
    for (Vector& run : seen) run.array() -= sum / static_cast<double>(length_of(seen));
    models[static_cast<std::size_t>(j)] = model_of(seen, square(sd[j]), given);
  });
  Reconstruction attack;
  for (const Model& model : models) attack.halo = std::max<std::int64_t>(attack.halo, model.halo);
  const bool sorted = std::any_of(models.begin(), models.end(), [](const Model& model) { return model.note == "monotone"; });
  if (given.choice("method") == "isotonic" && !sorted) return Outcome::not_assessed("no attribute is sorted");
  attack.notes = {describe_models(models, evidence.columns), fmt::format("reaches {} records to each side", attack.halo)};
  note_order(evidence, attack.notes);
  attack.guess = [models, mean, shift, gives_sd = given.choice("method") == "kalman"](const Observed& observed) {
    Guess guess{.values = Matrix(observed.count, mean.size())};
    Matrix spread(observed.count, mean.size());
    for (Index j = 0; j < mean.size(); ++j) {
      Series series = series_of(observed, j);
      series.values.array() -= mean[j];
      Vector column_sd;
      guess.values.col(j) = models[static_cast<std::size_t>(j)].smooth(series, &column_sd).array() + (mean[j] - shift[j]);
      if (gives_sd) spread.col(j) = column_sd;
    }
    if (gives_sd) guess.sd = std::move(spread);
    return guess;
  };
  return {.reconstruction = std::move(attack)};
}

}  // namespace

extern const Attack smooth_attack = {
    .name = "smooth",
    .alias = "",
    .summary = "smooth each attribute along the table's order with a model learnt from the release",
    .paper = "Shumway and Stoffer 1982; Golyandina et al. 2001",
    .needs = needs,
    .wants = wants,
    .params = params,
    .serial = true,
    .variants = variants,
    .learn = learn};

}  // namespace guise::attacks
