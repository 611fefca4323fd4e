// SPDX-License-Identifier: Apache-2.0
#include "random/key_share.h"

#include <sodium.h>

#include "random/derive.h"
#include "random/key_file.h"

namespace guise::random {

SecretBytes shared_half(const Key& key) {
  SecretBytes shared, own;
  read_key_text(key.text(), "in memory", shared.bytes(), own.bytes());
  return shared;
}

SecretText key_text_with(const SecretBytes& shared) {
  start_sodium();
  SecretBytes own;
  randombytes_buf(own.bytes().data(), own.size());
  return key_file_text(shared, own);
}

}  // namespace guise::random
