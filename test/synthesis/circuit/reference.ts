/** What a Plan means: one operation after another, in program order. */
import { core } from "../../../src/hardware/cores/core.ts";
import { evaluate } from "../../../src/hardware/simulate/interpret.ts";
import type { Bound, CircuitPlan, Graph, Item, Level, Op } from "../../../src/synthesis/plan/nodes.ts";
import { banksOf } from "../../../src/synthesis/plan/walk.ts";
import { bitWidth, fromBits } from "../../../src/types/bits.ts";

/** Words by storage and bank. */
export type Arrays = Map<string, bigint[][]>;

export interface Meaning {
  readonly results: readonly bigint[];
  readonly fault: number | null;
}

/** Arrays outside change in place; what is inside starts as zeros, or as its table. */
export function runPlan(plan: CircuitPlan, scalars: readonly bigint[], outside: Arrays): Meaning {
  const registers = new Map(plan.registers.map(({ name }) => [name, 0n]));
  for (const [index, { register }] of plan.inputs.entries()) registers.set(register, scalars[index] ?? 0n);
  const arrays: Arrays = new Map(
    plan.storages.map(({ name, banks, depth, initial }) => {
      const given = outside.get(name);
      const fresh = Array.from({ length: banks }, (_, bank) =>
        Array.from({ length: depth }, (_, word) => initial?.[bank]?.[word] ?? 0n),
      );
      return [name, given ?? fresh];
    }),
  );
  const types = new Map(plan.registers.map(({ name, type }) => [name, type]));
  let fault: number | null = null;
  const number = (name: string): number => {
    const type = types.get(name);
    if (type === undefined) throw new Error(`no register ${name}`);
    return Number(fromBits(type, registers.get(name) ?? 0n));
  };
  const sum = ({ constant, terms }: Bound, levels: readonly number[]): number =>
    terms.reduce(
      (total, { of, factor }) =>
        total + factor * (of.kind === "level" ? (levels[of.level] ?? 0) : number(of.name)),
      constant,
    );

  /** Whether it says that this was the last iteration. */
  const iteration = (graph: Graph, levels: readonly number[], kinds: readonly Level[]): boolean => {
    const before = new Map(registers);
    const values: bigint[] = [];
    let exits = false;
    const at = (id: number): bigint => values[id] ?? 0n;
    const wordsOf = (op: Extract<Op, { kind: "load" | "store" }>): bigint[] => {
      const nth = op.bank.kind === "static" ? 0 : Number(at(op.bank.nth));
      const bank = banksOf(op.bank)[nth] ?? -1;
      return arrays.get(op.storage)?.[bank] ?? [];
    };
    for (const op of graph.ops) {
      let value = 0n;
      switch (op.kind) {
        case "const":
          value = op.bits;
          break;
        case "read":
          value = before.get(op.register) ?? 0n;
          break;
        case "counter":
          if (kinds[op.level] !== undefined)
            value = BigInt.asUintN(bitWidth(op.type), BigInt(levels[op.level] ?? 0));
          break;
        case "walk":
          throw new Error("the reference looks at plans before they have walks");
        case "compute": {
          const operands = op.operands.map((id) => graph.ops[id] as Op);
          const { circuit } = core(
            op.op,
            operands.map(({ type }) => type),
            op.type,
            { latency: 0 },
          );
          value = evaluate(circuit, (name) => at(op.operands[Number(name.slice(2))] ?? 0));
          break;
        }
        case "load":
          value = wordsOf(op)[Number(at(op.address))] ?? 0n;
          break;
        case "store":
          if (op.predicate === null || at(op.predicate) === 1n)
            wordsOf(op)[Number(at(op.address))] = at(op.value);
          break;
        case "write":
          registers.set(op.register, at(op.value));
          break;
        case "exit":
          exits ||= at(op.condition) === 1n;
          break;
        case "watch":
          if (at(op.condition) === 1n) fault ??= op.check;
          break;
      }
      values.push(value);
    }
    return exits;
  };

  const nest = (
    levels: readonly Level[],
    graph: Graph,
    outer: readonly number[],
    all: readonly Level[],
  ): boolean => {
    const [level, ...rest] = levels;
    if (level === undefined) return iteration(graph, outer, all);
    const end = sum(level.to, outer);
    for (let value = sum(level.from, outer); value < end; value += level.step) {
      if (nest(rest, graph, [...outer, value], all)) return true;
    }
    return false;
  };

  const run = (items: readonly Item[]): void => {
    for (const item of items) {
      switch (item.kind) {
        case "block":
          iteration(item.graph, [], []);
          break;
        case "pipeline":
          if (item.levels.length > 0) nest(item.levels, item.graph, [], item.levels);
          else while (!iteration(item.graph, [], []));
          break;
        case "repeat": {
          const { level, exit, body } = item;
          const isOver = (): boolean => exit !== null && registers.get(exit) === 1n;
          if (level === null) {
            do run(body);
            while (!isOver());
            break;
          }
          const end = sum(level.to, []);
          for (let value = sum(level.from, []); value < end; value += level.step) {
            registers.set(level.variable, BigInt.asUintN(bitWidth(level.type), BigInt(value)));
            run(body);
            if (isOver()) break;
          }
          break;
        }
        case "branch":
          run(registers.get(item.condition) === 1n ? item.then : item.else);
          break;
      }
    }
  };
  run(plan.body);
  return { results: plan.results.map(({ register }) => registers.get(register) ?? 0n), fault };
}
