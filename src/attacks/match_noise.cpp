// SPDX-License-Identifier: Apache-2.0
#include "attacks/match_noise.h"

#include <fmt/format.h>

#include <cmath>

#include "attacks/distance_tolerance.h"
#include "attacks/noisy_placement.h"
#include "attacks/pair_fit.h"
#include "linalg/spectrum.h"
#include "release/noise_shape.h"

namespace guise::attacks {
namespace {

// Variances of noise that is not told, in that of an average column.
constexpr double kSizes[] = {1e-3, 1e-2, 1e-1};

/// Covariances that the noise may have, small ones first.
std::vector<Matrix> noises_to_try(const Evidence& evidence, const Knowledge& known) {
  const Matrix covariance = evidence.moments.covariance();
  if (known.noise_covariance) return {noise_covariance(known, covariance)};
  std::vector<Matrix> out;
  if (known.shape && known.shape->exact) return out;
  for (const double size : kSizes)
    out.push_back(size * covariance.diagonal().mean() * Matrix::Identity(covariance.rows(), covariance.cols()));
  return out;
}

/// Variance per number of what estimated units do to the known records.
double loose_units(const Knowledge& known) {
  if (!known.unit_errors) return 0;
  const Tolerance units{.variances = known.unit_errors->variance, .centers = known.unit_errors->center};
  double sum = 0;
  for (Index i = 0; i < known.records->rows(); ++i) sum += units.displaced(known.records->row(i).transpose());
  return sum / static_cast<double>(known.records->size());
}

struct Searched {
  NoisyRelease release;
  Matrix records;
  NoisyFind found;
};

/// Of a mask that moves the origin the means of originals and release belong together, where the former is known.
Searched search(const Matrix& rows, const Evidence& evidence, const Knowledge& known, const random::Rng& rng) {
  Searched last{.release = {}, .records = *known.records, .found = {}};
  last.found.reason = "the size of the noise is not known";
  for (const Matrix& noise : noises_to_try(evidence, known))
    for (const bool translated : {false, true}) {
      if (known.shape && known.shape->shifted != translated) continue;
      last.release = {.rows = rows, .noise = noise, .translated = translated, .loose = loose_units(known)};
      if (translated && known.prior_mean) {
        last.release.translated = false;
        last.release.rows.rowwise() -= rows.colwise().mean();
        last.records.rowwise() -= known.prior_mean->transpose();
      }
      last.found = find_in_noise(last.records, last.release, rng);
      if (last.found.reason.empty()) return last;
      last.records = *known.records;
    }
  return last;
}

/// How far a row is from where the rotation of all found ones puts its record, in standard deviations of the noise.
Vector deviations(const Pairs& pairs, const NoisyRelease& release) {
  const linalg::Motion motion =
      linalg::procrustes(pairs.originals, pairs.released, {.translated = release.translated, .scaled = false});
  const Matrix turn = motion.rotation().transpose();
  const Matrix moved = ((pairs.originals.rowwise() - motion.from.transpose()) * turn).rowwise() + motion.to.transpose();
  const Matrix white = (pairs.released - moved) * linalg::inverse_square_root(release.noise);
  return (white.rowwise().squaredNorm() / static_cast<double>(white.cols())).cwiseSqrt();
}

std::vector<std::string> notes_of(const Searched& searched, Index pairs, const Evidence& evidence) {
  const NoisyFind& found = searched.found;
  std::vector<std::string> notes = {
      fmt::format("found {} of {} known records by the likelihood of their distances{}", pairs, found.row.size(),
                  searched.release.translated ? "" : " and lengths"),
      fmt::format("misfit {:.0f} of {:.0f} expected; strangers reach {:.0f}", found.misfit, found.freedom, found.strangers)};
  if (evidence.sample.rows() < evidence.records)
    notes.push_back(fmt::format("searched {} of {} released records", evidence.sample.rows(), evidence.records));
  return notes;
}

}  // namespace

Outcome match_in_noise(const Matrix& rows, const Evidence& evidence, const Knowledge& known, const random::Rng& rng) {
  const Searched searched = search(rows, evidence, known, rng);
  const NoisyFind& found = searched.found;
  if (!found.reason.empty()) return Outcome::not_assessed(found.reason);
  std::vector<Index> records, released;
  for (std::size_t i = 0; i < found.row.size(); ++i)
    if (found.row[i] >= 0) records.push_back(static_cast<Index>(i)), released.push_back(found.row[i]);
  const Vector away =
      deviations({searched.records(records, Eigen::all), searched.release.rows(released, Eigen::all)}, searched.release);
  Outcome outcome =
      outcome_of_pairs({(*known.records)(records, Eigen::all), evidence.sample(released, Eigen::all)}, evidence, known);
  if (!outcome.reconstruction) return outcome;
  const std::vector<std::string> notes = notes_of(searched, static_cast<Index>(records.size()), evidence);
  std::vector<std::string>& all = outcome.reconstruction->notes;
  all.insert(all.begin(), notes.begin(), notes.end());
  for (std::size_t i = 0; i < records.size(); ++i)
    outcome.reconstruction->links.push_back({.known = records[i],
                                             .released = evidence.sample_records[static_cast<std::size_t>(released[i])],
                                             .distance = away(static_cast<Index>(i)),
                                             .rivals = found.rivals[static_cast<std::size_t>(records[i])]});
  return outcome;
}

}  // namespace guise::attacks
