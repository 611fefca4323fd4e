// SPDX-License-Identifier: Apache-2.0
// A classifier learnt from a noisy release can tell the classes of two kinds of records: of others that were masked alike,
// whose values carry the noise, and of records that were never masked. What is likely differs, so a model says for which it is.
#pragma once
#include "mining/attribute_noise.h"
#include "mining/compare.h"

namespace guise::mining {

inline constexpr Param kRecords = {
    .name = "records",
    .help = "whose classes the saved model predicts: of records masked like the release, or of originals",
    .kind = Param::Kind::choice,
    .choices = "released|original"};

/// What such a task does: `learn` gives the parameters of a model, `make` the model for released records or for originals.
struct TwoRecords {
  nlohmann::json (*learn)(const Data&, const AttributeNoise&, const Params&);
  Model (*make)(const nlohmann::json& parameters, bool released);
};
/// Learns, and scores in cross-validation how classes of released records are told: they carry the noise, so that they are told
/// by the distributions with the noise added again.
Findings learn_two_records(const Data&, const Params&, const random::Rng&, const TwoRecords&);
/// The model for the records that its parameters name.
Model load_two_records(const nlohmann::json& parameters, const TwoRecords&);

/// Share of the records whose class the model tells right.
double accuracy_on(const Data&, const Model&);

/// Agreement of the accuracies in cross-validation; and of what both models say of the truth's own records (learn from the
/// release, test on originals).
std::vector<Agreement> compare_classifiers(const Mined& truth, const Mined& release, const TwoRecords&);

}  // namespace guise::mining
