// SPDX-License-Identifier: Apache-2.0
// Layer theory: what is proved about noise, projections and reconstructions.
#pragma once
#include "theory/breach.h"
#include "theory/decomposability.h"
#include "theory/empirical_privacy.h"
#include "theory/gaussian_privacy.h"
#include "theory/johnson_lindenstrauss.h"
#include "theory/marchenko_pastur.h"
#include "theory/projection_error.h"
#include "theory/projection_guesses.h"
#include "theory/reconstruction_error.h"
#include "theory/secure.h"
#include "theory/singular_shrinkage.h"
#include "theory/sketch_privacy.h"
