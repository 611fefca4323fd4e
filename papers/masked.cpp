// SPDX-License-Identifier: Apache-2.0
#include "papers/masked.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "masks/mask.h"

namespace guise::papers {

namespace {

struct Planned {
  masks::Plan plan;
  Card card;
};

Planned planned(std::string_view step, Index attributes, const random::Rng& rng) {
  Card card;
  for (Index j = 0; j < attributes; ++j) card.attributes.push_back(fmt::format("x{}", j + 1));
  const masks::Mask mask = masks::Mask::parse(step);
  const masks::Mask::Link& link = mask.links().front();
  masks::Plan plan = link.step->plan(
      {.params = link.params, .columns = card.attributes, .shared = rng.fork("shared"), .own = rng.fork("own")});
  plan.card.step = link.step->name;
  plan.card.text = link.call.text();
  card.columns = plan.columns;
  card.steps = {plan.card};
  return {std::move(plan), std::move(card)};
}

Masked from_outside(const Planned& planned, const Matrix& data) {
  const stats::StepSecret& secret = planned.plan.secret;
  table::Chunk chunk{.values = data};
  planned.plan.apply(chunk);
  return {.released = std::move(chunk.values),
          .matrix = secret.affine ? secret.affine->map : Matrix(),
          .outsider = attacks::knowledge_from(planned.card).knowledge,
          .insider = {}};
}

}  // namespace

Masked masked(std::string_view step, const Matrix& data, const random::Rng& rng) {
  const Planned made = planned(step, data.cols(), rng);
  Masked out = from_outside(made, data);
  out.insider = attacks::knowledge_from(made.card, {made.plan.secret}).knowledge;
  return out;
}

Masked masked_without_insider(std::string_view step, const Matrix& data, const random::Rng& rng) {
  return from_outside(planned(step, data.cols(), rng), data);
}

Matrix mixed_records(std::string_view step, const Matrix& data, const random::Rng& rng) {
  const masks::Fold fold = *planned(step, data.cols(), rng).plan.fold;
  Matrix sums = Matrix::Zero(fold.outputs, data.cols());
  for (Index first = 0; first < data.rows(); first += table::kBlock) {
    const Index count = std::min<Index>(table::kBlock, data.rows() - first);
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(count));
    std::iota(numbers.begin(), numbers.end(), first);
    fold.add(numbers, data.middleRows(first, count), sums);
  }
  return sums;
}

attacks::Knowledge with_moments(attacks::Knowledge known, const Vector& mean, const Matrix& covariance) {
  known.prior_mean = mean;
  known.prior_covariance = covariance;
  return known;
}

}  // namespace guise::papers
