// SPDX-License-Identifier: Apache-2.0
// What is needed to repeat a run: the command, the versions, the inputs, the digest of a release.
#pragma once
#include <chrono>

#include "audit/audit.h"
#include "jobs/input.h"

namespace guise::jobs {

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// `released`: a release that was given; empty without. Reads it once more.
audit::Provenance provenance_of(const Work&, const Input& in, const std::string& released, const Stopwatch&);

}  // namespace guise::jobs
