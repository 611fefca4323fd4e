// SPDX-License-Identifier: Apache-2.0
// guise party plan, next, run, status, restart and threat: a project of several owners as a folder of signed messages.
#pragma once
#include <string>
#include <vector>

#include "cli/command.h"

namespace guise::cli {

/// What these verbs take besides the folder and --as.
struct ProjectWords {
  std::vector<std::string> owners, columns, keep, tasks, without, center, scale;
  std::string miner, title, by, label, mask, deadline, table, results, trust;
  std::int64_t least_owners = 2, least_people = 1, most_people = 100'000, every = 5;
  bool joint_units = false, agree = false;
};

void declare_project(OptionSet& app, ProjectWords& words);
bool is_project_verb(const std::string& verb);
int run_project(const std::string& verb, const std::string& folder, const std::string& as, const ProjectWords& words,
                const Common& common);

/// The machine's time as plans have it.
std::string now_text();

}  // namespace guise::cli
