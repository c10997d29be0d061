/** A circuit whose registers hold anything at first, but for those that a reset sets: as after another call. */
import { design } from "../../src/hardware/netlist/build.ts";
import type { Design, Module } from "../../src/hardware/netlist/nodes.ts";
import { dice } from "../hardware/random.ts";

export function fromAnything({ top }: Design, seed: number): Design {
  const d = dice(seed);
  const known = new Map<Module, Module>();
  const changed = (module: Module): Module => {
    const found = known.get(module);
    if (found !== undefined) return found;
    const made: Module = {
      ...module,
      registers: module.registers.map((one) => (one.reset ? one : { ...one, initial: d.bits(one.width) })),
      instances: module.instances.map((one) => ({ ...one, module: changed(one.module) })),
    };
    known.set(module, made);
    return made;
  };
  return design(changed(top));
}
