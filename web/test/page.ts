// SPDX-License-Identifier: Apache-2.0
// The built page with a document in it: what report_html() of src/audit does, for tests that need no C++.
import { readFileSync } from "node:fs";
import type { Audit } from "../src/document.ts";

export const PLACEHOLDER = '"GUISE_AUDIT_DOCUMENT"';

export function pageWith(built: string, audit: Audit): string {
  const page = readFileSync(built, "utf8");
  return page.replace(PLACEHOLDER, () => JSON.stringify(audit).replaceAll("<", "\\u003c"));
}
