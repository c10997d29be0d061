/** The rules of AXI on the burst master and on the control slave, by SymbiYosys: all that can happen in so many cycles. */
import { join } from "node:path";
import { bitsFor } from "../../../src/hardware/netlist/bits.ts";
import { design } from "../../../src/hardware/netlist/build.ts";
import { printVerilog } from "../../../src/hardware/verilog/index.ts";
import { controlSlave } from "../../../src/system/axi/control.ts";
import { burstMaster } from "../../../src/system/axi/master.ts";
import type { Register } from "../../../src/system/axi/registers.ts";
import { type Proved, prove } from "../sby.ts";

export interface MasterProof {
  readonly mode: "bmc" | "cover";
  readonly depth: number; // cycles
  readonly longestBurst: number;
  readonly boundary: number; // bytes that no burst crosses, as the master is told
}

const mostBeats = 6;
const outstanding = 2;

export function proveMaster({ mode, depth, longestBurst, boundary }: MasterProof): Proved {
  const mostSteps = 4 * mostBeats;
  const master = burstMaster("master", {
    ...{ width: 32, groups: [32, 8], longestBurst, outstanding, mostBeats, mostSteps, boundary },
  });
  return prove({
    ...{ mode, depth, rules: join(import.meta.dirname, "rules.v"), circuit: printVerilog(design(master)) },
    defines: {
      ...{ LONGEST: longestBurst, OUTSTANDING: outstanding, MOST: mostBeats },
      ...{ BEATS: bitsFor(mostBeats), STEPS: bitsFor(mostSteps) },
    },
  });
}

/** As slave_rules.v has them. */
const registers: readonly Register[] = [
  { name: "first", offset: 0x10, width: 32, access: "write", meaning: { kind: "array", array: "first" } },
  { name: "second", offset: 0x18, width: 40, access: "write", meaning: { kind: "array", array: "second" } },
  { name: "told", offset: 0x24, width: 8, access: "read", meaning: { kind: "status" } },
];

export function proveSlave(
  mode: "bmc" | "cover",
  depth: number,
  change = (verilog: string): string => verilog,
): Proved {
  const circuit = change(printVerilog(design(controlSlave("slave", registers))));
  return prove({ mode, depth, circuit, rules: join(import.meta.dirname, "slave_rules.v") });
}
