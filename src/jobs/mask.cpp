// SPDX-License-Identifier: Apache-2.0
#include "jobs/mask.h"

#include "jobs/chosen_key.h"
#include "jobs/release_run.h"

namespace guise::jobs {

Fields fields(MaskRequest& request) {
  Fields out = fields(request.in);
  const Fields own = {
      {"out", &request.out, "the release, FOLDER/ for Parquet files in a new folder, or - for CSV on standard output", true},
      {"mask", &request.mask, "steps joined by |, e.g. \"noise(snr=2)\" (guise list masks)", true},
      {"key", &request.key, "mask with this key file (default: a new one, OUT.key)"},
      {"round", &request.round,
       "label of the round of project(side=records): owners of other columns of the same records use one label, other tables "
       "another (default: a label that no other release has)"},
      {"by", &request.by,
       "column that identifies records: the card gets a tag of their order, so that guise mine can refuse owners of other "
       "columns whose records are in another order; the column itself is released only where ‘keep’ names it"},
      {"budget", &request.budget,
       "refuse a release that would let all releases of these records with this key reveal more than mu=NUMBER or "
       "epsilon=NUMBER (guise ledger KEY)"},
      {"forget_key", &request.forget_key, "do not write the key: the release can then not be repeated or undone"},
      {"card", &request.card, "where the public card goes (default: OUT.card.json)"},
      {"shuffle", &request.shuffle, "release the records in a secret order"},
  };
  out.insert(out.end(), own.begin(), own.end());
  return out;
}

FilesInUse files_of(const MaskRequest& request) {
  FilesInUse files;
  request.in.tell(files);
  files.reads_key(request.key);
  files.writes("the release", request.out);
  files.writes("its card", card_file_of(request).string());
  return files;
}

MaskRequest repeating(MaskRequest request) {
  if (request.key.empty() && !request.forget_key && request.out != "-") request.key = key_beside(request.out).string();
  return request;
}

MaskResult run(const MaskRequest& request, const Work& work) {
  return write_release(request, work);
}

nlohmann::json to_json(const MaskResult& result, Detail) {
  return guise::to_json(result.card);
}

extern const Job mask_job;
const Job mask_job = job_of<MaskRequest>("mask", "write a masked release of a table, its public card and its secret key", true);

}  // namespace guise::jobs
