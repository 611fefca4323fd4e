// SPDX-License-Identifier: Apache-2.0
// Layer jobs: what a user can ask for, as values.
#pragma once
#include "base/error.h"  // what run() throws
#include "jobs/advise.h"
#include "jobs/attack.h"
#include "jobs/audit.h"
#include "jobs/inspect.h"
#include "jobs/mask.h"
#include "jobs/measure.h"
#include "jobs/mine.h"
