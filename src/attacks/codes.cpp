// SPDX-License-Identifier: Apache-2.0
// Codes of classes, whatever their numbers say: each code of a column stands for the mean of the known people who have it.
// Ridge regression of the originals on indicators of the codes of all columns at once (Hoerl and Kennard 1970), the ridge by
// the error on pairs left out one at a time (Allen 1974). Columns with many values enter as they are.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "attacks/attack.h"
#include "attacks/linear.h"
#include "linalg/spectrum.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::pairs};
constexpr Fact needs_mixed[] = {Fact::pairs};
constexpr Want wants[] = {Want::moments, Want::sample};
constexpr Index kMostPairs = 2000;       // the ridge takes the cube of them
constexpr std::size_t kMostCodes = 100;  // of a column
constexpr double kRowsPerCode = 5;       // released records that share a code, on average, at least
constexpr double kRidges[] = {0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300};

/// How a released record is described: an indicator for every code, standard units for other columns.
struct Description {
  std::vector<std::vector<double>> codes;  ///< of each column, rising; empty: a quantity
  Vector mean, scale;
  Index size = 0;

  Matrix of(const MatrixRef& rows) const {
    Matrix out = Matrix::Zero(rows.rows(), size);
    Index at = 0;
    for (Index j = 0; j < rows.cols(); ++j) {
      const std::vector<double>& mine = codes[static_cast<std::size_t>(j)];
      for (Index i = 0; i < rows.rows(); ++i) {
        const auto place = std::lower_bound(mine.begin(), mine.end(), rows(i, j));
        if (mine.empty())
          out(i, at) = (rows(i, j) - mean[j]) / scale[j];
        else if (place != mine.end() && *place == rows(i, j))
          out(i, at + (place - mine.begin())) = 1;
      }
      at += mine.empty() ? 1 : static_cast<Index>(mine.size());
    }
    return out;
  }
};

Description description_of(const Evidence& evidence) {
  Description out{.codes = {}, .mean = evidence.moments.mean(), .scale = evidence.moments.variance().cwiseSqrt()};
  out.scale = out.scale.unaryExpr([](double sd) { return sd > 0 ? sd : 1; });
  for (Index j = 0; j < evidence.sample.cols(); ++j) {
    std::vector<double> values(evidence.sample.col(j).begin(), evidence.sample.col(j).end());
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    if (values.size() > kMostCodes ||
        kRowsPerCode * static_cast<double>(values.size()) > static_cast<double>(evidence.sample.rows()))
      values.clear();
    out.size += values.empty() ? 1 : static_cast<Index>(values.size());
    out.codes.push_back(std::move(values));
  }
  return out;
}

/// x = mean + (z - center) weights.
struct Fit {
  Vector mean, center;
  Matrix weights;
};

Fit fit(const Matrix& z, const Matrix& x) {
  Fit out{.mean = x.colwise().mean(), .center = z.colwise().mean(), .weights = Matrix::Zero(z.cols(), x.cols())};
  const Matrix design = z.rowwise() - out.center.transpose(), wanted = x.rowwise() - out.mean.transpose();
  const linalg::Spectrum kernel = linalg::symmetric_spectrum(design * design.transpose());
  const Vector values = kernel.values.cwiseMax(0);
  const Matrix turned = kernel.vectors.transpose() * wanted, squares = kernel.vectors.cwiseAbs2();
  const double share = 1 / static_cast<double>(z.rows());  // of a pair in the mean
  for (Index j = 0; j < x.cols(); ++j) {
    double least = std::numeric_limits<double>::infinity(), best = kRidges[0];
    for (const double ridge : kRidges) {
      const Vector kept = values.array() / (values.array() + ridge);
      const Vector own = (squares * kept).array() + share,
                   left = wanted.col(j) - kernel.vectors * kept.cwiseProduct(turned.col(j));
      const double error = (left.array() / (1 - own.array()).max(1e-9)).square().sum();
      if (error < least) least = error, best = ridge;
    }
    const Vector dual = kernel.vectors * (turned.col(j).array() / (values.array() + best)).matrix();
    out.weights.col(j) = design.transpose() * dual;
  }
  return out;
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params&, const random::Rng&) {
  const Index pairs = std::min(known.pairs->originals.rows(), kMostPairs);
  if (pairs < 3) return Outcome::not_assessed("it takes three known pairs at least");
  auto description = std::make_shared<const Description>(description_of(evidence));
  const auto coded = std::ranges::count_if(description->codes, [](const auto& codes) { return !codes.empty(); });
  if (coded == 0) return Outcome::not_assessed("no released column has codes: all have many different values");
  auto found = std::make_shared<const Fit>(
      fit(description->of(known.pairs->released.topRows(pairs)), known.pairs->originals.topRows(pairs)));
  Reconstruction out{.guess = [description, found](const Observed& observed) {
    const Matrix z = description->of(own_rows(observed.released, observed));
    return Guess{.values = ((z.rowwise() - found->center.transpose()) * found->weights).rowwise() + found->mean.transpose()};
  }};
  out.notes.push_back(
      fmt::format("{} of {} columns read as codes, valued by {} known pairs", coded, description->codes.size(), pairs));
  return {.reconstruction = std::move(out)};
}

}  // namespace

extern const Attack codes_attack = {.name = "codes",
                                    .alias = "",
                                    .summary = "value codes of classes by the known people who have them",
                                    .paper = "Hoerl and Kennard 1970",
                                    .needs = needs,
                                    .wants = wants,
                                    .params = {},
                                    .reads_mixtures = true,
                                    .needs_mixed = needs_mixed,
                                    .learn = learn};

}  // namespace guise::attacks
