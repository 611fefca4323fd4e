// SPDX-License-Identifier: Apache-2.0
// Records in single precision: products in single precision are close to those in double, and only where digits do not matter.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include "masked.h"

namespace guise::masks {
namespace singles_test {

/// Gaussian records that single precision holds exactly, around `center`.
Singles singles(Index records, Index attributes, float center = 0) {
  return random::gaussian_matrix(records, attributes, random::Rng::from_seed(5)).cast<float>().array() + center;
}

Singles released(const Prepared& mask, std::int64_t first, const SinglesRef& records) {
  Singles out(records.rows(), static_cast<Index>(mask.columns().size()));
  mask_records(mask, first, records, out);
  return out;
}

/// The release in double precision.
Matrix in_double(const Prepared& mask, const Singles& records) {
  Matrix out(records.rows(), static_cast<Index>(mask.columns().size()));
  mask_records(mask, 0, records.cast<double>(), out);
  return out;
}

/// Largest difference of two tables, relative to the lengths of the records.
double error(const Matrix& a, const Matrix& b, const Singles& records) {
  return ((a - b).rowwise().norm().array() / records.cast<double>().rowwise().norm().array()).maxCoeff();
}

// A sum of m products in single precision has an error of about 2^-24 sqrt(m) of the length, in the mean over the sum a third
// of it; that of the release itself, rounded to the nearest, is 2^-24 / sqrt(3).
TEST(Singles, AreWithinAMillionthOfTheProductInDouble) {
  for (const float center : {0.0f, 1000.0f}) {
    const Singles records = singles(1100, 384, center);
    for (const char* spec : {"rotate", "project(k=96)", "rotate | noise(sd=0.01)"}) {
      const Prepared mask = prepared(spec, records.cast<double>());
      EXPECT_LT(error(released(mask, 0, records).cast<double>(), in_double(mask, records), records), 1e-6) << spec << center;
    }
  }
}

TEST(Singles, AreMultipliedAsSingles) {
  const Singles records = singles(50, 96);
  for (const char* spec : {"rotate", "project(k=5)", "rotate | noise(sd=0.1)", "rotate | translate(sd=1)"}) {
    const Prepared mask = prepared(spec, records.cast<double>());
    EXPECT_NE(released(mask, 0, records), in_double(mask, records).cast<float>()) << spec;
  }
}

/// Behind another step numbers are doubles; thresholds, grids and what a certificate rests on get the product in double.
TEST(Singles, KeepDoubleWhereDigitsMatter) {
  const Singles records = singles(50, 96);
  for (const char* spec : {"noise(sd=1)", "scale | rotate", "rotate | round(width=0.5)", "rotate | noise(sd=1,grid=0.1)",
                           "rotate | clip(radius=3)", "clip(radius=3) | rotate | noise(sd=1)", "project(k=5,law=sparse)"}) {
    const Prepared mask = prepared(spec, records.cast<double>());
    EXPECT_EQ(released(mask, 0, records), in_double(mask, records).cast<float>()) << spec;
  }
}

TEST(Singles, HaveTheSameBitsForAnyCutAndThreads) {
  const Singles records = singles(3000, 40);
  for (const char* spec : {"rotate", "project(k=7) | noise(sd=0.1)"}) {
    const Prepared mask = prepared(spec, records.cast<double>());
    const Singles whole = released(mask, 0, records);
    Singles parts(whole.rows(), whole.cols());
    parts << released(mask, 0, records.topRows(700)), released(mask, 700, records.bottomRows(2300));
    EXPECT_EQ(parts, whole) << spec;
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    EXPECT_EQ(released(mask, 0, records), whole) << spec;
  }
}

TEST(Singles, ComeOutOfChunksAsOutOfMemory) {
  const Singles records = singles(2100, 12);
  const Prepared mask = prepared("rotate | noise(sd=0.1)", records.cast<double>());
  table::Chunk chunk{.first_record = 0, .values = records.cast<double>()};
  mask.apply_to_singles(chunk);
  EXPECT_EQ(chunk.values.cast<float>(), released(mask, 0, records));
}

/// A thief of the key comes back to what was masked, to single precision.
TEST(Singles, AreFoundAgainByAThief) {
  const Singles records = singles(200, 96);
  const Prepared mask = prepared("rotate | noise(sd=0.1)", records.cast<double>());
  table::Chunk chunk{.first_record = 0, .values = released(mask, 0, records).cast<double>()};
  EXPECT_TRUE(mask.undo(chunk));
  EXPECT_LT(error(chunk.values, records.cast<double>(), records), 1e-6);
}

TEST(Singles, AreRefusedNoiseThatTheyWouldRoundAway) {
  const Singles records = singles(20, 4, 1000);
  const Prepared mask = prepared("rotate | noise(sd=1e-5)", records.cast<double>());
  EXPECT_NE(refusal([&] { released(mask, 0, records); }).find("rounded away"), std::string::npos);
}

}  // namespace singles_test
}  // namespace guise::masks
