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
  }
  return "";
}

std::string_view fact_advice(Fact fact) {
  switch (fact) {
    case Fact::noise_size:
      return "pass --knows noise=SD, or keep the card beside the release";
    case Fact::noise_law:
      return "pass --knows law=gaussian, or keep the card beside the release";
    case Fact::factor:
      return "it is on the card of a release masked by 'multiply'";
    case Fact::cells:
      return "it is on the card of a release masked by 'bin' or 'round'";
    case Fact::columns:
      return "pass --knows columns=FILE";
    case Fact::repeat:
      return "pass --knows repeat=FILE";
    case Fact::key:
      return "pass --key FILE and --knows thief";
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
  }
  return false;
}

}  // namespace guise::attacks
