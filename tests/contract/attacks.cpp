// SPDX-License-Identifier: Apache-2.0
// What every attack must do, whatever it is: runs on all that are registered, so a new one is tested by being listed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <numeric>
#include <set>

#include "attacks/in_memory.h"
#include "base/error.h"
#include "random/matrices.h"

namespace guise::attacks {
namespace attacks_test {

using random::Rng;

class AttackContract : public ::testing::TestWithParam<const Attack*> {
 public:
  const Attack& attack = *GetParam();

  Outcome learn_from(const Matrix& released, const Knowledge& known) const {
    const Params params = check_params(attack.params, Call{.name = std::string(attack.name), .arguments = {}}, "attack");
    Knowledge fitting = known;
    if (known.sums) fitting.sums->weights = weights_of(released.rows());
    const Matrix columns = known.known_columns.empty() ? Matrix() : known_of(released);
    return learn(attack, gather(released, fitting, columns), fitting, params, Rng::from_seed(1));
  }

  static Matrix rotation(Index attributes) { return random::haar_orthogonal(attributes, Rng::from_seed(3).fork("rotation")); }

  /// Attributes that are known of every record, for who needs some: all but the last, behind that rotation.
  Matrix known_of(const Matrix& released) const {
    const bool needed = std::find(attack.needs.begin(), attack.needs.end(), Fact::columns) != attack.needs.end();
    return (released * rotation(released.cols())).leftCols(needed ? released.cols() - 1 : 0);
  }

  /// Of people in that many sums.
  static stats::RecordWeights weights_of(Index sums) {
    return [sums](const std::vector<std::int64_t>& records) {
      Matrix out(static_cast<Index>(records.size()), sums);
      for (std::size_t i = 0; i < records.size(); ++i)
        out.row(static_cast<Index>(i)) =
            random::gaussian_matrix(1, sums, Rng::from_seed(static_cast<std::uint64_t>(records[i])).fork("weights"));
      return out;
    };
  }

  Guess guess(const Reconstruction& reconstruction, const Matrix& released, Index first, Index count) const {
    const Index before = std::min<Index>(first, reconstruction.halo);
    const Index after = std::min<Index>(released.rows() - first - count, reconstruction.halo), rows = before + count + after;
    return reconstruction.guess({.first_record = first - before,
                                 .released = released.middleRows(first - before, rows),
                                 .known = known_of(released.middleRows(first - before, rows)),
                                 .second = Matrix(rows, 0),
                                 .before = before,
                                 .count = count,
                                 .want_sd = true});
  }
};

constexpr double kNoise = 0.2;

/// Whole numbers behind a little noise, positive, correlated, not centred: a table every attack can be tried on.
Matrix originals(Index records, Index attributes, std::uint64_t seed) {
  const Rng rng = Rng::from_seed(seed);
  const Matrix common = random::gaussian_matrix(records, 1, rng.fork("common"));
  const Matrix own = random::gaussian_matrix(records, attributes, rng.fork("own"));
  return (((2 * common).replicate(1, attributes) + own).array() + 40).round().matrix();
}

Matrix release(Index records, Index attributes, std::uint64_t seed = 1) {
  const Matrix noise = random::gaussian_matrix(records, attributes, Rng::from_seed(seed).fork("noise"));
  return originals(records, attributes, seed) + kNoise * noise;
}

/// All an attacker can know of a table of that many attributes, as if each single fact were true.
Knowledge everything(Index attributes, double noise_sd = kNoise) {
  Knowledge known;
  known.noise_law = random::Law::gaussian;
  known.noise_covariance = Matrix(noise_sd * noise_sd * Matrix::Identity(attributes, attributes));
  known.factor = Factor{.law = "lognormal", .sd = Vector::Constant(attributes, 0.02)};
  known.cells = Cells{Vector::Constant(attributes, 0.5), Vector::Zero(attributes)};
  known.undo = [](table::Chunk& chunk) { chunk.values.array() -= 1; };
  known.channel = linalg::Affine::identity(attributes);
  known.channel->covariance = *known.noise_covariance;
  known.matrix_law = MatrixLaw{.law = "haar", .rows = attributes, .columns = attributes};
  known.sample = originals(300, attributes, 7);
  const Matrix paired = originals(12, attributes, 8);
  known.pairs = Pairs{paired, paired + noise_sd * random::gaussian_matrix(12, attributes, Rng::from_seed(9))};
  known.records = originals(5, attributes, 1);
  known.sums = RecordSums{.weights = {}, .before = linalg::Affine::identity(attributes)};  // see AttackContract::weights_of
  known.people = 500;
  return known;
}

/// A secret matrix of that size, and the same attacker before a release that went through it.
Matrix secret(Index rows, Index columns) {
  return random::gaussian_matrix(rows, columns, Rng::from_seed(4).fork("matrix")) / std::sqrt(static_cast<double>(rows));
}

Knowledge everything_of_mixture(const Matrix& matrix) {
  const Index k = matrix.rows(), m = matrix.cols();
  Knowledge known = everything(m);
  known.mixed = true;
  known.attributes = m;
  known.noise_covariance = Matrix(kNoise * kNoise * Matrix::Identity(k, k));
  known.channel = linalg::Affine{.map = matrix, .shift = Vector::Zero(k), .covariance = *known.noise_covariance};
  known.matrix_law = MatrixLaw{.law = "gaussian", .rows = k, .columns = m};
  known.pairs->released = known.pairs->originals * matrix.transpose();
  known.undo = [m](table::Chunk& chunk) { chunk.values = Matrix::Ones(chunk.records(), m); };
  known.factor.reset();
  known.cells.reset();
  known.sums.reset();
  known.prior_mean = Vector::Constant(m, 40);
  known.prior_covariance = Matrix(Matrix::Identity(m, m) + Matrix::Constant(m, m, 4));
  // The same mixture as a distortion that does not bend.
  known.distorted = Distorted{.law = {.f = stats::Activation::identity,
                                      .hidden = m,
                                      .out = k,
                                      .sa = 0,
                                      .sq = 1 / std::sqrt(static_cast<double>(k)),
                                      .sb = 0},
                              .before = linalg::Affine::identity(m),
                              .map = stats::DistortionMap{stats::Activation::identity, Matrix::Identity(m, m), Vector::Zero(m),
                                                          matrix, Vector::Zero(k)}};
  return known;
}

Matrix mixture(Index records, const Matrix& matrix) {
  const Index m = matrix.cols();
  return originals(records, m, 1) * matrix.transpose() +
         kNoise * random::gaussian_matrix(records, matrix.rows(), Rng::from_seed(5));
}

/// A distortion of the originals in units of 5 around 40, and who knows all of it, some pairs and other people's records.
stats::DistortionMap secret_distortion(stats::Activation f, Index outputs, Index attributes) {
  const Rng rng = Rng::from_seed(6).fork("distortion");
  const stats::DistortionMap inner{
      f, random::gaussian_matrix(12, attributes, rng.fork("w")), random::gaussian_matrix(12, 1, rng.fork("a")),
      random::gaussian_matrix(outputs, 12, rng.fork("q")), random::gaussian_matrix(outputs, 1, rng.fork("b"))};
  linalg::Affine before = linalg::Affine::identity(attributes);
  before.map /= 5;
  before.shift.setConstant(-8);
  return stats::after(inner, before);
}

Matrix distorted(const stats::DistortionMap& map, const Matrix& x) {
  Matrix out(x.rows(), map.outputs());
  map.apply(x, out);
  return out;
}

Knowledge everything_of_distortion(const stats::DistortionMap& map) {
  const Index m = map.attributes();
  Knowledge known;
  known.mixed = true;
  known.attributes = m;
  known.distorted = Distorted{
      .law = {.f = map.f, .hidden = map.hidden(), .out = map.outputs()}, .before = linalg::Affine::identity(m), .map = map};
  known.distorted->before.map /= 5;
  known.distorted->before.shift.setConstant(-8);
  known.sample = originals(300, m, 7);
  const Matrix paired = originals(12, m, 8);
  known.pairs = Pairs{paired, distorted(map, paired)};
  known.records = originals(5, m, 1);
  return known;
}

void forget(Knowledge& known, Fact fact) {
  switch (fact) {
    case Fact::noise_size:
      known.noise_covariance.reset();
      break;
    case Fact::noise_law:
      known.noise_law.reset();
      break;
    case Fact::factor:
      known.factor.reset();
      break;
    case Fact::cells:
      known.cells.reset();
      break;
    case Fact::columns:
      known.known_columns.clear();
      break;
    case Fact::side:
      known.side_is_category.clear();
      break;
    case Fact::repeat:
      known.second_release = false;
      break;
    case Fact::key:
      known.undo = {};
      break;
    case Fact::matrix:
      known.channel.reset();
      break;
    case Fact::matrix_law:
      known.matrix_law.reset();
      break;
    case Fact::moments:
      known.prior_covariance.reset();
      known.sample.reset();
      break;
    case Fact::population:
      known.sample.reset();
      break;
    case Fact::pairs:
      known.pairs.reset();
      break;
    case Fact::records:
      known.records.reset();
      break;
    case Fact::distortion_law:
      known.distorted.reset();
      break;
    case Fact::distortion:
      if (known.distorted) known.distorted->map.reset();
      break;
    case Fact::weights:
      known.sums.reset();
      break;
  }
}

/// A release of `attributes` attributes that the attack can read: in the originals' own columns, or rotated, or projected.
struct Case {
  Matrix released;
  Knowledge known;
};

/// The same rotated, for who knows attributes of every record.
Case with_columns(Index records, Index attributes) {
  const Matrix matrix = AttackContract::rotation(attributes);
  Case out{mixture(records, matrix), everything_of_mixture(matrix)};
  out.known.matrix_law = MatrixLaw{.law = "haar", .rows = attributes, .columns = attributes};
  out.known.known_columns.resize(static_cast<std::size_t>(attributes - 1));
  std::iota(out.known.known_columns.begin(), out.known.known_columns.end(), Index{0});
  return out;
}

Case readable(const AttackContract& test, Index records, Index attributes) {
  if (test.known_of(Matrix::Zero(1, attributes)).cols() > 0) return with_columns(records, attributes);
  std::string reason;
  for (const Index k : {attributes, attributes, attributes - 1}) {
    const bool plain = reason.empty();
    const Matrix matrix = secret(k, attributes);
    Case each = plain ? Case{release(records, attributes), everything(attributes)}
                      : Case{mixture(records, matrix), everything_of_mixture(matrix)};
    const Outcome outcome = test.learn_from(each.released, each.known);
    if (outcome.reconstruction) return each;
    reason = outcome.reason;
  }
  // Attacks that live on how data are not Gaussian.
  const auto skewed = [&](Index rows, std::uint64_t seed) {
    return Matrix(random::gaussian_matrix(rows, attributes, Rng::from_seed(seed)).array().exp().matrix());
  };
  Case each{skewed(records, 1) * AttackContract::rotation(attributes).transpose(), everything(attributes, 0)};
  each.known.mixed = true;
  each.known.attributes = attributes;
  each.known.sample = skewed(1000, 2);
  if (test.learn_from(each.released, each.known).reconstruction) return each;
  ADD_FAILURE() << "nothing to try it on: " << reason;
  return {};
}

TEST_P(AttackContract, ReturnsOneFiniteGuessPerRecord) {
  const auto [released, known] = readable(*this, 400, 4);
  const Outcome outcome = learn_from(released, known);
  ASSERT_TRUE(outcome.reconstruction) << outcome.reason;
  const Guess out = guess(*outcome.reconstruction, released, 0, 400);
  EXPECT_EQ(out.values.rows(), 400);
  EXPECT_EQ(out.values.cols(), 4);
  EXPECT_TRUE(out.values.allFinite());
  if (out.sd) {
    EXPECT_EQ(out.sd->rows(), 400);
    EXPECT_EQ(out.sd->cols(), 4);
    EXPECT_TRUE(out.sd->allFinite());
    EXPECT_GE(out.sd->minCoeff(), 0);
  }
}

TEST_P(AttackContract, ShufflingTheRecordsOnlyShufflesTheGuess) {
  if (attack.serial) GTEST_SKIP() << "it says that it uses the order";
  const auto [released, known] = readable(*this, 400, 4);
  std::vector<Index> order(400);
  std::iota(order.begin(), order.end(), Index{0});
  std::vector<std::uint64_t> priority(400);
  Rng::from_seed(2).words(0, 0, priority);
  std::sort(order.begin(), order.end(),
            [&](Index a, Index b) { return priority[static_cast<std::size_t>(a)] < priority[static_cast<std::size_t>(b)]; });
  const Matrix shuffled = released(order, Eigen::all);
  const Outcome plain = learn_from(released, known), other = learn_from(shuffled, known);
  ASSERT_TRUE(plain.reconstruction && other.reconstruction);
  const Matrix expected = guess(*plain.reconstruction, released, 0, 400).values(order, Eigen::all);
  EXPECT_LT((guess(*other.reconstruction, shuffled, 0, 400).values - expected).cwiseAbs().maxCoeff(), 1e-9);
}

TEST_P(AttackContract, SaysNothingAndHowToHelpWithoutAFactItNeeds) {
  for (const Fact fact : attack.needs) {
    Knowledge known = everything(4);
    forget(known, fact);
    const Outcome outcome = learn_from(release(400, 4), known);
    EXPECT_FALSE(outcome.reconstruction) << fact_name(fact);
    EXPECT_NE(outcome.advised().find(fact_advice(fact)), std::string::npos) << outcome.reason;
  }
}

TEST_P(AttackContract, GuessesTheOriginalsOfAMixtureOrSaysWhyNot) {
  for (const Index k : {4, 3, 1}) {
    SCOPED_TRACE(k);
    const Matrix matrix = secret(k, 4), released = mixture(400, matrix);
    Outcome outcome;
    ASSERT_NO_THROW(outcome = learn_from(released, everything_of_mixture(matrix)));
    EXPECT_TRUE(attack.reads_mixtures || !outcome.reconstruction);
    if (!outcome.reconstruction) {
      EXPECT_FALSE(outcome.reason.empty());
      continue;
    }
    const Guess out = guess(*outcome.reconstruction, released, 100, 200);
    EXPECT_EQ(out.values.rows(), 200);
    EXPECT_EQ(out.values.cols(), 4) << "a guess has the originals' attributes, not the release's";
    EXPECT_TRUE(out.values.allFinite());
    EXPECT_TRUE(!out.sd || out.sd->allFinite());
  }
}

TEST_P(AttackContract, GuessesTheOriginalsOfADistortionOrSaysWhyNot) {
  for (const auto& [f, outputs] : {std::pair{stats::Activation::tanh, Index{15}},
                                   {stats::Activation::tanh, Index{6}},
                                   {stats::Activation::sigmoid, Index{2}},
                                   {stats::Activation::relu, Index{15}},
                                   {stats::Activation::clip, Index{1}},
                                   {stats::Activation::step, Index{15}}}) {
    SCOPED_TRACE(fmt::format("{} to {} columns", stats::facts_of(f).name, outputs));
    const stats::DistortionMap map = secret_distortion(f, outputs, 4);
    const Matrix real = distorted(map, originals(400, 4, 1));
    // Records that no distortion has made are in some releases, too.
    for (const Matrix& released : {real, Matrix(real.topRows(1)), Matrix(Matrix::Zero(30, outputs)), Matrix(1e9 * real)}) {
      Outcome outcome;
      ASSERT_NO_THROW(outcome = learn_from(released, everything_of_distortion(map)));
      if (!outcome.reconstruction) {
        EXPECT_FALSE(outcome.reason.empty());
        continue;
      }
      const Guess whole = guess(*outcome.reconstruction, released, 0, released.rows());
      EXPECT_EQ(whole.values.rows(), released.rows());
      EXPECT_EQ(whole.values.cols(), 4) << "a guess has the originals' attributes, not the release's";
      EXPECT_TRUE(whole.values.allFinite());
      if (attack.serial || released.rows() < 400 || !released.isApprox(real)) continue;
      const Guess part = guess(*outcome.reconstruction, released, 100, 200);
      EXPECT_LT((part.values - whole.values.middleRows(100, 200)).cwiseAbs().maxCoeff(), 1e-6);
    }
  }
}

TEST_P(AttackContract, SaysNothingOfAMixtureWithoutAFactItNeeds) {
  const Matrix matrix = secret(4, 4);
  for (const Fact fact : attack.needs_mixed) {
    Knowledge known = everything_of_mixture(matrix);
    forget(known, fact);
    const Outcome outcome = learn_from(mixture(400, matrix), known);
    EXPECT_FALSE(outcome.reconstruction) << fact_name(fact);
    EXPECT_NE(outcome.advised().find(fact_advice(fact)), std::string::npos) << outcome.reason;
  }
}

TEST_P(AttackContract, GivesTheSameAnswerForTheSameSeed) {
  const auto [released, known] = readable(*this, 400, 4);
  const Outcome first = learn_from(released, known), second = learn_from(released, known);
  EXPECT_EQ(guess(*first.reconstruction, released, 0, 400).values, guess(*second.reconstruction, released, 0, 400).values);
}

TEST_P(AttackContract, GuessesAWindowAsItGuessesTheWhole) {
  if (attack.serial) GTEST_SKIP() << "it says that it uses the order";
  const auto [released, known] = readable(*this, 2600, 3);
  const Outcome outcome = learn_from(released, known);
  const Guess whole = guess(*outcome.reconstruction, released, 0, 2600),
              part = guess(*outcome.reconstruction, released, 1000, 700);
  EXPECT_LT((part.values - whole.values.middleRows(1000, 700)).cwiseAbs().maxCoeff(), 1e-10);
}

TEST_P(AttackContract, DescribesItselfInPlainWords) {
  EXPECT_FALSE(attack.summary.empty());
  for (const std::string_view name : {attack.name, attack.alias})
    for (const unsigned char c : name) EXPECT_TRUE(std::islower(c) || c == '-') << name;
  for (const Param& param : attack.params) {
    EXPECT_FALSE(param.name.empty());
    EXPECT_FALSE(param.help.empty()) << param.name;
    EXPECT_EQ(param.kind == Param::Kind::choice, !param.choices.empty()) << param.name;
  }
  const auto [released, known] = readable(*this, 400, 4);
  const Outcome outcome = learn_from(released, known);
  ASSERT_TRUE(outcome.reconstruction) << outcome.reason;
  for (const std::string& note : outcome.reconstruction->notes) {
    EXPECT_FALSE(note.empty());
    EXPECT_EQ(note.find('\n'), std::string::npos) << note;
  }
}

TEST_P(AttackContract, IsFoundByNameAndByThePapersName) {
  EXPECT_EQ(&find_attack(attack.name), &attack);
  EXPECT_EQ(&find_attack(attack.alias.empty() ? attack.name : attack.alias), &attack);
}

struct Odd {
  const char* name;
  Matrix released;
  double noise_sd;
};

std::vector<Odd> odd_tables() {
  Matrix constant = release(60, 3), equal = release(60, 3), huge = release(60, 2);
  constant.col(1).setConstant(7);
  equal.col(2) = equal.col(0);
  huge.col(0) *= 1e12;
  return {{"one record", release(1, 3), 0.7},
          {"two records", release(2, 3), 0.7},
          {"one attribute", release(60, 1), 0.7},
          {"one number", release(1, 1), 0.7},
          {"constant column", constant, 0.7},
          {"equal columns", equal, 0.7},
          {"all constant", Matrix::Constant(60, 2, 5), 0.7},
          {"all zero", Matrix::Zero(60, 2), 0.7},
          {"more attributes than records", release(6, 20), 0.7},
          {"no noise", release(60, 3), 0},
          {"no noise, constant column", constant, 0},
          {"no noise, more attributes than records", release(6, 20), 0},
          {"noise above the data", release(60, 3), 1e3},
          {"huge values", huge, 0.7}};
}

TEST_P(AttackContract, GuessesFiniteNumbersOfOddTablesOrSaysWhyNot) {
  for (const Odd& odd : odd_tables()) {
    SCOPED_TRACE(odd.name);
    Outcome outcome;
    ASSERT_NO_THROW(outcome = learn_from(odd.released, everything(odd.released.cols(), odd.noise_sd)));
    if (!outcome.reconstruction) {
      EXPECT_FALSE(outcome.reason.empty());
      continue;
    }
    const Guess out = guess(*outcome.reconstruction, odd.released, 0, odd.released.rows());
    EXPECT_EQ(out.values.rows(), odd.released.rows());
    EXPECT_TRUE(out.values.allFinite());
    EXPECT_TRUE(!out.sd || out.sd->allFinite());
  }
}

TEST_P(AttackContract, SaysNothingOfAnEmptyRelease) {
  EXPECT_FALSE(learn_from(Matrix(0, 3), everything(3)).reconstruction);
}

/// Some attacks answer only where the data have what they look for: columns in clear, groups of records, groups of equal ones,
/// a distortion that few pairs determine, columns that are not Gaussian, noise that depends on the value, a factor that columns
/// share, ranks that moved, codes, values far from the rest. Their own tests make such data.
std::vector<const Attack*> of_any_data() {
  const std::set<std::string_view> special = {"alike",   "trees", "blocks", "codes", "unbend", "unpaired", "uneven",
                                              "members", "ratio", "scores", "tails", "within", "robust",   "classes"};
  std::vector<const Attack*> out;
  for (const Attack* attack : all_attacks())
    if (!special.contains(attack->name)) out.push_back(attack);
  return out;
}

INSTANTIATE_TEST_SUITE_P(Every, AttackContract, ::testing::ValuesIn(of_any_data()),
                         [](const ::testing::TestParamInfo<const Attack*>& each) { return std::string(each.param->name); });

TEST(AttackNames, AreAllDifferent) {
  std::set<std::string_view> names;
  for (const Attack* attack : all_attacks()) {
    EXPECT_TRUE(names.insert(attack->name).second) << attack->name;
    EXPECT_TRUE(attack->alias.empty() || names.insert(attack->alias).second) << attack->alias;
  }
}

}  // namespace attacks_test
}  // namespace guise::attacks
