// SPDX-License-Identifier: Apache-2.0
// Record linkage: beyond section 1.6, and two real files that hold the same people.
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <set>

#include "base/error.h"
#include "mixed.h"
#include "spiked.h"
#include "support/dense.h"
#include "table/table.h"

namespace guise::attacks {
namespace link_test {

using namespace testing;

/// Nearest row by plain loops in the metric of a matrix.
Index nearest_by_hand(const Matrix& rows, const Eigen::RowVectorXd& wanted, const Matrix& precision) {
  Index best = 0;
  const Matrix away = rows.rowwise() - wanted;
  (away * precision).cwiseProduct(away).rowwise().sum().minCoeff(&best);
  return best;
}

double right(const std::vector<Link>& links) {
  return static_cast<double>(std::count_if(links.begin(), links.end(), [](const Link& e) { return e.released == e.known; })) /
         static_cast<double>(links.size());
}

std::vector<Link> links_of(std::string_view spec, const Matrix& released, const Knowledge& known) {
  const Outcome outcome = learn_from(spec, released, known);
  EXPECT_TRUE(outcome.reconstruction) << outcome.reason;
  return outcome.reconstruction ? outcome.reconstruction->links : std::vector<Link>{};
}

/// A register of 1000 people and a release with noise that differs from column to column.
struct Register {
  Matrix x = gaussians(1000, Vector::Ones(6), 1).x, y;
  Vector sd = (Vector(6) << 0.2, 0.3, 0.4, 0.5, 0.7, 0.9).finished();
  Register() { y = x + noise(1000, 6, 1, 1) * sd.asDiagonal(); }
};

// Beyond section 1.6: with unequal noise the plain distance finds .306 of 1000 people and the noise's own .392; chance .001.
TEST(LinkAttack, FindsMorePeopleInTheMetricOfTheNoise) {
  const Register reg;
  Knowledge known = correlated_noise(reg.sd.cwiseAbs2().asDiagonal());
  known.records = reg.x;
  const std::vector<Link> links = links_of("link", reg.y, known);
  ASSERT_EQ(links.size(), 1000u);
  const Matrix precision = reg.sd.cwiseAbs2().cwiseInverse().asDiagonal();
  double euclid = 0;
  for (Index i = 0; i < 1000; ++i) {
    EXPECT_EQ(links[static_cast<std::size_t>(i)].released, nearest_by_hand(reg.y, reg.x.row(i), precision));
    euclid += nearest_by_hand(reg.y, reg.x.row(i), Matrix::Identity(6, 6)) == i ? 1e-3 : 0;
  }
  EXPECT_GT(right(links), 1.2 * euclid);
  EXPECT_NEAR(euclid, 0.306, 0.1);
  // Squared distance of a right link: chi-squared with six degrees of freedom or less, being the least.
  for (const Link& link : links) EXPECT_TRUE(link.released != link.known || link.distance < 6) << link.distance;
}

TEST(LinkAttack, FindsMorePeopleOneToOne) {
  const Register reg;
  Knowledge known = correlated_noise(reg.sd.cwiseAbs2().asDiagonal());
  known.records = reg.x.topRows(300);
  const Matrix y = reg.y.topRows(300);
  const std::vector<Link> apart = links_of("link", y, known), together = links_of("link(assign=yes)", y, known);
  EXPECT_GT(right(together), right(apart));
  std::set<std::int64_t> taken;
  for (const Link& link : together) EXPECT_TRUE(taken.insert(link.released).second);
}

TEST(LinkAttack, GuessesTheOriginalsOfWhomItFinds) {
  const Matrix x = gaussians(3000, two_levels(5, 2, 20, 4), 2).x, y = x + noise(3000, 5, 0.2, 2);
  Knowledge known = white_noise(5, 0.2);
  const double without = error_of("bayes", y.topRows(500), known, x.topRows(500));
  known.records = x.topRows(500);
  const Guess guess = reconstruct("link", y, known, {}, {}, random::Rng::from_seed(0), true);
  Index exact = 0;
  for (Index i = 0; i < 500; ++i) exact += guess.values.row(i) == x.row(i) ? 1 : 0;
  EXPECT_GT(exact, 450);
  EXPECT_LT(mean_square(guess.values.topRows(500) - x.topRows(500)), 0.5 * without);
  EXPECT_NEAR(mean_square(guess.values.bottomRows(2500) - x.bottomRows(2500)), 0.04, 0.004) << "the others by Bayes";
  EXPECT_LT(guess.sd->topRows(500).mean(), 0.5 * guess.sd->bottomRows(2500).mean());
}

// Of links with a probability above 1/2 more than half are right, though of all links less than half are.
TEST(LinkAttack, TakesOnlyLinksThatAreMoreLikelyRightThanWrong) {
  const Register reg;
  Knowledge known = correlated_noise(reg.sd.cwiseAbs2().asDiagonal());
  known.records = reg.x;
  EXPECT_LT(right(links_of("link", reg.y, known)), 0.5);
  const Matrix guess = reconstruct("link", reg.y, known).values;
  Index taken = 0, correct = 0;
  for (Index i = 0; i < 1000; ++i) {
    const Matrix away = reg.x.rowwise() - guess.row(i);
    Index who = 0;
    if (away.rowwise().squaredNorm().minCoeff(&who) > 0) continue;
    ++taken;
    correct += who == i ? 1 : 0;
  }
  EXPECT_GT(taken, 100);
  EXPECT_GT(correct, 0.6 * static_cast<double>(taken));
}

TEST(LinkAttack, LooksThroughAMatrixWithoutInvertingIt) {
  const Matrix x = gaussians(1000, two_levels(6, 3, 5, 1), 3).x.array() + 4, r = secret_projection(3, 6, 3);
  const Matrix y = (x * r.transpose() + noise(1000, 3, 0.02, 3)).array() + 1;
  Knowledge known = projected(x, y, 0);
  known.channel = linalg::Affine{.map = r, .shift = Vector::Ones(3), .covariance = 4e-4 * Matrix::Identity(3, 3)};
  known.records = x.topRows(200);
  const std::vector<Link> links = links_of("link", y, known);
  const Matrix seen = (x * r.transpose()).array() + 1;
  for (const Link& link : links) EXPECT_EQ(link.released, nearest_by_hand(y, seen.row(link.known), Matrix::Identity(3, 3)));
  EXPECT_GT(right(links), 0.9);
  known.channel->covariance.setZero();
  EXPECT_GT(right(links_of("link", y, known)), 0.9) << "a matrix without noise";
}

TEST(LinkAttack, CountsRivals) {
  Matrix x(6, 2);
  x << 0, 0, 1, 5, 1, 5, 1, 5, 7, 2, 3, 3;
  Knowledge known;
  known.records = x.topRows(2);
  const std::vector<Link> links = links_of("link", x, known);
  ASSERT_EQ(links.size(), 4u) << "equal released records are one candidate: all of them are listed";
  EXPECT_EQ(links[0].rivals, 0);
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_EQ(links[i].known, 1);
    EXPECT_EQ(links[i].rivals, 2);
    EXPECT_EQ(links[i].released, static_cast<std::int64_t>(i));
    EXPECT_EQ(links[i].distance, 0);
  }
}

TEST(LinkAttack, SaysWhatItCannotDo) {
  Knowledge known;
  known.records = Matrix::Zero(3, 2);
  EXPECT_EQ(learn_from("link", Matrix::Constant(20, 2, 5), known).reason,
            "no column of the release varies, so it identifies no record");
  EXPECT_NE(learn_from("link(assign=yes)", gaussians(2, Vector::Ones(2), 4).x, known).reason.find("there are 2 and 3"),
            std::string::npos);
}

/// 600 people, correlated and skewed.
Matrix skewed_people(Index records, Index columns, std::uint64_t seed) {
  const random::Rng rng = random::Rng::from_seed(seed);
  const Matrix common = random::gaussian_matrix(records, 2, rng.fork("common"));
  const Matrix loads = random::gaussian_matrix(2, columns, rng.fork("loads"));
  return ((common * loads + 0.7 * random::gaussian_matrix(records, columns, rng.fork("own"))).array() / 2).exp();
}

std::string note_of(const Matrix& released, const Knowledge& known) {
  const Outcome outcome = learn_from("link", released, known);
  std::string all;
  for (const std::string& note : outcome.reconstruction->notes) all += note + "; ";
  return all;
}

// Two of six columns are as they were, the others behind noise of five times their standard deviation: by distance next to
// nobody is found, by equal values everybody.
TEST(LinkAttack, LinksByEqualValuesWhereColumnsWereLeftInClear) {
  const Matrix x = skewed_people(600, 6, 41);
  Matrix y = x + 5 * noise(600, 6, 1, 41) * std::sqrt(mean_square(x.rowwise() - x.colwise().mean()));
  y.col(1) = x.col(1);
  y.col(4) = x.col(4);
  Knowledge known;
  known.records = x.topRows(20);
  EXPECT_EQ(right(links_of("link", y, known)), 1);
  EXPECT_NE(note_of(y, known).find("linked by equal values"), std::string::npos);
  EXPECT_LT(right(links_of("link(metric=distance)", y, known)), 0.5);
}

/// Neighbours in rank exchange their values: `reach` ranks apart, column by column, in an order of its own.
Matrix rank_swapped(const Matrix& x, Index reach) {
  Matrix y = x;
  for (Index j = 0; j < x.cols(); ++j) {
    std::vector<Index> order(static_cast<std::size_t>(x.rows()));
    std::iota(order.begin(), order.end(), Index{0});
    std::sort(order.begin(), order.end(), [&](Index a, Index b) { return x(a, j) < x(b, j); });
    const Index step = reach - j;
    for (Index first = 0; first + 2 * step <= x.rows(); first += 2 * step)
      for (Index i = first; i < first + step; ++i) {
        const Index one = order[static_cast<std::size_t>(i)], other = order[static_cast<std::size_t>(i + step)];
        y(one, j) = x(other, j);
        y(other, j) = x(one, j);
      }
  }
  return y;
}

/// The row whose ranks are within the narrowest window, by plain loops.
Index narrowest_by_hand(const Matrix& y, const Eigen::RowVectorXd& wanted) {
  Index best = 0, least = y.rows();
  for (Index i = 0; i < y.rows(); ++i) {
    Index width = 0;
    for (Index j = 0; j < y.cols(); ++j)
      width = std::max<Index>(width, std::abs((y.col(j).array() < wanted(j)).count() - (y.col(j).array() < y(i, j)).count()));
    if (width < least) least = width, best = i;
  }
  return best;
}

TEST(LinkAttack, LinksByWindowsOfRanksWhereRanksWereSwapped) {
  const Matrix x = skewed_people(500, 5, 42), y = rank_swapped(x, 20);
  Knowledge known;
  known.records = x.topRows(20);
  const std::vector<Link> links = links_of("link", y, known);
  EXPECT_NE(note_of(y, known).find("windows of ranks"), std::string::npos);
  Index by_hand = 0;
  for (Index i = 0; i < 20; ++i) by_hand += narrowest_by_hand(y, x.row(i)) == i ? 1 : 0;
  EXPECT_GE(right(links), static_cast<double>(by_hand) / 20 - 0.051) << "ties are broken by distance";
  EXPECT_GT(right(links), right(links_of("link(metric=distance)", y, known)));
}

// Noise of 0.3 standard deviations on five columns and of 5 on eight, of unknown size.
TEST(LinkAttack, WeighsColumnsByTheirOwnNoise) {
  const Matrix x = gaussians(800, Vector::Ones(13), 43).x;
  Vector sd = Vector::Constant(13, 5);
  sd.head(5).setConstant(0.3);
  const Matrix y = x + noise(800, 13, 1, 43) * sd.asDiagonal();
  Knowledge known;
  known.records = x.topRows(100);
  const double by_distance = right(links_of("link(metric=distance)", y, known));
  EXPECT_GT(right(links_of("link(metric=weighted)", y, known)), by_distance + 0.15);
  EXPECT_GE(right(links_of("link", y, known)), by_distance);
}

// Values that belong to other people stand in the release: they say nothing of who is who, and nobody is taken for sure.
TEST(LinkAttack, IsSureOfNextToNobodyWhereColumnsWereShuffled) {
  const Matrix x = skewed_people(600, 4, 44);
  Matrix y = x;
  for (Index j = 0; j < 4; ++j)  // each column turned by a number of its own
    for (Index i = 0; i < 600; ++i) y(i, j) = x((i + 101 + 37 * j) % 600, j);
  Knowledge known;
  known.records = x.topRows(60);
  const Matrix guess = reconstruct("link", y, known).values;
  Index taken = 0;
  for (Index i = 0; i < 600; ++i)
    for (Index k = 0; k < 60; ++k) taken += guess.row(i) == x.row(k) ? 1 : 0;
  EXPECT_LE(taken, 10) << "a twentieth of the strangers, and chance";
}

TEST(LinkAttack, SaysWhichMetricDoesNotApply) {
  const Matrix x = gaussians(300, Vector::Ones(3), 45).x;
  Knowledge known = white_noise(3, 0.5);
  known.records = x.topRows(20);
  const Matrix y = x + noise(300, 3, 0.5, 45);
  EXPECT_NE(learn_from("link(metric=equal)", y, known).reason.find("no value of a known record occurs"), std::string::npos);
  EXPECT_TRUE(learn_from("link(metric=ranks)", y, known).reconstruction) << "a size may have been estimated";
  known.shape = release::MaskShape{.exact = false};
  EXPECT_NE(learn_from("link(metric=ranks)", y, known).reason.find("whose mask no card describes"), std::string::npos);
}

// Noise of 0.2 of each value: in standard deviations of the columns it is next to nothing for most people, and large for few.
TEST(LinkAttack, LinksByLogarithmsWhereNoiseGrowsWithTheValue) {
  const Matrix x = skewed_people(500, 5, 46).array().square();
  const Matrix y = x.array() * (0.2 * noise(500, 5, 1, 46).array()).exp();
  Knowledge known;
  known.records = x.topRows(100);
  known.noise_covariance = Matrix((y - x).cwiseAbs2().colwise().mean().asDiagonal());
  const double by_distance = right(links_of("link(metric=distance)", y, known));
  EXPECT_GT(right(links_of("link(metric=logs)", y, known)), by_distance + 0.2);
  EXPECT_GT(right(links_of("link", y, known)), by_distance + 0.2);
}

// A total beside its parts, and noise that keeps the sum: the covariance of both is singular.
TEST(LinkAttack, LinksWhereAColumnIsTheSumOfOthers) {
  Matrix x = gaussians(300, Vector::Ones(3), 46).x, e = noise(300, 3, 0.05, 46);
  x.col(2) = x.col(0) + x.col(1);
  e.col(2) = e.col(0) + e.col(1);
  Matrix covariance(3, 3);
  covariance << 1, 0, 1, 0, 1, 1, 1, 1, 2;
  covariance *= 0.0025;
  for (const bool told : {true, false}) {
    Knowledge known = told ? correlated_noise(covariance) : Knowledge();
    known.records = x.topRows(40);
    EXPECT_GT(right(links_of("link", x + e, known)), 0.3) << told;
  }
}

// australian_credit and japanese_credit are the same 690 applicants in another order. By the data folder's README Japanese
// (A3, A8, A11, A15) is Australian (A3, A7, A10, A14 - 1); 662 are unique by these.
TEST(LinkAttack, FindsTheSamePeopleInTwoCreditFiles) {
  const char* named = std::getenv("GUISE_DATA");
  const std::filesystem::path here = __FILE__;
  const std::filesystem::path folder =
      named && *named ? std::filesystem::path(named) : here.parent_path() / "../../../shared/data";
  if (!std::filesystem::exists(folder / "japanese_credit.csv") || !std::filesystem::exists(folder / "australian_credit.csv"))
    GTEST_SKIP() << "no credit files: set GUISE_DATA to the folder with australian_credit.csv and japanese_credit.csv";
  const auto read = [&](const char* file, std::vector<std::string> columns) {
    const table::Table source = table::Table::open((folder / file).string());
    return table::read_all(source, {.attributes = std::move(columns)});
  };
  Matrix released = read("australian_credit.csv", {"A3", "A7", "A10", "A14"});
  released.col(3).array() -= 1;
  const Matrix approved = read("australian_credit.csv", {"class"});
  Knowledge known;
  known.records = read("japanese_credit.csv", {"A3", "A8", "A11", "A15"});
  const std::vector<Link> links = links_of("link", released, known);
  std::set<Index> people;
  Index unique = 0;
  for (const Link& link : links) {
    people.insert(link.known);
    EXPECT_EQ(released.row(link.released), known.records->row(link.known));  // of several who are equal, all of them
    unique += link.rivals == 0 ? 1 : 0;
  }
  EXPECT_EQ(people.size(), 690u);
  EXPECT_GE(unique, 662);
  // The class is an independent witness; it is "+" or "-" in one file, 1 or 0 in the other.
  const table::Table japanese = table::Table::open((folder / "japanese_credit.csv").string());
  std::vector<char> sign(690);
  japanese.scan({.attributes = {"A3"}, .kept = {"class"}}, {}, [&](const table::Chunk& chunk) {
    for (Index i = 0; i < chunk.records(); ++i)
      sign[static_cast<std::size_t>(chunk.first_record + i)] = table::text_at(chunk.kept[0], i)[0];
  });
  Index agree = 0;
  for (const Link& link : links)
    agree +=
        link.rivals == 0 && (approved(link.released, 0) == 1) == (sign[static_cast<std::size_t>(link.known)] == '+') ? 1 : 0;
  EXPECT_EQ(agree, unique);
}

/// Links of the first 40 of these people, with the towns that were kept in the release.
std::vector<Link> links_by_town(const Matrix& x, const Matrix& y, const std::vector<std::string>& towns, Knowledge known) {
  known.records = x.topRows(40);
  known.records_kept.assign(towns.begin(), towns.begin() + 40);
  Evidence evidence = gather(y, known);
  for (const std::int64_t record : evidence.sample_records)
    evidence.sample_kept.push_back(towns[static_cast<std::size_t>(record)]);
  const Attack& link = find_attack("link");
  const Outcome outcome =
      learn(link, evidence, known, check_params(link.params, parse_call("link"), "attack"), random::Rng::from_seed(1));
  EXPECT_TRUE(outcome.reconstruction) << outcome.reason;
  return outcome.reconstruction ? outcome.reconstruction->links : std::vector<Link>{};
}

// With ten towns a tenth of the people are candidates: as if the release had a tenth of the records.
TEST(LinkAttack, TakesOnlyPeopleWhoseKeptColumnsSayTheSame) {
  const Register reg;
  std::vector<std::string> towns;
  for (Index i = 0; i < 1000; ++i) towns.push_back(fmt::format("town {}", i % 10));
  Knowledge known = correlated_noise(reg.sd.cwiseAbs2().asDiagonal());
  const std::vector<Link> with = links_by_town(reg.x, reg.y, towns, known);
  known.records = reg.x.topRows(40);
  EXPECT_GT(right(with), right(links_of("link", reg.y, known)) + 0.1);
  for (const Link& link : with) {
    EXPECT_EQ(link.released % 10, link.known % 10);
    Index best = -1;  // by plain loops
    double least = 1e300;
    for (Index i = link.known % 10; i < 1000; i += 10) {
      const double away = ((reg.y.row(i) - reg.x.row(link.known)).transpose().cwiseQuotient(reg.sd)).squaredNorm();
      if (away < least) least = away, best = i;
    }
    EXPECT_EQ(link.released, best);
  }
}

// Behind a secret rotation only the kept columns are left: who is alone in a town is found.
TEST(LinkAttack, FindsWhoIsSingledOutByKeptColumnsBehindASecretMatrix) {
  const Matrix x = random::gaussian_matrix(300, 4, random::Rng::from_seed(32)), y = x * secret_rotation(4, 5);
  std::vector<std::string> towns;
  for (Index i = 0; i < 300; ++i) towns.push_back(i < 10 ? fmt::format("hamlet {}", i) : "city");
  towns[3] = "elsewhere";
  Knowledge known = rotated(x, y, 0);
  known.pairs.reset();
  const std::vector<Link> links = links_by_town(x, y, towns, known);
  EXPECT_EQ(std::count_if(links.begin(), links.end(), [](const Link& e) { return e.rivals == 0 && e.released == e.known; }),
            10);
  for (const Link& link : links) EXPECT_EQ(link.rivals, link.known < 10 ? 0 : 289);
  EXPECT_EQ(links.size(), 40u) << "a crowd is not listed";
  known.records = x.topRows(5);
  EXPECT_NE(learn_from("link", y, known).reason.find("without columns kept in the release"), std::string::npos);
}

// Behind secret factors the nearest released record is anybody's: before, a factor of 1000 linked all to one and was sure of
// it.
TEST(LinkAttack, SaysThatItCannotLinkBehindSecretFactorsOrConstants) {
  const Matrix x = random::gaussian_matrix(300, 4, random::Rng::from_seed(31)), y = 2 * x;
  Knowledge known;
  known.records = x.topRows(20);
  known.shape = MaskShape{.rescaled = true};
  EXPECT_NE(learn_from("link", y, known).reason.find("secret factors, without which"), std::string::npos);
  known.shape = MaskShape{.shifted = true};
  EXPECT_NE(learn_from("link", y, known).reason.find("secret constants, without which"), std::string::npos);
  known.shape = MaskShape{};
  EXPECT_TRUE(learn_from("link", x, known).reconstruction);
}

}  // namespace link_test
}  // namespace guise::attacks
