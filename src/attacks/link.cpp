// SPDX-License-Identifier: Apache-2.0
// Record linkage: which released records are those of a register. Distances are measured through the mask and in units of its
// noise, which is what the likelihood asks for, and needs no inverse of the matrix: (y - M x - t)' E^-1 (y - M x - t). Beyond
// section 1.6. Columns that were kept in the release say the same of a person as they do in the register: others are no
// candidates, and where the mask is not known they are all there is to link by.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <unordered_map>

#include "attacks/alignment.h"
#include "attacks/insider.h"
#include "attacks/linear.h"
#include "attacks/prior.h"
#include "attacks/sighting.h"
#include "attacks/standard_units.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::records};
constexpr Fact needs_mixed[] = {Fact::records};
constexpr Fact uses[] = {Fact::noise_size, Fact::matrix};
constexpr Want wants[] = {Want::moments, Want::sample};
constexpr Param params[] = {{.name = "assign",
                             .help = "yes: no two known records may be the same released one (up to 5000 released records)",
                             .kind = Param::Kind::choice,
                             .choices = "no|yes"}};

// The assignment takes the square of the known times the released records: minutes at 5000 of both.
constexpr Index kMostAssigned = 5000;
/// A link sure enough to guess by: no rival in either direction and, where that can be told, more likely right than wrong.
struct Sure {
  Index known = 0;
  double doubt = 0;  ///< probability that it is wrong
};
using SureLinks = std::unordered_map<std::int64_t, Sure>;  ///< by record number

SureLinks sure_links(const std::vector<Nearest>& nearest, const Compared& tables, const Groups& groups,
                     const Evidence& evidence, bool noise_known) {
  std::vector<Index> rows;
  for (const Nearest& each : nearest) rows.push_back(std::max<Index>(each.row, 0));
  Groups backwards{.wanted = {}, .rows = groups.wanted};
  if (!groups.rows.empty())
    for (const Index row : rows) backwards.wanted.push_back(groups.rows[static_cast<std::size_t>(row)]);
  const std::vector<Nearest> back = nearest_rows(tables.released(rows, Eigen::all), tables.known, backwards);
  SureLinks sure;
  for (std::size_t i = 0; i < nearest.size(); ++i) {
    if (nearest[i].row < 0) continue;
    const bool mutual = nearest[i].rivals == 0 && back[i].rivals == 0 && back[i].row == static_cast<Index>(i);
    const double doubt = noise_known ? 1 - nearest[i].probability : 0;
    if (mutual && doubt < 0.5)
      sure[evidence.sample_records[static_cast<std::size_t>(nearest[i].row)]] = {static_cast<Index>(i), doubt};
  }
  return sure;
}

/// The guess of records that are not linked: the Bayes estimate where the noise is known, else the release as it is; the mean
/// where the mask is not known.
LinearGuess guess_of_others(const Evidence& evidence, const Knowledge& known, const std::optional<Sighting>& sight,
                            const random::Rng& rng) {
  const bool told = known.prior_mean && known.prior_covariance;
  const Vector mean = told ? *known.prior_mean : Vector(known.records->colwise().mean());
  const Index k = evidence.moments.attributes();
  if (!sight) return {{.center = Vector::Zero(k), .left = Matrix::Zero(k, mean.size()), .right = {}, .shift = mean}};
  if (known.mixed) return posterior(sight->channel, mean, told ? *known.prior_covariance : shrunk_covariance(*known.records));
  if (sight->noise_known && (told || evidence.records > 1)) {
    const Prior prior = prior_of(sight_of(evidence, known), evidence, known, false, rng);
    return posterior(sight->channel, prior.mean, prior.covariance);
  }
  return {{.center = sight->channel.shift, .left = Matrix::Identity(k, k), .right = {}, .shift = Vector::Zero(k)}};
}

Guess guess(const Observed& observed, const SureLinks& sure, const Matrix& originals, const LinearGuess& others) {
  Guess out{.values = linalg::map_records(own_rows(observed.released, observed), others.map)};
  if (observed.want_sd && others.sd) out.sd = others.sd->transpose().replicate(observed.count, 1);
  for (Index i = 0; i < observed.count; ++i) {
    const Index row = observed.before + i;
    const std::int64_t record =
        observed.records.empty() ? observed.first_record + row : observed.records[static_cast<std::size_t>(row)];
    const auto found = sure.find(record);
    if (found == sure.end()) continue;
    const Eigen::RowVectorXd original = originals.row(found->second.known);
    // Wrong with probability `doubt`: the truth is then about the other guess.
    if (out.sd)
      out.sd->row(i) =
          (found->second.doubt * ((out.values.row(i) - original).cwiseAbs2() + out.sd->row(i).cwiseAbs2())).cwiseSqrt();
    out.values.row(i) = original;
  }
  return out;
}

std::vector<std::string> notes_of(const std::vector<Nearest>& nearest, const SureLinks& sure, const Evidence& evidence,
                                  const std::optional<Sighting>& sight, bool kept, bool mixed) {
  const auto alone =
      std::count_if(nearest.begin(), nearest.end(), [](const Nearest& each) { return each.row >= 0 && each.rivals == 0; });
  std::vector<std::string> notes = {
      fmt::format("{} of {} known records have one nearest released record, {} are sure enough to be taken for it", alone,
                  nearest.size(), sure.size())};
  if (evidence.sample.rows() < evidence.records)
    notes.push_back(fmt::format("searched {} of {} released records", evidence.sample.rows(), evidence.records));
  if (kept)
    notes.push_back(sight ? "only records whose kept columns say the same were compared"
                          : "the mask is not known: people were found by the kept columns alone");
  if (sight && !sight->noise_known)
    notes.push_back("the noise is not known: distances are in standard deviations of the release");
  if (sight && mixed) note_defects(linalg::pseudo_inverse(sight->channel.map), sight->channel, notes);
  return notes;
}

/// Why distances through this mask are not known; empty when they are.
std::string why_not(const Knowledge& known) {
  if (known.mixed && !known.channel) return "without columns kept in the release it needs the matrix";
  if (!known.mixed && known.learnt_units) return fmt::format("distances are in other units: {}", kUnitsMissing);
  if (!known.mixed && known.shape && (known.shape->rescaled || known.shape->shifted))
    return fmt::format(
        "the mask changes columns by secret {}, without which nobody can say how near a released record is to a known one; "
        "known pairs would show them",
        !known.shape->shifted   ? "factors"
        : known.shape->rescaled ? "factors and constants"
                                : "constants");
  return {};
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params& given, const random::Rng& rng) {
  if (known.records->rows() == 0) return Outcome::not_assessed("there are no known records");
  const Groups groups = groups_of(evidence, known);
  const bool kept = !groups.wanted.empty();
  std::string reason = why_not(known);
  if (!reason.empty() && !kept)
    return Outcome::not_assessed(std::move(reason), known.mixed          ? std::optional(Fact::matrix)
                                                    : known.learnt_units ? std::optional(Fact::moments)
                                                                         : std::nullopt);
  const auto sight = reason.empty() ? std::optional(sighting(evidence, known)) : std::nullopt;
  const Compared tables = sight ? compared(evidence, *known.records, *sight) : incomparable(evidence, *known.records);
  if (tables.known.size() == 0 && !kept)
    return Outcome::not_assessed("no column of the release varies, so nobody can be told apart by it");
  const bool assign = given.choice("assign") == "yes";
  if (assign && (tables.released.rows() > kMostAssigned || tables.known.rows() > tables.released.rows()))
    return Outcome::not_assessed(
        fmt::format("assign=yes takes at most {} released records, and not more known ones; there are {} and {}", kMostAssigned,
                    tables.released.rows(), tables.known.rows()));
  const std::vector<Nearest> nearest =
      assign ? assigned_rows(tables.known, tables.released, groups) : nearest_rows(tables.known, tables.released, groups);
  auto sure = std::make_shared<const SureLinks>(sure_links(nearest, tables, groups, evidence, !sight || sight->noise_known));
  Reconstruction out{.guess = [sure, originals = *known.records, others = guess_of_others(evidence, known, sight, rng)](
                                  const Observed& observed) { return guess(observed, *sure, originals, others); },
                     .notes = notes_of(nearest, *sure, evidence, sight, kept, known.mixed)};
  for (std::size_t i = 0; i < nearest.size(); ++i)
    if (nearest[i].row >= 0)
      out.links.push_back({.known = static_cast<Index>(i),
                           .released = evidence.sample_records[static_cast<std::size_t>(nearest[i].row)],
                           .distance = std::sqrt(nearest[i].squared),
                           .rivals = nearest[i].rivals});
  return {.reconstruction = std::move(out)};
}

}  // namespace

extern const Attack link_attack = {.name = "link",
                                   .alias = "",
                                   .summary = "find the released records of known people by their distance through the mask",
                                   .paper = "Domingo-Ferrer and Torra 2001",
                                   .needs = needs,
                                   .wants = wants,
                                   .params = params,
                                   .uses = uses,
                                   .reads_mixtures = true,
                                   .needs_mixed = needs_mixed,
                                   .learn = learn};

}  // namespace guise::attacks
