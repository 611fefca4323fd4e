// SPDX-License-Identifier: Apache-2.0
// Topics about formal guarantees: what noise on clipped records certifies, what noise on sums over records does, and what an
// attack that was counted proves against either.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/topic.h"
#include "jobs/numbers.h"
#include "theory/empirical_privacy.h"
#include "theory/gaussian_privacy.h"
#include "theory/sketch_privacy.h"

namespace guise::cli {
namespace {

constexpr TopicOption kDelta = {"delta", "X", "probability that the promise fails (default 1e-6)"};
constexpr TopicOption kEpsilon = {"epsilon", "X",
                                  "the guarantee wanted or certified: a probability grows by e^epsilon at most"};
constexpr TopicOption kMu = {"mu", "X", "the change one record can make, over the standard deviation of the noise"};

double delta_of(const Given& given) {
  return given.number("delta", 1e-6);
}

constexpr TopicOption certificate_options[] = {
    kMu,
    {"radius", "X", "of the ball that records are clipped to"},
    {"sd", "X", "standard deviation of the noise"},
    {"stretch", "X", "how far the steps between stretch records at most (default 1, as a rotation does)"},
    kEpsilon,
    kDelta,
    {"releases", "N", "releases of the same records (default 1)"},
    {"prior", "X", "how often the attacker is right without the release (default 0.05)"}};

/// 2 C L: the distance between two records at opposite ends of the ball. 1 where no ball is given.
double sensitivity_of(const Given& given) {
  const double stretch = given.number("stretch", 1);
  require(stretch > 0, "--stretch must be above 0, got {}", stretch);
  if (!given.has("radius")) return stretch;
  require(given.number("radius") > 0, "--radius must be above 0, got {}", given.number("radius"));
  return 2 * given.number("radius") * stretch;
}

double mu_of_one(const Given& given) {
  if (given.has("mu")) return given.number("mu");
  require(given.number("sd") > 0, "--sd must be above 0, got {}", given.number("sd"));
  return sensitivity_of(given) / given.number("sd");
}

void add_bounds(double mu, const Given& given, Answer& out) {
  const double delta = delta_of(given), prior = given.number("prior", 0.05), bound = theory::success_bound(prior, mu);
  out.sentence +=
      fmt::format(" An attacker who is right with probability {:.4g} without the release is right with at most {:.4g} with it.",
                  prior, bound);
  out.figures["mu"] = mu;
  out.figures["epsilon"] = theory::epsilon_of(mu, delta);
  out.figures["delta"] = delta;
  out.figures["rho"] = mu * mu / 2;
  out.figures["epsilon_on_a_grid"] = theory::concentrated_epsilon(mu * mu / 2, delta).epsilon;
  out.figures["success_at_most"] = bound;
  out.figures["success_at_most_on_a_grid"] = theory::concentrated_success_bound(prior, mu * mu / 2);
}

Answer noise_needed(const Given& given, double root) {
  const double epsilon = given.number("epsilon"), delta = delta_of(given), sensitivity = sensitivity_of(given),
               sd = theory::sd_for(epsilon, delta, sensitivity * root);
  Answer out;
  out.sentence = fmt::format(
      "Noise of standard deviation {:.6g} is enough for epsilon = {:.4g} at delta = {:g}, where two records differ by at most "
      "{:.4g}.",
      sd, epsilon, delta, sensitivity);
  if (given.has("radius") && sd > given.number("radius"))
    out.sentence += " This exceeds the radius of the ball, so single records are not readable.";
  out.figures["sd"] = sd;
  add_bounds(theory::mu_for(epsilon, delta), given, out);
  return out;
}

Answer certificate(const Given& given) {
  const double root = given.has("releases") ? std::sqrt(static_cast<double>(given.count("releases"))) : 1;
  const bool sizes = given.has("radius") && given.has("sd");
  require(given.has("mu") + sizes + (given.has("epsilon") && !given.has("sd")) == 1,
          "give one of --mu, or --radius and --sd, or --epsilon for the noise it needs");
  if (given.has("epsilon")) return noise_needed(given, root);
  const double mu = mu_of_one(given) * root;
  Answer out;
  out.sentence = fmt::format(
      "Replacing a record by any other changes the probability of an observation by a factor of at most e^{:.4g}, except with "
      "probability {:g}.",
      theory::epsilon_of(mu, delta_of(given)), delta_of(given));
  add_bounds(mu, given, out);
  return out;
}

constexpr TopicOption sketch_options[] = {
    {"rows", "N", "sums over records that are released", true},
    {"noise", "X", "standard deviation of the noise on unscaled sums, over the length of the longest record"},
    kEpsilon,
    kDelta};

Answer sketch(const Given& given) {
  const std::int64_t rows = given.count("rows");
  const double delta = delta_of(given);
  require(given.has("noise") != given.has("epsilon"), "give either --noise, or --epsilon for the noise it needs");
  const double noise =
      given.has("noise") ? given.number("noise") : theory::sketch_noise_for(given.number("epsilon"), delta, rows);
  const theory::Sketch made{.leverage = theory::leverage_of(1, noise), .rows = rows};
  const double epsilon = theory::sketch_epsilon(made, delta);
  Answer out;
  out.sentence = fmt::format(
      "{} secret Gaussian sums over records no longer than 1, with noise of standard deviation {:.6g} and used once, are "
      "certified with epsilon = {:.4g} at delta = {:g} for one record added or removed.",
      rows, noise, epsilon, delta);
  out.figures = {{"noise_over_length", noise}, {"leverage", made.leverage}, {"epsilon", epsilon}, {"delta", delta}};
  return out;
}

constexpr TopicOption evidence_options[] = {
    {"right", "HITS/TRIES", "attacks that said yes and were right, of those where yes was true", true},
    {"wrong", "HITS/TRIES", "attacks that said yes and were wrong, of those where yes was false", true},
    kDelta,
    kMu,
    kEpsilon};

theory::Count count_of(const Given& given, std::string_view name) {
  const std::string text = given.text(name, "");
  const std::size_t slash = std::min(text.find('/'), text.size());
  const double hits = jobs::as_number(text.substr(0, slash)).value_or(NAN),
               tries = slash < text.size() ? jobs::as_number(text.substr(slash + 1)).value_or(NAN) : NAN;
  const auto whole = [](double number) { return number == std::floor(number) && std::abs(number) < 9e15; };
  require(whole(hits) && whole(tries), "--{} takes two whole numbers like 40/500, got '{}'", name, text);
  return {.hits = static_cast<std::int64_t>(hits), .tries = static_cast<std::int64_t>(tries)};
}

Answer evidence(const Given& given) {
  const theory::EmpiricalPrivacy found =
      theory::empirical_privacy(count_of(given, "right"), count_of(given, "wrong"), delta_of(given));
  Answer out;
  out.sentence =
      fmt::format("Such an attack proves, with 95 % confidence, that mu is at least {:.4g} and epsilon at least {:.4g}.",
                  found.mu, found.epsilon);
  out.figures = {{"mu_at_least", found.mu},
                 {"epsilon_at_least", found.epsilon},
                 {"right_at_least", found.right},
                 {"wrong_at_most", found.wrong}};
  if (!given.has("mu") && !given.has("epsilon")) return out;
  const bool refuted =
      (given.has("mu") && found.mu > given.number("mu")) || (given.has("epsilon") && found.epsilon > given.number("epsilon"));
  out.sentence +=
      refuted ? " THE CERTIFICATE IS WRONG, or one of its assumptions is." : " That does not contradict the certificate.";
  out.figures["refuted"] = refuted;
  return out;
}

}  // namespace

extern const Topic certificate_topic, sketch_topic, evidence_topic;
const Topic certificate_topic = {
    .name = "certificate",
    .summary = "the guarantee of Gaussian noise on clipped records, or the noise a guarantee needs",
    .paper = "Balle and Wang 2018; Dong, Roth and Su 2022; Canonne, Kamath and Steinke 2020",
    .params = certificate_options,
    .example = "guise theory certificate --radius 2 --sd 4",
    .work_out = certificate};
const Topic sketch_topic = {.name = "sketch",
                            .summary = "the guarantee of noise on secret random sums over records",
                            .paper = "Blocki, Blum, Datta and Sheffet 2012; Sheffet 2017; exact",
                            .params = sketch_options,
                            .example = "guise theory sketch --rows 50 --epsilon 1",
                            .work_out = sketch};
const Topic evidence_topic = {.name = "evidence",
                              .summary = "what counted attacks prove against a guarantee",
                              .paper = "Clopper and Pearson 1934",
                              .params = evidence_options,
                              .example = "guise theory evidence --right 40/500 --wrong 10/500 --mu 0.65",
                              .work_out = evidence};

}  // namespace guise::cli
