// SPDX-License-Identifier: Apache-2.0
// What a table holds, what to mind before masking it, and which attacks a sample of it calls for; whether a release and its
// card are unchanged.
#pragma once
#include <nlohmann/json.hpp>

#include "base/card.h"
#include "jobs/card_check.h"
#include "jobs/column_roles.h"
#include "jobs/input.h"
#include "jobs/job.h"

namespace guise::jobs {

struct InspectRequest {
  static constexpr std::string_view kJob = "inspect";
  Input in = {};         ///< all of the table: neither columns nor records are chosen
  std::string key = {};  ///< the owner's, to hold a release against
};

struct InspectedColumn {
  std::string name, type, sql_type;
  struct Figures {
    double mean, least, most;
    std::optional<double> sd;  ///< none where squares leave the range of doubles
  };
  std::optional<Figures> figures = {};  ///< of a numeric column
  std::int64_t missing = 0;             ///< over all records
  double distinct = 0;                  ///< values; above 1000 an estimate, 3 % off
  Role role = Role::none;
  std::string grain = {};  ///< of numbers: "whole numbers", "rounded to 0.01"
};

/// What to do next, from the roles of the columns.
struct NextStep {
  std::vector<std::string> columns = {};   ///< to mask, where these are not all numeric ones
  std::vector<std::string> left_out = {};  ///< numeric columns that are not to be masked
  bool drop = false;                       ///< there are records with missing values
};

struct InspectResult {
  std::string table;
  std::int64_t records = 0, incomplete = 0;
  std::vector<InspectedColumn> columns;
  std::vector<std::string> notes;
  NextStep next = {};
  nlohmann::json prior = {};      ///< what a sample tells (prior_section.h); null of a release, which is no sample
  std::optional<Card> card = {};  ///< beside a release
  std::optional<Standing> standing = {};
};

Fields fields(InspectRequest& request);
FilesInUse files_of(const InspectRequest& request);
InspectResult run(const InspectRequest& request, const Work& work);
nlohmann::json to_json(const InspectResult& result, Detail detail);

}  // namespace guise::jobs
