// SPDX-License-Identifier: Apache-2.0
// The files of a job in stages: states and partial results, in one frame of mark, version, kind, length and checksum.
#pragma once
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "jobs/stage.h"

namespace guise::jobs {

/// What a stage has gathered.
struct StageDone {
  std::string name;
  std::string sums = {};  ///< in binary form
  /// Where these grow with the records: the files of the partial results in the order of their records, and digests of them.
  std::vector<std::pair<std::string, std::string>> files = {};
};

struct StageState {
  Bytes32 request{};  ///< digest of the request
  std::vector<StageDone> done = {};
};

struct StagePart {
  Bytes32 request{}, state{};  ///< digests: of the request, and of the state that it was made from
  std::string stage = {};
  std::int64_t first = 0, end = 0;  ///< records it stands for
  std::string sums = {};
  std::string origin = {}, digest = {};  ///< not in the file: its name, and a digest of it
};

std::string to_bytes(const StageState& state);
std::string to_bytes(const StagePart& part);
/// Refuse what is no such file, is damaged, was written by another version of guise or belongs to another request.
StageState read_state(const StageFile& file, const Bytes32& request);
StagePart read_part(const StageFile& file, const Bytes32& request);

Bytes32 digest_of_request(const nlohmann::json& request);
Bytes32 digest_of_bytes(const std::string& bytes);

}  // namespace guise::jobs
