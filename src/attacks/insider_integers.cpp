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
  Index tried = 0, fit = 0, none = 0, open = 0;  ///< all; explained by whole numbers; by none, surely; not found in the search
  double exact = 0;                              ///< expected number of exact ones
  double share(Index count) const { return static_cast<double>(count) / static_cast<double>(std::max<Index>(tried, 1)); }
};

Trial try_on(const Matrix& released, const WholeRecords& records) {
  constexpr Index kTried = 500;
  Trial out{.tried = std::min(kTried, released.rows())};
  for (Index i = 0; i < out.tried; ++i) {
    const WholeRecords::Guess guess = records.guess(released.row(i).transpose());
    if (guess.fits && guess.probability > 0.5) out.exact += guess.probability;
    out.fit += guess.fits;
    out.none += !guess.fits && guess.complete;
    out.open += !guess.fits && !guess.complete;
  }
  return out;
}

/// Why the trial tells nothing of whole numbers; empty where it does. To give up a search is no proof that there are none.
std::string why_not(const Trial& trial, double chance, bool assumed, const std::string& exact) {
  constexpr double kMostNone = 0.1, kLeastExact = 0.05, kMostChance = 0.02;
  if (trial.share(trial.none) > kMostNone)
    return fmt::format("the release is no mixture of whole numbers: none fit {:.0f} % of its records",
                       100 * trial.share(trial.none));
  if (assumed && chance > kMostChance)
    return "whole numbers fit whatever the originals are, and no sample of other people says that they are whole";
  if (trial.share(trial.fit) < kLeastExact)
    return fmt::format("{} steps of a search find whole numbers for {:.0f} % of the records: whether there are any is open",
                       WholeRecords::kBudget, 100 * trial.share(trial.fit));
  if (trial.exact < kLeastExact * static_cast<double>(trial.tried))
    return fmt::format("too many whole numbers fit the release to tell them apart ({})", exact);
  return {};
}

std::vector<std::string> notes_of(const Trial& trial, std::string exact) {
  std::vector<std::string> notes = {std::move(exact)};
  if (trial.none > 0)
    notes.push_back(fmt::format("no whole numbers fit {} of {} records looked at: their guesses are plain estimates",
                                trial.none, trial.tried));
  if (trial.open > 0)
    notes.push_back(
        fmt::format("the search found no whole numbers in time for {} of {} records looked at", trial.open, trial.tried));
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
  const std::string exact =
      fmt::format("{} of {} attributes taken as multiples of a unit{}, {:.3g} % of the records expected exact", whole, m,
                  constant > 0 ? fmt::format(" and {} as constant", constant) : "",
                  100 * trial.exact / static_cast<double>(std::max<Index>(trial.tried, 1)));
  const bool assumed = !known.sample && !(given.number("unit") > 0);
  if (std::string reason = why_not(trial, records->chance(), assumed, exact); !reason.empty())
    return Outcome::not_assessed(std::move(reason));
  std::vector<std::string> notes = notes_of(trial, exact);
  note_defects(linalg::pseudo_inverse(model.channel.map), model.channel, notes);
  return {.reconstruction =
              Reconstruction{.guess = [records](const Observed& observed) { return guess_rows(*records, observed); },
                             .notes = std::move(notes)}};
}

}  // namespace guise::attacks
