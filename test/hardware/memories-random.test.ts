/**
 * Memories with several ports, modules in modules and wide values: our simulator, the interpreter and Icarus Verilog
 * must say the same.
 *
 *     LUTRA_PROGRAMS=2000 LUTRA_SEED=7 npx vitest run test/hardware/memories-random.test.ts     as many as wanted
 */
import { describe, expect, it } from "vitest";
import { flatten } from "../../src/hardware/netlist/flatten.ts";
import { verifyDesign } from "../../src/hardware/netlist/verify.ts";
import { simulate } from "../../src/hardware/simulate/index.ts";
import { interpret } from "../../src/hardware/simulate/interpret.ts";
import { icarusAvailable, icarusTrace } from "./icarus.ts";
import { dice } from "./random.ts";
import { memoryDesign } from "./random-memories.ts";
import { rebuilt } from "./rebuild.ts";
import { stimulus, trace } from "./trace.ts";

const runs = Number(process.env.LUTRA_PROGRAMS ?? 4);
const first = Number(process.env.LUTRA_SEED ?? 1);
const seeds = Array.from({ length: runs }, (_, index) => first + index);

describe("circuits of memories", () => {
  it.each(seeds)("seed %i: both simulators agree", async (seed) => {
    const plain = memoryDesign(seed);
    expect(verifyDesign(plain)).toEqual([]);
    const built = rebuilt(plain);
    const cycles = stimulus(plain, seed, 25);
    const wanted = trace(plain, interpret(plain), cycles);
    expect(trace(plain, await simulate(plain), cycles)).toEqual(wanted);
    expect(trace(built, await simulate(built), cycles)).toEqual(wanted);
  });

  it.skipIf(!icarusAvailable()).each(seeds)("seed %i: Icarus Verilog agrees", (seed) => {
    const plain = memoryDesign(seed);
    const cycles = stimulus(plain, seed, 25);
    const wanted = trace(plain, interpret(plain), cycles);
    expect(icarusTrace(plain, cycles)).toEqual(wanted);
    expect(icarusTrace(rebuilt(plain), cycles)).toEqual(wanted);
  });

  it.each(seeds)(
    "seed %i: everything inside is the same, whatever was stepped over, looked at or poked",
    async (seed) => {
      const made = memoryDesign(seed + 5000);
      const flat = flatten(made);
      const [fast, slow] = [await simulate(made), interpret(made)];
      const names = [
        ...flat.registers,
        ...flat.wires,
        ...flat.memories.flatMap(({ reads }) => reads.map(({ data }) => ({ name: data }))),
      ];
      const d = dice(seed);
      for (let round = 0; round < 12; round++) {
        const [reset, clocks] = [d.roll(6) === 0, d.roll(5)];
        const values = flat.inputs.map(({ name, width }) => ({ name, value: d.bits(width) }));
        const poked = d.pick(flat.memories);
        const [index, word] = [d.roll(poked.depth), d.bits(poked.width)];
        for (const circuit of [fast, slow]) {
          circuit.setReset(reset);
          for (const { name, value } of values) circuit.set(name, value);
          if (round % 3 === 1) circuit.setWord(poked.name, index, word);
          circuit.step(clocks);
        }
        for (const { name } of round % 2 === 0 ? names : [d.pick(names)]) {
          expect(`${name} ${fast.peek(name)}`).toBe(`${name} ${slow.peek(name)}`);
        }
        for (const { name, depth } of flat.memories) {
          for (let at = 0; at < depth; at++) expect(fast.word(name, at)).toBe(slow.word(name, at));
        }
      }
    },
  );
});
