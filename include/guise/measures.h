// SPDX-License-Identifier: Apache-2.0
// Layer measures: how close a guess comes to the truth.
#pragma once
#include "measures/compare_tables.h"
#include "measures/comparison.h"
#include "measures/measure.h"
