// SPDX-License-Identifier: Apache-2.0
// What one server of projects grants to the world.
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace guise::relay {

struct Limits {
  std::uint32_t header = 8192;                      ///< bytes of a request's head
  std::uint64_t body = std::uint64_t{64} << 20;     ///< bytes of one body …
  std::uint64_t bodies = std::uint64_t{128} << 20;  ///< … and of all that are being received
  std::uint64_t project = std::uint64_t{8} << 30;   ///< bytes of all files of a project
  std::size_t connections = 512, per_address = 64;
  std::chrono::seconds head_time{10}, body_time{60}, answer_time{60};  ///< for a whole head, body, answer
};

}  // namespace guise::relay
