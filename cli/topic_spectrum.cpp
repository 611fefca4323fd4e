// SPDX-License-Identifier: Apache-2.0
// Topics about eigenvalues: those of pure noise, and how far noise moves those of data. Paper 001, sections V and VI.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "base/error.h"
#include "cli/topic.h"
#include "linalg/spectrum.h"
#include "stats/moments.h"
#include "theory/marchenko_pastur.h"
#include "theory/marchenko_pastur_law.h"
#include "theory/spectrum_shift.h"

namespace guise::cli {
namespace {

using nlohmann::ordered_json;

constexpr TopicOption band_options[] = {{"records", "N", "number of records", true},
                                        {"attributes", "M", "attributes of a record", true},
                                        {"variance", "X", "of the noise (default 1)"},
                                        {"at", "X", "where to give the density: a number, a list or a file"},
                                        {"points", "N", "places between the bounds that the density is given at (default 11)"}};

/// The places of --at, or evenly between the bounds of the law.
Vector places_of(const Given& given, const theory::Band& band) {
  require(!(given.has("at") && given.has("points")), "give either --at or --points, not both");
  if (given.has("at")) return given.vector("at");
  const std::int64_t points = given.has("points") ? given.count("points") : 11;
  require(points >= 2 && points <= 100'000, "--points must be between 2 and 100000, got {}", points);
  return Vector::LinSpaced(static_cast<Index>(points), band.low, band.high);
}

Answer marchenko_pastur(const Given& given) {
  const auto records = static_cast<double>(given.count("records")), attributes = static_cast<double>(given.count("attributes"));
  const double variance = given.number("variance", 1);
  require(variance > 0, "--variance must be above 0, got {}", variance);
  const theory::Band band = theory::marchenko_pastur_band(variance, records, attributes);
  const double zeros = theory::marchenko_pastur_zero_share(records, attributes);
  Answer out;
  if (zeros > 0)
    out.sentence =
        fmt::format("{:.4g} % of the eigenvalues are 0, because {:.0f} records span at most {:.0f} of {:.0f} directions. ",
                    100 * zeros, records, records, attributes);
  out.sentence += fmt::format(
      "{} eigenvalues of the covariance of pure noise lie between {:.6g} and {:.6g} in large tables. Eigenvalues above that "
      "are "
      "signal.",
      zeros > 0 ? "The other" : "The", band.low, band.high);
  out.figures = {{"low", band.low},
                 {"high", band.high},
                 {"share_at_zero", zeros},
                 {"median_over_variance", theory::marchenko_pastur_quantile(0.5, 1, records, attributes)},
                 {"density", ordered_json::array()}};
  for (const double at : places_of(given, band))
    out.figures["density"].push_back({{"eigenvalue", at},
                                      {"density", theory::marchenko_pastur_density(at, variance, records, attributes)},
                                      {"share_up_to_it", theory::marchenko_pastur_share(at, variance, records, attributes)}});
  return out;
}

constexpr TopicOption wigner_options[] = {{"at", "X", "where to give the density (default 0)"}};

Answer wigner(const Given& given) {
  const double at = given.number("at", 0), inside = std::clamp(at, -1.0, 1.0);
  Answer out;
  out.sentence =
      "The eigenvalues of (V + V') / (2 sqrt(2n)), V of independent standard normal numbers, fill a half circle from -1 to 1 "
      "with variance 1/4.";
  // Integral of (2/pi) sqrt(1 - x^2).
  const double below = 0.5 + (inside * std::sqrt(1 - square(inside)) + std::asin(inside)) / std::numbers::pi;
  out.figures = {{"at", at}, {"density", theory::wigner_density(at)}, {"share_below", below}};
  return out;
}

constexpr TopicOption perturbation_options[] = {
    kEigenvalues,
    kTable,
    {"records", "N", "with --eigenvalues: number of records"},
    {"sd", "X", "standard deviation of the noise"},
    {"released", "FILE", "with --table: the same records with the noise, instead of --sd"}};

/// Data with noise that is to be drawn, or that was.
struct Perturbed {
  Vector before, after;  // eigenvalues; after only where the release is there
  Vector angles;         // likewise
  theory::SpectrumShift shift = {};
  double variance = 0;  // of the noise
};

Perturbed perturbed_by_release(const Given& given) {
  require(given.has("table") && !given.has("sd"), "--released goes with --table, and without --sd");
  const Records originals = given.records("table"), released = given.records("released", originals.columns);
  Perturbed out{.before = {}, .after = {}, .angles = {}, .shift = theory::measured_shift(originals.values, released.values)};
  const auto before = linalg::symmetric_spectrum(stats::moments_of(originals.values).covariance());
  const auto after = linalg::symmetric_spectrum(stats::moments_of(released.values).covariance());
  out.before = before.values.cwiseMax(0);
  out.after = after.values;
  const Matrix cosines = (before.vectors.transpose() * after.vectors).cwiseAbs().cwiseMin(1);
  out.angles = cosines.rowwise().maxCoeff().array().acos();
  out.variance = stats::moments_of(released.values - originals.values).variance().mean();
  return out;
}

Perturbed perturbed_by_noise(const Given& given) {
  require(given.has("sd"), "give the standard deviation of the noise by --sd, or the table with the noise by --released");
  const double sd = given.number("sd");
  require(sd > 0, "--sd must be above 0, got {}", sd);
  require(given.has("table") != given.has("records"), "--records goes with --eigenvalues, which needs it");
  Perturbed out{.before = given.falling_eigenvalues(), .after = {}, .angles = {}, .shift = {}, .variance = square(sd)};
  const double records =
      static_cast<double>(given.has("table") ? given.records("table").values.rows() : given.count("records"));
  out.shift = theory::likely_shift(out.before, sd, records);
  return out;
}

ordered_json degrees(double radians) {
  return radians < std::numbers::pi / 2 ? ordered_json(radians * 180 / std::numbers::pi) : ordered_json(nullptr);
}

Answer perturbation(const Given& given) {
  const bool measured = given.has("released");
  const Perturbed data = measured ? perturbed_by_release(given) : perturbed_by_noise(given);
  Answer out;
  out.figures = {{"noise_variance", data.variance},
                 {"noise_largest_singular_value", data.shift.noise_length},
                 {"movement_of_covariance", data.shift.movement},
                 {"eigenvalues", ordered_json::array()}};
  Index known = 0;
  for (Index i = 0; i < data.before.size(); ++i) {
    const theory::EigenvalueRange range = theory::shifted_eigenvalue(data.before[i], data.shift);
    ordered_json row{
        {"eigenvalue", data.before[i]}, {"low", range.low}, {"high", range.high}, {"about", data.before[i] + data.variance}};
    if (measured) row["found"] = data.after[i];
    row["angle_at_most"] = degrees(theory::sharp_angle_bound(data.before, i, data.shift));
    row["angle_paper"] = degrees(theory::angle_bound(data.before, i, data.shift));
    if (measured) row["angle_found"] = degrees(data.angles[i]);
    known += !row["angle_at_most"].is_null();
    out.figures["eigenvalues"].push_back(std::move(row));
  }
  out.sentence = fmt::format(
      "Noise of variance {:.4g} leaves every eigenvalue of the covariance between low and high{}; with very many records it "
      "adds "
      "its variance (about). {} of {} eigenvectors turn by a bounded angle, in degrees.",
      data.variance, measured ? "" : ", in 999 of 1000 draws", known, data.before.size());
  return out;
}

}  // namespace

extern const Topic marchenko_pastur_topic, wigner_topic, perturbation_topic;
const Topic marchenko_pastur_topic = {.name = "marchenko-pastur",
                                      .summary = "between which bounds the eigenvalues of noise lie, and how densely",
                                      .paper = "Kargupta et al. 2003, equations (2) and (3)",
                                      .params = band_options,
                                      .example = "guise theory marchenko-pastur --records 2000 --attributes 400 --variance 0.7",
                                      .work_out = marchenko_pastur};
const Topic wigner_topic = {.name = "wigner",
                            .summary = "eigenvalues of a symmetric matrix of noise",
                            .paper = "Kargupta et al. 2003, section V, corrected",
                            .params = wigner_options,
                            .example = "guise theory wigner --at 0.5",
                            .work_out = wigner};
const Topic perturbation_topic = {.name = "perturbation",
                                  .summary = "how far noise moves the eigenvalues and turns the eigenvectors of a covariance",
                                  .paper = "Kargupta et al. 2003, Theorem 1, Lemma 1 and the bound on angles, corrected",
                                  .params = perturbation_options,
                                  .example = "guise theory perturbation --eigenvalues 400,100,1 --records 1000 --sd 2",
                                  .work_out = perturbation};

}  // namespace guise::cli
