// SPDX-License-Identifier: Apache-2.0
// Layer stats: statistics that merge: moments, histograms, samples; densities and mixtures behind noise, the Bayes core;
// tests of laws and independence.
#pragma once
#include "stats/bayes_core.h"
#include "stats/cell_information.h"
#include "stats/density.h"
#include "stats/histogram.h"
#include "stats/independence.h"
#include "stats/keyed_sample.h"
#include "stats/laplace_fit.h"
#include "stats/mixture.h"
#include "stats/moments.h"
#include "stats/multivariance.h"
#include "stats/noise_law.h"
#include "stats/normality.h"
#include "stats/ordered_merge.h"
#include "stats/prior_knowledge.h"
