// SPDX-License-Identifier: Apache-2.0
#include "theory/pair_moments.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/error.h"
#include "theory/exact_pair.h"

namespace guise::theory {
namespace pair_moments_test {

using stats::Activation;

struct Case {
  Activation f;
  double sd_x, sd_y, rho;
  double gh, gghh, gggh, dd, dddd;
};

// Worked out otherwise: in long double and in polar coordinates,
//   E q(f(X), f(Y)) = 1/(2 pi) int da int r exp(-r^2/2) q(f(sd_x r cos a), f(sd_y r cos(a - t))) dr, rho = cos t,
// by Gauss-Legendre rules of 24 nodes on panels that shrink geometrically towards the angles where X or Y is 0 and, along r,
// towards 0, with f's kinks, and the angles where two of them meet, as edges. Panels of 0.6 the size change nothing above
// 1e-17.
constexpr Case kCases[] = {
    {Activation::tanh, 1, 2, 0.5, 0.2258797264956514, 0.2660126616170931, 0.1546720417535934, 0.5777962716634782,
     0.9529031236441007},
    {Activation::tanh, 3, 3, 0.9, 0.6202541544602672, 0.6069773593394135, 0.5718626235134867, 0.2498251070663116,
     0.3960886507226573},
    {Activation::tanh, 10, 10, 0.5, 0.3303470283727923, 0.8483453996218552, 0.3285438611794907, 1.180379670115449,
     4.250082537513503},
    {Activation::tanh, 0.1, 0.1, 0.3, 0.002941472274451068, 0.0001127928422704713, 8.483096953309329e-05, 0.01372799296216268,
     0.0005604712494507392},
    {Activation::tanh, 0.001, 2, -0.7, -0.0005106338316052557, 7.856847760493666e-07, -1.321301595396869e-09,
     0.6362835019181504, 0.5283052733180414},
    {Activation::tanh, 0, 2, 0.4, 0, 0, 0, 0.6352612342569399, 0.5264729117390888},
    {Activation::tanh, 1, 1, 1, 0.3942944903978412, 0.2529918832439506, 0.2529918832439506, 0, 0},
    {Activation::tanh, 1, 1, -1, -0.3942944903978412, 0.2529918832439506, -0.2529918832439506, 1.577177961591365,
     4.047870131903209},
    {Activation::tanh, 1, 1, 0.999999, 0.3942940259950888, 0.2529915830406565, 0.2529916580909678, 9.288055047197781e-07,
     4.098101780723729e-12},
    {Activation::tanh, 2, 5, 0, -4.952936902137016e-21, 0.5355009278111033, -8.616493437856666e-21, 1.478222993819484,
     4.531108325787343},
    {Activation::tanh, 50, 50, 0.5, 0.333212473008096, 0.9683837788021413, 0.3331390188740359, 1.301664919609123,
     5.10264580263044},
    {Activation::tanh, 50, 50, 0.999, 0.9672283034550589, 0.9730509000827743, 0.9647510629973156, 0.03363325871519743,
     0.07775217732800017},
    {Activation::tanh, 50, 50, -0.9999, -0.98160363750876, 0.9771290609653372, -0.9770858789238568, 3.931297140642835,
     15.63691667799276},
    {Activation::tanh, 50, 1, 0.8, 0.4173808115322538, 0.3907360219910304, 0.4172816713499589, 0.5435778001459912,
     0.841308009507688},
    {Activation::tanh, 50, 0.02, 0.95, 0.01515307695278471, 0.0003990562694494736, 0.0151500466053444, 0.9541384592692268,
     0.9204714767165326},
    {Activation::tanh, 20, 30, 1, 0.9662126338234533, 0.9545676048020864, 0.9504876259550868, 0.001137419465356379,
     2.557728593644353e-05},
    {Activation::tanh, 7, 7, 0.99999999, 0.8869566357357149, 0.8496537484904229, 0.8496537558753383, 7.42256095849492e-08,
     1.499129123223764e-13},
    {Activation::tanh, 5, 0.5, -0.3, -0.0977752039847597, 0.1480155844727785, -0.09586385810323016, 1.212028310964435,
     2.279908209080396},
    {Activation::tanh, 30, 50, 0, 3.399384278197296e-21, 0.9578850713033888, 8.700353598733185e-21, 1.95746092161868,
     7.690597638439374},
    {Activation::tanh, 12, 3, 0.2, 0.1224044201439257, 0.6960787541765774, 0.1219765139877536, 1.434056241496894,
     4.800518643966202},
    {Activation::clip, 1, 2, 0.5, 0.2690487779506963, 0.3965254531512292, 0.2320678530174547, 0.7184744556472015,
     1.53215396414264},
    {Activation::clip, 3, 3, 0.9, 0.6680782215207387, 0.713999691358879, 0.6512252434204951, 0.3131219388261683,
     0.6542143999964084},
    {Activation::clip, 0.1, 0.2, 0.3, 0.005999996560181138, 0.0004719984451162443, 0.0001799998165225804, 0.03799996256284984,
     0.004331940374188291},
    {Activation::clip, 50, 50, 0.5, 0.3332843317651079, 0.978854600848367, 0.3332647325688881, 1.312155265888766,
     5.181478654360761},
    {Activation::clip, 50, 50, 0.9999, 0.9861226427311945, 0.9846179921429975, 0.9844489558715026, 0.006478643956592817,
     0.006585215707628299},
    {Activation::clip, 1, 1, 1, 0.5160585509617133, 0.429613188121025, 0.429613188121025, 0, 0},
    {Activation::clip, 1, 1, -1, -0.5160585509617133, 0.429613188121025, -0.429613188121025, 2.064234203846853,
     6.8738110099364},
    {Activation::clip, 2, 0.7, 0, -3.006482825267587e-21, 0.2716040402501111, -1.267969777717161e-20, 1.107291452758497,
     2.585575348178941},
    {Activation::clip, 50, 0.3, -0.95, -0.2273146942003255, 0.089762104526176, -0.2273025673944731, 1.533846875518785,
     2.629750105190765},
    {Activation::clip, 0, 3, 0.4, 0, 0, 0, 0.8246391909338228, 0.7900090996035475},
    {Activation::clip, 1, 1, 0.999999, 0.5160578684542443, 0.4296123938573421, 0.4296125924222394, 1.365014938013959e-06,
     8.187029703637792e-12},
    {Activation::sigmoid, 1, 2, 0.5, 0.2815301541403417, 0.1345336181714458, 0.121712480549981, 0.07889235017686994,
     0.01590040317566074},
    {Activation::sigmoid, 50, 40, 0.9, 0.4276664074113262, 0.4188789106733094, 0.4216211423505874, 0.1267302567769369,
     0.1135367828458545},
    {Activation::sigmoid, 0, 0, 0.3, 0.25, 0.0625, 0.0625, 0, 0},
    {Activation::sigmoid, 5, 5, -0.99, 0.07831377696387054, 0.0155665151848068, 0.02745491882071457, 0.693082737216292,
     0.5991203416038231},
    {Activation::relu, 1, 2, 0.5, 0.6089977810442294, 2.826993343132688, 1.620245007349516, 1.282004437911541,
     10.05705991180581},
    {Activation::relu, 50, 40, -0.9, 9.538398844672074, 3047.83762767917, 5632.661571299401, 2030.923202310656,
     13196336.76585835},
    {Activation::relu, 1, 1, 1, 0.5, 1.5, 1.5, 0, 0},
    {Activation::relu, 3, 0.2, 0, 0.09549296585513721, 0.09000000000000001, 1.71887338539247, 4.329014068289726,
     115.1363487093565},
    {Activation::relu, 2, 2, -1, 0, 0, 0, 4, 48},
    {Activation::step, 1, 2, 0.5, 0.3333333333333333, 1, 0.3333333333333333, 1.333333333333333, 5.333333333333333},
    {Activation::step, 5, 0.1, -0.99, -0.9098931727111758, 1, -0.9098931727111758, 3.819786345422352, 15.27914538168941},
};

TEST(PairMoments, AreThoseOfAnIndependentIntegrationAtEveryNormAndCorrelation) {
  for (const Case& c : kCases) {
    SCOPED_TRACE(::testing::Message() << stats::facts_of(c.f).name << ' ' << c.sd_x << ' ' << c.sd_y << ' ' << c.rho);
    const PairMoments got = pair_moments(c.f, {c.sd_x, c.sd_y, c.rho});
    const double scale = stats::facts_of(c.f).bounded ? 1 : c.sd_x * c.sd_y, tolerance = 1e-11 * scale;
    EXPECT_NEAR(got.gh, c.gh, tolerance);
    EXPECT_NEAR(expected_product(c.f, {c.sd_x, c.sd_y, c.rho}), c.gh, tolerance);
    EXPECT_NEAR(got.gghh, c.gghh, tolerance * scale);
    EXPECT_NEAR(got.gggh, c.gggh, tolerance * scale * std::max(1.0, c.sd_x / c.sd_y));
    EXPECT_NEAR(got.dd, c.dd, tolerance * std::max(1.0, c.sd_x / c.sd_y));
    EXPECT_NEAR(got.dddd, c.dddd, tolerance * scale * square(std::max(1.0, c.sd_x / c.sd_y)));
  }
}

TEST(PairMoments, OfExchangedRecordsAreExchanged) {
  for (const stats::ActivationFacts& facts : stats::all_activations()) {
    const PairMoments a = pair_moments(facts.kind, {0.7, 2.5, -0.4}), b = pair_moments(facts.kind, {2.5, 0.7, -0.4});
    EXPECT_NEAR(a.gg, b.hh, 1e-12) << facts.name;
    EXPECT_NEAR(a.gh, b.gh, 1e-12) << facts.name;
    EXPECT_NEAR(a.gggh, b.ghhh, 1e-12) << facts.name;
    EXPECT_NEAR(a.gghh, b.gghh, 1e-12) << facts.name;
    EXPECT_NEAR(a.hhhh, b.gggg, 2e-11) << facts.name;
    EXPECT_NEAR(a.dddd, b.dddd, 1e-11) << facts.name;
  }
}

TEST(PairMoments, AgreeWithEachOther) {
  for (const stats::ActivationFacts& facts : stats::all_activations())
    for (const HiddenPair p : {HiddenPair{1.3, 0.8, 0.6}, {4, 9, -0.95}, {2, 2, 0.9999}, {0, 1, 0.2}, {0, 0, 1}}) {
      const PairMoments m = pair_moments(facts.kind, p);
      const double tolerance = 1e-11 * std::max(1.0, square(square(p.sd_y)));
      SCOPED_TRACE(::testing::Message() << facts.name << ' ' << p.sd_x << ' ' << p.sd_y << ' ' << p.rho);
      EXPECT_NEAR(m.gg, expected_square(facts.kind, p.sd_x), tolerance);
      EXPECT_NEAR(m.hh, expected_square(facts.kind, p.sd_y), tolerance);
      EXPECT_NEAR(m.dd, m.gg + m.hh - 2 * m.gh, tolerance);
      EXPECT_NEAR(m.dddd, m.gggg - 4 * m.gggh + 6 * m.gghh - 4 * m.ghhh + m.hhhh, 10 * tolerance);
    }
}

// Cho and Saul (2009): degree 0 for the step from 0 to 1, (1 + sign)/2, and degree 2 for E relu^2 relu^2.
TEST(PairMoments, AreTheArcCosineKernels) {
  for (const double rho : {-0.999, -0.5, 0.0, 0.3, 0.9, 1.0}) {
    const double t = std::acos(rho), second = 3 * std::sin(t) * rho + (std::numbers::pi - t) * (1 + 2 * rho * rho);
    EXPECT_NEAR((1 + expected_product(Activation::step, {3, 2, rho})) / 4, (std::numbers::pi - t) / (2 * std::numbers::pi),
                1e-15);
    EXPECT_NEAR(pair_moments(Activation::relu, {3, 2, rho}).gghh, 36 * second / (2 * std::numbers::pi), 1e-13);
  }
}

TEST(PairMoments, OfTanhTendToThoseOfTheStepForLargeNorms) {
  EXPECT_NEAR(expected_product(Activation::tanh, {50, 50, 0.5}), 1.0 / 3, 1e-3);
  EXPECT_NEAR(expected_product(Activation::tanh, {500, 500, 0.5}), 1.0 / 3, 1e-4);  // beyond the norms promised: no nonsense
}

TEST(ProductBound, HoldsOnAGrid) {
  for (const stats::ActivationFacts& facts : stats::all_activations())
    for (const double a : {0.1, 0.5, 1.0, 3.0})
      for (const double b : {0.1, 1.0, 4.0})
        for (const double rho : {-1.0, -0.6, 0.0, 0.5, 1.0})
          EXPECT_LE(std::fabs(expected_product(facts.kind, {a, b, rho})), product_bound(facts.kind, a, b) * (1 + 1e-12));
  EXPECT_NEAR(expected_product(Activation::tanh, {2, 2, 1}), product_bound(Activation::tanh, 2, 2), 1e-12);
  EXPECT_NEAR(expected_product(Activation::tanh, {2, 2, -1}), -product_bound(Activation::tanh, 2, 2), 1e-12);
}

// papers.md, 003: exact .0098 .174 .394 .635 .805, bound .0100 .230 .516 .741 .868.
TEST(TanhSquareBound, IsAboveTheIntegralByAFactorOfAtMost1Point36) {
  const double sds[] = {0.1, 0.5, 1, 2, 4}, exact[] = {0.0098, 0.174, 0.394, 0.635, 0.805};
  const double bound[] = {0.0100, 0.230, 0.516, 0.741, 0.868};
  for (int i = 0; i < 5; ++i) {
    EXPECT_NEAR(expected_square(Activation::tanh, sds[i]), exact[i], 6e-4);
    EXPECT_NEAR(tanh_square_bound(sds[i]), bound[i], 6e-4);
  }
  double worst = 0, at = 0;
  for (double sd = 0.02; sd < 20; sd *= 1.02) {
    const double ratio = tanh_square_bound(sd) / expected_square(Activation::tanh, sd);
    EXPECT_GE(ratio, 1) << sd;
    if (ratio > worst) worst = ratio, at = sd;
  }
  EXPECT_NEAR(worst, 1.36, 0.005);
  EXPECT_NEAR(at, 0.66, 0.02);
}

TEST(PairMoments, RefuseWhatIsNoCorrelation) {
  EXPECT_THROW(pair_moments(Activation::tanh, {1, 1, 1.1}), Error);
  EXPECT_THROW(expected_product(Activation::tanh, {-1, 1, 0}), Error);
  EXPECT_THROW(expected_square(Activation::tanh, std::nan("")), Error);
}

// Worked out as kCases, with panels that shrink down to a thousandth of 1 / sd. The fifth are records one unit apart at a norm
// of a million: of their angle the correlation keeps four digits.
TEST(PairMoments, AreExactForNormsOfAMillion) {
  struct Large {
    double sd_x, sd_y, rho, sine, gh, gghh, gggh, dd, dddd, gg;
  };
  constexpr Large cases[] = {
      {1e3, 1e3, 0.5, 0.86602540378443864673, 0.3333330310338122, 0.9984049666390152, 0.3333328472578664, 1.331738169467003,
       5.321639330749957, 0.9992021157673138},
      {1e6, 1e6, 0.5, 0.86602540378443864673, 0.3333333333330311, 0.9999984042316135, 0.3333333333328473, 1.333331737564816,
       5.333321631034741, 0.9999992021154392},
      {1e6, 2e3, -0.416146836547142387, 0.9092974268256816954, -0.2732395147814329, 0.9996002602261137, -0.2732395147812872,
       2.546079289438918, 10.18298454711538, 0.9999992021154392},
      {1e6, 0.5, 0.9553364891256060196, 0.2955202066613395751, 0.3320860043048742, 0.1735161267291579, 0.3320860043046877,
       0.5093433369380627, 0.3758326453792791, 0.9999992021154392},
      {1e6, 1e6, 0.9999999999995, 9.999999999998333e-7, 0.9999989737509715, 0.999998805787343, 0.9999987729727392,
       4.567289354437276e-07, 5.232499822477962e-07, 0.9999992021154392},
      {1e6, 1.000001e6, 0.9999995000000416667, 0.0009999998333333416667, 0.9993633797040345, 0.9999984048682949,
       0.9993633793857251, 0.00127164482360708, 0.00508126643286849, 0.9999992021154392}};
  for (const Large& c : cases) {
    const ExactPair pair{{c.sd_x, c.sd_y, c.rho}, c.sine};
    const PairMoments got = exact_moments(Activation::tanh, pair);
    EXPECT_NEAR(got.gh, c.gh, 1e-12) << c.sd_y << " " << c.rho;
    EXPECT_NEAR(got.gghh, c.gghh, 1e-12);
    EXPECT_NEAR(got.gggh, c.gggh, 1e-12);
    EXPECT_NEAR(got.gg, c.gg, 1e-12);
    EXPECT_NEAR(got.dd, c.dd, 1e-12 * std::max(1.0, c.dd));
    EXPECT_NEAR(got.dd / c.dd, 1, 1e-8);
    EXPECT_NEAR(got.dddd / c.dddd, 1, 1e-8);
    if (c.rho < 0.99) EXPECT_NEAR(expected_product(Activation::tanh, pair.pair), c.gh, 1e-12);
    EXPECT_NEAR(expected_square(Activation::tanh, c.sd_x), c.gg, 1e-12);
  }
}

// As norms grow tanh and clip become the sign. Price (1958): d E gh / d rho = s s' P(|X| < 1, |Y| < 1), so that clip is off
// by terms in 1 / s^2; E clip^2 = 1 - (4/3) phi(0) / s up to 1 / s^3.
TEST(PairMoments, TendToThoseOfTheSign) {
  const double limit = 2 / std::numbers::pi * std::asin(0.3), density = 1 / std::sqrt(2 * std::numbers::pi);
  for (const double sd : {1e6, 1e9, 1e15}) {
    for (const Activation f : {Activation::tanh, Activation::clip}) {
      EXPECT_NEAR(expected_product(f, {sd, sd, 0.3}), limit, 1e-11) << sd;
      EXPECT_NEAR(pair_moments(f, {sd, 2 * sd, 0.3}).gh, limit, 1e-11) << sd;
      EXPECT_NEAR(expected_product(f, {sd, sd, 1}), 1, 2 / sd) << sd;
    }
    EXPECT_NEAR((1 - expected_square(Activation::clip, sd)) * sd, 4 * density / 3, 1e-16 * sd + 1e-9) << sd;
  }
}

}  // namespace pair_moments_test
}  // namespace guise::theory
