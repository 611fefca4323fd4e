// SPDX-License-Identifier: Apache-2.0
// Known records found in a rotated release by their distances to each other, which a rotation keeps; then they are pairs.
// "Identifiers were removed, so pairs are not known" (004 section 2.2) is no protection. Beyond section 1.5.
#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <set>

#include "attacks/match_noise.h"
#include "attacks/pair_fit.h"
#include "attacks/signature.h"
#include "attacks/standard_units.h"
#include "release/noise_shape.h"
#include "theory/column_span.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::records};
constexpr Fact uses[] = {Fact::noise_size, Fact::matrix_law};
constexpr Want wants[] = {Want::moments, Want::sample};

/// Why distances of this release are not those of the originals; empty when they may be.
std::string why_not(const Evidence& evidence, const Knowledge& known) {
  const Index k = evidence.moments.attributes();
  if (projects(evidence, known))
    // Lemma 5.6 of paper 000, corrected: the squared distance d^2 of a projection has variance 2 d^4 / k.
    return fmt::format("a projection to {} columns keeps distances only to about {:.2g} %, too loosely to distinguish records",
                       k, 100 * std::sqrt(2.0 / static_cast<double>(k)) / 2);
  if (known.learnt_units) return fmt::format("distances are in other units: {}", kUnitsMissing);
  if (known.shape && known.shape->rescaled) return "the mask multiplies columns by secret factors, which changes distances";
  return {};
}

// More wrong placements than this are too many to look through for the right one.
constexpr double kMostByChance = 1e4;

struct Found {
  Placements placements = {};
  Alone alone = Alone::nothing;  ///< what was compared besides distances
  double by_chance = 0;          ///< wrong placements to be expected
};

/// Single rows narrow the search most: by their place where columns are the originals' own, by their length where the mask
/// leaves the origin alone. Where it does not, hardly any placement passes, and distances must do.
Found find_records(const Matrix& known, const Matrix& rows, const Tolerance& tolerance, bool mixed, bool may_miss) {
  Found out;
  for (const Alone alone : {mixed ? Alone::length : Alone::place, Alone::nothing}) {
    const SignatureSearch how{.alone = alone, .may_miss = may_miss};
    if (alone == Alone::nothing && known.rows() < 2) break;
    out = {.alone = alone, .by_chance = placements_by_chance(known, rows, tolerance, how)};
    if (out.by_chance > kMostByChance) continue;
    out.placements = place_records(known, rows, tolerance, how);
    if (!out.placements.best.empty()) break;
  }
  return out;
}

/// Other rows that some placement has for this record.
Index rivals_of(const Placements& placements, std::size_t record) {
  std::set<Index> rows;
  for (const Placement& each : placements.best) rows.insert(each.row[record]);
  return static_cast<Index>(rows.size()) - 1;
}

/// Which row each known record is: those of the signature, then the others by their distances to these. -1: none.
struct Correspondence {
  std::vector<Index> row, rivals;
};

Correspondence complete(const Found& found, const Matrix& known, const Matrix& rows, const Tolerance& tolerance) {
  const Placement& best = found.placements.best.front();
  Correspondence out{best.row, std::vector<Index>(best.row.size(), 0)};
  std::set<Index> taken(best.row.begin(), best.row.end());
  for (std::size_t i = 0; i < best.row.size(); ++i) {
    if (best.row[i] >= 0) {
      out.rivals[i] = rivals_of(found.placements, i);
      continue;
    }
    for (const Index row : rows_like(known, static_cast<Index>(i), rows, best, tolerance)) {
      if (taken.contains(row)) continue;
      if (out.row[i] < 0)
        out.row[i] = row;
      else
        ++out.rivals[i];
    }
    taken.insert(out.row[i]);
  }
  return out;
}

/// How far the distances of a record to the others are off, in standard deviations of their noise.
double deviation(std::size_t record, const Correspondence& found, const Matrix& known, const Matrix& rows,
                 const Tolerance& tolerance) {
  double sum = 0;
  Index others = 0;
  for (std::size_t i = 0; i < found.row.size(); ++i) {
    if (i == record || found.row[i] < 0) continue;
    const Vector apart = (known.row(static_cast<Index>(record)) - known.row(static_cast<Index>(i))).transpose();
    const Window window = tolerance.distance(apart.squaredNorm(), tolerance.loose_distance(apart));
    sum += square(tolerance.limit * window.off((rows.row(found.row[record]) - rows.row(found.row[i])).squaredNorm()));
    ++others;
  }
  return others > 0 && (tolerance.trace > 0 || tolerance.variances.size() > 0) ? std::sqrt(sum / static_cast<double>(others))
                                                                               : 0;
}

/// The rows that are used: those of the signature, and others only without rivals.
Pairs pairs_of(const Correspondence& found, const Placement& signature, const Matrix& known, const Matrix& rows) {
  std::vector<Index> originals, released;
  for (std::size_t i = 0; i < found.row.size(); ++i)
    if (signature.row[i] >= 0 || (found.row[i] >= 0 && found.rivals[i] == 0)) {
      originals.push_back(static_cast<Index>(i));
      released.push_back(found.row[i]);
    }
  return {known(originals, Eigen::all), rows(released, Eigen::all)};
}

std::vector<std::string> notes_of(const Found& found, const Pairs& pairs, const Evidence& evidence, const Matrix& known) {
  const Placements& all = found.placements;
  std::vector<std::string> notes = {fmt::format("found {} of {} known records by their distances{}", pairs.originals.rows(),
                                                known.rows(),
                                                found.alone == Alone::length  ? " and lengths"
                                                : found.alone == Alone::place ? " and places"
                                                                              : "")};
  notes.push_back(all.best.size() > 1 ? fmt::format("not unique: {}{} ways to place them fit, the nearest is taken",
                                                    all.all ? "" : "at least ", all.best.size())
                  : all.all           ? "only these released records fit"
                                      : "they fit, but not all others could be tried");
  if (evidence.sample.rows() < evidence.records)
    notes.push_back(fmt::format("searched {} of {} released records", evidence.sample.rows(), evidence.records));
  return notes;
}

// Without a card nothing says how many digits were written or what noise there is. These sizes are tried, in standard
// deviations of an average column, and the least that explains the release is taken.
constexpr double kMostByLuck = 0.01;  // wrong placements to be expected, where the size of the noise is tried out
constexpr double kSizes[] = {0, 1e-9, 1e-7, 1e-5, 1e-3, 1e-2};

/// Covariances that the noise may have, small ones first.
std::vector<Matrix> noises_to_try(const Evidence& evidence, const Knowledge& known) {
  const Matrix covariance = evidence.moments.covariance();
  if (known.noise_covariance) return {noise_covariance(known, covariance)};
  std::vector<Matrix> out;
  for (const double size : kSizes) {
    out.push_back(square(size) * covariance.diagonal().mean() * Matrix::Identity(covariance.rows(), covariance.cols()));
    if (known.shape) break;  // a card that names no noise: there is none
  }
  return out;
}

struct Search {
  Found found;
  Tolerance tolerance;
};

/// With the least noise that explains the release.
Search search(const Matrix& rows, const Evidence& evidence, const Knowledge& known, bool may_miss) {
  const Matrix& records = *known.records;
  std::optional<Search> tried;
  for (const Matrix& noise : noises_to_try(evidence, known)) {
    Tolerance tolerance = tolerance_of(noise, rows, kSignature * records.rows());
    if (known.unit_errors) tolerance.variances = known.unit_errors->variance, tolerance.centers = known.unit_errors->center;
    Found next = find_records(records, rows, tolerance, known.mixed, may_miss);
    const bool fits = !next.placements.best.empty(), too_loose = next.by_chance > kMostByChance;
    if (!tried || (fits && next.by_chance < kMostByLuck)) tried = {std::move(next), std::move(tolerance)};
    if (fits || too_loose) break;
  }
  return *std::move(tried);
}

/// About how many wrong ways there are to place as many of the known records as were found, whichever.
double by_luck(const Search& some, const Matrix& records, const Matrix& rows) {
  const Placement& best = some.found.placements.best.front();
  std::vector<Index> found;
  for (std::size_t i = 0; i < best.row.size(); ++i)
    if (best.row[i] >= 0) found.push_back(static_cast<Index>(i));
  return theory::subsets(records.rows(), best.found) *
         placements_by_chance(records(found, Eigen::all), rows, some.tolerance, {.alone = some.found.alone});
}

/// Some of the known records may not be in the release, or be there once and listed twice: they must not hide the others.
Search search_with_strangers(const Matrix& rows, const Evidence& evidence, const Knowledge& known) {
  const bool sampled = rows.rows() < evidence.records;
  Search all = search(rows, evidence, known, sampled);
  if (sampled || !all.found.placements.best.empty() || all.found.by_chance > kMostByChance) return all;
  Search some = search(rows, evidence, known, true);
  const bool found = !some.found.placements.best.empty() && by_luck(some, *known.records, rows) < kMostByLuck;
  return found ? some : all;
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params&, const random::Rng& rng) {
  if (std::string reason = why_not(evidence, known); !reason.empty())
    return Outcome::not_assessed(std::move(reason), known.learnt_units ? std::optional(Fact::moments) : std::nullopt);
  const Matrix& records = *known.records;
  if (records.rows() == 0) return Outcome::not_assessed("there are no known records");
  Matrix rows = evidence.sample;
  if (known.noise_mean) rows.rowwise() -= known.noise_mean->transpose();
  const auto [found, tolerance] = search_with_strangers(rows, evidence, known);
  // Behind noise that lets wrong placements pass, the likeliest is searched for, and strangers say whether it can be trusted.
  // Several placements that fit show that the count of wrong ones was too low: it takes distances for independent of each
  // other.
  const bool noisy = known.noise_covariance && known.noise_covariance->trace() > 0;
  if (known.mixed && known.noise_covariance && (found.by_chance > kMostByLuck || (noisy && found.placements.best.size() > 1)))
    return match_in_noise(rows, evidence, known, rng);
  if (known.mixed && !known.noise_covariance && found.placements.best.empty())
    if (Outcome outcome = match_in_noise(rows, evidence, known, rng); outcome.reconstruction) return outcome;
  if (found.by_chance > kMostByChance)
    return Outcome::not_assessed(fmt::format(
        "about {:.1g} wrong ways to place the known records fit as well: distances do not identify them", found.by_chance));
  if (found.placements.best.empty())
    return Outcome::not_assessed(
        "no released records have the known records' pairwise distances; noise of unknown size or a change of scale would "
        "explain it");
  const Correspondence matched = complete(found, records, rows, tolerance);
  const Pairs pairs = pairs_of(matched, found.placements.best.front(), records, evidence.sample);
  Outcome outcome = outcome_of_pairs(pairs, evidence, known);
  if (!outcome.reconstruction) return outcome;
  std::vector<std::string> notes = notes_of(found, pairs, evidence, records);
  std::vector<std::string>& all = outcome.reconstruction->notes;
  all.insert(all.begin(), notes.begin(), notes.end());
  for (std::size_t i = 0; i < matched.row.size(); ++i)
    if (matched.row[i] >= 0)
      outcome.reconstruction->links.push_back({.known = static_cast<Index>(i),
                                               .released = evidence.sample_records[static_cast<std::size_t>(matched.row[i])],
                                               .distance = deviation(i, matched, records, rows, tolerance),
                                               .rivals = matched.rivals[i]});
  return outcome;
}

}  // namespace

extern const Attack match_attack = {.name = "match",
                                    .alias = "",
                                    .summary = "find known records in a rotated release by their distances to each other",
                                    .paper = "Turgay et al. 2008",
                                    .needs = needs,
                                    .wants = wants,
                                    .params = {},
                                    .uses = uses,
                                    .reads_mixtures = true,
                                    .needs_mixed = needs,
                                    .learn = learn};

}  // namespace guise::attacks
