// SPDX-License-Identifier: Apache-2.0
// Folders of projects over HTTPS:
//   GET  /projects/NAME        the names of its files, as JSON
//   GET  /projects/NAME/FILE   one of them
//   PUT  /projects/NAME/FILE   a new one, if a party of the plan signed it
//   GET  /, /metrics           for the operator, from the same machine only
// The channel hides messages from third parties; trust comes of the identities in the plan.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "relay/limits.h"

namespace guise::relay {

struct ServerSettings {
  std::filesystem::path folder = {};  ///< holds a folder for each project
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;                          ///< 0: any that is free
  std::string certificate = {}, private_key = {};  ///< PEM files
  Limits limits = {};
  std::function<void(const std::string& json)> log = {};  ///< a line for each request; no secret, no body
  std::function<void(const std::string& project)> changed =
      {};                                         ///< a file came; called by the server's thread, returns at once
  std::function<std::string()> status_page = {};  ///< HTML
};

class Server {
 public:
  explicit Server(ServerSettings settings);  ///< listens
  ~Server();
  std::uint16_t port() const;
  void run();   ///< until stop(), or SIGINT or SIGTERM; answers what has been asked by then
  void stop();  ///< from any thread

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace guise::relay
