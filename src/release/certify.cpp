// SPDX-License-Identifier: Apache-2.0
// From a card to what it certifies: how far one record can move what the noise is added to, and by how much noise.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "base/names.h"
#include "release/card_steps.h"
#include "release/certificate.h"
#include "release/older_cards.h"
#include "release/sensitivity.h"

namespace guise::release {
namespace {

// Normals drawn by the inverse distribution function from 52 bits stop at 8.2 standard deviations; the rest has this
// probability.
constexpr double kCutOff = 1.1e-16;

// Who is right once in twenty without the release; with a bound above this the promise is worth nothing.
constexpr double kPrior = 0.05, kWorthless = 0.95;

/// Follows the steps of a card. Once noise protects records, all that follows is processing of what is protected already, so a
/// guarantee stays; of several the strongest counts.
class CertificateWalk {
 public:
  explicit CertificateWalk(const Card& card) : reach_{.columns = static_cast<Index>(card.attributes.size())} {}

  void read(const StepCard& step, const stats::StepSecret& secret) {
    if (step.learnt && learnt_.empty())
      learnt_ =
          fmt::format("'{}' was estimated from the data, so each record influenced what is released of all others", step.text);
    if (step.effect == Effect::noise) return noise(step);
    multiplied_ = multiplied_ || step.effect == Effect::factor;
    if (!learnt_.empty()) return;
    if (step.effect == Effect::sums) return mix_records(step);
    if (mixes_records_ && step.effect == Effect::shift) return;  // the same constant, whatever is in the sums
    if (mixes_records_ && !is_linear(step) && spoilt_.empty())
      spoilt_ = fmt::format("'{}' comes between the sums over records and their noise", step.text);
    reach_ = after_step(reach_, step, secret);
  }

  Certificate finish() {
    if (best_.holds()) return std::move(best_);
    std::vector<std::string> reasons;
    for (const std::string& each : {learnt_, spoilt_, refused_})
      if (!each.empty()) reasons.push_back(each);
    if (!noisy_) reasons.push_back(no_noise());
    Certificate out = no_guarantee(reasons.front());
    out.reasons = std::move(reasons);
    return out;
  }

 private:
  const char* no_noise() const {
    if (mixes_records_) return "no noise is added to the sums over records";
    if (multiplied_) return "factors leave zeros and signs as they are, and small values stay small";
    return "no noise is added, so equal records stay equal and one that is changed is seen to change";
  }

  void mix_records(const StepCard& step) {
    if (mixes_records_ || step.law != "gaussian") {
      spoilt_ = mixes_records_ ? "records are mixed twice" : "sums over records are certified with law=gaussian only";
      return;
    }
    mixes_records_ = true;
    reach_.center = {};
    // U = f (R X + (sd / f) Z): what is longest is measured in units of the factor.
    reach_.length *= step.scaled ? 1 / std::sqrt(static_cast<double>(step.outputs)) : step.entry_sd;
    rows_ = step.outputs;
  }

  void noise(const StepCard& step) {
    consider(step);
    noisy_ = true;
    // Given the noise, two records are as far apart as before; how long they are is not bounded any more.
    if (!mixes_records_) reach_.length = std::numeric_limits<double>::infinity();
    reach_.center = {};
  }

  void consider(const StepCard& step) {
    if (!learnt_.empty() || !spoilt_.empty()) return;
    const double bound = mixes_records_ ? reach_.length : reach_.diameter;
    if (step.law == "ball") return refuse("noise within a ball is bounded, so it rules out every value that is too far away");
    if (step.law == "uniform") return refuse("uniform noise is bounded, so it rules out every value that is too far away");
    if (static_cast<Index>(step.sd.size()) != reach_.columns || to_vector(step.sd).minCoeff() <= 0)
      return refuse("the card does not say the size of the noise");
    if (std::isinf(bound / to_vector(step.sd).minCoeff())) {
      if (!reach_.unknown.empty()) return refuse(reach_.unknown);
      return refuse(
          "records are not clipped to public bounds before the noise, so one may stand out from any noise; put "
          "clip(center=…, radius=…) first");
    }
    if (mixes_records_ && (step.law == "laplace" || step.law == "laplace-norm" || !step.grid.empty()))
      return refuse("sums over records are certified with continuous gaussian noise only");
    propose(mixes_records_               ? of_sums(step)
            : step.law == "laplace"      ? laplace(step)
            : step.law == "laplace-norm" ? of_lengths(step)
                                         : gaussian(step));
  }

  void refuse(const std::string& reason) {
    if (refused_.empty()) refused_ = reason;
  }

  void propose(const Certificate& found) {
    if (!best_.holds() || &weaker(best_, found) == &best_) best_ = found;
  }

  /// mu = diameter / sd in the direction of the least noise. On a grid values are rounded before: two move apart by up to a
  /// cell.
  Certificate gaussian(const StepCard& step) const {
    const double sd = to_vector(step.sd).minCoeff(), diameter = reach_.diameter + to_vector(step.grid).norm();
    const bool grid = !step.grid.empty();
    Certificate out = with_noise(grid ? Guarantee::grid : Guarantee::gaussian, grid ? 0 : reach_.columns);
    out.mu = diameter / sd;
    out.reasons.push_back(
        fmt::format("records differ by at most {:.6g} where noise of sd {:.6g} or more is added", diameter, sd));
    return out;
  }

  /// epsilon = sum of |d_j| / b_j, b_j = sd_j / sqrt(2): over a ball of differences d at most its radius times |1/b|.
  Certificate laplace(const StepCard& step) const {
    Certificate out = with_noise(Guarantee::laplace, reach_.columns);
    out.epsilon = reach_.diameter * std::numbers::sqrt2 * to_vector(step.sd).cwiseInverse().norm();
    out.reasons.push_back(fmt::format("records differ by at most {:.6g} where the noise is added", reach_.diameter));
    return out;
  }

  /// A density that falls by exp(-epsilon |y - x|) (metric privacy): epsilon = sqrt(d + 1) / sd in d columns, times the
  /// distance.
  Certificate of_lengths(const StepCard& step) const {
    Certificate out = with_noise(Guarantee::laplace, reach_.columns);
    out.epsilon = reach_.diameter * std::sqrt(static_cast<double>(reach_.columns) + 1) / to_vector(step.sd).minCoeff();
    out.reasons.push_back(fmt::format("records differ by at most {:.6g} where the noise is added", reach_.diameter));
    return out;
  }

  /// Given all of the matrix but its column for one record, only that column and the noise must be normal.
  Certificate of_sums(const StepCard& step) const {
    Certificate out = with_noise(Guarantee::sketch, rows_ * (reach_.columns + 1));
    out.unit = "one record, added or removed";
    out.sketch = {.leverage = theory::leverage_of(reach_.length, to_vector(step.sd).minCoeff()), .rows = rows_};
    out.reasons.emplace_back(
        "the matrix must be secret and used once: nothing is promised against a partner with the shared half of "
        "the key, or for a second release with it");
    return out;
  }

  Certificate with_noise(Guarantee kind, Index cells) const {
    Certificate out{.kind = kind, .unit = "one record, replaced by any other"};
    out.extra_delta = kCutOff * static_cast<double>(cells);
    return out;
  }

  Reach reach_;
  Index rows_ = 0;
  bool noisy_ = false, multiplied_ = false, mixes_records_ = false;
  std::string learnt_, spoilt_, refused_;  // reasons
  Certificate best_;
};

std::string percent(double share) {
  return share > 0.9995 && share < 1 ? "over 99.9 %" : fmt::format("{:.1f} %", 100 * share);
}

void describe(Certificate& certificate, const Card& card) {
  const std::optional<double> epsilon = certified_epsilon(certificate, kStatedDelta),
                              success = certified_success(certificate, kPrior);
  const bool worthless = !epsilon || *success > kWorthless;
  const std::string size = certificate.epsilon ? fmt::format("epsilon = {:.4g}", *certificate.epsilon)
                           : epsilon           ? fmt::format("epsilon = {:.4g} at delta = {:g}", *epsilon, kStatedDelta)
                                               : std::string("no epsilon at so small a delta");
  certificate.sentence = fmt::format(
      "{}{} for {}: {}{}. A guess that is right with probability {} without the release is right with at most {} with it.",
      worthless ? "A formal guarantee in name only" : "Formal guarantee",
      certificate.extra_delta > 0 ? ", approximate in floating point," : "", certificate.unit,
      certificate.mu ? fmt::format("mu = {:.4g}, ", *certificate.mu) : "", size, percent(kPrior), percent(*success));
  if (!card.kept.empty()) certificate.sentence += " Kept columns are outside of it.";
  if (certificate.extra_delta > 0 && certificate.kind != Guarantee::sketch)
    certificate.reasons.emplace_back(
        "approximate: the last digits of floating-point noise can reveal more than exact noise does; noise(grid=…) is exact");
  certificate.reasons.emplace_back(
      "for this release alone, the own half of the key kept secret; releases of the same records add up");
  if (!card.kept.empty()) certificate.reasons.push_back("outside of it, in clear: " + enumerate(card.kept));
}

}  // namespace

Certificate certify(const Card& card, const std::vector<stats::StepSecret>& secrets) {
  require(!card.attributes.empty(), "the card names no attributes; it was changed or cut off");
  CertificateWalk walk(card);
  const std::vector<StepCard> steps = steps_of(card);
  for (std::size_t i = 0; i < steps.size(); ++i) walk.read(steps[i], i < secrets.size() ? secrets[i] : stats::StepSecret());
  Certificate out = walk.finish();
  if (out.holds()) describe(out, card);
  return out;
}

}  // namespace guise::release
