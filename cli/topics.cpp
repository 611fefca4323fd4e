// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"
#include "base/names.h"
#include "cli/topic.h"

namespace guise::cli {

#define TOPIC(name) extern const Topic name##_topic;
#include "cli/topics.def"
#undef TOPIC

std::span<const Topic* const> all_topics() {
  static constexpr const Topic* topics[] = {
#define TOPIC(name) &name##_topic,
#include "cli/topics.def"
#undef TOPIC
  };
  return topics;
}

const Topic& find_topic(const std::string& name) {
  std::vector<std::string_view> names;
  for (const Topic* topic : all_topics()) {
    if (topic->name == name) return *topic;
    names.push_back(topic->name);
  }
  refuse("theory has no topic '{}'{} (there are {})", name, did_you_mean(name, names), enumerate(names));
}

}  // namespace guise::cli
