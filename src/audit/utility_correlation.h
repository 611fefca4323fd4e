// SPDX-License-Identifier: Apache-2.0
// Correlations of the originals, and what a release tells of them.
#pragma once
#include "audit/utility_sample.h"

namespace guise::audit {

/// A release of the mask: what its card tells, and the moments of all its records.
struct ReleasedMoments {
  const mining::Data& data;  ///< its records matter where they are sums over the table's
  const stats::Moments& moments;
};

/// The originals in standard units; columns that do not vary are left out.
struct Standard {
  std::vector<Index> varying = {};
  Vector mean, sd;
  Matrix correlation;
};

Standard standard_of(const stats::Moments& truth);

/// Correlations from a covariance. `uncertain`: standard errors of its variances by what was taken out of them; empty: nothing
/// was. Of a variance that is no more than two of them nothing is known, and no correlation is the best guess.
Matrix correlation_from(const Matrix& covariance, const Vector& uncertain = {});

/// Of the columns that vary in the originals, without the noise where its size is public.
Matrix released_correlation(const Standard& truth, const ReleasedMoments& release);

/// Why a release does not tell them; empty: it does. Sums over records still show how columns go together.
std::string no_correlation(const mining::Data& release);

}  // namespace guise::audit
