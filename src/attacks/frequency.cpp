// SPDX-License-Identifier: Apache-2.0
#include "attacks/frequency.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "linalg/fourier.h"

namespace guise::attacks {
namespace {

// A raw periodogram scatters by 100 % however long the series, and the gain with it. Five frequencies calm it to 45 % and are
// still narrower than the gap between the lines of a wave with ten or more periods.
constexpr Index kAveraged = 5;

/// Power at each frequency of noise with variance 1 would be 1.
std::vector<double> smoothed_periodogram(const linalg::ComplexSeries& spectrum) {
  const Index n = spectrum.real.size();
  const auto power = [&](Index f) {
    // The mean was taken off, so frequency 0 says nothing; its neighbour stands in for it.
    const Index wrapped = ((f % n) + n) % n, used = wrapped == 0 ? 1 % n : wrapped;
    return (square(spectrum.real[used]) + square(spectrum.imaginary[used])) / static_cast<double>(n);
  };
  std::vector<double> smooth(static_cast<std::size_t>(n));
  for (Index f = 0; f < n; ++f) {
    double sum = 0;
    for (Index k = -kAveraged / 2; k <= kAveraged / 2; ++k) sum += power(f + k);
    smooth[static_cast<std::size_t>(f)] = sum / kAveraged;
  }
  return smooth;
}

}  // namespace

Vector filter_frame(const Vector& frame, double noise_variance) {
  const double mean = frame.mean();
  linalg::ComplexSeries spectrum = linalg::fourier({frame.array() - mean, Vector::Zero(frame.size())});
  const std::vector<double> power = smoothed_periodogram(spectrum);
  for (Index f = 0; f < frame.size(); ++f) {
    const double gain = std::max(0.0, 1 - noise_variance / power[static_cast<std::size_t>(f)]);
    spectrum.real[f] *= gain;
    spectrum.imaginary[f] *= gain;
  }
  return linalg::inverse_fourier(std::move(spectrum)).real.array() + mean;
}

Vector filter_frequencies(const Series& series, double noise_variance) {
  constexpr Index kHop = kFrame / 2;
  const Index rows = series.values.size(), own_end = series.before + series.count;
  if (rows <= kFrame) return filter_frame(series.values, noise_variance).segment(series.before, series.count);
  Vector sum = Vector::Zero(series.count), weights = Vector::Zero(series.count);
  // Frames cover [k hop, k hop + frame) in record numbers; row r is record first_record + r.
  const Index phase = static_cast<Index>(series.first_record % kHop);
  Index start = ((series.before + phase) / kHop) * kHop - phase - kHop;
  for (; start < own_end; start += kHop) {
    const Index from = std::max<Index>(start, 0), to = std::min(start + kFrame, rows);
    if (to - from < kHop) continue;  // cut short by an end of the table; the frame before or after it covers these records
    const Vector filtered = filter_frame(series.values.segment(from, to - from), noise_variance);
    for (Index r = std::max(from, series.before); r < std::min(to, own_end); ++r) {
      const double weight =
          square(std::sin(std::numbers::pi * (static_cast<double>(r - start) + 0.5) / static_cast<double>(kFrame)));
      sum[r - series.before] += weight * filtered[r - from];
      weights[r - series.before] += weight;
    }
  }
  return sum.cwiseQuotient(weights);
}

}  // namespace guise::attacks
