// SPDX-License-Identifier: Apache-2.0
#include "audit/next_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "base/names.h"
#include "base/params.h"
#include "release/noise_shape.h"
#include "theory/noise_needed.h"

namespace guise::audit {
namespace {

constexpr std::string_view kSearch =
    "Search for a mask within your limits with guise advise, for example with ‘limits=gets<=0.3’.";

/// "4.2", "30", "1200": two digits are all that a closed form for Gaussian data is worth.
std::string two_digits(double value) {
  if (value < 10) return fmt::format("{:.1f}", value);
  const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
  return fmt::format("{:.0f}", unit * std::round(value / unit));
}

/// Two digits, not above the value.
std::string two_digits_below(double value) {
  const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
  return fmt::format("{:.2g}", unit * std::floor(value / unit * (1 + 1e-12)));
}

std::string as_in(const std::string& mask) {
  return mask.empty() ? "" : fmt::format(", as in '{}'", mask);
}

std::string about_leaks(const MaskResult& mask, const Result& audit) {
  if (identifiers_unmasked(audit))
    return "Remove or coarsen the unmasked columns: they identify records, and no mask on the other columns can help.";
  if (audit.given) return "Do not publish this file. Mask the originals anew, and audit the mask before you publish.";
  if (mask.noise_to_resist && std::isfinite(*mask.noise_to_resist) && *mask.noise_to_resist > 1)
    return fmt::format(
        "Use more noise: at least {} times its standard deviation{}. With less, the best linear guess recovers {:.0f} % of "
        "some "
        "column or more; other attacks may need more noise. {}",
        two_digits(std::sqrt(*mask.noise_to_resist)), as_in(with_more_noise(mask.mask, *mask.noise_to_resist)),
        100 * audit.thresholds.recovered, kSearch);
  return fmt::format("Change the mask. {}", kSearch);
}

bool any_knowing(const MaskResult& mask) {
  return std::any_of(mask.attackers.begin(), mask.attackers.end(), [](const AttackerResult& each) {
    return each.attacker.kind->recipient() == Recipient::knowing && worst_trial(each);
  });
}

constexpr double kLittle = 0.2;        // of the utility that a release could keep
constexpr std::size_t kMostNamed = 3;  // uses in one sentence

/// " Little use is left for correlation (0 % kept) and regression (11 % kept)."
std::string little_use(const MaskResult& mask) {
  std::vector<std::string> lost;
  for (const Utility& each : mask.utility)
    if (each.kept() < kLittle && lost.size() < kMostNamed)
      lost.push_back(fmt::format("{} ({:.0f} % kept)", each.name, 100 * each.kept()));
  return lost.empty() ? "" : fmt::format(" Little use is left for {}.", enumerate(lost));
}

std::string about_resisting(const MaskResult& mask, const Result& audit) {
  if (!mask.warnings.empty()) return "Do what the warnings advise, and audit again before you publish.";
  if (!any_knowing(mask) || !audit.attacks.empty())
    return "Audit with all attackers and attacks before you publish: people with prior knowledge may do better.";
  if (audit.given) return "Attacks that guise does not know may do better. Keep the release under an agreement if you can.";
  return "Publish the release and its card, never the key. Audit again before every further release of these people." +
         little_use(mask);
}

std::string about_not_assessed(const Result& audit) {
  if (audit.partial) return "Run the audit again with more time (‘time_limit’), or without a limit.";
  if (!audit.left_out.empty()) return "Run the audit again with ‘effort=full’.";
  if (audit.given && audit.given->untold()) return "Name a column that identifies records by ‘by’.";
  return "Read why attackers were not assessed. Not assessed does not mean safe.";
}

}  // namespace

std::string with_more_noise(const std::string& mask, double factor) {
  std::vector<Call> steps = parse_chain(mask);
  if (steps.size() != 1) return "";
  for (auto& [name, value] : steps[0].arguments) {
    double size = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), size);
    if ((name != "snr" && name != "sd") || error != std::errc() || end != value.data() + value.size()) continue;
    value = name == "snr" ? two_digits_below(size / factor) : fmt::format("{:.3g}", 1.005 * size * std::sqrt(factor));
    return steps[0].text();
  }
  return "";
}

std::optional<double> noise_to_resist(const attacks::Knowledge& known, const stats::Moments& truth,
                                      const stats::Moments& release, const Thresholds& thresholds) {
  const bool plain = !known.mixed && !known.records_mixed && !known.distorted && !known.cells && !known.factor &&
                     known.noise_covariance && release.attributes() == truth.attributes() &&
                     !(known.shape && known.shape->rescaled);
  if (!plain) return {};
  return theory::noise_factor(truth.covariance(), release::noise_covariance(known, release.covariance()), thresholds.recovered);
}

std::string next_step(Grade grade, const MaskResult& mask, const Result& audit) {
  switch (grade) {
    case Grade::do_not_publish:
    case Grade::leaks:
      return about_leaks(mask, audit);
    case Grade::undecided:
      return "Use more keys (‘keys’), or audit more records.";
    case Grade::not_assessed:
      return about_not_assessed(audit);
    case Grade::too_few_records:
      return "Audit a table with more records, or do not publish this one.";
    case Grade::resists:
      return about_resisting(mask, audit);
  }
  return "";
}

}  // namespace guise::audit
