/** Small random kernels: nests of two or three loops with affine accesses, bounds and conditions. */
import type {
  ArrayDecl,
  Expr,
  For,
  If,
  Load,
  Loops,
  Origin,
  ScalarDecl,
  Stmt,
  Store,
} from "../../src/loops/nodes.ts";
import { allocate, type NDArray, set } from "../../src/types/storage.ts";
import { array, int32, pythonBool, pythonInt } from "../../src/types/types.ts";

const span = { from: 0, to: 0 };
export const origin: Origin = { span, operator: "source" };

// Building by hand

export const num = (value: number): Expr => ({ kind: "const", value, type: pythonInt });
export const index = (name: string): Expr => ({ kind: "var", name, type: pythonInt });
export const value = (name: string): Expr => ({ kind: "var", name, type: int32 });

export function arith(op: "add" | "sub" | "mul" | "floordiv" | "mod" | "min", left: Expr, right: Expr): Expr {
  return { kind: "binary", op, left, right, type: left.type, span };
}

export function load(name: string, ...at: readonly Expr[]): Load {
  return { kind: "load", array: name, index: at, type: int32, span };
}

export function store(name: string, at: readonly Expr[], stored: Expr): Store {
  return { kind: "store", array: name, index: at, value: stored, origin };
}

export function assign(target: string, assigned: Expr): Stmt {
  return { kind: "assign", target, value: assigned, origin };
}

export function loop(
  name: string,
  from: Expr | number,
  to: Expr | number,
  body: readonly Stmt[],
  step = 1,
): For {
  const bound = (one: Expr | number): Expr => (typeof one === "number" ? num(one) : one);
  return {
    kind: "for",
    name,
    variable: name,
    from: bound(from),
    to: bound(to),
    step,
    body,
    attrs: {},
    origin,
  };
}

export function compare(op: "eq" | "ne" | "lt" | "le" | "gt" | "ge", left: Expr, right: Expr): Expr {
  return { kind: "compare", op, left, right, type: pythonBool, span };
}

export function when(condition: Expr, then: readonly Stmt[], otherwise: readonly Stmt[] = []): If {
  return { kind: "if", condition, then, else: otherwise, origin };
}

export function kernel(
  arrays: Readonly<Record<string, readonly number[]>>,
  body: readonly Stmt[],
  scalars: readonly string[] = [],
): Loops {
  const params = Object.entries(arrays).map(
    ([name, shape]): ArrayDecl => ({ kind: "array", name, element: int32, shape }),
  );
  const locals = scalars.map((name): ScalarDecl => ({ kind: "scalar", name, type: int32 }));
  const source = { path: "kernel.py", text: "" };
  return { source, name: "kernel", params, arrays: [], scalars: locals, body, results: [] };
}

/** Argument arrays filled with different numbers. */
export function argumentsOf(loops: Loops): Map<string, NDArray> {
  const args = new Map<string, NDArray>();
  for (const param of loops.params) {
    if (param.kind !== "array") continue;
    const nd = allocate(array(param.element, param.shape));
    for (let at = 0; at < nd.data.length; at++) set(nd, at, ((at * 7919) % 1009) + 1);
    args.set(param.name, nd);
  }
  return args;
}

// Random ones

export type Random = (below: number) => number;

/** mulberry32. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
  };
}

interface Known {
  readonly name: string;
  readonly low: number;
  readonly high: number; // included
}

export interface NestOptions {
  readonly depth: number;
  readonly perfect: boolean;
}

const names = ["i", "j", "k", "l", "m", "n"];

/** One nest over `names` from `first` on. */
export function randomNest(
  random: Random,
  { depth, perfect }: NestOptions,
  first = 0,
  outer: readonly Known[] = [],
): For {
  const name = names[first] ?? "z";
  const { from, to, known } = randomBounds(random, name, outer);
  const step = random(6) === 0 ? 2 : 1;
  const scope = [...outer, known];
  const statements = (): Stmt[] =>
    Array.from({ length: 1 + random(2) }, () => randomStatement(random, scope));
  if (depth === 1) return loop(name, from, to, statements(), step);
  const inner = randomNest(random, { depth: depth - 1, perfect }, first + 1, scope);
  const before = !perfect && random(2) === 0 ? statements() : [];
  const after = !perfect && random(2) === 0 ? statements() : [];
  return loop(name, from, to, [...before, inner, ...after], step);
}

function randomBounds(
  random: Random,
  name: string,
  outer: readonly Known[],
): { from: Expr; to: Expr; known: Known } {
  const other = outer[random(outer.length + 1)];
  const low = random(3);
  const length = random(12) === 0 ? 0 : 1 + random(4);
  if (other === undefined || random(2) === 0) {
    return { from: num(low), to: num(low + length), known: { name, low, high: low + length - 1 } };
  }
  if (random(2) === 0) {
    // from an outer variable up to a constant
    const high = other.low + length + random(3);
    return { from: index(other.name), to: num(high), known: { name, low: other.low, high: high - 1 } };
  }
  const more = random(3);
  return {
    from: num(low),
    to: arith("add", index(other.name), num(more)),
    known: { name, low, high: other.high + more - 1 },
  };
}

function randomStatement(random: Random, scope: readonly Known[]): Stmt {
  const write = randomStore(random, scope);
  if (random(4) !== 0) return write;
  const ops = ["eq", "ne", "lt", "le", "gt", "ge"] as const;
  const some = (): Known => scope[random(scope.length)] ?? { name: "i", low: 0, high: 0 };
  const right = random(2) === 0 ? num(random(4)) : arith("add", index(some().name), num(random(3) - 1));
  const condition = compare(ops[random(6)] ?? "lt", index(some().name), right);
  return when(condition, [write], random(2) === 0 ? [randomStore(random, scope)] : []);
}

/** `a[..] = 1 - a[..] - b[..]`: no accumulation, whose order may be free. */
function randomStore(random: Random, scope: readonly Known[]): Store {
  const one = randomAccess(random, scope);
  const reads = Array.from({ length: random(3) }, () => randomAccess(random, scope));
  const stored = reads.reduce<Expr>((sum, { name, at }) => arith("sub", sum, load(name, ...at)), {
    kind: "const",
    value: 1,
    type: int32,
  });
  return store(one.name, one.at, stored);
}

export const shapes = { a: [48], b: [24, 24] };

function randomAccess(random: Random, scope: readonly Known[]): { name: "a" | "b"; at: Expr[] } {
  if (random(3) === 0) {
    return { name: "b", at: [randomIndex(random, scope, 1), randomIndex(random, scope, 1)] };
  }
  return { name: "a", at: [randomIndex(random, scope, 2)] };
}

/** Affine in the variables, 0 or more; now and then a quotient or remainder of such. */
function randomIndex(random: Random, scope: readonly Known[], steepest: number): Expr {
  let low = 0;
  let sum: Expr | null = null;
  for (const { name, low: least, high } of scope) {
    const coefficient = random(3) === 0 ? 0 : random(2 * steepest + 1) - steepest;
    if (coefficient === 0) continue;
    low += Math.min(coefficient * least, coefficient * Math.max(high, least));
    const term = coefficient === 1 ? index(name) : arith("mul", num(coefficient), index(name));
    sum = sum === null ? term : arith("add", sum, term);
  }
  const shift = random(3) - low;
  const affine = sum === null ? num(shift) : arith("add", sum, num(shift));
  if (random(12) === 0) return arith("floordiv", affine, num(2));
  return random(12) === 0 ? arith("mod", affine, num(3)) : affine;
}
