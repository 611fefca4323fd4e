// SPDX-License-Identifier: Apache-2.0
#include "linalg/affine.h"

namespace guise::linalg {

Affine Affine::identity(Index attributes) {
  return {Matrix::Identity(attributes, attributes), Vector::Zero(attributes), Matrix::Zero(attributes, attributes)};
}

Affine compose(const Affine& outer, const Affine& inner) {
  return {outer.map * inner.map, outer.map * inner.shift + outer.shift,
          outer.map * inner.covariance * outer.map.transpose() + outer.covariance};
}

}  // namespace guise::linalg
