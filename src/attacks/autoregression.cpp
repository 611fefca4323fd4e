// SPDX-License-Identifier: Apache-2.0
#include "attacks/autoregression.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <unsupported/Eigen/FFT>
#include <utility>
#include <vector>

#include "attacks/serial.h"
#include "linalg/solve.h"

namespace guise::attacks {
namespace {

constexpr int kExpectationSteps = 10;
constexpr Index kLongOrder = 40;
// Likelihoods and expectations are formed on so many records, in pieces spread over the runs; autocovariances, which cost
// nothing, on all.
constexpr Index kLikelihoodRecords = 5000, kPieces = 5;
constexpr Index kFrequencies =
    4096;  // a line of the spectrum narrower than 1/4096 cycles needs more records than are looked at
// Below these shares of the variance a spectrum or an innovation is rounding, not signal.
constexpr double kSpectrumFloor = 1e-3, kInnovationFloor = 1e-9;

/// The long autoregression with the least of Akaike's criterion n log(innovation) + 2 p.
Autoregression long_autoregression(const Runs& series) {
  const Index n = length_of(series), most = std::min(kLongOrder, n / 4);
  const Vector gamma = autocovariance(series, most);
  Autoregression best{.phi = Vector(0), .innovation = gamma[0]};
  double least = static_cast<double>(n) * std::log(gamma[0]);
  for (Index p = 1; p <= most; ++p) {
    const auto fit = yule_walker(gamma, p);
    if (!fit) break;
    const double criterion = static_cast<double>(n) * std::log(fit->innovation) + 2 * static_cast<double>(p);
    if (criterion < least) best = *fit, least = criterion;
  }
  return best;
}

/// One step of expectation maximisation: the regression of x_t on its past, both as the smoother sees them.
Autoregression improved(const Autoregression& model, const Runs& series, double noise_variance) {
  const Index p = model.phi.size();
  const Smoother smoother(model, noise_variance);
  Matrix moments = Matrix::Zero(p + 1, p + 1);
  for (const Vector& run : series) moments += smoother.second_moments(run);
  const Vector cross = moments.col(0).tail(p);
  const Vector phi = linalg::solve_symmetric(moments.bottomRightCorner(p, p), cross);
  return {.phi = phi, .innovation = (moments(0, 0) - phi.dot(cross)) / static_cast<double>(length_of(series))};
}

/// The pieces that likelihoods are formed on. Each is one run: where two met, a wandering series would seem to jump.
Runs pieces_of(const Runs& series) {
  const Index n = length_of(series), length = kLikelihoodRecords / kPieces;
  if (n <= kLikelihoodRecords) return series;
  Runs pieces;
  for (Index i = 0; i < kPieces; ++i) {
    Index at = i * (n - length) / (kPieces - 1);
    auto run = series.begin();
    for (; at >= run->size(); ++run) at -= run->size();
    pieces.push_back(run->segment(std::max<Index>(0, std::min(at, run->size() - length)), std::min(length, run->size())));
  }
  return pieces;
}

double log_likelihood(const Autoregression& model, const Runs& series, double noise_variance) {
  const Smoother smoother(model, noise_variance);
  double sum = 0;
  for (const Vector& run : series) sum += smoother.log_likelihood(run);
  return sum;
}

bool usable(const Autoregression& model, double variance) {
  return model.phi.allFinite() && stationary(model.phi) && model.innovation > kInnovationFloor * variance;
}

}  // namespace

std::optional<Autoregression> yule_walker(const Vector& gamma, Index order) {
  Autoregression fit{.phi = Vector(0), .innovation = gamma[0]};
  for (Index p = 1; p <= order; ++p) {
    if (!(fit.innovation > kInnovationFloor * gamma[0])) return {};
    const double k = (gamma[p] - fit.phi.dot(gamma.segment(1, p - 1).reverse())) / fit.innovation;
    if (!(std::abs(k) < 1)) return {};
    Vector phi(p);
    phi << fit.phi - k * fit.phi.reverse(), k;
    fit = {.phi = std::move(phi), .innovation = fit.innovation * (1 - k * k)};
  }
  return fit;
}

Vector denoised_autocovariance(const Runs& series, double noise_variance, Index lags) {
  // Taking the noise off gamma(0) alone leaves, at orders above 3 or so, autocovariances that no series can have. Taking it off
  // the spectrum, which is then cut at 0, always leaves possible ones.
  const Autoregression model = long_autoregression(series);
  std::vector<std::complex<double>> a(kFrequencies, 0.0), response;
  a[0] = 1;
  for (Index k = 0; k < model.phi.size(); ++k) a[static_cast<std::size_t>(k + 1)] = -model.phi[k];
  Eigen::FFT<double> fft;
  fft.fwd(response, a);
  for (auto& value : response)
    value = std::max(model.innovation / std::norm(value) - noise_variance, kSpectrumFloor * noise_variance);
  fft.inv(a, response);
  Vector gamma(lags + 1);
  for (Index k = 0; k <= lags; ++k) gamma[k] = a[static_cast<std::size_t>(k)].real();
  return gamma;
}

std::optional<Autoregression> fit_autoregression(const Runs& series, double noise_variance, Index order) {
  const Index most = std::min(order > 0 ? order : kMostOrder, length_of(series) / 4);
  Vector plain = autocovariance(series, most);
  const double variance = plain[0] - noise_variance;
  if (most < 1 || !(variance > 0)) return {};
  plain[0] = variance;  // Yule-Walker on the autocovariance less sigma^2 at lag 0: good at low orders
  const Vector denoised = denoised_autocovariance(series, noise_variance, most);
  const Runs part = pieces_of(series);
  std::optional<Autoregression> best;
  double least = std::numeric_limits<double>::infinity();
  for (Index p = order > 0 ? most : 1; p <= most; ++p) {
    for (const Vector* gamma : {&std::as_const(plain), &denoised}) {
      const auto fit = yule_walker(*gamma, p);
      if (!fit || !usable(*fit, variance)) continue;
      const double criterion = 2 * static_cast<double>(p + 1) - 2 * log_likelihood(*fit, part, noise_variance);
      if (criterion < least) best = fit, least = criterion;
    }
  }
  for (int i = 0; best && i < kExpectationSteps; ++i) {
    const Autoregression next = improved(*best, part, noise_variance);
    if (!usable(next, variance)) break;
    best = next;
  }
  return best;
}

}  // namespace guise::attacks
