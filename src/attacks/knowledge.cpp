// SPDX-License-Identifier: Apache-2.0
// Reading a public card the way an attacker does. Steps are followed in order; what they do is kept as y = scale x + shift +
// noise per attribute, or as cells, or as a factor. A chain that is none of these leaves the attacker without that fact.
#include "attacks/knowledge.h"

#include <cmath>

namespace guise::attacks {
namespace {

Vector to_vector(const std::vector<double>& values) {
  return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

class CardReader {
 public:
  explicit CardReader(Index attributes)
      : scale_(Vector::Ones(attributes)), shift_(Vector::Zero(attributes)), variance_(Vector::Zero(attributes)) {}

  void read(const StepCard& step) {
    const auto complete = [&](const std::vector<double>& values) { return static_cast<Index>(values.size()) == scale_.size(); };
    if (step.step == "noise" && complete(step.sd)) return noise(step);
    if (step.step == "multiply" && complete(step.sd)) return multiply(step);
    if ((step.step == "bin" || step.step == "round") && complete(step.width)) return cut(step);
    if (step.step == "standardize") return complete(step.center) && complete(step.scale) ? standardize(step) : forget();
    if (step.step != "clip") forget();  // clipped values are what the noise was added to: they are what can be found again
  }

  CardKnowledge finish() {
    CardKnowledge out;
    const Vector inverse = scale_.cwiseInverse();
    if (noise_steps_ > 0 && known_) {
      out.knowledge.noise_covariance = variance_.cwiseProduct(inverse.cwiseAbs2()).asDiagonal();
      if (noise_steps_ == 1) out.knowledge.noise_law = law_;
      out.knowledge.noise_similarity = similarity_;
      if (similarity_ != 0) out.knowledge.noise_scale = shaped_in_;
    }
    if (cells_ && known_)
      out.knowledge.cells =
          Cells{cells_->width.cwiseProduct(inverse.cwiseAbs()), (cells_->origin - shift_).cwiseProduct(inverse)};
    if (factor_ && known_) out.knowledge.factor = factor_;
    if (scale_ != Vector::Ones(scale_.size()) || shift_ != Vector::Zero(shift_.size()))
      out.to_original = [shift = shift_, inverse](MutableMatrixRef values) {
        values = (values.rowwise() - shift.transpose()) * inverse.asDiagonal();
      };
    return out;
  }

 private:
  void noise(const StepCard& step) {
    if (cells_) cells_to_noise();
    if (factor_) known_ = false;
    // Noise of two shapes has no shape that could be solved for.
    if (noise_steps_ > 0 && (step.similarity != 0 || similarity_ != 0)) known_ = false;
    ++noise_steps_;
    variance_ += to_vector(step.sd).cwiseAbs2();
    law_ = random::law_by_name(step.law.empty() ? "gaussian" : step.law);
    similarity_ = step.similarity;
    shaped_in_ = scale_;
  }

  void multiply(const StepCard& step) {
    // y = (s x + t) f is a multiple of x only without t.
    if (noise_steps_ > 0 || cells_ || factor_ || shift_ != Vector::Zero(shift_.size())) known_ = false;
    factor_ = Factor{.law = step.law, .sd = to_vector(step.sd), .shaped = step.similarity != 0};
  }

  void cut(const StepCard& step) {
    if (factor_) known_ = false;
    const Vector origin = step.origin.empty() ? Vector(Vector::Zero(scale_.size())) : to_vector(step.origin);
    const Cells cells{to_vector(step.width), origin};
    if (noise_steps_ == 0 && !cells_) {
      cells_ = cells;
    } else {  // cut after noise, or twice: an error that is even over the cell, as good as independent of the value
      variance_ += cells.width.cwiseAbs2() / 12;
      if (cells_) cells_to_noise();
      noise_steps_ = std::max(noise_steps_, 1);
    }
  }

  void standardize(const StepCard& step) {
    const Vector inverse = to_vector(step.scale).cwiseInverse(), center = to_vector(step.center);
    const auto moved = [&](const Vector& values) { return Vector((values - center).cwiseProduct(inverse)); };
    scale_ = scale_.cwiseProduct(inverse);
    shift_ = moved(shift_);
    variance_ = variance_.cwiseProduct(inverse.cwiseAbs2());
    if (cells_) cells_ = Cells{cells_->width.cwiseProduct(inverse.cwiseAbs()), moved(cells_->origin)};
  }

  void cells_to_noise() {
    variance_ += cells_->width.cwiseAbs2() / 12;
    cells_.reset();
  }

  /// A step whose effect is not public: units and sizes before it mean nothing after it. What comes later is known again.
  void forget() { *this = CardReader(scale_.size()); }

  Vector scale_, shift_, variance_, shaped_in_;
  int noise_steps_ = 0;
  bool known_ = true;
  std::optional<random::Law> law_;
  double similarity_ = 0;
  std::optional<Cells> cells_;
  std::optional<Factor> factor_;
};

}  // namespace

CardKnowledge knowledge_from(const Card& card) {
  CardReader reader(static_cast<Index>(card.columns.size()));
  for (const StepCard& step : card.steps) reader.read(step);
  CardKnowledge read = reader.finish();
  read.knowledge.ordered = !card.shuffled;
  return read;
}

}  // namespace guise::attacks
