// SPDX-License-Identifier: Apache-2.0
// The comparison every experiment of paper 002 makes: one disguised data set, four reconstructions, their mean square errors.
#pragma once
#include <string>
#include <vector>

#include "papers/correlated.h"
#include "papers/papers.h"
#include "papers/trials.h"

namespace guise::papers {

/// One setting of an experiment: the population, and the noise by its eigenvalues along the same eigenvectors.
struct Disguise {
  double at;  ///< place on the x axis
  Vector eigenvalues, noise;
  Index principal;  ///< how many eigenvalues are large
  Index records = kRecords;
};

/// Mean square errors along the settings, averaged over seeds.
struct Errors {
  std::vector<double> at, univariate, spectral, principal, bayes, exact;  ///< exact: BE-DR knowing the covariance of the data
  std::vector<double> principal_theory, bayes_theory;
  std::vector<double> gap;  ///< components kept by the largest gap, least over seeds
  std::vector<double> gap_most;
  std::vector<Trials> trials;  ///< by setting; figures in the order of Curve
};
enum Curve { curve_univariate, curve_spectral, curve_principal, curve_bayes };
Errors compare(const Settings& settings, const std::vector<Disguise>& disguises);

/// White noise of kNoiseVariance for every attribute.
Vector white(Index attributes);

/// A row that asks a curve to be that of the reference, which averaged 5 seeds. How far both scatter is estimated from all
/// settings together, relative to the error: 5 seeds of one would not tell.
void check_reference(Report& report, const Errors& errors, Curve curve, const std::string& name,
                     const std::vector<double>& reference);

/// Largest relative distance of PCA-DR from theory over the first `count` settings.
double principal_distance(const Errors& errors, std::size_t count);

/// Rows that hold in every experiment: exact BE-DR within 3 % of theory and below PCA-DR.
void check_exact_bayes(Report& report, const Errors& errors);
/// And under white noise: PCA-DR within 10 % of theory.
void check_theory(Report& report, const Errors& errors);

/// The curves of figures 1 to 4.
Plot plot(std::string name, std::string title, std::string x_label, const Errors& errors);

}  // namespace guise::papers
