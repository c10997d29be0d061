/**
 * How long operators take on families that nextpnr knows, by place and route: from register to register, the median of several placements.
 *
 * Eight operators share a part, each with a clock of its own: nextpnr tells the slowest path of every clock.
 */
import type { Flow } from "../../../src/device/board.ts";
import { folded, startSerial } from "../../../src/hardware/bench/serial.ts";
import {
  type Builder,
  delay,
  design,
  finish,
  output,
  startModule,
} from "../../../src/hardware/netlist/build.ts";
import type { Expr } from "../../../src/hardware/netlist/nodes.ts";
import { printVerilog } from "../../../src/hardware/verilog/index.ts";
import { pinFile } from "../../../src/system/serial/board.ts";
import { type CriticalPath, type PlacementJob, placeNetlist } from "../../../src/toolchain/nextpnr.ts";
import { type FpgaFamily, netlistOfVerilog } from "../../../src/toolchain/yosys.ts";

export interface Circuit {
  readonly name: string;
  readonly cells: number; // that it takes, about
  /** The result, from registers of as many bits as it asks for; it goes into a register. */
  readonly build: (b: Builder, take: (width: number) => Expr) => Expr;
}

export interface Path {
  readonly name: string;
  readonly ns: number;
  readonly steps: CriticalPath["steps"];
}

export type Device = Pick<PlacementJob, "device" | "package"> & {
  readonly family: FpgaFamily;
  readonly options: readonly string[];
  readonly tool: string; // with its version
  readonly pins?: Pins; // where nextpnr does not find some by itself
};

/** Of as many circuits as share a part. */
export interface Pins {
  readonly flow: Flow["tool"];
  readonly clocks: readonly string[];
  readonly others: readonly string[]; // twice as many
}

/** By circuit, one path for each seed. */
export async function pathsOf(
  circuits: readonly Circuit[],
  { options, family, device, package: body, pins }: Device,
  seeds: readonly number[],
): Promise<ReadonlyMap<string, readonly Path[]>> {
  const found = new Map<string, Path[]>();
  for (const batch of batchesOf(circuits, clocksOf[family] ?? 8, cellsOn(family))) {
    const job = { files: { "batch.v": batchText(batch) }, top: "batch", family, options, pads: true };
    const netlist = await netlistOfVerilog(job);
    if (netlist.kind === "failed") throw new Error(netlist.message);
    for (const seed of seeds) {
      const placed = await placeNetlist({
        ...{ json: netlist.json, device, package: body, clockMHz: 150, seed },
        ...(pins === undefined ? {} : { constraints: pinsOf(batch, pins) }),
      });
      if (placed.kind === "failed") throw new Error(placed.message);
      for (const { name } of batch) {
        const path = placed.paths.find(({ from, to }) => from === to && isClockOf(name, from));
        if (path === undefined)
          throw new Error(
            `nextpnr says nothing of ${name}: ${placed.paths.map(({ from }) => from).join(", ")}`,
          );
        const ns = path.steps.reduce((sum, step) => sum + step.ns, 0);
        found.set(name, [...(found.get(name) ?? []), { name, ns, steps: path.steps }]);
        process.stderr.write(`${name}, seed ${seed}: ${ns.toFixed(2)} ns\n`);
      }
    }
  }
  return found;
}

/** Nets of clocks are named after ports, with what buffers add. */
function isClockOf(name: string, net: string): boolean {
  return new RegExp(`clk_${name}(?:_IBUF\\w*)?(?:\\$|$)|u_${name}\\.clk$`).test(net);
}

function pinsOf(batch: readonly Circuit[], { flow, clocks, others }: Pins): string {
  const at = (pins: readonly string[], index: number): string => pins[index] ?? "";
  const ports = batch.flatMap(({ name }, index) => [
    [`clk_${name}`, at(clocks, index)] as const,
    [`given_${name}`, at(others, 2 * index)] as const,
    [`told_${name}`, at(others, 2 * index + 1)] as const,
  ]);
  return pinFile(flow, ports).text;
}

/** Global nets: an iCE40 has eight. Of an ECP5's sixteen as many as reach every quadrant whatever the placement: with eight, nextpnr 0.11 found no routes. */
const clocksOf: Partial<Readonly<Record<FpgaFamily, number>>> = { ice40: 8, ecp5: 4, gw1n: 1, xc7: 8 };
const cellsOn = (family: FpgaFamily): number => (family === "xc7" ? 6000 : 900); // of the 1,280 of the smallest iCE40

/** As many as have clocks and room. */
function batchesOf(
  circuits: readonly Circuit[],
  clocks: number,
  cells: number,
): readonly (readonly Circuit[])[] {
  const batches: { readonly circuits: Circuit[]; taken: number }[] = [];
  for (const circuit of [...circuits].sort((one, other) => other.cells - one.cells)) {
    const isRoom = (one: (typeof batches)[number]): boolean =>
      one.circuits.length < clocks && one.taken + circuit.cells <= cells;
    const found = batches.find(isRoom) ?? { circuits: [], taken: 0 };
    if (found.circuits.length === 0) batches.push(found);
    found.circuits.push(circuit);
    found.taken += circuit.cells;
  }
  return batches.map((batch) => batch.circuits);
}

export function median(paths: readonly Path[]): Path {
  const sorted = [...paths].sort((one, other) => one.ns - other.ns);
  const middle = sorted[(sorted.length - 1) >> 1];
  if (middle === undefined) throw new Error("nothing was placed");
  return middle;
}

function batchText(circuits: readonly Circuit[]): string {
  const ports = circuits.map(({ name }) => `input clk_${name}, input given_${name}, output told_${name}`);
  const instances = circuits.map(
    ({ name }) => `  ${name} u_${name} (.clk(clk_${name}), .given(given_${name}), .told(told_${name}));`,
  );
  const modules = circuits.map((circuit) => printVerilog(design(clocked(circuit))));
  return `${modules.join("\n")}
module batch (${ports.join(", ")});
${instances.join("\n")}
endmodule
`;
}

function clocked({ name, build }: Circuit) {
  const b = startModule(name);
  const serial = startSerial(b);
  const result = delay(b, "result", build(b, serial.take));
  serial.finish();
  output(b, "told", folded(b, [result]));
  return finish(b);
}
