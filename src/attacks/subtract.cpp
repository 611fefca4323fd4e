// SPDX-License-Identifier: Apache-2.0
// The thief of the key makes the noise again and takes it away.
#include "attacks/linear.h"
#include "table/chunk.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::key};

/// Noise is addressed by record number, so records that were dropped in between are put back as empty rows while it is taken
/// away.
Outcome learn(const Evidence&, const Knowledge& known, const Params&, const random::Rng&) {
  auto guess = [undo = known.undo](const Observed& observed) {
    Guess out{.values = own_rows(observed.released, observed)};
    if (observed.count == 0) return out;
    const std::int64_t first = record_of(observed, 0), last = record_of(observed, observed.count - 1);
    table::Chunk chunk{
        .first_record = first, .values = Matrix::Zero(last - first + 1, out.values.cols()), .dropped = {}, .kept = {}};
    for (Index i = 0; i < observed.count; ++i) chunk.values.row(record_of(observed, i) - first) = out.values.row(i);
    undo(chunk);
    out.values.resize(observed.count, chunk.values.cols());
    for (Index i = 0; i < observed.count; ++i) out.values.row(i) = chunk.values.row(record_of(observed, i) - first);
    return out;
  };
  return {.reconstruction = Reconstruction{.guess = std::move(guess)}};
}

}  // namespace

extern const Attack subtract_attack = {.name = "subtract",
                                       .alias = "",
                                       .summary = "make the noise, and the matrices, again from the key and take them away",
                                       .paper = "",
                                       .needs = needs,
                                       .wants = {},
                                       .params = {},
                                       .reads_mixtures = true,
                                       .needs_mixed = needs,
                                       .learn = learn};

}  // namespace guise::attacks
