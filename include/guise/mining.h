// SPDX-License-Identifier: Apache-2.0
// Layer mining: what a miner gets from a release.
#pragma once
#include "mining/compare.h"
#include "mining/task.h"
