// SPDX-License-Identifier: Apache-2.0
// Where the person who decides signs: lines to write on, on the screen and on paper. Nothing typed here is stored or sent.
import { h } from "../dom.ts";

const DECISIONS = ["Publish", "Publish under an agreement", "Change the mask and audit again", "Do not publish"];

function field(label: string): HTMLElement {
  return h("label", { class: "line" }, h("span", {}, label), h("input", { type: "text", autocomplete: "off" }));
}

export function signoff(): HTMLElement {
  return h(
    "section",
    { "aria-labelledby": "signoff", class: "signoff" },
    h("p", { class: "eyebrow" }, "Decision"),
    h("h2", { id: "signoff" }, "Sign off"),
    h(
      "fieldset",
      {},
      h("legend", {}, "I have read this report. My decision about the release:"),
      ...DECISIONS.map((decision) =>
        h("label", { class: "tick" }, h("input", { type: "radio", name: "decision" }), ` ${decision}`),
      ),
      h("div", { class: "lines" }, field("Name"), field("Date"), field("Signature"), field("Reason or conditions")),
    ),
    h("p", { class: "fine" }, "Fill in and print, or print and sign. The page keeps nothing that is typed here."),
  );
}
