// SPDX-License-Identifier: Apache-2.0
// Values that were released as a top or a bottom code: the mean of the tail beyond it. The tail goes on as it begins: an
// exponential and a Pareto law are fitted to the values near the code, those beyond it being known to be that only (censored),
// and the likelier of the two is taken. All other values are released as they are. Beyond-2 section 1.5.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "attacks/linear.h"

namespace guise::attacks {
namespace {

constexpr Want wants[] = {Want::moments, Want::sample};
constexpr double kTail = 0.1;      // share of the records that a tail is fitted to,
constexpr double kBeyond = 3;      // or so many times as many as lie beyond the code
constexpr Index kFewest = 10;      // of its values below the code
constexpr double kFlattest = 1.2;  // power of a Pareto law: below it a mean is hardly finite

struct Tail {
  double mean;  ///< of the values beyond the code
  double sd;
};

/// Of numbers none of which is above `code`; those equal to it stand for larger ones.
std::optional<Tail> tail_above(Vector values, double code) {
  std::sort(values.begin(), values.end());
  const auto beyond = static_cast<double>((values.array() >= code).count());
  const double size = std::max(kTail * static_cast<double>(values.size()), kBeyond * beyond);
  const auto from = static_cast<Index>(std::max(0.0, static_cast<double>(values.size()) - size));
  const double start = values[from];
  const Vector tail = values.tail(values.size() - from);
  const double seen = static_cast<double>(tail.size()) - beyond;
  if (beyond == 0 || seen < kFewest || !(start < code)) return {};
  const double excess = (tail.array() - start).sum(), rate = seen / excess;
  Tail out{code + 1 / rate, 1 / rate};
  if (start <= 0) return out;
  const double logs = (tail / start).array().log().sum(), power = seen / logs;
  const double seen_logs = (tail.array() < code).select(tail.array().log(), 0).sum();
  // Log-likelihoods of the values below the code and of the number beyond it.
  const double exponential = seen * std::log(rate) - seen;
  const double pareto = seen * std::log(power) + seen * power * std::log(start) - (power + 1) * seen_logs -
                        power * beyond * std::log(code / start);
  if (pareto > exponential && power > kFlattest)
    out = {code * power / (power - 1), power > 2 ? code * std::sqrt(power / (power - 2)) / (power - 1) : code};
  return out;
}

struct Codes {
  Vector low, high;                               // NaN: none
  std::vector<std::optional<Tail>> below, above;  // of each column
};

Guess guess(const Observed& observed, const Codes& codes) {
  Guess out{.values = own_rows(observed.released, observed)};
  out.sd = Matrix::Zero(out.values.rows(), out.values.cols());
  for (Index j = 0; j < out.values.cols(); ++j) {
    const auto& above = codes.above[static_cast<std::size_t>(j)];
    const auto& below = codes.below[static_cast<std::size_t>(j)];
    for (Index i = 0; i < out.values.rows(); ++i) {
      double& x = out.values(i, j);
      const Tail* tail = above && x >= codes.high[j] ? &*above : below && x <= codes.low[j] ? &*below : nullptr;
      if (!tail) continue;
      x = tail->mean;
      (*out.sd)(i, j) = tail->sd;
    }
  }
  return out;
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params&, const random::Rng&) {
  if (!known.limits) return Outcome::not_assessed("the card does not say that values were released as a top or bottom code");
  Codes codes{known.limits->low, known.limits->high, {}, {}};
  Index fitted = 0;
  for (Index j = 0; j < evidence.sample.cols(); ++j) {
    const Vector values = evidence.sample.col(j);
    codes.above.push_back(std::isnan(codes.high[j]) ? std::nullopt : tail_above(values, codes.high[j]));
    std::optional<Tail> below = std::isnan(codes.low[j]) ? std::nullopt : tail_above(-values, -codes.low[j]);
    if (below) below->mean = -below->mean;
    codes.below.push_back(below);
    fitted += codes.above.back().has_value() + below.has_value();
  }
  if (fitted == 0) return Outcome::not_assessed("no value is at a code, or too few lie near one to see how the tail begins");
  return {.reconstruction = Reconstruction{.guess = [codes](const Observed& observed) { return guess(observed, codes); },
                                           .notes = {fmt::format("{} tails beyond codes were fitted", fitted)}}};
}

}  // namespace

extern const Attack tails_attack = {.name = "tails",
                                    .alias = "",
                                    .summary = "the mean of the tail for values released as a top or bottom code",
                                    .paper = "",
                                    .needs = {},
                                    .wants = wants,
                                    .params = {},
                                    .learn = learn};

}  // namespace guise::attacks
