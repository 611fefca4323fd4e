// SPDX-License-Identifier: Apache-2.0
#include "audit/baselines.h"

#include <algorithm>
#include <functional>
#include <memory>

#include "audit/attacker.h"
#include "audit/usual_values.h"
#include "measures/comparison.h"
#include "stats/side_fit.h"

namespace guise::audit {
namespace {

// As the attack: fewer rows cannot be held back, and more cells take long.
constexpr Index kLeastRows = 60, kMostCells = 75'000;

using attacks::Guess;
using attacks::Observed;
using attacks::Reconstruction;

Reconstruction constant(const Vector& values) {
  return {.guess = [values](const Observed& observed) { return Guess{values.transpose().replicate(observed.count, 1)}; }};
}

Vector crowded_values(const Matrix& rows, const Vector& sd) {
  Vector out(rows.cols());
  for (Index j = 0; j < rows.cols(); ++j) out[j] = crowded_value(rows.col(j), measures::kWhole * sd[j]);
  return out;
}

Reconstruction regression(const KnownView& known, const stats::Moments& truth) {
  const Matrix weights = weights_of_known(truth.covariance(), known.columns, known.errors);
  const Vector mean = truth.mean(), mean_of_known = mean(known.columns);
  return {.guess = [=](const Observed& observed) {
    const Matrix rows = observed.known.middleRows(observed.before, observed.count).rowwise() - mean_of_known.transpose();
    return Guess{(rows * weights).rowwise() + mean.transpose()};
  }};
}

/// Columns in clear of the originals of other people: whom a guess is of it was never learnt from, as if these had not taken
/// part.
struct Clear {
  Clear(const KnownView& known_columns, const std::vector<bool>& kept_is_category, const FirstPass& pass)
      : known(known_columns) {
    const Index attributes = pass.truth.mean().size(), kept = static_cast<Index>(kept_is_category.size());
    const Index used = std::min(pass.beside.rows.rows(), std::max(kLeastRows, kMostCells / attributes));
    const Matrix rows = pass.beside.rows.topRows(used);
    originals = rows.leftCols(attributes);
    records.assign(pass.beside.records.begin(), pass.beside.records.begin() + used);
    side = {side_of(rows, {attributes, kept}, known, records), kept_is_category};
    side.category.resize(side.category.size() + known.columns.size(), false);
  }
  KnownView known;
  Matrix originals;
  stats::SideColumns side;
  std::vector<std::int64_t> records;
};

/// What guesses from columns in clear see of a window.
struct SeenBeside {
  explicit SeenBeside(const Observed& observed) : side(observed.side.middleRows(observed.before, observed.count)) {
    for (Index i = 0; i < observed.count; ++i) records.push_back(attacks::record_of(observed, i));
  }
  Matrix side;
  std::vector<std::int64_t> records;
};

Reconstruction with_known(const KnownView& known, const std::function<Matrix(const SeenBeside&)>& values) {
  return {.guess = [known, values](const Observed& observed) {
    Guess guess{values(SeenBeside(observed))};
    for (std::size_t j = 0; j < known.columns.size(); ++j)
      if (known.exact(j))
        guess.values.col(known.columns[j]) =
            observed.known.middleRows(observed.before, observed.count).col(static_cast<Index>(j));
    return guess;
  }};
}

/// The value that most records of the same categories are near to; of all records where there are none.
Reconstruction usual_of_kind(const Clear& clear, const Vector& sd) {
  const auto inputs = std::make_shared<const stats::SideInputs>(clear.side);
  const Vector kinds = inputs->kinds(clear.side.rows);
  const auto usual = std::make_shared<std::vector<UsualValues>>();
  for (Index j = 0; j < sd.size(); ++j)
    usual->emplace_back(kinds, clear.originals.col(j), clear.records, measures::kWhole * sd[j]);
  return with_known(clear.known, [inputs, usual](const SeenBeside& seen) {
    const Vector of = inputs->kinds(seen.side);
    Matrix out(seen.side.rows(), std::ssize(*usual));
    for (Index j = 0; j < out.cols(); ++j)
      for (Index i = 0; i < out.rows(); ++i)
        out(i, j) = (*usual)[static_cast<std::size_t>(j)].of(of[i], seen.records[static_cast<std::size_t>(i)]);
    return out;
  });
}

/// The same for records with nearly the same prediction.
Reconstruction usual_of_prediction(const Clear& clear, const std::shared_ptr<const stats::SideFit>& fit, const Vector& sd) {
  struct Column {
    Vector cuts;
    UsualValues usual;
  };
  const auto columns = std::make_shared<std::vector<Column>>();
  for (Index j = 0; j < sd.size(); ++j) {
    const Vector predicted = fit->held_out().col(j), cuts = cuts_of(predicted);
    const Vector parts = predicted.unaryExpr([&](double value) { return part_of(value, cuts); });
    columns->push_back({cuts, UsualValues(parts, clear.originals.col(j), clear.records, measures::kWhole * sd[j])});
  }
  return with_known(clear.known, [fit, columns](const SeenBeside& seen) {
    Matrix out = fit->predict(seen.side, seen.records);
    for (Index j = 0; j < out.cols(); ++j)
      for (Index i = 0; i < out.rows(); ++i) {
        const Column& column = (*columns)[static_cast<std::size_t>(j)];
        out(i, j) = column.usual.of(part_of(out(i, j), column.cuts), seen.records[static_cast<std::size_t>(i)]);
      }
    return out;
  });
}

/// The same learner as the attack's (attacks/trees.cpp), and for figures that count near misses what is usual.
void add_clear(const Clear& clear, const Vector& sd, std::vector<UnaidedGuess>& out) {
  const auto fit = std::make_shared<const stats::SideFit>(clear.side, clear.originals, clear.records, true);
  out.push_back({"known and unmasked columns", true,
                 with_known(clear.known, [fit](const SeenBeside& seen) { return fit->predict(seen.side, seen.records); })});
  out.push_back({"known and unmasked columns, usual value of the prediction", true, usual_of_prediction(clear, fit, sd)});
  out.push_back({"known and unmasked columns, usual value of the category", true, usual_of_kind(clear, sd)});
}

}  // namespace

std::vector<UnaidedGuess> unaided_guesses(const KnownView& known, const std::vector<bool>& kept_is_category,
                                          const FirstPass& pass) {
  const Vector sd = measures::telling_sd(pass.truth);
  std::vector<UnaidedGuess> out{{"mean", false, constant(pass.truth.mean())}};
  if (pass.sample.rows.rows() > 0)
    out.push_back({"crowded value", false, constant(crowded_values(pass.sample.rows.leftCols(sd.size()), sd))});
  if (!known.columns.empty()) out.push_back({"known columns", true, regression(known, pass.truth)});
  if (known.columns.size() + kept_is_category.size() > 0 && pass.beside.rows.rows() >= kLeastRows)
    add_clear(Clear(known, kept_is_category, pass), sd, out);
  return out;
}

}  // namespace guise::audit
