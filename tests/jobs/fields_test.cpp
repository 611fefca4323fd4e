// SPDX-License-Identifier: Apache-2.0
#include "jobs/fields.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace guise::jobs {
namespace fields_test {

using nlohmann::json;

/// A field of every type.
struct Request {
  std::string input = {}, missing = "error";
  std::vector<std::string> masks = {};
  bool shuffle = false;
  int keys = 5;
  std::int64_t first_record = 0;
  double seconds = 60;
  std::optional<std::int64_t> seed = {};
};

Fields fields(Request& request) {
  return {{"input", &request.input, "a table", true},
          {"missing", &request.missing, "what becomes of gaps", false, "error|drop|mean"},
          {"masks", &request.masks, "masks to try"},
          {"shuffle", &request.shuffle, "in a secret order"},
          {"keys", &request.keys, "how many", false, {}, 1, 1000},
          {"first_record", &request.first_record, "its number"},
          {"seconds", &request.seconds, "time", false, {}, 0.1, 1e6},
          {"seed", &request.seed, "of what is drawn"}};
}

std::string refusal(const json& document) {
  Request request;
  try {
    read_fields(document, fields(request), {"plan.json", {{"mask", 3}, {"keys", 7}}});
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Fields, EveryTypeComesBackFromItsJson) {
  Request request{.input = "a.csv",
                  .missing = "drop",
                  .masks = {"rotate", "noise(sd=1)"},
                  .shuffle = true,
                  .keys = 3,
                  .first_record = std::int64_t{1} << 52,
                  .seconds = 0.5,
                  .seed = 0};
  const json document = fields_json(fields(request));
  Request again;
  read_fields(document, fields(again), {});
  EXPECT_EQ(again.input, "a.csv");
  EXPECT_EQ(again.missing, "drop");
  EXPECT_EQ(again.masks, request.masks);
  EXPECT_TRUE(again.shuffle);
  EXPECT_EQ(again.keys, 3);
  EXPECT_EQ(again.first_record, std::int64_t{1} << 52);
  EXPECT_EQ(again.seconds, 0.5);
  EXPECT_EQ(again.seed, 0);
}

TEST(Fields, WhatSaysNothingIsNotWritten) {
  Request request;
  EXPECT_EQ(json(fields_json(fields(request))),
            (json{{"missing", "error"}, {"keys", 5}, {"first_record", 0}, {"seconds", 60.0}}));
}

TEST(Fields, AFieldThatIsLeftOutKeepsItsDefault) {
  Request request;
  read_fields({{"input", "a.csv"}}, fields(request), {});
  EXPECT_EQ(request.keys, 5);
  EXPECT_EQ(request.missing, "error");
  EXPECT_FALSE(request.seed.has_value());
}

TEST(Fields, OneTextServesAsAListOfOne) {
  Request request;
  read_fields({{"input", "a.csv"}, {"masks", "rotate"}}, fields(request), {});
  EXPECT_EQ(request.masks, std::vector<std::string>{"rotate"});
}

TEST(Fields, AnUnknownFieldIsRefusedWithTheNearestNameAndItsLine) {
  EXPECT_EQ(refusal({{"input", "a"}, {"mask", "rotate"}}),
            "plan.json, line 3: no field named 'mask'; did you mean 'masks'? (there are input, missing, masks, shuffle, keys, "
            "first_record, seconds, seed)");
}

TEST(Fields, AValueOfAnotherTypeIsRefusedWithWhatItTakes) {
  EXPECT_EQ(refusal({{"input", 5}}), "plan.json: 'input' takes text, got 5");
  EXPECT_EQ(refusal({{"input", "a"}, {"masks", {1, 2}}}), "plan.json: 'masks' takes text, got 1");
  EXPECT_EQ(refusal({{"input", "a"}, {"masks", json::object()}}), "plan.json: 'masks' takes a list of texts, got {}");
  EXPECT_EQ(refusal({{"input", "a"}, {"shuffle", "yes"}}), "plan.json: 'shuffle' takes true or false, got \"yes\"");
  EXPECT_EQ(refusal({{"input", "a"}, {"keys", 2.5}}), "plan.json, line 7: 'keys' takes a whole number, got 2.5");
  EXPECT_EQ(refusal({{"input", "a"}, {"seed", nullptr}}), "plan.json: 'seed' takes a whole number, got null");
  EXPECT_EQ(refusal({{"input", "a"}, {"first_record", 1e17}}), "plan.json: 'first_record' takes a whole number, got 1e+17");
  EXPECT_EQ(refusal({{"input", "a"}, {"seconds", "long"}}), "plan.json: 'seconds' takes a number, got \"long\"");
  EXPECT_EQ(refusal(json::array()), "plan.json: a request is an object of fields, got []");
}

TEST(Fields, AValueOutsideOfItsLimitsIsRefusedWithThem) {
  EXPECT_EQ(refusal({{"input", "a"}, {"keys", 0}}), "plan.json, line 7: 'keys' must be between 1 and 1000, got 0");
  EXPECT_EQ(refusal({{"input", "a"}, {"missing", "means"}}),
            "plan.json: 'missing' cannot be 'means'; did you mean 'mean'? (it is error, drop, mean)");
}

TEST(Fields, ARequiredFieldThatIsMissingIsNamedWithItsMeaning) {
  EXPECT_EQ(refusal(json::object()), "plan.json: 'input' is missing (a table)");
}

}  // namespace fields_test
}  // namespace guise::jobs
