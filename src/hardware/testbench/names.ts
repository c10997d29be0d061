/** How things are called in a testbench: ports of the kernel as there, everything else as is free. */
import { bug } from "../../diagnostics/bug.ts";
import type { KernelInterface } from "../interface.ts";
import type { Design } from "../netlist/nodes.ts";
import { namesOf } from "../verilog/names.ts";
import { labelsOf } from "./words.ts";

export interface BenchNames {
  of(port: string): string;
  own(hint: string, owner?: string): string; // the same name for the same hint of the same owner, an argument or a result
  label(name: string): string; // of an argument, in files and texts
}

export function benchNames({ top }: Design, ports: KernelInterface): BenchNames {
  const { inner, outputs, fresh } = namesOf(top);
  const inputs = new Set(top.inputs.map(({ name }) => name));
  const own = new Map<string, string>();
  return {
    label: labelsOf(ports),
    of: (port) => {
      const name = inputs.has(port) ? inner.get(port) : outputs.get(port);
      return name ?? bug(`${top.name} has no port ${port}`);
    },
    own: (hint, owner = "") => {
      const key = `${owner}:${hint}`;
      const name = own.get(key) ?? fresh(hint);
      own.set(key, name);
      return name;
    },
  };
}
