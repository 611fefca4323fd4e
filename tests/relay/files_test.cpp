// SPDX-License-Identifier: Apache-2.0
#include "relay/files.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>

#include "parties/project_fixtures.h"
#include "projects/folder.h"
#include "relay/answers.h"
#include "relay/client.h"
#include "relay/intake.h"
#include "table/atomic_file.h"

namespace guise::relay {
namespace files_test {

namespace fs = std::filesystem;
constexpr std::uint64_t kMost = 1 << 20;
const std::string kZeros(32, '0');

/// A project of two owners and a miner in a folder of its own.
class Files : public ::testing::Test {
 protected:
  Files() : folder_(fs::temp_directory_path() / ("guise-relay-" + std::to_string(::getpid()))), project_(folder_ / "study") {
    fs::remove_all(folder_);
    projects::Folder(project_).add_plan(plan_);
  }
  ~Files() override { fs::remove_all(folder_); }

  static std::string name_of(const std::string& text) {
    return "messages/" + to_hex(parties::plan_hash(text)).substr(0, 32) + ".msg";
  }
  std::string take(const std::string& name, const std::string& text, std::uint64_t most = kMost) const {
    return Intake(project_, most).take(name, text);
  }

  parties::ProjectPlan plan_ = parties::plan_of(2, 1);
  fs::path folder_, project_;
};

TEST(FileNames, LeadNowhereElse) {
  for (const std::string& name : {std::string("plan.json"), std::string("plan-2.json"), "messages/" + kZeros + ".msg",
                                  "releases/north-" + kZeros + ".csv", "releases/a.b-c-" + kZeros + ".csv.card.json"})
    EXPECT_TRUE(is_file_name(name)) << name;
  for (const std::string& name :
       {std::string(), std::string("plan-02.json"), std::string("plan-.json"), std::string("plan-99999999999.json"),
        std::string("../plan.json"), "messages/../" + kZeros + ".msg", "messages/" + kZeros + ".msg/",
        "messages/" + kZeros + "0.msg", "releases/../north-" + kZeros + ".csv", "releases/.-" + kZeros + ".csv",
        "releases/-" + kZeros + ".csv", "releases/a/b-" + kZeros + ".csv", "releases/north-" + kZeros + ".csv.minisig",
        "messages/" + std::string(32, 'G') + ".msg"})
    EXPECT_FALSE(is_file_name(name)) << name;
}

TEST_F(Files, AreTakenFromPartiesOfThePlanOnly) {
  parties::Parties parties(plan_);
  const std::string text = parties.all[0].due().at(0);
  EXPECT_EQ(take(name_of(text), text), "");
  EXPECT_EQ(take(name_of(text), text), "");  // it is there
  EXPECT_EQ(files_of(project_), (std::vector<std::string>{name_of(text), "plan.json"}));
  EXPECT_EQ(take("messages/" + kZeros + ".msg", text), "a message is named by its hash");
  EXPECT_EQ(take(name_of("hello"), "hello"), "it is no message of a session");
  const std::string other = parties::Parties(parties::plan_of(2, 2)).all[0].due().at(0);
  EXPECT_EQ(take(name_of(other), other), "it belongs to another session");
  EXPECT_EQ(take("plan-2.json", plan_.text()), "plans are put there by the miner's operator");
  EXPECT_EQ(take("../x", text), "it is no file of a project");
  const std::string next = parties.all[1].due().at(0);
  EXPECT_EQ(take(name_of(next), next, 100), "the project's files have reached the limit of the server");
}

TEST_F(Files, OfReleasesAreTakenOnceTheirOwnerSignedThem) {
  parties::Parties parties(plan_);
  parties.run_until(parties::Step::release);
  const std::string data = "y1\n1\n";
  const Bytes32 hash = parties::plan_hash(data);
  const std::string name = "releases/a-" + to_hex(hash).substr(0, 32) + ".csv";
  EXPECT_EQ(take(name, data), "no owner signed a manifest of it; send the message of the step 'release' first");
  parties.tell(parties.all[0].say_release({.data = hash,
                                           .card = parties::plan_hash("card"),
                                           .data_bytes = 5,
                                           .card_bytes = 4,
                                           .records = 1,
                                           .transcript = parties.all[0].transcript()}));
  for (const std::string& text : parties.said) EXPECT_EQ(take(name_of(text), text), "");
  EXPECT_EQ(take(name, data + "2\n"), "no owner signed a manifest of it; send the message of the step 'release' first");
  EXPECT_EQ(take("releases/b" + name.substr(10), data),
            "no owner signed a manifest of it; send the message of the step 'release' first");
  EXPECT_EQ(take(name, data), "");
  EXPECT_EQ(take(name + ".card.json", "card"), "");
  EXPECT_EQ(take(name, "other"), "another file has this name, and none is written over");
}

/// What it remembers, and what others put into the folder meanwhile.
TEST_F(Files, AreSeenWhoeverPutsThemThere) {
  Intake intake(project_, kMost);
  parties::Parties parties(plan_);
  const std::string one = parties.all[0].due().at(0), other = parties.all[1].due().at(0);
  EXPECT_EQ(intake.files().size(), 1u);
  EXPECT_EQ(intake.take(name_of(one), one), "");
  EXPECT_EQ(intake.files().size(), 2u);
  projects::Folder(project_).publish(other);
  EXPECT_EQ(intake.files().size(), 3u);
  EXPECT_EQ(intake.files(), files_of(project_));
  EXPECT_EQ(intake.take(name_of(other), other), "");
}

TEST_F(Files, AreShownToPartiesAndTheStateToTheOperator) {
  const Counts counts;
  Intakes intakes;
  const ServerSettings settings{.folder = folder_, .status_page = [] { return std::string("<p>"); }};
  const auto status = [&](const std::string& verb, const std::string& path, bool local = false) {
    return answer({.verb = verb, .path = path, .local = local}, settings, intakes, counts).status;
  };
  EXPECT_EQ(answer({.verb = "GET", .path = "/projects/study"}, settings, intakes, counts).body, R"({"files":["plan.json"]})");
  EXPECT_EQ(answer({.verb = "GET", .path = "/projects/study/plan.json"}, settings, intakes, counts).body, plan_.text());
  for (const char* path : {"/projects/none", "/projects/..", "/projects/", "/projects/study/../study/plan.json", "/x"})
    EXPECT_EQ(status("GET", path, true), 404u) << path;
  EXPECT_EQ(status("POST", "/projects/study/plan.json"), 405u);
  for (const char* path : {"/", "/metrics"}) {
    EXPECT_EQ(status("GET", path, true), 200u);
    EXPECT_EQ(status("GET", path, false), 404u);
  }
}

TEST(Remote, IsNamedByAnAddress) {
  const Remote remote = parse_remote("https://lab.example:8443/study");
  EXPECT_EQ(remote.host, "lab.example");
  EXPECT_EQ(remote.port, 8443);
  EXPECT_EQ(remote.project, "study");
  EXPECT_EQ(parse_remote("https://lab/study").port, 443);
  for (const char* url : {"http://lab/study", "https://lab", "https://lab/", "https://lab:x/study", "https://lab:70000/study",
                          "https://:1/study", "https://lab/a/b", "lab/study"})
    EXPECT_THROW(parse_remote(url), Error) << url;
}

}  // namespace files_test
}  // namespace guise::relay
