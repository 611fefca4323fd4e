// SPDX-License-Identifier: Apache-2.0
// All of guise: mask a numeric table, attack the release, measure what leaked. ARCHITECTURE.md explains the layers.
#pragma once
#include "guise/attacks.h"
#include "guise/audit.h"
#include "guise/base.h"
#include "guise/jobs.h"
#include "guise/linalg.h"
#include "guise/masks.h"
#include "guise/measures.h"
#include "guise/mining.h"
#include "guise/parties.h"
#include "guise/projects.h"
#include "guise/random.h"
#include "guise/relay.h"
#include "guise/release.h"
#include "guise/stats.h"
#include "guise/table.h"
#include "guise/theory.h"
