// SPDX-License-Identifier: Apache-2.0
// What a project asks of an owner's table.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "jobs/work.h"
#include "parties/joint_units.h"
#include "parties/project_plan.h"

namespace guise::projects {

/// The table as the plan reads it of this owner; refuses one that lacks a column.
struct OwnTable {
  std::string path = {};
  std::vector<std::string> columns = {}, keep = {};
  std::string by = {};  ///< column of identifiers; empty: none

  OwnTable(const std::string& file, const parties::ProjectPlan& plan, const std::string& owner);
  parties::ColumnSums sums(const jobs::Work& work) const;
  /// Of all records, in their order, as order tags take them; the numbers of records where there is no column. Refuses missing
  /// and repeated ones.
  std::vector<std::string> identifiers(const jobs::Work& work) const;
  /// Writes a CSV of these records in this order, for the owner's eyes alone.
  void write(const std::vector<std::size_t>& records, const std::filesystem::path& to, const jobs::Work& work) const;
};

/// A field of CSV, quoted where it has to be.
std::string csv_field(const std::string& text);

}  // namespace guise::projects
