// SPDX-License-Identifier: Apache-2.0
// Spectral filtering (SF): noise alone has eigenvalues inside the Marchenko-Pastur band, so what lies above it is signal.
// Kargupta, Datta, Wang and Sivakumar, "Random Data Perturbation Techniques and Privacy Preserving Data Mining" (paper 001),
// section VII.
#include <fmt/format.h>

#include <algorithm>

#include "attacks/linear.h"
#include "attacks/noise_space.h"
#include "attacks/serial.h"
#include "stats/moments.h"
#include "theory/marchenko_pastur.h"

namespace guise::attacks {
namespace {

constexpr Want wants[] = {Want::moments, Want::sample};
constexpr Param params[] = {
    {.name = "variance",
     .help = "noise variance: known, by the median of the eigenvalues, by a fit to their histogram; auto takes the known one, "
             "else the median",
     .kind = Param::Kind::choice,
     .choices = "auto|known|median|histogram"},
    {.name = "keep",
     .help = "eigenvalues taken for signal: above the noise band, or outside of it (section VII.A of the paper)",
     .kind = Param::Kind::choice,
     .choices = "above|outside"},
    {.name = "center",
     .help = "remove the mean and restore it; the paper does not",
     .kind = Param::Kind::choice,
     .choices = "yes|no"},
    {.name = "split",
     .help = "cut each attribute into this many columns of consecutive records and filter those",
     .kind = Param::Kind::integer,
     .least = 2}};

/// 1 for the components of the signal, 0 for those of the noise.
Vector chosen(const Vector& eigenvalues, double variance, double records, const std::string& rule) {
  const theory::Band band = theory::marchenko_pastur_band(variance, records, static_cast<double>(eigenvalues.size()));
  Vector gain = (eigenvalues.array() > band.high).cast<double>();
  // The paper keeps everything outside the band in VII.A and only what is above it in VI. Below it is sampling error: that rule
  // keeps a direction of pure noise in 16 % of tables of 300 x 35 (erratum 23). Zeros for want of records are no sign of a
  // signal.
  if (rule == "outside")
    gain += (eigenvalues.array() < band.low && eigenvalues.array() > 1e-12 * eigenvalues(0)).cast<double>().matrix();
  return gain;
}

Outcome filter(const Evidence& evidence, const Knowledge& known, const Params& given, const random::Rng& rng) {
  const bool centered = given.choice("center") == "yes";
  const double n = static_cast<double>(evidence.records), m = static_cast<double>(evidence.moments.attributes());
  const Vector& mean = evidence.moments.mean();
  Matrix spread = evidence.moments.covariance();
  if (!centered) spread = spread * ((n - 1) / n) + mean * mean.transpose();  // U_p' U_p / n, as the paper has it
  const NoiseSpace space = noise_space(spread, centered, given.choice("variance"), evidence, known, rng);
  const Vector gain = chosen(space.spectrum.values, space.variance, n, given.choice("keep"));
  std::vector<std::string> notes = {fmt::format("kept {} of {} components {} the noise edge {:.4g}", gain.sum(), m,
                                                given.choice("keep"),
                                                theory::marchenko_pastur_band(space.variance, n, m).high)};
  if (!space.note.empty()) notes.push_back(space.note);
  // U^ = U_p A A'. With the mean left in, data with large means is filtered about the wrong point (erratum 24).
  const Vector center = centered ? mean : Vector::Zero(mean.size());
  const Vector shift = original_mean(evidence, known) - mean + center;
  return linear_outcome(space.filter(center, gain, shift), std::move(notes));
}

/// The paper's way with one attribute (section IX): k consecutive runs of a series are the k columns of a table, which is
/// filtered.
Vector filter_runs(const Eigen::Ref<const Vector>& series, Index columns, double noise_variance, bool told, const Params& given,
                   const random::Rng& rng) {
  const Matrix runs = Eigen::Map<const Matrix>(series.data(), series.size() / columns, columns);
  Evidence evidence;
  evidence.records = runs.rows();
  evidence.columns.resize(static_cast<std::size_t>(columns));
  evidence.moments = stats::moments_of(runs);
  evidence.sample = runs;
  Knowledge known;
  if (told) known.noise_covariance = noise_variance * Matrix::Identity(columns, columns);
  const Outcome outcome = filter(evidence, known, given, rng);
  return outcome.reconstruction->guess({.released = runs, .count = runs.rows()}).values.reshaped();
}

/// A table of at most so many records is filtered as a whole, a longer one by windows that reach so far.
constexpr std::int64_t kWholeSeries = 65'536;

Outcome split(const Evidence& evidence, const Knowledge& known, const Params& given, const random::Rng& rng) {
  const Index columns = given.integer("split");
  if (!known.ordered) return Outcome::not_assessed(std::string(kShuffled));
  if (evidence.records < 2 * columns)
    return Outcome::not_assessed(fmt::format("{} records do not fill {} columns with two each", evidence.records, columns));
  const bool told = known.noise_covariance.has_value();
  const Vector variance = told ? Vector(known.noise_covariance->diagonal()) : Vector::Zero(evidence.moments.attributes());
  const Vector offset = original_mean(evidence, known) - evidence.moments.mean();
  auto guess = [=](const Observed& observed) {
    Matrix values = observed.released;
    const Index whole = values.rows() - values.rows() % columns;
    if (whole < 2 * columns)
      return Guess{.values = own_rows(values, observed)};  // the short end of a long table is taken as it is
    for (Index j = 0; j < values.cols(); ++j) {
      const Vector series = values.col(j);
      const auto filtered = [&](Index from) {
        return filter_runs(series.segment(from, whole), columns, variance(j), told, given, rng);
      };
      // What is left over after the last full run belongs to the runs counted from the end.
      values.col(j).tail(whole) = filtered(series.size() - whole);
      if (whole < series.size()) values.col(j).head(whole) = filtered(0);
    }
    values.rowwise() += offset.transpose();
    return Guess{.values = own_rows(values, observed)};
  };
  return {.reconstruction = Reconstruction{.guess = guess,
                                           .halo = std::min(evidence.records, kWholeSeries),
                                           .whole_window = true,
                                           .notes = {fmt::format("{} runs of each attribute filtered as columns", columns)}}};
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params& given, const random::Rng& rng) {
  if (given.choice("variance") == "known" && !knows(known, Fact::noise_size))
    return Outcome::not_assessed(
        fmt::format("it needs {}, unless it estimates that with variance=median", fact_name(Fact::noise_size)),
        Fact::noise_size);
  if (evidence.records < 2) return Outcome::not_assessed(std::string(kOneRecord));
  return given.has("split") ? split(evidence, known, given, rng) : filter(evidence, known, given, rng);
}

}  // namespace

extern const Attack spectral_attack = {.name = "spectral",
                                       .alias = "sf",
                                       .summary = "keep the components above the eigenvalues of noise",
                                       .paper = "001 section VII",
                                       .needs = {},
                                       .wants = wants,
                                       .params = params,
                                       .learn = learn};

}  // namespace guise::attacks
