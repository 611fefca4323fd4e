// SPDX-License-Identifier: Apache-2.0
#include "parties/project_plan.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/json_keys.h"
#include "base/json_text.h"
#include "parties/agreement.h"

namespace guise::parties {
namespace {

using nlohmann::json;

constexpr std::string_view kFamily = "guise_project";
constexpr int kVersion = 1;
constexpr JsonLimits kLimits{.bytes = std::size_t{4} << 20, .values = 1'000'000, .depth = 8};
constexpr std::string_view kSplits[] = {"records", "columns"};
constexpr std::string_view kUnits[] = {"mask", "numbers", "owners"};
constexpr std::string_view kDatePattern = "0000-00-00T00:00:00Z";

template <typename Value, std::size_t size>
Value among(const std::string_view (&names)[size], const std::string& name) {
  const auto* const found = std::find(std::begin(names), std::end(names), name);
  require(found != std::end(names), "'{}' is not among its values", name);
  return static_cast<Value>(found - std::begin(names));
}

void check_columns(const ProjectPlan& plan) {
  for (const PublicIdentity& owner : plan.owners) {
    const auto found = plan.columns.find(owner.name);
    require(found != plan.columns.end() && !found->second.empty(), "owner '{}' has no columns", owner.name);
    require(found->second.size() <= kMostColumns, "owner '{}' has {} columns; at most {} are allowed", owner.name,
            found->second.size(), kMostColumns);
    std::vector<std::string> all = found->second, kept = plan.kept_by(owner.name);
    all.insert(all.end(), kept.begin(), kept.end());
    std::sort(all.begin(), all.end());
    const auto twice = std::adjacent_find(all.begin(), all.end());
    require(twice == all.end(), "owner '{}' has the column '{}' twice", owner.name, twice == all.end() ? "" : *twice);
    require(plan.split == SplitOf::columns || found->second == plan.columns.begin()->second,
            "owners of other records have the same columns, and those of '{}' differ; split=columns is for other columns",
            owner.name);
  }
  require(plan.columns.size() == plan.owners.size(), "columns are named for a party that is no owner");
  require(plan.keep.size() <= plan.owners.size(), "kept columns are named for a party that is no owner");
}

void check_units(const ProjectPlan& plan) {
  const std::size_t columns = plan.columns.begin()->second.size();
  if (plan.units == UnitsOf::numbers) {
    require(plan.center.size() == columns && plan.scale.size() == columns,
            "units need a center and a scale for each of the {} columns, got {} and {}", columns, plan.center.size(),
            plan.scale.size());
    for (std::size_t j = 0; j < columns; ++j)
      require(std::isfinite(plan.center[j]) && std::isfinite(plan.scale[j]) && plan.scale[j] > 0,
              "a scale is above 0 and a center is finite; those of column {} are {} and {}", j + 1, plan.scale[j],
              plan.center[j]);
  } else {
    require(plan.center.empty() && plan.scale.empty(), "center and scale are for units of numbers");
  }
  if (plan.units == UnitsOf::mask) return;
  require(plan.split == SplitOf::records,
          "owners of other columns have no units in common; leave units to the mask, as in 'standardize | rotate'");
  require(plan.units != UnitsOf::owners || plan.owners.size() >= 3,
          "joint units need three owners or more: each of two would subtract its own sums and know the other's; give public "
          "numbers by ‘center’ and ‘scale’");
}

void check_people(const ProjectPlan& plan) {
  if (plan.split == SplitOf::records) return;
  require(!plan.by.empty(), "owners of other columns find their common people by an identifier; name its column by ‘by’");
  require(plan.owners.size() <= kMostOwnersOfColumns, "at most {} owners find common people, got {}", kMostOwnersOfColumns,
          plan.owners.size());
  require(plan.most_people >= 1 && plan.most_people <= static_cast<std::int64_t>(kMostPeople),
          "at most {} people of an owner are compared; the plan allows {}", kMostPeople, plan.most_people);
  require(plan.least_people >= 1 && plan.least_people <= plan.most_people,
          "the fewest common people are between 1 and {}, got {}", plan.most_people, plan.least_people);
}

void check_owners(const ProjectPlan& plan) {
  require(plan.owners.size() >= 2 && plan.owners.size() <= kMostOwners, "a project has 2 to {} owners, got {}", kMostOwners,
          plan.owners.size());
  for (std::size_t i = 1; i < plan.owners.size(); ++i)
    require(plan.owners[i - 1].name < plan.owners[i].name,
            "parties have different names and stand in their order; '{}' follows '{}'", plan.owners[i].name,
            plan.owners[i - 1].name);
  const SessionSetup setup{.owners = plan.owners, .miner = plan.miner};
  for (std::size_t i = 0; i < setup.parties(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const PublicIdentity &one = setup.party(i), &other = setup.party(j);
      require(one.name != other.name, "two parties are called '{}'", one.name);
      require(one.verifying.key != other.verifying.key && one.sealing != other.sealing,
              "'{}' and '{}' have the same key: an identity is used twice; each party makes its own with guise party new",
              other.name, one.name);
    }
  require(plan.least_owners >= 2 && plan.least_owners <= static_cast<std::int64_t>(plan.owners.size()),
          "the fewest owners are between 2 and {}, got {}", plan.owners.size(), plan.least_owners);
}

json identities(const std::vector<PublicIdentity>& all) {
  json out = json::array();
  for (const PublicIdentity& each : all) out.push_back(each.text());
  return out;
}

ProjectPlan plan_of(const json& in, const std::string& origin) {
  ProjectPlan plan;
  plan.title = in.at("title");
  require(read_hex(in.at("session").get<std::string>(), plan.session), "its session is no 32 hexadecimal digits");
  plan.attempt = in.at("attempt");
  plan.follows = in.at("follows");
  plan.without = in.at("without");
  plan.made = in.at("made");
  plan.deadline = in.at("deadline");
  for (const json& each : in.at("owners"))
    plan.owners.push_back(read_identity(each.get<std::string>(), "an owner in " + origin));
  if (!in.at("miner").is_null()) plan.miner = read_identity(in.at("miner").get<std::string>(), "the miner in " + origin);
  plan.split = among<SplitOf>(kSplits, in.at("split"));
  plan.columns = in.at("columns").get<decltype(plan.columns)>();
  plan.keep = in.at("keep").get<decltype(plan.keep)>();
  plan.by = in.at("by");
  plan.label = in.at("label");
  plan.units = among<UnitsOf>(kUnits, in.at("units"));
  plan.center = in.at("center").get<std::vector<double>>();
  plan.scale = in.at("scale").get<std::vector<double>>();
  plan.mask = in.at("mask");
  plan.tasks = in.at("tasks").get<std::vector<std::string>>();
  plan.least_owners = in.at("least_owners");
  plan.least_people = in.at("least_people");
  plan.most_people = in.at("most_people");
  return plan;
}

}  // namespace

std::string ProjectPlan::text() const {
  json out{{kFamily, kVersion},
           {"title", title},
           {"session", to_hex(session)},
           {"attempt", attempt},
           {"follows", follows},
           {"without", without},
           {"made", made},
           {"deadline", deadline},
           {"owners", identities(owners)},
           {"miner", miner ? json(miner->text()) : json()},
           {"split", kSplits[static_cast<std::size_t>(split)]},
           {"columns", columns},
           {"keep", keep},
           {"by", by},
           {"label", label},
           {"units", kUnits[static_cast<std::size_t>(units)]},
           {"center", center},
           {"scale", scale},
           {"mask", mask},
           {"tasks", tasks},
           {"least_owners", least_owners},
           {"least_people", least_people},
           {"most_people", most_people}};
  return json_text(out) + "\n";
}

Bytes32 ProjectPlan::hash() const {
  return plan_hash(text());
}

SessionSetup ProjectPlan::setup() const {
  return {.session = session, .plan = text(), .owners = owners, .miner = miner};
}

const std::vector<std::string>& ProjectPlan::columns_of(const std::string& owner) const {
  return columns.at(owner);
}

std::vector<std::string> ProjectPlan::kept_by(const std::string& owner) const {
  const auto found = keep.find(owner);
  return found == keep.end() ? std::vector<std::string>() : found->second;
}

bool is_date(std::string_view text) {
  return text.size() == kDatePattern.size() &&
         std::equal(text.begin(), text.end(), kDatePattern.begin(),
                    [](char letter, char like) { return like == '0' ? letter >= '0' && letter <= '9' : letter == like; });
}

void check_plan(const ProjectPlan& plan) {
  check_owners(plan);
  check_columns(plan);
  check_units(plan);
  check_people(plan);
  require(is_date(plan.made) && is_date(plan.deadline) && plan.made < plan.deadline,
          "a plan has a deadline after it was made, such as 2026-12-01T09:00:00Z; got '{}' and '{}'", plan.made, plan.deadline);
  require(!plan.mask.empty() && !plan.tasks.empty(), "a plan has a mask and a task or more");
  require(plan.attempt >= 1, "attempts are counted from 1, got {}", plan.attempt);
}

ProjectPlan read_project_plan(std::string_view text, const std::string& origin) {
  const json document = parse_json(text, origin, kLimits);
  require(document.is_object() && document.contains(kFamily),
          "{} is no plan of a project; name the folder that 'guise party plan' made", origin);
  require(document.at(std::string(kFamily)) == kVersion, "{} is a plan of version {}; this version of guise reads version {}",
          origin, document.at(std::string(kFamily)).dump(), kVersion);
  require(!repeated_key(text), "{} names a field twice", origin);
  ProjectPlan plan;
  try {
    plan = plan_of(document, origin);
  } catch (const json::exception& wrong) {
    refuse("{} is damaged or lacks a field; ask the party that made it for the file again", origin);
  } catch (const Error& wrong) {
    refuse("{}: {}", origin, wrong.what());
  }
  require(plan.text() == text,
          "{} is not written as guise writes plans: it was changed by hand; make a new one with: guise party plan", origin);
  try {
    check_plan(plan);
  } catch (const Error& wrong) {
    refuse("{}: {}", origin, wrong.what());
  }
  return plan;
}

}  // namespace guise::parties
