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
  if (known.sample)
    for (Index j = 0; j < attributes; ++j) unit[j] = find_unit(known.sample->col(j), {}).value_or(0);
  return unit;
}

/// Where values are looked for: as far as other people's reach and a tenth more, or six standard deviations around the mean.
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
  double exact = 0, fits = 0, complete = 0;  ///< shares: expected exact; explained by their guess; searched to the end
};

Trial try_on(const Matrix& released, const WholeRecords& records) {
  constexpr Index kTried = 200;
  const Index count = std::min(kTried, released.rows());
  // A squared length of k numbers of variance 1 is beyond this once in ten thousand.
  const double k = static_cast<double>(released.cols()), most = k + 5 * std::sqrt(2 * k) + 10;
  Trial out;
  for (Index i = 0; i < count; ++i) {
    const WholeRecords::Guess guess = records.guess(released.row(i).transpose());
    out.exact += guess.probability / static_cast<double>(count);
    out.fits += (guess.misfit < most) / static_cast<double>(count);
    out.complete += guess.complete / static_cast<double>(count);
  }
  return out;
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
  const Index whole = (model.unit.array() > 0).count();
  if (whole == 0) return Outcome::not_assessed("no attribute of the sample of other people is a multiple of a unit");
  auto records = std::make_shared<const WholeRecords>(model);
  const Trial trial = try_on(evidence.sample, *records);
  constexpr double kMostFit = 0.9;
  if (trial.fits < kMostFit)
    return Outcome::not_assessed(fmt::format(
        "the release is no mixture of whole numbers: {} steps of a search find some that fit for {:.0f} % of its records",
        WholeRecords::kBudget, 100 * trial.fits));
  const std::string exact = fmt::format(
      "{} of {} attributes taken as multiples of a unit, {:.3g} % of the records expected exact", whole, m, 100 * trial.exact);
  if (trial.exact <= 0.5)
    return Outcome::not_assessed(fmt::format("too many whole numbers fit the release to tell them apart ({})", exact));
  std::vector<std::string> notes = {exact};
  note_defects(linalg::pseudo_inverse(model.channel.map), model.channel, notes);
  if (trial.complete < 1)
    notes.push_back(fmt::format("the search was cut short for {:.0f} % of the records", 100 * (1 - trial.complete)));
  return {.reconstruction =
              Reconstruction{.guess = [records](const Observed& observed) { return guess_rows(*records, observed); },
                             .notes = std::move(notes)}};
}

}  // namespace guise::attacks
