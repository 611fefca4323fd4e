// SPDX-License-Identifier: Apache-2.0
#include "audit/planner.h"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <numeric>
#include <set>

#include "attacks/attack.h"
#include "audit/reason.h"
#include "base/error.h"
#include "base/stop.h"

namespace guise::audit {
namespace {

using attacks::Attack;
using attacks::Fact;

// Looks for known people, and quickly: many attackers who know a few can be played.
constexpr std::string_view kLinks = "link";
// Whoever knows everybody can give each released record to one person.
constexpr std::string_view kOneToOne = "link(assign=yes)";
// Seconds of an attack with all keys that nobody waits for.
constexpr double kLong = 10;

// Of a release that was masked elsewhere: which way of comparing people fits it is not known.
constexpr std::string_view kMetricsElsewhere[] = {"metric=logs", "metric=ranks"};
constexpr std::string_view kOneToOneElsewhere[] = {"metric=distance", "metric=logs", "metric=ranks"};

/// The settings an audit tries of an attack: its defaults, then its variants. `elsewhere`: no card says what the mask did.
std::vector<std::string> specs_of(const Attack& attack, const AttackerKind& kind, bool elsewhere) {
  std::vector<std::string> specs;
  if (kind.everyone) {
    specs.emplace_back(kOneToOne);
    if (!elsewhere) return specs;
    for (const std::string_view metric : kOneToOneElsewhere) specs.push_back(fmt::format("link(assign=yes,{})", metric));
    return specs;
  }
  specs.emplace_back(attack.name);
  specs.insert(specs.end(), attack.variants.begin(), attack.variants.end());
  if (elsewhere && attack.name == kLinks)
    for (const std::string_view metric : kMetricsElsewhere) specs.push_back(fmt::format("link({})", metric));
  return specs;
}

/// What only another attacker is told of records or of the key.
bool told_to_others(Fact fact) {
  return fact == Fact::population || fact == Fact::pairs || fact == Fact::records || fact == Fact::key;
}

/// Who knows more also runs the attacks of who knows less (audit/inclusion.h); these are the ones that use all it has. An
/// insider reads the release through the matrices, which makes every attack another one; those without needs are `inverse`.
bool profits(const Attack& attack, const AttackerKind& kind) {
  const auto uses = [&](Fact fact) {
    const auto among = [&](std::span<const Fact> facts) { return std::find(facts.begin(), facts.end(), fact) != facts.end(); };
    return among(attack.needs) || among(attack.needs_mixed) || among(attack.uses);
  };
  const bool told_elsewhere = std::any_of(attack.needs.begin(), attack.needs.end(), told_to_others);
  if (kind.everyone) return attack.name == kLinks;
  if (kind.same_key) return !told_elsewhere;  // sees another release, as an outsider
  if (kind.has(Fact::matrix))
    return !attack.needs.empty() && !told_elsewhere && (!kind.second() || uses(Fact::repeat) || attack.reads_sums);
  return std::all_of(kind.facts.begin(), kind.facts.end(), uses);
}

bool reads_side(const Attack& attack) {
  return std::find(attack.needs.begin(), attack.needs.end(), Fact::side) != attack.needs.end() ||
         std::find(attack.uses.begin(), attack.uses.end(), Fact::side) != attack.uses.end();
}

// An attack that draws a matrix of its own hits by luck. So many draws are scored together, over all keys, and a lucky one is
// not taken for a success.
constexpr int kDraws = 10;

bool by_luck(const Attack& attack) {
  return std::find(attack.needs.begin(), attack.needs.end(), Fact::matrix_law) != attack.needs.end();
}

int draws_per_key(const Attack& attack, int keys) {
  return by_luck(attack) ? (kDraws + keys - 1) / keys : 1;
}

/// A failure of the numerics is a reason, not the end of the audit.
attacks::Outcome try_to_learn(const Attack& attack, const attacks::Evidence& evidence, const attacks::Knowledge& knowledge,
                              const Params& params, const random::Rng& rng) {
  check_stop();
  try {
    return attacks::learn(attack, evidence, knowledge, params, rng);
  } catch (const Error& error) {
    return attacks::Outcome::not_assessed(error.what());
  }
}

/// One attack with one setting on all releases of a mask, and what comes of it on each.
struct Planned {
  Task task;
  const Attack* attack;
  Params params;
  std::vector<std::size_t> variants = {};  ///< more than once where a guess is a matter of luck
  const Task* learnt = nullptr;            ///< before
  double cost = 0;                         ///< seconds, estimated
  std::vector<attacks::Outcome> outcomes = {};
};

class Planner {
 public:
  Planner(const Request& request, const Variants& variants, const Told& told, const std::vector<Attacker>& attackers,
          const PlanScope& scope)
      : request_(request), variants_(variants), told_(told), attackers_(attackers), scope_(scope) {}

  Plan plan() {
    for (std::size_t m = 0; m < request_.releases(); ++m)
      for (std::size_t a = 0; a < attackers_.size(); ++a)
        for (const Attack* attack : tried_attacks(request_))
          if (profits(*attack, *attackers_[a].kind))
            for (const std::string& spec : specs_of(*attack, *attackers_[a].kind, masked_elsewhere()))
              for (const std::string& reading : readings_of(m)) list(m, a, *attack, spec, reading);
    learn();
    Plan plan;
    for (Planned& each : planned_) add(each, plan);
    if (scope_.unaided && !(request_.given && request_.given->untold())) add_unaided(plan);
    return plan;
  }

 private:
  bool masked_elsewhere() const { return request_.given && !request_.given->untold(); }

  /// The quick ones first. Those that take longer than all others together come last, one by one, and say that they do.
  void learn() {
    std::vector<std::size_t> order(planned_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return planned_[a].cost < planned_[b].cost; });
    double before = 0;
    std::size_t quick = 0;
    for (; quick < order.size() && planned_[order[quick]].cost <= std::max(before, kLong); ++quick)
      before += planned_[order[quick]].cost;
    std::atomic<std::int64_t> done = 0;
    const auto learn_one = [&, stop = stop_flag()](std::size_t i, std::string_view stage, std::size_t all) {
      const StopScope scope(stop);
      check_stop();
      learn_all(order[i]);
      if (request_.work.progress) request_.work.progress({stage, ++done, static_cast<std::int64_t>(all), "attacks"});
    };
    tbb::parallel_for(std::size_t{0}, quick, [&](std::size_t i) { learn_one(i, "learning attacks", quick); });
    done = 0;
    for (std::size_t i = quick; i < order.size(); ++i) learn_one(i, "learning attacks that take long", order.size() - quick);
  }

  std::vector<std::string> readings_of(std::size_t mask) const {
    std::vector<std::string> readings;
    for (const Variant& variant : variants_.all())
      if (variant.mask == mask && std::find(readings.begin(), readings.end(), variant.reading) == readings.end())
        readings.push_back(variant.reading);
    return readings;
  }

  void list(std::size_t mask, std::size_t a, const Attack& attack, const std::string& spec, const std::string& reading) {
    Task task{.mask = mask,
              .attacker = a,
              .who = attackers_[a].text(),
              .spec = spec,
              .reading = reading,
              .reason = {},
              .notes = {},
              .guessers = {},
              .found = {}};
    task.by_luck = by_luck(attack);
    Planned planned{std::move(task), &attack, check_params(attack.params, parse_call(spec), "attack")};
    int keys = 0;
    for (std::size_t v = 0; v < variants_.all().size() && keys < scope_.most_keys; ++v) {
      const Variant& variant = variants_.all()[v];
      if (variant.mask != mask || variant.reading != reading) continue;
      // Without a secret matrix an insider knows what everybody knows.
      if (attackers_[a].kind->has(Fact::matrix) && !variant.insider) return;
      // The next release may be the same again.
      if (attackers_[a].kind->same_key && !variant.overlap.knowledge && variant.overlap.not_assessed.empty()) return;
      ++keys;
      planned.variants.insert(planned.variants.end(), static_cast<std::size_t>(draws_per_key(attack, request_.keys)), v);
    }
    planned.learnt = learnt_before(planned.task);
    if (!planned.variants.empty() && !planned.learnt) planned.cost = cost_of(planned);
    planned_.push_back(std::move(planned));
  }

  double of_one(const Planned& planned) const {
    const auto& pass = told_.pass().truth;
    const double columns = static_cast<double>(std::max(pass.attributes(), variants_.all()[planned.variants.front()].width()));
    return estimated_seconds(*planned.attack, static_cast<double>(pass.count()), columns);
  }
  double cost_of(const Planned& planned) const { return of_one(planned) * static_cast<double>(planned.variants.size()); }

  const Task* learnt_before(const Task& task) const {
    if (!scope_.learnt) return nullptr;
    const auto& tasks = scope_.learnt->tasks;
    const auto found = std::find_if(tasks.begin(), tasks.end(), [&](const Task& each) {
      return each.mask == task.mask && each.who == task.who && each.spec == task.spec && each.reading == task.reading;
    });
    return found == tasks.end() ? nullptr : &*found;
  }

  void learn_all(std::size_t place) {
    Planned& planned = planned_[place];
    if (planned.learnt) return;
    if (request_.given && request_.given->untold()) {
      planned.outcomes.push_back(attacks::Outcome::not_assessed(std::string(kUntold)));
      return;
    }
    const Task& task = planned.task;
    const Attacker& attacker = attackers_[task.attacker];
    // Named by what is attacked and how, not by who attacks: what several attackers work out alike is worked out once.
    const random::Rng rng = request_.rng.fork(fmt::format("attack/{}/{}/{}", task.mask, planned.attack->name, task.reading));
    if (of_one(planned) > most_seconds(request_.effort)) {
      request_.time->leave_out(planned.attack->name);
      planned.outcomes.push_back(attacks::Outcome::not_assessed(
          fmt::format("left out: for a table of this width it takes about {:.0f} seconds for each key, more than an audit of "
                      "effort {} gives to one attack",
                      of_one(planned), effort_name(request_.effort))));
      return;
    }
    const std::string& unused = variants_.all()[planned.variants.front()].overlap.not_assessed;
    if (attacker.kind->same_key && !unused.empty()) {
      planned.outcomes.push_back(attacks::Outcome::not_assessed(unused));
      return;
    }
    for (std::size_t i = 0; i < planned.variants.size(); ++i) {
      if (of_one(planned) > request_.time->seconds_left()) {
        request_.time->cut_short();
        planned.outcomes.push_back(attacks::Outcome::not_assessed("the time was over before it was tried"));
        continue;
      }
      const auto start = std::chrono::steady_clock::now();
      // Isolated, so that what it takes is its own: no other attack is begun while it waits for its parts.
      tbb::this_task_arena::isolate([&] {
        learn_one(planned, planned.variants[i], rng.fork(std::to_string(kDraws * request_.first_key + static_cast<int>(i))));
      });
      request_.time->add(planned.attack->name, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
  }

  void learn_one(Planned& planned, std::size_t variant, const random::Rng& rng) const {
    const Attacker& attacker = attackers_[planned.task.attacker];
    const auto outcome_of = [&](std::size_t turn) {
      return try_to_learn(*planned.attack, told_.evidence(attacker, variant, turn), told_.knowledge(attacker, variant, turn),
                          planned.params, turn == 0 ? rng : rng.fork(fmt::format("turn {}", turn)));
    };
    const auto count = [&](const attacks::Outcome& outcome, std::size_t turn) {
      if (!outcome.reconstruction || outcome.reconstruction->links.empty()) return;
      planned.task.found.push_back(told_.found(attacker, variant, outcome.reconstruction->links, turn));
    };
    planned.outcomes.push_back(outcome_of(0));
    count(planned.outcomes.back(), 0);
    if (!planned.outcomes.back().reconstruction || planned.attack->name != kLinks) return;
    for (std::size_t turn = 1; turn < told_.turns(attacker); ++turn) count(outcome_of(turn), turn);
    // Values that it knows are no guess: only whom it links counts.
    if (attacker.kind->everyone) planned.outcomes.back().reconstruction->guess = mean_guess(planned.task.attacker, variant);
  }

  /// Everybody's mean as the release shows it.
  std::function<attacks::Guess(const attacks::Observed&)> mean_guess(std::size_t attacker, std::size_t variant) const {
    const Vector mean = told_.knowledge(attackers_[attacker], variant).records->colwise().mean();
    return [mean](const attacks::Observed& observed) {
      return attacks::Guess{.values = mean.transpose().replicate(observed.count, 1)};
    };
  }

  void add(Planned& planned, Plan& plan) const {
    Task& task = planned.task;
    if (planned.learnt) return take(planned, plan);
    const Attacker& attacker = attackers_[task.attacker];
    for (std::size_t i = 0; i < planned.outcomes.size(); ++i) {
      attacks::Outcome& outcome = planned.outcomes[i];
      if (!outcome.reconstruction) {
        task.reason = reason_of(outcome);
        continue;
      }
      if (task.notes.empty()) task.notes = outcome.reconstruction->notes;
      task.guessers.push_back(plan.guessers.size());
      plan.guessers.push_back(std::make_shared<Guesser>(Guesser{.variant = planned.variants[i],
                                                                .view = told_.view(attacker, planned.variants[i]),
                                                                .reconstruction = std::move(*outcome.reconstruction),
                                                                .known = told_.known_view(attacker),
                                                                .second = attacker.kind->second(),
                                                                .side = reads_side(*planned.attack)}));
    }
    plan.tasks.push_back(std::move(task));
  }

  /// What was learnt before, of the keys that are wanted now.
  void take(const Planned& planned, Plan& plan) const {
    Task task = *planned.learnt;
    task.attacker = planned.task.attacker;
    task.guessers.clear();
    for (const std::size_t guesser : planned.learnt->guessers) {
      const auto& had = scope_.learnt->guessers[guesser];
      if (std::find(planned.variants.begin(), planned.variants.end(), had->variant) == planned.variants.end()) continue;
      task.guessers.push_back(plan.guessers.size());
      plan.guessers.push_back(had);
    }
    plan.tasks.push_back(std::move(task));
  }

  /// Once for all masks and keys: they leave the release alone.
  void add_unaided(Plan& plan) const {
    std::set<std::vector<std::string>> done;
    for (const Attacker& attacker : attackers_) {
      if (!done.insert(attacker.known_texts()).second) continue;
      if (take_unaided(attacker, plan)) continue;
      for (auto& [name, uses_side, reconstruction] : told_.without_release(attacker)) {
        plan.unaided.push_back({attacker.known_texts(), name, uses_side, plan.guessers.size()});
        plan.guessers.push_back(std::make_shared<Guesser>(Guesser{.variant = 0,
                                                                  .view = told_.view(attacker, 0),
                                                                  .reconstruction = std::move(reconstruction),
                                                                  .known = told_.known_view(attacker),
                                                                  .side = true}));
      }
    }
  }

  /// Whether this was learnt before.
  bool take_unaided(const Attacker& attacker, Plan& plan) const {
    const std::size_t had = plan.unaided.size();
    if (scope_.learnt)
      for (const Unaided& each : scope_.learnt->unaided) {
        if (each.known != attacker.known_texts()) continue;
        plan.unaided.push_back(each);
        plan.unaided.back().guesser = plan.guessers.size();
        plan.guessers.push_back(scope_.learnt->guessers[each.guesser]);
      }
    return plan.unaided.size() > had;
  }

  const Request& request_;
  const Variants& variants_;
  const Told& told_;
  const std::vector<Attacker>& attackers_;
  PlanScope scope_;
  std::vector<Planned> planned_;
};

}  // namespace

Plan plan_attacks(const Request& request, const Variants& variants, const Told& told, const std::vector<Attacker>& attackers,
                  const PlanScope& scope) {
  return Planner(request, variants, told, attackers, scope).plan();
}

}  // namespace guise::audit
