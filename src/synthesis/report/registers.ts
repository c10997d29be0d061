/** The registers of a design, those of each instance of a module counted. */
import type { Design, Module } from "../../hardware/netlist/nodes.ts";

export interface RegisterCount {
  readonly count: number;
  readonly bits: number;
}

export function registersOf({ top }: Design): RegisterCount {
  return inModule(top, new Map());
}

function inModule(module: Module, known: Map<Module, RegisterCount>): RegisterCount {
  const found = known.get(module);
  if (found !== undefined) return found;
  let count = module.registers.length;
  let bits = module.registers.reduce((sum, { width }) => sum + width, 0);
  for (const { module: inner } of module.instances) {
    const more = inModule(inner, known);
    count += more.count;
    bits += more.bits;
  }
  known.set(module, { count, bits });
  return { count, bits };
}
