// SPDX-License-Identifier: Apache-2.0
#include "mining/legal.h"

#include <algorithm>
#include <set>

#include "base/error.h"
#include "base/names.h"
#include "release/older_cards.h"

namespace guise::mining {
namespace {

/// Steps whose numbers come from the shared half of the key.
bool is_secret(const StepCard& step) {
  for (const Effect each : {Effect::matrix, Effect::sums, Effect::shift, Effect::rescale, Effect::distortion})
    if (step.effect == each) return true;
  return false;
}

bool mixes_records(const Card& card) {
  const std::vector<StepCard> steps = release::steps_of(card);
  return std::any_of(steps.begin(), steps.end(), [](const StepCard& step) { return step.effect == Effect::sums; });
}

/// Learnt from each owner's own data, so the same text means other numbers.
bool is_learnt(const StepCard& step) {
  return release::changes_units(step) && step.learnt;
}

/// The same but for the size of noise, which each owner may choose.
bool alike(const StepCard& a, const StepCard& b) {
  if (a.effect != b.effect) return false;
  if (a.effect == Effect::noise) return a.similarity == b.similarity;
  return a.law == b.law && a.width == b.width && a.origin == b.origin && a.center == b.center && a.scale == b.scale &&
         a.side == b.side && a.outputs == b.outputs && a.entry_sd == b.entry_sd && a.hidden == b.hidden &&
         a.entries == b.entries && a.scaled == b.scaled && a.sd == b.sd && a.radius == b.radius && a.share == b.share &&
         a.low == b.low && a.high == b.high && a.map == b.map && a.offset == b.offset && a.window == b.window &&
         a.group == b.group && a.digits == b.digits;
}

void require_same_key(const Owner& a, const Owner& b) {
  require(a.card->key_fingerprint == b.card->key_fingerprint,
          "{} and {} were masked with other keys (their cards have the fingerprints {} and {}), so that distances and products "
          "across them mean nothing; the owners must share one key",
          a.path, b.path, a.card->key_fingerprint.substr(0, 12), b.card->key_fingerprint.substr(0, 12));
}

void require_same_steps(const Owner& a, const Owner& b) {
  const std::vector<StepCard> mine = release::steps_of(*a.card), theirs = release::steps_of(*b.card);
  const bool same = mine.size() == theirs.size() && std::equal(mine.begin(), mine.end(), theirs.begin(), alike);
  require(same, "{} and {} were masked in other ways, '{}' and '{}'; records of both cannot be compared", a.path, b.path,
          a.card->mask, b.card->mask);
}

/// The same numbers of the key, not only the same key: they belong to the columns, and of sums to the round.
void require_same_draws(const Owner& a, const Owner& b, bool sums_only) {
  require(a.card->format == b.card->format,
          "{} and {} draw their matrices in two ways (random formats {} and {}); mask both again with one version of guise",
          a.path, b.path, a.card->format, b.card->format);
  for (std::size_t i = 0; i < a.card->steps.size(); ++i) {
    const StepCard &mine = a.card->steps[i], &theirs = b.card->steps[i];
    if (mine.draws == theirs.draws || (sums_only && mine.side != "records")) continue;
    require(mine.side != "records",
            "{} and {} are of two rounds ('{}' and '{}'), so that their sums have different matrices; mask both with the label "
            "of one round",
            a.path, b.path, a.card->round, b.card->round);
    refuse("{} and {} have different matrices: '{}' and '{}' are not the same step of the same columns", a.path, b.path,
           mine.text, theirs.text);
  }
}

/// Tags under two keys, or of one owner only, say nothing.
bool tags_differ(const std::string& mine, const std::string& theirs, const Owner& a, const Owner& b) {
  return !mine.empty() && !theirs.empty() && mine != theirs && a.card->key_fingerprint == b.card->key_fingerprint;
}

/// Sums over the same records with the same numbers.
void require_same_sums(const Owner& a, const Owner& b) {
  require_same_key(a, b);
  require_same_steps(a, b);
  require_same_draws(a, b, true);
  require(a.card->first_record == b.card->first_record,
          "{} and {} begin at other records ({} and {}); their sums are not over the same records", a.path, b.path,
          a.card->first_record, b.card->first_record);
  require(
      !tags_differ(a.card->count_tag, b.card->count_tag, a, b),
      "{} and {} sum over different numbers of records: the count tags on their cards differ. Bring both tables to the same "
      "records in the same order and mask them again",
      a.path, b.path);
  require(!tags_differ(a.card->order_tag, b.card->order_tag, a, b),
          "{} and {} sum over different records, or over the same records in another order: the order tags on their cards "
          "differ. Sort both tables by the identifier and mask them again with ‘by’",
          a.path, b.path);
}

/// The same records in the same order.
void require_same_rows(const Owner& a, const Owner& b) {
  for (const Owner* each : {&a, &b})
    require(!each->card->shuffled,
            "{} is shuffled, so that its order does not show which records belong together; name a kept column by ‘by’",
            each->path);
  require(a.card->records == b.card->records,
          "{} has {} records and {} has {}; without ‘by’ they must be the same records in the same order", a.path,
          a.card->records, b.path, b.card->records);
  require(
      !tags_differ(a.card->order_tag, b.card->order_tag, a, b),
      "{} and {} hold different records, or the same records in another order: the order tags on their cards differ. Sort "
      "both tables by the identifier and mask them again, or keep the identifier in both (guise mask ‘keep’) and join by it "
      "(guise mine ‘by’)",
      a.path, b.path);
}

void require_cards(const std::vector<Owner>& owners) {
  const auto with = std::count_if(owners.begin(), owners.end(), [](const Owner& owner) { return owner.card.has_value(); });
  require(with == 0 || with == static_cast<std::ptrdiff_t>(owners.size()),
          "some of the releases have a card and some have none; whether they may be mined together cannot be decided");
}

}  // namespace

bool has_secrets(const Card& card) {
  const std::vector<StepCard> steps = release::steps_of(card);
  return std::any_of(steps.begin(), steps.end(), is_secret);
}

Split split_of(const std::vector<Owner>& owners) {
  if (owners.size() < 2) return Split::none;
  require_cards(owners);
  const auto attributes = [](const Owner& owner) {
    return owner.card ? owner.card->attributes : owner.table->schema().numeric();
  };
  const auto first = attributes(owners.front());
  bool same = true;
  std::set<std::string> seen(first.begin(), first.end());
  std::string twice;
  for (std::size_t i = 1; i < owners.size(); ++i) {
    const auto theirs = attributes(owners[i]);
    same = same && theirs == first;
    for (const std::string& name : theirs)
      if (!seen.insert(name).second) twice = name;
  }
  if (same) return Split::records;
  require(
      twice.empty(),
      "the releases share some attributes ('{}') and not all: owners must hold the same attributes of other records, in the "
      "same order, or other attributes of the same records",
      twice);
  return Split::attributes;
}

void require_stackable(const std::vector<Owner>& owners) {
  for (const Owner& owner : owners) {
    if (!owner.card) return;
    require(
        !mixes_records(*owner.card),
        "{} holds sums over one owner's records (side=records); such releases are for owners of other attributes of the same "
        "records",
        owner.path);
    for (const StepCard& step : release::steps_of(*owner.card))
      require(!is_learnt(step),
              "{} has units estimated from its own records ('{}'), and other owners have others; mask with public center= "
              "and scale=",
              owner.path, step.text);
    require_same_steps(owners.front(), owner);
    if (!has_secrets(*owner.card)) continue;
    require_same_key(owners.front(), owner);
    require_same_draws(owners.front(), owner, false);
  }
}

bool require_joinable(const std::vector<Owner>& owners, const std::string& by) {
  const Owner& first = owners.front();
  for (const Owner& owner : owners) {
    if (!owner.card) return !by.empty();
    for (const StepCard& step : release::steps_of(*owner.card))
      require(step.effect != Effect::distortion,
              "{} was distorted ('{}'); lengths of parts of a record cannot be added up then", owner.path, step.text);
    require(mixes_records(*owner.card) == mixes_records(*first.card),
            "{} and {} cannot be joined: the rows of one are records, those of the other sums over records", first.path,
            owner.path);
    if (mixes_records(*owner.card)) {
      require(by.empty(), "‘by={}’: rows of {} are sums over records and have no such column", by, owner.path);
      require_same_sums(first, owner);
    } else if (by.empty()) {
      require_same_rows(first, owner);
    }
  }
  return !by.empty() || why_unverified(owners).empty();
}

std::string why_unverified(const std::vector<Owner>& owners) {
  for (const Owner& owner : owners) {
    if (!owner.card) return fmt::format("{} has no card", owner.path);
    if (owner.card->order_tag.empty()) return fmt::format("the card of {} has no tag of their order", owner.path);
    if (owner.card->key_fingerprint != owners.front().card->key_fingerprint)
      return "the owners' keys differ, so that the tags of their order cannot be compared";
  }
  return "";
}

}  // namespace guise::mining
