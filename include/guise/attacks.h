// SPDX-License-Identifier: Apache-2.0
// Layer attacks: what an adversary knows, and how it guesses the originals.
#pragma once
#include "attacks/attack.h"
#include "attacks/called_for.h"
#include "attacks/gatherer.h"
#include "attacks/in_memory.h"
#include "attacks/knowledge.h"
