// SPDX-License-Identifier: Apache-2.0
// What paper 004 prints about a reconstruction: recovery rates, Definition 3.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "attacks/knowledge.h"
#include "measures/comparison.h"
#include "papers/report.h"
#include "random/rng.h"

namespace guise::papers {

/// Tolerances of the figures, relative to the true value: 0.05 0.1 0.2 0.3 0.4 0.5.
inline constexpr std::span<const double> kTolerances = measures::kRecovery;
inline constexpr std::size_t kOneFifth = 2;  ///< 0.2, which most figures use

/// Share of the entries with |x - guess| <= tolerance |x|, for every tolerance.
std::vector<double> recovery(const Matrix& truth, const Matrix& guess);

/// The attacks of the paper under guise's names, and what they are compared with.
inline constexpr const char* kUica = "sparse";
inline constexpr const char* kMap = "bayes";
inline constexpr const char* kPca = "whiten(match=nearest)";
inline constexpr const char* kPosteriorMean = "sparse(estimate=mean)";
inline constexpr const char* kMean = "mean";

/// recovery() of each attack on the same release, one after the other.
std::vector<double> recovery_of(const std::vector<std::string>& attacks, const Matrix& truth, const Matrix& released,
                                const attacks::Knowledge& known, const random::Rng& rng);

/// A row that asks every value of a curve to be within `distance` of the reference's.
void check_curve(Report& report, std::string what, std::string paper, const std::vector<double>& reference, double distance,
                 const std::vector<double>& measured);

/// The least lead of one curve over another.
double least_gap(const std::vector<double>& above, const std::vector<double>& below);

/// Attacks on one table behind two columns, over matrices. The adversary knows the matrix, and the distribution of the data as
/// well as if he had them: the paper's "enough samples".
struct Contest {
  std::vector<std::vector<double>> curves;  ///< by attack, over the tolerances
  std::vector<double> by_attribute;         ///< of the first attack, within 0.2
  double ahead;                             ///< share of the matrices under which its curve is above the second's, on average
};
Contest contest(const std::vector<std::string>& attacks, const Matrix& data, int times, const random::Rng& rng);

/// The curves against the tolerance.
Plot plot(std::string name, std::string title, const std::vector<std::string>& labels, const Contest& found);

/// Share of random 2 x m matrices under which UICA returns one attribute as its mean for every record, whatever is released
/// (erratum 54), for attributes with these standard deviations.
double share_without_one(const Vector& sd, int times, const random::Rng& rng);

}  // namespace guise::papers
