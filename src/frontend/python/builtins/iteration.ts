/** What a `for` goes over: range with its customisations, enumerate, zip, reversed. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Expr } from "../../../program/nodes.ts";
import { printType } from "../../../types/print.ts";
import { pythonInt } from "../../../types/types.ts";
import { constantInt } from "../build.ts";
import { type Argument, describe, type KnownRange } from "../known.ts";
import { toNumber } from "../value.ts";
import { type Bound, gives } from "./arguments.ts";
import { cast, int } from "./make.ts";
import { isInteger } from "./math.ts";
import { must, refuse } from "./refusal.ts";
import type { Builtin, CallSite } from "./registry.ts";

export const iteration: Readonly<Record<string, Builtin>> = {
  range: gives("stop, *rest", (call) => {
    const bounds = [call.argument("stop"), ...call.rest("rest")];
    if (bounds.length > 3) {
      refuse(
        call.scope,
        diagnose("too-many-arguments", call.span, { fn: call.name, most: 3, found: bounds.length }),
      );
    }
    const [a, b, c] = bounds.map((bound) => index(call, bound));
    const step = c ?? int(call, 1);
    if (constantInt(step) === 0) refuse(call.scope, diagnose("zero-step", step.span, {}));
    const [from, to] = b === undefined ? [int(call, 0), a ?? int(call, 0)] : [a ?? int(call, 0), b];
    return { kind: "range", from, to, step, pipeline: null, unroll: null, parallel: false };
  }),
  enumerate: gives("iterable, start=0", (call) => ({
    kind: "zip",
    form: "enumerate",
    parts: [call.argument("iterable").known],
    start: index(call, call.argument("start")),
  })),
  zip: gives("*iterables, !strict=False", (call) => ({
    kind: "zip",
    form: "zip",
    parts: call.rest("iterables").map((part) => part.known),
    start: null,
  })),
  reversed: gives("sequence, /", (call) => ({
    kind: "zip",
    form: "reversed",
    parts: [call.argument("sequence").known],
    start: null,
  })),
};

/** `range(n).pipeline()`, `range(n).unroll(4)`, `range(n).parallel()`: recorded for the schedule. */
export const rangeMethods: Readonly<Record<string, Builtin>> = {
  pipeline: gives("self, ii=None", (call) => {
    const ii = count(call, "ii");
    return { ...rangeOf(call), pipeline: ii === null ? {} : { ii } };
  }),
  unroll: gives("self, factor=None", (call) => {
    const factor = count(call, "factor");
    return { ...rangeOf(call), unroll: factor === null ? {} : { factor } };
  }),
  parallel: gives("self", (call) => ({ ...rangeOf(call), parallel: true })),
};

function rangeOf<N extends string>(call: Bound<N | "self">): KnownRange {
  const { known } = call.argument("self");
  if (known.kind !== "range") throw new Error("a method of range has a range");
  return known;
}

/** A positive number known when compiling, or null when it is left to the tools. */
function count<N extends string>(call: Bound<N>, name: NoInfer<N>): number | null {
  return call.given(name) ? call.atLeast(name, 1) : null;
}

/** A bound: any integer, as a Python int. */
function index(call: CallSite, { known, span }: Argument): Expr {
  const x = must(toNumber(call.scope, known, span));
  if (x.type.kind !== "array" && isInteger(x)) return cast(call, x, pythonInt);
  return refuse(
    call.scope,
    diagnose("bad-index", span, { what: `a bound of \`${call.name}\``, found: describe(known, printType) }),
  );
}
