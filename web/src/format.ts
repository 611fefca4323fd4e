// SPDX-License-Identifier: Apache-2.0
// Numbers as people read them. Figures that are not there are an en dash, never a zero.
import type { Figure } from "./document.ts";

const NONE = "–";
const FIXED = "\u00a0"; // a space that never breaks, between a number and its unit

/** Nearer to all or nothing than this is arithmetic, not people: an exact attack misses by its last digits. */
const ROUNDING = 1e-6;

/** 0.742 → "74 %"; what is not quite all or nothing says so, as the verdict in the terminal does. */
export function percent(share: Figure | undefined): string {
  if (share == null || !Number.isFinite(share)) return NONE;
  if (share > 0.995 && share < 1 - ROUNDING) return `over 99${FIXED}%`;
  if (share > ROUNDING && share < 0.005) return `under 1${FIXED}%`;
  return `${minus(Math.round(100 * share).toString())}${FIXED}%`;
}

/** Three significant digits, without exponents where a person would not use them. */
export function number(value: Figure | undefined): string {
  if (value == null || !Number.isFinite(value)) return NONE;
  const size = Math.abs(value);
  if (value !== 0 && (size >= 1e7 || size < 1e-4)) {
    const [digits = "", exponent = ""] = value.toExponential(2).split("e");
    const power = `10${superscript(Number(exponent))}`;
    return Number(digits) === 1 ? power : minus(`${Number(digits)} × ${power}`);
  }
  const short = size >= 1000 ? Math.round(value) : Number(value.toPrecision(3));
  return Math.abs(short) >= 1000 ? count(short) : minus(short.toString());
}

/** A number at an axis, where room is short: 120000 → "120k", 3000000 → "3M". */
export function brief(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e6 && size < 1e9) return `${number(value / 1e6)}M`;
  return size >= 1e4 && size < 1e6 ? `${number(value / 1000)}k` : number(value);
}

/** A column of numbers of one kind: so many digits behind the point in each. */
export function fixed(value: number, digits: number): string {
  return minus(value.toFixed(digits));
}

export function count(value: number): string {
  return minus(value.toLocaleString("en-GB"));
}

/** "3 masks", "1 key" */
export function plural(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
}

export function bytes(size: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  const step = size < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(size) / 3));
  return `${number(size / 1000 ** step)}${FIXED}${units[step]}`;
}

export function seconds(value: number): string {
  if (value < 100) return `${number(value)} seconds`;
  return value < 6000 ? `${Math.round(value / 60)} minutes` : `${number(value / 3600)} hours`;
}

/** "2026-03-01T09:30:00Z" → "1 March 2026, 09:30 UTC"; what is no date stays as it is. */
export function moment(text: string): string {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return text;
  const day = date.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  const time = date.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });
  return `${day}, ${time} UTC`;
}

/** The text, or its beginning and an ellipsis. */
export function shorten(text: string, length: number): string {
  const letters = [...text];
  return letters.length <= length ? text : `${letters.slice(0, length - 1).join("")}…`;
}

/** The text, or its beginning and its end: names of columns often differ in their last letters. */
export function middle(text: string, length: number): string {
  const letters = [...text];
  if (letters.length <= length) return text;
  const end = Math.floor((length - 1) / 3);
  return `${letters.slice(0, length - 1 - end).join("")}…${letters.slice(letters.length - end).join("")}`;
}

/** Lines may break after a bracket or a comma, before they break in a word. */
export function breakable(text: string): string {
  return text.replace(/[(,=+]/g, "$&\u200b");
}

function minus(text: string): string {
  return text.replace("-", "−");
}

function superscript(exponent: number): string {
  return [...String(exponent)].map((digit) => (digit === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)])).join("");
}
