/**
 * Our Verilog in Icarus Verilog, cycle by cycle equal to our simulator and to the interpreter.
 *
 *     LUTRA_TESTS=all LUTRA_PROGRAMS=2000 npx vitest run test/hardware/icarus.long.test.ts     as many as wanted
 */
import { describe, expect, it } from "vitest";
import { simulate } from "../../src/hardware/simulate/index.ts";
import { interpret } from "../../src/hardware/simulate/interpret.ts";
import { counter, fifo, multiplier, traps } from "./circuits.ts";
import { icarusAvailable, icarusTrace } from "./icarus.ts";
import { randomDesign } from "./random.ts";
import { rebuilt } from "./rebuild.ts";
import { stimulus, trace } from "./trace.ts";

const runs = Number(process.env.LUTRA_PROGRAMS ?? 30);
const first = Number(process.env.LUTRA_SEED ?? 1);

describe.skipIf(!icarusAvailable())("in Icarus Verilog", () => {
  it.each(Object.entries({ counter, fifo, multiplier, traps }))("%s", async (_, make) => {
    const circuit = make();
    const cycles = stimulus(circuit, 1, 200);
    const wanted = trace(circuit, interpret(circuit), cycles);
    expect(trace(circuit, await simulate(circuit), cycles)).toEqual(wanted);
    expect(icarusTrace(circuit, cycles)).toEqual(wanted);
  });

  it.each(Array.from({ length: runs }, (_, index) => first + index))(
    "random circuit, seed %i",
    async (seed) => {
      const plain = randomDesign(seed, true);
      const built = rebuilt(plain);
      const cycles = stimulus(plain, seed, 20);
      const wanted = trace(plain, interpret(plain), cycles);
      expect(trace(built, await simulate(built), cycles)).toEqual(wanted);
      expect(icarusTrace(plain, cycles)).toEqual(wanted);
      expect(icarusTrace(built, cycles)).toEqual(wanted);
    },
  );
});
