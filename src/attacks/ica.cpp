// SPDX-License-Identifier: Apache-2.0
// Independent components of the release, each taken for the attribute whose distribution is nearest in a sample of other
// people. Liu, Kargupta and Ryan (paper 000), section IV; beyond section 1.9. With mixing=sample the components are those
// behind dependent attributes (AK-ICA: Guo and Wu, "Deriving private information from arbitrarily projected data", 2007).
#include <fmt/format.h>

#include <algorithm>

#include "attacks/component_match.h"
#include "attacks/linear.h"
#include "attacks/population.h"
#include "stats/distance_correlation.h"
#include "stats/fast_ica.h"
#include "stats/memory.h"
#include "stats/quantiles.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::population};
constexpr Want wants[] = {Want::moments, Want::sample};
constexpr std::string_view variants[] = {"ica(mixing=sample)"};
constexpr Param params[] = {
    {.name = "mixing",
     .help = "what the components are taken for: the attributes themselves, or what mixes into them in the sample (AK-ICA)",
     .kind = Param::Kind::choice,
     .choices = "attributes|sample"},
    {.name = "method",
     .help = "all components at once, or one after the other",
     .kind = Param::Kind::choice,
     .choices = "symmetric|deflation"},
    {.name = "contrast",
     .help = "what departure from the normal law is measured with",
     .kind = Param::Kind::choice,
     .choices = "tanh|cube"},
    {.name = "restarts",
     .help = "random starts; without it 10, fewer for wide tables",
     .kind = Param::Kind::integer,
     .least = 1,
     .most = 1000}};

constexpr Index kLevels = 99;            // quantiles compared
constexpr Index kTestedAttributes = 64;  // pairs grow with their square
constexpr Index kTestedRecords = 1000;
// Fewer records for each of many columns show components that are none (Särelä and Vigário 2003).
constexpr Index kFewColumns = 64, kRecordsPerColumn = 2;

stats::IcaFit fit_of(const Params& given, Index columns) {
  // The work of a start grows with the square of the columns: ten at 50 of them, one from 160 on.
  const double width = static_cast<double>(columns) / 50;
  const int usual = std::clamp(static_cast<int>(10 / (width * width)), 1, 10);
  return {.symmetric = given.choice("method") == "symmetric",
          .contrast = given.choice("contrast") == "tanh" ? stats::Contrast::tanh : stats::Contrast::cube,
          .starts = given.has("restarts") ? static_cast<int>(given.integer("restarts")) : usual};
}

/// Components of a table with their quantile functions.
struct Components {
  stats::Ica ica;
  Matrix sources;
  Matrix quantiles;
};

Components components_anew(const Matrix& records, const stats::IcaFit& how, const random::Rng& rng) {
  Components out{stats::fast_ica(records, how, rng), {}, {}};
  if (!out.ica.converged) return out;
  out.sources =
      linalg::map_records(records, {out.ica.center, out.ica.unmixing.transpose(), {}, Vector::Zero(out.ica.unmixing.rows())});
  out.quantiles = stats::standard_quantiles(out.sources, kLevels);
  return out;
}

/// Of a release they are the same whatever is known of other people.
Components components_of(const Matrix& records, const stats::IcaFit& how, const random::Rng& rng) {
  const auto question = [&] {
    const auto contrast = static_cast<std::int64_t>(how.contrast);
    return std::move(stats::Question("components")
                         .add(records)
                         .add(how.symmetric)
                         .add(contrast)
                         .add(how.starts)
                         .add(how.iterations)
                         .add(rng));
  };
  return stats::remembered<Components>(question, [&] { return components_anew(records, how, rng); });
}

std::string not_settled(std::string_view whose, const stats::IcaFit& how) {
  return fmt::format("the independent components of {} did not settle in {} iterations from {} random start{}", whose,
                     how.iterations, how.starts, how.starts == 1 ? "" : "s");
}

/// Paper 000, section IV.B: normal components cannot be told apart.
void note_normal(const Matrix& sources, std::vector<std::string>& notes) {
  if (const Index normal = normal_columns(sources); normal >= 2)
    notes.push_back(fmt::format("{} of {} components look normal: no method can separate these", normal, sources.cols()));
}

/// … and dependent attributes are no independent components.
void note_dependent(const Matrix& sample, const random::Rng& rng, std::vector<std::string>& notes) {
  if (!attributes_depend(sample, rng)) return;
  const Matrix some = spread_rows(sample, kTestedRecords);
  const stats::Dependence found = stats::strongest_dependence(some.leftCols(std::min(some.cols(), kTestedAttributes)));
  notes.push_back(fmt::format(
      "attributes depend on each other (distance correlation up to {:.2g}): components are not attributes", found.correlation));
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params& given, const random::Rng& rng) {
  if (const std::string reason = why_not(evidence, known); !reason.empty()) return Outcome::not_assessed(reason);
  const Index columns = evidence.sample.cols();
  if (columns > kFewColumns && evidence.sample.rows() < kRecordsPerColumn * columns)
    return Outcome::not_assessed(
        fmt::format("{} records do not show the independent components of {} columns", evidence.sample.rows(), columns));
  const stats::IcaFit how = fit_of(given, columns);
  const Components release = components_of(evidence.sample, how, rng.fork("release"));
  if (!release.ica.converged) return Outcome::not_assessed(not_settled("the release", how));

  std::vector<std::string> notes;
  note_normal(release.sources, notes);
  const stats::Moments moments = stats::moments_of(*known.sample);
  Matrix mixing = moments.variance().cwiseSqrt().asDiagonal();
  Matrix targets;
  if (given.choice("mixing") == "sample") {
    const Components sample = components_of(*known.sample, how, rng.fork("sample"));
    if (!sample.ica.converged) return Outcome::not_assessed(not_settled("the sample", how));
    mixing = sample.ica.mixing;
    targets = sample.quantiles;
  } else {
    note_dependent(*known.sample, rng.fork("independence"), notes);
    targets = stats::standard_quantiles(*known.sample, kLevels);
  }
  const ComponentMatch match =
      match_distributions(release.quantiles, targets, sampling_error(evidence.sample.rows(), known.sample->rows()));
  for (std::string& note : notes_on(match)) notes.push_back(std::move(note));
  // x^ = mean + A P s, s the components of the record and A diagonal when they are attributes.
  const Matrix selection = match.selection(release.ica.unmixing.rows());
  return linear_outcome({evidence.moments.mean(),
                         release.ica.unmixing.transpose() * selection.transpose() * mixing.transpose(),
                         {},
                         moments.mean()},
                        std::move(notes));
}

}  // namespace

extern const Attack ica_attack = {
    .name = "ica",
    .alias = "",
    .summary = "independent components of the release, matched with attributes by their distributions",
    .paper = "000 section IV",
    .needs = needs,
    .wants = wants,
    .params = params,
    .variants = variants,
    .reads_mixtures = true,
    .needs_mixed = needs,
    .learn = learn};

}  // namespace guise::attacks
