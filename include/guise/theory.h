// SPDX-License-Identifier: Apache-2.0
// Layer theory: what is proved about noise and reconstructions.
#pragma once
#include "theory/marchenko_pastur.h"
#include "theory/reconstruction_error.h"
#include "theory/singular_shrinkage.h"
