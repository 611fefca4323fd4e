// SPDX-License-Identifier: Apache-2.0
// Layer release: what a public card tells of a release.
#pragma once
#include "release/certificate.h"
#include "release/composition.h"
#include "release/facts.h"
#include "release/ledger.h"
#include "release/noise_shape.h"
