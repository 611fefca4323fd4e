// SPDX-License-Identifier: Apache-2.0
// Layer random: numbers addressed by position, laws, secret matrices, key files.
#pragma once
#include "random/kernels.h"
#include "random/key.h"
#include "random/laws.h"
#include "random/math.h"
#include "random/matrices.h"
#include "random/rng.h"
