// SPDX-License-Identifier: Apache-2.0
// All about one mask: an attacker and an attribute are chosen, the rest follows.
import { byExposure, strongest, worstAttack } from "../choose.ts";
import type { Attacker, Mask } from "../document.ts";
import { h, list, select } from "../dom.ts";
import { fixed, percent } from "../format.ts";
import { agreement } from "./agreement.ts";
import { attacks } from "./attacks.ts";
import { attributes } from "./attributes.ts";
import { certificate } from "./certificate.ts";
import { curves } from "./curves.ts";
import { errors } from "./errors.ts";
import { exposed, risks } from "./records.ts";
import { spectrum } from "./spectrum.ts";
import { utility } from "./utility.ts";
import { leftToSections, reasons } from "./verdict.ts";
import { widths } from "./widths.ts";

/** A heading and what it heads, or a sentence where a reader would expect it. */
function part(level: "h3" | "h4", title: string, content: HTMLElement | null, otherwise: string): HTMLElement {
  return h("div", { class: "part" }, h(level, {}, title), content ?? h("p", { class: "fine" }, otherwise));
}

/** Truth against guess and errors, of the attribute that is chosen. */
function guesses(attacker: Attacker): HTMLElement | null {
  const look = attacker.look;
  if (!look) return null;
  const ranked = byExposure(worstAttack(attacker)).filter(({ attribute }) => look.by_attribute[attribute]);
  const names = ranked.length > 0 ? ranked : Object.keys(look.by_attribute).map((attribute) => ({ attribute, share: null }));
  const first = names[0];
  if (!first) return null;
  const charts = h("div", { class: "pair" });
  const show = (attribute: string) => {
    const one = look.by_attribute[attribute];
    const drawn = one ? [agreement(attribute, one), errors(attribute, one)].filter((chart) => chart !== null) : [];
    charts.replaceChildren(
      ...(drawn.length > 0 ? drawn : [h("p", { class: "fine" }, "Too few records to show without showing single ones.")]),
    );
  };
  show(first.attribute);
  const options = names.map(({ attribute, share }) => ({
    value: attribute,
    text: share == null ? attribute : `${attribute} (${percent(share)})`,
  }));
  return h("div", {}, select("Column, the most exposed first", options, first.attribute, show), charts);
}

function attackerPart(attacker: Attacker): HTMLElement {
  const attack = worstAttack(attacker);
  const { look } = attacker;
  if (!attack) return h("div", {}, h("p", {}, `No attack could be assessed for ${attacker.attacker}.`), attacks(attacker));
  return h(
    "div",
    {},
    h(
      "p",
      {},
      h("code", {}, attacker.attacker),
      ` ${attacker.summary}. Worst attack: `,
      h("code", {}, attack.attack),
      `, ${attacker.outcome}.`,
    ),
    part("h4", "Recovered per column", attributes(attacker), "There are no figures per column."),
    part("h4", "True against guessed, and the errors", guesses(attacker), "There was no closer look at this attack."),
    part("h4", "Most exposed records", look && exposed(look), "This guess exposes no record much more than the mean does."),
    part("h4", "Information and intervals", look && widths(look, attack), "Not computed in this audit."),
    part("h4", "Risks to single people", look && risks(look), "Not computed in this audit."),
    attacks(attacker),
  );
}

function closer(mask: Mask): HTMLElement {
  const first = strongest(mask);
  if (!first) return h("p", {}, "No attacker was tried on this mask.");
  const body = h("div", {}, attackerPart(first));
  const show = (name: string) => {
    const attacker = mask.attackers.find((one) => one.attacker === name);
    if (attacker) body.replaceChildren(attackerPart(attacker));
  };
  const options = mask.attackers.map((attacker) => ({
    value: attacker.attacker,
    text: `${attacker.attacker} – ${attacker.outcome}`,
  }));
  return h("div", {}, select("Attacker", options, first.attacker, show), body);
}

export function maskSection(mask: Mask, position: number, masks: number, open: boolean): HTMLElement {
  const title = h("h2", {}, masks > 1 ? `Mask ${position}: ` : "Mask: ", h("code", {}, mask.mask));
  const body = h("div", { class: "body" });
  // Ten masks with two hundred attributes are many charts: a section is made when it is opened for the first time.
  const fill = () => {
    if (body.childElementCount > 0) return;
    body.append(
      ...(leftToSections(masks) ? reasons(mask, position).filter((one): one is HTMLElement => one instanceof HTMLElement) : []),
      list(mask.notes, "warnings") ?? "",
      part("h3", "Formal guarantee", certificate(mask.certificate), ""),
      part("h3", "One attacker at a time", closer(mask), ""),
      part(
        "h3",
        "What more knowledge adds",
        curves(mask.curves),
        "No attacker with countable knowledge was tried, so there are no break-points.",
      ),
      part("h3", "Eigenvalues and noise", spectrum(mask.spectrum), "There is no spectrum for this mask."),
      mask.information_bound == null
        ? ""
        : h(
            "p",
            {},
            `One release of a record reveals at most ${fixed(mask.information_bound, 2)} bits about it, all columns together; two releases at most twice as many.`,
          ),
      part(
        "h3",
        "Utility: what the release is still good for",
        utility(mask.utility),
        "Utility was not measured in this audit.",
      ),
    );
  };
  const section = h("details", { class: "mask", id: `mask-${position}`, open }, h("summary", {}, title), body);
  section.addEventListener("toggle", fill);
  section.addEventListener("fill", fill);
  if (open) fill();
  return section;
}
