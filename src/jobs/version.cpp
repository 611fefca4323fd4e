// SPDX-License-Identifier: Apache-2.0
#include "jobs/version.h"

namespace guise::jobs {

std::string_view version() {
  return GUISE_VERSION;
}

}  // namespace guise::jobs
