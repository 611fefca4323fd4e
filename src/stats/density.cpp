// SPDX-License-Identifier: Apache-2.0
// Agrawal and Srikant (2000) iterate over records; here the records are first counted in cells, and the noise law is integrated
// over the cells (x uniform within its cell), so that one iteration costs cells x cells whatever the number of records, and
// cells wider than the noise are right too.
#include "stats/density.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "stats/noise_law.h"

namespace guise::stats {
namespace {

// Cells of y: 400 give a density within 4e-5 (total variation) of the one from the records themselves.
constexpr std::size_t kNoisyCells = 400;

// The stopping rule: an iteration that raises the log-likelihood of all records together by less than this follows noise. The
// likelihood ratio of one real degree of freedom is worth a few units in all, and EM collects it over tens of iterations. On
// six shapes (triangle, bell, two bells, box, exponential, integers), 1e3 to 1e6 records and SNR .3 to 4 this stops at a
// posterior mean whose squared error is within 2.5 % of that at the best iteration; running to 1000 costs up to 6 %, and 3 to 9
// times the best total variation on smooth shapes.
constexpr double kLeastGain = 0.1;
constexpr int kMostIterations = 1000;

/// The histogram of y in at most kNoisyCells equal cells.
struct Counts {
  double low, width;
  Vector count;
  double high() const { return low + width * static_cast<double>(count.size()); }
};

/// `least` is a range below which all numbers count as one: without it cells could be too small for their probabilities.
Counts join_cells(const Histogram& noisy, double least) {
  const double low = noisy.edge(0), high = noisy.edge(noisy.cells().size());
  if (high - low < least) return {low - least / 2, least, Vector::Constant(1, static_cast<double>(noisy.count()))};
  const std::size_t each = (noisy.cells().size() + kNoisyCells - 1) / kNoisyCells;
  const std::size_t cells = (noisy.cells().size() + each - 1) / each;
  Counts out{noisy.edge(0), noisy.width() * static_cast<double>(each), Vector::Zero(static_cast<Index>(cells))};
  for (std::size_t i = 0; i < noisy.cells().size(); ++i)
    out.count[static_cast<Index>(i / each)] += static_cast<double>(noisy.cells()[i]);
  return out;
}

/// K(i, g) = P(y in cell i | x in cell g).
Matrix kernel(const Counts& noisy, const Density& density, random::Law law, double sd) {
  Matrix out(noisy.count.size(), density.probability.size());
  for (Index g = 0; g < out.cols(); ++g)
    for (Index i = 0; i < out.rows(); ++i)
      out(i, g) = noise_transition(law, sd, density.low + static_cast<double>(g) * density.width, density.width,
                                   noisy.low + static_cast<double>(i) * noisy.width, noisy.width);
  return out;
}

/// EM from the uniform density (Agrawal and Aggarwal 2001, section 4), until `enough`(iterations done, gain of log-likelihood).
template <typename Enough>
void iterate(const Matrix& k, const Vector& count, Vector& p, const Enough& enough) {
  constexpr double kTiny = 1e-300;  // a cell of y that no cell of x explains
  double before = -std::numeric_limits<double>::infinity();
  for (int iteration = 0;; ++iteration) {
    const Vector fit = (k * p).cwiseMax(kTiny);
    const double likelihood = count.dot(fit.array().log().matrix());
    if (enough(iteration, likelihood - before)) return;
    before = likelihood;
    p = p.cwiseProduct(k.transpose() * count.cwiseQuotient(fit));
    const double total = p.sum();
    if (!(total > 0)) return;
    p /= total;
  }
}

}  // namespace

Density reconstruct_density(const Histogram& noisy, random::Law law, double sd, const Reconstruction& how) {
  require(noisy.count() > 0, "a density needs at least one number, got none");
  require(sd > 0 && std::isfinite(sd), "the standard deviation of the noise must be positive, got {}", sd);
  require(how.cells > 0, "a density needs at least one cell, got {}", how.cells);
  // Real noise spreads y over more than its sd; a thousandth of it means one record, or a sd that is not that of these data.
  const Counts counts = join_cells(noisy, 1e-3 * sd);
  // The support is the range of y: for a symmetric noise with one peak the maximum-likelihood density lies within it, since
  // moving mass from outside to the nearest y raises every f(y - x). It is not shrunk by the noise: details much finer than the
  // noise cannot be recovered, so wider cells cost nothing, and a shrunk support would cut off outliers.
  Density out{counts.low, counts.high() / how.cells - counts.low / how.cells, Vector::Constant(how.cells, 1.0 / how.cells)};
  const Matrix k = kernel(counts, out, law, sd);
  iterate(k, counts.count, out.probability, [&](int iteration, double gain) {
    return how.iterations > 0 ? iteration >= how.iterations : gain < kLeastGain || iteration >= kMostIterations;
  });
  return out;
}

}  // namespace guise::stats
