/**
 * How many low bits of every value of a Plan can matter: backwards through each graph, and around through registers
 * and memories until nothing changes.
 *
 * What a fault tells is not to change what a circuit does. So what a watch alone looks at is told apart: values in full,
 * beside narrower ones where these are enough for everything else. Registers and memories there is only one of, which
 * has the bits for both.
 */
import { bug } from "../../diagnostics/bug.ts";
import { bitWidth } from "../../types/bits.ts";
import { operandDemands } from "./demand.ts";
import { registersOfControl, variablesOfRepeats } from "./finish.ts";
import type { BankOf, CircuitPlan, Graph, OpId } from "./nodes.ts";
import { graphsIn, operandsOf } from "./walk.ts";

export interface Demands {
  readonly graphs: ReadonlyMap<Graph, GraphDemands>;
  readonly registers: ReadonlyMap<string, number>; // none: nobody reads it
  readonly storages: ReadonlyMap<string, number>;
}

/** By operation. */
export interface GraphDemands {
  readonly bits: Float64Array; // that matter to something other than a watch; never more than there are
  readonly watched: Uint8Array; // 1: a watch needs all bits, and there are more
}

export function demandsOf(plan: CircuitPlan): Demands {
  const all = [...graphsIn(plan.body)].reverse();
  const graphs = new Map<Graph, GraphDemands>();
  const known: Known = { registers: whole(fixedRegisters(plan)), storages: whole(fixedStorages(plan)) };
  const makers = makersIn(all);
  const grown = new Map<string, number>(); // how often
  for (let open = new Set(all); open.size > 0; ) {
    const next = new Set<Graph>();
    const raise = (of: "registers" | "storages") => (name: string, bits: number) => {
      if ((known[of].get(name) ?? 0) >= bits) return;
      const times = (grown.get(`${of} ${name}`) ?? 0) + 1;
      grown.set(`${of} ${name}`, times);
      known[of].set(name, times > patience ? Infinity : bits);
      for (const graph of makers[of].get(name) ?? []) next.add(graph);
    };
    for (const graph of open) {
      next.delete(graph);
      const own = graphs.get(graph) ?? newDemands(graph);
      graphs.set(graph, own);
      sweep(graph, own, known, { register: raise("registers"), storage: raise("storages") });
    }
    open = next;
  }
  return { graphs, ...known };
}

/** A value that grows a bit with every round (`h >> 1`) soon gets all of them. */
const patience = 4;

interface Known {
  readonly registers: Map<string, number>;
  readonly storages: Map<string, number>;
}

interface Raise {
  readonly register: (name: string, bits: number) => void;
  readonly storage: (name: string, bits: number) => void;
}

function newDemands({ ops }: Graph): GraphDemands {
  return { bits: new Float64Array(ops.length), watched: new Uint8Array(ops.length) };
}

function sweep({ ops }: Graph, { bits, watched }: GraphDemands, known: Known, raise: Raise): void {
  bits.fill(0);
  watched.fill(0);
  const at = (id: OpId) => ops[id] ?? bug(`no operation ${id}`);
  const want = (id: OpId, demand: number): void => {
    const own = Math.min(demand, bitWidth(at(id).type));
    if (own > (bits[id] ?? 0)) bits[id] = own;
  };
  const wantAll = (ids: readonly OpId[]): void => {
    for (const id of ids) want(id, Infinity);
  };
  for (let id = ops.length - 1; id >= 0; id--) {
    const op = at(id);
    const own = bits[id] ?? 0;
    // What matters in full anyway is what the watch sees.
    const isWatched = watched[id] === 1 && own < bitWidth(op.type);
    watched[id] = isWatched ? 1 : 0;
    switch (op.kind) {
      case "const":
      case "counter":
      case "walk":
        break;
      case "read":
        if (own > 0 || isWatched) raise.register(op.register, isWatched ? Infinity : own);
        break;
      case "load":
        if (own > 0 || isWatched) raise.storage(op.storage, isWatched ? Infinity : own);
        wantAll([op.address, ...nthOf(op.bank), ...(op.predicate === null ? [] : [op.predicate])]);
        break;
      case "store":
        wantAll([op.address, ...nthOf(op.bank), ...(op.predicate === null ? [] : [op.predicate])]);
        want(op.value, Math.max(1, known.storages.get(op.storage) ?? 0));
        break;
      case "write":
        want(op.value, known.registers.get(op.register) ?? 0);
        break;
      case "exit":
        want(op.condition, Infinity);
        break;
      case "watch":
        for (const operand of operandsOf(op)) watched[operand] = 1;
        break;
      case "compute": {
        if (own > 0) {
          const demands = operandDemands(op, op.operands.map(at), own);
          for (const [place, operand] of op.operands.entries()) want(operand, demands?.[place] ?? Infinity);
        }
        if (isWatched) for (const operand of op.operands) watched[operand] = 1;
        break;
      }
    }
  }
}

function nthOf(bank: BankOf): readonly OpId[] {
  return bank.kind === "static" ? [] : [bank.nth];
}

function whole(names: readonly string[]): Map<string, number> {
  return new Map(names.map((name) => [name, Infinity]));
}

/** What is seen from outside, or by control. */
function fixedRegisters({ results, body }: CircuitPlan): readonly string[] {
  return [
    ...results.map(({ register }) => register),
    ...registersOfControl(body),
    ...variablesOfRepeats(body),
  ];
}

function fixedStorages({ storages }: CircuitPlan): readonly string[] {
  return storages.flatMap(({ name, where }) => (where === "port" ? [name] : []));
}

/** Graphs that write a register, or store in a memory. */
function makersIn(graphs: readonly Graph[]): Record<"registers" | "storages", Map<string, Set<Graph>>> {
  const found = { registers: new Map<string, Set<Graph>>(), storages: new Map<string, Set<Graph>>() };
  for (const graph of graphs) {
    for (const op of graph.ops) {
      if (op.kind !== "write" && op.kind !== "store") continue;
      const [kind, name] =
        op.kind === "write" ? (["registers", op.register] as const) : (["storages", op.storage] as const);
      const known = found[kind].get(name) ?? new Set();
      found[kind].set(name, known.add(graph));
    }
  }
  return found;
}
