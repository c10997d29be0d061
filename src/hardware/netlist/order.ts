/**
 * What settles within a cycle, and in which order: wires, combinational reads, outputs of instances that follow their
 * inputs at once. Registers, synchronous reads and inputs stand still meanwhile, so nothing waits for them.
 */
import type { Module } from "./nodes.ts";
import { refsIn } from "./walk.ts";

export type Order =
  | { readonly kind: "ordered"; readonly names: readonly string[] } // each after what it needs
  | { readonly kind: "loop"; readonly names: readonly string[] }; // each needs the next, the last needs the first

/** The order of the module's own wires, reads and taps; as they stand in the module where that is possible. */
export function settlingOrder(module: Module, known: KnownPaths = new Map()): Order {
  return orderOf(needsOf(module, known));
}

/** For each module, which inputs each output follows within the cycle. Filled as it is asked. */
export type KnownPaths = Map<Module, ReadonlyMap<string, ReadonlySet<string>>>;

export function pathsThrough(module: Module, known: KnownPaths): ReadonlyMap<string, ReadonlySet<string>> {
  const found = known.get(module);
  if (found !== undefined) return found;
  const needs = needsOf(module, known);
  const order = orderOf(needs);
  // As bits, one an input: there may be many wires and many inputs.
  const behind = new Map(module.inputs.map(({ name }, index) => [name, 1n << BigInt(index)]));
  const reach = (names: Iterable<string>): bigint => {
    let all = 0n;
    for (const name of names) all |= behind.get(name) ?? 0n;
    return all;
  };
  for (const name of order.names) behind.set(name, reach(needs.get(name) ?? []));
  const paths = new Map(
    module.outputs.map(({ name, value }) => {
      const bits = reach(refsIn(value));
      const inputs = module.inputs.filter((_, index) => (bits >> BigInt(index)) & 1n);
      return [name, new Set(inputs.map((input) => input.name))];
    }),
  );
  known.set(module, paths);
  return paths;
}

type Needs = ReadonlyMap<string, readonly string[]>;

function needsOf(module: Module, known: KnownPaths): Needs {
  const needs = new Map<string, readonly string[]>();
  for (const { module: inner, inputs, outputs } of module.instances) {
    const paths = pathsThrough(inner, known);
    for (const { port, name } of outputs) {
      const follows = paths.get(port);
      const values = inputs.filter((input) => follows?.has(input.port));
      needs.set(name, [...new Set(values.flatMap(({ value }) => [...refsIn(value)]))]);
    }
  }
  for (const { reads } of module.memories) {
    for (const port of reads)
      if (port.latency === 0) needs.set(port.data, [...new Set(refsIn(port.address))]);
  }
  for (const { name, value } of module.wires) needs.set(name, [...new Set(refsIn(value))]);
  return needs;
}

/** Depth first, without recursion: a chain of wires may be long. */
function orderOf(needs: Needs): Order {
  const done = new Set<string>();
  const open = new Set<string>(); // what is being settled, the innermost last
  const stack: { readonly name: string; readonly rest: Iterator<string> }[] = [];
  const enter = (name: string): void => {
    open.add(name);
    stack.push({ name, rest: (needs.get(name) ?? []).values() });
  };
  for (const start of needs.keys()) {
    if (!done.has(start)) enter(start);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const next = top.rest.next();
      if (next.done) {
        stack.pop();
        open.delete(top.name);
        done.add(top.name);
      } else if (open.has(next.value)) {
        const names = [...open];
        return { kind: "loop", names: names.slice(names.indexOf(next.value)) };
      } else if (needs.has(next.value) && !done.has(next.value)) {
        enter(next.value);
      }
    }
  }
  return { kind: "ordered", names: [...done] };
}
