/** Plans, written by hand. */
import type { Span } from "../../../src/diagnostics/diagnostic.ts";
import type { CoreOp } from "../../../src/hardware/cores/core.ts";
import type {
  BankOf,
  Banks,
  Block,
  Bound,
  CircuitPlan,
  Forward,
  Graph,
  Level,
  Op,
  OpId,
  Order,
  Pipeline,
  Repeat,
  Storage,
} from "../../../src/synthesis/plan/nodes.ts";
import { toBits } from "../../../src/types/bits.ts";
import { bool, exactInt, type ScalarType } from "../../../src/types/types.ts";

export const span: Span = { from: 0, to: 0 };
export const u = (bits: number): ScalarType => exactInt(bits, false);
export const s = (bits: number): ScalarType => exactInt(bits, true);

export interface AccessOptions {
  readonly bank?: number | { readonly nth: OpId; readonly among: Banks };
  readonly predicate?: OpId;
}

export interface Writer {
  constant(type: ScalarType, value: number): OpId;
  read(register: string, type: ScalarType): OpId;
  counter(level: number, type: ScalarType): OpId;
  compute(op: CoreOp, type: ScalarType, ...operands: readonly OpId[]): OpId;
  load(storage: string, type: ScalarType, address: OpId, options?: AccessOptions): OpId;
  store(storage: string, address: OpId, value: OpId, options?: AccessOptions): OpId;
  write(register: string, value: OpId): OpId;
  exit(condition: OpId): OpId;
  watch(condition: OpId, check: number, value?: OpId): OpId;
  order(order: Order): void;
  forward(forward: Forward): void;
}

/** Reads and writes of one register are put in order by themselves; accesses to arrays are not. */
export function graphOf(fill: (g: Writer) => void): Graph {
  const ops: Op[] = [];
  const orders: Order[] = [];
  const forwards: Forward[] = [];
  const push = (op: Op): OpId => ops.push(op) - 1;
  const typeOf = (id: OpId): ScalarType => (ops[id] as Op).type;
  const bankOf = (bank: AccessOptions["bank"]): BankOf =>
    typeof bank === "object" ? { kind: "dynamic", ...bank } : { kind: "static", bank: bank ?? 0 };
  fill({
    constant: (type, value) => push({ kind: "const", type, bits: toBits(type, BigInt(value)), span }),
    read: (register, type) => push({ kind: "read", register, type, span }),
    counter: (level, type) => push({ kind: "counter", level, type, span }),
    compute: (op, type, ...operands) => push({ kind: "compute", op, type, operands, span }),
    load: (storage, type, address, { bank } = {}) =>
      push({ kind: "load", storage, type, address, bank: bankOf(bank), predicate: null, span }),
    store: (storage, address, value, { bank, predicate } = {}) =>
      push({
        kind: "store",
        storage,
        type: typeOf(value),
        address,
        value,
        bank: bankOf(bank),
        predicate: predicate ?? null,
        span,
      }),
    write: (register, value) => push({ kind: "write", register, type: typeOf(value), value, span }),
    exit: (condition) => push({ kind: "exit", type: bool, condition, span }),
    watch: (condition, check, value) => {
      const told = value === undefined ? {} : { value };
      return push({ kind: "watch", type: bool, condition, check, span, ...told });
    },
    order: (order) => void orders.push(order),
    forward: (forward) => void forwards.push(forward),
  });
  for (const [first, one] of ops.entries()) {
    for (const [second, other] of ops.entries()) {
      if (one.kind !== "read" || other.kind !== "write" || one.register !== other.register) continue;
      orders.push({ first, second, distance: 0, lag: 0 });
      orders.push({ first: second, second: first, distance: 1, lag: 1 });
    }
  }
  return { ops, orders, forwards };
}

export function block(fill: (g: Writer) => void): Block {
  return { kind: "block", graph: graphOf(fill) };
}

type Sum =
  | number
  | { readonly plus?: number; readonly level?: number; readonly register?: string; readonly factor?: number };

function bound(sum: Sum): Bound {
  if (typeof sum === "number") return { constant: sum, terms: [] };
  const { plus = 0, level, register, factor = 1 } = sum;
  if (level !== undefined) return { constant: plus, terms: [{ of: { kind: "level", level }, factor }] };
  return { constant: plus, terms: [{ of: { kind: "register", name: register ?? "?" }, factor }] };
}

export function level(variable: string, type: ScalarType, from: Sum, to: Sum, step = 1): Level {
  return { variable, type, from: bound(from), to: bound(to), step };
}

export interface LoopOptions {
  readonly ii?: number | null; // null: one iteration after another
  readonly mayBeEmpty?: boolean;
}

export function pipeline(
  levels: readonly Level[],
  options: LoopOptions,
  fill: (g: Writer) => void,
): Pipeline {
  const { ii = 1, mayBeEmpty = false } = options;
  const loops = levels.map(({ variable }) => variable);
  return {
    kind: "pipeline",
    name: loops.at(-1) ?? "forever",
    loops,
    levels,
    graph: graphOf(fill),
    mayBeEmpty,
    asked: ii === null ? null : { ii },
    span,
  };
}

export function repeat(
  over: Level | null,
  body: Repeat["body"],
  options: { readonly mayBeEmpty?: boolean; readonly exit?: string } = {},
): Repeat {
  const { mayBeEmpty = false, exit = null } = options;
  return { kind: "repeat", name: over?.variable ?? "forever", level: over, exit, body, mayBeEmpty, span };
}

export function storage(
  name: string,
  element: ScalarType,
  depth: number,
  more: Partial<Storage> = {},
): Storage {
  const where = more.where ?? "port";
  return {
    name,
    element,
    where,
    banks: 1,
    depth,
    sides: 1,
    ports: where === "block" ? 2 : 1,
    reads: where === "lut" || where === "registers" ? "free" : "ports",
    latency: where === "port" || where === "block" ? 1 : 0,
    collisions: "old",
    initial: null,
    clears: false,
    stream: false,
    span,
    ...more,
  };
}

export function planOf(parts: Partial<CircuitPlan> & Pick<CircuitPlan, "body">): CircuitPlan {
  return {
    name: "kernel",
    source: { path: "kernel.py", text: "" },
    inputs: [],
    results: [],
    registers: [],
    storages: [],
    checks: [],
    ...parts,
  };
}
