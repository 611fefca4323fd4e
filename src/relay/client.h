// SPDX-License-Identifier: Apache-2.0
// A project at a server, seen from one of its parties: outbound connections only.
#pragma once
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace guise::relay {

struct Remote {
  std::string host = {}, project = {};
  std::uint16_t port = 443;
  std::string trust = {};             ///< PEM file of the certificates that are believed; empty: those of the system
  std::chrono::seconds patience{60};  ///< for one request
};

/// https://HOST[:PORT]/PROJECT
Remote parse_remote(const std::string& url);

/// What one request came back with.
struct Reply {
  unsigned status = 0;
  std::string body = {};
};

/// Fails (Fault::environment) where the server cannot be reached or is not the one that is believed.
Reply request(const Remote& remote, const std::string& verb, const std::string& path, const std::string& body = {});

struct Exchanged {
  std::size_t received = 0, sent = 0;
  std::vector<std::string> refused = {};  ///< names and reasons
};

/// Brings what the server has and the folder lacks, and the other way round. Nothing is written over. A folder that is not
/// there is made from the server's plan.
Exchanged exchange(const Remote& remote, const std::filesystem::path& project);

}  // namespace guise::relay
