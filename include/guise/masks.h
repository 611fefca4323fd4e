// SPDX-License-Identifier: Apache-2.0
// Layer masks: steps and chains of them.
#pragma once
#include "masks/mask.h"
#include "masks/step.h"
