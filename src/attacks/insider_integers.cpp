// SPDX-License-Identifier: Apache-2.0
#include "attacks/insider_integers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "attacks/insider.h"
#include "attacks/lattice.h"
#include "attacks/linear.h"
#include "attacks/whole_records.h"

namespace guise::attacks {
namespace {

/// What each attribute is a multiple of: told, or seen in other people's records, or 1 for want of any.
Vector units_of(const Knowledge& known, Index attributes, double told) {
  if (told > 0) return Vector::Constant(attributes, told);
  Vector unit = Vector::Ones(attributes);
  if (!known.sample) return unit;
  for (Index j = 0; j < attributes; ++j) {
    const Vector values = known.sample->col(j);
    // A small sample shows no unit, and a constant one that is too large; whole numbers are whole in either.
    const bool whole = values.array().round().matrix() == values, constant = values.minCoeff() == values.maxCoeff();
    unit[j] = whole && constant ? 1 : find_unit(values, {}).value_or(whole ? 1 : 0);
  }
  return unit;
}

/// Where values are looked for first: as far as other people's reach and a tenth more, or six standard deviations around the
/// mean.
void bound(const Knowledge& known, WholeRecordModel& model) {
  const Vector sd = model.covariance.diagonal().cwiseMax(0).cwiseSqrt();
  model.least = model.mean - 6 * sd;
  model.most = model.mean + 6 * sd;
  if (!known.sample || known.sample->rows() < 2) return;
  const Vector least = known.sample->colwise().minCoeff(), most = known.sample->colwise().maxCoeff(),
               more = 0.1 * (most - least);
  model.least = least - more;
  model.most = most + more;
}

/// How the records of the keyed sample come out.
struct Trial {
  Index tried = 0, fit = 0, complete = 0;  ///< records: all; explained by their guess; searched to the end
  double exact = 0;                        ///< expected number of exact ones
};

Trial try_on(const Matrix& released, const WholeRecords& records) {
  constexpr Index kTried = 500;
  Trial out{.tried = std::min(kTried, released.rows())};
  for (Index i = 0; i < out.tried; ++i) {
    const WholeRecords::Guess guess = records.guess(released.row(i).transpose());
    out.exact += guess.fits ? guess.probability : 0;
    out.fit += guess.fits;
    out.complete += guess.complete;
  }
  return out;
}

std::vector<std::string> notes_of(const Trial& trial, std::string exact) {
  std::vector<std::string> notes = {std::move(exact)};
  if (trial.fit < trial.tried)
    notes.push_back(fmt::format("of {} records looked at {} fit no whole numbers that were found: their guesses are wrong",
                                trial.tried, trial.tried - trial.fit));
  if (trial.complete < trial.tried)
    notes.push_back(
        fmt::format("the search was cut short for {} of {} records looked at", trial.tried - trial.complete, trial.tried));
  return notes;
}

Guess guess_rows(const WholeRecords& records, const Observed& observed) {
  const MatrixRef released = own_rows(observed.released, observed);
  Guess out;
  for (Index i = 0; i < observed.count; ++i) {
    const WholeRecords::Guess guess = records.guess(released.row(i).transpose());
    if (i == 0) out.values.resize(observed.count, guess.values.size());
    out.values.row(i) = guess.values.transpose();
    if (!observed.want_sd) continue;
    if (i == 0) out.sd.emplace(observed.count, guess.values.size());
    out.sd->row(i) = guess.squared_error.cwiseSqrt().transpose();
  }
  return out;
}

}  // namespace

Outcome learn_insider_integers(const Evidence& evidence, const Knowledge& known, const Params& given, const random::Rng&) {
  if (known.channel->map.isZero(0)) return Outcome::not_assessed(std::string(kZeroMatrix));
  const Index m = known.channel->map.cols();
  WholeRecordModel model{.channel = rounded_channel(evidence, known),
                         .mean = *known.prior_mean,
                         .covariance = *known.prior_covariance,
                         .unit = units_of(known, m, given.number("unit")),
                         .least = {},
                         .most = {}};
  bound(known, model);
  const auto varies = model.covariance.diagonal().array() > 0;
  const Index constant = m - varies.count(), whole = (model.unit.array() > 0 && varies).count();
  if (whole == 0) return Outcome::not_assessed("no attribute of the sample of other people is a multiple of a unit");
  auto records = std::make_shared<const WholeRecords>(model);
  const Trial trial = try_on(evidence.sample, *records);
  const double tried = static_cast<double>(std::max<Index>(trial.tried, 1)), fits = static_cast<double>(trial.fit) / tried;
  constexpr double kMostFit = 0.9;
  if (fits < kMostFit)
    return Outcome::not_assessed(fmt::format(
        "the release is no mixture of whole numbers: {} steps of a search find some that fit for {:.0f} % of its records",
        WholeRecords::kBudget, 100 * fits));
  const std::string exact =
      fmt::format("{} of {} attributes taken as multiples of a unit{}, {:.3g} % of the records expected exact", whole, m,
                  constant > 0 ? fmt::format(" and {} as constant", constant) : "", 100 * trial.exact / tried);
  if (trial.exact <= 0.5 * tried)
    return Outcome::not_assessed(fmt::format("too many whole numbers fit the release to tell them apart ({})", exact));
  std::vector<std::string> notes = notes_of(trial, exact);
  note_defects(linalg::pseudo_inverse(model.channel.map), model.channel, notes);
  return {.reconstruction =
              Reconstruction{.guess = [records](const Observed& observed) { return guess_rows(*records, observed); },
                             .notes = std::move(notes)}};
}

}  // namespace guise::attacks
