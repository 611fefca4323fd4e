// SPDX-License-Identifier: Apache-2.0
// Translates the SVG of svg.cpp, with the few elements that it draws, into PDF 1.4 (ISO 32000-1).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

#include "base/error.h"
#include "papers/figure_files.h"
#include "papers/svg.h"

namespace guise::papers {
namespace {

// Advance widths of Helvetica from space to ~, in thousandths (Adobe's font metrics).
constexpr std::array<int, 95> kWidths = {
    278, 278, 355, 556, 556, 889, 667, 191, 333,  333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667,  667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556,
    556, 222, 222, 500, 222, 833, 556, 556, 556,  556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584};

using Attributes = std::map<std::string, std::string, std::less<>>;

double number(const Attributes& attributes, std::string_view name, double otherwise = 0) {
  const auto found = attributes.find(name);
  if (found == attributes.end()) return otherwise;
  double value = otherwise;
  std::from_chars(found->second.data(), found->second.data() + found->second.size(), value);
  return value;
}

std::string text(const Attributes& attributes, std::string_view name) {
  const auto found = attributes.find(name);
  return found == attributes.end() ? "" : found->second;
}

/// "#555" and "#0072b2" as three numbers from 0 to 1.
std::string colour(const std::string& name) {
  if (name == "white") return "1 1 1";
  std::string digits = name.substr(1);
  if (digits.size() == 3) digits = {digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]};
  std::string out;
  for (std::size_t i = 0; i < 6; i += 2)
    out += fmt::format("{}{:.3f}", i == 0 ? "" : " ", std::stoi(digits.substr(i, 2), nullptr, 16) / 255.0);
  return out;
}

std::string unescaped(std::string_view text) {
  std::string out;
  constexpr std::pair<std::string_view, char> entities[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}};
  for (std::size_t i = 0; i < text.size();) {
    bool found = false;
    for (const auto& [entity, c] : entities)
      if (!found && text.substr(i).starts_with(entity)) {
        out += c;
        i += entity.size();
        found = true;
      }
    if (!found) out += text[i++];
  }
  return out;
}

/// The steps of a path: M L V H h l z, relative ones made absolute.
std::string path(const std::string& steps) {
  std::string out;
  double x = 0, y = 0;
  char command = 'M';
  const char *at = steps.data(), *end = at + steps.size();
  const auto next = [&] {
    while (at < end && (*at == ' ' || *at == ',')) ++at;
    double value = 0;
    at = std::from_chars(at, end, value).ptr;
    return value;
  };
  while (at < end) {
    if (*at == ' ') {
      ++at;
      continue;
    }
    if ((*at >= 'A' && *at <= 'Z') || (*at >= 'a' && *at <= 'z')) command = *at++;
    if (command == 'z') {
      out += "h\n";
      continue;
    }
    const char* before = at;
    const bool relative = command == 'h' || command == 'l';
    if (command != 'V') x = (relative ? x : 0) + next();
    if (command == 'V' || command == 'M' || command == 'L' || command == 'l') y = (command == 'l' ? y : 0) + next();
    out += fmt::format("{:.2f} {:.2f} {}\n", x, y, command == 'M' ? 'm' : 'l');
    if (at == before) ++at;  // no number where one should be
  }
  return out;
}

/// Characters that Helvetica has not, in letters that it has.
std::string in_ascii(std::string_view words) {
  constexpr std::pair<std::string_view, std::string_view> spelled[] = {
      {"Ψ", "Psi"}, {"ε", "epsilon"}, {"σ", "sigma"}, {"λ", "lambda"}, {"μ", "mu"}, {"π", "pi"},  {"θ", "theta"},
      {"ρ", "rho"}, {"Σ", "Sum"},     {"√", "sqrt "}, {"²", "^2"},     {"³", "^3"}, {"×", " x "}, {"±", "+-"},
      {"−", "-"},   {"–", "-"},       {"…", "..."},   {"≤", "<="},     {"≥", ">="}, {"·", "."},   {"\u0302", "^"},
      {"ŷ", "y^"},  {"’", "'"},       {"“", "\""},    {"”", "\""}};
  std::string out;
  for (std::size_t i = 0; i < words.size();) {
    const auto* found = std::find_if(std::begin(spelled), std::end(spelled),
                                     [&](const auto& each) { return words.substr(i).starts_with(each.first); });
    const bool known = found != std::end(spelled);
    if (known)
      out += found->second;
    else if ((words[i] & 0xC0) != 0x80)
      out += words[i] >= ' ' && words[i] <= '~' ? words[i] : '?';  // else the rest of one
    i += known ? found->first.size() : 1;
  }
  return out;
}

class PdfPage {
 public:
  void element(const std::string& name, const Attributes& attributes, std::string_view content) {
    if (name == "rect")
      paint(attributes, fmt::format("{} {} {} {} re\n", number(attributes, "x"), number(attributes, "y"),
                                    number(attributes, "width"), number(attributes, "height")));
    if (name == "circle")
      paint(attributes, circle(number(attributes, "cx"), number(attributes, "cy"), number(attributes, "r")));
    if (name == "path") paint(attributes, path(text(attributes, "d")));
    if (name == "text") write(attributes, unescaped(content));
  }
  const std::string& content() const { return out_; }

 private:
  /// Four Bezier curves, 0.0273 % off.
  static std::string circle(double x, double y, double r) {
    const double k = 0.5523 * r;
    return fmt::format(
        "{:.2f} {:.2f} m {:.2f} {:.2f} {:.2f} {:.2f} {:.2f} {:.2f} c {:.2f} {:.2f} {:.2f} {:.2f} {:.2f} {:.2f} c {:.2f} {:.2f} "
        "{:.2f} {:.2f} {:.2f} {:.2f} c {:.2f} {:.2f} {:.2f} {:.2f} {:.2f} {:.2f} c h\n",
        x + r, y, x + r, y + k, x + k, y + r, x, y + r, x - k, y + r, x - r, y + k, x - r, y, x - r, y - k, x - k, y - r, x,
        y - r, x + k, y - r, x + r, y - k, x + r, y);
  }

  void paint(const Attributes& attributes, const std::string& shape) {
    const std::string fill = text(attributes, "fill"), stroke = text(attributes, "stroke");
    const bool fills = fill != "none" && (!fill.empty() || stroke.empty());
    out_ += "q\n";
    if (!text(attributes, "fill-opacity").empty()) out_ += "/Faint gs\n";
    if (fills) out_ += colour(fill.empty() ? "#222222" : fill) + " rg\n";
    if (!stroke.empty()) out_ += fmt::format("{} RG {} w\n", colour(stroke), number(attributes, "stroke-width", 1));
    if (const std::string dashes = text(attributes, "stroke-dasharray"); !dashes.empty())
      out_ += fmt::format("[{}] 0 d\n", dashes);
    out_ += shape + (fills && !stroke.empty() ? "B" : fills ? "f" : "S") + "\nQ\n";
  }

  void write(const Attributes& attributes, const std::string& words) {
    const double size = number(attributes, "font-size", 12);
    double width = 0;
    std::string shown;
    for (const char drawn : in_ascii(words)) {
      width += kWidths[static_cast<std::size_t>(drawn - ' ')] * size / 1000;
      if (drawn == '(' || drawn == ')' || drawn == '\\') shown += '\\';
      shown += drawn;
    }
    const std::string anchor = text(attributes, "text-anchor"), transform = text(attributes, "transform");
    const double back = anchor == "middle" ? width / 2 : anchor == "end" ? width : 0;
    std::string matrix = fmt::format("1 0 0 -1 {:.2f} {:.2f}", number(attributes, "x") - back, number(attributes, "y"));
    double x = 0, y = 0;
    if (std::sscanf(transform.c_str(), "translate(%lf %lf) rotate(-90)", &x, &y) == 2)
      matrix = fmt::format("0 -1 -1 0 {:.2f} {:.2f}", x, y + back);
    out_ += fmt::format("BT 0.133 g /{} {} Tf {} Tm ({}) Tj ET\n", text(attributes, "font-weight") == "bold" ? "Bold" : "Plain",
                        size, matrix, shown);
  }

  std::string out_;
};

/// Calls visit(name, attributes, text up to the next element) for every element of our own SVG.
template <typename Visit>
void for_elements(std::string_view svg, const Visit& visit) {
  for (std::size_t at = svg.find('<'); at != std::string_view::npos; at = svg.find('<', at + 1)) {
    if (svg[at + 1] == '/') continue;
    const std::size_t close = svg.find('>', at), name_end = svg.find_first_of(" >/", at + 1);
    Attributes attributes;
    for (std::size_t i = name_end; i < close;) {
      const std::size_t name = svg.find_first_not_of(' ', i), equal = svg.find("='", name);
      if (equal == std::string_view::npos || equal > close) break;
      const std::size_t end = svg.find('\'', equal + 2);
      attributes.emplace(svg.substr(name, equal - name), svg.substr(equal + 2, end - equal - 2));
      i = end + 1;
    }
    const std::size_t next = svg.find('<', close);
    visit(std::string(svg.substr(at + 1, name_end - at - 1)), attributes, svg.substr(close + 1, next - close - 1));
  }
}

}  // namespace

std::string pdf(const Plot& plot) {
  PdfPage page;
  double width = 0, height = 0;
  for_elements(svg(plot), [&](const std::string& name, const Attributes& attributes, std::string_view content) {
    if (name == "svg") {
      width = number(attributes, "width");
      height = number(attributes, "height");
    }
    page.element(name, attributes, content);
  });
  const std::string drawn = fmt::format("1 0 0 -1 0 {:.2f} cm\n{}", height, page.content());  // SVG counts down, PDF up
  const std::string objects[] = {
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      fmt::format(
          "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {:.2f} {:.2f}] /Contents 4 0 R /Resources << /Font << /Plain 5 0 R "
          "/Bold 6 0 R >> /ExtGState << /Faint << /ca 0.3 >> >> >> >>",
          width, height),
      fmt::format("<< /Length {} >>\nstream\n{}endstream", drawn.size(), drawn),
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>"};
  std::string out = "%PDF-1.4\n", places;
  for (std::size_t i = 0; i < std::size(objects); ++i) {
    places += fmt::format("{:010} 00000 n \n", out.size());
    out += fmt::format("{} 0 obj\n{}\nendobj\n", i + 1, objects[i]);
  }
  return out + fmt::format("xref\n0 {0}\n0000000000 65535 f \n{1}trailer << /Size {0} /Root 1 0 R >>\nstartxref\n{2}\n%%EOF\n",
                           std::size(objects) + 1, places, out.size());
}

}  // namespace guise::papers
