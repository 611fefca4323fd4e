// SPDX-License-Identifier: Apache-2.0
// Layer relay: projects over HTTPS.
#pragma once
#include "relay/client.h"
#include "relay/server.h"
