// SPDX-License-Identifier: Apache-2.0
// What a column is for, judged by its name and values: identifiers, weights, dates, categories, constants.
#pragma once
#include "jobs/column_facts.h"
#include "table/schema.h"

namespace guise::jobs {

enum class Role { none, identifier, weight, date, category, constant, empty };

std::string_view name_of(Role role);

/// A judgement, not a proof: names help, and an owner knows better.
Role role_of(const table::Column& column, const ColumnFacts& facts, double mean);

/// By its name alone: a weight of records in a survey, which a mask would make useless.
bool is_weight_name(const std::string& column);

/// "whole numbers", "multiples of 10", "rounded to 0.01"; empty where nothing of the kind shows.
std::string granularity(const ColumnFacts& facts);

}  // namespace guise::jobs
