// SPDX-License-Identifier: Apache-2.0
// What the release is still good for: each figure between its floor (nothing of the data left) and its ceiling (the originals).
import type { Utility } from "../document.ts";
import { h, interval, list, table } from "../dom.ts";
import { number, percent } from "../format.ts";

function kept(one: Utility): HTMLElement {
  if (one.kept == null) return h("span", {}, "–");
  const length = Math.round(100 * Math.max(0, Math.min(1, one.kept)));
  return h(
    "span",
    { class: "kept" },
    h("span", { class: "track", "aria-hidden": "true" }, h("span", { class: "level", style: `width:${length}%` })),
    percent(one.kept),
  );
}

export function utility(all: Utility[]): HTMLElement | null {
  if (all.length === 0) return null;
  return h(
    "div",
    {},
    table(
      "Utility of the release",
      [
        { head: "Analysis", cell: (one) => h("span", {}, one.name, h("span", { class: "summary" }, one.summary)) },
        { head: "Kept", cell: kept },
        { head: "Value", figure: true, cell: (one) => interval(one.value) },
        { head: "Floor", figure: true, cell: (one) => number(one.floor) },
        { head: "Ceiling", figure: true, cell: (one) => number(one.ceiling) },
      ],
      all,
      true,
    ),
    list(
      all.filter((one) => one.note).map((one) => `${one.name}: ${one.note}`),
      "fine",
    ),
    h(
      "p",
      { class: "fine" },
      "Utility kept: 100 % is as good as the originals or another sample of them (ceiling), 0 % as bad as shuffled columns (floor).",
    ),
  );
}
