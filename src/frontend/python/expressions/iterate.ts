/** What `for x in ...` and `[... for x in ...]` go over: a count, and each target's value at position k. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { Expr, Sub } from "../../../program/nodes.ts";
import { printType } from "../../../types/print.ts";
import { array, type Dim, elementOf, shapeOf } from "../../../types/types.ts";
import { binary, constantInt, intConst } from "../build.ts";
import { describe, type Known, type KnownRange, knownError, value } from "../known.ts";
import { withWeakItems } from "../mixed.ts";
import { report, type Scope } from "../scope.ts";
import { extentOf, toExpr } from "../value.ts";
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
      const table = toExpr(scope, known, span);
      if (table === null) return null;
      const sequence = arraySequence(table, true, span);
      return { ...sequence, at: (k) => withWeakItems(sequence.at(k), known) };
    }
    case "value":
      if (known.expr.type.kind === "array") return arraySequence(known.expr, known.list, span);
      break;
    default:
      break;
  }
  report(scope, diagnose("not-iterable", span, { found: describe(known, printType) }));
  return null;
}

function arraySequence(expr: Expr, list: boolean, span: Span): Sequence {
  return {
    count: shapeOf(expr.type)[0] ?? 0,
    length: extentOf(expr, 0, span),
    at: (k) => {
      const item = loadAt(expr, k, span);
      return { kind: "value", expr: item, list: list && item.type.kind === "array" };
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
  const counts = sequences.map((sequence) => sequence.count);
  const known = counts.filter((count) => typeof count === "number");
  if (known.length < counts.length && counts.length > 1) {
    report(scope, diagnose("unknown-shape", span, { what: "the length of each part" }));
    return null;
  }
  const count = known.length === counts.length ? Math.min(...known) : (counts[0] ?? 0);
  return {
    count,
    length: sequences.find((sequence) => sequence.count === count)?.length ?? intConst(0, span),
    at: (k) => {
      const items = sequences.map((sequence) => sequence.at(k));
      const number = start === null ? null : binary(scope, "add", start, k, span);
      const numbered = number === null ? items : [value(number), ...items];
      return { kind: "tuple", form: "tuple", items: numbered };
    },
  };
}

function reversed(scope: Scope, parts: readonly Known[], span: Span): Sequence | null {
  const [part] = parts;
  const inner = part === undefined ? null : sequenceOf(scope, part, span);
  if (inner === null) return null;
  const { count } = inner;
  if (typeof count !== "number") {
    report(scope, diagnose("unknown-shape", span, { what: "the length of this sequence" }));
    return null;
  }
  return {
    count,
    length: intConst(count, span),
    at: (k) => {
      const last = intConst(count - 1, span);
      const index = binary(scope, "sub", last, k, span);
      return index === null ? knownError : inner.at(index);
    },
  };
}
