// SPDX-License-Identifier: Apache-2.0
#include "parties/project.h"
#include "fuzz.h"
#include "parties/manifest.h"

namespace guise::fuzz::targets {

/// Plans, manifests of releases, and names of sessions. There is one text of each; a plan that is read can be carried out.
void project(std::string_view bytes) {
  if (bytes.starts_with("{\"card")) {
    must(parties::read_manifest(bytes).text() == bytes);
    return;
  }
  const parties::ProjectPlan plan = parties::read_project_plan(bytes, "the plan");
  must(plan.text() == bytes);
  const parties::Project project = parties::Project::observe(plan);
  must(!project.done() && project.due().empty() && project.waits_for().size() == plan.setup().parties());
}

}  // namespace guise::fuzz::targets
