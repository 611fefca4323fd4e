// SPDX-License-Identifier: Apache-2.0
// Reading a public card. Steps are followed in order; what they do is kept as y = M x + t + e, or as
// cells, or as a factor. A chain that is none of these leaves the reader without that fact.
#include "release/facts.h"

#include <limits>

#include "base/error.h"
#include "release/card_steps.h"
#include "release/older_cards.h"

namespace guise::release {
namespace {

/// Of each column by itself; none where the columns of a record have one together.
std::optional<random::Law> law_of_noise(const std::string& law) {
  if (law == "ball" || law == "laplace-norm") return {};
  return random::law_by_name(law.empty() ? "gaussian" : law);
}

class CardReader {
 public:
  explicit CardReader(Index attributes) : attributes_(attributes), model_(linalg::Affine::identity(attributes)) {}

  void read(const StepCard& step, const stats::StepSecret& secret) {
    const auto complete = [&](const std::vector<double>& values) { return static_cast<Index>(values.size()) == columns(); };
    if (!is_linear(step)) shape_.exact = false;
    if (step.effect == Effect::noise && complete(step.sd)) return noise(step);
    if (step.effect == Effect::factor && complete(step.sd)) return multiply(step);
    if (step.effect == Effect::cells && complete(step.width)) return cut(step);
    if (step.effect == Effect::limits) return limit(step);
    if (step.effect == Effect::exchange || step.effect == Effect::groups) return rearrange(step);
    if (step.effect == Effect::affine && !changes_units(step)) return multiply_openly(step);
    if (step.effect == Effect::affine && complete(step.center) && complete(step.scale)) return standardize(step);
    if (step.effect == Effect::affine && untouched() && (step.center.empty() || complete(step.center)) &&
        (step.scale.empty() || complete(step.scale)))
      return learn_units(step);
    if (step.effect == Effect::distortion) return distort(step, secret.distortion);
    if (secret.affine && secret.affine->map.cols() == columns()) return apply(step, *secret.affine);
    if (step.effect == Effect::sums) return sum_up(secret.weights);
    if (step.effect == Effect::matrix) return mix(step);
    if (step.effect == Effect::ball) return;  // clipped values are what the noise was added to: they can be found again
    shape_.shifted = shape_.shifted || step.effect != Effect::rescale;
    if (step.effect == Effect::shift) insider_ = false;
    if (step.effect == Effect::shift) return;  // what is found again is off by a constant
    shape_.rescaled = true;
    forget(columns());
  }

  Index columns() const { return model_.map.rows(); }

  CardFacts finish() {
    CardFacts out;
    Facts& facts = out.facts;
    const std::optional<Matrix> inverse = mixed_ ? std::nullopt : inverse_of(model_.map);
    const bool undone = inverse.has_value();
    facts.mixed = !undone;
    facts.records_mixed = records_mixed_;
    if (undone) facts.sums = sums_;
    facts.attributes = attributes_;
    if (!undone && !insider_) note_shape();
    if (units_) units_->after = shape_;
    facts.learnt_units = units_;
    if (units_) shape_.rescaled = shape_.shifted = true;
    facts.shape = shape_;
    if (!undone) facts.matrix_law = matrix_law_;
    if (undone) {
      undo(out, *inverse);
    } else if (noise_steps_ > 0 && known_) {
      facts.noise_covariance = model_.covariance;
      if (noise_steps_ == 1 && cells_ == std::nullopt) facts.noise_law = law_;
      facts.noise_similarity = similarity_;
    }
    if (distorted_) return distorted(std::move(out));
    if (insider_) {
      facts.channel = undone ? linalg::Affine::identity(attributes_) : model_;
      if (undone && facts.noise_covariance) facts.channel->covariance = *facts.noise_covariance;
    }
    return out;
  }

 private:
  /// The release in the units, and columns, of the originals.
  void undo(CardFacts& out, const Matrix& inverse) const {
    const bool diagonal = is_diagonal(model_.map);
    if (noise_steps_ > 0 && known_) {
      out.facts.noise_covariance = inverse * model_.covariance * inverse.transpose();
      // A mixture of noises is of another law, unless they are Gaussian.
      if (noise_steps_ == 1 && (diagonal || law_ == random::Law::gaussian)) out.facts.noise_law = law_;
      out.facts.noise_similarity = similarity_;
      if (similarity_ != 0) out.facts.noise_scale = shaped_in_;
    }
    if (cells_ && known_ && diagonal)
      out.facts.cells = Cells{cells_->width.cwiseProduct(inverse.diagonal().cwiseAbs()),
                              (cells_->origin - model_.shift).cwiseProduct(inverse.diagonal())};
    if (factor_ && known_) out.facts.factor = factor_;
    if (exchange_ && known_) out.facts.exchange = exchange_;
    if (grouping_ && known_) out.facts.grouping = grouping_;
    if (limits_ && known_ && noise_steps_ == 0) out.facts.limits = limits_;
    if (model_.map == Matrix::Identity(attributes_, attributes_) && model_.shift.isZero(0)) return;
    if (diagonal) {
      out.to_original = [shift = model_.shift, scale = Vector(inverse.diagonal())](Matrix& values) {
        values = (values.rowwise() - shift.transpose()) * scale.asDiagonal();
      };
      out.to_release = [shift = model_.shift, scale = Vector(model_.map.diagonal())](Matrix& values) {
        values = Matrix(values * scale.asDiagonal()).rowwise() + shift.transpose();
      };
    } else {
      out.to_original = [shift = model_.shift, inverse](Matrix& values) {
        values = Matrix((values.rowwise() - shift.transpose()) * inverse.transpose());
      };
      out.to_release = [shift = model_.shift, map = model_.map](Matrix& values) {
        values = Matrix(values * map.transpose()).rowwise() + shift.transpose();
      };
    }
  }

  void noise(const StepCard& step) {
    if (cells_) cells_to_noise();
    if (factor_) known_ = false;
    // Noise of two shapes has no shape that could be solved for.
    if (noise_steps_ > 0 && (step.similarity != 0 || similarity_ != 0)) known_ = false;
    ++noise_steps_;
    model_.covariance.diagonal() += to_vector(step.sd).cwiseAbs2();
    law_ = law_of_noise(step.law);
    if (exchange_ || grouping_) known_ = false;
    similarity_ = step.similarity;
    shaped_in_ = is_diagonal(model_.map) ? Vector(model_.map.diagonal()) : Vector::Ones(columns());
  }

  void multiply(const StepCard& step) {
    // y = (s x + t) f is a multiple of x only without t, and of one attribute only.
    if (noise_steps_ > 0 || cells_ || factor_ || !model_.shift.isZero(0) || mixed_ || !is_diagonal(model_.map)) known_ = false;
    if (exchange_ || grouping_) known_ = false;
    factor_ =
        Factor{.law = step.law, .sd = to_vector(step.sd), .shaped = step.similarity != 0, .common = step.share == "record"};
    if (step.low.size() == 1 && step.high.size() == 1) factor_->low = step.low.front(), factor_->high = step.high.front();
  }

  /// Values are moved or averaged in the units that reach the step, and errors with them: of these nothing is known any more.
  void rearrange(const StepCard& step) {
    if (noise_steps_ > 0 || cells_ || factor_ || mixed_ || exchange_ || grouping_ || !is_diagonal(model_.map)) known_ = false;
    if (step.effect == Effect::exchange) exchange_ = Exchange{step.window};
    if (step.effect == Effect::groups) grouping_ = Grouping{.least = step.group, .together = step.share == "record"};
  }

  /// Of what reaches the step; what is put on top of it is put on clipped values.
  void limit(const StepCard& step) {
    const bool plain = noise_steps_ == 0 && !cells_ && !factor_ && !mixed_ && is_diagonal(model_.map) && !limits_;
    const auto codes = [&](const std::vector<double>& values) {
      const bool there = static_cast<Index>(values.size()) == columns();
      return there ? Vector((to_vector(values) - model_.shift).cwiseQuotient(model_.map.diagonal()))
                   : Vector(Vector::Constant(columns(), std::numeric_limits<double>::quiet_NaN()));
    };
    if (plain && (model_.map.diagonal().array() > 0).all()) limits_ = Limits{codes(step.low), codes(step.high)};
  }

  void cut(const StepCard& step) {
    if (factor_ || exchange_ || grouping_) known_ = false;
    const Vector origin = step.origin.empty() ? Vector(Vector::Zero(columns())) : to_vector(step.origin);
    const Cells cells{to_vector(step.width), origin};
    if (noise_steps_ == 0 && !cells_ && !mixed_ && is_diagonal(model_.map)) {
      cells_ = cells;
    } else {  // cut after noise, or twice, or a mixture: an error that is even over the cell, as good as independent of the
              // value
      model_.covariance.diagonal() += cells.width.cwiseAbs2() / 12;
      if (cells_) cells_to_noise();
      noise_steps_ = std::max(noise_steps_, 1);
    }
  }

  void standardize(const StepCard& step) {
    const Vector inverse = to_vector(step.scale).cwiseInverse(), center = to_vector(step.center);
    linalg::Affine change = linalg::Affine::identity(columns());
    change.map = inverse.asDiagonal();
    change.shift = -center.cwiseProduct(inverse);
    if (cells_) cells_ = Cells{cells_->width.cwiseProduct(inverse.cwiseAbs()), (cells_->origin - center).cwiseProduct(inverse)};
    model_ = linalg::compose(change, model_);
  }

  /// By a public matrix, which everybody has.
  void multiply_openly(const StepCard& step) {
    const Matrix map = public_map(step, columns());
    if (!is_diagonal(map) && cells_) cells_to_noise();
    apply({.map = map, .shift = public_offset(step, map.rows()), .covariance = Matrix::Zero(map.rows(), map.rows())});
    if (!step.map.empty()) matrix_law_.reset();
    insider_ = insider_ || (!mixed_ && !records_mixed_ && !shape_.shifted && !shape_.rescaled);
  }

  /// Whether this is the first step that does anything.
  bool untouched() const {
    const bool own = !mixed_ && !records_mixed_ && is_identity(model_.map) && model_.shift.isZero(0);
    return own && noise_steps_ == 0 && !cells_ && !factor_ && !units_ && !shape_.rescaled && !shape_.shifted && shape_.exact;
  }

  /// Mean and standard deviation of the data, of which all that is public is that they are these.
  void learn_units(const StepCard& step) {
    units_.emplace();
    if (!step.center.empty()) units_->center = to_vector(step.center);
    if (!step.scale.empty()) units_->scale = to_vector(step.scale);
  }

  /// Public units before the first secret matrix: originals can be brought to them, though the release cannot be brought back.
  void keep_units() {
    const bool changed = !is_identity(model_.map) || !model_.shift.isZero(0);
    if (!changed || mixed_ || records_mixed_ || factor_ || units_ || shape_.rescaled || shape_.shifted) return;
    if (!is_diagonal(model_.map) || !(model_.map.diagonal().array() > 0).all()) return;
    units_.emplace();
    units_->scale = model_.map.diagonal().cwiseInverse();
    units_->center = -model_.shift.cwiseProduct(units_->scale);
    model_.map.setIdentity();
    model_.shift.setZero();
  }

  /// A secret step the attacker knows.
  void apply(const StepCard& step, const linalg::Affine& secret) {
    const bool mixes = step.effect == Effect::matrix, first = is_diagonal(model_.map);
    insider_ = true;
    if (mixes && cells_) cells_to_noise();
    if (mixes) matrix_law_.reset();
    if (mixes && first && !is_own(step)) matrix_law_ = law_of(step, secret.map.rows(), secret.map.cols());
    apply(secret);
  }

  void apply(const linalg::Affine& secret) {
    if (factor_) known_ = false;
    if (similarity_ != 0 && !secret.map.isUnitary(1e-9)) known_ = false;  // the shape was the data's before this step
    if (cells_)
      cells_ = Cells{secret.map.diagonal().cwiseAbs().cwiseProduct(cells_->width),
                     secret.map.diagonal().cwiseProduct(cells_->origin) + secret.shift};
    model_ = linalg::compose(secret, model_);
  }

  /// A matrix that is not known: what is released from here on are mixtures. Of the noise so far one knows the size only where
  /// it was equal in all directions and stays so.
  void mix(const StepCard& step) {
    const Index k = step.outputs, m = columns();
    require(k >= 1 && (k <= m || !law_of(step, k, m).orthonormal()),
            "the card says that '{}' makes {} columns of {}; it was changed or cut off", step.text, k, m);
    if (cells_) cells_to_noise();
    keep_units();
    const double variance = model_.covariance(0, 0);
    const bool even = model_.covariance.isApprox(Matrix(variance * Matrix::Identity(m, m)), 1e-12);
    const MatrixLaw drawn = law_of(step, k, m);
    const bool keeps = even && (drawn.turns() || (drawn.orthonormal() && !step.scaled));
    const bool no_noise = noise_steps_ == 0, first = !mixed_, known = known_ && !factor_;
    const bool order = drawn.orders() && (first || (matrix_law_ && matrix_law_->orders()));
    const double similarity = drawn.turns() && !drawn.orders() ? similarity_ : 0;
    const int steps = noise_steps_;
    const auto law = law_;
    forget(k);
    mixed_ = true;
    known_ = known && (no_noise || keeps || similarity != 0);
    if (keeps && !no_noise) {
      model_.covariance = variance * Matrix::Identity(k, k);
      noise_steps_ = steps;
      if (law == random::Law::gaussian) law_ = law;
      similarity_ = similarity;
    }
    matrix_law_.reset();
    shape_.shifted = shape_.shifted || is_own(step);
    if ((first || order) && !is_own(step)) matrix_law_ = drawn;  // an order of an order is one
  }

  /// Rows from here on are sums over records. Who knows the weights knows what they are sums of, if all before was known.
  void sum_up(const stats::RecordWeights& weights) {
    if (cells_) cells_to_noise();
    std::optional<RecordSums> sums;
    if (weights && known_ && !mixed_ && !factor_ && similarity_ == 0)
      sums = RecordSums{.weights = weights, .before = model_, .own_units = !units_ && !shape_.rescaled && !shape_.shifted};
    if (sums) model_ = linalg::Affine::identity(columns());  // it is not forgotten
    records_mixed_ = true;
    forget(columns());
    sums_ = std::move(sums);
  }

  /// Noise and other errors before it reach the release bent; who undoes it finds them again with the originals.
  void distort(const StepCard& step, const std::optional<stats::DistortionMap>& map) {
    const bool first = !mixed_;
    if (cells_) cells_to_noise();
    const linalg::Affine before = model_;
    forget(step.outputs);
    mixed_ = true;
    matrix_law_.reset();
    if (!first) return;
    distorted_ = Distorted{.law = distortion_law(step), .before = before};
    if (map && map->attributes() == before.map.rows()) distorted_->map = stats::after(*map, before);
  }

  /// What comes behind a distortion is linear and known, or has made the reader forget it.
  CardFacts distorted(CardFacts out) {
    if (distorted_->map) distorted_->map = stats::followed_by(*distorted_->map, model_);
    const bool bare = is_identity(model_.map) && model_.shift.isZero(0);
    if (bare || distorted_->map) out.facts.distorted = distorted_;
    return out;
  }

  /// A public change of units that is not undone, because something secret came before or after it, is as good as secret.
  void note_shape() {
    shape_.rescaled = shape_.rescaled || !is_identity(model_.map);
    shape_.shifted = shape_.shifted || !model_.shift.isZero(0);
  }

  void cells_to_noise() {
    model_.covariance.diagonal() += cells_->width.cwiseAbs2() / 12;
    cells_.reset();
  }

  /// A step whose effect is not public: units and sizes before it mean nothing after it. What comes later is known again.
  void forget(Index columns) {
    note_shape();
    const bool mixed = mixed_ || !is_diagonal(model_.map), records_mixed = records_mixed_;
    const MaskShape shape = shape_;
    const auto law = matrix_law_;
    const auto units = units_;
    const Index attributes = attributes_;
    *this = CardReader(columns);
    attributes_ = attributes;
    units_ = units;
    mixed_ = mixed;
    records_mixed_ = records_mixed;
    shape_ = shape;
    matrix_law_ = law;
  }

  Index attributes_;      // of the originals
  linalg::Affine model_;  // of the release so far, from the originals or from the last unknown step on
  Vector shaped_in_;
  int noise_steps_ = 0;
  bool known_ = true, mixed_ = false, records_mixed_ = false, insider_ = false;
  std::optional<random::Law> law_;
  double similarity_ = 0;
  std::optional<Cells> cells_;
  std::optional<Factor> factor_;
  std::optional<Exchange> exchange_;
  std::optional<Grouping> grouping_;
  std::optional<Limits> limits_;
  std::optional<MatrixLaw> matrix_law_;
  MaskShape shape_;
  std::optional<LearntUnits> units_;
  std::optional<Distorted> distorted_;
  std::optional<RecordSums> sums_;
};

}  // namespace

CardFacts facts_from(const Card& card, const std::vector<stats::StepSecret>& secrets) {
  require(!card.attributes.empty(), "the card names no attributes; it was changed or cut off");
  CardReader reader(static_cast<Index>(card.attributes.size()));
  const std::vector<StepCard> steps = steps_of(card);
  for (std::size_t i = 0; i < steps.size(); ++i) reader.read(steps[i], i < secrets.size() ? secrets[i] : stats::StepSecret());
  require(reader.columns() == static_cast<Index>(card.columns.size()),
          "the card names {} columns and its steps make {}; it was changed or cut off", card.columns.size(), reader.columns());
  CardFacts read = reader.finish();
  read.facts.ordered = !card.shuffled;
  return read;
}

}  // namespace guise::release
