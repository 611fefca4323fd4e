// SPDX-License-Identifier: Apache-2.0
// Topics about additive noise: what attacks must leave, and the eigenvalues of noise. Papers 001 and 002.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "base/error.h"
#include "cli/topic.h"
#include "linalg/spectrum.h"
#include "stats/moments.h"
#include "theory/marchenko_pastur.h"
#include "theory/reconstruction_error.h"

namespace guise::cli {
namespace {

constexpr TopicOption limit_options[] = {{"sd", "X", "standard deviation of the noise", true},
                                         {"eigenvalues", "LIST|FILE", "of the covariance of the data"},
                                         {"table", "FILE", "the data, instead of their eigenvalues"},
                                         {"kept", "P", "components the attack keeps (default: the best number)"}};

Vector falling_eigenvalues(const Given& given) {
  require(given.has("eigenvalues") != given.has("table"), "give either --eigenvalues or --table");
  if (given.has("table")) {
    const Matrix covariance = stats::moments_of(given.records("table").values).covariance();
    return linalg::symmetric_spectrum(covariance).values.cwiseMax(0);
  }
  Vector values = given.vector("eigenvalues");
  require(values.minCoeff() >= 0, "eigenvalues of a covariance are not negative, got {}", values.minCoeff());
  std::sort(values.begin(), values.end(), std::greater<>());
  return values;
}

Answer noise_limit(const Given& given) {
  const double sd = given.number("sd");
  require(sd > 0, "--sd must be above 0, got {}", sd);
  const Vector eigenvalues = falling_eigenvalues(given);
  require(!given.has("kept") || given.count("kept") <= eigenvalues.size(), "--kept is at most the number of attributes, {}",
          eigenvalues.size());
  Index kept = given.has("kept") ? given.count("kept") : 0;
  if (!given.has("kept"))  // dropping a component costs its eigenvalue and saves the noise along it
    kept = (eigenvalues.array() > square(sd)).count();
  const double principal = theory::principal_error(eigenvalues, square(sd), kept);
  const double bayes = theory::bayes_error(eigenvalues, square(sd));
  Answer out;
  out.sentence = fmt::format(
      "The best linear attack takes the mean squared error per value from {:.6g}, the noise, down to {:.6g}; the {} leading "
      "principal components leave {:.6g}.",
      square(sd), bayes, kept, principal);
  out.figures = {{"noise", square(sd)},
                 {"bayes", bayes},
                 {"principal", principal},
                 {"principal_noise_part", theory::principal_noise_error(square(sd), kept, eigenvalues.size())},
                 {"kept", kept}};
  return out;
}

constexpr TopicOption band_options[] = {{"records", "N", "number of records", true},
                                        {"attributes", "M", "attributes of a record", true},
                                        {"variance", "X", "of the noise (default 1)"}};

Answer marchenko_pastur(const Given& given) {
  const auto records = static_cast<double>(given.count("records")), attributes = static_cast<double>(given.count("attributes"));
  const double variance = given.number("variance", 1);
  require(variance > 0, "--variance must be above 0, got {}", variance);
  const theory::Band band = theory::marchenko_pastur_band(variance, records, attributes);
  Answer out;
  out.sentence = fmt::format(
      "The eigenvalues of the covariance of pure noise lie between {:.6g} and {:.6g} for large tables; what lies above is "
      "signal.",
      band.low, band.high);
  const double beta = std::min(records, attributes) / std::max(records, attributes);
  out.figures = {{"low", band.low}, {"high", band.high}, {"median_over_variance", theory::marchenko_pastur_median(beta)}};
  return out;
}

constexpr TopicOption wigner_options[] = {{"at", "X", "where to give the density (default 0)"}};

Answer wigner(const Given& given) {
  const double at = given.number("at", 0), inside = std::clamp(at, -1.0, 1.0);
  Answer out;
  out.sentence =
      "The eigenvalues of (V + V') / (2 sqrt(2n)), V of independent standard normal numbers, fill a half circle from -1 to 1 "
      "with "
      "variance 1/4.";
  // Integral of (2/pi) sqrt(1 - x^2).
  const double below = 0.5 + (inside * std::sqrt(1 - square(inside)) + std::asin(inside)) / std::numbers::pi;
  out.figures = {{"at", at}, {"density", theory::wigner_density(at)}, {"share_below", below}};
  return out;
}

}  // namespace

extern const Topic noise_limit_topic, marchenko_pastur_topic, wigner_topic;
const Topic noise_limit_topic = {.name = "noise-limit",
                                 .summary = "what the best attacks on additive noise must leave",
                                 .paper = "Huang, Du and Chen 2005, Theorem 5.2 and section 6",
                                 .params = limit_options,
                                 .example = "guise theory noise-limit --sd 5 --eigenvalues 400,400,1,1,1",
                                 .work_out = noise_limit};
const Topic marchenko_pastur_topic = {.name = "marchenko-pastur",
                                      .summary = "between which bounds the eigenvalues of noise lie",
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

}  // namespace guise::cli
