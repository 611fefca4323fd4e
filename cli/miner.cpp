// SPDX-License-Identifier: Apache-2.0
// guise miner — serve folders of projects over HTTPS, and take the miner's turns in them.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <condition_variable>
#include <ctime>
#include <filesystem>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "base/error.h"
#include "base/json_text.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/identity_file.h"
#include "cli/party_project.h"
#include "cli/project_text.h"
#include "cli/streams.h"
#include "projects/turn.h"
#include "relay/files.h"
#include "relay/server.h"

namespace guise::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kMostPort = 65535;

struct Options {
  std::string verb, folder, as, address = "127.0.0.1", certificate, private_key;
  int port = 8443;
  bool agree = false;
};

/// A line of JSON on standard error, with the time; from several threads.
void note(const std::string& json) {
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  complain(fmt::format("{{\"time\":\"{}\",{}\n", now_text(), std::string_view(json).substr(1)));
}

/// The miner's turns, one at a time, in a thread of their own: mining takes longer than a request may.
class Turns {
 public:
  Turns(const Options& options, const parties::SecretIdentity& me, const Common& common)
      : options_(options), me_(me), work_(common.work()), thread_([this] { run(); }) {}
  ~Turns() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    woken_.notify_one();
    thread_.join();
  }
  Turns(const Turns&) = delete;
  Turns& operator=(const Turns&) = delete;

  void take(const std::string& project) {
    const std::lock_guard lock(mutex_);
    waiting_.insert(project);
    woken_.notify_one();
  }

 private:
  void run() {
    std::unique_lock lock(mutex_);
    while (!stopping_) {
      if (waiting_.empty()) {
        woken_.wait(lock);
        continue;
      }
      const std::string project = *waiting_.begin();
      waiting_.erase(waiting_.begin());
      lock.unlock();
      turn(project);
      lock.lock();
    }
  }

  void turn(const std::string& project) {
    try {
      const projects::TurnResult result = projects::take_turn({.project = (fs::path(options_.folder) / project).string(),
                                                               .identity_file = options_.as,
                                                               .agree = options_.agree,
                                                               .now = now_text()},
                                                              me_, work_);
      nlohmann::json line = turn_json(result);
      line["project"] = project;
      if (!result.did.empty()) note(json_text(line, -1));
    } catch (const std::exception& wrong) {
      note(json_text(nlohmann::json{{"project", project}, {"error", wrong.what()}}, -1));
    }
  }

  const Options& options_;
  const parties::SecretIdentity& me_;
  jobs::Work work_;
  std::mutex mutex_;
  std::condition_variable woken_;
  std::set<std::string> waiting_ = {};
  bool stopping_ = false;
  std::thread thread_;
};

std::vector<std::string> projects_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const fs::directory_entry& each : fs::directory_iterator(folder, ignored)) {
    const std::string name = each.path().filename().string();
    if (relay::is_project_name(name) && fs::exists(each.path() / "plan.json", ignored)) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char letter : text) out += letter == '<' ? "&lt;" : letter == '&' ? "&amp;" : std::string(1, letter);
  return out;
}

std::string status_page(const std::string& folder) {
  std::string page =
      "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>guise miner</title><style>body{font-family:sans-serif;"
      "margin:2em}pre{overflow:auto}</style><h1>Projects</h1>\n";
  for (const std::string& name : projects_in(folder)) {
    page += fmt::format("<h2>{}</h2>\n<pre>", name);
    try {
      const projects::Folder files(fs::path(folder) / name);
      parties::Project project = parties::Project::observe(projects::current_plan(files, now_text()));
      const std::vector<projects::Refused> refused = projects::hear(project, files);
      page += escaped(status_text(project, refused, now_text()));
    } catch (const Error& wrong) {
      page += escaped(wrong.what());
    }
    page += "</pre>\n";
  }
  return page + "</html>\n";
}

int run(const Options& options, const Common& common) {
  require(options.verb == "serve", "guise miner does 'serve', not '{}'", options.verb);
  std::error_code ignored;
  require(fs::is_directory(options.folder, ignored), "{} is no folder; name the one that holds the folders of projects",
          options.folder);
  const parties::SecretIdentity me = read_secret_identity(options.as);
  Turns turns(options, me, common);
  relay::Server server({.folder = options.folder,
                        .address = options.address,
                        .port = static_cast<std::uint16_t>(options.port),
                        .certificate = options.certificate,
                        .private_key = options.private_key,
                        .log = note,
                        .changed = [&](const std::string& project) { turns.take(project); },
                        .status_page = [&] { return status_page(options.folder); }});
  for (const std::string& name : projects_in(options.folder)) turns.take(name);
  note(json_text(nlohmann::json{{"listening", options.address}, {"port", server.port()}}, -1));
  server.run();
  note(json_text(nlohmann::json{{"stopped", true}}, -1));
  return 0;
}

std::function<int()> declare(OptionSet& app, const Common& common) {
  const auto options = std::make_shared<Options>();
  app.add_option("VERB", options->verb, "serve: until SIGINT or SIGTERM").required().type_name("");
  app.add_option("FOLDER", options->folder, "holds a folder for each project, as guise party plan makes them")
      .required()
      .type_name("");
  app.add_option("--as", options->as, "the miner's secret identity").required().type_name("MINER.secret");
  app.add_option("--certificate", options->certificate, "of the server, PEM").required().type_name("FILE");
  app.add_option("--private-key", options->private_key, "of the certificate, PEM").required().type_name("FILE");
  app.add_option("--address", options->address, "to listen at (default: 127.0.0.1)").type_name("ADDRESS");
  app.add_option("--port", options->port, "to listen at; 0 takes a free one (default: 8443)")
      .between(0, kMostPort)
      .type_name("N");
  app.add_flag("--agree", options->agree, "sign the plan of every project in the folder");
  return [options, &common] { return run(*options, common); };
}

}  // namespace

extern const Command miner_command;
const Command miner_command = {.name = "miner",
                               .summary = "serve joint projects over HTTPS and mine them",
                               .examples =
                                   "  guise miner serve projects --as lab.secret --certificate lab.pem \\\n"
                                   "      --private-key lab.key --address 0.0.0.0",
                               .declare = declare};

}  // namespace guise::cli
