// SPDX-License-Identifier: Apache-2.0
// Layer parties: identities, signatures, shares of keys, the agreement on a secret, projects of several owners.
#pragma once
#include "parties/identity.h"
#include "parties/project.h"
#include "parties/secret_identity.h"
#include "parties/session.h"
#include "parties/share.h"
#include "parties/signature.h"
