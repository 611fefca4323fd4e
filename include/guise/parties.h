// SPDX-License-Identifier: Apache-2.0
// Layer parties: identities, signatures, shares of keys.
#pragma once
#include "parties/identity.h"
#include "parties/secret_identity.h"
#include "parties/share.h"
#include "parties/signature.h"
