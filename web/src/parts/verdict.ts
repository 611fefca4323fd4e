// SPDX-License-Identifier: Apache-2.0
// The page opens with the verdict: per mask the decision, why, what to do next, and who could do what.
import type { Audit, Grade, Limit, Mask, PutBack } from "../document.ts";
import { h, list, prose, table } from "../dom.ts";
import { count, moment, number, plural } from "../format.ts";
import { grid } from "./grid.ts";
import { many } from "./many.ts";

/** A sign besides the colour, and a word besides the sign. */
const SIGN: Record<Grade, string> = {
  "do not publish": "✕",
  leaks: "▲",
  resists: "✓",
  undecided: "?",
  "not assessed": "?",
  "too few records": "?",
};

/** With more masks than this the verdict is a table; why, and what to do next, stands in the mask's own section. */
const FEW_MASKS = 4;

export function badge(grade: Grade): HTMLElement {
  return h("span", { class: `badge ${slug(grade)}` }, h("span", { "aria-hidden": "true" }, `${SIGN[grade]} `), grade);
}

export function slug(text: string): string {
  return text.replaceAll(" ", "-");
}

/** Whether the verdict on each mask stands in the mask's own section. */
export function leftToSections(masks: number): boolean {
  return masks > FEW_MASKS;
}

/** The grade and the headline; "DO NOT PUBLISH: most values can be recovered" stands beside a badge that says the first half already. */
export function graded(mask: Mask): HTMLElement {
  const { grade, headline } = mask.verdict;
  const repeats = headline.toLowerCase().startsWith(`${grade}: `);
  const plain = repeats ? headline.slice(grade.length + 2) : headline.replace(/^[A-Z ]+(?= )/, (word) => word.toLowerCase());
  return h(
    "p",
    { class: "grade" },
    badge(grade),
    " ",
    h("strong", {}, prose(`${plain.charAt(0).toUpperCase()}${plain.slice(1)}.`)),
  );
}

/** What to do about it. */
function next(mask: Mask): HTMLElement | false {
  return mask.verdict.next !== "" && h("p", { class: "next" }, h("strong", {}, "What to do next. "), prose(mask.verdict.next));
}

/** Decision, why, what next, who could do what. */
export function reasons(mask: Mask, position: number): (HTMLElement | null | false)[] {
  return [graded(mask), list(mask.verdict.sentences, "why"), next(mask), grid(mask, position), list(mask.warnings, "warnings")];
}

function card(mask: Mask, position: number, masks: number): HTMLElement {
  return h(
    "li",
    { class: `card ${slug(mask.verdict.grade)}` },
    h("h3", {}, masks > 1 ? `${position}. ` : "Mask: ", h("code", {}, mask.mask)),
    ...reasons(mask, position),
    h(
      "p",
      { class: "onward" },
      h("a", { href: `#mask-${position}` }, `All evidence on ${masks > 1 ? `mask ${position}` : "this mask"}`),
    ),
  );
}

function standing(limits: number, broken: number): string {
  if (limits === 1) return broken > 0 ? "The limit is exceeded" : "The limit is kept";
  return broken > 0 ? `Limits are exceeded in ${broken} of ${limits} cases` : `Limits are kept in all ${limits} cases`;
}

function limits(all: Limit[]): HTMLElement | null {
  if (all.length === 0) return null;
  const broken = all.filter((limit) => limit.exceeded).length;
  return h(
    "div",
    { class: broken > 0 ? "limits broken" : "limits" },
    h("h3", {}, standing(all.length, broken)),
    table(
      "The limits of this audit, and the attacker nearest to each",
      [
        { head: "Figure", cell: (limit) => h("code", {}, limit.figure) },
        { head: "Limit", figure: true, cell: (limit) => number(limit.limit) },
        { head: "Worst", figure: true, cell: (limit) => number(limit.worst) },
        {
          head: "Outcome",
          cell: (limit) =>
            h("span", { class: limit.exceeded ? "succeeded word" : "resisted word" }, limit.exceeded ? "exceeded" : "kept"),
        },
        {
          head: "Found for",
          cell: (limit) => [limit.mask, limit.attacker, limit.attack, limit.attribute].filter(Boolean).join(" · ") || "–",
        },
      ],
      all,
      true,
    ),
  );
}

function about(audit: Audit): string {
  const { provenance } = audit;
  const held = audit.held_out > 0 ? ` (${count(audit.held_out)} more held out for comparison)` : "";
  const parts = [
    `${plural(audit.records, "record")}${held}`,
    plural(audit.column_count ?? audit.columns.length, "column"),
    `every mask drawn with ${plural(audit.keys, "key")}`,
  ];
  if (audit.released) parts.pop();
  return `${parts.join(", ")}.${provenance.finished ? ` Finished ${moment(provenance.finished)}.` : ""}`;
}

export function matchedBy({ placed, method }: PutBack): string {
  if (placed === 0 || method === null) return "by nothing: its rows could not be matched";
  const by = {
    values: "their values",
    ranks: "the ranks of their values",
    groups: "the means of groups",
    "equal rows": "equal rows",
  };
  return `by ${by[method]}`;
}

function given(audit: Audit): HTMLElement | null {
  if (!audit.released) return null;
  const { mask, aligned, put_back } = audit.released;
  const told = aligned === "order" ? "by the order of the rows" : `by \`${aligned}\``;
  const order = put_back ? matchedBy(put_back) : told;
  return h(
    "p",
    {},
    prose(
      `This release of \`${fileName(audit.table)}\` was made elsewhere. Its mask is ${mask ? `said to be \`${mask}\`` : "not known"}. Its records were compared with the originals ${order}.`,
    ),
  );
}

/** "data/patients.csv" → "patients.csv"; a query stays as it is. The whole path is at the end of the page. */
export function fileName(table: string): string {
  return table.includes(" ") ? table : (table.split("/").pop() ?? table);
}

export function title(audit: Audit): HTMLElement {
  return h(
    "header",
    {},
    h("p", { class: "eyebrow" }, "guise audit"),
    audit.released
      ? h("h1", {}, "May ", h("code", {}, fileName(audit.released.file)), " be published?")
      : h("h1", {}, "May a release of ", h("code", {}, fileName(audit.table)), " be published?"),
    h("p", { class: "about" }, about(audit)),
    given(audit),
  );
}

export function verdict(audit: Audit): HTMLElement {
  const { masks } = audit;
  return h(
    "section",
    { "aria-labelledby": "verdict" },
    h("h2", { id: "verdict" }, masks.length > 1 ? "The verdict on each mask" : "Verdict"),
    masks.length === 0 && h("p", {}, "No mask was audited, so there is no verdict."),
    leftToSections(masks.length)
      ? many(audit)
      : h("ol", { class: "cards" }, ...masks.map((mask, i) => card(mask, i + 1, masks.length))),
    limits(audit.limits),
    audit.warnings.length > 0 && h("p", { class: "fine" }, "Of the table, whatever the mask:"),
    list(audit.warnings, "warnings"),
    h(
      "p",
      { class: "fine" },
      "An attack that fails proves nothing about attacks that guise does not know. A formal guarantee covers unknown attacks too. It protects one record at a time, and not against a stolen key.",
    ),
  );
}
