// SPDX-License-Identifier: Apache-2.0
#include "parties/project.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "parties/project_fixtures.h"

namespace guise::parties {
namespace project_test {

TEST(Project, GoesFromAPlanToRowsOfEachOwner) {
  Parties parties(plan_of(3, 1));
  for (const Step step : {Step::plan, Step::commit, Step::freeze, Step::reveal, Step::confirm, Step::matrix, Step::release,
                          Step::result, Step::rows}) {
    for (const Project& each : parties.all) {
      EXPECT_EQ(each.step(), step) << step_name(step) << " " << each.stopped();
      EXPECT_FALSE(each.done());
    }
    if (step != Step::rows) EXPECT_TRUE(parties.round());
  }
  parties.run();
  for (const Project& each : parties.all) {
    EXPECT_TRUE(each.done());
    EXPECT_TRUE(each.waits_for().empty());
    EXPECT_EQ(each.result_of(3), "found");
  }
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(parties.all[i].own_rows(), "rows of " + std::to_string(i));
}

TEST(Project, FindsJointUnitsThatTheMinerSeesToo) {
  Parties parties(plan_of(3, 1, UnitsOf::owners));
  parties.run();
  for (const Project& each : parties.all) {
    ASSERT_TRUE(each.units().has_value()) << each.stopped();
    EXPECT_EQ(each.units()->records, 9u);
    EXPECT_DOUBLE_EQ(each.units()->mean[0], 2);  // of 0 1 2, 1 2 3, 2 3 4
  }
}

TEST(Project, FindsCommonPeopleInOneOrder) {
  Parties parties(plan_of(3, 1, UnitsOf::mask, SplitOf::columns));
  parties.run_until(Step::matrix);
  std::vector<std::string> first;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::vector<std::string> people = people_of(i);
    EXPECT_EQ(parties.all[i].wrong_people(), "");
    std::vector<std::string> names;
    for (const std::size_t place : parties.all[i].common_people(people)) names.push_back(people[place]);
    EXPECT_EQ(names.size(), 6u);
    if (i == 0) first = names;
    EXPECT_EQ(names, first);
  }
  EXPECT_FALSE(std::is_sorted(first.begin(), first.end()));
  std::vector<std::string> others = people_of(0);
  others.push_back("a later one");
  EXPECT_EQ(refusal_of([&] { parties.all[0].common_people(others); }),
            "the table has other people than when they were compared; use the table of then");
}

TEST(Project, SaysWhyTooFewPeopleAreCommon) {
  ProjectPlan plan = plan_of(2, 1, UnitsOf::mask, SplitOf::columns);
  plan.least_people = 7;
  Parties parties(plan);
  parties.run_until(Step::matrix);
  EXPECT_EQ(parties.all[0].wrong_people(), "the owners have 6 people in common, and the plan asks for 7 or more");
}

TEST(Project, ReleasesNothingBeforeAllConfirmed) {
  Parties parties(plan_of(2, 1));
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(refusal_of([&] { parties.all[0].say_release({}); }),
              "nothing is released before all owners confirmed the secret");
    parties.round();
  }
}

TEST(Project, StopsWhereMatricesDiffer) {
  Parties parties(plan_of(2, 1));
  parties.run_until(Step::matrix);
  parties.tell(parties.all[0].say_matrix(Bytes32{1}));
  parties.tell(parties.all[1].say_matrix(Bytes32{2}));
  for (const Project& each : parties.all)
    EXPECT_EQ(each.stopped(), "'b' has other secret matrices than 'a': both need one version of guise");
  EXPECT_NE(parties.all[0].due().at(0).find("step=abort"), std::string::npos);
}

TEST(Project, StopsWhereAPartyContradictsItself) {
  Parties parties(plan_of(2, 1));
  parties.run_until(Step::result);
  parties.tell(parties.lie(2, Step::result, {'a'}));
  parties.tell(parties.lie(2, Step::result, {'b'}));
  for (const Project& each : parties.all)
    EXPECT_EQ(each.stopped(), "'miner' signed two different messages of the step 'result'");
}

TEST(Project, StopsAtAReleaseUnderAnotherSecret) {
  Parties parties(plan_of(2, 1));
  parties.run_until(Step::release);
  const std::string manifest = Manifest{.data_bytes = 1, .card_bytes = 1, .records = 3, .transcript = {1}}.text();
  parties.tell(parties.lie(1, Step::release, {manifest.begin(), manifest.end()}));
  EXPECT_EQ(parties.all[0].stopped(), "'b' released under another secret");
}

/// Who shows different lists to different owners is seen by the miner too.
TEST(Project, ShowsTheMinerOtherCommitmentsAndOtherSecrets) {
  Parties parties(plan_of(2, 1));
  parties.run_until(Step::freeze);
  Project& miner = parties.all[2];
  miner.receive(parties.all[0].due().at(0));
  miner.receive(parties.lie(1, Step::freeze, std::vector<std::uint8_t>(32, 7)));
  EXPECT_EQ(miner.stopped(), "'b' was shown other commitments than the others");
  Parties more(plan_of(2, 1));
  more.run_until(Step::confirm);
  more.all[2].receive(more.all[0].due().at(0));
  more.all[2].receive(more.lie(1, Step::confirm, std::vector<std::uint8_t>(16, 7)));
  EXPECT_EQ(more.all[2].stopped(), "'b' came to another secret than 'a'");
}

TEST(Project, RefusesWhatAPartyMayNotSay) {
  Parties parties(plan_of(2, 1, UnitsOf::mask, SplitOf::columns));
  parties.run_until(Step::people);
  Project& miner = parties.all[2];
  const auto refused = [&](std::size_t by, Step step, const std::vector<std::uint8_t>& body) {
    return miner.receive(parties.lie(by, step, body));
  };
  EXPECT_EQ(refused(2, Step::release, {}), "'miner' has nothing to say in the step 'release'");
  EXPECT_EQ(refused(0, Step::result, {}), "'a' has nothing to say in the step 'result'");
  EXPECT_EQ(refused(0, Step::matrix, {1}), "it is damaged or cut short");
  EXPECT_EQ(refused(0, Step::release, {'{', '}'}), "it is no manifest of a release");
  EXPECT_EQ(refused(0, Step::people, {0}), "it lists more people than the 100000 of the plan, or none");
  std::vector<std::uint8_t> list(2 + kHiddenBytes);
  list[0] = 1, list[1] = 1;
  EXPECT_EQ(refused(0, Step::people, list), "it is a list of people that 'a' has no part in");
  EXPECT_EQ(miner.receive(message_text({.step = Step::plan, .from = 0}, plan_of(2, 2).setup(), owner(0))),
            "it belongs to another session");
  EXPECT_TRUE(miner.stopped().empty());
}

TEST(Project, WithoutAMinerIsMinedByEveryOwner) {
  Parties parties(plan_of(3, 1, UnitsOf::mask, SplitOf::records, false));
  parties.run();
  for (const Project& each : parties.all) {
    EXPECT_TRUE(each.done());
    EXPECT_EQ(each.result_of(2), "found");
    EXPECT_EQ(each.own_rows(), "");
  }
}

TEST(Project, IsOfTheIdentitiesInThePlan) {
  const ProjectPlan plan = plan_of(2, 1);
  EXPECT_EQ(refusal_of([&] { Project(plan, owner(3), bytes_of_owner(3)); }), "'d' is no party of the plan");
  EXPECT_EQ(refusal_of([&] { Project(plan, fixed_party("a", 77), bytes_of_owner(3)); }),
            "the plan has another party of the name 'a', with other keys; use the identity that you gave to your partners");
}

TEST(ProjectPlan, IsReadAsItIsWritten) {
  ProjectPlan plan = plan_of(3, 1, UnitsOf::numbers);
  plan.center = {1.5}, plan.scale = {0.1}, plan.keep["a"] = {"ill"};
  const std::string text = plan.text();
  EXPECT_EQ(read_project_plan(text, "plan.json").text(), text);
  const auto refused = [&](const std::string& from, const std::string& to) {
    return refusal_of([&] { read_project_plan(replaced(text, from, to), "plan.json"); });
  };
  EXPECT_EQ(refused("\"rotate\"", "\"rotate\" "),
            "plan.json is not written as guise writes plans: it was changed by hand; make a new one with: guise party plan");
  EXPECT_EQ(refused("\"guise_project\": 1", "\"guise_project\": 2"),
            "plan.json is a plan of version 2; this version of guise reads version 1");
  EXPECT_EQ(refused("guise_project", "guise_projekt"),
            "plan.json is no plan of a project; name the folder that 'guise party plan' made");
  EXPECT_EQ(refused("\"mask\"", "\"maske\""),
            "plan.json is damaged or lacks a field; ask the party that made it for the file again");
  EXPECT_EQ(refused("\"split\": \"records\"", "\"split\": \"rows\""), "plan.json: 'rows' is not among its values");
  EXPECT_EQ(refused("name=b", "name=B").substr(0, 33), "plan.json: an owner in plan.json ");
}

TEST(ProjectPlan, RefusesWhatCannotBeCarriedOut) {
  const auto refused = [](ProjectPlan plan, auto change) {
    change(plan);
    return refusal_of([&] { check_plan(plan); });
  };
  const ProjectPlan plan = plan_of(3, 1), people = plan_of(2, 1, UnitsOf::mask, SplitOf::columns);
  EXPECT_EQ(refused(plan, [](ProjectPlan&) {}), "accepted");
  EXPECT_EQ(refused(plan, [](ProjectPlan& p) { p.owners.resize(1); }), "a project has 2 to 256 owners, got 1");
  EXPECT_EQ(refused(plan, [](ProjectPlan& p) { std::swap(p.owners[0], p.owners[1]); }),
            "parties have different names and stand in their order; 'a' follows 'b'");
  EXPECT_EQ(refused(plan, [](ProjectPlan& p) { p.miner = fixed_party("other", 1).open(); }),
            "'a' and 'other' have the same key: an identity is used twice; each party makes its own with guise party new");
  EXPECT_EQ(refused(plan, [](ProjectPlan& p) { p.columns["b"] = {"y"}; }),
            "owners of other records have the same columns, and those of 'b' differ; split=columns is for other columns");
  EXPECT_EQ(refused(plan, [](ProjectPlan& p) { p.keep["b"] = {"x"}; }), "owner 'b' has the column 'x' twice");
  EXPECT_EQ(refused(plan_of(2, 1), [](ProjectPlan& p) { p.units = UnitsOf::owners; }),
            "joint units need three owners or more: each of two would subtract its own sums and know the other's; give public "
            "numbers by ‘center’ and ‘scale’");
  EXPECT_EQ(refused(people, [](ProjectPlan& p) { p.units = UnitsOf::owners; }),
            "owners of other columns have no units in common; leave units to the mask, as in 'standardize | rotate'");
  EXPECT_EQ(refused(people, [](ProjectPlan& p) { p.by = ""; }),
            "owners of other columns find their common people by an identifier; name its column by ‘by’");
  EXPECT_EQ(refused(people, [](ProjectPlan& p) { p.most_people = 300'000; }),
            "at most 262144 people of an owner are compared; the plan allows 300000");
  EXPECT_EQ(refused(plan, [](ProjectPlan& p) { p.units = UnitsOf::numbers, p.center = {1}, p.scale = {0}; }),
            "a scale is above 0 and a center is finite; those of column 1 are 0 and 1");
  EXPECT_EQ(refused(plan, [](ProjectPlan& p) { p.deadline = "tomorrow"; }),
            "a plan has a deadline after it was made, such as 2026-12-01T09:00:00Z; got '2026-01-01T00:00:00Z' and 'tomorrow'");
}

}  // namespace project_test
}  // namespace guise::parties
