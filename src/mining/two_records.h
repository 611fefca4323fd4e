// SPDX-License-Identifier: Apache-2.0
// A classifier learnt from a noisy release can tell the classes of two kinds of records: of others that were masked alike,
// whose values carry the noise, and of records that were never masked. What is likely differs, so a model says for which it is.
#pragma once
#include "mining/compare.h"

namespace guise::mining {

inline constexpr Param kRecords = {
    .name = "records",
    .help = "whose classes the saved model tells: of records masked like the release, or of originals",
    .kind = Param::Kind::choice,
    .choices = "released|original"};

/// Share of the records whose class the model tells right.
double accuracy_on(const Data&, const Model&);

/// Agreement of the accuracies in cross-validation; and of what both models say of the truth's own records (learn from the
/// release, test on originals), where `for_originals` makes a model for those from parameters.
std::vector<Agreement> compare_classifiers(const Mined& truth, const Mined& release,
                                           Model (*for_originals)(const nlohmann::json& parameters));

}  // namespace guise::mining
