// SPDX-License-Identifier: Apache-2.0
// Record linkage: which released records are those of a register. Distances are measured through the mask and in units of its
// noise, which is what the likelihood asks for, and needs no inverse of the matrix: (y - M x - t)' E^-1 (y - M x - t). Beyond
// section 1.6. Where the noise is not known, or columns were left as they are, other metrics may tell more (link_metric.h).
// Equal released records are one candidate. Columns that were kept in the release say the same of a person as they do in the
// register: others are no candidates, and where the mask is not known they are all there is to link by.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <unordered_map>

#include "attacks/alignment.h"
#include "attacks/insider.h"
#include "attacks/linear.h"
#include "attacks/link_search.h"
#include "attacks/prior.h"
#include "attacks/standard_units.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::records};
constexpr Fact needs_mixed[] = {Fact::records};
constexpr Fact uses[] = {Fact::noise_size, Fact::matrix};
constexpr Want wants[] = {Want::moments, Want::sample};
constexpr std::string_view variants[] = {"link(metric=distance)"};
constexpr Param params[] = {
    {.name = "metric",
     .help = "how near a released record is: auto takes the one by which known records stand out most beside strangers; "
             "distance: in standard deviations of the noise; weighted: by each column's own noise, as far as the known records "
             "show it; logs: the same of logarithms; equal: columns with the same value; ranks: the narrowest window of ranks",
     .kind = Param::Kind::choice,
     .choices = "auto|distance|weighted|logs|equal|ranks"},
    {.name = "assign",
     .help = "yes: no two known records may be the same released one (up to 5000 released records)",
     .kind = Param::Kind::choice,
     .choices = "no|yes"}};

constexpr Index kMostAssigned = 5000;
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

std::vector<std::string> notes_of(const Search& search, const SureLinks& sure, const Evidence& evidence,
                                  const std::optional<Sighting>& sight, bool kept, bool mixed) {
  const auto count = [&](auto is) { return std::count_if(search.nearest.begin(), search.nearest.end(), is); };
  const auto alone = count([](const Nearest&each) { return each.row >= 0 && each.rivals == 0; }),
             groups = count([](const Nearest&each) { return each.row >= 0 && !each.equals.empty(); });
  std::vector<std::string> notes = {
      fmt::format("{} of {} known records have one nearest released record, {} are sure enough to be taken for it", alone,
                  search.nearest.size(), sure.size())};
  if (groups > 0)
    notes.push_back(
        fmt::format("{} of {} known records have several nearest released records, equally near: one candidate each", groups,
                    search.nearest.size()));
  if (search.metric != "distance")
    notes.push_back(fmt::format("linked by {}", search.metric == "ranks"   ? "windows of ranks"
                                                : search.metric == "equal" ? "equal values"
                                                : search.metric == "logs"  ? "logarithms weighted by their own noise"
                                                                           : "columns weighted by their own noise"));
  if (search.bar < 1)
    notes.push_back(
        fmt::format("a known record's nearest row stands out more than a stranger's in {:.0f} % of comparisons "
                    "(50 % by chance)",
                    100 * search.advantage));
  if (evidence.sample.rows() < evidence.records)
    notes.push_back(fmt::format("searched {} of {} released records", evidence.sample.rows(), evidence.records));
  if (kept)
    notes.push_back(sight ? "only records whose kept columns say the same were compared"
                          : "the mask is not known: people were found by the kept columns alone");
  if (sight && !sight->noise_known && search.metric == "distance")
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
        "the mask changes columns by secret {}, without which distances between released and known records mean nothing; "
        "known pairs would show them",
        !known.shape->shifted   ? "factors"
        : known.shape->rescaled ? "factors and constants"
                                : "constants");
  return {};
}

/// A link, and where several released records are equally near one to each of them.
void add_links(const Nearest& nearest, Index known, bool squared, const Evidence& evidence, std::vector<Link>& links) {
  const std::vector<Index> one{nearest.row};
  for (const Index row : nearest.equals.empty() ? one : nearest.equals)
    links.push_back({.known = known,
                     .released = evidence.sample_records[static_cast<std::size_t>(row)],
                     .distance = squared ? std::sqrt(nearest.squared) : nearest.squared,
                     .rivals = nearest.rivals});
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
  if (sight && !(evidence.moments.covariance().diagonal().array() > 0).any() && !kept)
    return Outcome::not_assessed("no column of the release varies, so it identifies no record");
  const bool assign = given.choice("assign") == "yes";
  if (assign && (evidence.sample.rows() > kMostAssigned || known.records->rows() > evidence.sample.rows()))
    return Outcome::not_assessed(
        fmt::format("assign=yes takes at most {} released records, and not more known ones; there are {} and {}", kMostAssigned,
                    evidence.sample.rows(), known.records->rows()));
  Search search = search_for(evidence, *known.records, given.choice("metric"), sight, groups, rng);
  if (!search.costs.of)
    return Outcome::not_assessed(fmt::format(
        "metric={} does not apply: {}", given.choice("metric"),
        given.choice("metric") == "equal" ? "no value of a known record occurs in its column of the release"
                                          : "it is for releases whose mask no card describes, from five known records on"));
  search.nearest = assign ? assigned_rows(search.costs) : nearest_rows(search.costs);
  auto sure = std::make_shared<const SureLinks>(sure_links(search, evidence));
  Reconstruction out{.guess = [sure, originals = *known.records, others = guess_of_others(evidence, known, sight, rng)](
                                  const Observed& observed) { return guess(observed, *sure, originals, others); },
                     .notes = notes_of(search, *sure, evidence, sight, kept, known.mixed)};
  const bool squared = search.metric == "distance" || search.metric == "weighted" || search.metric == "logs";
  for (std::size_t i = 0; i < search.nearest.size(); ++i)
    if (search.nearest[i].row >= 0) add_links(search.nearest[i], static_cast<Index>(i), squared, evidence, out.links);
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
                                   .variants = variants,
                                   .reads_mixtures = true,
                                   .needs_mixed = needs_mixed,
                                   .learn = learn};

}  // namespace guise::attacks
