/** Dependences and orders by running a kernel and comparing every two accesses that meet: slow, and plainly right. */
import { type Access, accessesIn } from "../../src/loops/depend/index.ts";
import type { Expr, For, Loops } from "../../src/loops/nodes.ts";
import { trace } from "../../src/loops/trace.ts";
import { statementsIn } from "../../src/loops/walk.ts";
import { argumentsOf } from "./nests.ts";

export interface Event {
  readonly access: Access;
  readonly time: number;
  readonly at: ReadonlyMap<string, number>;
}

/** Each two accesses to one element, one of them a write, in the order they ran. */
export function meetings(loops: Loops): [Event, Event][] {
  const byNode = new Map<object, Access>();
  for (const access of accessesIn(loops)) {
    if (access.what !== "array") continue;
    byNode.set(access.write ? access.stmt : access.index, access);
  }
  const elements = new Map<string, Event[]>();
  let time = 0;
  const record = (array: string, at: number, node: object, iteration: ReadonlyMap<string, number>): void => {
    const access = byNode.get(node);
    if (access === undefined) throw new Error("an access that the analysis has not found");
    const key = `${array} ${at}`;
    const event = { access, time: time++, at: new Map(iteration) };
    elements.set(key, [...(elements.get(key) ?? []), event]);
  };
  trace(loops, argumentsOf(loops), {
    load: ({ array, at, node, iteration }) => record(array, at, node.index, iteration),
    store: ({ array, at, node, iteration }) => record(array, at, node, iteration),
  });
  const pairs: [Event, Event][] = [];
  for (const events of elements.values()) {
    for (const [k, one] of events.entries()) {
      for (const two of events.slice(k + 1)) {
        if (one.access.write || two.access.write) pairs.push([one, two]);
      }
    }
  }
  return pairs;
}

/** `source sink directions` to the distances seen, as text. */
export function enumerated(loops: Loops): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [one, two] of meetings(loops)) {
    const common = commonNames(one.access, two.access);
    const distances = common.map((name) => (two.at.get(name) ?? 0) - (one.at.get(name) ?? 0));
    const directions = distances.map((d) => (d > 0 ? "<" : d < 0 ? ">" : "=")).join("");
    const key = `${one.access.order} ${two.access.order} ${directions}`;
    found.set(key, (found.get(key) ?? new Set()).add(distances.join(",")));
  }
  return found;
}

export function commonNames(a: Access, b: Access): string[] {
  const names: string[] = [];
  for (let k = 0; k < a.loops.length && a.loops[k]?.loop === b.loops[k]?.loop; k++) {
    names.push(a.loops[k]?.name ?? "");
  }
  return names;
}

export function loopNamed(loops: Loops, name: string): For {
  for (const stmt of statementsIn(loops.body)) if (stmt.kind === "for" && stmt.name === name) return stmt;
  throw new Error(`no loop ${name}`);
}

export function parallelClash(loops: Loops, name: string): boolean {
  return meetings(loops).some(([one, two]) => {
    const common = commonNames(one.access, two.access);
    const level = common.indexOf(name);
    const same = (loop: string): boolean => one.at.get(loop) === two.at.get(loop);
    return level >= 0 && common.slice(0, level).every(same) && !same(name);
  });
}

/** `chain` is nested in this order, from the outermost loop of the kernel; `order` is the new one. */
export function reorderClash(loops: Loops, chain: readonly string[], order: readonly string[]): boolean {
  const loopsByName = new Map(chain.map((name) => [name, loopNamed(loops, name)]));
  const place = ({ access, at }: Event): Map<string, number> => {
    const values = new Map(at);
    for (const [name, loop] of loopsByName) {
      if (values.has(name)) continue;
      const inner = firstOrder(loops, name);
      const from = evaluate(loop.from, values);
      const last = from + loop.step * Math.floor((evaluate(loop.to, values) - 1 - from) / loop.step);
      values.set(name, access.order < inner ? from : last);
    }
    return values;
  };
  return meetings(loops).some(([one, two]) => {
    const [p, q] = [place(one), place(two)];
    for (const name of order) {
      const d = (q.get(name) ?? 0) - (p.get(name) ?? 0);
      if (d !== 0) return d < 0;
    }
    return false;
  });
}

function firstOrder(loops: Loops, name: string): number {
  const inside = accessesIn(loops).filter((access) => access.loops.some((around) => around.name === name));
  return Math.min(...inside.map(({ order }) => order));
}

export function evaluate(expr: Expr, values: ReadonlyMap<string, number>): number {
  switch (expr.kind) {
    case "const":
      return Number(expr.value);
    case "var":
      return values.get(expr.name) ?? 0;
    case "binary": {
      const [l, r] = [evaluate(expr.left, values), evaluate(expr.right, values)];
      return expr.op === "add" ? l + r : expr.op === "sub" ? l - r : l * r;
    }
    default:
      throw new Error(`no bound: ${expr.kind}`);
  }
}

/** How many iterations of the loop came before this one. */
function count(loops: Loops, event: Event, name: string): number {
  const loop = loopNamed(loops, name);
  return ((event.at.get(name) ?? 0) - evaluate(loop.from, event.at)) / loop.step;
}

/** `ones` and `twos` are chains of loops that become one; the nest of `ones` runs first in an iteration of all. */
export function mergeClash(
  loops: Loops,
  ones: readonly string[],
  twos: readonly string[],
  outer: readonly string[],
): boolean {
  const [one = "", two = ""] = [ones[0], twos[0]];
  return meetings(loops).some(([x, y]) => {
    if (!x.at.has(one) || !y.at.has(two)) return false;
    if (outer.some((name) => x.at.get(name) !== y.at.get(name))) return false;
    for (const [k, name] of twos.entries()) {
      if (!y.at.has(name)) return y.access.order < firstOrder(loops, name);
      const ahead = count(loops, x, ones[k] ?? "") - count(loops, y, name);
      if (ahead !== 0) return ahead > 0;
    }
    return false;
  });
}

/** Of the loop's body the first `keep` statements are to run in all iterations before the others do. */
export function distributeClash(loops: Loops, name: string, keep: number): boolean {
  const first = new Set(statementsIn(loopNamed(loops, name).body.slice(0, keep)));
  return meetings(loops).some(([one, two]) => {
    const common = commonNames(one.access, two.access);
    const level = common.indexOf(name);
    if (level < 0 || first.has(one.access.stmt) || !first.has(two.access.stmt)) return false;
    return common.slice(0, level).every((loop) => one.at.get(loop) === two.at.get(loop));
  });
}

/** Whether each loop of a chain has an iteration in each of the one around it. */
export function alwaysRuns(loops: Loops, chain: readonly string[]): boolean {
  const visit = (depth: number, values: ReadonlyMap<string, number>): boolean => {
    const name = chain[depth];
    if (name === undefined) return true;
    const { from, to, step } = loopNamed(loops, name);
    const [first, end] = [evaluate(from, values), evaluate(to, values)];
    if (first >= end) return false;
    for (let value = first; value < end; value += step) {
      if (!visit(depth + 1, new Map(values).set(name, value))) return false;
    }
    return true;
  };
  return visit(0, new Map());
}
