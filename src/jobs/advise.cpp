// SPDX-License-Identifier: Apache-2.0
#include "jobs/advise.h"

#include "base/error.h"
#include "jobs/audit_summary.h"
#include "jobs/provenance.h"
#include "jobs/report_folder.h"

namespace guise::jobs {
namespace {

/// Everybody but the thief, who gets everything by right, who has the next release, which takes as long as all attacks of an
/// outsider, and those a table of one column has no use for.
std::vector<std::string> everybody(std::size_t columns) {
  std::vector<std::string> names;
  for (const audit::AttackerKind& kind : audit::all_attackers())
    if (!kind.has(attacks::Fact::key) && !kind.same_key && (columns > 1 || !kind.has(attacks::Fact::columns)))
      names.emplace_back(kind.name);
  return names;
}

audit::AdviceRequest task_of(const AdviseRequest& asked, const table::Table& in, const table::Work& work, std::int64_t seed) {
  audit::AdviceRequest request;
  request.selection = asked.in.keeping(asked.label).select(in, work);
  request.kept = std::exchange(request.selection.kept, {});
  const std::vector<std::string>& columns = request.selection.attributes;
  for (const std::string& text : asked.limits) request.limits.push_back(audit::parse_limit(text, columns));
  request.attackers = asked.attackers.empty() ? everybody(columns.size()) : asked.attackers;
  for (const std::string& attacker : request.attackers)
    require(!audit::parse_attacker(attacker, columns).kind->has(attacks::Fact::key),
            "attacker '{}' has the whole key and undoes every mask; leave it out", attacker);
  request.purposes = asked.purposes;
  request.label = asked.label;
  if (!asked.before.empty()) request.before = masks::Mask::parse(asked.before).text();
  request.seconds = asked.seconds;
  request.keys = asked.keys;
  request.work = work;
  request.rng = rng_of(seed);
  return request;
}

/// With the seed that was drawn.
nlohmann::json repeating(AdviseRequest request, std::int64_t seed) {
  request.seed = seed;
  return request_json(AdviseRequest::kJob, fields(request));
}

}  // namespace

Fields fields(AdviseRequest& request) {
  Fields out = fields(request.in);
  const Fields own = {
      {"limits", &request.limits,
       "what no attacker may exceed, such as gets<=0.3, within0.1:income<=0.2, linked<=0.05 or epsilon<=3; repeat it for "
       "several (default: none, the knee of the frontier)"},
      {"attackers", &request.attackers, "who attacks (default: all but the thief; guise list attackers)"},
      {"for", &request.purposes,
       "what the release is for: figures of utility that count, such as correlation,neighbours (default: all)"},
      {"label", &request.label, "kept column that is to be predicted from the release (implies ‘keep’)"},
      {"before", &request.before,
       "steps in front of every mask tried; for epsilon a clip with public numbers, such as \"standardize(center=45,scale=20) "
       "| clip(radius=2)\""},
      {"seconds", &request.seconds, "time to search; confirming comes on top (default 60)", false, {}, 0.1, 1e6},
      {"keys", &request.keys, "confirm with this many fresh keys (default 5)", false, {}, 1, 1000},
      {"seed", &request.seed, "repeat a search: the same seed and time enough give the same advice", false, {}, 0, kMostWhole},
      {"out", &request.out, "write report.html and audit.json with the frontier into this folder"},
  };
  out.insert(out.end(), own.begin(), own.end());
  return out;
}

FilesInUse files_of(const AdviseRequest& request) {
  FilesInUse files;
  request.in.tell(files);
  tell_report(request.out, files);
  return files;
}

AdviseResult run(const AdviseRequest& request, const Work& work) {
  if (!request.out.empty()) check_report_folder(request.out);
  files_of(request);  // before anything is written
  const Stopwatch watch;
  const table::Table in = request.in.open(work.remark);
  AdviseResult out{.advice = {}, .seed = seed_of(request.seed)};
  const audit::AdviceRequest task = task_of(request, in, work, out.seed);
  out.advice = audit::advise(in, task);
  out.advice.audit.provenance = provenance_of(work, request.in, "", watch);
  out.checked = audit::check(task.limits, out.advice.audit);
  out.request = repeating(request, out.seed);
  if (out.advice.choice && work.mask_command)
    out.command = work.mask_command(request.in.keeping(request.label), out.advice.points[*out.advice.choice].mask);
  if (!request.out.empty()) write_report(request.out, to_json(out, Detail::full));
  return out;
}

nlohmann::json to_json(const AdviseResult& result, Detail detail) {
  nlohmann::json out = audit::to_json(result.advice.audit);
  out["limits"] = audit::limits_json(result.checked);
  out["frontier"] = audit::frontier_json(result.advice, result.command);
  out["seed"] = result.seed;
  out["provenance"]["request"] = result.request;
  return detail == Detail::full ? out : audit_summary(out);
}

extern const Job advise_job;
const Job advise_job =
    job_of<AdviseRequest>("advise", "find the mask that loses least of what a table is good for within limits on what leaks");

}  // namespace guise::jobs
