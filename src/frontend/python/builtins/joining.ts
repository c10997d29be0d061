/** Arrays made of pieces of others: concatenate, stack, tile, roll, pad, take. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Expr } from "../../../program/nodes.ts";
import { elementOf, int64, shapeOf } from "../../../types/types.ts";
import { constantInt, strongType } from "../build.ts";
import { type Argument, type Known, value } from "../known.ts";
import { toStrong } from "../value.ts";
import { type Bound, computes, gives } from "./arguments.ts";
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
  pick,
  rankOf,
  reshape,
  type Site,
  slice,
  staticShape,
  transpose,
  withAxes,
  withDim,
} from "./make.ts";
import { once } from "./once.ts";
import { must, refuse } from "./refusal.ts";
import type { Builtin } from "./registry.ts";

export const joining: Readonly<Record<string, Builtin>> = {
  concatenate: concatenation(),
  concat: concatenation(),
  stack: computes("arrays, axis=0, !out=None, *, !dtype=None, !casting='same_kind'", (call) => {
    const parts = sequence(call, "arrays");
    const axis = call.axis("axis", rankOf(firstOf(parts)) + 1);
    return concat(
      call,
      parts.map((part) => withAxes(call, part, [axis])),
      axis,
    );
  }),
  vstack: computes("tup, *, !dtype=None, !casting='same_kind'", (call) =>
    concat(
      call,
      sequence(call, "tup").map((part) => raised(call, part, 2)),
      0,
    ),
  ),
  hstack: computes("tup, *, !dtype=None, !casting='same_kind'", (call) => {
    const parts = sequence(call, "tup").map((part) => raised(call, part, 1));
    return concat(call, parts, rankOf(firstOf(parts)) === 1 ? 0 : 1);
  }),
  column_stack: computes("tup", (call) =>
    concat(
      call,
      sequence(call, "tup").map((part) => (rankOf(part) === 1 ? withAxes(call, part, [1]) : part)),
      1,
    ),
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
    const rank = Math.max(rankOf(a), reps.length, 1);
    const all = [...Array.from({ length: rank - reps.length }, () => 1), ...reps];
    return all.reduce<Expr>(
      (x, times, axis) =>
        times === 1
          ? x
          : concat(
              call,
              Array.from({ length: times }, () => x),
              axis,
            ),
      copy(call, raised(call, a, rank)),
    );
  }),
  repeat: computes("a, repeats, axis=None", (call) => {
    const whole = call.array("a");
    const a = call.given("axis") ? whole : flat(call, raised(call, whole, 1));
    const axis = call.given("axis") ? call.axis("axis", rankOf(a)) : 0;
    const times = call.integer("repeats");
    const shape = staticShape(call, a);
    const spread = copy(call, withAxes(call, a, [axis + 1]), [
      ...shape.slice(0, axis + 1),
      times,
      ...shape.slice(axis + 1),
    ]);
    return reshape(
      call,
      spread,
      shape.map((extent, k) => (k === axis ? extent * times : extent)),
    );
  }),
  roll: computes("a, shift, axis=None", (call) => {
    const a = call.array("a");
    if (!call.given("axis")) {
      const line = rolled(call, flat(call, a), call.scalar("shift"), 0);
      return reshape(call, line, staticShape(call, a));
    }
    const axes = call.integers("axis").map((axis) => (axis < 0 ? axis + rankOf(a) : axis));
    if (axes.length === 1) return rolled(call, a, call.scalar("shift"), call.axis("axis", rankOf(a)));
    call.axes("axis", rankOf(a));
    const shifts = call.integers("shift");
    return axes.reduce((x, axis, k) => rolledBy(call, x, shifts[k] ?? shifts[0] ?? 0, axis), a);
  }),
  pad: computes("array, pad_width, mode='constant', constant_values=0", (call) => {
    const mode = call.text("mode");
    if (mode !== "constant") {
      refuse(
        call.scope,
        diagnose("argument-value", call.argument("mode").span, {
          fn: call.name,
          name: "mode",
          expected: "'constant'",
          found: `'${mode}'`,
        }),
      );
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
    const parts = sequence(call, "arrays");
    if (call.argument("axis").known.kind === "none")
      return concat(
        call,
        parts.map((part) => flat(call, part)),
        0,
      );
    const axis = call.axis("axis", rankOf(firstOf(parts)));
    return concat(call, parts, axis);
  });
}

/** The arrays of a tuple or list, or the rows of an array, with one element type. */
function sequence<N extends string>(call: Bound<N>, name: NoInfer<N>): readonly Expr[] {
  const { known, span } = call.argument(name);
  const items = known.kind === "tuple" ? known.items : rowsOf(call, call.argument(name));
  if (items.length === 0) refuse(call.scope, diagnose("empty-array", span, {}));
  return alike(
    call,
    items.map((item) => must(toStrong(call.scope, item, span))),
  );
}

function rowsOf(at: Site, argument: Argument): readonly Known[] {
  const a = must(toStrong(at.scope, argument.known, argument.span));
  const [rows = 0] = staticShape(at, a);
  return Array.from({ length: rows }, (_, k) => value(pick(at, a, 0, constant(at, k, int64))));
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

function padded(at: Site, a: Expr, axis: number, before: number, after: number, content: Expr): Expr {
  const margin = (width: number) => fill(at, content, withDim(shapeOf(a.type), axis, width).map(Number));
  const parts = [...(before > 0 ? [margin(before)] : []), a, ...(after > 0 ? [margin(after)] : [])];
  return parts.length === 1 ? copy(at, a) : concat(at, parts, axis);
}
