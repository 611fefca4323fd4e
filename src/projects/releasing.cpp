// SPDX-License-Identifier: Apache-2.0
#include "projects/releasing.h"

#include "base/error.h"
#include "jobs/chosen_key.h"
#include "jobs/ledger_file.h"
#include "jobs/mask.h"
#include "jobs/read_card.h"
#include "jobs/version.h"
#include "masks/mask.h"
#include "projects/plan_mask.h"
#include "table/atomic_file.h"

namespace guise::projects {
namespace fs = std::filesystem;
namespace {

constexpr const char* kRelease = "release.csv";
constexpr const char* kOrdered = "people.csv";
constexpr const char* kIdentifiers = "identifiers";

std::string card_of(const fs::path& release) {
  return release.string() + ".card.json";
}

void mask_table(const parties::Project& project, const OwnTable& own, const PrivateState& state, const jobs::Work& work) {
  const parties::ProjectPlan& plan = project.plan();
  const std::vector<std::string> people = own.identifiers(work);
  jobs::MaskRequest request{.in = {.path = own.path, .columns = own.columns, .keep = own.keep},
                            .out = state.file(kRelease),
                            .mask = mask_of(plan, project.units()),
                            .key = key_file(project, state)};
  request.round = round_of(plan, request.mask);
  std::string released;
  if (plan.split == parties::SplitOf::columns) {
    const std::vector<std::size_t> records = project.common_people(people);
    own.write(records, state.file(kOrdered), work);
    request.in.path = state.file(kOrdered);
    request.by = plan.by;
    for (const std::size_t each : records) released += people[each] + "\n";
  } else {
    for (const std::string& each : people) released += each + "\n";
  }
  table::write_file(state.file(kIdentifiers), released, table::kPrivate);
  jobs::run(request, work);
}

}  // namespace

fs::path key_file(const parties::Project& project, const PrivateState& state) {
  const fs::path file = state.file("project.key");
  if (!fs::exists(file)) table::write_file(file, project.session().key_text(), table::kPrivate, false);
  if (!fs::exists(jobs::anchor_beside(file)) && !fs::exists(jobs::ledger_beside(file)))  // killed between both files
    jobs::write_first_anchor(file, jobs::read_key(file));
  return file;
}

parties::Manifest make_release(const parties::Project& project, const OwnTable& own, const PrivateState& state,
                               const Folder& folder, const jobs::Work& work) {
  const fs::path release = state.file(kRelease);
  if (!state.has(kRelease) || !fs::exists(card_of(release))) mask_table(project, own, state, work);
  std::error_code ignored;
  fs::remove(state.file(kOrdered), ignored);  // originals
  const Card card = jobs::read_card(card_of(release), "remove it and run the command again");
  parties::Manifest manifest{.records = card.records,
                             .transcript = project.transcript(),
                             .round = card.round,
                             .tool = fmt::format("guise {}", jobs::version())};
  manifest.data = hash_of_file(release, manifest.data_bytes);
  manifest.card = hash_of_file(card_of(release), manifest.card_bytes);
  folder.publish_release(release, project.plan().owners[project.place()].name, manifest.data);
  return manifest;
}

void restore_release(const parties::Project& project, const PrivateState& state, const Folder& folder) {
  const parties::Manifest manifest = project.manifest_of(project.place());
  const std::string& name = project.plan().owners[project.place()].name;
  const fs::path there = folder.release(name, manifest.data);
  const auto same = [](const fs::path& file, const Bytes32& hash) {
    std::int64_t bytes = 0;
    std::error_code ignored;
    return fs::is_regular_file(file, ignored) && fs::file_size(file, ignored) > 0 && hash_of_file(file, bytes) == hash;
  };
  if (same(there, manifest.data) && same(card_of(there), manifest.card)) return;
  if (state.has(kRelease)) folder.publish_release(state.file(kRelease), name, manifest.data);
}

namespace {

/// Whether a card is of the plan's mask, columns and records.
std::string wrong_with(const Card& card, const parties::Project& project, std::size_t owner) {
  const parties::ProjectPlan& plan = project.plan();
  const std::string& name = plan.owners[owner].name;
  const std::string mask = masks::Mask::parse(mask_of(plan, project.units())).text();
  if (card.mask != mask)
    return fmt::format("the release of '{}' was masked by '{}', and the plan has '{}'", name, card.mask, mask);
  if (card.attributes != plan.columns_of(name) || card.kept != plan.kept_by(name))
    return fmt::format("the release of '{}' has other columns than the plan", name);
  const std::int64_t records = project.manifest_of(owner).records;
  if (card.records != records)
    return fmt::format("the release of '{}' has {} records, and its manifest says {}", name, card.records, records);
  if (plan.split == parties::SplitOf::columns && card.order_tag.empty())
    return fmt::format("the card of '{}' has no tag of the order of its people", name);
  return "";
}

}  // namespace

std::string take_release(const parties::Project& project, std::size_t owner, const Folder& folder, const fs::path& to) {
  const parties::Manifest manifest = project.manifest_of(owner);
  const std::string& name = project.plan().owners[owner].name;
  const fs::path from = folder.release(name, manifest.data);
  require(fs::exists(from) && fs::exists(card_of(from)), "the release of '{}' has not arrived: {} or its card is missing", name,
          from.string());
  copy_file(from, to, table::kPrivate, true);
  copy_file(card_of(from), card_of(to), table::kPrivate, true);
  std::int64_t bytes = 0;
  const bool same = hash_of_file(to, bytes) == manifest.data && bytes == manifest.data_bytes &&
                    hash_of_file(card_of(to), bytes) == manifest.card && bytes == manifest.card_bytes;
  require(same, "{} or its card is not the release that '{}' signed; ask '{}' for both files again", from.string(), name, name);
  try {
    return wrong_with(jobs::read_card(card_of(to), "ask the owner for it again"), project, owner);
  } catch (const Error& wrong) {
    return wrong.what();
  }
}

}  // namespace guise::projects
