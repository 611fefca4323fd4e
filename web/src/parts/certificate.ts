// SPDX-License-Identifier: Apache-2.0
// What may be claimed formally, whatever attacks find, and why.
import type { Certificate } from "../document.ts";
import { h, list, prose } from "../dom.ts";
import { number } from "../format.ts";

export function certificate(data: Certificate): HTMLElement {
  const facts: [string, string][] = [];
  if (data.unit) facts.push(["Protects", data.unit]);
  if (data.mu != null) facts.push(["μ", number(data.mu)]);
  if (data.guarantee !== "none")
    facts.push([
      "ε",
      data.epsilon == null ? "none can be stated at this δ" : `${number(data.epsilon)} at δ = ${number(data.delta)}`,
    ]);
  if (data.measured)
    facts.push([
      "Measured",
      `ε is at least ${number(data.measured.epsilon)}, from ${data.measured.draws} draws of each of two records`,
    ]);
  if (data.exact != null) facts.push(["Arithmetic", data.exact ? "exact, noise on a grid" : "floating point, so approximate"]);
  const reasons = data.reasons.filter((reason) => !data.text.includes(reason)); // a single reason is in the sentence already
  return h(
    "div",
    {},
    h("p", {}, prose(data.text)),
    facts.length > 0 && h("dl", {}, ...facts.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])),
    reasons.length > 0 && h("p", {}, data.guarantee === "none" ? "Why there is none:" : "What it rests on:"),
    list(reasons),
  );
}
