// SPDX-License-Identifier: Apache-2.0
// Layer linalg: products over blocks of records, spectra, the affine model of linear masks.
#pragma once
#include "linalg/affine.h"
#include "linalg/blas.h"
#include "linalg/spectrum.h"
