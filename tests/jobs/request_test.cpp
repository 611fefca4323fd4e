// SPDX-License-Identifier: Apache-2.0
#include "jobs/request.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "jobs/job.h"

namespace guise::jobs {
namespace request_test {

using nlohmann::json;

std::string refusal(const json& document) {
  try {
    job_named(document, {"a.json", {}});
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Request, OfANewerFormatIsRefusedByName) {
  EXPECT_EQ(refusal({{"guise_request", 2}, {"job", "mask"}}),
            "a.json is a request of format 2; this version of guise reads format 1: use the guise that wrote it");
}

TEST(Request, WhatIsNoneIsRefused) {
  const std::string none = "a.json is no request of guise: it has no field 'guise_request: 1', with the version of its format";
  EXPECT_EQ(refusal({{"job", "mask"}}), none);
  EXPECT_EQ(refusal(json::array()), none);
  EXPECT_EQ(refusal({{"guise_request", 1}}), "a.json: 'job' names the job, e.g. 'audit'");
}

TEST(Request, ForAnotherJobIsRefused) {
  EXPECT_THROW(read_request({{"guise_request", 1}, {"job", "mask"}}, "audit", {}, {}), Error);
}

TEST(Jobs, AMisspeltOneIsRefusedWithTheNearest) {
  try {
    find_job("adit");
    FAIL() << "there is no such job";
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).find("no job named 'adit'; did you mean 'audit'?"), 0U) << error.what();
  }
}

/// Every job that is registered, without a list of them here.
class EveryJob : public testing::TestWithParam<const Job*> {};

TEST_P(EveryJob, HasFieldsOfDistinctNamesWithHelpThatNamesNoOption) {
  GetParam()->with_fields([](const Fields& fields) {
    std::set<std::string_view> names;
    for (const Field& field : fields) {
      EXPECT_TRUE(names.insert(field.name).second) << field.name;
      EXPECT_FALSE(field.help.empty()) << field.name;
      EXPECT_EQ(field.help.find("--"), std::string_view::npos) << field.name;
      EXPECT_EQ(&find_field(fields, field.name), &field);
    }
  });
}

TEST_P(EveryJob, ReadsTheDefaultsThatItWrites) {
  GetParam()->with_fields([](const Fields& fields) {
    nlohmann::json document = fields_json(fields);
    for (const Field& field : fields)
      if (field.required) {
        if (std::holds_alternative<std::string*>(field.place))
          document[std::string(field.name)] = "something";
        else
          document[std::string(field.name)] = {"something"};
      }
    EXPECT_NO_THROW(read_fields(document, fields, {}));
    for (const auto& [name, value] : document.items()) EXPECT_EQ(nlohmann::json(fields_json(fields)).at(name), value) << name;
  });
}

TEST_P(EveryJob, TakesThePathOfAKeyAndNeverAKey) {
  GetParam()->with_fields([](const Fields& fields) {
    for (const Field& field : fields)
      if (field.name == "key") EXPECT_TRUE(std::holds_alternative<std::string*>(field.place));
  });
}

INSTANTIATE_TEST_SUITE_P(Jobs, EveryJob, testing::ValuesIn(all_jobs().begin(), all_jobs().end()),
                         [](const auto& each) { return std::string(each.param->name); });

}  // namespace request_test
}  // namespace guise::jobs
