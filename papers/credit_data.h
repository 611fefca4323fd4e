// SPDX-License-Identifier: Apache-2.0
// The real data of paper 004, and generated tables that stand in where they are not there.
#pragma once
#include <optional>

#include "papers/papers.h"

namespace guise::papers {

/// Figure 3b. The paper's labels are wrong (erratum 50); these have its kurtoses 11.1, 1.17 and 3.84: column A8 of the Japanese
/// credit file, A2 of the Australian one, and the credit amount in the first 690 records of the German one.
std::optional<Matrix> credit_series(const Settings& settings, Report& report);
/// Means, standard deviations and skewness of the three; 690 records.
Matrix generated_series(const random::Rng& rng);

/// Figure 4b: duration, age and number of existing credits of the 1000 records of the German credit file.
std::optional<Matrix> german_attributes(const Settings& settings, Report& report);
/// Whole numbers with means, standard deviations and skewness of the first two and the shares of the third. Correlations, at
/// most 0.15 in the file, are 0.
Matrix generated_attributes(const random::Rng& rng);

}  // namespace guise::papers
