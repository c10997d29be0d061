/** Where an access goes: its indices as sums, so that two of them can be told apart. */

import { type Affine, affineOf, minus, termsKey } from "../../loops/analysis/affine.ts";
import { affineRange, type Facts, type Ranges } from "../../loops/analysis/range/index.ts";
import { namesRead } from "../../loops/analysis/use.ts";
import type { Expr } from "../../loops/nodes.ts";

export interface ElementRef {
  readonly index: readonly Expr[];
  readonly forms: readonly (Affine | null)[]; // null: no sum of python ints
  readonly key: string; // the same text for the same element, as long as its names keep their values
  readonly terms: string; // the same without the constants; of one text, different keys are different elements
  readonly names: ReadonlySet<string>; // scalars, counters and arrays that it reads
}

/** One for each index list. */
export function placeOf(index: readonly Expr[]): ElementRef {
  const known = places.get(index);
  if (known !== undefined) return known;
  const forms = index.map((expr) => affineOf(expr, () => true));
  const parts = index.map((expr, dim) => {
    const form = forms[dim] ?? null;
    return form === null ? [plainText(expr), ""] : [termsKey(form.terms), String(form.constant)];
  });
  const place: ElementRef = {
    index,
    forms,
    key: parts.map((part) => part.join(" + ")).join(", "),
    terms: parts.map(([terms]) => terms).join(", "),
    names: new Set(index.flatMap((expr) => [...namesRead(expr)])),
  };
  places.set(index, place);
  return place;
}

const places = new WeakMap<readonly Expr[], ElementRef>();

/** The same text for the same expression, wherever it stands. */
export function plainText(expr: Expr): string {
  return JSON.stringify(expr, (name, value: unknown) => {
    if (name === "span") return undefined;
    return typeof value === "bigint" ? `${value}n` : Object.is(value, -0) ? "-0" : value;
  });
}

/** Never the same element, whatever the counters are that stand in the one and not in the other. */
export function areApart(a: ElementRef, b: ElementRef, ranges: Ranges, facts: Facts): boolean {
  return a.forms.some((form, dim) => {
    const other = b.forms[dim] ?? null;
    if (form === null || other === null) return false;
    const difference = minus(form, other);
    if (difference.terms.size === 0) return difference.constant !== 0;
    const step = [...difference.terms.values()].reduce(divisor, 0);
    if (difference.constant % step !== 0) return true;
    const range = affineRange(ranges, difference, facts);
    return range !== null && (range.low > 0 || range.high < 0);
  });
}

function divisor(a: number, b: number): number {
  let [x, y] = [Math.abs(a), Math.abs(b)];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}
