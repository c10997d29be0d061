/** A kernel on AXI, on a bus of tests. */
import { expect } from "vitest";
import { passingOf } from "../../../src/driver/passing.ts";
import { simulate } from "../../../src/hardware/simulate/index.ts";
import { prepareLoops } from "../../../src/loops/program.ts";
import { synthesize } from "../../../src/synthesis/index.ts";
import { type AxiOptions, type AxiSystem, axiSystem } from "../../../src/system/axi/system.ts";
import { left, sameLeft } from "../../backend/wasm-build.ts";
import { loopsOf } from "../../schedule/lowered.ts";
import { rng } from "../../schedule/random.ts";
import { argumentsFor, scheduled } from "../../schedule/scheduled.ts";
import { Bus, type BusOptions } from "./bus.ts";
import { type AxiCall, callOverBus, streamEnds } from "./called.ts";

const target = { family: "xc7", periodNs: 10 } as const;
export const calm: BusOptions = { seed: 1, stalls: 0, latency: 0 };
export const rough: BusOptions = { seed: 2, stalls: 50, latency: 20 };

export interface OnBus extends AxiSystem {
  readonly bus: Bus;
  readonly predicted: number;
  readonly streamed: readonly string[];
  readonly copied: ReadonlyMap<string, string>; // why they are no streams
  /** Fails where a bit is other than the reference says. */
  readonly call: (seed: number) => AxiCall;
  readonly attempt: (seed: number) => AxiCall;
}

export async function onBus(
  source: string,
  steps: string,
  bus: BusOptions,
  { streams = false, ...options }: Partial<AxiOptions> & { readonly streams?: boolean } = {},
): Promise<OnBus> {
  const loops = scheduled(loopsOf(source), steps);
  const made = synthesize(loops, { target });
  if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("; "));
  const ports = made.interface;
  const { width = 64, bundles = new Map() } = options;
  const passing = streams ? passingOf(made, { width, bundles, mostMasters: 3, least: 1 }) : null;
  const system = axiSystem(made.design, ports, {
    ...{ args: loops.params.map(({ name }) => name), width: 64, longestBurst: 256, outstanding: 4 },
    ...options,
    ...(passing === null ? {} : { bundles: passing.bundles, streamed: passing.streamed }),
  });
  const own = new Bus(await simulate(system.design), system.bundles, bus, streamEnds(ports));
  const pick = rng(bus.seed + 7);
  const place = (): bigint =>
    (BigInt(pick(1 << 20)) << 12n) + BigInt(64 * pick(64)) + (BigInt(pick(4)) << 40n);
  const attempt = (seed: number): AxiCall =>
    callOverBus(own, { ports, registers: system.registers }, argumentsFor(loops, seed), place);
  return {
    ...{ ...system, bus: own, predicted: made.prediction.most, attempt },
    streamed: [...(passing?.streamed.keys() ?? [])],
    copied: passing?.copied ?? new Map(),
    call: (seed) => {
      const args = Object.fromEntries(argumentsFor(loops, seed));
      let called: AxiCall | null = null;
      const found = left(
        {
          run: (given) => {
            called = callOverBus(own, { ports, registers: system.registers }, given, place);
            return called;
          },
        },
        args,
      );
      expect(sameLeft(found, left(prepareLoops(loops), args)), `seed ${seed}`).toBe(true);
      if (called === null) throw new Error("there was no call");
      return called;
    },
  };
}
