/**
 * What scalars are, where that is not what their registers hold. A side of a branch has what is other than before it: of many
 * scalars it changes few.
 */
import { type Ops, opOf } from "./graph.ts";
import type { OpId } from "./nodes.ts";

export interface Environment {
  readonly from: Side | null;
  readonly own: Map<string, OpId>;
  readonly order: Map<string, number>; // in which names were first set; the same for all sides
}

/** A branch, and which of its sides this is. */
interface Side {
  readonly env: Environment;
  readonly test: OpId;
  readonly holds: boolean;
}

export function newEnvironment(): Environment {
  return { from: null, own: new Map(), order: new Map() };
}

export function sideOf(env: Environment, test: OpId, holds: boolean): Environment {
  return { from: { env, test, holds }, own: new Map(), order: env.order };
}

/** Where a test is known, a choice by that test is one of its sides. */
export function valueIn(ops: Ops, { from, own }: Environment, name: string): OpId | undefined {
  const known = own.get(name);
  if (known !== undefined || from === null) return known;
  const id = valueIn(ops, from.env, name);
  if (id === undefined) return undefined;
  const op = opOf(ops, id);
  if (op.kind !== "compute" || op.op !== "select" || op.operands[0] !== from.test) return id;
  return op.operands[from.holds ? 1 : 2];
}

export function setIn({ own, order }: Environment, name: string, id: OpId): void {
  if (!order.has(name)) order.set(name, order.size);
  own.set(name, id);
}

export function removeFrom({ own }: Environment, name: string): void {
  own.delete(name);
}

/** What sides set, in the order in which names were first set. */
export function namesSet(sides: readonly Environment[]): readonly string[] {
  const rank = ({ order }: Environment, name: string): number => order.get(name) ?? 0;
  const [env] = sides;
  const names = [...new Set(sides.flatMap(({ own }) => [...own.keys()]))];
  return env === undefined ? names : names.sort((a, b) => rank(env, a) - rank(env, b));
}
