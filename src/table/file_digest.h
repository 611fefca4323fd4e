// SPDX-License-Identifier: Apache-2.0
// Digest of the bytes of a file, computed on all cores.
#pragma once
#include <string>

#include "base/bytes.h"
#include "base/digest.h"

namespace guise::table {

/// BLAKE2b of the checksums under the secret of every MiB, in order, preceded by a label and the size.
Bytes32 digest_of_file(int descriptor, const std::string& name, const Bytes32& secret);

}  // namespace guise::table
