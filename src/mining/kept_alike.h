// SPDX-License-Identifier: Apache-2.0
// Columns in clear that several owners of other attributes have in common: they show whether records that lie beside each other
// belong together.
#pragma once
#include "mining/data.h"

namespace guise::mining {

/// `unverified`: why it is not known that the records belong together; empty where it is. Refuses where a common column shows
/// that they do not; adds a note to the data where nothing shows that they do.
void require_kept_alike(Data&, const std::string& unverified);

}  // namespace guise::mining
