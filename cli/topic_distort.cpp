// SPDX-License-Identifier: Apache-2.0
// The topic of the non-linear distortion: what becomes of the inner product and the distance of two records. Paper 003.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/topic.h"
#include "stats/nonlinearity.h"
#include "theory/distortion_estimate.h"
#include "theory/exact_pair.h"

namespace guise::cli {
namespace {

constexpr TopicOption distort_options[] = {
    {"x", "LIST|FILE", "a record", true},
    {"y", "LIST|FILE", "another record", true},
    {"hidden", "M", "hidden units", true},
    {"out", "P", "released columns", true},
    {"f", "NAME", "tanh, sigmoid, identity, step, relu or clip (default tanh)"},
    {"sw", "SD", "standard deviation of the entries of W (default 1)"},
    {"sa", "SD", "of A (default 1)"},
    {"sq", "SD", "of Q (default 1)"},
    {"sb", "SD", "of B (default 1)"},
};

theory::Distortion distortion_of(const Given& given) {
  const theory::Distortion out{.f = stats::find_activation(given.text("f", "tanh")),
                               .hidden = given.count("hidden"),
                               .out = given.count("out"),
                               .sw = given.number("sw", 1),
                               .sa = given.number("sa", 1),
                               .sq = given.number("sq", 1),
                               .sb = given.number("sb", 1)};
  theory::check(out);
  return out;
}

/// What a release of average luck would tell of the originals' inner product and distance, with its error.
void add_estimates(Answer& out, const theory::Distortion& d, const theory::RecordPair& records, double square_distance,
                   const theory::PairMoments& moments) {
  const bool told = d.f == stats::Activation::step;
  if (d.sw <= 0 || d.sq <= 0) return;
  const theory::ProductLaw law = theory::product_law(d, moments);
  const theory::PairEstimate seen =
      theory::estimate_pair(d, {law.mean[0], law.mean[1], law.mean[2]},
                            told ? std::optional(theory::KnownSquares{records.square_x, records.square_y}) : std::nullopt);
  // From the expected release the estimate is the truth, unless the function is saturated.
  const double missed = std::max(std::fabs(seen.square_x.value - records.square_x) - 0.01 * records.square_x,
                                 std::fabs(seen.square_y.value - records.square_y) - 0.01 * records.square_y);
  if (square(d.sw) * missed > 0.01 * square(d.sa)) {
    out.sentence +=
        " At such lengths the function is saturated: an attacker reads the angle of the records off the release, but not their "
        "lengths, inner product or distance.";
    return;
  }
  out.sentence += fmt::format(
      " An attacker who knows the sizes and standard deviations{} reads the originals' inner product {:.6g} off the release "
      "with an error "
      "of about {:.4g}, and their squared distance {:.6g} with one of about {:.4g}.",
      told ? " and both lengths" : "", records.inner, seen.inner.standard_error, square_distance,
      seen.square_distance.standard_error);
  out.figures["estimate_of_inner_product_standard_error"] = seen.inner.standard_error;
  out.figures["estimate_of_squared_distance_standard_error"] = seen.square_distance.standard_error;
}

Answer distort(const Given& given) {
  const theory::Distortion d = distortion_of(given);
  const Vector x = given.vector("x"), y = given.vector("y");
  const theory::RecordPair records = theory::record_pair(x, y);
  const theory::ExactPair exact = theory::exact_pair(d, x, y);
  const theory::HiddenPair& pair = exact.pair;
  const theory::PairMoments moments = theory::exact_moments(d.f, exact);
  const theory::Spread inner = theory::inner_product_spread(d, moments), distance = theory::squared_distance_spread(d, moments);
  require(std::isfinite(inner.variance) && std::isfinite(distance.variance),
          "f = {} makes of such records numbers that have no fourth powers (above about 1e77); divide --x and --y by a power "
          "of ten",
          given.text("f", "tanh"));
  Answer out;
  out.sentence = fmt::format(
      "Distorted, the two records have an inner product of {:.6g} on average over keys, with standard deviation {:.4g}, and a "
      "squared distance of {:.6g} with standard deviation {:.4g}.",
      inner.mean, std::sqrt(inner.variance), distance.mean, std::sqrt(distance.variance));
  out.figures = {{"inner_product_mean", inner.mean},
                 {"inner_product_standard_deviation", std::sqrt(inner.variance)},
                 {"inner_product_variance", inner.variance},
                 {"inner_product_bound", theory::inner_product_bound(d, moments)},
                 {"relative_deviation_of_many_outputs", theory::spread_of_many_outputs(d, moments)},
                 {"squared_distance_mean", distance.mean},
                 {"squared_distance_standard_deviation", std::sqrt(distance.variance)},
                 {"norm_x", pair.sd_x},
                 {"norm_y", pair.sd_y},
                 {"correlation", pair.rho}};
  add_estimates(out, d, records, (x - y).squaredNorm(), moments);
  const double reach = d.sw * std::sqrt(std::max(records.square_x, records.square_y));
  const double bent = stats::nonlinear_share(d.f, d.sa, reach);
  if (bent < stats::kLinearInDisguise)
    out.sentence += fmt::format(
        " Over records of such lengths only {:.2g} % of its effect is not linear: it is linear in disguise, and an attacker "
        "with a "
        "few known records undoes it.",
        100 * bent);
  return out;
}

}  // namespace

extern const Topic distort_topic;
const Topic distort_topic = {
    .name = "distort",
    .summary = "inner products and distances after a non-linear distortion, and how well they show the originals",
    .paper = "Privacy Preservation through Random Non-linear Data Distortion (draft), eq. 4.9, Lemmas 5.2 and 5.3, corrected",
    .params = distort_options,
    .example = "guise theory distort --x 1,-0.5,0.3 --y 0.6,0.2,-0.9 --hidden 100 --out 50",
    .work_out = distort};

}  // namespace guise::cli
