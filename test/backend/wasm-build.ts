/** Loops by hand, for tests, and running them on both roads. */
import { compileWasm } from "../../src/backend/wasm/index.ts";
import { apart, argumentsJoined } from "../../src/call/parts.ts";
import type { ArrayDecl, Expr, For, Loops, Origin, Param, ScalarDecl, Stmt } from "../../src/loops/nodes.ts";
import { prepareLoops } from "../../src/loops/program.ts";
import { type Kernel, prepare, RunFault } from "../../src/program/interpret/index.ts";
import type { Program } from "../../src/program/nodes.ts";
import type { BinaryOp, CompareOp, Value } from "../../src/types/operators.ts";
import { allocate, type NDArray, set } from "../../src/types/storage.ts";
import { array, bool, pythonInt, type ScalarType, type Type } from "../../src/types/types.ts";
import { fromWire } from "../numpy/ours.ts";
import type { WireValue } from "../numpy/wire.ts";

export const span = { from: 3, to: 7 };
const origin: Origin = { span, operator: "source" };

export function arr(name: string, element: ScalarType, ...shape: number[]): ArrayDecl {
  return { kind: "array", name, element, shape };
}

export function scalar(name: string, type: ScalarType): ScalarDecl {
  return { kind: "scalar", name, type };
}

export function int(value: Value, type: ScalarType = pythonInt): Expr {
  return { kind: "const", value, type };
}

export function v(name: string, type: ScalarType = pythonInt): Expr {
  return { kind: "var", name, type };
}

export function load(from: ArrayDecl, ...index: Expr[]): Expr {
  return { kind: "load", array: from.name, index, type: from.element, span };
}

export function bin(op: BinaryOp, left: Expr, right: Expr, type: ScalarType = left.type): Expr {
  return { kind: "binary", op, left, right, type, span };
}

export function cmp(op: CompareOp, left: Expr, right: Expr, type: ScalarType = bool): Expr {
  return { kind: "compare", op, left, right, type, span };
}

export function cast(operand: Expr, type: ScalarType, stores = false): Expr {
  return { kind: "cast", operand, type, span, ...(stores ? { stores: true as const } : {}) };
}

export function store(to: ArrayDecl, index: readonly Expr[], value: Expr): Stmt {
  return { kind: "store", array: to.name, index, value, origin };
}

export function assign(target: string, value: Expr): Stmt {
  return { kind: "assign", target, value, origin };
}

export function loop(variable: string, from: Expr | number, to: Expr | number, ...body: Stmt[]): For {
  const expr = (bound: Expr | number): Expr => (typeof bound === "number" ? int(bound) : bound);
  return {
    kind: "for",
    name: variable,
    variable,
    from: expr(from),
    to: expr(to),
    step: 1,
    body,
    attrs: {},
    origin,
  };
}

export function when(condition: Expr, then: readonly Stmt[], otherwise: readonly Stmt[] = []): Stmt {
  return { kind: "if", condition, then, else: otherwise, origin };
}

export function repeat(condition: Expr, ...body: Stmt[]): Stmt {
  return { kind: "while", name: "while", condition, body, origin };
}

export const leave: Stmt = { kind: "break", origin };
export const next: Stmt = { kind: "continue", origin };

export interface Parts {
  readonly params: readonly Param[];
  readonly arrays?: readonly ArrayDecl[];
  readonly scalars?: readonly ScalarDecl[];
  readonly body: readonly Stmt[];
  readonly results?: readonly string[];
}

export function kernel({ params, arrays = [], scalars = [], body, results = [] }: Parts): Loops {
  return { source: { path: "test.py", text: "" }, name: "test", params, arrays, scalars, body, results };
}

export function filled(element: ScalarType, shape: readonly number[], values: readonly Value[]): NDArray {
  const made = allocate(array(element, shape));
  for (const [i, value] of values.entries()) set(made, i, value);
  return made;
}

export type Args = Readonly<Record<string, NDArray | Value>>;

/** What a run leaves: argument arrays and results, or the fault. */
export interface Left {
  readonly args: Readonly<Record<string, unknown>>;
  readonly results: readonly unknown[];
  readonly fault: { readonly code: string; readonly message: string; readonly span: unknown } | null;
}

type Call<R> = (args: ReadonlyMap<string, NDArray | Value>) => R;
type Results = { readonly results: readonly (NDArray | Value)[] };

export function left(runnable: { readonly run: Call<Results> }, args: Args): Left {
  const own = copied(args);
  try {
    return leftOf(own, runnable.run(own));
  } catch (error) {
    return leftByFault(own, error);
  }
}

/** The same for what takes its time. */
export async function leftLater(
  runnable: { readonly run: Call<Promise<Results>> },
  args: Args,
): Promise<Left> {
  const own = copied(args);
  try {
    return leftOf(own, await runnable.run(own));
  } catch (error) {
    return leftByFault(own, error);
  }
}

type Own = ReadonlyMap<string, NDArray | Value>;

function copied(args: Args): Own {
  return new Map(Object.entries(args).map(([name, arg]) => [name, copy(arg)] as const));
}

function leftOf(own: Own, { results }: Results): Left {
  return { args: after(own), results: results.map(plain), fault: null };
}

function leftByFault(own: Own, error: unknown): Left {
  if (!(error instanceof RunFault)) throw error;
  const { code, message, span } = error;
  return { args: after(own), results: [], fault: { code, message, span } };
}

function after(own: Own): Left["args"] {
  return Object.fromEntries([...own].map(([name, arg]) => [name, plain(arg)]));
}

function copy(arg: NDArray | Value): NDArray | Value {
  return typeof arg === "object" ? { type: arg.type, data: arg.data.slice() } : arg;
}

/** Elements as a list that tells -0 from 0 and knows one NaN. */
function plain(arg: NDArray | Value): unknown {
  return typeof arg === "object" ? Array.from(arg.data as ArrayLike<number | bigint>) : arg;
}

/** The same bits, but that NaN is NaN; the same fault. */
export function sameLeft(a: Left, b: Left): boolean {
  return sameValue(a, b);
}

function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const [p, q] = [Object.entries(a), Object.entries(b)];
  return (
    p.length === q.length && p.every(([key, value]) => sameValue(value, (b as Record<string, unknown>)[key]))
  );
}

/** The Program, called as its Loops are: complex numbers in parts. */
export function programInParts(program: Program): Pick<Kernel, "run"> {
  const kernel = prepare(program);
  return { run: (args) => ({ results: kernel.run(argumentsJoined(program, args)).results.map(apart) }) };
}

/** As Loops take them. */
export function argsFromWire(
  wire: Readonly<Record<string, WireValue>>,
  types: ReadonlyMap<string, Type>,
): Args {
  return Object.fromEntries(
    Object.entries(wire).map(([name, value]) => {
      const type = types.get(name);
      if (type === undefined) throw new Error(`no type for ${name}`);
      return [name, apart(fromWire(type, value))];
    }),
  );
}

/** Both roads on copies of the same arguments. */
export async function bothRoads(loops: Loops, args: Args): Promise<{ reference: Left; wasm: Left }> {
  const reference = left(prepareLoops(loops), args);
  const wasm = left(await compileWasm(loops), args);
  return { reference, wasm };
}
