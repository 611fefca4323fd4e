// SPDX-License-Identifier: Apache-2.0
// Layer base: errors, matrices, parameters, cards, digests.
#pragma once
#include "base/bytes.h"
#include "base/card.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/matrix.h"
#include "base/names.h"
#include "base/params.h"
#include "base/progress.h"
