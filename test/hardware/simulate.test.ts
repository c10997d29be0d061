/**
 * The compiled simulator against the plain interpreter, on random circuits and on circuits that everybody knows.
 *
 *     LUTRA_PROGRAMS=2000 LUTRA_SEED=7 npx vitest run test/hardware/simulate.test.ts     as many as wanted
 */
import { describe, expect, it } from "vitest";
import { verifyDesign } from "../../src/hardware/netlist/verify.ts";
import { simulate, simulateWatched } from "../../src/hardware/simulate/index.ts";
import { interpret } from "../../src/hardware/simulate/interpret.ts";
import { counter, dualPort, fifo, multiplier } from "./circuits.ts";
import { randomDesign } from "./random.ts";
import { rebuilt } from "./rebuild.ts";
import { stimulus, trace } from "./trace.ts";

const runs = Number(process.env.LUTRA_PROGRAMS ?? 40);
const first = Number(process.env.LUTRA_SEED ?? 1);

describe("random circuits", () => {
  it.each(Array.from({ length: runs }, (_, index) => first + index))("seed %i", async (seed) => {
    const plain = randomDesign(seed, false);
    expect(verifyDesign(plain)).toEqual([]);
    const built = rebuilt(plain);
    expect(verifyDesign(built)).toEqual([]);
    const cycles = stimulus(plain, seed, 25);
    const wanted = trace(plain, interpret(plain), cycles);
    expect(trace(plain, await simulate(plain), cycles)).toEqual(wanted);
    expect(trace(built, interpret(built), cycles)).toEqual(wanted); // simplification changes nothing
    expect(trace(built, await simulate(built), cycles)).toEqual(wanted);
  });
});

describe("signals that are watched", () => {
  it.each(Array.from({ length: Math.ceil(runs / 4) }, (_, index) => first + index))(
    "seed %i",
    async (seed) => {
      const design = randomDesign(seed, false);
      const { top } = design;
      const names = [
        ...[...top.registers, ...top.inputs, ...top.outputs].map(({ name }) => name),
        ...top.wires.map(({ name }) => name).filter((_, index) => (index + seed) % 2 === 0),
      ];
      const outputs = new Set(top.outputs.map(({ name }) => name));
      const plain = await simulate(design);
      const valueIn = (name: string): bigint => (outputs.has(name) ? plain.get(name) : plain.peek(name));
      const watching = await simulateWatched(design, names);
      for (const { reset, inputs } of stimulus(design, seed, 12)) {
        for (const circuit of [plain, watching]) {
          circuit.setReset(reset);
          for (const [index, { name }] of top.inputs.entries()) circuit.set(name, inputs[index] ?? 0n);
        }
        watching.look();
        const before = names.map(valueIn);
        const clocks = watching.advance(5);
        const kept = names.map((name) => watching.watched(name));
        expect(kept.map((one) => one.value())).toEqual(before);
        expect(kept.map((one) => one.is())).toEqual(before.map((value) => value !== 0n));
        let [own, isOther] = [0, false];
        while (own < 5 && !isOther) {
          plain.step();
          own += 1;
          isOther = names.some((name, index) => valueIn(name) !== before[index]);
        }
        expect(clocks).toBe(own);
      }
    },
  );
});

describe("known circuits", () => {
  it("a counter counts while it may, and comes back at a reset", async () => {
    const circuit = await simulate(counter());
    circuit.step(3);
    expect(circuit.get("count")).toBe(0n);
    circuit.set("up", 1n);
    circuit.step(255);
    expect([circuit.get("count"), circuit.get("wraps")]).toEqual([255n, 1n]);
    circuit.step(2);
    expect(circuit.peek("count")).toBe(1n);
    circuit.setReset(true);
    circuit.step();
    expect(circuit.get("count")).toBe(0n);
  });

  it("a fifo gives back what it was given, in order, and says when it is full", async () => {
    const circuit = await simulate(fifo());
    circuit.set("push", 1n);
    for (let word = 1n; word <= 10n; word++) {
      circuit.set("data", word * 1000n);
      circuit.step();
    }
    expect(circuit.get("full")).toBe(1n);
    circuit.set("push", 0n);
    circuit.set("pop", 1n);
    const seen: bigint[] = [];
    while (circuit.get("empty") === 0n) {
      seen.push(circuit.get("front"));
      circuit.step();
    }
    expect(seen).toEqual([1000n, 2000n, 3000n, 4000n, 5000n, 6000n, 7000n, 8000n]);
  });

  it("a memory reads the old word in the cycle of a write, and can be seen from outside", async () => {
    const circuit = await simulate(dualPort());
    expect(circuit.word("words", 1)).toBe(0x2ffffn);
    circuit.set("a_address", 1n);
    circuit.set("b_address", 1n);
    circuit.set("a_in", 77n);
    circuit.set("a_write", 1n);
    circuit.step();
    expect([circuit.get("a_out"), circuit.get("b_out")]).toEqual([0x2ffffn, 0x2ffffn]);
    circuit.set("a_write", 0n);
    circuit.step();
    expect([circuit.get("a_out"), circuit.get("b_out")]).toEqual([77n, 77n]);
    circuit.setWord("words", 999, -1n);
    circuit.set("b_address", 999n);
    circuit.step();
    expect(circuit.get("b_out")).toBe(0x3ffffn);
    circuit.set("b_address", 1000n); // outside
    circuit.step();
    expect(circuit.get("b_out")).toBe(0n);
    expect(() => circuit.word("words", 1000)).toThrow("words has no word 1000");
  });

  it("a pipelined multiplier gives a product each clock, three clocks later", async () => {
    const circuit = await simulate(multiplier());
    circuit.set("left", -100_000n);
    circuit.set("right", 65_536n);
    circuit.set("start", 1n);
    circuit.step();
    circuit.set("right", 131_071n);
    circuit.set("start", 0n);
    circuit.step(2);
    expect([circuit.get("done"), BigInt.asIntN(18, circuit.get("scaled"))]).toEqual([1n, -50_000n]);
    expect(circuit.peek("core.left_1")).toBe(BigInt.asUintN(18, -100_000n));
    circuit.step();
    expect([circuit.get("done"), BigInt.asIntN(18, circuit.get("scaled"))]).toEqual([0n, -100_000n]);
  });

  it("runs millions of cycles a second", async () => {
    const circuit = await simulate(counter());
    circuit.set("up", 1n);
    const start = performance.now();
    circuit.step(2_000_000);
    expect(circuit.get("count")).toBe(2_000_000n % 256n);
    expect(performance.now() - start).toBeLessThan(2000); // 140 ms on two busy cores, where this was written
  });

  it("has only the ports it has", async () => {
    const circuit = await simulate(counter());
    expect(() => circuit.set("down", 1n)).toThrow("counter has no input down");
    expect(() => circuit.get("down")).toThrow("the circuit has no down");
  });
});
