/** Distances between iterations of a nest by running it and comparing every two accesses: slow, and plainly right. */
import type { For, Load, Loops, Stmt, Store } from "../../src/loops/nodes.ts";
import { trace } from "../../src/loops/trace.ts";
import { expressionsIn, expressionsOf, statementsIn } from "../../src/loops/walk.ts";
import { argumentsOf } from "./nests.ts";

type Node = Load | Store;

export interface Truth {
  /** The least distance by first and second; a pair that never meets has none. */
  readonly least: ReadonlyMap<Node, ReadonlyMap<Node, number>>;
  /** Whether in each iteration of `second` that has one so much earlier, `first` touches the same element. */
  always(first: Node, second: Node, distance: number): boolean;
}

interface Event {
  readonly node: Node;
  readonly element: string;
  readonly flat: number;
  readonly run: string;
}

export function runFlat(loops: Loops, nest: readonly For[]): Truth {
  const early = new Set<object>();
  for (const [level, loop] of nest.slice(0, -1).entries()) {
    const inner = loop.body.findIndex((stmt) => stmt === nest[level + 1]);
    for (const node of nodesIn(loop.body.slice(0, inner))) early.add(node);
  }
  const inside = new Set<object>(nodesIn(nest.slice(0, 1)));
  const events: Event[] = [];
  let flat = -1;
  const record = (array: string, at: number, node: Node, iteration: ReadonlyMap<string, number>): void => {
    if (!inside.has(node)) return;
    const around = [...iteration];
    const run = around
      .slice(
        0,
        around.findIndex(([name]) => name === nest[0]?.name),
      )
      .join();
    events.push({ node, element: `${array} ${at}`, flat: early.has(node) ? flat + 1 : flat, run });
  };
  const innermost = nest.at(-1);
  trace(loops, argumentsOf(loops), {
    iterate: (loop) => {
      if (loop === innermost) flat++;
    },
    load: ({ array, at, node, iteration }) => record(array, at, node, iteration),
    store: ({ array, at, node, iteration }) => record(array, at, node, iteration),
  });
  const least = new Map<Node, Map<Node, number>>();
  const byElement = new Map<string, Event[]>();
  for (const event of events) {
    const key = `${event.run} ${event.element}`;
    byElement.set(key, [...(byElement.get(key) ?? []), event]);
  }
  for (const group of byElement.values()) {
    for (const [k, first] of group.entries()) {
      for (const second of group.slice(k + 1)) {
        if (first.node.kind === "load" && second.node.kind === "load") continue;
        const row = least.get(first.node) ?? new Map<Node, number>();
        least.set(first.node, row);
        const distance = second.flat - first.flat;
        row.set(second.node, Math.min(row.get(second.node) ?? distance, distance));
      }
    }
  }
  const numbers = new Map<Node, number>();
  function ids(node: Node): number {
    const known = numbers.get(node) ?? numbers.size;
    numbers.set(node, known);
    return known;
  }
  const seen = new Set(
    events.map(({ node, element, flat, run }) => `${ids(node)} ${element} ${flat} ${run}`),
  );
  const starts = new Map<string, number>();
  for (const { run, flat } of events) starts.set(run, Math.min(starts.get(run) ?? flat, flat));
  return {
    least,
    always: (first, second, distance) =>
      events.every(
        ({ node, element, flat, run }) =>
          node !== second ||
          flat - distance < (starts.get(run) ?? 0) ||
          seen.has(`${ids(first)} ${element} ${flat - distance} ${run}`),
      ),
  };
}

export function nodesIn(stmts: readonly Stmt[]): Node[] {
  const nodes: Node[] = [];
  for (const stmt of statementsIn(stmts)) {
    for (const expr of expressionsOf(stmt).flatMap((one) => [...expressionsIn(one)])) {
      if (expr.kind === "load") nodes.push(expr);
    }
    if (stmt.kind === "store") nodes.push(stmt);
  }
  return nodes;
}
