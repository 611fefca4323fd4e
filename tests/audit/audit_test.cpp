// SPDX-License-Identifier: Apache-2.0
// Whole audits of small tables whose answer is known.
#include "audit/audit.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "random/laws.h"
#include "theory/reconstruction_error.h"

namespace guise::audit {
namespace audit_test {

constexpr Index kRecords = 20'000, kAttributes = 6;

/// Two strong components under six attributes: what spectral attacks are made for.
Matrix low_rank(const random::Rng& rng) {
  Matrix factors(kRecords, 2), own(kRecords, kAttributes);
  for (std::uint32_t j = 0; j < 2; ++j) random::fill_normal(rng, j, 0, {factors.col(j).data(), kRecords});
  for (std::uint32_t j = 0; j < kAttributes; ++j) random::fill_normal(rng, 10 + j, 0, {own.col(j).data(), kRecords});
  Matrix loadings(2, kAttributes);
  loadings << 3, -2, 1, 2, 1, -3, 1, 2, 3, -1, 2, 1;
  return (factors * loadings + 0.5 * own).array() + 50;
}

table::Table table_of(const Matrix& x) {
  return table::Table::from_matrix(x, {"a", "b", "c", "d", "e", "f"});
}

Result run(const table::Table& originals, std::vector<std::string> masks, std::vector<std::string> attackers, int keys = 2,
           int threads = 2, std::vector<std::string> attacks = {}) {
  Request request;
  request.attacks = std::move(attacks);
  for (const std::string& mask : masks) request.masks.push_back(masks::Mask::parse(mask));
  request.attackers = std::move(attackers);
  request.keys = keys;
  request.most_keys = keys;
  request.rng = random::Rng::from_seed(1);
  request.details = false;
  request.selection.attributes = originals.schema().numeric();
  request.work.threads = threads;
  request.utility = false;  // tests of its own
  return audit(originals, request);
}

const Trial& find(const AttackerResult& result, std::string_view attack) {
  for (const Trial& trial : result.trials)
    if (trial.attack == attack) return trial;
  throw std::runtime_error("no such trial");
}

TEST(Audit, BayesReachesItsTheoreticalErrorAndIdentityTheNoise) {
  const Matrix x = low_rank(random::Rng::from_seed(1));
  const Result result = run(table_of(x), {"noise(sd=2)"}, {"outsider"}, 3);
  const Matrix covariance = stats::moments_of(x).covariance();
  const AttackerResult& outsider = result.masks[0].attackers[0];
  double bayes_mse = 0, identity_mse = 0;
  for (const auto& comparison : find(outsider, "bayes").by_key)
    for (const auto& attribute : comparison.attributes())
      bayes_mse += attribute.squared_error / static_cast<double>(comparison.records()) / kAttributes / 3;
  for (const auto& comparison : find(outsider, "identity").by_key)
    for (const auto& attribute : comparison.attributes())
      identity_mse += attribute.squared_error / static_cast<double>(comparison.records()) / kAttributes / 3;
  // 3 x 60 000 entries (half of the records): identity's mean squared error has a relative standard error of
  // sqrt(2 / 180 000) = 0.33 %.
  EXPECT_NEAR(identity_mse, 4, 4 * 5 * 0.0033);
  const double theory = theory::bayes_error(covariance, 4 * Matrix::Identity(kAttributes, kAttributes));
  EXPECT_NEAR(bayes_mse, theory, 0.02 * theory);
  EXPECT_EQ(outsider.status(), Status::succeeded);
}

TEST(Audit, TheMeanScoresExactlyOneAndTheThiefGetsEverything) {
  const Result result = run(table_of(low_rank(random::Rng::from_seed(2))), {"noise(snr=1)"}, {"outsider", "thief"});
  EXPECT_NEAR(find(result.masks[0].attackers[0], "mean").nrmse.value, 1, 1e-3);
  const AttackerResult& thief = result.masks[0].attackers[1];
  EXPECT_EQ(thief.trials[static_cast<std::size_t>(thief.worst)].attack, "subtract");
  EXPECT_LT(find(thief, "subtract").nrmse.value, 1e-9);
}

TEST(Audit, ASecondReleaseHalvesTheNoise) {
  const Matrix x = low_rank(random::Rng::from_seed(3));
  const Result result = run(table_of(x), {"noise(sd=2)"}, {"outsider", "repeat"});
  double mse = 0;
  const Trial& trial = find(result.masks[0].attackers[1], "bayes");
  for (const auto& comparison : trial.by_key)
    for (const auto& attribute : comparison.attributes())
      mse += attribute.squared_error / static_cast<double>(comparison.records()) / kAttributes / 2;
  const double theory = theory::bayes_error(stats::moments_of(x).covariance(), 2 * Matrix::Identity(kAttributes, kAttributes));
  EXPECT_NEAR(mse, theory, 0.02 * theory);
}

TEST(Audit, KnownColumnsAreNotScored) {
  const Result result = run(table_of(low_rank(random::Rng::from_seed(4)).topRows(2000)), {"noise(sd=2)"}, {"attributes=a+c"});
  const AttackerResult& attributes = result.masks[0].attackers[0];
  EXPECT_EQ(attributes.columns, (std::vector<std::string>{"b", "d", "e", "f"}));
  EXPECT_EQ(find(attributes, "bayes").by_key[0].attributes().size(), 4u);
}

TEST(Audit, HugeNoiseIsResisted) {
  const Result result = run(table_of(low_rank(random::Rng::from_seed(5))), {"noise(sd=1000)"}, {"outsider"});
  EXPECT_EQ(result.masks[0].attackers[0].status(), Status::resisted);
  EXPECT_NE(verdict(result).find("RESISTS"), std::string::npos);
}

TEST(Audit, JsonHasEveryMaskAttackerAndAttackWithFigures) {
  const Result result = run(table_of(low_rank(random::Rng::from_seed(6)).topRows(600)), {"noise(snr=2)", "round(width=2)"},
                            {"outsider", "attributes", "repeat", "thief"});
  const nlohmann::json document = to_json(result);
  EXPECT_EQ(document["masks"].size(), 2u);
  for (const auto& mask : document["masks"])
    for (const auto& attacker : mask["attackers"])
      for (const auto& attack : attacker["attacks"])
        EXPECT_EQ(attack["outcome"] == "not assessed", !attack.contains("nrmse")) << attack["attack"];
}

TEST(Audit, TheVerdictFitsEightyColumns) {
  const Result result =
      run(table_of(low_rank(random::Rng::from_seed(7)).topRows(600)), {"noise(snr=2)", "noise(snr=2, shape=data)"},
          {"outsider", "attributes", "repeat", "thief"}, 2, 2, {"bayes", "identity", "subtract"});
  const std::string text = verdict(result);
  std::size_t column = 0;
  for (const char c : text) {
    column = c == '\n' ? 0 : column + ((c & 0xC0) != 0x80);  // count characters, not bytes
    EXPECT_LE(column, 80u);
  }
}

double worst_error(const AttackerResult& result) {
  return result.trials[static_cast<std::size_t>(result.worst)].nrmse.value;
}

/// A rotation is undone by as many known pairs as there are attributes (one more with a translation), and by the key.
TEST(Audit, ARotationFallsToKnownPairsAndToInsiders) {
  const Result result = run(table_of(low_rank(random::Rng::from_seed(11))), {"rotate | translate(sd=5)"},
                            {"outsider", "pairs=7", "pairs=3", "insider", "thief"});
  const auto& attackers = result.masks[0].attackers;
  EXPECT_EQ(attackers[0].status(), Status::resisted);
  EXPECT_LT(worst_error(attackers[1]), 1e-6);
  EXPECT_GT(worst_error(attackers[2]), 1e-3) << "three of six attributes' worth of pairs do not determine it";
  EXPECT_LT(worst_error(attackers[3]), 1e-9);
  EXPECT_LT(worst_error(attackers[4]), 1e-9);
}

/// With the matrix and the moments known, the error of a projection is that of the conditional mean.
TEST(Audit, AnInsiderReachesTheConditionalMeanOfAProjection) {
  const Matrix x = low_rank(random::Rng::from_seed(12));
  const Result result = run(table_of(x), {"project(k=2)"}, {"insider"}, 1, 2, {"bayes", "inverse"});
  const Trial& trial = find(result.masks[0].attackers[0], "bayes");
  double mse = 0;
  for (const auto& attribute : trial.by_key[0].attributes())
    mse += attribute.squared_error / static_cast<double>(trial.by_key[0].records());
  const double total = stats::moments_of(x).covariance().trace();
  // The matrix is drawn afresh. Of 20 000 draws 4 % leave more than half, none more than 0.88; no two columns leave less than
  // the four smallest eigenvalues, 0.0202.
  EXPECT_LT(mse, 0.9 * total);
  EXPECT_GT(mse, 0.02 * total);
  EXPECT_EQ(result.masks[0].attackers[0].status(), Status::succeeded);
}

TEST(Audit, AnInsiderOfAMaskWithoutSecretsKnowsWhatEverybodyKnows) {
  const Result result = run(table_of(low_rank(random::Rng::from_seed(13))), {"noise(sd=2)"}, {"outsider", "insider"}, 1);
  const auto& attackers = result.masks[0].attackers;
  EXPECT_EQ(worst_error(attackers[0]), worst_error(attackers[1]));
}

/// Two groups of people, far apart in a direction of four attributes that are otherwise nearly alike.
Matrix two_groups(Index records, const random::Rng& rng) {
  Matrix x(records, 4);
  for (std::uint32_t j = 0; j < 4; ++j) random::fill_normal(rng, j, 0, {x.col(j).data(), static_cast<std::size_t>(records)});
  Vector centre(4);
  centre << 5, -3, 4, 6;
  for (Index i = 0; i < records; i += 2) x.row(i) += centre.transpose();
  return x;
}

/// Which group a record belongs to shows through two columns, and then its four values are known to its group's spread. Moments
/// alone take the line between both for as likely as its ends.
TEST(Audit, AnInsiderBeforeAProjectionIsToldWhatSuchRecordsAreLike) {
  const Result result = run(table::Table::from_matrix(two_groups(4000, random::Rng::from_seed(19)), {"a", "b", "c", "d"}),
                            {"project(k=2)"}, {"insider"}, 3, 2, {"bayes"});
  EXPECT_EQ(result.held_out, kPopulation) << "other people's records are in no release";
  EXPECT_EQ(result.records, 4000 - kPopulation);
  const AttackerResult& insider = result.masks[0].attackers[0];
  const Trial &mixture = find(insider, "bayes(prior=mixture)"), &gaussian = find(insider, "bayes");
  ASSERT_EQ(mixture.status, Status::succeeded) << mixture.reason;
  const auto error = [](const measures::Comparison& key) {
    double sum = 0;
    for (const auto& attribute : key.attributes()) sum += attribute.squared_error;
    return sum;
  };
  ASSERT_EQ(mixture.by_key.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_LT(error(mixture.by_key[k]), error(gaussian.by_key[k]));
}

TEST(Audit, NobodyIsHeldOutForAnInsiderWhoCanUndoTheMatrix) {
  const table::Table table = table_of(low_rank(random::Rng::from_seed(20)).topRows(400));
  EXPECT_EQ(run(table, {"rotate"}, {"insider"}, 1, 2, {"inverse"}).held_out, 0);
  EXPECT_EQ(run(table, {"noise(sd=1)"}, {"insider"}, 1, 2, {"identity"}).held_out, 0);
  EXPECT_EQ(run(table, {"project(k=2)"}, {"thief"}, 1, 2, {"inverse"}).held_out, 100) << "at most a quarter";
}

/// Who audits has no --knows to pass: a reason says which attacker has what is lacking.
TEST(Audit, ReasonsNameAttackersNotOptions) {
  const Result result =
      run(table_of(low_rank(random::Rng::from_seed(21)).topRows(300)),
          {"noise(sd=2)", "project(k=2)", "distort", "project(k=3,side=records)"},
          {"outsider", "attributes=a", "population", "pairs", "records", "anchors", "repeat", "insider", "thief"}, 1);
  int named = 0;
  for (const MaskResult& mask : result.masks)
    for (const AttackerResult& attacker : mask.attackers)
      for (const Trial& trial : attacker.trials) {
        EXPECT_EQ(trial.reason.find("--"), std::string::npos) << trial.attack << ": " << trial.reason;
        EXPECT_EQ(trial.reason.find("pass "), std::string::npos) << trial.attack << ": " << trial.reason;
        named += trial.reason.find(", which attacker 'pairs' has") != std::string::npos;
      }
  EXPECT_GT(named, 0);
}

TEST(Audit, WhoIsKnownIsNotScoredAndOtherPeopleAreNotReleased) {
  const Result result = run(table_of(low_rank(random::Rng::from_seed(14))), {"noise(sd=2)"},
                            {"outsider", "population=300", "pairs=50"}, 1, 2, {"identity", "regress"});
  EXPECT_EQ(result.held_out, 300);
  EXPECT_EQ(result.records, kRecords - 300);
  const Trial& trial = find(result.masks[0].attackers[0], "identity");
  EXPECT_EQ(trial.by_key[0].records() + trial.choice[0].records(), kRecords - 350);
}

// Ten people share a birthday, everybody else has one of their own: kept, it tells who is who behind any mask.
TEST(Audit, KeptColumnsSingleOutWhomARegisterKnows) {
  const table::Table people = table::Table::query(
      "SELECT (hash(i) % 1000)::DOUBLE AS a, (hash(i + 7777) % 1000)::DOUBLE AS b, greatest(i, 9) AS birthday FROM range(2000) "
      "t(i)");
  const auto linked = [&](std::vector<std::string> kept) {
    Request request;
    request.masks = {masks::Mask::parse("rotate")};
    request.attackers = {"records=200"};
    request.keys = 1;
    request.selection.attributes = {"a", "b"};
    request.kept = std::move(kept);
    request.utility = false;
    return find(audit(people, request).masks[0].attackers[0], "link").linked;
  };
  const auto found = linked({"birthday"});
  ASSERT_TRUE(found);
  EXPECT_GT(found->value, 0.95);
  EXPECT_FALSE(linked({})) << "nothing to link by";
}

TEST(Audit, AThiefUndoesANoiseThatWasAddedInPublicUnits) {
  const Result result =
      run(table_of(low_rank(random::Rng::from_seed(15))), {"standardize(center=50,scale=3) | noise(sd=0.5)"}, {"thief"}, 1);
  EXPECT_LT(worst_error(result.masks[0].attackers[0]), 1e-9);
  EXPECT_NE(verdict(result).find("NOT ASSESSED: only a key thief"), std::string::npos) << "who gets everything of any mask";
}

/// The scale that `standardize` learnt is on no card, but moments of the originals tell it: here the true ones.
TEST(Audit, AnInsiderIsToldTheUnitsAMaskLearnt) {
  const Result result = run(table_of(low_rank(random::Rng::from_seed(16))), {"standardize | rotate"}, {"insider"});
  EXPECT_LT(worst_error(result.masks[0].attackers[0]), 0.01);
}

TEST(Audit, WhoKnowsRecordsFindsThemBehindLearntUnits) {
  const Result result = run(table_of(low_rank(random::Rng::from_seed(16))), {"standardize | rotate"}, {"records=7"});
  EXPECT_EQ(find(result.masks[0].attackers[0], "match").status, Status::succeeded);
}

/// Units of what was clipped are not those of the originals: the insider's guess is exact but for them.
TEST(Audit, AnInsiderWhoMissesOnlyTheUnitsHasSucceeded) {
  const Result result =
      run(table_of(low_rank(random::Rng::from_seed(16))), {"clip(radius=1e9) | standardize | rotate"}, {"insider"});
  const AttackerResult& insider = result.masks[0].attackers[0];
  EXPECT_EQ(insider.trials[static_cast<std::size_t>(insider.worst)].attack, "inverse");
  EXPECT_GT(worst_error(insider), 1);
  EXPECT_EQ(insider.status(), Status::succeeded);
  EXPECT_NE(verdict(result).find("without the release). Attack: inverse"), std::string::npos);
}

/// Another rotation of the plane comes near the secret one in a fifth of all draws.
TEST(Audit, AMatrixHitByLuckIsNoSuccess) {
  const Matrix plane = low_rank(random::Rng::from_seed(17)).topLeftCorner(300, 2).array() - 50;
  const table::Table originals = table::Table::from_matrix(plane, {"a", "b"});
  int successes = 0;
  for (int i = 0; i < 20; ++i)
    successes += find(run(originals, {"rotate"}, {"outsider"}, 1).masks[0].attackers[0], "guess").status == Status::succeeded;
  EXPECT_LE(successes, 1);
}

TEST(Audit, AttackersATableIsTooShortForAreNamed) {
  Matrix few(3, 2);
  few << 1, 2, 4, 3, 2, 9;
  const Result result = run(table::Table::from_matrix(few, {"a", "b"}), {"noise(sd=1)"}, {"outsider", "pairs", "records"}, 1);
  EXPECT_EQ(result.masks[0].attackers.size(), 1u);
  EXPECT_NE(verdict(result).find("Not tried: pairs and records."), std::string::npos);
  EXPECT_NE(to_json(result)["warnings"].dump().find("pairs and records"), std::string::npos);
}

TEST(Audit, AsManySumsAsRecordsAreRefused) {
  const table::Table originals = table_of(low_rank(random::Rng::from_seed(18)).topRows(40));
  EXPECT_EQ(run(originals, {"project(k=39,side=records)"}, {"outsider"}, 1).masks.size(), 1u);
  EXPECT_THROW(run(originals, {"project(k=40,side=records)"}, {"outsider"}, 1), Error);
}

TEST(Audit, SaysWhatIsCertifiedAndWhyNot) {
  const table::Table table = table_of(low_rank(random::Rng::from_seed(8)).topRows(400));
  const Result result = run(table,
                            {"clip(center=50,radius=5) | rotate | noise(sd=5)",
                             "clip(center=50,radius=5) | project(k=3) | noise(sd=5)", "noise(snr=1)"},
                            {"outsider"}, 3);
  EXPECT_EQ(result.masks[0].certificate.mu, 2);
  // A Gaussian matrix stretches some records, each key's another way: the weakest certificate is told.
  EXPECT_GT(*result.masks[1].certificate.mu, 2);
  EXPECT_FALSE(result.masks[2].certificate.holds());
  const nlohmann::json document = to_json(result);
  EXPECT_EQ(document["masks"][0]["certificate"]["mu"], 2);
  EXPECT_EQ(document["masks"][0]["certificate"]["guarantee"], "gaussian");
  EXPECT_EQ(document["masks"][2]["certificate"]["guarantee"], "none");
  EXPECT_NE(verdict(result).find("No formal guarantee: 'noise(snr=1)' was estimated"), std::string::npos) << verdict(result);
}

TEST(Audit, MeasuresALowerBoundBesideTheCertificate) {
  Request request;
  request.masks = {masks::Mask::parse("clip(center=50,radius=5) | rotate | noise(sd=5)"), masks::Mask::parse("noise(sd=5)")};
  request.attackers = {"outsider"};
  request.keys = 1;
  request.utility = false;
  const table::Table table = table_of(low_rank(random::Rng::from_seed(8)).topRows(200));
  request.selection.attributes = table.schema().numeric();
  const Result result = audit(table, request);
  ASSERT_TRUE(result.masks[0].measured);
  EXPECT_GT(result.masks[0].measured->epsilon, 2);  // mu = 2; measured_privacy_test.cpp says how much is to be expected
  EXPECT_FALSE(result.masks[1].measured) << "there is no certificate to compare with";
  EXPECT_EQ(to_json(result)["masks"][0]["certificate"]["measured"]["epsilon"], result.masks[0].measured->epsilon);
  EXPECT_NE(verdict(result).find("Measured by distinguishing two records: epsilon is at"), std::string::npos)
      << verdict(result);
}

TEST(Audit, CertifiesNothingWhereMissingValuesAreMeansOfTheData) {
  Request request;
  request.masks.push_back(masks::Mask::parse("clip(center=50,radius=5) | noise(sd=5)"));
  request.attackers = {"outsider"};
  request.attacks = {"identity"};
  request.keys = 1;
  request.utility = false;
  const table::Table table = table_of(low_rank(random::Rng::from_seed(8)).topRows(400));
  request.selection.attributes = table.schema().numeric();
  EXPECT_TRUE(audit(table, request).masks[0].certificate.holds());
  request.selection.missing = table::Missing::mean;
  request.selection.means = Vector::Constant(kAttributes, 50);
  EXPECT_FALSE(audit(table, request).masks[0].certificate.holds());
}

}  // namespace audit_test
}  // namespace guise::audit
