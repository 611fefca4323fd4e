// SPDX-License-Identifier: Apache-2.0
// What a server of projects answers, as a function of a request: no socket in it.
#pragma once
#include <atomic>
#include <cstdint>
#include <map>
#include <string>

#include "relay/intake.h"
#include "relay/server.h"

namespace guise::relay {

struct Request {
  std::string verb, path, body = {};
  bool local = false;  ///< from the same machine
};

struct Answer {
  unsigned status = 200;
  std::string body = {}, type = "application/json";
};

struct Counts {
  std::atomic<std::uint64_t> requests = 0, refused = 0, received = 0, sent = 0, open = 0, turned_away = 0;
};

using Intakes = std::map<std::string, Intake>;  ///< of projects that were asked for

Answer answer(const Request& request, const ServerSettings& settings, Intakes& intakes, const Counts& counts);

/// {"error": "…"}
Answer refusal(unsigned status, const std::string& reason);

}  // namespace guise::relay
