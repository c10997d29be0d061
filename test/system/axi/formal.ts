/** The rules of AXI on the burst master and on the control slave, by SymbiYosys: all that can happen in so many cycles. */
import { join } from "node:path";
import { bitsFor } from "../../../src/hardware/netlist/bits.ts";
import { design } from "../../../src/hardware/netlist/build.ts";
import { printVerilog } from "../../../src/hardware/verilog/index.ts";
import { controlSlave } from "../../../src/system/axi/control.ts";
import { fifoVerilog } from "../../../src/system/axi/crossing.ts";
import { burstMaster } from "../../../src/system/axi/master.ts";
import type { Register } from "../../../src/system/axi/registers.ts";
import { streamReader } from "../../../src/system/axi/stream_reader.ts";
import { streamWriter } from "../../../src/system/axi/stream_writer.ts";
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

export interface StreamProof {
  readonly mode: "bmc" | "cover";
  readonly depth: number; // cycles
  readonly boundary?: number; // bytes that no burst crosses, as it is told
  readonly change?: (verilog: string) => string;
}

/** Groups of 16 bits in beats of 32, the last beat half full; of the last group one byte is the array's. */
export function proveStream(way: "reader" | "writer", proof: StreamProof): Proved {
  const { mode, depth, boundary = 4096, change = (verilog) => verilog } = proof;
  const [longestBurst, steps, tail] = [2, way === "reader" ? 11 : 7, 1];
  const options = { width: 32, longestBurst, outstanding, group: 16, steps, boundary };
  const made = way === "reader" ? streamReader(way, options) : streamWriter(way, { ...options, tail });
  return prove({
    ...{ mode, depth, rules: join(import.meta.dirname, `${way}_rules.v`) },
    circuit: change(printVerilog(design(made))),
    defines: { LONGEST: longestBurst, OUTSTANDING: outstanding, STEPS: steps, TAIL: tail },
  });
}

/**
 * A queue of four words between two clocks. A cycle of the proof is any moment in which one of them rises, or both: what the solver chooses.
 */
export function proveCrossing(
  mode: "bmc" | "cover",
  depth: number,
  change = (verilog: string): string => verilog,
): Proved {
  const seen = fifoVerilog()
    .replaceAll(/always @\(posedge (in|out)_clk\) begin/g, "always @(posedge clk) if ($1_clk) begin")
    .replace(
      "input  wire out_ready\n);",
      `input  wire out_ready, input wire clk, output wire [LOG:0] crosses_in, output wire [LOG:0] crosses_out
);
  assign crosses_in = in_gray;
  assign crosses_out = out_gray;`,
    );
  const rules = join(import.meta.dirname, "crossing_rules.v");
  return prove({ mode, depth, rules, circuit: change(seen), defines: { LOG: 2 } });
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
