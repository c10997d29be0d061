/** Loops that tell of what they store: the range of values, or how many a fixed type did not hold. They return that alone. */
import { arraysOf } from "../../loops/find.ts";
import type { Assign, Expr, Loops, Origin, ScalarDecl, Stmt } from "../../loops/nodes.ts";
import { mapBodies } from "../../loops/walk.ts";
import { freeName } from "../../program/free_name.ts";
import { formOf } from "../../types/exact.ts";
import { bool, type FixedType, float64, type ScalarType } from "../../types/types.ts";

/** Two results for each name, in their order: the least and the greatest value that was stored. */
export function watchRanges(loops: Loops, names: readonly string[]): Loops {
  return watched(loops, names, () => ({
    kept: [
      { suffix: "low", start: Infinity },
      { suffix: "high", start: -Infinity },
    ],
    update: ([low, high], value) => [binary("min", low ?? value, value), binary("max", high ?? value, value)],
    value: asDouble,
  }));
}

/** Two results for each name: how many values were beyond its type, and how many there were. Rounding is to nearest even. */
export function watchSaturation(loops: Loops, types: ReadonlyMap<string, FixedType>): Loops {
  return watched(loops, [...types.keys()], (name) => {
    const type = types.get(name);
    const [low, high] = type === undefined ? [-Infinity, Infinity] : limitsOf(type);
    return {
      kept: [
        { suffix: "beyond", start: 0 },
        { suffix: "stored", start: 0 },
      ],
      update: ([beyond, stored], value) => {
        const isBeyond: Expr = {
          kind: "logic",
          op: "or",
          left: compare("lt", value, low),
          right: compare("ge", value, high),
          type: bool,
          span,
        };
        const more: Expr = {
          kind: "select",
          condition: isBeyond,
          then: double(1),
          otherwise: double(0),
          type: float64,
          span,
        };
        return [binary("add", beyond ?? more, more), binary("add", stored ?? more, double(1))];
      },
      // What is stored was converted at the end.
      value: (expr) => asDouble(expr.kind === "cast" ? expr.operand : expr),
    };
  });
}

/** A value from `high` on, or below `low`, rounds to one that the type does not have. */
export function limitsOf(type: FixedType): readonly [low: number, high: number] {
  const { width, fraction, signed } = formOf(type);
  const step = 2 ** -fraction;
  const top = 2 ** (signed ? width - 1 : width);
  return [(signed ? -top - 0.5 : -0.5) * step, (top - 0.5) * step];
}

interface Watch {
  readonly kept: readonly { readonly suffix: string; readonly start: number }[];
  readonly value: (stored: Expr) => Expr; // a double
  readonly update: (kept: readonly Expr[], value: Expr) => readonly Expr[];
}

function watched(loops: Loops, names: readonly string[], watchOf: (name: string) => Watch): Loops {
  const taken = new Set([...arraysOf(loops), ...loops.scalars].map(({ name }) => name));
  const fresh = (wish: string): string => {
    const name = freeName(taken, wish);
    taken.add(name);
    return name;
  };
  const watches = new Map(
    names.map((name) => {
      const watch = watchOf(name);
      return [
        name,
        {
          ...watch,
          seen: fresh(`${name}_seen`),
          scalars: watch.kept.map(({ suffix }) => fresh(`${name}_${suffix}`)),
        },
      ];
    }),
  );
  const around = (stmt: Stmt): readonly Stmt[] => {
    const inside = mapBodies(stmt, (body) => body.flatMap(around));
    if (inside.kind !== "store" && inside.kind !== "assign") return [inside];
    const watch = watches.get(inside.kind === "store" ? inside.array : inside.target);
    if (watch === undefined) return [inside];
    const seen: Expr = { kind: "var", name: watch.seen, type: float64 };
    const kept = watch.scalars.map((name): Expr => ({ kind: "var", name, type: float64 }));
    const { origin } = inside;
    const updates = watch.update(kept, seen).map((value, i) => assign(watch.scalars[i] ?? "", value, origin));
    return [assign(watch.seen, watch.value(inside.value), origin), ...updates, inside];
  };
  const body = loops.body.flatMap(around);
  const starts = [...watches.values()].flatMap(({ kept, scalars }) =>
    kept.map(({ start }, i) => assign(scalars[i] ?? "", double(start), nowhere)),
  );
  const results = [...watches.values()].flatMap(({ scalars }) => scalars);
  const declared = [...results, ...[...watches.values()].map(({ seen }) => seen)];
  return {
    ...loops,
    scalars: [
      ...loops.scalars,
      ...declared.map((name): ScalarDecl => ({ kind: "scalar", name, type: float64 })),
    ],
    body: [...starts, ...body],
    results,
  };
}

const span = { from: 0, to: 0 };
const nowhere: Origin = { span, operator: "schedule" };

function assign(target: string, value: Expr, origin: Origin): Assign {
  return { kind: "assign", target, value, origin };
}

function double(value: number): Expr {
  return { kind: "const", value, type: float64 };
}

function asDouble(operand: Expr): Expr {
  const isDouble = (type: ScalarType): boolean =>
    type.kind === "float" && type.exponent === 11 && type.mantissa === 52;
  return isDouble(operand.type) ? operand : { kind: "cast", operand, type: float64, span };
}

function binary(op: "min" | "max" | "add", left: Expr, right: Expr): Expr {
  return { kind: "binary", op, left, right, type: float64, span };
}

function compare(op: "lt" | "ge", left: Expr, right: number): Expr {
  return { kind: "compare", op, left, right: double(right), type: bool, span };
}
