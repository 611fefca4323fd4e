// SPDX-License-Identifier: Apache-2.0
#include "attacks/lattice.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "stats/noise_law.h"

namespace guise::attacks {
namespace {

// Multiples between the smallest and the largest value beyond which their probabilities are not learnt but taken as equal.
constexpr double kMostPoints = 1 << 20;
constexpr int kIterations = 30;
// Standard errors between multiples and continuous values, for either to be claimed.
constexpr double kApart = 5;
// Shapes of the gamma law of rates tried: from counts taken as they are to all neighbours alike.
constexpr double kShapes[] = {0.1, 0.5, 2, 8, 32, 128, 1e9};

/// Rounded to steps that are not much finer than the noise, it has the steps' own probabilities.
bool is_stepped(const Noise& noise) {
  constexpr double kFine = 0.01;
  return noise.sd > 0 && noise.step > kFine * noise.sd;
}

/// Probability that noise is rounded to this, or its density where it is not rounded.
double likelihood(const Noise& noise, double away) {
  if (!is_stepped(noise)) return stats::noise_density(noise.law, noise.sd, away);
  return stats::noise_mass(noise.law, noise.sd, away - noise.step / 2, away + noise.step / 2).share;
}

double reach(const Noise& noise);

/// E cos(t r).
double characteristic(const Noise& noise, double t) {
  if (is_stepped(noise)) {
    double sum = likelihood(noise, 0);
    for (double r = noise.step; r < reach(noise); r += noise.step) sum += 2 * std::cos(t * r) * likelihood(noise, r);
    return sum;
  }
  const double z = t * noise.sd;
  switch (noise.law) {
    case random::Law::gaussian:
      return std::exp(-z * z / 2);
    case random::Law::uniform:
      return z == 0 ? 1 : std::sin(std::numbers::sqrt3 * z) / (std::numbers::sqrt3 * z);
    case random::Law::laplace:
      return 1 / (1 + z * z / 2);
  }
  return 0;
}

/// Values farther than this from a multiple cannot, or hardly ever do, come from it.
double reach(const Noise& noise) {
  const double rounding = is_stepped(noise) ? noise.step : 0;
  switch (noise.law) {
    case random::Law::gaussian:
      return 8 * noise.sd + rounding;
    case random::Law::uniform:
      return std::numbers::sqrt3 * noise.sd + rounding;
    case random::Law::laplace:
      return 25 * noise.sd + rounding;
  }
  return 0;
}

/// Variance of the mean cosine of n phases whose characteristic function is `once` and, of twice the angle, `twice`.
double cosine_error(double once, double twice, double n) {
  return std::sqrt(std::max(0.0, (1 + twice) / 2 - once * once) / n);
}

/// Probabilities from counts: a count is Poisson, its rate gamma with the mean of the 51 multiples around it and this shape,
/// and the rate is guessed by its posterior mean. A large shape makes neighbours alike. One record is spread over all
/// multiples, since other records than the sample's may have those it lacks.
std::vector<double> calmed(const std::vector<double>& counts, double shape) {
  constexpr std::size_t kAround = 25;
  const std::size_t n = counts.size();
  std::vector<double> sums(n + 1, 0.0), out(n);
  for (std::size_t k = 0; k < n; ++k) sums[k + 1] = sums[k] + counts[k];
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t from = k < kAround ? 0 : k - kAround, to = std::min(n, k + kAround + 1);
    const double mean = (sums[to] - sums[from]) / static_cast<double>(to - from);
    out[k] = (mean * (counts[k] + shape) / (mean + shape) + 1 / static_cast<double>(n)) / (sums[n] + 1);
  }
  return out;
}

}  // namespace

double noise_phase(const Noise& noise, double unit) {
  return characteristic(noise, 2 * std::numbers::pi / unit);
}

Sign lattice_sign(const Vector& values, const Noise& noise, double unit) {
  // Allowed around the expected phase, in standard errors; and between it and that of continuous values, on their side.
  constexpr double kAllowed = 4;
  const double n = static_cast<double>(values.size()), largest = values.cwiseAbs().maxCoeff();
  // Digits of the values, and of what they were rounded to: multiples of the step itself are all there is.
  constexpr double kDigits = 0x1p-52, kSeen = 1e-3;
  if (largest * kDigits > kSeen * unit || (noise.sd > 0 && 1.5 * noise.step > unit)) return Sign::drowned;
  const double expected = noise_phase(noise, unit), twice = noise_phase(noise, unit / 2);
  // Continuous values of the variance that is left, around one multiple: 0 +- sqrt(1/2n) where they reach over several.
  const double spread = (values.array() - values.mean()).square().mean() - square(noise.sd);
  const double smooth = std::exp(-2 * square(std::numbers::pi / unit) * std::max(spread, 0.0));
  const double error = cosine_error(expected, twice, n);
  const double apart = kAllowed * error + kApart * cosine_error(expected * smooth, twice * std::pow(smooth, 4), n);
  if (std::abs(expected) * (1 - smooth) < apart) return Sign::drowned;
  double cosine = 0, sine = 0;
  for (const double y : values) {
    const double phase = 2 * std::numbers::pi * std::remainder(y / unit, 1.0);
    cosine += std::cos(phase) / n;
    sine += std::sin(phase) / n;
  }
  constexpr double kRounding = 1e-6;  // of the values themselves: 0.1 has no exact double
  const double sine_error = std::sqrt(std::max(0.0, (1 - twice) / 2) / n);
  const bool fits =
      std::abs(cosine - expected) <= kAllowed * error + kRounding && std::abs(sine) <= kAllowed * sine_error + kRounding;
  return fits ? Sign::present : Sign::absent;
}

double false_alarms() {
  return kUnits * std::erfc(kApart / std::numbers::sqrt2) / 2;
}

/// Whether more values than noise explains belong to another multiple than most do. Numbers much smaller than a unit have the
/// phase of its multiple 0, whatever they are.
bool shows_several(const Vector& values, const Noise& noise, double unit) {
  if (values.minCoeff() == values.maxCoeff()) return true;  // a constant is a multiple of anything it divides by
  std::vector<double> nearest(values.begin(), values.end());
  for (double& each : nearest) each = std::nearbyint(each / unit);
  const auto middle = nearest.begin() + static_cast<std::ptrdiff_t>(nearest.size() / 2);
  std::nth_element(nearest.begin(), middle, nearest.end());
  const double usual = *middle, n = static_cast<double>(nearest.size());
  const double others = n - static_cast<double>(std::count(nearest.begin(), nearest.end(), usual));
  const double strays = n * (1 - rounding_hits(noise, unit));
  return others > strays + 4 * std::sqrt(strays);
}

std::optional<double> find_unit(const Vector& values, const Noise& noise) {
  for (int power = 3; power >= -3; --power)
    for (const double digit : {5.0, 2.0, 1.0}) {
      const double unit = power < 0 ? digit / std::pow(10.0, -power) : digit * std::pow(10.0, power);
      if (unit > 1000 || lattice_sign(values, noise, unit) != Sign::present) continue;
      if (shows_several(values, noise, unit)) return unit;
    }
  return {};
}

double rounding_hits(const Noise& noise, double unit) {
  return noise.sd > 0 ? 2 * stats::noise_cdf(noise.law, noise.sd, unit / 2) - 1 : 1;
}

/// What noise makes of the multiples near to values, which stays the same while their probabilities are learnt. Kept where it
/// is not too much, else worked out again.
class Lattice::Nearby {
 public:
  Nearby(const Lattice& lattice, const std::vector<double>& values) : lattice_(lattice), values_(values) {
    constexpr std::size_t kMostKept = 4'000'000;
    std::size_t all = 0;
    for (const double y : values) {
      ranges_.push_back(lattice.near(y));
      starts_.push_back(all);
      all += ranges_.back().to - ranges_.back().from;
    }
    if (all > kMostKept) return;
    kept_.reserve(all);
    for (std::size_t i = 0; i < values.size(); ++i) lattice.likelihoods(ranges_[i], values[i], kept_);
  }
  const Range& range(std::size_t i) const { return ranges_[i]; }
  const double* likelihoods(std::size_t i) {
    if (!kept_.empty()) return kept_.data() + starts_[i];
    own_.clear();
    lattice_.likelihoods(ranges_[i], values_[i], own_);
    return own_.data();
  }

 private:
  const Lattice& lattice_;
  const std::vector<double>& values_;
  std::vector<Range> ranges_ = {};
  std::vector<std::size_t> starts_ = {};
  std::vector<double> kept_ = {}, own_ = {};
};

Lattice::Lattice(const Vector& values, const Noise& noise, double unit) : noise_(noise), unit_(unit) {
  if (values.size() == 0 || !(noise.sd > 0)) return;
  first_ = std::floor((values.minCoeff() - reach(noise)) / unit);
  const double points = std::ceil((values.maxCoeff() + reach(noise)) / unit) - first_ + 1;
  if (!(points <= kMostPoints)) return;
  prior_.resize(static_cast<std::size_t>(points));
  // How far to trust single counts where there are few per multiple: as far as pays on records the counts were not made of.
  std::vector<double> all(values.begin(), values.end()), parts[2];
  for (std::size_t i = 0; i < all.size(); ++i) parts[i % 2].push_back(all[i]);
  const std::vector<double> half = expected_counts(parts[0]);
  Nearby nearby(*this, parts[1]);
  double shape = kShapes[0], most = -std::numeric_limits<double>::infinity();
  for (const double candidate : kShapes) {
    prior_ = calmed(half, candidate);
    const double likelihood = log_likelihood(nearby, parts[1].size());
    if (likelihood > most) shape = candidate, most = likelihood;
  }
  prior_ = calmed(expected_counts(all), shape);
}

/// Of a value at each multiple near it, behind what `out` holds.
void Lattice::likelihoods(const Range& range, double y, std::vector<double>& out) const {
  for (std::size_t k = range.from; k < range.to; ++k) out.push_back(likelihood(noise_, y - at(k)));
}

/// Expected number of records at each multiple, by expectation maximisation from equal probabilities.
std::vector<double> Lattice::expected_counts(const std::vector<double>& values) {
  Nearby nearby(*this, values);
  std::fill(prior_.begin(), prior_.end(), 1.0);
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    std::vector<double> counts(prior_.size(), 0.0);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const Range& range = nearby.range(i);
      const double* likely = nearby.likelihoods(i);
      double total = 0;
      for (std::size_t k = range.from; k < range.to; ++k) total += prior_[k] * likely[k - range.from];
      if (!(total > 0)) continue;
      for (std::size_t k = range.from; k < range.to; ++k) counts[k] += prior_[k] * likely[k - range.from] / total;
    }
    prior_ = std::move(counts);
  }
  return prior_;
}

double Lattice::log_likelihood(Nearby& nearby, std::size_t values) const {
  double sum = 0;
  for (std::size_t i = 0; i < values; ++i) {
    const Range& range = nearby.range(i);
    const double* likely = nearby.likelihoods(i);
    double total = 0;
    for (std::size_t k = range.from; k < range.to; ++k) total += prior_[k] * likely[k - range.from];
    sum += std::log(std::max(total, std::numeric_limits<double>::min()));
  }
  return sum;
}

Lattice::Range Lattice::near(double y) const {
  const double last = static_cast<double>(prior_.size());
  const double from = std::ceil((y - reach(noise_)) / unit_ - 1e-9) - first_,
               to = std::floor((y + reach(noise_)) / unit_ + 1e-9) - first_ + 1;
  return {static_cast<std::size_t>(std::clamp(from, 0.0, last)), static_cast<std::size_t>(std::clamp(to, 0.0, last))};
}

Lattice::Point Lattice::most_likely(double y) const {
  const double rounded = std::nearbyint(y / unit_) * unit_;
  const Range range = near(y);
  std::vector<double> weight;
  likelihoods(range, y, weight);
  double total = 0, best = -1;
  std::size_t most = range.from;
  for (std::size_t k = range.from; k < range.to; ++k) {
    const double here = weight[k - range.from] *= prior_[k];
    total += here;
    if (here > best) best = here, most = k;
  }
  if (!(total > 0)) return {rounded, rounding_hits(noise_, unit_), noise_.sd};  // nothing learnt here: the nearest multiple
  double error = 0;
  for (std::size_t k = range.from; k < range.to; ++k) error += weight[k - range.from] / total * square(at(k) - at(most));
  return {at(most), best / total, std::sqrt(error)};
}

}  // namespace guise::attacks
