// SPDX-License-Identifier: Apache-2.0
// Fewer columns than attributes and the matrix unknown, where no linear filter separates (paper 000, theorem 4.4): the matrix
// itself shows, up to what the distributions leave open, and with it the Bayes estimate of each record. Beyond section 1.10.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "attacks/component_match.h"
#include "attacks/cumulant_fit.h"
#include "attacks/line_columns.h"
#include "attacks/linear.h"
#include "attacks/population.h"
#include "random/matrices.h"
#include "release/noise_shape.h"
#include "stats/energy.h"
#include "stats/gaussian.h"
#include "stats/quantiles.h"
#include "stats/whitening.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::population};
constexpr Fact uses[] = {Fact::noise_size};
constexpr Want wants[] = {Want::moments, Want::sample};
constexpr Index kMostColumns = 6, kMostAttributes = 24;  // cumulants of order 4 grow with the fourth power
constexpr Index kMostLines = 100;                        // clustering takes seconds for so many
constexpr Index kLevels = 99;                            // quantiles compared
constexpr Index kComparedRecords = 500;                  // for energy distances
constexpr double kPoorFit = 3;                           // misfit of cumulants that sampling does not explain
constexpr double kExact = 1e-9;                          // share of the variance added as noise where there is none

/// The release in white coordinates, the sample in standard units, and a draw of the release's noise for each of its records.
struct Views {
  stats::Whitening release;
  Vector sd, inverse_sd;  // of the sample; 0 for constants
  Matrix released, originals, noise;
};

Views views_of(const Evidence& evidence, const Matrix& sample, const stats::Moments& moments, const Matrix& noise,
               const random::Rng& rng) {
  Views out{stats::whitening_of(evidence.moments), moments.variance().cwiseSqrt(), {}, {}, {}, {}};
  const Index rank = out.release.rank();
  out.inverse_sd = out.sd.unaryExpr([](double sd) { return sd > 0 ? 1 / sd : 0; });
  out.released = linalg::map_records(evidence.sample, {out.release.center, out.release.to, {}, Vector::Zero(rank)});
  out.originals = (sample.rowwise() - moments.mean().transpose()) * out.inverse_sd.asDiagonal();
  if (noise.size() == 0) return out;
  const Matrix lower = stats::robust_cholesky(out.release.to.transpose() * noise * out.release.to);
  out.noise = random::gaussian_matrix(sample.rows(), rank, rng) * lower.transpose();
  return out;
}

/// A matrix that may be the secret one, and how far the sample sent through it is from the release.
struct Candidate {
  Matrix map;  // released columns x attributes
  double distance = 0;
  std::vector<std::string> notes;
};

double distance_of(const Matrix& map, const Views& views) {
  const Matrix white = views.release.to.transpose() * map * views.sd.asDiagonal();
  Matrix sent = views.originals * white.transpose();
  if (views.noise.size() > 0) sent += views.noise;
  return stats::energy_distance(spread_rows(sent, kComparedRecords), spread_rows(views.released, kComparedRecords));
}

/// Columns of the matrix from the lines on which sparse records lie.
std::optional<Candidate> from_lines(const Evidence& evidence, const Matrix& sample, const Views& views,
                                    const random::Rng& rng) {
  const auto found = columns_from_lines(evidence.sample, views.release, sample, rng);
  if (!found) return {};
  Candidate out{found->map, distance_of(found->map, views), found->notes};
  out.notes.insert(out.notes.begin(),
                   fmt::format("matrix from the lines that hold {:.0f} % of the sparse records", 100 * found->share));
  return out;
}

/// Attributes distributed like another, as far as the two samples show; independent ones can be swapped then.
Index alike(const Views& views) {
  const Index m = views.originals.cols();
  std::vector<Vector> quantiles;
  for (Index j = 0; j < m; ++j) quantiles.push_back(stats::quantiles(views.originals.col(j), kLevels));
  const Matrix errors = Matrix::Constant(m, m, sampling_error(views.released.rows(), views.originals.rows()));
  Matrix distances(m, m);
  for (Index i = 0; i < m; ++i)
    for (Index j = 0; j < m; ++j) {
      const Vector& a = quantiles[static_cast<std::size_t>(i)];
      const Vector& b = quantiles[static_cast<std::size_t>(j)];
      distances(i, j) = std::min(stats::quantile_distance(a, b), i == j ? 0 : stats::quantile_distance(stats::mirrored(a), b));
    }
  std::vector<Index> own(static_cast<std::size_t>(m));
  std::iota(own.begin(), own.end(), Index{0});
  return swappable(distances, errors, own);
}

Candidate from_cumulants(const Views& views, const Matrix& noise, const random::Rng& rng) {
  const bool independent = !attributes_depend(views.originals, rng.fork("independence"));
  stats::Cumulants originals = stats::cumulants_of(views.originals);
  if (independent) {
    originals = stats::diagonal(originals);
    originals.sixth = stats::sixth_cumulants(views.originals);
  }
  const Matrix white_noise = noise.size() > 0 ? Matrix(views.release.to.transpose() * noise * views.release.to) : Matrix();
  const CumulantFit fit = fit_cumulants(views.released, originals, views.originals.rows(), white_noise, rng);
  Candidate out{views.release.from.transpose() * fit.matrix * views.inverse_sd.asDiagonal(), 0, {}};
  out.distance = distance_of(out.map, views);
  out.notes.push_back(fmt::format("matrix from the cumulants of order 2 to 4{}, attributes taken for {}",
                                  independent && views.released.cols() == 2 ? " and 6" : "",
                                  independent ? "independent" : "dependent"));
  if (const Index doubtful = independent ? alike(views) : 0; doubtful > 0)
    out.notes.push_back(order_note(doubtful, views.originals.cols()));
  if (fit.matrix.size() > fit.equations) out.notes.push_back("it has more entries than there are cumulants: not determined");
  if (fit.misfit > kPoorFit)
    out.notes.push_back(fmt::format("cumulants fit poorly: off by {:.2g} times their sampling error", std::sqrt(fit.misfit)));
  return out;
}

/// The nearer of the two ways, as far as each applies.
std::optional<Candidate> best_candidate(const Evidence& evidence, const Matrix& sample, const Views& views, const Matrix& noise,
                                        const random::Rng& rng) {
  const Index k = evidence.moments.attributes(), m = sample.cols();
  std::optional<Candidate> best, lines;
  if (k <= kMostColumns && m <= kMostAttributes) best = from_cumulants(views, noise, rng.fork("cumulants"));
  if (m <= kMostLines) lines = from_lines(evidence, sample, views, rng.fork("lines"));
  return lines && (!best || lines->distance < best->distance) ? lines : best;
}

std::string too_many(Index k, Index m) {
  return fmt::format("the cumulants of {} columns and {} attributes are too many to match (it takes at most {} and {}), and {}",
                     k, m, kMostColumns, kMostAttributes,
                     m <= kMostLines ? std::string("records do not lie on lines, as those of sparse attributes do")
                                     : fmt::format("so are the lines of sparse attributes (at most {})", kMostLines));
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params&, const random::Rng& rng) {
  if (const std::string reason = why_not(evidence, known); !reason.empty()) return Outcome::not_assessed(reason);
  const Index k = evidence.moments.attributes(), m = attributes_of(evidence, known);
  if (k >= m) return Outcome::not_assessed("the release has as many columns as the originals: not a projection");
  const stats::Moments moments = stats::moments_of(*known.sample);
  if ((moments.variance().array() == 0).all()) return Outcome::not_assessed("every attribute of the sample is constant");
  const Matrix covariance = evidence.moments.covariance();
  const bool noisy = known.noise_covariance && known.noise_covariance->trace() > 0;
  Matrix noise = noisy ? noise_covariance(known, covariance) : Matrix();
  const Views views = views_of(evidence, *known.sample, moments, noise, rng.fork("noise"));
  std::optional<Candidate> best = best_candidate(evidence, *known.sample, views, noise, rng);
  if (!best) return Outcome::not_assessed(too_many(k, m));
  if (!noisy) noise = kExact * Matrix(covariance.diagonal().asDiagonal());
  return linear_outcome(guess_through(best->map, {}, evidence.moments.mean(), moments.mean(), moments.covariance(), noise),
                        std::move(best->notes));
}

}  // namespace

extern const Attack blind_attack = {
    .name = "blind",
    .alias = "",
    .summary = "find a projection's secret matrix by the distributions of a sample of other people",
    .paper = "000 section IV.C",
    .needs = needs,
    .wants = wants,
    .params = {},
    .uses = uses,
    .reads_mixtures = true,
    .needs_mixed = needs,
    .learn = learn};

}  // namespace guise::attacks
