// SPDX-License-Identifier: Apache-2.0
// The errors of a release as a task sees them that takes one attribute at a time: what is added to it, and what it is rounded
// to.
#pragma once
#include "mining/data.h"
#include "stats/density.h"

namespace guise::mining {

struct AttributeNoise {
  Vector sd;    ///< of what was added to every attribute; 0: nothing
  Vector cell;  ///< width of the cells its values stand for; 0: they are themselves
  random::Law law = random::Law::gaussian;
  std::vector<std::string> notes = {};  ///< what had to be assumed
};

/// Refuses where the size of the errors is not known, or where they are factors.
AttributeNoise attribute_noise(const Data&);

/// Density of the originals behind the released numbers of one attribute.
stats::Density original_density(const stats::Histogram& released, const AttributeNoise&, Index attribute,
                                const stats::Reconstruction& how);

}  // namespace guise::mining
