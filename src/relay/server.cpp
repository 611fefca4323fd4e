// SPDX-License-Identifier: Apache-2.0
#include "relay/server.h"

#include <boost/asio/signal_set.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/strand.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.h"
#include "base/json_text.h"
#include "base/text.h"
#include "relay/answers.h"

namespace guise::relay {
namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;

/// Everything belongs to the one thread that calls run(); only stop() comes from others.
struct Server::State {
  ServerSettings settings;
  asio::io_context context{1};
  asio::ssl::context tls{asio::ssl::context::tls_server};
  tcp::acceptor acceptor{context};
  asio::signal_set signals{context};
  Counts counts = {};
  Intakes intakes = {};
  std::map<std::string, std::size_t> by_address = {};
  std::uint64_t receiving = 0;  ///< bytes of bodies that are under way
  bool stopping = false;

  void accept();
  void stop();
};

namespace {

/// One connection: head, body, answer, and again.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  template <typename State>
  Connection(tcp::socket socket, State& state, std::string address)
      : stream_(std::move(socket), state.tls),
        settings_(state.settings),
        counts_(state.counts),
        intakes_(state.intakes),
        address_(std::move(address)),
        receiving_(state.receiving),
        stopping_(state.stopping),
        leave_([&state, this] {
          if (--state.by_address[address_] == 0) state.by_address.erase(address_);
        }) {
    ++counts_.open;
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() {
    receiving_ -= held_;
    --counts_.open;
    leave_();
  }

  void start() {
    beast::get_lowest_layer(stream_).expires_after(settings_.limits.head_time);
    stream_.async_handshake(asio::ssl::stream_base::server, [self = shared_from_this()](beast::error_code error) {
      if (!error) self->read_head();
    });
  }

 private:
  void read_head() {
    if (stopping_) return close();
    parser_.emplace();
    parser_->header_limit(settings_.limits.header);
    parser_->body_limit(settings_.limits.body);
    beast::get_lowest_layer(stream_).expires_after(settings_.limits.head_time);
    http::async_read_header(stream_, buffer_, *parser_, [self = shared_from_this()](beast::error_code error, std::size_t) {
      if (error == http::error::header_limit) return self->write(refusal(431, "the head of the request is too long"));
      if (error == http::error::body_limit) return self->write(refusal(413, "the body of the request is too long"));
      if (error == http::error::end_of_stream) return self->close();
      if (!error) self->read_body();
    });
  }

  /// The length of a body is known before any of it is taken, so that all bodies together have a limit.
  void read_body() {
    began_ = std::chrono::steady_clock::now();
    const auto length = parser_->content_length();
    if (parser_->chunked() || (parser_->get().method() == http::verb::put && !length))
      return write(refusal(411, "a body needs its length"));
    if (length && *length > settings_.limits.body) return write(refusal(413, "the body of the request is too long"));
    if (receiving_ + length.value_or(0) > settings_.limits.bodies)
      return write(refusal(503, "the server is busy; try again later"));
    held_ = length.value_or(0);
    receiving_ += held_;
    beast::get_lowest_layer(stream_).expires_after(settings_.limits.body_time);
    http::async_read(stream_, buffer_, *parser_, [self = shared_from_this()](beast::error_code error, std::size_t) {
      if (!error) self->respond();
    });
  }

  void respond() {
    const auto& asked = parser_->get();
    Request request{.verb = std::string(asked.method_string()),
                    .path = std::string(asked.target()),
                    .body = {},
                    .local = address_ == "127.0.0.1" || address_ == "::1"};
    request.body = std::move(parser_->get().body());
    counts_.received += request.body.size();
    Answer found;
    try {
      found = answer(request, settings_, intakes_, counts_);
    } catch (const std::exception& wrong) {
      if (settings_.log) settings_.log(json_text(nlohmann::json{{"error", wrong.what()}}, -1));
      found = refusal(500, "the server could not do it; its operator sees why");
    }
    write(std::move(found));
  }

  void write(Answer found) {
    receiving_ -= std::exchange(held_, 0);
    ++counts_.requests;
    if (found.status >= 400) ++counts_.refused;
    const bool asked = parser_->is_header_done();
    note(found);
    response_ = {};
    response_.result(found.status);
    response_.set(http::field::content_type, found.type);
    response_.set("X-Content-Type-Options", "nosniff");
    response_.set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'");
    response_.body() = std::move(found.body);
    response_.keep_alive(asked && parser_->is_done() && parser_->get().keep_alive() && !stopping_);
    response_.prepare_payload();
    counts_.sent += response_.body().size();
    beast::get_lowest_layer(stream_).expires_after(settings_.limits.answer_time);
    http::async_write(stream_, response_, [self = shared_from_this()](beast::error_code error, std::size_t) {
      if (error) return;
      self->response_.keep_alive() ? self->read_head() : self->close();
    });
  }

  void note(const Answer& found) {
    if (!settings_.log) return;
    const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - began_);
    nlohmann::json line{{"from", address_}, {"status", found.status}, {"bytes", found.body.size()}, {"ms", spent.count()}};
    if (parser_->is_header_done()) {
      line["verb"] = std::string(parser_->get().method_string());
      line["path"] = shorten(std::string(parser_->get().target()), 120);
    }
    if (found.status >= 400) line["reason"] = found.body;
    settings_.log(json_text(line, -1));
  }

  void close() {
    beast::get_lowest_layer(stream_).expires_after(settings_.limits.head_time);
    stream_.async_shutdown([self = shared_from_this()](beast::error_code) {});
  }

  beast::ssl_stream<beast::tcp_stream> stream_;
  beast::flat_buffer buffer_{1 << 20};
  std::optional<http::request_parser<http::string_body>> parser_ = {};
  http::response<http::string_body> response_ = {};
  const ServerSettings& settings_;
  Counts& counts_;
  Intakes& intakes_;
  std::string address_;
  std::uint64_t& receiving_;
  const bool& stopping_;
  std::function<void()> leave_;
  std::uint64_t held_ = 0;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

}  // namespace

void Server::State::accept() {
  acceptor.async_accept([this](beast::error_code error, tcp::socket socket) {
    if (stopping) return;
    beast::error_code gone;
    const std::string address = error ? "" : socket.remote_endpoint(gone).address().to_string();
    if (!error && !gone) {
      if (counts.open >= settings.limits.connections || by_address[address] >= settings.limits.per_address) {
        ++counts.turned_away;
        if (by_address[address] == 0) by_address.erase(address);
      } else {
        ++by_address[address];
        std::make_shared<Connection>(std::move(socket), *this, address)->start();
      }
    }
    accept();
  });
}

void Server::State::stop() {
  stopping = true;
  beast::error_code ignored;
  acceptor.close(ignored);
  signals.cancel(ignored);
}

Server::Server(ServerSettings settings) : state_(std::make_unique<State>()) {
  state_->settings = std::move(settings);
  const ServerSettings& given = state_->settings;
  beast::error_code error;
  state_->tls.set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_tlsv1 |
                          asio::ssl::context::no_tlsv1_1);
  state_->tls.use_certificate_chain_file(given.certificate, error);
  require(!error, "the certificate {} cannot be used: {}", given.certificate, error.message());
  state_->tls.use_private_key_file(given.private_key, asio::ssl::context::pem, error);
  require(!error, "the private key {} cannot be used: {}", given.private_key, error.message());
  const auto address = asio::ip::make_address(given.address, error);
  require(!error, "the address to listen at is a number such as 127.0.0.1, got '{}'", given.address);
  const tcp::endpoint place(address, given.port);
  state_->acceptor.open(place.protocol(), error);
  if (!error) state_->acceptor.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) state_->acceptor.bind(place, error);
  if (!error) state_->acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error) fail("the server cannot listen at {} port {}: {}", given.address, given.port, error.message());
}

Server::~Server() = default;

std::uint16_t Server::port() const {
  return state_->acceptor.local_endpoint().port();
}

void Server::run() {
  state_->signals.add(SIGINT);
  state_->signals.add(SIGTERM);
  state_->signals.async_wait([this](beast::error_code error, int) {
    if (!error) state_->stop();
  });
  state_->accept();
  state_->context.run();
}

void Server::stop() {
  asio::post(state_->context, [this] { state_->stop(); });
}

}  // namespace guise::relay
