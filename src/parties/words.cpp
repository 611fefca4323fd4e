// SPDX-License-Identifier: Apache-2.0
#include "parties/words.h"

namespace guise::parties {
namespace {

constexpr std::string_view kWords[] = {
    "acorn",   "alarm",   "album",    "amber",   "anchor",   "angle",    "apple",   "april",    "arrow",    "aspen",
    "atlas",   "attic",   "autumn",   "bacon",   "badge",    "bamboo",   "banana",  "banjo",    "barrel",   "basket",
    "beaver",  "bench",   "bicycle",  "biscuit", "blanket",  "blossom",  "bottle",  "boulder",  "bracelet", "branch",
    "brick",   "bridge",  "bronze",   "bucket",  "buffalo",  "butter",   "button",  "cabin",    "cactus",   "camera",
    "canoe",   "canyon",  "carbon",   "carpet",  "castle",   "cellar",   "cement",  "chalk",    "cherry",   "chimney",
    "circle",  "cliff",   "clock",    "cloud",   "clover",   "coconut",  "coffee",  "comet",    "compass",  "copper",
    "coral",   "corner",  "cotton",   "cradle",  "crayon",   "cricket",  "crystal", "cupboard", "curtain",  "cushion",
    "daisy",   "desert",  "diamond",  "dinner",  "doctor",   "dolphin",  "donkey",  "dragon",   "eagle",    "earth",
    "echo",    "elbow",   "elephant", "emerald", "engine",   "fabric",   "falcon",  "farmer",   "feather",  "fence",
    "ferry",   "fiddle",  "finger",   "flag",    "flame",    "flute",    "forest",  "fossil",   "fountain", "funnel",
    "galaxy",  "garden",  "garlic",   "giraffe", "glacier",  "glove",    "goblet",  "gold",     "grape",    "gravel",
    "guitar",  "hazel",   "hedge",    "helmet",  "hockey",   "hotel",    "hunter",  "iceberg",  "igloo",    "indigo",
    "iron",    "island",  "ivory",    "jaguar",  "jigsaw",   "juice",    "july",    "jungle",   "kangaroo", "kettle",
    "kitchen", "kitten",  "ladder",   "lagoon",  "lantern",  "lemon",    "leopard", "letter",   "library",  "lizard",
    "lobster", "locket",  "lotus",    "magnet",  "mango",    "maple",    "marble",  "meadow",   "melon",    "mirror",
    "museum",  "mustard", "napkin",   "needle",  "nickel",   "noodle",   "ocean",   "olive",    "onion",    "orange",
    "orchard", "otter",   "oxygen",   "oyster",  "paddle",   "palace",   "panda",   "paper",    "parrot",   "peach",
    "pebble",  "pelican", "pencil",   "pepper",  "piano",    "picnic",   "pigeon",  "pillow",   "pilot",    "pirate",
    "planet",  "pony",    "potato",   "prism",   "pumpkin",  "puzzle",   "pyramid", "quartz",   "queen",    "quilt",
    "rabbit",  "radar",   "radio",    "ribbon",  "river",    "robin",    "roof",    "sailor",   "salad",    "salmon",
    "sandal",  "saturn",  "scarf",    "school",  "scissors", "shadow",   "shark",   "shelf",    "silver",   "sketch",
    "sleeve",  "snow",    "sofa",     "spider",  "spoon",    "squirrel", "stable",  "statue",   "summer",   "sunset",
    "swan",    "tablet",  "teacher",  "temple",  "tennis",   "thistle",  "thunder", "timber",   "toast",    "tomato",
    "tower",   "tractor", "train",    "trumpet", "tulip",    "turkey",   "turtle",  "umbrella", "uncle",    "unicorn",
    "valley",  "vanilla", "velvet",   "village", "vinegar",  "violin",   "volcano", "vulture",  "walnut",   "walrus",
    "whale",   "window",  "yogurt",   "zebra",   "zigzag",   "zinc",
};
static_assert(std::size(kWords) == 256);

}  // namespace

std::span<const std::string_view, 256> fingerprint_words() {
  return kWords;
}

std::string in_words(std::span<const std::uint8_t> bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) {
    if (!text.empty()) text += ' ';
    text += kWords[byte];
  }
  return text;
}

}  // namespace guise::parties
