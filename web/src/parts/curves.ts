// SPDX-License-Identifier: Apache-2.0
// Break-points: what an attacker gets with more and more of one kind of knowledge.
import * as Plot from "@observablehq/plot";
import { chart, share } from "../chart.ts";
import { breakPoint } from "../choose.ts";
import type { Curve } from "../document.ts";
import { h, interval, table } from "../dom.ts";
import { count, percent } from "../format.ts";

const KNOWN: Record<Curve["known"], { title: string; axis: string; gets: string }> = {
  pairs: { title: "Known pairs", axis: "originals known with their released records", gets: "share of the variance recovered" },
  population: { title: "Other people’s records", axis: "originals of other people", gets: "share of the variance recovered" },
  records: { title: "Known people", axis: "originals known to be in the release", gets: "share of them linked" },
};

function verdict({ known, points }: Curve): string {
  const at = breakPoint(points);
  const most = Math.max(...points.map((point) => point.count));
  const what = { pairs: "known pair", population: "record of other people", records: "known person" }[known];
  const many = (n: number) =>
    n === 1
      ? `1 ${what}`
      : `${count(n)} ${{ pairs: "known pairs", population: "records of other people", records: "known people" }[known]}`;
  if (at === undefined) return `Holds up to ${many(most)}.`;
  return at === 0 ? "Broken without any such knowledge." : `Breaks at ${many(at)}.`;
}

export function curve(data: Curve): HTMLElement | null {
  const points = data.points.filter((point) => point.gets.value != null);
  if (points.length === 0) return null;
  const words = KNOWN[data.known];
  const marked = points.map((point) => ({
    ...point,
    at: count(point.count),
    value: point.gets.value,
    low: point.gets.ci[0],
    high: point.gets.ci[1],
  }));
  return h(
    "div",
    {},
    h("h4", {}, words.title),
    h("p", {}, h("strong", {}, verdict(data))),
    chart({
      name: `What more knowledge adds: ${words.title.toLowerCase()}`,
      explain:
        "From left to right the attacker knows more. Filled dots are attacks that succeeded, hollow ones were resisted. Lines are 95 % intervals over the keys.",
      says: `${verdict(data)} With the most knowledge: ${percent(marked.at(-1)?.value)}.`,
      widest: 480,
      options: (width) => ({
        height: 270,
        marginLeft: 50,
        marginBottom: 42,
        marginTop: 24,
        marginRight: 16,
        x: {
          type: "point",
          domain: marked.map((point) => point.at),
          label: words.axis,
          labelArrow: "none",
          labelAnchor: "center",
          tickFormat: (text: string) =>
            marked.length > 8 && width < 420 && marked.findIndex((point) => point.at === text) % 2 === 1 ? "" : text,
        },
        y: { domain: [0, 1], label: words.gets, labelArrow: "none", tickFormat: share, ticks: 5, clamp: true },
        marks: [
          Plot.gridY({ stroke: "var(--rule)", strokeOpacity: 1, ticks: 5 }),
          Plot.lineY(marked, { x: "at", y: "value", stroke: "var(--bar)", strokeWidth: 2 }),
          Plot.ruleX(
            marked.filter((point) => point.low != null && point.high != null),
            { x: "at", y1: "low", y2: "high", stroke: "var(--bar)", strokeWidth: 2 },
          ),
          Plot.dot(marked, {
            x: "at",
            y: "value",
            r: 5,
            stroke: "var(--bar)",
            strokeWidth: 2,
            fill: (point) => (point.outcome === "succeeded" ? "var(--bar)" : "var(--page)"),
          }),
        ],
      }),
      table: table(
        `What more knowledge adds: ${words.title.toLowerCase()}`,
        [
          { head: "Known", figure: true, cell: (point) => point.at },
          { head: "Recovered or linked", figure: true, cell: (point) => interval(point.gets, percent) },
          { head: "Worst attack", cell: (point) => point.attack ?? "–" },
          { head: "Outcome", cell: (point) => point.outcome },
        ],
        marked,
      ),
    }),
  );
}

export function curves(all: Curve[]): HTMLElement | null {
  const drawn = all.map(curve).filter((one) => one !== null);
  return drawn.length > 0 ? h("div", { class: "pair" }, ...drawn) : null;
}
