// SPDX-License-Identifier: Apache-2.0
// Names of facts, how to supply them, and whether the attacker has them.
#include "attacks/knowledge.h"

namespace guise::attacks {

std::string_view fact_name(Fact fact) {
  switch (fact) {
    case Fact::noise_size:
      return "the size of the noise";
    case Fact::noise_law:
      return "the law of the noise";
    case Fact::factor:
      return "the law and size of the multiplicative noise";
    case Fact::cells:
      return "the cells values were put in";
    case Fact::columns:
      return "some attributes of every record";
    case Fact::repeat:
      return "a second release of the same records";
    case Fact::key:
      return "the key of the release";
    case Fact::matrix:
      return "the matrix records were multiplied by";
    case Fact::matrix_law:
      return "how the secret matrix was drawn";
    case Fact::moments:
      return "mean and covariance of the originals";
    case Fact::population:
      return "originals of other people";
    case Fact::pairs:
      return "some originals with their released records";
    case Fact::records:
      return "some originals that are in the release";
    case Fact::distortion_law:
      return "how the non-linear distortion was drawn";
    case Fact::distortion:
      return "the matrices of the non-linear distortion";
    case Fact::weights:
      return "the weights of the records in sums over them";
    case Fact::side:
      return "columns in clear beside the masked ones";
  }
  return "";
}

std::string_view fact_advice(Fact fact) {
  switch (fact) {
    case Fact::noise_size:
      return "pass ‘knows=noise=SD’, or keep the card beside the release";
    case Fact::noise_law:
      return "pass ‘knows=law=gaussian’, or keep the card beside the release";
    case Fact::factor:
      return "it is on the card of a release masked by 'multiply'";
    case Fact::cells:
      return "it is on the card of a release masked by 'bin' or 'round'";
    case Fact::columns:
      return "pass ‘knows=columns=FILE’";
    case Fact::repeat:
      return "pass ‘knows=repeat=FILE’";
    case Fact::key:
      return "pass ‘key=FILE’ and ‘knows=thief’";
    case Fact::matrix:
      return "pass ‘key=FILE’, or ‘knows=matrix=FILE’";
    case Fact::matrix_law:
      return "it is on the card of a release masked by 'rotate' or 'project'";
    case Fact::moments:
      return "pass ‘knows=sample=FILE’, or mean=FILE and covariance=FILE";
    case Fact::population:
      return "pass ‘knows=sample=FILE’";
    case Fact::pairs:
      return "pass ‘knows=pairs=ORIGINALS:RELEASED’";
    case Fact::records:
      return "pass ‘knows=records=FILE’";
    case Fact::distortion_law:
      return "it is on the card of a release masked by 'distort'";
    case Fact::distortion:
      return "pass ‘key=FILE’ of a release masked by 'distort'";
    case Fact::weights:
      return "pass ‘key=FILE’ of a release masked by 'project(side=records)'";
    case Fact::side:
      return "keep columns in the release (guise mask ‘keep’), or pass ‘knows=columns=FILE’";
  }
  return "";
}

bool knows(const Knowledge& knowledge, Fact fact) {
  switch (fact) {
    case Fact::noise_size:
      return knowledge.noise_covariance.has_value();
    case Fact::noise_law:
      return knowledge.noise_law.has_value();
    case Fact::factor:
      return knowledge.factor.has_value();
    case Fact::cells:
      return knowledge.cells.has_value();
    case Fact::columns:
      return !knowledge.known_columns.empty();
    case Fact::repeat:
      return knowledge.second_release;
    case Fact::key:
      return static_cast<bool>(knowledge.undo);
    case Fact::matrix:
      return knowledge.channel.has_value();
    case Fact::matrix_law:
      return knowledge.matrix_law.has_value();
    case Fact::moments:
      return knowledge.prior_mean.has_value() && knowledge.prior_covariance.has_value();
    case Fact::population:
      return knowledge.sample.has_value();
    case Fact::pairs:
      return knowledge.pairs.has_value();
    case Fact::records:
      return knowledge.records.has_value();
    case Fact::distortion_law:
      return knowledge.distorted.has_value();
    case Fact::distortion:
      return knowledge.distorted && knowledge.distorted->map;
    case Fact::weights:
      return knowledge.sums.has_value();
    case Fact::side:
      return !knowledge.side_is_category.empty();
  }
  return false;
}

}  // namespace guise::attacks
