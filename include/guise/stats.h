// SPDX-License-Identifier: Apache-2.0
// Layer stats: statistics that merge: moments, histograms, samples; densities and mixtures behind noise, the Bayes core.
#pragma once
#include "stats/bayes_core.h"
#include "stats/density.h"
#include "stats/histogram.h"
#include "stats/keyed_sample.h"
#include "stats/mixture.h"
#include "stats/moments.h"
#include "stats/noise_law.h"
#include "stats/ordered_merge.h"
