/** A kernel behind two pins: the bits of the reference come back over the line, whatever happens on it. */
import { describe, expect, test } from "vitest";
import { simulate } from "../../../src/hardware/simulate/index.ts";
import { restart } from "../../../src/hardware/simulate/simulation.ts";
import { unreadArrays } from "../../../src/loops/analysis/coverage.ts";
import { prepareLoops } from "../../../src/loops/program.ts";
import { synthesize } from "../../../src/synthesis/index.ts";
import { replyIn, requestFrame } from "../../../src/system/serial/frames.ts";
import { type Board, callBoard, connect, type Line } from "../../../src/system/serial/host.ts";
import { simulatedLine } from "../../../src/system/serial/simulated.ts";
import { serialSystem } from "../../../src/system/serial/system.ts";
import { windowsOf } from "../../../src/system/serial/windows.ts";
import { left, leftLater, sameLeft } from "../../backend/wasm-build.ts";
import { loopsOf } from "../../schedule/lowered.ts";
import { rng } from "../../schedule/random.ts";
import { argumentsFor, scheduled } from "../../schedule/scheduled.ts";

const [divider, quiet, cyclesPerMs] = [6, 1200, 600];
const identity = 0x1234_5678_9abc_def0n;
const target = { family: "ice40", periodNs: 20 } as const;

interface Deployed {
  readonly line: Line;
  readonly predicted: number;
  readonly connected: (as?: bigint) => Promise<Board>;
  /** Gives the cycles that the board counts; fails where a bit is other than the reference says. */
  readonly call: (seed: number, limitMs?: number) => Promise<number>;
}

async function deployed(source: string, steps = "", noise?: (bit: number) => number): Promise<Deployed> {
  const loops = scheduled(loopsOf(source), steps);
  const made = synthesize(loops, { target });
  if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("; "));
  const circuit = await simulate(serialSystem(made.design, made.interface, { divider, quiet, identity }));
  const line = simulatedLine(circuit, { divider, cyclesPerMs, ...(noise === undefined ? {} : { noise }) });
  const options = { windows: windowsOf(made.interface), quietMs: quiet / cyclesPerMs };
  let board: Promise<Board> | null = null;
  const connected = (as = identity): Promise<Board> => connect(line, { ...options, identity: as });
  return {
    line,
    connected,
    predicted: made.prediction.most,
    call: async (seed, limitMs) => {
      board ??= connected();
      const args = Object.fromEntries(argumentsFor(loops, seed));
      let cycles = 0;
      const found = await leftLater(
        {
          run: async (own) => {
            const called = await callBoard(
              await (board as Promise<Board>),
              made.interface,
              own,
              limitMs === undefined ? {} : { limitMs },
            );
            cycles = called.cycles;
            return called;
          },
        },
        args,
      );
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

describe("a kernel behind two pins", () => {
  test("gives the bits of the reference in the cycles that were predicted, call after call", async () => {
    const { call, predicted } = await deployed(product, "pipeline j");
    for (const seed of [1, 2, 3]) expect(await call(seed)).toBe(predicted);
  });

  test.each([
    ["arrays in several memories", "partition a dim=1 cyclic 2\npartition x dim=0 complete\npipeline i"],
    ["words of several elements", "reshape a dim=1 4\npartition x dim=0 complete\npipeline i"],
  ])("has %s", async (_, steps) => {
    const { call, predicted } = await deployed(product, steps);
    expect(await call(5)).toBe(predicted);
  });

  test.each(["float32", "fixed<13,7>", "int64", "bool", "float<5,4>"])("takes and gives %s", async (type) => {
    const source = `
def kernel(a: "${type}[9]", s: "${type}", out: "${type}[9]"):
    for i in range(9):
        out[i] = a[8 - i] if i % 2 == 0 else s
    return a[3]
`;
    const { call } = await deployed(source);
    await call(7);
  });

  test("leaves elements that the kernel does not write as they were", async () => {
    const source = `
def kernel(a: "int32[8]", n: "int32"):
    for i in range(n & 7):
        a[i] = a[i] + 1
`;
    const { call } = await deployed(source);
    for (const seed of [1, 2, 3]) await call(seed);
  });
});

describe("what the board has already", () => {
  const source = `
def kernel(w: "int16[400]", x: "int16[4]", y: "int16[4]", at: "int32"):
    for i in range(4):
        y[i] = x[i] + w[100 * i + at]
`;

  async function counted() {
    const loops = loopsOf(source);
    const made = synthesize(loops, { target });
    if (!made.ok) throw new Error("no circuit");
    const circuit = await simulate(serialSystem(made.design, made.interface, { divider, quiet, identity }));
    const bare = simulatedLine(circuit, { divider, cyclesPerMs });
    let sent = 0;
    const line: Line = {
      ...bare,
      send: (bytes) => {
        sent += bytes.length;
        return bare.send(bytes);
      },
    };
    const options = { windows: windowsOf(made.interface), identity, quietMs: quiet / cyclesPerMs };
    const board = await connect(line, options);
    const arrays = argumentsFor(loops, 1);
    const data = (name: string): Int16Array => {
      const value = arrays.get(name);
      return typeof value === "object" ? (value.data as Int16Array) : new Int16Array();
    };
    const unread = new Set(unreadArrays(loops).map(({ name }) => name));
    const call = async (at: number): Promise<number> => {
      const before = sent;
      const args = new Map([...arrays, ["at", at] as const]);
      await callBoard(board, made.interface, args, { unread });
      const [w, x] = [data("w"), data("x")];
      expect([...data("y")]).toEqual(
        Array.from(x, (value, i) => ((value + (w[100 * i + at] ?? 0)) << 16) >> 16),
      );
      return sent - before;
    };
    return { call, data, circuit, board };
  }

  test("is not sent again, nor what is set whole", async () => {
    const { call, data } = await counted();
    const first = await call(3);
    expect(first).toBeGreaterThan(800 + 8); // `w` and `x`
    expect(first).toBeLessThan(800 + 8 + 4 + 8 * 13 + 11); // and not `y`
    const again = await call(3);
    expect(again).toBeLessThan(60); // a look at the board, a start, two reads
    data("x")[2] = 7;
    data("w")[203] = -9;
    expect(await call(3)).toBe(again + 2 * (11 + 2 + 2));
    expect(await call(4)).toBe(again + 11 + 4 + 2);
  });

  test("is all sent again to a board that was restarted", async () => {
    const { call, circuit } = await counted();
    const first = await call(3);
    expect(await call(3)).toBeLessThan(60);
    restart(circuit);
    expect(await call(3)).toBeGreaterThan(first - 1);
  });

  test("is not known after a call that failed", async () => {
    const { call, board, circuit } = await counted();
    await call(3);
    const { step } = circuit;
    circuit.step = () => {};
    await expect(call(3)).rejects.toThrow();
    circuit.step = step;
    expect(board.known.size).toBe(0);
    expect(await call(3)).toBeGreaterThan(800);
  });
});

describe("a line on which things go wrong", () => {
  test("with bits that flip on both ways: requests are repeated until they are understood", async () => {
    const pick = rng(11);
    const { call, predicted } = await deployed(product, "", (bit) => (pick(600) === 0 ? 1 - bit : bit));
    for (const seed of [1, 2]) expect(await call(seed)).toBe(predicted);
  });

  test("with any bytes before a request: the board finds back to the beginning of one", async () => {
    const pick = rng(5);
    const { line, call } = await deployed(product);
    for (let tries = 0; tries < 5; tries++) {
      await line.send(Uint8Array.from({ length: 1 + pick(60) }, () => (pick(4) === 0 ? 0x5a : pick(256))));
      await call(tries);
    }
  });

  test("with a write that breaks off: the board takes the next request", async () => {
    const { line, call } = await deployed(product);
    await call(1);
    const words = Uint8Array.from({ length: 48 }, () => 0xff);
    const whole = requestFrame({ operation: "write", window: 3, address: 0, count: 24 }, words);
    await line.send(whole.slice(0, 30));
    await call(2);
  });

  test("a call that is begun twice with one number runs once", async () => {
    const source = `
def kernel(a: "int32[1]"):
    a[0] = a[0] + 1
`;
    const { line, call } = await deployed(source);
    await call(3);
    const word = async (): Promise<readonly number[]> => {
      await line.send(requestFrame({ operation: "read", window: 1, address: 0, count: 1 }));
      let heard: readonly number[] = [];
      for (let wait = 0; wait < 40; wait++) heard = [...heard, ...(await line.receive(2))];
      return [...(replyIn(Uint8Array.from(heard), 4)?.reply.words ?? [])];
    };
    const before = await word();
    expect(before).toHaveLength(4);
    await line.send(requestFrame({ operation: "start", window: 0, address: 1, count: 0 })); // the call before
    for (let wait = 0; wait < 40; wait++) await line.receive(2);
    expect(await word()).toEqual(before);
    await line.send(requestFrame({ operation: "start", window: 0, address: 2, count: 0 }));
    for (let wait = 0; wait < 40; wait++) await line.receive(2);
    expect(await word()).not.toEqual(before);
  });

  test("where nobody answers, that is said", async () => {
    const nothingHeard = async (): Promise<Uint8Array> => new Uint8Array();
    const dead: Line = { bytesPerMs: 100, now: () => 0, send: async () => {}, receive: nothingHeard };
    const options = { windows: windowsOf(nothing), identity, quietMs: 1 };
    await expect(connect(dead, options)).rejects.toThrow("does not answer");
  });

  test("where something else talks without end, that is said", async () => {
    let sent = 0;
    const chatter: Line = {
      ...{ bytesPerMs: 100, now: () => 0 },
      send: async () => {
        sent += 1;
      },
      receive: async () => new TextEncoder().encode("$GPGGA,092750.000,5321.6802,N,00630.3372,W"),
    };
    const options = { windows: windowsOf(nothing), identity, quietMs: 1 };
    await expect(connect(chatter, options)).rejects.toThrow("no answer of Lutra");
    expect(sent).toBeGreaterThan(1);
  });

  test("a reply that comes late is not taken for one of the next request", async () => {
    const { line, connected, call } = await deployed(product);
    const board = await connected();
    await line.send(requestFrame({ operation: "read", window: 0, address: 0, count: 7, tag: board.tag }));
    await call(4); // begins with words of that length
  });

  test("a call that somebody left running is ended by who connects next", async () => {
    const source = `
def kernel(a: "int32[4]", n: "int32[1]"):
    while n[0] == 0:
        a[0] = a[0] + 1
`;
    const { line, connected } = await deployed(source);
    await connected();
    await line.send(requestFrame({ operation: "write", window: 2, address: 0, count: 1 }, new Uint8Array(4)));
    await line.receive(20);
    await line.send(requestFrame({ operation: "start", window: 0, address: 1, count: 0 }));
    await line.receive(20);
    expect((await connected()).call).toBe(0); // as after a reset
  });

  test("a board with another kernel is not called", async () => {
    const { connected } = await deployed(product);
    await expect(connected(identity + 1n)).rejects.toThrow("another kernel");
  });

  test("a call without an end is given up, and the board can be called again", async () => {
    const source = `
def kernel(a: "int32[4]", n: "int32[1]"):
    while n[0] != 0:
        a[0] = a[0] + 1
`;
    const loops = loopsOf(source);
    const made = synthesize(loops, { target });
    if (!made.ok) throw new Error("no circuit");
    const circuit = await simulate(serialSystem(made.design, made.interface, { divider, quiet, identity }));
    const line = simulatedLine(circuit, { divider, cyclesPerMs });
    const options = { windows: windowsOf(made.interface), identity, quietMs: quiet / cyclesPerMs };
    const args = argumentsFor(loops, 1);
    const n = args.get("n");
    if (typeof n !== "object") throw new Error("no array");
    n.data.fill(1 as never);
    await expect(
      callBoard(await connect(line, options), made.interface, args, { limitMs: 20 }),
    ).rejects.toThrow("end");
    n.data.fill(0 as never);
    expect((await callBoard(await connect(line, options), made.interface, args)).cycles).toBeGreaterThan(0);
  });
});

const nothing = { kernel: "nothing", scalars: [], results: [], arrays: [], fault: null };
