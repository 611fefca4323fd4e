// SPDX-License-Identifier: Apache-2.0
// What several owners and a miner agree to do: the text that every party signs. Dates are of the form 2026-12-01T09:00:00Z, so
// that their order is that of their letters.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parties/message.h"

namespace guise::parties {

enum class SplitOf { records, columns };  ///< owners hold other records of the same columns; other columns of the same people
enum class UnitsOf { mask, numbers, owners };  ///< what the mask says alone; numbers of the plan; means and sds over all owners

inline constexpr std::size_t kMostOwners = 256, kMostOwnersOfColumns = 16, kMostColumns = 2048;
inline constexpr std::size_t kMostPeople = 262'144;  ///< whose points are exchanged, of one owner

struct ProjectPlan {
  std::string title = {};
  SessionId session{};
  int attempt = 1;
  std::string follows = {};               ///< hash of the plan that this one takes the place of, in hexadecimal
  std::vector<std::string> without = {};  ///< owners that were silent in it
  std::string made = {}, deadline = {};
  std::vector<PublicIdentity> owners = {};   ///< in the order of their names
  std::optional<PublicIdentity> miner = {};  ///< none: every owner mines
  SplitOf split = SplitOf::records;
  std::map<std::string, std::vector<std::string>> columns = {}, keep = {};  ///< of each owner
  std::string by = {};  ///< column that identifies people, where columns are split
  std::string label = {};
  UnitsOf units = UnitsOf::mask;
  std::vector<double> center = {}, scale = {};  ///< of UnitsOf::numbers
  std::string mask = {};                        ///< behind the change of units
  std::vector<std::string> tasks = {};
  std::int64_t least_owners = 2, least_people = 1, most_people = 100'000;

  std::string text() const;  ///< JSON, in the one way to write it
  Bytes32 hash() const;      ///< of the text
  SessionSetup setup() const;
  const std::vector<std::string>& columns_of(const std::string& owner) const;
  std::vector<std::string> kept_by(const std::string& owner) const;
};

bool is_date(std::string_view text);

/// Throws a sentence that names `origin` where the text is no plan, not written as text() writes it, or no plan that can be
/// carried out.
ProjectPlan read_project_plan(std::string_view text, const std::string& origin);
/// Refuses what contradicts itself; for plans that are being made.
void check_plan(const ProjectPlan& plan);

}  // namespace guise::parties
