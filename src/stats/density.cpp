// SPDX-License-Identifier: Apache-2.0
// Agrawal and Srikant (2000) iterate over records; here the records are first counted in cells, and the noise law is integrated
// over the cells (x uniform within its cell), so that one iteration costs cells x cells whatever the number of records, and
// cells wider than the noise are right too.
#include "stats/density.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "stats/noise_law.h"
#include "stats/spread_counts.h"

namespace guise::stats {
namespace {

// Cells of y: 400 give a density within 4e-5 (total variation) of the one from the records themselves.
constexpr int kNoisyCells = 400;

// The stopping rule: once an iteration raises the log-likelihood by less than this many times what it would raise it if the
// density were right already and only the draw of the records were fitted, it follows noise. Measured on five shapes (triangle,
// bell, two bells, box, exponential), three laws, 300 to 3e5 records and SNR .3 to 4, ten seeds each: the total variation is
// 1.17 times that at the best iteration (geometric mean; 1.4 in one case of ten, 2.3 at worst). The same gain for all, 0.1,
// gave 1.44, 2.5 and 7.3, and running to 1000 iterations up to 29; factors of 2 and 4 are 1.25 and 1.16.
// The squared error of the posterior mean is 1.003 times that at the best iteration, 1.06 at worst (72 cases).
constexpr double kTimesNoise = 3;
constexpr int kMostIterations = 1000;

/// Counts of y in equal cells, a whole number of them for every cell of x.
struct Counts {
  double low, width;
  Vector count;
};

/// `least` is a range below which all numbers count as one: without it cells could be too small for their probabilities.
Counts count_cells(const Histogram& noisy, double least, int cells) {
  double low = noisy.edge(0), high = noisy.edge(noisy.cells().size());
  if (high - low < least) {
    low = (low + high) / 2 - least / 2;
    high = low + least;
  }
  const Index all = cells * static_cast<Index>((kNoisyCells + cells - 1) / cells);
  const double width = high / static_cast<double>(all) - low / static_cast<double>(all);
  return {low, width, spread_counts(noisy, low, width, all)};
}

/// K(i, g) = P(y in cell i | x in cell g): a function of the distance between the two cells alone.
Matrix kernel(const Counts& noisy, Index cells, random::Law law, double sd) {
  const Index all = noisy.count.size(), each = all / cells;
  Vector at(2 * all);  // by i - each g + all
  for (Index shift = -all; shift < all; ++shift)
    at[shift + all] = noise_transition(law, sd, 0, static_cast<double>(each) * noisy.width,
                                       static_cast<double>(shift) * noisy.width, noisy.width);
  Matrix out(all, cells);
  for (Index g = 0; g < cells; ++g) out.col(g) = at.segment(all - each * g, all);
  return out;
}

/// What one more iteration gains by fitting noise. Near its end EM is linear: it takes the share l_i from component i of what
/// is left to fit, l the eigenvalues of D(p)^1/2 K' D(1 / Kp) K D(p)^1/2. The log-likelihood that a component of pure noise is
/// worth is 1/2 on average, so iteration t + 1 gains sum (1 - l)^2t (1 - (1 - l)^2) / 2.
class NoiseGain {
 public:
  void refresh(const Matrix& k, const Vector& p, const Vector& fit) {
    const Matrix b = fit.cwiseSqrt().cwiseInverse().asDiagonal() * k * p.cwiseSqrt().asDiagonal();
    const Matrix small = b.rows() < b.cols() ? Matrix(b * b.transpose()) : Matrix(b.transpose() * b);
    const Vector values = small.selfadjointView<Eigen::Lower>().eigenvalues();  // without vectors: a quarter of the time
    left_ = (1 - values.array()).max(0.0).min(1.0).square();
  }
  double after(int iterations) const { return 0.5 * (left_.array().pow(iterations) * (1 - left_.array())).sum(); }

 private:
  Vector left_;  // (1 - l)^2
};

/// EM from the uniform density (Agrawal and Aggarwal 2001, section 4), that often or by the rule. Returns the iterations done.
int iterate(const Matrix& k, const Vector& count, int iterations, Vector& p) {
  constexpr double kTiny = 1e-300;  // a cell of y that no cell of x explains
  const bool by_rule = iterations == 0;
  const int most = by_rule ? kMostIterations : iterations;
  double before = -std::numeric_limits<double>::infinity();
  NoiseGain noise;
  for (int done = 0, next = 1; done < most; ++done) {
    const Vector fit = (k * p).cwiseMax(kTiny);
    if (by_rule) {
      if (done == next) {  // the eigenvalues change ever more slowly
        noise.refresh(k, p, fit);
        next *= 4;
      }
      const double likelihood = count.dot(fit.array().log().matrix());
      if (done > 0 && likelihood - before <= kTimesNoise * noise.after(done - 1)) return done;
      before = likelihood;
    }
    const Vector updated = p.cwiseProduct(k.transpose() * count.cwiseQuotient(fit));
    const double total = updated.sum();
    if (!(total > 0)) return done;
    p = updated / total;
  }
  return most;
}

}  // namespace

Density reconstruct_density(const Histogram& noisy, random::Law law, double sd, const Reconstruction& how) {
  require(noisy.count() > 0, "a density needs at least one number, got none");
  require(sd > 0 && std::isfinite(sd), "the standard deviation of the noise must be positive, got {}", sd);
  require(how.cells > 0, "a density needs at least one cell, got {}", how.cells);
  // Real noise spreads y over more than its sd; a thousandth of it means one record, or a sd that is not that of these data.
  const Counts counts = count_cells(noisy, 1e-3 * sd, how.cells);
  // The support is the range of y: for a symmetric noise with one peak the maximum-likelihood density lies within it, since
  // moving mass from outside to the nearest y raises every f(y - x). It is not shrunk by the noise: details much finer than the
  // noise cannot be recovered, so wider cells cost nothing, and a shrunk support would cut off outliers.
  const double each = static_cast<double>(counts.count.size() / how.cells);
  Density out{counts.low, each * counts.width, Vector::Constant(how.cells, 1.0 / how.cells)};
  const Matrix k = kernel(counts, how.cells, law, sd);
  out.iterations = iterate(k, counts.count, how.iterations, out.probability);
  return out;
}

}  // namespace guise::stats
