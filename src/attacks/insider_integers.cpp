// SPDX-License-Identifier: Apache-2.0
#include "attacks/insider_integers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "attacks/insider.h"
#include "attacks/lattice.h"
#include "attacks/linear.h"
#include "attacks/rounding.h"
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

/// Variance that the digits of the matrix leave open in each released column; 0 where it has all of them.
Vector matrix_rounding(const WholeRecordModel& model) {
  const Matrix& map = model.channel.map;
  const Vector size = model.mean.cwiseAbs2() + model.covariance.diagonal();
  Vector out = Vector::Zero(map.rows());
  for (Index i = 0; i < map.rows(); ++i) {
    const double unit = std::max(decimal_units(map.row(i).transpose())(0), significant_unit(map.row(i)));
    out(i) = square(unit) / 12 * size.sum();
  }
  return out;
}

/// How the records of the keyed sample come out.
struct Trial {
  Index tried = 0, fit = 0, cut = 0;  ///< records: all; explained by their guess; whose search ended at its limit
  double exact = 0;                   ///< expected number of exact ones
  double evidence = 0;  ///< log of how much likelier the release is from whole numbers than from continuous ones, at least
  double complete = 0;  ///< the same of the records that were searched to the end, where it is no bound

  double share(double count) const { return count / static_cast<double>(std::max<Index>(tried, 1)); }
  /// Once in a million releases of continuous records, or less often; and of whole ones.
  bool whole() const { return evidence > kSure; }
  bool continuous() const { return complete < -kSure; }
  static constexpr double kSure = 13.8;  ///< log of a million
};

/// Each record is whole with probability 1 - kOdd, so that a few that are not do not outweigh all others. A product of factors
/// with mean 1 has mean 1: continuous records make it a million once in a million times at most (Markov), and whole records a
/// millionth.
Trial try_on(const Matrix& released, const WholeRecords& records) {
  constexpr Index kTried = 500;
  constexpr double kOdd = 0.1;
  Trial out{.tried = std::min(kTried, released.rows())};
  for (Index i = 0; i < out.tried; ++i) {
    const WholeRecords::Guess guess = records.guess(released.row(i).transpose());
    const double whole = (1 - kOdd) * guess.factor;
    out.exact += guess.fits ? guess.probability * whole / (whole + kOdd) : 0;
    out.evidence += std::log(whole + kOdd);
    out.complete += guess.complete ? std::log(whole + kOdd) : 0;
    out.fit += guess.fits;
    out.cut += !guess.complete;
  }
  return out;
}

/// "once in 1e+12 releases of continuous numbers".
std::string false_alarms(const Trial& trial) {
  return trial.evidence > 35 ? "less than once in 1e15 such releases"
                             : fmt::format("at most once in {:.0e} such releases", std::exp(trial.evidence));
}

std::vector<std::string> notes_of(const Trial& trial, std::string exact) {
  std::vector<std::string> notes = {std::move(exact),
                                    fmt::format("continuous values would look like this {}", false_alarms(trial))};
  if (trial.fit < trial.tried)
    notes.push_back(fmt::format("of {} records looked at {} fit no whole numbers that were found: their guesses are wrong",
                                trial.tried, trial.tried - trial.fit));
  if (trial.cut > 0)
    notes.push_back(fmt::format("the search was cut short for {} of {} records looked at", trial.cut, trial.tried));
  return notes;
}

/// Why whole numbers are not claimed; empty where they are. `chance`: see WholeRecords.
std::string why_not(const Trial& trial, double chance, const std::string& exact) {
  if (trial.whole())
    return trial.exact > 0.5 * static_cast<double>(trial.tried)
               ? ""
               : fmt::format("too many whole numbers fit the release to choose between them ({})", exact);
  if (chance > 1)
    return fmt::format(
        "too many whole numbers fit the release: {:.2g} on average fit even a record of continuous values, so nothing shows "
        "whether these are whole",
        chance);
  if (trial.continuous())
    return fmt::format(
        "the originals are no whole numbers: those nearest to {} released records fit too badly; whole numbers would look like "
        "this less than once in a million releases",
        trial.tried);
  if (trial.cut > 0)
    return fmt::format(
        "whether the originals are whole numbers is not known: the search ended at its limit of {} steps for {} of {} records",
        WholeRecords::kBudget, trial.cut, trial.tried);
  return fmt::format("{} released records are too few to tell whole numbers from continuous ones", trial.tried);
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
  Trial trial = try_on(evidence.sample, *records);
  // A matrix from a file may be rounded itself; it is taken as it stands first, since matrices of few digits may be exact.
  if (const Vector more = matrix_rounding(model); !trial.whole() && more.maxCoeff() > 0) {
    WholeRecordModel rough = model;
    rough.channel.covariance.diagonal() += more;
    auto others = std::make_shared<const WholeRecords>(rough);
    Trial again = try_on(evidence.sample, *others);
    again.evidence -= std::log(2.0);  // the better of two
    if (again.whole()) trial = again, records = std::move(others), model = std::move(rough);
  }
  const std::string exact =
      fmt::format("{} of {} attributes taken as multiples of a unit{}, {:.3g} % of the records expected exact", whole, m,
                  constant > 0 ? fmt::format(" and {} as constant", constant) : "", 100 * trial.share(trial.exact));
  if (std::string reason = why_not(trial, records->chance(), exact); !reason.empty())
    return Outcome::not_assessed(std::move(reason));
  std::vector<std::string> notes = notes_of(trial, exact);
  note_defects(linalg::pseudo_inverse(model.channel.map), model.channel, notes);
  return {.reconstruction =
              Reconstruction{.guess = [records](const Observed& observed) { return guess_rows(*records, observed); },
                             .notes = std::move(notes)}};
}

}  // namespace guise::attacks
