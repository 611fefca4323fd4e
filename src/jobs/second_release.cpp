// SPDX-License-Identifier: Apache-2.0
#include "jobs/second_release.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/names.h"
#include "jobs/chosen_key.h"
#include "jobs/read_card.h"
#include "jobs/told_tables.h"
#include "masks/mask.h"
#include "release/older_cards.h"

namespace guise::jobs {
namespace {

using Names = std::vector<std::string>;

/// Whether a step has a map that the shared half of a key makes.
bool has_secrets(const Card& card) {
  constexpr Effect kSecret[] = {Effect::matrix, Effect::sums, Effect::shift, Effect::rescale, Effect::distortion};
  const std::vector<StepCard> steps = release::steps_of(card);
  return std::any_of(steps.begin(), steps.end(), [&](const StepCard& step) {
    return std::find(std::begin(kSecret), std::end(kSecret), step.effect) != std::end(kSecret);
  });
}

/// The same steps with the same matrices; only the noise is drawn again.
bool masked_alike(const Card& first, const Card& second) {
  return first.format == second.format && to_json(first)["steps"] == to_json(second)["steps"] &&
         (first.key_fingerprint == second.key_fingerprint || !has_secrets(second));
}

/// Without a card the columns are called like the first release's; a matrix of another height says that they are others.
Names columns_without_card(const table::Table& table, const ToldSecond& told, const FirstRelease& first, Index rows) {
  const bool like_first = rows == static_cast<Index>(first.columns.size());
  return table::choose_attributes(table.schema(), like_first ? first.columns : Names(), {}, told.file);
}

/// Of a mask that is y = M x + t + e with all of it known: nothing is left out of the channel.
bool is_told(const Card& card, const attacks::Knowledge& facts) {
  const std::vector<StepCard> steps = release::steps_of(card);
  const bool bends = std::any_of(steps.begin(), steps.end(), [](const StepCard& step) {
    constexpr Effect kBent[] = {Effect::factor, Effect::distortion, Effect::sums,
                                Effect::limits, Effect::exchange,   Effect::groups};
    return step.similarity != 0 || std::find(std::begin(kBent), std::end(kBent), step.effect) != std::end(kBent);
  });
  const bool units = facts.shape && !facts.shape->rescaled && !facts.shape->shifted;
  return !bends && units && (facts.mixed ? facts.channel.has_value() : facts.noise_covariance || facts.shape->exact);
}

std::vector<stats::StepSecret> secrets_of(const Card& card, const ToldSecond& told, const FirstRelease& first) {
  if (!told.key.empty()) return masks::secrets_from_card(card, read_key(told.key));
  const bool same_key = first.card && first.card->key_fingerprint == card.key_fingerprint;
  if (same_key && first.key) return masks::secrets_from_card(card, *first.key);
  if (!has_secrets(card)) return {};
  require(!first.card || same_key,
          "{} was masked with another key than {}, so its secrets are others; pass ‘knows=second-key=FILE’, or "
          "second-matrix=FILE",
          told.file, first.file);
  refuse(
      "{} was masked by '{}', and the secrets of that mask are not known; pass ‘knows=second-key=FILE’, or second-matrix=FILE",
      told.file, card.mask);
}

/// By the code that reads the first card.
void compose(SecondRelease& second, const Card& card, const ToldSecond& told, const FirstRelease& first) {
  attacks::CardKnowledge read = attacks::knowledge_from(card, secrets_of(card, told, first));
  const attacks::Knowledge& facts = read.knowledge;
  require(
      is_told(card, facts),
      "{} was masked by '{}', not like {}; of two masks that differ both must be matrices, shifts and white noise, all known",
      told.file, card.mask, first.file);
  const auto m = static_cast<Index>(card.attributes.size());
  second.channel = facts.channel ? *facts.channel : linalg::Affine::identity(m);
  if (!facts.mixed && facts.noise_covariance) second.channel->covariance = *facts.noise_covariance;
  second.to_original = std::move(read.to_original);
}

/// Noise behind a matrix told by hand: what the second card says, else the first release's.
Matrix noise_behind(Index k, const std::optional<Card>& card, const ToldSecond& told, const FirstRelease& first,
                    const attacks::CardKnowledge& known) {
  if (card) {
    const attacks::Knowledge facts = attacks::knowledge_from(*card).knowledge;
    const auto& noise = facts.noise_covariance;
    if (noise && noise->rows() == k && facts.noise_similarity == 0) return *noise;
    require(facts.shape->exact, "{}.card.json does not say the noise behind the matrix; pass ‘knows=second-key=FILE’ instead",
            told.file);
    return Matrix::Zero(k, k);
  }
  const auto& noise = known.knowledge.noise_covariance;
  if (!noise) return Matrix::Zero(k, k);
  require(!known.to_original, "the noise of {} is not known: {} is read in other units and {} has no card", told.file,
          first.file, told.file);
  if (noise->rows() == k) return *noise;
  const double variance = (*noise)(0, 0);
  require(noise->isApprox(Matrix(variance * Matrix::Identity(noise->rows(), noise->rows()))),
          "{} has {} columns and the noise is given for {}; pass one standard deviation for all, ‘knows=noise=SD’", told.file,
          k, noise->rows());
  return variance * Matrix::Identity(k, k);
}

linalg::Affine told_channel(const Matrix& matrix, const Names& columns, const Names& attributes, const ToldSecond& told,
                            Matrix noise) {
  const auto k = static_cast<Index>(columns.size()), m = static_cast<Index>(attributes.size());
  require(matrix.rows() == k && matrix.cols() == m,
          "{} is {} x {}; the matrix of {} is {} x {}, a row for each released column and a column for each original",
          told.matrix, matrix.rows(), matrix.cols(), told.file, k, m);
  return {.map = matrix, .shift = Vector::Zero(k), .covariance = std::move(noise)};
}

void check_told(const ToldSecond& told, const FirstRelease& first, const std::optional<Card>& card, const Names& attributes) {
  require(told.key.empty() || told.matrix.empty(),
          "‘knows=second-key=’ and second-matrix= both say how {} was masked; pass one", told.file);
  require(told.key.empty() || card.has_value(), "‘knows=second-key=’ needs the card of {}: it says how the key was used",
          told.file);
  for (const auto& [each, file] : {std::pair{&first.card, &first.file}, std::pair{&card, &told.file}})
    require(!*each || !(*each)->shuffled, "‘knows=repeat=’: {} is shuffled, so its order does not tell which record is which",
            *file);
  require(!card || card->attributes == attributes, "{} was made of {}, and {} of {}; two releases must be of the same columns",
          told.file, enumerate(card ? card->attributes : Names()), first.file, enumerate(attributes));
}

}  // namespace

SecondRelease open_second(const ToldSecond& told, const FirstRelease& first, const attacks::CardKnowledge& known,
                          const Names& attributes) {
  SecondRelease second{.table = table::Table::open(told.file), .columns = {}};
  const auto card = first.no_card ? std::nullopt : card_beside(told.file, second.table, first.work);
  check_told(told, first, card, attributes);
  const std::optional<Matrix> matrix = told.matrix.empty() ? std::nullopt : std::optional(read_matrix(told.matrix));
  const auto k = static_cast<Index>(first.columns.size());
  second.columns = card ? card->columns : columns_without_card(second.table, told, first, matrix ? matrix->rows() : k);
  if (matrix) {
    const auto rows = static_cast<Index>(second.columns.size());
    second.channel = told_channel(*matrix, second.columns, attributes, told, noise_behind(rows, card, told, first, known));
  } else if (card && !(told.key.empty() && first.card && masked_alike(*first.card, *card))) {
    compose(second, *card, told, first);
  } else {
    second.to_original = known.to_original;
    if (!card)
      second.notes.push_back(fmt::format("{} is taken for masked like {}, with noise drawn again", told.file, first.file));
  }
  return second;
}

}  // namespace guise::jobs
