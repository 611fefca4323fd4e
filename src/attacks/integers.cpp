// SPDX-License-Identifier: Apache-2.0
// Whole numbers behind small noise: the most likely multiple of the unit is the value itself, exactly, for most records.
// Erratum 10 of the papers: "impossible to find the exact value" does not hold for data that is discrete. Behind a known matrix
// see insider_integers.h.
#include <fmt/format.h>

#include <algorithm>

#include "attacks/attribute_noise.h"
#include "attacks/insider_integers.h"
#include "attacks/lattice.h"
#include "attacks/rounding.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::noise_size};
constexpr Fact needs_mixed[] = {Fact::matrix, Fact::moments};
constexpr Fact uses[] = {Fact::noise_law, Fact::population};
constexpr Want wants[] = {Want::moments, Want::sample};
constexpr Param params[] = {{.name = "unit",
                             .help = "what values are multiples of; 0: looked for among 1000, 500, 200, 100 … 0.001",
                             .kind = Param::Kind::number,
                             .fallback = 0,
                             .least = 0}};

/// How one attribute is guessed.
struct Column {
  std::optional<Lattice> lattice = {};  ///< where it shows one
  double mean = 0, gain = 1;            ///< otherwise: shrunk towards the mean as for Gaussian data (paper 002, section 4.2)
  double sd = 0;
};

/// A lattice only where more often than not the most likely multiple is the right one.
struct Found {
  std::optional<Lattice> lattice = {};
  std::string note = {};
};

/// The digits that the column was written with, as far as its noise shows: values without noise are whole by themselves.
double step_of(const Vector& values, double noise_sd, double shift) {
  if (!(noise_sd > 0) || shift != 0) return 0;
  const double unit = decimal_units(values)(0);
  for (const double steps : {5.0, 2.0})
    if (unit > 0 && decimal_units(values / (steps * unit))(0) == 1) return steps * unit;
  return unit;
}

Found look(const Vector& values, const Noise& noise, double given_unit, const std::string& name) {
  const auto unit = given_unit > 0 ? std::optional(given_unit) : find_unit(values, noise);
  // A unit the attacker is told needs no sign of it, only no sign against it.
  if (!unit || lattice_sign(values, noise, *unit) == Sign::absent) return {};
  const Lattice lattice(values, noise, *unit);
  double certain = 0;
  const Index looked = std::min<Index>(values.size(), 2000);
  for (Index i = 0; i < looked; ++i) certain += lattice.most_likely(values[i]).probability / static_cast<double>(looked);
  std::string note = fmt::format("{}: multiples of {}, {:.0f} % expected exact (rounding alone {:.0f} %)", name, *unit,
                                 100 * certain, 100 * rounding_hits(noise, *unit));
  if (certain <= 0.5) return {.lattice = {}, .note = std::move(note)};
  return {.lattice = lattice, .note = std::move(note)};
}

Guess guess_columns(const std::vector<Column>& columns, const Vector& shift, const Observed& observed) {
  Guess out{.values = Matrix(observed.count, shift.size()), .sd = Matrix(observed.count, shift.size())};
  for (Index j = 0; j < shift.size(); ++j) {
    const Column& column = columns[static_cast<std::size_t>(j)];
    for (Index i = 0; i < observed.count; ++i) {
      const double y = observed.released(observed.before + i, j) - shift[j];
      const Lattice::Point point = column.lattice ? column.lattice->most_likely(y)
                                                  : Lattice::Point{column.mean + column.gain * (y - column.mean), 0, column.sd};
      out.values(i, j) = point.value;
      (*out.sd)(i, j) = point.sd;
    }
  }
  return out;
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params& given, const random::Rng& rng) {
  if (known.learnt_units || known.unit_errors)
    return Outcome::not_assessed("the mask estimated its units from the data, and whole numbers are not whole in these");
  if (known.mixed) return learn_insider_integers(evidence, known, given, rng);
  std::vector<std::string> notes;
  const random::Law law = noise_law(known, notes);
  const Vector sd = noise_sd(known), shift = noise_mean(known, sd.size()), variance = evidence.moments.variance();
  std::vector<Column> columns;
  bool any = false;
  std::string best;
  for (Index j = 0; j < sd.size(); ++j) {
    const Noise noise{.law = law, .sd = sd[j], .step = step_of(evidence.sample.col(j), sd[j], shift[j])};
    Found found = look(evidence.sample.col(j).array() - shift[j], noise, given.number("unit"),
                       evidence.columns[static_cast<std::size_t>(j)]);
    any = any || found.lattice;
    if (!found.note.empty()) best = found.note;
    if (found.lattice) notes.push_back(found.note);
    const double gain = variance[j] > 0 ? std::max(0.0, 1 - square(sd[j]) / variance[j]) : 0;
    columns.push_back({.lattice = std::move(found.lattice),
                       .mean = evidence.moments.mean()[j] - shift[j],
                       .gain = gain,
                       .sd = std::sqrt(gain) * sd[j]});
  }
  if (!any && best.empty())
    return Outcome::not_assessed(
        fmt::format("the originals show no sign of whole numbers, or of multiples of 0.001 to 1000, behind this noise; "
                    "continuous values are taken for multiples in {:.0e} of releases",
                    false_alarms()));
  if (!any) return Outcome::not_assessed(fmt::format("the noise is too large to distinguish whole numbers ({})", best));
  auto guess = [columns, shift](const Observed& observed) { return guess_columns(columns, shift, observed); };
  return {.reconstruction = Reconstruction{.guess = std::move(guess), .notes = std::move(notes)}};
}

}  // namespace

extern const Attack integers_attack = {.name = "integers",
                                       .alias = "",
                                       .summary = "most likely whole number (or multiple of a unit) behind small noise",
                                       .paper = "000, erratum 10",
                                       .needs = needs,
                                       .wants = wants,
                                       .params = params,
                                       .uses = uses,
                                       .reads_mixtures = true,
                                       .needs_mixed = needs_mixed,
                                       .learn = learn};

}  // namespace guise::attacks
