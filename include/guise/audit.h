// SPDX-License-Identifier: Apache-2.0
// Layer audit: masks x attackers x attacks, and the verdict.
#pragma once
#include "audit/attacker.h"
#include "audit/audit.h"
