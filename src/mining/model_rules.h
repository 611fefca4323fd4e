// SPDX-License-Identifier: Apache-2.0
// What the tables of model_fields.h cannot say of parameters: fields that depend on the values of others. Each function is
// called with parameters that are as the tables say, and throws an Error that begins with the field's place.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "mining/model_sizes.h"

namespace guise::mining {

inline constexpr int kDeepestWay = 30;  ///< questions on a way down a tree, as much as the task's `depth` accepts

void check_classes(const nlohmann::json& parameters, const ModelSizes&);  ///< no class twice
void check_kernel_machine(const nlohmann::json& parameters, const ModelSizes&);
void check_voters(const nlohmann::json& parameters, const ModelSizes&);
void check_gaussians(const nlohmann::json& parameters, const ModelSizes&);
void check_densities(const nlohmann::json& parameters, const ModelSizes&);
/// Every node but the root has one parent, in front of it: no cycles, and every way ends.
void check_tree(const nlohmann::json& parameters, const ModelSizes&);

}  // namespace guise::mining
