/** Arrays made of pieces of others: concatenate, stack, tile, roll, pad, take. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Expr } from "../../../program/nodes.ts";
import { printType } from "../../../types/print.ts";
import { elementOf, int64, isInteger, shapeOf } from "../../../types/types.ts";
import { constantInt, strongType } from "../build.ts";
import { type Known, value } from "../known.ts";
import { toStrong } from "../value.ts";
import { type Bound, computes, gives, rejectValue } from "./arguments.ts";
import {
  alike,
  binary,
  cast,
  concat,
  constant,
  copy,
  counting,
  fill,
  flat,
  gather,
  limitSize,
  pick,
  rankOf,
  reshape,
  type Site,
  slice,
  staticShape,
  table,
  transpose,
  withAxes,
  withDim,
} from "./make.ts";
import { once } from "./once.ts";
import { paddedPositions } from "./pad_modes.ts";
import { must, refuse } from "./refusal.ts";
import type { Builtin } from "./registry.ts";

export const joining: Readonly<Record<string, Builtin>> = {
  concatenate: concatenation(),
  concat: concatenation(),
  stack: computes("arrays, axis=0, !out=None, *, !dtype=None, !casting='same_kind'", (call) =>
    joined(call, "arrays", "stack", (parts) => {
      const axis = call.axis("axis", rankOf(firstOf(parts)) + 1);
      const raisedParts = parts.map((part) => withAxes(call, part, [axis]));
      return concat(call, raisedParts, axis);
    }),
  ),
  vstack: computes("tup, *, !dtype=None, !casting='same_kind'", (call) =>
    joined(call, "tup", "vstack", (parts) => {
      const rows = parts.map((part) => raised(call, part, 2));
      return concat(call, rows, 0);
    }),
  ),
  hstack: computes("tup, *, !dtype=None, !casting='same_kind'", (call) =>
    joined(call, "tup", "hstack", (parts) => {
      const columns = parts.map((part) => raised(call, part, 1));
      return concat(call, columns, rankOf(firstOf(columns)) === 1 ? 0 : 1);
    }),
  ),
  column_stack: computes("tup", (call) =>
    joined(call, "tup", "column_stack", (parts) => {
      const columns = parts.map((part) => (rankOf(part) === 1 ? withAxes(call, part, [1]) : part));
      return concat(call, columns, 1);
    }),
  ),
  append: computes("arr, values, axis=None", (call) => {
    const parts = alike(call, [call.array("arr"), call.array("values")]);
    if (call.given("axis")) return concat(call, parts, call.axis("axis", rankOf(firstOf(parts))));
    return concat(
      call,
      parts.map((part) => flat(call, raised(call, part, 1))),
      0,
    );
  }),
  tile: computes("A, reps", (call) => {
    const a = call.array("A");
    const reps = call.integers("reps");
    const negative = reps.find((times) => times < 0);
    if (negative !== undefined) rejectValue(call, "reps", "0 or more", String(negative));
    const rank = Math.max(rankOf(a), reps.length, 1);
    const all = [...Array.from({ length: rank - reps.length }, () => 1), ...reps];
    const repeated = all.reduce(
      (x, times, axis) => repeatedAlong(call, x, axis, axis, times),
      raised(call, a, rank),
    );
    return copy(call, repeated);
  }),
  repeat: computes("a, repeats, axis=None", (call) => {
    const whole = call.array("a");
    const a = call.given("axis") ? whole : flat(call, raised(call, whole, 1));
    const axis = call.given("axis") ? call.axis("axis", rankOf(a)) : 0;
    return copy(call, repeatedAlong(call, a, axis, axis + 1, call.atLeast("repeats", 0)));
  }),
  roll: computes("a, shift, axis=None", (call) => {
    const a = call.array("a");
    if (!call.given("axis")) {
      const line = rolled(call, flat(call, a), shiftOf(call), 0);
      return reshape(call, line, staticShape(call, a));
    }
    const axes = call.integers("axis").map((axis) => (axis < 0 ? axis + rankOf(a) : axis));
    if (axes.length === 1) return rolled(call, a, shiftOf(call), call.axis("axis", rankOf(a)));
    call.axes("axis", rankOf(a));
    const shifts = call.integers("shift");
    return axes.reduce((x, axis, k) => rolledBy(call, x, shifts[k] ?? shifts[0] ?? 0, axis), a);
  }),
  pad: computes("array, pad_width, mode='constant', constant_values=0", (call) => {
    const mode = call.text("mode");
    const repeated = mode === "constant" ? null : repeating(call, mode);
    if (repeated !== null) return repeated;
    if (mode !== "constant") {
      rejectValue(call, "mode", "'constant', 'edge', 'reflect', 'symmetric' or 'wrap'", `'${mode}'`);
    }
    const a = call.array("array");
    staticShape(call, a);
    const content = cast(call, call.scalar("constant_values"), elementOf(a.type));
    return padWidths(call, rankOf(a)).reduce(
      (x, [before, after], axis) => padded(call, x, axis, before, after, content),
      a,
    );
  }),
  take: computes("a, indices, axis=None, !out=None, !mode='raise'", (call) => {
    const whole = call.array("a");
    const a = call.given("axis") ? whole : flat(call, whole);
    const axis = call.given("axis") ? call.axis("axis", rankOf(a)) : 0;
    const index = call.operand("indices");
    return rankOf(index) === 0 ? pick(call, a, axis, index) : gather(call, a, index, axis);
  }),
  meshgrid: gives("*xi, indexing='xy', !sparse=False, !copy=True", (call) => {
    const axes = call.rest("xi").map((argument) => must(toStrong(call.scope, argument.known, argument.span)));
    const xy = call.text("indexing") === "xy" && axes.length > 1;
    const shape = axes.map((axis) => staticShape(call, flat(call, axis))[0] ?? 1);
    const grids = axes.map((axis, k) => {
      const others = shape.map((_, place) => place).filter((place) => place !== k);
      const grid = copy(call, withAxes(call, flat(call, axis), others), shape);
      return xy
        ? copy(
            call,
            transpose(
              call,
              grid,
              shape.map((_, p) => (p === 0 ? 1 : p === 1 ? 0 : p)),
            ),
          )
        : grid;
    });
    return { kind: "tuple", form: "tuple", items: grids.map((grid) => value(grid)) };
  }),
};

function concatenation(): Builtin {
  return computes("arrays, axis=0, !out=None, *, !dtype=None, !casting='same_kind'", (call) => {
    const axis = call.argument("axis").known;
    if (axis.kind === "value" && axis.expr.type.kind === "array") {
      const expected = `one tuple of arrays, as in \`${call.name}((a, b))\``;
      const facts = { fn: call.name, name: "arrays", expected, found: "several arguments" };
      refuse(call.scope, diagnose("argument-type", call.span, facts));
    }
    return joined(call, "arrays", "concatenate", (parts) => {
      if (call.argument("axis").known.kind !== "none") {
        return concat(call, parts, call.axis("axis", rankOf(firstOf(parts))));
      }
      const lines = parts.map((part) => flat(call, part));
      return concat(call, lines, 0);
    });
  });
}

/** `body` of the arrays of a tuple or list, or of the rows of an array, all with one element type. */
function joined<N extends string>(
  call: Bound<N>,
  name: NoInfer<N>,
  fn: string,
  body: (parts: readonly Expr[]) => Expr,
): Expr {
  const { known, span } = call.argument(name);
  if (known.kind === "tuple") {
    if (known.items.length === 0) refuse(call.scope, diagnose("empty-array", span, {}));
    const parts = known.items.map((item) => must(toStrong(call.scope, item, span)));
    return body(alike(call, parts));
  }
  const whole = must(toStrong(call.scope, known, span));
  const [rows = 0] = staticShape(call, whole);
  if (rows === 0) refuse(call.scope, diagnose("empty-array", span, {}));
  limitSize(call, [rows], true);
  const options = [...call.keywords.values(), ...call.args.slice(1)];
  const key = options.map(({ known }) => (known.kind === "value" ? constantInt(known.expr) : known.kind));
  return once(call, fn, key.join(), [whole], ([a = whole]) =>
    body(Array.from({ length: rows }, (_, k) => pick(call, a, 0, constant(call, k, int64)))),
  );
}

/** Copies one after the other along `axis`: whole (the new axis before it) or each element (behind it). */
function repeatedAlong(at: Site, a: Expr, axis: number, place: number, times: number): Expr {
  if (times === 1) return a;
  const shape = staticShape(at, a);
  const spread = copy(at, withAxes(at, a, [place]), [...shape.slice(0, place), times, ...shape.slice(place)]);
  const merged = shape.map((extent, k) => (k === axis ? extent * times : extent));
  return reshape(at, spread, merged);
}

function firstOf(parts: readonly Expr[]): Expr {
  const [first] = parts;
  if (first === undefined) throw new Error("an empty sequence was refused before");
  return first;
}

/** With leading axes of extent 1 up to this rank. */
function raised(at: Site, a: Expr, rank: number): Expr {
  const missing = rank - rankOf(a);
  return missing <= 0
    ? a
    : withAxes(
        at,
        a,
        Array.from({ length: missing }, (_, k) => k),
      );
}

/** By a shift known now, or when it runs: position i comes from (i - shift) mod n. */
function shiftOf(call: Bound<"shift">): Expr {
  const shift = call.scalar("shift");
  const type = elementOf(shift.type);
  if (isInteger(type) || type.kind === "bool") return shift;
  return rejectValue(call, "shift", "an integer", printType(type));
}

function rolled(at: Site, a: Expr, shift: Expr, axis: number): Expr {
  const constantShift = constantInt(shift);
  if (constantShift !== null) return rolledBy(at, a, constantShift, axis);
  const n = staticShape(at, a)[axis] ?? 1;
  const from = binary(at, "sub", counting(at, n), cast(at, shift, strongType(elementOf(shift.type))));
  return gather(at, a, binary(at, "mod", from, constant(at, n, int64)), axis);
}

function rolledBy(at: Site, whole: Expr, shift: number, axis: number): Expr {
  const n = staticShape(at, whole)[axis] ?? 1;
  const by = n === 0 ? 0 : ((shift % n) + n) % n;
  if (by === 0) return copy(at, whole);
  return once(at, "roll", `${shift} ${axis}`, [whole], ([a = whole]) =>
    concat(at, [slice(at, a, axis, n - by, n), slice(at, a, axis, 0, n - by)], axis),
  );
}

/** One width, (before, after), or a pair an axis. */
function padWidths(call: Bound<"pad_width">, rank: number): readonly (readonly [number, number])[] {
  const { known, span } = call.argument("pad_width");
  const bad = (): never =>
    refuse(
      call.scope,
      diagnose("argument-type", span, {
        fn: call.name,
        name: "pad_width",
        expected: `an integer, a pair, or ${rank} pairs of constants`,
        found: "something else",
      }),
    );
  const pair = (item: Known): readonly [number, number] => {
    const numbers = (item.kind === "tuple" ? item.items : [item]).map((x) =>
      x.kind === "value" ? constantInt(x.expr) : null,
    );
    const [before, after = before] = numbers;
    if (
      before === null ||
      before === undefined ||
      after === null ||
      after === undefined ||
      numbers.length > 2
    )
      return bad();
    return before < 0 || after < 0 ? bad() : [before, after];
  };
  const nested = known.kind === "tuple" && known.items.some((item) => item.kind === "tuple");
  if (!nested || known.kind !== "tuple") return Array.from({ length: rank }, () => pair(known));
  const pairs = known.items.map(pair);
  const [only] = pairs;
  if (pairs.length === 1 && only !== undefined) return Array.from({ length: rank }, () => only);
  return pairs.length === rank ? pairs : bad();
}

/** Margins of elements that are there; null for another mode. */
function repeating(call: Bound<"array" | "pad_width">, mode: string): Expr | null {
  const a = call.array("array");
  const shape = staticShape(call, a);
  const widths = padWidths(call, rankOf(a));
  const places = widths.map(([before, after], axis) =>
    paddedPositions(mode, shape[axis] ?? 1, before, after),
  );
  if (places.some((along) => along === null)) return null;
  return places.reduce<Expr>(
    (x, along, axis) => gather(call, x, table(call, along ?? [], int64, [along?.length ?? 0]), axis),
    a,
  );
}

function padded(at: Site, a: Expr, axis: number, before: number, after: number, content: Expr): Expr {
  const margin = (width: number) => fill(at, content, withDim(shapeOf(a.type), axis, width).map(Number));
  const parts = [...(before > 0 ? [margin(before)] : []), a, ...(after > 0 ? [margin(after)] : [])];
  return parts.length === 1 ? copy(at, a) : concat(at, parts, axis);
}
