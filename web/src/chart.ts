// SPDX-License-Identifier: Apache-2.0
// A chart: drawn by Observable Plot as SVG at the width it is given, one plain sentence below it, its figures as a table.
import * as Plot from "@observablehq/plot";
import { h } from "./dom.ts";

export interface Chart {
  /** What it shows, as a heading would say: the chart's accessible name. */
  name: string;
  /** How to read it, in one sentence. */
  explain: string;
  /** What it says, for who cannot see it. */
  says: string;
  options: (width: number) => Plot.PlotOptions;
  /** Wider than this it does not get better. */
  widest?: number;
  table?: HTMLElement | null;
}

/** Narrower than any phone: never drawn smaller. */
const NARROWEST = 240;
/** What fits on A4 between margins of 15 mm. */
const PAPER = 640;

const drawn = new Set<{ canvas: HTMLElement; draw: (width: number) => void }>();
let serial = 0;

export function chart({ name, explain, says, options, widest = 720, table }: Chart): HTMLElement {
  const id = `chart-${++serial}`;
  const canvas = h("div", { class: "canvas" });
  const draw = (width: number) => {
    const size = Math.round(Math.max(NARROWEST, Math.min(width, widest)));
    if (canvas.firstElementChild?.getAttribute("width") === String(size)) return;
    const svg = Plot.plot({ width: size, style: { fontSize: "13px", fontFamily: "inherit" }, ...options(size) });
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", name);
    svg.setAttribute("aria-describedby", id);
    // Plot names its groups of marks; inside an image names are not read, and checkers complain.
    for (const mark of svg.querySelectorAll("[aria-label]")) {
      mark.setAttribute("data-mark", mark.getAttribute("aria-label") ?? "");
      mark.removeAttribute("aria-label");
    }
    canvas.replaceChildren(svg);
  };
  // A canvas in a closed section has no width: it is drawn when the section is opened.
  new ResizeObserver(() => canvas.clientWidth > 0 && draw(canvas.clientWidth)).observe(canvas);
  drawn.add({ canvas, draw });
  return h(
    "figure",
    {},
    canvas,
    h("figcaption", { id }, explain, h("span", { class: "unseen" }, ` ${says}`)),
    table &&
      h(
        "details",
        { class: "numbers" },
        h("summary", {}, "Figures of this chart", h("span", { class: "unseen" }, `: ${name}`)),
        table,
      ),
  );
}

/** Draws what no screen has asked for yet: paper shows everything. */
export function drawAll(): void {
  for (const one of drawn) {
    if (!one.canvas.isConnected) drawn.delete(one);
    else if (!one.canvas.firstElementChild) one.draw(PAPER);
  }
}

/** Axis ticks of a share: "40 %". */
export const share = (value: number) => `${Math.round(100 * value)} %`;
