// SPDX-License-Identifier: Apache-2.0
// Elements from text. Nothing of a document is ever read as html: names of columns and files are other people's words.
import type { Figure, Spread } from "./document.ts";
import { number } from "./format.ts";

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | ((event: Event) => void)>;

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child): child is Node | string => child != null && child !== false));
  return element;
}

/** A number stays in one line with its percent sign. */
function together(text: string): string {
  return text.replace(/(\d) %/g, "$1\u00a0%");
}

/** A sentence with its `names` and its settings, ‘keys’ or ‘limits=gets<=0.3’, set as code. */
export function prose(text: string): DocumentFragment {
  const out = document.createDocumentFragment();
  for (const [i, part] of text.split(/`([^`]*)`|‘([a-z_]+(?:=[^’]*)?)’/).entries()) {
    if (part !== undefined && part !== "") out.append(i % 3 === 0 ? together(part) : h("code", {}, part));
  }
  return out;
}

export function list(sentences: string[], className = ""): HTMLElement | null {
  if (sentences.length === 0) return null;
  return h("ul", className ? { class: className } : {}, ...sentences.map((sentence) => h("li", {}, prose(sentence))));
}

interface Column<Row> {
  head: string;
  /** A number: set right, in figures of equal width. */
  figure?: boolean;
  cell: (row: Row) => Node | string;
}

/**
 * A table with a caption; the first column names the rows. Where a phone is narrower than it, it scrolls in itself; a stacked one
 * shows each row as a block instead, with the heads beside the cells.
 */
export function table<Row>(caption: string, columns: Column<Row>[], rows: Row[], stacked = false): HTMLElement {
  const style = (column: Column<Row>): Attributes => (column.figure ? { class: "figure" } : {});
  const head = columns.map((column) => h("th", { scope: "col", ...style(column) }, column.head));
  const body = rows.map((row) =>
    h(
      "tr",
      {},
      ...columns.map((column, i) =>
        i === 0
          ? h("th", { scope: "row", ...style(column) }, column.cell(row))
          : h("td", { "data-head": column.head, ...style(column) }, column.cell(row)),
      ),
    ),
  );
  const content = h(
    "table",
    {},
    h("caption", {}, h("span", {}, caption)),
    h("thead", {}, h("tr", {}, ...head)),
    h("tbody", {}, ...body),
  );
  return scrolling(caption, stacked ? stackable(content) : content);
}

/** A table whose rows become blocks on a phone. Roles are named, because browsers forget them for elements that are no tables. */
export function stackable(content: HTMLTableElement): HTMLTableElement {
  content.classList.add("stacked");
  content.setAttribute("role", "table");
  for (const [selector, role] of [
    ["thead, tbody", "rowgroup"],
    ["tr", "row"],
    ["th[scope=col]", "columnheader"],
    ["th[scope=row]", "rowheader"],
    ["td", "cell"],
  ] as const)
    for (const element of content.querySelectorAll(selector)) element.setAttribute("role", role);
  return content;
}

/** A figure with its interval below it. */
export function interval(figure: Spread | undefined, write: (value: Figure) => string = number): DocumentFragment | string {
  if (!figure) return write(null);
  const [low, high] = figure.ci;
  if (low == null || high == null || low === high) return write(figure.value);
  const out = document.createDocumentFragment();
  out.append(write(figure.value), h("span", { class: "summary" }, `${write(low)} to ${write(high)}`));
  return out;
}

/** Something wide that scrolls by itself, by keyboard too. */
export function scrolling(label: string, content: HTMLElement): HTMLElement {
  return h("div", { class: "scroll", role: "group", "aria-label": label, tabindex: 0 }, content);
}

export function select(
  label: string,
  options: { value: string; text: string }[],
  chosen: string,
  change: (value: string) => void,
): HTMLElement {
  const element = h("select", {
    change: () => change(element.value),
  });
  for (const option of options)
    element.append(h("option", { value: option.value, selected: option.value === chosen }, option.text));
  return h("label", { class: "choice" }, h("span", {}, label), element);
}
