// SPDX-License-Identifier: Apache-2.0
#include "papers/masked.h"

#include <fmt/format.h>

#include "masks/mask.h"

namespace guise::papers {

Masked masked(std::string_view step, const Matrix& data, const random::Rng& rng) {
  Card card;
  for (Index j = 0; j < data.cols(); ++j) card.attributes.push_back(fmt::format("x{}", j + 1));
  const masks::Mask mask = masks::Mask::parse(step);
  const masks::Mask::Link& link = mask.links().front();
  masks::Plan plan = link.step->plan(
      {.params = link.params, .columns = card.attributes, .shared = rng.fork("shared"), .own = rng.fork("own")});
  plan.card.step = link.step->name;
  plan.card.text = link.call.text();
  card.columns = plan.columns;
  card.steps = {plan.card};

  table::Chunk chunk{.values = data};
  plan.apply(chunk);
  Masked out{.released = std::move(chunk.values),
             .matrix = plan.secret->map,
             .outsider = attacks::knowledge_from(card).knowledge,
             .insider = attacks::knowledge_from(card, {plan.secret}).knowledge};
  out.insider.matrix_law = out.outsider.matrix_law;  // he reads the card as well
  return out;
}

attacks::Knowledge with_moments(attacks::Knowledge known, const Vector& mean, const Matrix& covariance) {
  known.prior_mean = mean;
  known.prior_covariance = covariance;
  return known;
}

}  // namespace guise::papers
