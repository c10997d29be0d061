/** How things are called in a testbench: ports of the kernel as there, everything else as is free. */
import { bug } from "../../diagnostics/bug.ts";
import { asciiName } from "../../program/ascii_name.ts";
import type { Design } from "../netlist/nodes.ts";
import { namesOf } from "../verilog/names.ts";

export interface BenchNames {
  of(port: string): string;
  own(hint: string): string; // the same name for the same hint
}

export function benchNames({ top }: Design): BenchNames {
  const { inner, outputs, fresh } = namesOf(top);
  const inputs = new Set(top.inputs.map(({ name }) => name));
  const own = new Map<string, string>();
  return {
    of: (port) => {
      const name = inputs.has(port) ? inner.get(port) : outputs.get(port);
      return name ?? bug(`${top.name} has no port ${port}`);
    },
    own: (hint) => {
      const name = own.get(hint) ?? fresh(asciiName(hint));
      own.set(hint, name);
      return name;
    },
  };
}
