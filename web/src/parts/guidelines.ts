// SPDX-License-Identifier: Apache-2.0
// Clause by clause: which questions of three guidelines this page answers, and which it leaves to the reader.
import type { Audit } from "../document.ts";
import { h, table } from "../dom.ts";

interface Clause {
  source: string;
  asks: string;
  answer: string;
}

const ISO = "ISO/IEC 27559:2022";
const WP216 = "WP29 Opinion 05/2014 (WP216)";
const EDPB = "EDPB Opinion 28/2024";

function clauses(audit: Audit): Clause[] {
  const looked = audit.masks.some((mask) => mask.attackers.some((attacker) => attacker.look));
  return [
    {
      source: `${ISO}, 6.2 threat modelling`,
      asks: "Who could attack, and with which knowledge?",
      answer: "“Attackers in real life” names each attacker, its knowledge and its access to keys. Motives are yours to judge.",
    },
    {
      source: `${ISO}, 6.3 transparency and impact`,
      asks: "Were the people informed, and what harm could follow?",
      answer: "Not answered by this page.",
    },
    {
      source: `${ISO}, 7.3.2 maximum or average risk`,
      asks: "Is the risk that of the most exposed person, or the average?",
      answer: `Shares are averages over records; the grade uses the worst column and the worst attack. ${looked ? "“Most exposed records” shows the maximum, by record number." : "This audit did not look at single records."}`,
    },
    {
      source: `${ISO}, 7.3.3 population or sample-based attack`,
      asks: "Does the attacker know that the person is in the data?",
      answer: "Yes: linking assumes it, which is the stricter case. For a person of the population it is at most that.",
    },
    {
      source: `${ISO}, 8.2.2 quantifying identifiability`,
      asks: "How large is the risk?",
      answer: "Each figure stands with its 95 % interval, and beside the same attacker without the release.",
    },
    {
      source: `${ISO}, 8.2.3 adversarial testing`,
      asks: "Was an attack tried?",
      answer: "Yes: every attack that ran is listed with each mask. Attacks that guise does not have were not tried.",
    },
    {
      source: `${ISO}, 8.3 mitigation`,
      asks: "What would lower the risk?",
      answer: "“What to do next” in the verdict. After a change, audit again.",
    },
    {
      source: `${ISO}, 9 governance`,
      asks: "Who decides, and who watches the release afterwards?",
      answer: "“Sign off” records the decision. The rest is not answered by this page.",
    },
    { source: `${WP216}, singling out`, asks: "Can one person be isolated?", answer: "The column “Isolate one person”." },
    {
      source: `${WP216}, linkability`,
      asks: "Can two records of one person be linked?",
      answer: "The column “Find a known person”.",
    },
    {
      source: `${WP216}, inference`,
      asks: "Can a value be deduced with significant probability?",
      answer: "The column “Learn values”.",
    },
    {
      source: `${EDPB}, means reasonably likely to be used`,
      asks: "Is the likelihood of obtaining personal data insignificant, by all such means?",
      answer: "The page gives figures for the means tried. Which means are reasonably likely is your judgement.",
    },
    {
      source: `${EDPB}, trained models`,
      asks: "Can personal data be extracted from a model trained on the release?",
      answer: "Not tested. The page is about the released table.",
    },
  ];
}

export function guidelines(audit: Audit): HTMLElement {
  return h(
    "section",
    { "aria-labelledby": "guidelines" },
    h("h2", { id: "guidelines" }, "Standards and guidelines"),
    h("p", {}, "This page is evidence for an assessment. It claims no compliance with any standard or law."),
    table(
      "Questions of three guidelines, and where this page answers them",
      [
        { head: "Clause", cell: (one) => one.source },
        { head: "Question", cell: (one) => one.asks },
        { head: "Answer", cell: (one) => one.answer },
      ],
      clauses(audit),
      true,
    ),
  );
}
