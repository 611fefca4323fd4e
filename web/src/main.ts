// SPDX-License-Identifier: Apache-2.0
// The report page of guise audit: reads the document embedded in it and shows it, verdict first.
import { drawAll } from "./chart.ts";
import { type Audit, FORMAT } from "./document.ts";
import { h } from "./dom.ts";
import { frontier } from "./parts/frontier.ts";
import { guidelines } from "./parts/guidelines.ts";
import { judged } from "./parts/judged.ts";
import { maskSection } from "./parts/mask.ts";
import { overview } from "./parts/overview.ts";
import { people } from "./parts/people.ts";
import { provenance } from "./parts/provenance.ts";
import { signoff } from "./parts/signoff.ts";
import { fileName, title, verdict } from "./parts/verdict.ts";
import { words } from "./parts/words.ts";
import "./style.css";

/** Up to so many masks are shown in full at once. */
const OPEN_MASKS = 3;
/** Of more masks than this, paper shows those that are open: each takes several pages. */
const MOST_PRINTED = 4;

function show(page: HTMLElement, raw: string): void {
  const audit: Audit = JSON.parse(raw);
  if (audit.guise_audit !== FORMAT) {
    page.replaceChildren(
      h(
        "p",
        {},
        `This page shows audits of format ${FORMAT}; the document in it has format ${audit.guise_audit}. Its figures are in audit.json.`,
      ),
    );
    return;
  }
  document.title = `Audit of ${fileName(audit.table)}`;
  const few = audit.masks.length <= OPEN_MASKS;
  page.replaceChildren(
    title(audit),
    frontier(audit.frontier) ?? "", // where advice was asked for, it is the verdict
    verdict(audit),
    overview(audit) ?? "",
    ...audit.masks.map((mask, i) => maskSection(mask, i + 1, audit.masks.length, few || i === 0)),
    judged(audit),
    words(),
    people(audit) ?? "",
    guidelines(audit),
    signoff(),
    provenance(audit, raw),
  );
}

/** A link to a section that is closed opens it. */
function follow(): void {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
}

/** On paper every mask of a few is open and every chart drawn; afterwards the reader finds the page as it was. */
function printing(): void {
  let closed: HTMLDetailsElement[] = [];
  const before = () => {
    const masks = document.querySelectorAll("details.mask").length;
    for (const section of document.querySelectorAll<HTMLDetailsElement>("details.mask:not([open])")) {
      if (masks > MOST_PRINTED) break;
      section.dispatchEvent(new Event("fill"));
      section.open = true;
      closed.push(section);
    }
    drawAll();
  };
  const after = () => {
    for (const section of closed) section.open = false;
    closed = [];
  };
  addEventListener("beforeprint", before);
  addEventListener("afterprint", after);
  matchMedia("print").addEventListener("change", (event) => (event.matches ? before() : after()));
}

const page = document.getElementById("page");
const data = document.getElementById("audit");
if (page && data) {
  try {
    show(page, data.textContent ?? "");
    addEventListener("hashchange", follow);
    follow();
    printing();
  } catch (error) {
    page.replaceChildren(h("p", {}, "The document in this page cannot be read; audit.json beside it has all figures."));
    throw error;
  }
}
