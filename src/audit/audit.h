// SPDX-License-Identifier: Apache-2.0
// An audit: masks x attackers x attacks, in two passes over the originals. Masks are applied by position and never stored.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "audit/attacker.h"
#include "audit/spread.h"
#include "audit/utility.h"
#include "masks/mask.h"
#include "measures/comparison.h"
#include "measures/measure.h"
#include "random/rng.h"
#include "release/certificate.h"
#include "table/table.h"

namespace guise::audit {

struct Request {
  std::vector<masks::Mask> masks;
  std::vector<std::string> attackers;  ///< as parse_attacker takes them
  int keys = 5;                        ///< every mask is drawn with this many fresh keys
  table::Selection selection;
  std::vector<std::string> kept = {};  ///< columns that go out as they are: what a register is linked by
  bool utility = true;                 ///< measure what stays useful
  std::string label = {};              ///< kept column that classification or regression is tried on
  table::Work work;
  random::Rng rng = random::Rng::from_system();  ///< keys, drawn records, attacks: the same generator, the same audit
};

enum class Status { succeeded, resisted, not_assessed };
std::string_view status_name(Status status);

/// One attack by one attacker on one mask.
struct Trial {
  std::string attack;  ///< with its settings
  Status status = Status::not_assessed;
  std::string reason;  ///< why it was not assessed
  std::vector<std::string> notes;
  std::vector<measures::Comparison> by_key;  ///< on the attributes the attacker does not know
  std::vector<measures::Value> linked_by_key =
      {};  ///< share of the known records it found in the release, where it looks for them
  Spread nrmse, residual;
  Spread calibrated = {};  ///< share of the variance that is left once the units of each attribute are put right
  std::optional<Spread> linked = {};
};

struct AttackerResult {
  Attacker attacker;
  std::vector<std::string> columns;  ///< that are scored: all but the known ones
  Vector baseline;                   ///< nRMSE of the same knowledge without the release, per scored column
  std::vector<Trial> trials;
  int worst = -1;  ///< of trials: first those that succeeded, then by `calibrated`; -1 when nothing could be assessed
  Status status() const { return worst < 0 ? Status::not_assessed : trials[static_cast<std::size_t>(worst)].status; }
};

struct MaskResult {
  std::string mask;
  std::vector<std::string> notes;
  release::Certificate certificate;  ///< the weakest over the keys
  std::vector<Utility> utility = {};
  std::vector<AttackerResult> attackers;
};

struct Result {
  std::string table;
  std::int64_t records = 0;   ///< in each release
  std::int64_t held_out = 0;  ///< not in them: other people's, for attackers who have such
  std::vector<std::string> columns;
  int keys = 0;
  std::vector<measures::Comparison> mean;  ///< one: everybody gets the mean of the originals (the first baseline)
  std::vector<MaskResult> masks;
  std::vector<std::string> warnings;  ///< about the table: ordered rows, constant columns, whole numbers
};

Result audit(const table::Table& originals, const Request& request);

/// The content of audit.json; schema/audit.schema.json describes it.
nlohmann::json to_json(const Result& result);

/// The verdict in plain words, then a table; at most 80 columns.
std::string verdict(const Result& result);

}  // namespace guise::audit
