// SPDX-License-Identifier: Apache-2.0
// embed.js PAGE.html OUT.cpp: the built page as a string in C++.
import { readFileSync, writeFileSync } from "node:fs";

const [page, out] = process.argv.slice(2);
const text = readFileSync(page, "utf8");
const quote = "guise_page"; // what no page holds after a bracket
if (text.includes(`)${quote}"`)) throw new Error(`the page holds )${quote}", which ends a string`);
if (!text.includes('"GUISE_AUDIT_DOCUMENT"')) throw new Error("the page has no place for the document");
writeFileSync(
  out,
  `// Made from web/ by the build.
#include <string_view>

namespace guise::audit {
extern const std::string_view kReportPage;
const std::string_view kReportPage = R"${quote}(${text})${quote}";
}  // namespace guise::audit
`,
);
