/**
 * Other numbers for all of a kernel: types for its arrays, and what follows from them for its scalars.
 *
 *     const steps = numberSteps(new Map([["x", fixed(8, 8)], ["conv1.weight", fixed(8, 1)], ["conv1", fixed(8, 4)]]));
 *
 * A sum of fixed values is exact: it gets the bits that all its terms add up to at most, so that nothing overflows and
 * the only rounding is where a layer's output is stored.
 */
import { stepOf } from "../loops/analysis/range/counters.ts";
import { arraysOf } from "../loops/find.ts";
import type { Assign, Expr, Loops } from "../loops/nodes.ts";
import { statementsIn } from "../loops/walk.ts";
import { typeOfRange } from "../types/exact_range.ts";
import { printType } from "../types/print.ts";
import { type FixedType, fixed, float64, type ScalarType } from "../types/types.ts";
import { isParameter } from "./declare.ts";
import { gridsOf } from "./exact/analyse.ts";
import type { Applied } from "./primitive.ts";
import { retype } from "./retype.ts";
import type { Schedule } from "./schedule.ts";

export type NumberTypes = ReadonlyMap<string, ScalarType>;

/** Types of arrays, arguments and scalars, applied as one change. */
export function withNumbers(loops: Loops, types: NumberTypes): Applied {
  const [read, stored] = [true, false].map(
    (is) => new Map([...types].filter(([name]) => isParameter(loops, name) === is)),
  );
  return retype(loops, stored ?? new Map(), read);
}

/** The same as steps, those of one type in one line. */
export function numberSteps(types: NumberTypes): Schedule {
  const byType = new Map<string, string[]>();
  for (const [name, type] of types) {
    const text = printType(type);
    byType.set(text, [...(byType.get(text) ?? []), name]);
  }
  return [...byType].map(([to, targets]) => ({ primitive: "quantize", args: { targets, to } }));
}

/** Floats of a kernel that could be other numbers. */
export function floatArrays(loops: Loops): readonly string[] {
  return arraysOf(loops).flatMap(({ name, element }) => (element.kind === "float" ? [name] : []));
}

export function floatScalars(loops: Loops): readonly string[] {
  return loops.scalars.flatMap(({ name, type }) => (type.kind === "float" ? [name] : []));
}

/** One type for everything. Floats are rounded after each operation; fixed values where they are stored, sums being exact. */
export function uniformNumbers(loops: Loops, type: ScalarType): NumberTypes {
  const arrays = new Map(floatArrays(loops).map((name) => [name, type] as const));
  if (type.kind !== "fixed")
    return new Map([...arrays, ...floatScalars(loops).map((name) => [name, type] as const)]);
  return new Map([...arrays, ...scalarNumbers(loops, arrays, () => type)]);
}

/**
 * Types of the scalars, and of `sumArrays`, where other arrays have those types: of what is never rounded the
 * least that hold all it can be; of the largest or smallest of some values, theirs; of anything else what `open` says, if
 * it says anything.
 */
export function scalarNumbers(
  loops: Loops,
  arrays: NumberTypes,
  open: (scalar: string) => ScalarType | null,
  sumArrays: readonly string[] = [],
): NumberTypes {
  const scalars = [...floatScalars(loops), ...sumArrays];
  const known = new Map<string, ScalarType>();
  const derive = (): void => {
    const found = derivedFrom(loops, arrays, known, scalars);
    for (const [name, type] of found) known.set(name, type);
    if (found.size > 0) derive();
  };
  derive();
  const sums = new Set([...sumScalars(loops), ...sumArrays]);
  for (const name of scalars) {
    const type = known.has(name) || sums.has(name) ? null : open(name);
    if (type !== null) known.set(name, type);
  }
  derive(); // sums of those
  return known;
}

/** Scalars that something is added to. */
export function sumScalars(loops: Loops): readonly string[] {
  return assignments(loops).flatMap((stmt) => (stepOf(stmt) === null ? [] : [stmt.target]));
}

function assignments(loops: Loops): readonly Assign[] {
  return statementsIn(loops.body).filter((stmt) => stmt.kind === "assign");
}

/** In double every sum of such terms is exact, and its range is what it takes. */
function derivedFrom(
  loops: Loops,
  arrays: NumberTypes,
  known: NumberTypes,
  scalars: readonly string[],
): NumberTypes {
  const wide = scalars.filter((name) => !known.has(name)).map((name) => [name, float64] as const);
  const applied = withNumbers(withoutTables(loops, arrays), new Map([...arrays, ...known, ...wide]));
  if (!applied.ok) return new Map();
  const { names } = gridsOf(applied.loops, new Set());
  return new Map(
    wide.flatMap(([name]) => {
      const grid = names.get(name);
      const type = grid === undefined ? extremeOf(applied.loops, name) : typeOfRange(grid, false);
      if (type === null || (type.kind !== "fixed" && type.kind !== "int")) return [];
      return [[name, type.kind === "int" ? fixed(type.bits, type.bits, type.signed) : type] as const];
    }),
  );
}

/** Whatever its elements are, they are of the new type. */
function withoutTables(loops: Loops, arrays: NumberTypes): Loops {
  return {
    ...loops,
    arrays: loops.arrays.map(({ table, ...decl }) =>
      table === undefined || arrays.has(decl.name) ? decl : { ...decl, table },
    ),
  };
}

/** `m = -inf`, then `m = max(m, x)` again and again: the type of x, whose least value stands for the infinity. */
function extremeOf(loops: Loops, name: string): FixedType | null {
  const all = assignments(loops).filter(({ target }) => target === name);
  let type: FixedType | null = null;
  for (const { value } of all) {
    if (value.kind === "const" && !Number.isFinite(Number(value.value))) continue;
    const other =
      value.kind === "binary" && (value.op === "max" || value.op === "min") ? otherThan(value, name) : null;
    const own = other === null ? null : typeBehind(other);
    if (
      own?.kind !== "fixed" ||
      (type !== null && printType(type) !== printType({ ...own, overflow: "saturate" }))
    )
      return null;
    type = { ...own, overflow: "saturate" };
  }
  return type;
}

function otherThan({ left, right }: Extract<Expr, { kind: "binary" }>, name: string): Expr | null {
  const isSelf = (expr: Expr): boolean => expr.kind === "var" && expr.name === name;
  return isSelf(left) ? right : isSelf(right) ? left : null;
}

function typeBehind(expr: Expr): ScalarType {
  return expr.kind === "cast" && expr.implied === true ? typeBehind(expr.operand) : expr.type;
}
