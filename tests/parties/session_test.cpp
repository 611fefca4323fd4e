// SPDX-License-Identifier: Apache-2.0
#include "parties/session.h"

#include <gtest/gtest.h>

#include "parties/session_fixtures.h"
#include "random/derive.h"

namespace guise::parties {
namespace session_test {

class Owners : public ::testing::Test {
 protected:
  explicit Owners(std::size_t count = 3) : setup_(setup_of(count, 1)) {
    for (std::size_t i = 0; i < count; ++i) sessions_.push_back(session_of(setup_, i));
  }

  /// Everybody hears what is due, once; whether anything was said.
  bool round() {
    std::vector<std::string> said;
    for (const Session& each : sessions_)
      for (std::string& text : each.due()) said.push_back(std::move(text));
    for (const std::string& text : said) tell(text);
    return !said.empty();
  }
  void tell(const std::string& text) {
    for (Session& each : sessions_) each.receive(text);
  }
  void rounds(int count) {
    for (int i = 0; i < count; ++i) round();
  }
  void run() {
    while (round()) {
    }
  }
  std::string lie(std::size_t by, Step step, const std::vector<std::uint8_t>& body) const {
    return message_text({.step = step, .from = by, .body = body}, setup_, owner(by));
  }

  SessionSetup setup_;
  std::vector<Session> sessions_;
};

TEST_F(Owners, AgreeOnOneSecret) {
  for (const Step step : {Step::plan, Step::commit, Step::freeze, Step::reveal, Step::confirm}) {
    for (const Session& each : sessions_) {
      EXPECT_EQ(each.step(), step);
      EXPECT_EQ(each.waits_for().size(), step == Step::reveal ? 2u : 3u);
      EXPECT_FALSE(each.confirmed());
    }
    EXPECT_TRUE(round());
  }
  EXPECT_FALSE(round());
  for (const Session& each : sessions_) {
    EXPECT_TRUE(each.confirmed());
    EXPECT_TRUE(each.waits_for().empty());
    EXPECT_EQ(shared_of(each), shared_of(sessions_[0]));
  }
  // Another session of the same owners with the same bytes makes another secret.
  const std::string first = shared_of(sessions_[0]);
  setup_ = setup_of(3, 2);
  sessions_.clear();
  for (std::size_t i = 0; i < 3; ++i) sessions_.push_back(session_of(setup_, i));
  run();
  EXPECT_NE(shared_of(sessions_[0]), first);
}

TEST_F(Owners, RefuseMessagesThatAreNotTheirs) {
  run();
  const auto refused = [&](const std::string& text) { return sessions_[0].receive(text); };
  const SessionSetup other = setup_of(3, 9), changed = setup_of(3, 1, "another plan"), fewer = setup_of(2, 1);
  const Message plan{.step = Step::plan, .from = 1};
  EXPECT_EQ(refused(message_text(plan, other, owner(1))), "it belongs to another session");
  EXPECT_EQ(refused(message_text(plan, changed, owner(1))), "it is about another plan or other owners");
  EXPECT_EQ(refused(message_text(plan, fewer, owner(1))), "it is about another plan or other owners");
  EXPECT_EQ(refused(message_text(plan, setup_, owner(2))), "it is not signed by 'b'");
  const std::string text = message_text(plan, setup_, owner(1));
  EXPECT_EQ(refused(replaced(text, "guise-message-1", "guise-message-2")),
            "it has version '2'; this version of guise reads version 1");
  EXPECT_EQ(refused(replaced(text, "from=b", "from=z")), "it is from 'z', who is no party of the plan");
  EXPECT_EQ(refused(replaced(text, "step=plan", "step=abort")), "it is not signed by 'b'");
  EXPECT_EQ(refused(replaced(text, "for=", "for=c")), "it is damaged or cut short");
  EXPECT_EQ(refused(text.substr(0, 150)), "it is damaged or cut short");
  EXPECT_EQ(refused(text + std::string(3000, 'x')),
            fmt::format("it has {} bytes, and no message of the step 'plan' has more than 2048", text.size() + 3000));
  EXPECT_EQ(refused("a,b\n"), "it is no message of a session");
  EXPECT_EQ(refused(text), "");  // heard before
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string bad = text;
    bad[i] = bad[i] == 'a' ? 'b' : 'a';
    EXPECT_NE(refused(bad), "") << i;
  }
  EXPECT_TRUE(sessions_[0].confirmed());
}

TEST_F(Owners, StopWhereOneSignsTwoThings) {
  rounds(2);
  tell(lie(1, Step::commit, std::vector<std::uint8_t>(32, 7)));
  for (const Session& each : sessions_) EXPECT_EQ(each.stopped(), "'b' signed two different messages of the step 'commit'");
  EXPECT_EQ(sessions_[0].due().size(), 1u);  // it says so, and nothing else any more
  EXPECT_NE(sessions_[0].due()[0].find("step=abort"), std::string::npos);
  EXPECT_FALSE(sessions_[0].confirmed());
}

TEST_F(Owners, StopWhereOneWasShownOtherCommitments) {
  rounds(2);
  tell(lie(2, Step::freeze, std::vector<std::uint8_t>(32, 7)));
  EXPECT_EQ(sessions_[0].stopped(), "'c' was shown other commitments than 'a'");
}

TEST_F(Owners, StopWhereOneRevealsSomethingElse) {
  rounds(3);
  std::vector<std::uint8_t> sealed(96 + kSealBytes);
  ASSERT_TRUE(seal(std::vector<std::uint8_t>(96, 1), owner(0).open(), sealed));
  const std::string text = message_text({.step = Step::reveal, .from = 1, .to = 0, .body = sealed}, setup_, owner(1));
  EXPECT_EQ(sessions_[2].receive(text), "it is sealed for another owner");
  EXPECT_EQ(sessions_[0].receive(text), "");
  EXPECT_EQ(sessions_[0].stopped(), "'b' revealed something else than it committed to");
}

/// B seals what A revealed to it for C, as a reveal of its own.
TEST_F(Owners, StopWhereOneRevealsWhatAnotherDid) {
  rounds(3);
  std::vector<std::uint8_t> content(96), sealed(96 + kSealBytes);
  for (const std::string& text : sessions_[0].due()) {
    const Message message = read_message(text, setup_);
    if (message.to == 1u) ASSERT_TRUE(owner(1).unseal(message.body, content));
  }
  ASSERT_TRUE(seal(content, owner(2).open(), sealed));
  sessions_[2].receive(message_text({.step = Step::reveal, .from = 1, .to = 2, .body = sealed}, setup_, owner(1)));
  EXPECT_EQ(sessions_[2].stopped(), "'b' revealed something else than it committed to");
}

TEST_F(Owners, StopWhereSecretsDiffer) {
  rounds(4);
  tell(lie(1, Step::confirm, std::vector<std::uint8_t>(16, 7)));
  EXPECT_EQ(sessions_[0].stopped(), "'b' came to another secret than 'a'");
}

TEST_F(Owners, StopWhereAnyOneStops) {
  run();
  ASSERT_TRUE(sessions_[0].confirmed());
  const std::string reason = "the plan is wrong\x1b[2J";
  tell(lie(1, Step::abort, {reason.begin(), reason.end()}));
  EXPECT_EQ(sessions_[0].stopped(), "'b' stopped: the plan is wrong\\x1b[2J");
  EXPECT_FALSE(sessions_[0].confirmed());
}

TEST_F(Owners, StopWhereTheirOwnBytesWereLost) {
  rounds(1);
  const std::vector<std::string> commit = sessions_[0].due();
  ASSERT_EQ(commit.size(), 1u);
  sessions_[0] = session_of(setup_, 0, 1);  // restarted with others
  tell(commit[0]);
  for (std::size_t i = 1; i < 3; ++i) {
    tell(message_text({.step = Step::plan, .from = i}, setup_, owner(i)));
    for (const std::string& text : sessions_[i].due()) tell(text);
  }
  EXPECT_EQ(sessions_[0].stopped(),
            "a message in this owner's name commits to other bytes: they were lost, or the identity was stolen");
}

TEST(Session, IsRefusedToStrangersAndToLoneOwners) {
  EXPECT_EQ(refusal_of([] { session_of(setup_of(1, 1), 0); }), "a session needs two owners or more, got 1");
  EXPECT_EQ(refusal_of([] { session_of(setup_of(2, 1), 3); }), "'d' is no owner in the plan, or is there with other keys");
  SessionSetup twice = setup_of(2, 1);
  twice.owners[1].name = "a";
  EXPECT_EQ(refusal_of([&] { session_of(twice, 0); }), "owners have different names and stand in their order; 'a' follows 'a'");
}

}  // namespace session_test
}  // namespace guise::parties
