// SPDX-License-Identifier: Apache-2.0
// Advice on a Gaussian table, where the closed form tells the noise that a limit asks for.
#include "audit/advise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "audit/candidates.h"
#include "base/error.h"
#include "base/params.h"
#include "linalg/solve.h"
#include "random/laws.h"

namespace guise::audit {
namespace advise_test {

constexpr Index kRecords = 5000;
const std::vector<std::string> kColumns = {"a", "b", "c"};

/// Three attributes, two of which share most of their variance.
Matrix gaussian() {
  Matrix x(kRecords, 3);
  for (std::uint32_t j = 0; j < 3; ++j) random::fill_normal(random::Rng::from_seed(11), j, 0, {x.col(j).data(), kRecords});
  x.col(1) = 0.8 * x.col(0) + 0.6 * x.col(1);
  return x;
}

double snr_of(const std::string& mask) {
  return std::stod(mask.substr(mask.find("snr=") + 4));
}

/// The best linear guess under white noise, with the share of the signal in each attribute for utility; other schemes are
/// refused. It is what an audit finds, by other means and at once.
Result white_noise_only(const table::Table& originals, const Request& request) {
  const Matrix x = table::read_all(originals, request.selection);
  const stats::Moments moments = stats::moments_of(x);
  const Matrix covariance = moments.covariance();
  Result result{
      .table = "t", .records = x.rows(), .columns = kColumns, .keys = request.keys, .mean = {}, .masks = {}, .warnings = {}};
  for (const masks::Mask& mask : request.masks) {
    require(mask.text().starts_with("noise(snr=") && mask.text().find("shape") == std::string::npos, "not in this test");
    const double snr = snr_of(mask.text()), kept = snr / (1 + snr);
    const Vector sd = (covariance.diagonal() / snr).cwiseSqrt();
    Matrix released = covariance;
    released.diagonal() += sd.cwiseAbs2();
    const Matrix weights = linalg::solve_symmetric(released, covariance);
    Trial trial{.attack = "bayes", .reason = {}, .notes = {}, .by_key = {}, .nrmse = {}, .residual = {}};
    for (int key = 0; key < request.keys; ++key) {
      Matrix y = x.rowwise() - moments.mean().transpose();
      const random::Rng rng = request.rng.fork(fmt::format("{}/{}", mask.text(), key));
      for (std::uint32_t j = 0; j < 3; ++j)
        random::add_noise(random::Law::gaussian, rng, j, 0, sd[j], {y.col(j).data(), static_cast<std::size_t>(y.rows())});
      measures::Comparison comparison(moments.variance().cwiseSqrt());
      comparison.add(x, (y * weights).rowwise() + moments.mean().transpose());
      trial.by_key.push_back(std::move(comparison));
    }
    AttackerResult outsider{
        .attacker = parse_attacker("outsider", kColumns), .columns = kColumns, .baseline = Vector::Ones(3), .trials = {trial}};
    result.masks.push_back(
        {.mask = mask.text(), .keys = request.keys, .notes = {}, .certificate = {}, .attackers = {outsider}});
    result.masks.back().utility = {{.name = "signal", .summary = {}, .value = {kept, kept, kept}, .ceiling = 1, .floor = 0}};
  }
  return result;
}

AdviceRequest request_for(const std::vector<std::string>& limits) {
  AdviceRequest request;
  for (const std::string& limit : limits) request.limits.push_back(parse_limit(limit, kColumns));
  request.attackers = {"outsider"};
  request.selection.attributes = kColumns;
  request.seconds = 1000;
  request.keys = 3;
  request.rng = random::Rng::from_seed(7);
  return request;
}

Advice advice_for(const std::vector<std::string>& limits) {
  return advise(table::Table::from_matrix(gaussian(), kColumns), request_for(limits), white_noise_only);
}

/// The snr at which the best linear guess gets so much of the worst attribute, by bisection of the closed form.
double exact_snr(double gets) {
  const Matrix covariance = stats::moments_of(gaussian()).covariance();
  double low = 0.01, high = 100;
  while (high / low > 1.0001) {
    const double middle = std::sqrt(low * high);
    (1 - share_left(covariance, Path::Closed::white, middle).minCoeff() > gets ? high : low) = middle;
  }
  return low;
}

TEST(Advise, TheNoiseIsWithinAStepOfWhatTheClosedFormAsksFor) {
  const Advice advice = advice_for({"gets=0.3"});
  ASSERT_TRUE(advice.choice);
  const Point& choice = advice.points[*advice.choice];
  const double exact = exact_snr(0.3), step = std::pow(10, 1.0 / kPerDecade);
  EXPECT_TRUE(choice.confirmed);
  EXPECT_LE(choice.risk.high, 1);
  EXPECT_LE(snr_of(choice.mask), exact);
  // The next mask on the path below the exact snr is up to a step away, and the upper end of the interval may cost another.
  EXPECT_GE(snr_of(choice.mask), exact / (step * step) * 0.99) << choice.mask << " for " << exact;
  EXPECT_TRUE(choice.front);
  EXPECT_LT(advice.tried, 30) << "the closed form says where to look";
  EXPECT_EQ(advice.counted, std::vector<std::string>{"signal"});
}

TEST(Advise, TheSameSeedGivesTheSameAdviceForAnyThreads) {
  const table::Table originals = table::Table::from_matrix(gaussian(), kColumns);
  AdviceRequest request = request_for({"within0.1=0.12"});
  std::vector<std::string> documents;
  for (const int threads : {1, 2}) {
    request.work.threads = threads;
    documents.push_back(frontier_json(advise(originals, request, white_noise_only), "").dump());
  }
  EXPECT_EQ(documents[0], documents[1]);
}

TEST(Advise, TheAuditItselfIsTheSameForAnyThreads) {
  const table::Table originals = table::Table::from_matrix(gaussian().topRows(1500), kColumns);
  std::vector<std::string> documents;
  for (const int threads : {1, 2}) {
    Request request;
    request.masks = {masks::Mask::parse("rotate | noise(snr=2)")};
    request.attackers = {"outsider", "pairs=5"};
    request.keys = 1;
    request.selection.attributes = kColumns;
    request.work.threads = threads;
    request.rng = random::Rng::from_seed(9);
    nlohmann::json document = to_json(audit(originals, request));
    document.erase("provenance");  // the seconds of each attack
    documents.push_back(document.dump());
  }
  EXPECT_EQ(documents[0], documents[1]);
}

/// Guessing the mean puts 8 % of normal entries within a tenth of a deviation: 2 Phi(0.1) - 1 = 0.0797.
TEST(Advise, ALimitThatNothingMeetsNamesWhatCameNearest) {
  const Advice advice = advice_for({"within0.1=0.05"});
  EXPECT_FALSE(advice.choice);
  ASSERT_TRUE(advice.nearest);
  const Point& nearest = advice.points[*advice.nearest];
  EXPECT_NEAR(nearest.risk.value, 0.0797 / 0.05, 0.15);
  EXPECT_TRUE(nearest.confirmed);
  const std::string text = advice_text(advice);
  EXPECT_NE(text.find("Nothing qualifies"), std::string::npos) << text;
  EXPECT_NE(text.find(nearest.mask), std::string::npos) << text;
  EXPECT_TRUE(frontier_json(advice, "")["choice"].is_null());
}

TEST(Advise, WithoutALimitTheKneeOfTheFrontIsTaken) {
  const Advice advice = advice_for({});
  ASSERT_TRUE(advice.choice);
  const double risk = advice.points[*advice.choice].risk.value;
  EXPECT_GT(risk, 0.05);
  EXPECT_LT(risk, 0.8);
  for (const Point& point : advice.points) EXPECT_TRUE(point.qualifies);
}

TEST(Advise, SchemesThatTheTableRefusesAreNamed) {
  const Advice advice = advice_for({"gets=0.3"});
  EXPECT_FALSE(advice.notes.empty());
  EXPECT_NE(advice.notes[0].find("not in this test"), std::string::npos);
}

TEST(Advise, RefusesWhatCannotBeAsked) {
  const table::Table originals = table::Table::from_matrix(gaussian(), kColumns);
  AdviceRequest request = request_for({"gets=0"});
  EXPECT_THROW(advise(originals, request, white_noise_only), Error);
  request = request_for({"gets=0.3"});
  request.purposes = {"signla"};
  try {
    advise(originals, request, white_noise_only);
    ADD_FAILURE() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'signal'"), std::string::npos) << error.what();
  }
  request = request_for({"epsilon=3"});
  EXPECT_THROW(advise(originals, request, white_noise_only), Error) << "no public bounds";
  EXPECT_THROW(advise(table::Table::from_matrix(Matrix::Zero(1, 3), kColumns), request_for({"gets=0.3"}), white_noise_only),
               Error);
}

}  // namespace advise_test
}  // namespace guise::audit
