/** The tensors of a network whose numbers are chosen: what is stored as floats, but for what others decide. */
import { arraysOf } from "../../loops/find.ts";
import type { Expr, Loops, Store } from "../../loops/nodes.ts";
import { expressionsIn, expressionsOf, statementsIn } from "../../loops/walk.ts";
import { isParameter } from "../../schedule/declare.ts";
import { floatArrays, scalarNumbers, sumScalars } from "../../schedule/numbers.ts";
import { fixed, type ScalarType } from "../../types/types.ts";

export interface Tensor {
  readonly name: string;
  readonly role: "input" | "weights" | "layer" | "value"; // a value is a scalar inside a layer, such as an exponential
  readonly elements: number;
  readonly copies: readonly string[]; // arrays that hold the same values: padded, transposed
}

export function tensorsOf(loops: Loops): readonly Tensor[] {
  const sums = new Set(sumArrays(loops));
  const names = floatArrays(loops).filter((name) => !sums.has(name));
  const sources = new Map(names.map((name) => [name, sourceOf(loops, name, new Set(names))]));
  const rootOf = (name: string): string => {
    const source = sources.get(name) ?? null;
    return source === null ? name : rootOf(source);
  };
  const arrays = arraysOf(loops).filter(({ name }) => names.includes(name) && rootOf(name) === name);
  return [
    ...arrays.map(
      ({ name, shape, table }): Tensor => ({
        name,
        role: isParameter(loops, name) ? "input" : table === undefined ? "layer" : "weights",
        elements: shape.reduce((product, extent) => product * extent, 1),
        copies: names.filter((other) => other !== name && rootOf(other) === name),
      }),
    ),
    ...openScalars(loops, names).map((name): Tensor => ({ name, role: "value", elements: 1, copies: [] })),
  ];
}

/**
 * Arrays on the way from a sum to what a layer gives: where its bias, its Relu or its Clip is a node of its own. They stay exact,
 * and the last of them is rounded, as if the layer were one. What a network returns is no such array.
 */
export function sumArrays(loops: Loops): readonly string[] {
  const scalars = new Set(sumScalars(loops));
  const tables = new Set(loops.arrays.flatMap(({ name, table }) => (table === undefined ? [] : [name])));
  const stmts = statementsIn(loops.body);
  const all = stmts.flatMap(expressionsOf).flatMap(expressionsIn);
  const found = new Set<string>();
  const isConstant = (expr: Expr): boolean =>
    expr.kind === "const" || (expr.kind === "load" && tables.has(expr.array));
  const isExact = (expr: Expr): boolean =>
    isConstant(expr) ||
    (expr.kind === "var" && scalars.has(expr.name)) ||
    (expr.kind === "load" && found.has(expr.array)) ||
    (isPlain(expr) && isExact(expr.left) && isExact(expr.right));
  // In the order of the network, so that what an array is made of is known.
  for (const { name, element, table } of loops.arrays) {
    if (element.kind !== "float" || table !== undefined || loops.results.includes(name)) continue;
    const isOwn = (expr: Expr): boolean => expr.kind === "load" && expr.array === name;
    const used = all.filter(
      (expr) =>
        isPlain(expr) &&
        ((isOwn(expr.left) && isConstant(expr.right)) || (isOwn(expr.right) && isConstant(expr.left))),
    );
    const stores = stmts.filter((stmt): stmt is Store => stmt.kind === "store" && stmt.array === name);
    const isBetween = used.length > 0 && all.filter(isOwn).length === used.length;
    if (isBetween && stores.length > 0 && stores.every(({ value }) => isExact(value))) found.add(name);
  }
  return [...found];
}

/** What neither rounds nor makes numbers much wider. */
function isPlain(expr: Expr): expr is Extract<Expr, { kind: "binary" }> {
  return expr.kind === "binary" && (expr.op === "add" || expr.op === "max" || expr.op === "min");
}

/** The array that another is a copy of, but for constants around it. */
function sourceOf(loops: Loops, name: string, names: ReadonlySet<string>): string | null {
  const stores = statementsIn(loops.body).filter(
    (stmt): stmt is Store => stmt.kind === "store" && stmt.array === name,
  );
  const sources = new Set(stores.flatMap(({ value }) => sourcesIn(value)));
  const [source = null] = sources;
  return sources.size === 1 && source !== null && source !== name && names.has(source) ? source : null;
}

/** Null among them: something is computed. */
function sourcesIn(value: Expr): readonly (string | null)[] {
  switch (value.kind) {
    case "load":
      return [value.array];
    case "const":
      return value.value === 0 ? [] : [null];
    case "select":
      return [...sourcesIn(value.then), ...sourcesIn(value.otherwise)];
    case "cast":
      return value.implied === true ? sourcesIn(value.operand) : [null];
    default:
      return [null];
  }
}

/** Scalars whose numbers do not follow from those of arrays. */
function openScalars(loops: Loops, arrays: readonly string[]): readonly string[] {
  const some = fixed(16, 8, true, "nearest_even", "saturate");
  const open: string[] = [];
  const types = new Map(arrays.map((name): [string, ScalarType] => [name, some]));
  scalarNumbers(
    loops,
    types,
    (name) => {
      open.push(name);
      return some;
    },
    sumArrays(loops),
  );
  return open;
}
