/**
 * SVG and HTML as text. Whatever is said by a program, a schedule or a file goes through `escaped`, or through functions that use it;
 * there are no inline styles and no inline handlers, so that a page may forbid both.
 */

export function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;")
    .replaceAll(unprintable, "\ufffd");
}

/** Characters that XML cannot hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export type Attributes = Readonly<Record<string, string | number | null>>;

/** `inside` is markup already. An attribute that is null is left out. */
export function tag(name: string, attributes: Attributes = {}, inside = ""): string {
  const words = Object.entries(attributes).flatMap(([key, value]) =>
    value === null ? [] : [` ${key}="${typeof value === "number" ? short(value) : escaped(value)}"`],
  );
  return inside === "" && selfClosing.has(name)
    ? `<${name}${words.join("")}/>`
    : `<${name}${words.join("")}>${inside}</${name}>`;
}

const selfClosing = new Set(["rect", "path", "line", "circle", "use", "br", "meta"]);

/** Coordinates to a tenth of a pixel. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export function text(x: number, y: number, words: string, kind = ""): string {
  return tag("text", { x, y, class: kind === "" ? null : kind }, escaped(words));
}

/** As much of it as fits, where a letter takes so many pixels. */
export function fitting(words: string, width: number, letter = 6.6): string {
  const room = Math.max(1, Math.floor(width / letter));
  const letters = [...words];
  return letters.length <= room ? words : `${letters.slice(0, Math.max(1, room - 1)).join("")}…`;
}

/** A rectangle as a part of a path. */
export function box(x: number, y: number, width: number, height: number): string {
  return `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}z`;
}
