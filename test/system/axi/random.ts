/** Kernels on AXI with what a seed chooses: width, bursts, masters. */

import { freshIn } from "../../../src/driver/axi.ts";
import { passingOf } from "../../../src/driver/passing.ts";
import type { KernelInterface } from "../../../src/hardware/interface.ts";
import type { Design } from "../../../src/hardware/netlist/nodes.ts";
import type { Loops } from "../../../src/loops/nodes.ts";
import { synthesize } from "../../../src/synthesis/index.ts";
import { elementBytes } from "../../../src/system/axi/elements.ts";
import { type AxiOptions, widestBeat } from "../../../src/system/axi/system.ts";
import { rng } from "../../schedule/random.ts";

export interface RandomSystem {
  readonly kernel: Design;
  readonly ports: KernelInterface;
  readonly options: AxiOptions;
}

/** Null where no circuit can do what the schedule asks, or an element is too wide for a bus. */
export function randomSystem(loops: Loops, seed: number): RandomSystem | null {
  const pick = rng(seed + 1);
  const made = synthesize(loops, { target: { family: "xc7", periodNs: 10 } });
  if (!made.ok) return null;
  const ports = made.interface;
  if (ports.arrays.some(({ element }) => 8 * elementBytes(element) > widestBeat)) return null;
  const masters = ["gmem", "gmem0", "gmem1"].slice(0, 1 + pick(3));
  const width = Math.max(32 * 2 ** pick(5), ...ports.arrays.map(({ element }) => 8 * elementBytes(element)));
  const bundles = new Map(ports.arrays.map(({ name }) => [name, masters[pick(masters.length)] ?? "gmem"]));
  const isStreamed = pick(2) === 0; // what is in order; else all is copied
  const passing = isStreamed ? passingOf(made, { width, bundles, mostMasters: 3, least: 1 }) : null;
  const options = {
    args: loops.params.map(({ name }) => name),
    fresh: freshIn(loops),
    width,
    longestBurst: [256, 16, 4][pick(3)] ?? 256,
    outstanding: 2 ** (1 + pick(3)),
    leastMemory: [1, 64, 18 * 1024][pick(3)] ?? 1,
    bundles,
    ...(passing === null ? {} : { streamed: passing.streamed }),
  };
  return { kernel: made.design, ports, options };
}
