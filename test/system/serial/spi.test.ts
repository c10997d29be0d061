/** A kernel behind the four pins of SPI: the same frames as on a UART, the bits of the reference, whatever happens on the line. */
import { describe, expect, test } from "vitest";
import { simulate } from "../../../src/hardware/simulate/index.ts";
import type { Simulation } from "../../../src/hardware/simulate/simulation.ts";
import { prepareLoops } from "../../../src/loops/program.ts";
import { synthesize } from "../../../src/synthesis/index.ts";
import { requestFrame, spiUnescaped } from "../../../src/system/serial/frames.ts";
import { type Board, callBoard, connect } from "../../../src/system/serial/host.ts";
import type { SimulatedLine } from "../../../src/system/serial/simulated.ts";
import { simulatedSpi } from "../../../src/system/serial/simulated_spi.ts";
import { leastSpiBit } from "../../../src/system/serial/spi.ts";
import { serialSystem } from "../../../src/system/serial/system.ts";
import { windowsOf } from "../../../src/system/serial/windows.ts";
import { left, leftLater, sameLeft } from "../../backend/wasm-build.ts";
import { loopsOf } from "../../schedule/lowered.ts";
import { rng } from "../../schedule/random.ts";
import { argumentsFor, scheduled } from "../../schedule/scheduled.ts";

const [quiet, cyclesPerMs] = [1600, 600];
const identity = 0x1234_5678_9abc_def0n;

interface Deployed {
  readonly circuit: Simulation;
  readonly line: SimulatedLine;
  readonly predicted: number;
  readonly connected: (as?: bigint) => Promise<Board>;
  readonly call: (seed: number, limitMs?: number) => Promise<number>;
}

interface LineOptions {
  readonly bitCycles?: number;
  readonly noise?: (bit: number) => number;
}

async function deployed(source: string, steps = "", how: LineOptions = {}): Promise<Deployed> {
  const { bitCycles = leastSpiBit, noise = (bit) => bit } = how;
  const loops = scheduled(loopsOf(source), steps);
  const made = synthesize(loops, { target: { family: "ice40", periodNs: 20 } });
  if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("; "));
  const circuit = await simulate(
    serialSystem(made.design, made.interface, { divider: null, quiet, identity }),
  );
  const line = simulatedSpi(circuit, { divider: bitCycles, cyclesPerMs, noise });
  const options = { windows: windowsOf(made.interface), quietMs: quiet / cyclesPerMs };
  let board: Promise<Board> | null = null;
  const connected = (as = identity): Promise<Board> => connect(line, { ...options, identity: as });
  return {
    ...{ circuit, line, connected, predicted: made.prediction.most },
    call: async (seed, limitMs) => {
      board ??= connected();
      const args = Object.fromEntries(argumentsFor(loops, seed));
      let cycles = 0;
      const run = async (own: Parameters<typeof callBoard>[2]) => {
        const called = await callBoard(
          await (board as Promise<Board>),
          made.interface,
          own,
          limitMs === undefined ? {} : { limitMs },
        );
        cycles = called.cycles;
        return called;
      };
      const found = await leftLater({ run }, args);
      expect(sameLeft(found, left(prepareLoops(loops), args)), `seed ${seed}`).toBe(true);
      return cycles;
    },
  };
}

const product = `
def kernel(a: "int16[6,4]", x: "int16[4]", y: "int32[6]", bias: "int32"):
    most = bias
    for i in range(6):
        total = bias
        for j in range(4):
            total += a[i, j] * x[j]
        y[i] = total
        most = max(most, total)
    return most
`;

describe("a kernel behind the pins of SPI", () => {
  test.each([8, 10, 34])("gives the bits of the reference, with %i cycles a bit", async (bitCycles) => {
    const { call, predicted } = await deployed(product, "pipeline j", { bitCycles });
    for (const seed of [1, 2, 3]) expect(await call(seed)).toBe(predicted);
  });

  test("has arrays in many memories", async () => {
    const { call, predicted } = await deployed(
      product,
      "partition a dim=0 complete\npartition a dim=1 complete\npartition x dim=0 complete\npipeline i",
    );
    expect(await call(5)).toBe(predicted);
  });

  test("tells every byte, also those that mean silence and escape", async () => {
    const source = `
def kernel(a: "uint8[256]"):
    for i in range(256):
        a[i] = a[i] ^ (i & 1) ^ 231
`;
    const { call } = await deployed(source);
    await call(1);
    await call(2);
  });

  test("that runs too long is ended, and answers again", async () => {
    const source = `
def kernel(n: "int32", c: "int32[1]"):
    c[0] = 0
    while c[0] != n | 1073741824:
        c[0] = c[0] + 1
`;
    const { call, connected } = await deployed(source);
    await expect(call(1, 20)).rejects.toThrow("the call did not end in time");
    expect((await connected()).call).toBe(0);
  });

  test("with another kernel is another board", async () => {
    const { connected } = await deployed(product);
    await expect(connected(1n)).rejects.toThrow("the board has another kernel");
  });
});

describe("on a line where things go wrong", () => {
  test("with bits that flip both ways, requests are repeated until they are understood", async () => {
    const pick = rng(11);
    const noise = (bit: number): number => (pick(600) === 0 ? 1 - bit : bit);
    const { call, predicted } = await deployed(product, "", { noise });
    for (const seed of [1, 2]) expect(await call(seed)).toBe(predicted);
  });

  test("with any bytes before a request, the next selection is understood", async () => {
    const pick = rng(5);
    const { line, call } = await deployed(product);
    for (let tries = 0; tries < 5; tries++) {
      await line.send(Uint8Array.from({ length: 1 + pick(60) }, () => (pick(4) === 0 ? 0x5a : pick(256))));
      line.pass(1);
      await call(tries);
    }
  });

  test("with bits and selections at random moments, the next selection is understood", async () => {
    const pick = rng(9);
    const { circuit, call } = await deployed(product);
    for (let tries = 0; tries < 5; tries++) {
      for (let cycle = 0; cycle < 400; cycle++) {
        for (const pin of ["cs", "sck", "mosi"]) if (pick(5) === 0) circuit.set(pin, BigInt(pick(2)));
        circuit.step(1 + pick(6));
      }
      circuit.set("sck", 0n);
      await call(tries);
    }
  });

  test("a host that goes away in the middle of a reply, or of a write, leaves nothing behind", async () => {
    const { line, call } = await deployed(product);
    await call(1);
    await line.send(requestFrame({ operation: "read", window: 3, address: 0, count: 24 }));
    line.pass(0.5);
    await call(2);
    const words = Uint8Array.from({ length: 48 }, () => 0xff);
    await line.send(
      requestFrame({ operation: "write", window: 3, address: 0, count: 24 }, words).slice(0, 30),
    );
    line.pass(0.5);
    await call(3);
  });
});

test("what is escaped is what was said", () => {
  const told = spiUnescaped();
  expect([0xe7, 0xa5, 0xe6, 0xc6, 0xe7, 0xe6, 0xc7, 0xe7, 0x20].map(told)).toEqual([
    ...[null, 0xa5, null, 0xe6, null, null, 0xe7, null, 0x20],
  ]);
});
