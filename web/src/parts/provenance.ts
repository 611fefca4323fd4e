// SPDX-License-Identifier: Apache-2.0
// The end: all that is needed to repeat the audit, and the figures of this page as a file.
import type { Audit, Source } from "../document.ts";
import { h, scrolling } from "../dom.ts";
import { bytes, moment, seconds } from "../format.ts";

function source(name: string, one: Source | null | undefined): [string, string][] {
  if (!one?.file) return [];
  const size = one.bytes == null ? "" : ` (${bytes(one.bytes)})`;
  const digest: [string, string][] = one.blake2b ? [[`${name}, BLAKE2b-256`, one.blake2b]] : [];
  return [[name, `${one.file}${size}`], ...digest];
}

export function provenance(audit: Audit, raw: string): HTMLElement {
  const data = audit.provenance;
  const facts: [string, string][] = [
    ...source("Input", data.input),
    ...source("Release", data.released),
    ["guise", data.guise],
    ...Object.entries(data.libraries ?? {}),
  ];
  if (audit.seed !== undefined) facts.push(["Seed", String(audit.seed)]);
  if (data.finished) facts.push(["Finished", moment(data.finished)]);
  if (data.seconds) facts.push(["Took", seconds(data.seconds)]);
  const file = URL.createObjectURL(new Blob([raw], { type: "application/json" }));
  return h(
    "section",
    { "aria-labelledby": "provenance" },
    h("h2", { id: "provenance" }, "How to repeat this"),
    data.command
      ? scrolling("The exact command", h("pre", {}, h("code", {}, data.command)))
      : h("p", {}, "The command was not recorded."),
    h(
      "dl",
      {},
      ...facts.filter(([, value]) => value !== "").flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
    ),
    h(
      "p",
      { class: "download" },
      h("a", { href: file, download: "audit-report.json" }, "Download the figures of this page (JSON)"),
    ),
    h(
      "p",
      { class: "fine" },
      "With another seed the audit draws other keys, and figures move within their intervals. With the same seed it repeats them. The file audit.json beside this page also has the figures per attribute of the attacks that were not the worst. This page holds no key and asks nothing of any network.",
    ),
  );
}
