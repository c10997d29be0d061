/**
 * Random kernels under random schedules on AXI, with random widths, masters and stalls: the bits of the reference.
 *
 *     LUTRA_PROGRAMS=500 LUTRA_SEED=7 npx vitest run test/system/axi/random.long.test.ts
 */
import { expect, test } from "vitest";
import { simulate } from "../../../src/hardware/simulate/index.ts";
import { prepareLoops } from "../../../src/loops/program.ts";
import { axiSystem } from "../../../src/system/axi/system.ts";
import type { Case } from "../../backend/c-cases.ts";
import { randomCases } from "../../backend/c-samples.ts";
import { left, sameLeft } from "../../backend/wasm-build.ts";
import { rng } from "../../schedule/random.ts";
import { Bus } from "./bus.ts";
import { callOverBus, streamEnds } from "./called.ts";
import { randomSystem } from "./random.ts";

test("random kernels on a bus with random stalls", { timeout: 0 }, async () => {
  const found: string[] = [];
  let runs = 0;
  for (const [index, one] of randomCases(20).entries()) {
    const wrong = await judged(one, index);
    if (wrong === "left out") continue;
    runs++;
    if (wrong !== null) found.push(`${one.name}: ${wrong}`);
  }
  expect(found).toEqual([]);
  expect(runs).toBeGreaterThan(5);
});

/** Null: as it must be. */
async function judged({ loops, args }: Case, index: number): Promise<string | null> {
  const expected = left(prepareLoops(loops), args);
  const made = randomSystem(loops, index);
  if (expected.fault !== null || made === null) return "left out";
  const { ports, kernel, options } = made;
  const system = axiSystem(kernel, ports, options);
  const pick = rng(index + 1);
  const bus = new Bus(
    await simulate(system.design),
    system.bundles,
    { seed: index, stalls: pick(3) * 30, latency: pick(40) },
    streamEnds(ports),
  );
  const place = (): bigint => BigInt(pick(1 << 24)) * 64n;
  for (let call = 0; call < 2; call++) {
    let status = 0n;
    const after = left(
      {
        run: (given) => {
          const called = callOverBus(bus, { ports, registers: system.registers }, given, place);
          status = called.status;
          return called;
        },
      },
      args,
    );
    if (status !== 0n) return `status ${status}`;
    if (!sameLeft(after, expected)) return `call ${call} gives other bits`;
  }
  return null;
}
