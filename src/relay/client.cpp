// SPDX-License-Identifier: Apache-2.0
#include "relay/client.h"

#include <boost/asio/ssl.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/json_text.h"
#include "parties/project_plan.h"
#include "relay/files.h"
#include "relay/intake.h"
#include "table/atomic_file.h"

namespace guise::relay {
namespace asio = boost::asio;
namespace beast = boost::beast;
namespace fs = std::filesystem;
namespace http = beast::http;
using asio::ip::tcp;
namespace {

constexpr std::uint64_t kMostBody = std::uint64_t{256} << 20;    // bytes of what a server sends
constexpr std::uint64_t kMostProject = std::uint64_t{64} << 30;  // of a party's own folder
constexpr JsonLimits kListLimits{.bytes = std::size_t{64} << 20, .values = 1'000'000, .depth = 4};

/// One request from its beginning to its end, under one time limit.
class Call {
 public:
  Call(const Remote& remote, const std::string& verb, const std::string& path, const std::string& body) : remote_(remote) {
    tls_.set_verify_mode(asio::ssl::verify_peer);
    beast::error_code error;
    if (remote.trust.empty())
      tls_.set_default_verify_paths(error);
    else
      tls_.load_verify_file(remote.trust, error);
    require(!error, "the certificates in {} cannot be used: {}", remote.trust, error.message());
    stream_.emplace(context_, tls_);
    stream_->set_verify_callback(asio::ssl::host_name_verification(remote.host));
    SSL_set_tlsext_host_name(stream_->native_handle(), remote.host.c_str());
    asked_ = {http::string_to_verb(verb), path, 11};
    asked_.set(http::field::host, remote.host);
    asked_.keep_alive(false);
    asked_.body() = body;
    asked_.prepare_payload();
    parser_.body_limit(kMostBody);
  }

  Reply run() {
    const tcp::resolver::results_type places = resolve();
    beast::get_lowest_layer(*stream_).expires_after(remote_.patience);
    beast::get_lowest_layer(*stream_).async_connect(places, [this](beast::error_code error, const tcp::endpoint&) {
      if (!wrong(error, "reached"))
        stream_->async_handshake(asio::ssl::stream_base::client, [this](beast::error_code failed) {
          if (!wrong(failed, "believed")) send();
        });
    });
    context_.run();
    if (!problem_.empty()) fail("{}", problem_);
    return {.status = parser_.get().result_int(), .body = std::move(parser_.get().body())};
  }

 private:
  tcp::resolver::results_type resolve() {
    beast::error_code error;
    tcp::resolver resolver(context_);
    auto places = resolver.resolve(remote_.host, std::to_string(remote_.port), error);
    if (error) fail("the server {} cannot be found: {}", remote_.host, error.message());
    return places;
  }

  void send() {
    http::async_write(*stream_, asked_, [this](beast::error_code error, std::size_t) {
      if (!wrong(error, "written to"))
        http::async_read(*stream_, buffer_, parser_,
                         [this](beast::error_code failed, std::size_t) { wrong(failed, "read from"); });
    });
  }

  bool wrong(beast::error_code error, std::string_view what) {
    if (error)
      problem_ = fmt::format("the server {} port {} cannot be {}: {}", remote_.host, remote_.port, what, error.message());
    return static_cast<bool>(error);
  }

  const Remote& remote_;
  asio::io_context context_;
  asio::ssl::context tls_{asio::ssl::context::tls_client};
  std::optional<beast::ssl_stream<beast::tcp_stream>> stream_ = {};
  http::request<http::string_body> asked_ = {};
  beast::flat_buffer buffer_ = {};
  http::response_parser<http::string_body> parser_ = {};
  std::string problem_ = {};
};

std::string path_of(const Remote& remote, const std::string& file = {}) {
  return "/projects/" + remote.project + (file.empty() ? "" : "/" + file);
}

std::string reason_in(const Reply& reply) {
  const nlohmann::json found = parse_json(reply.body, "the answer", kListLimits);
  return found.is_object() && found.value("error", nlohmann::json()).is_string() ? found["error"].get<std::string>()
                                                                                 : fmt::format("status {}", reply.status);
}

std::string fetched(const Remote& remote, const std::string& file) {
  Reply reply = request(remote, "GET", path_of(remote, file));
  if (reply.status != 200) fail("the server {} does not give {}: {}", remote.host, file, reason_in(reply));
  return std::move(reply.body);
}

std::set<std::string> listed(const Remote& remote) {
  const Reply reply = request(remote, "GET", path_of(remote));
  require(reply.status != 404, "the server {} has no project '{}'; ask the miner for the name", remote.host, remote.project);
  if (reply.status != 200) fail("the server {} does not list '{}': {}", remote.host, remote.project, reason_in(reply));
  const nlohmann::json found = parse_json(reply.body, "the list of files", kListLimits);
  std::set<std::string> names;
  if (!found.is_object() || !found.value("files", nlohmann::json()).is_array())
    fail("the server {} sent no list of files", remote.host);
  for (const nlohmann::json& each : found["files"])
    if (each.is_string() && is_file_name(each.get<std::string>())) names.insert(each.get<std::string>());
  return names;
}

bool is_release(const std::string& name) {
  return name.starts_with("releases/");
}

/// A plan is kept if it is one; whether it holds is seen by its signatures.
std::string take_plan(const fs::path& file, const std::string& text) {
  try {
    parties::read_project_plan(text, file.string());
  } catch (const Error& wrong) {
    return wrong.what();
  }
  fs::create_directories(file.parent_path());
  table::write_file(file, text, table::kPublic, false);
  return "";
}

}  // namespace

Remote parse_remote(const std::string& url) {
  constexpr std::string_view kScheme = "https://";
  const std::string rest = url.starts_with(kScheme) ? url.substr(kScheme.size()) : "";
  const std::size_t slash = rest.find('/'), colon = rest.find(':');
  Remote remote;
  remote.host = rest.substr(0, std::min(slash, colon));
  if (slash != rest.npos) remote.project = rest.substr(slash + 1);
  bool numbered = true;
  if (colon < slash) {
    const char* const end = rest.data() + std::min(slash, rest.size());
    const auto [stop, error] = std::from_chars(rest.data() + colon + 1, end, remote.port);
    numbered = error == std::errc() && stop == end && remote.port > 0;
  }
  require(!remote.host.empty() && numbered && is_project_name(remote.project),
          "a project at a miner is named as https://HOST:PORT/PROJECT, got '{}'", url);
  return remote;
}

Reply request(const Remote& remote, const std::string& verb, const std::string& path, const std::string& body) {
  return Call(remote, verb, path, body).run();
}

Exchanged exchange(const Remote& remote, const fs::path& project) {
  Exchanged out;
  const std::set<std::string> theirs = listed(remote);
  const std::vector<std::string> own = files_of(project);
  const std::set<std::string> mine(own.begin(), own.end());
  bool every_owner_mines = false;
  if (fs::exists(project / "plan.json"))
    every_owner_mines = !parties::read_project_plan(table::read_file(project / "plan.json"), "plan.json").miner;
  const auto take = [&](const std::string& name, const auto& keep) {
    if (mine.contains(name)) return;
    const std::string reason = keep(name, fetched(remote, name));
    reason.empty() ? void(++out.received) : out.refused.push_back(name + ": " + reason);
  };
  for (const std::string& name : theirs)
    if (is_plan_name(name))
      take(name, [&](const std::string& file, const std::string& text) { return take_plan(project / file, text); });
  Intake intake(project, kMostProject);
  for (const std::string& name : theirs)  // "messages/" before "releases/": manifests come first
    if (!is_plan_name(name) && (every_owner_mines || !is_release(name)))
      take(name, [&](const std::string& file, const std::string& text) { return intake.take(file, text); });
  for (const std::string& name : own) {
    if (theirs.contains(name) || is_plan_name(name)) continue;
    const Reply reply = request(remote, "PUT", path_of(remote, name), table::read_file(project / name));
    reply.status < 300 ? void(++out.sent) : out.refused.push_back(name + ": " + reason_in(reply));
  }
  return out;
}

}  // namespace guise::relay
