/**
 * Bits that nothing reads, said to be meant: the fraction of a product that is cut off, the port of an instance that
 * only some need. They are read once by a wire called `unused`, which costs nothing, so that a linter asks only
 * about what was forgotten.
 */
import { ones } from "../netlist/bits.ts";
import type { Module } from "../netlist/nodes.ts";
import { type Scope, selection } from "./expression.ts";
import { indent } from "./lines.ts";

export function unusedBits(module: Module, scope: Scope): readonly string[] {
  const bits = [
    ...declared(module, scope).flatMap(({ name, width }) => unusedOf(scope, name, width)),
    ...module.memories
      .filter(({ reads }) => reads.length === 0)
      .map(({ name }) => `${scope.names.inner.get(name)}[0]`),
  ];
  if (bits.length === 0) return [];
  const lines = wrapped(["1'b0", ...bits]);
  const start = `wire ${scope.names.fresh("unused")} = &{`;
  return lines.length === 1 ? [`${start}${lines[0]}};`] : [start, ...lines.map(indent), "};"];
}

/** Every name that Verilog declares, but those that are outputs themselves. */
function declared(module: Module, { names, made }: Scope): readonly { name: string; width: number }[] {
  const own = [
    ...module.inputs,
    ...module.registers,
    ...module.memories.flatMap(({ reads, width }) => reads.map(({ data }) => ({ name: data, width }))),
    ...module.instances.flatMap(({ outputs }) => outputs),
    ...module.wires.map(({ name, value }) => ({ name, width: value.width })),
  ];
  const shown = own.filter(({ name }) => !names.shown.has(name));
  return [
    ...shown.map(({ name, width }) => ({ name: names.inner.get(name) ?? name, width })),
    ...[...made.values()],
  ];
}

function unusedOf({ used }: Scope, name: string, width: number): readonly string[] {
  const missing = ones(width) & ~(used.get(name) ?? 0n);
  if (missing === ones(width)) return [name];
  const parts: string[] = [];
  for (let low = 0; low < width; low++) {
    let end = low;
    while (end < width && ((missing >> BigInt(end)) & 1n) === 1n) end++;
    if (end === low) continue;
    parts.unshift(`${name}${selection(low, end - low)}`);
    low = end;
  }
  return parts;
}

function wrapped(items: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (const [index, item] of items.entries()) {
    const text = index < items.length - 1 ? `${item},` : item;
    const last = lines.at(-1);
    if (last !== undefined && last.length + text.length < 100) lines.splice(-1, 1, `${last} ${text}`);
    else lines.push(text);
  }
  return lines;
}
