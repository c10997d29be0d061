/** What `for x in ...` and `[... for x in ...]` go over: a count, and each target's value at position k. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { Expr, Sub } from "../../../program/nodes.ts";
import { printType } from "../../../types/print.ts";
import { array, type Dim, elementOf, maxSize, shapeOf } from "../../../types/types.ts";
import { binary, constantInt, intConst } from "../build.ts";
import {
  describe,
  type Known,
  type KnownMixed,
  type KnownRange,
  type KnownValue,
  knownError,
  value,
} from "../known.ts";
import { pathsOf, withPaths } from "../mixed.ts";
import { report, type Scope } from "../scope.ts";
import { extentOf, listTable } from "../value.ts";
import { wholeAxis } from "./slices.ts";

export interface Sequence {
  readonly count: Dim;
  readonly length: Expr; // the same, when it runs
  readonly at: (k: Expr) => Known; // the item at position k
}

/** A sequence with a length, or null when that has been reported. */
export function sequenceOf(scope: Scope, known: Known, span: Span): Sequence | null {
  switch (known.kind) {
    case "error":
      return null;
    case "range":
      return rangeSequence(scope, known, span);
    case "zip":
      return known.form === "reversed"
        ? reversed(scope, known.parts, span)
        : zipped(scope, known.parts, known.start, span);
    case "tuple": {
      const table = listTable(scope, known, span);
      return table === null ? null : arraySequence(table, span);
    }
    case "value":
    case "mixed":
      if (known.expr.type.kind === "array") return arraySequence(known, span);
      break;
    default:
      break;
  }
  report(scope, diagnose("not-iterable", span, { found: describe(known, printType) }));
  return null;
}

function arraySequence(known: KnownValue | KnownMixed, span: Span): Sequence {
  const { expr, list } = known;
  return {
    count: shapeOf(expr.type)[0] ?? 0,
    length: extentOf(expr, 0, span),
    at: (k) => {
      const item = loadAt(expr, k, span);
      return withPaths(item, pathsOf(known), list && item.type.kind === "array");
    },
  };
}

/** `base[k]`. */
export function loadAt(base: Expr, k: Expr, span: Span): Expr {
  const [, ...rest] = shapeOf(base.type);
  const element = elementOf(base.type);
  if (rest.length === 0) return { kind: "load", base, index: [k], type: element, span };
  const subs: Sub[] = [{ kind: "at", index: k }, ...rest.map(() => wholeAxis)];
  return { kind: "view", base, subs, type: array(element, rest), span };
}

function rangeSequence(scope: Scope, range: KnownRange, span: Span): Sequence | null {
  const count = tripCount(range);
  if (count === null) {
    report(scope, diagnose("unknown-shape", span, { what: "the length of this range" }));
    return null;
  }
  return {
    count,
    length: intConst(count, span),
    at: (k) => {
      const scaled = binary(scope, "mul", k, range.step, span);
      const sum = scaled === null ? null : binary(scope, "add", range.from, scaled, span);
      return sum === null ? knownError : value(sum);
    },
  };
}

/** How often a range with known bounds runs. */
export function tripCount(range: Pick<KnownRange, "from" | "to" | "step">): number | null {
  const [from, to, step] = [constantInt(range.from), constantInt(range.to), constantInt(range.step)];
  if (from === null || to === null || step === null || step === 0) return null;
  return Math.max(0, Math.ceil((to - from) / step));
}

function zipped(scope: Scope, parts: readonly Known[], start: Expr | null, span: Span): Sequence | null {
  const sequences: Sequence[] = [];
  for (const part of parts) {
    const sequence = sequenceOf(scope, part, span);
    if (sequence === null) return null;
    sequences.push(sequence);
  }
  const shortest = shortestOf(scope, sequences, span);
  if (shortest === null) return null;
  return {
    ...shortest,
    at: (k) => {
      const items = sequences.map((sequence) => sequence.at(k));
      const number = start === null ? null : binary(scope, "add", start, k, span);
      const numbered = number === null ? items : [value(number), ...items];
      return { kind: "tuple", form: "tuple", items: numbered };
    },
  };
}

/** The least of the lengths, which may be known only when the kernel runs. */
function shortestOf(
  scope: Scope,
  sequences: readonly Sequence[],
  span: Span,
): Pick<Sequence, "count" | "length"> | null {
  const known = sequences.flatMap(({ count }) => (typeof count === "number" ? [count] : []));
  const least = Math.min(...known);
  const counted = sequences.filter(({ count }) => typeof count !== "number");
  const lengths = counted.map(({ length }) => length);
  if (known.length > 0) lengths.push(intConst(least, span));
  if (counted.length === 0)
    return { count: known.length === 0 ? 0 : least, length: lengths[0] ?? intConst(0, span) };
  const most = Math.min(least, ...counted.map(({ count }) => maxSize([count])));
  const length = lengths.reduce<Expr | null>(
    (a, b) => (a === null ? null : binary(scope, "min", a, b, span)),
    lengths.shift() ?? null,
  );
  return length === null ? null : { count: { max: most }, length };
}

function reversed(scope: Scope, parts: readonly Known[], span: Span): Sequence | null {
  const [part] = parts;
  const inner = part === undefined ? null : sequenceOf(scope, part, span);
  if (inner === null) return null;
  const last = binary(scope, "sub", inner.length, intConst(1, span), span);
  if (last === null) return null;
  return {
    ...inner,
    at: (k) => {
      const index = binary(scope, "sub", last, k, span);
      return index === null ? knownError : inner.at(index);
    },
  };
}
