// SPDX-License-Identifier: Apache-2.0
// Practice that is known to go wrong, said whatever the attacks of this audit find.
#pragma once
#include "audit/passes.h"

namespace guise::audit {

/// Of a mask with this card on a table with these columns. `head`: its first records.
std::vector<std::string> bad_practice(const Card& card, const stats::Moments& truth, const Matrix& head,
                                      const std::vector<std::string>& columns);

/// No column of the release tells anything of any original one, row by row. `joint`: moments of [release, originals].
bool tells_nothing(const stats::Moments& joint, Index released);

/// A given release whose rows cannot be those of the originals, so far as columns of either tell of the other: in another
/// order, or other people's.
std::optional<std::string> rows_out_of_step(const stats::Moments& joint, Index released, const Given& given);

/// Kept columns that tell people apart; `kept` is what they say of sampled records. Nothing where they do not.
std::optional<std::string> singled_out_by_kept(const std::map<std::int64_t, std::string>& kept,
                                               const std::vector<std::string>& columns);

/// Share of the records that columns kept in clear identify, from a sample of them; nothing where no columns are kept. In a
/// sample of a longer table many are alone who are not in the whole: there only columns that leave nobody together count.
std::optional<double> identified_by_kept(const Matrix& kept, std::int64_t records);

}  // namespace guise::audit
