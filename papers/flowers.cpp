// SPDX-License-Identifier: Apache-2.0
#include "papers/flowers.h"

#include <Eigen/Cholesky>
#include <array>

#include "papers/draw.h"

namespace guise::papers {
namespace {

constexpr Index kAttributes = 4;

/// Mean and covariance of a species, 50 flowers each (Fisher 1936; of the UCI file, which differs in three cells).
struct Species {
  std::array<double, 4> mean;
  std::array<double, 16> covariance;
};
constexpr Species kSpecies[] = {{{5.006, 3.418, 1.464, 0.244},
                                 {0.1242, 0.1003, 0.0161, 0.0105, 0.1003, 0.1452, 0.0117, 0.0114, 0.0161, 0.0117, 0.0301,
                                  0.0057, 0.0105, 0.0114, 0.0057, 0.0115}},
                                {{5.936, 2.770, 4.260, 1.326},
                                 {0.2664, 0.0852, 0.1829, 0.0558, 0.0852, 0.0985, 0.0827, 0.0412, 0.1829, 0.0827, 0.2208,
                                  0.0731, 0.0558, 0.0412, 0.0731, 0.0391}},
                                {{6.588, 2.974, 5.552, 2.026},
                                 {0.4043, 0.0938, 0.3033, 0.0491, 0.0938, 0.1040, 0.0714, 0.0476, 0.3033, 0.0714, 0.3046,
                                  0.0488, 0.0491, 0.0476, 0.0488, 0.0754}}};

}  // namespace

Matrix flowers(const random::Rng& rng) {
  constexpr Index kEach = 50;
  Matrix out(kEach * std::ssize(kSpecies), kAttributes);
  for (Index i = 0; const Species& species : kSpecies) {
    const Eigen::Map<const Eigen::Matrix4d> covariance(species.covariance.data());
    const Eigen::Map<const Eigen::Vector4d> mean(species.mean.data());
    const Eigen::Matrix4d root = covariance.llt().matrixU();
    out.middleRows(kEach * i, kEach) =
        (gaussian(kEach, kAttributes, 1, rng.with_step(static_cast<std::uint32_t>(i))) * root).rowwise() + mean.transpose();
    ++i;
  }
  return out;
}

}  // namespace guise::papers
