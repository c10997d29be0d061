/** A kernel on AXI: the bits of the reference come back, whatever waits on the bus, and an error is told and ends the call. */
import { describe, expect, test } from "vitest";
import { readWords, writeWords } from "./called.ts";
import { calm, onBus, rough } from "./on_bus.ts";

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

describe("a kernel on AXI", () => {
  test.each([
    ["nothing waits", calm],
    ["everything waits", rough],
  ])("where %s: the bits of the reference, in the cycles that were predicted", async (_, bus) => {
    const { call, predicted } = await onBus(product, "pipeline j", bus);
    for (const seed of [1, 2, 3]) {
      const { status, kernelCycles } = call(seed);
      expect(status).toBe(0n);
      expect(kernelCycles).toBe(predicted);
    }
  });

  test.each([
    ["several memories", "partition a dim=1 cyclic 2\npartition x dim=0 complete\npipeline i"],
    ["blocks", "partition a dim=1 block 2\npartition y dim=0 block 3"],
    ["cyclic banks that do not divide it", "partition a dim=0 cyclic 4\npartition y dim=0 cyclic 4"],
    ["words of several elements", "reshape a dim=1 4\npartition x dim=0 complete\npipeline i"],
  ])("has arrays in %s", async (_, steps) => {
    for (const width of [32, 128]) {
      const { call } = await onBus(product, steps, rough, { width });
      for (const seed of [5, 6]) expect(call(seed).status).toBe(0n);
    }
  });

  test.each(["float32", "fixed<13,7>", "int64", "bool", "float<5,4>", "int<7>", "uint<100>"])(
    "takes and gives %s",
    async (type) => {
      const source = `
def kernel(a: "${type}[9]", s: "${type}", out: "${type}[9]"):
    for i in range(9):
        out[i] = a[8 - i] if i % 2 == 0 else s
    return a[3]
`;
      const { call } = await onBus(source, "", rough, { width: 32 });
      for (const seed of [7, 8]) expect(call(seed).status).toBe(0n);
    },
  );

  test("leaves elements that the kernel does not write as they were, and bytes around an array", async () => {
    const source = `
def kernel(a: "int8[11]", n: "int32"):
    for i in range(n & 7):
        a[i] = a[i] + 1
`;
    const { call, bus } = await onBus(source, "", rough);
    for (const seed of [1, 2, 3]) call(seed);
    const written = bus.bursts.filter(({ isWrite }) => isWrite);
    expect(written).toHaveLength(3);
    for (const { address } of written)
      expect([...bus.take(address + 11n, 5)]).toEqual([165, 165, 165, 165, 165]);
  });

  test("gives arrays that the kernel makes, which are not read before", async () => {
    const source = `
def kernel(a: "int32[20]"):
    b = np.zeros(20, np.int32)
    for i in range(20):
        b[i] = a[i] * 3
    return b
`;
    const { call, bus } = await onBus(source, "", rough);
    call(3);
    expect(bus.bursts.map(({ isWrite }) => isWrite)).toEqual([false, true]);
  });
});

describe("streams", () => {
  const filter = `
def kernel(a: "int16[40]", b: "int<12>[40]", k: "int16", c: "int32[4]"):
    for i in range(40):
        b[i] = a[i] + k + c[i % 4]
`;

  test.each([
    ["nothing waits", calm],
    ["everything waits", rough],
  ])("where %s: words in, words out, call after call, beside arrays in memory", async (_, bus) => {
    const { call } = await onBus(filter, "stream a\nstream b\npipeline i", bus);
    for (const seed of [1, 2, 3]) expect(call(seed).status).toBe(0n);
  });
});

const copy = `
def kernel(a: "int32[2000]", b: "int32[2000]"):
    for i in range(2000):
        b[i] = a[i] + 1
`;

describe("bursts", () => {
  test.each([
    [32, 256, 4],
    [64, 256, 4],
    [64, 16, 8],
    [512, 256, 4],
  ])(
    "of %i bits, up to %i beats, %i under way: whole arrays, in 4 KiB",
    async (width, longestBurst, outstanding) => {
      const { call, bus } = await onBus(
        copy,
        "pipeline i",
        { seed: width, stalls: 20, latency: 90 },
        { width, longestBurst, outstanding },
      );
      call(1);
      const beats = bus.bursts.filter(({ isWrite }) => isWrite).reduce((sum, one) => sum + one.beats, 0);
      expect(beats).toBe(Math.ceil((2000 * 32) / width));
      expect(bus.mostUnderWay).toBeGreaterThan(1);
      expect(bus.mostUnderWay).toBeLessThanOrEqual(outstanding);
    },
  );

  test.each([
    ["an element a cycle from a memory that fills no block RAM twice", 1000, "pipeline i", 1],
    [
      "as many as banks that are cyclic",
      2000,
      "partition a dim=0 cyclic 8\npartition b dim=0 cyclic 8\nunroll i 8",
      8,
    ],
    ["as many as block RAMs that a large memory takes", 2403, "pipeline i", 4],
  ])("copies %s", async (_, size, steps, lanes) => {
    const { call } = await onBus(copy.replaceAll("2000", `${size}`), steps, calm, { width: 256 });
    const { cycles, kernelCycles } = call(1);
    const least = 3 * Math.ceil(size / lanes); // a is loaded, b is loaded and stored
    expect(cycles - kernelCycles).toBeGreaterThan(least);
    expect(cycles - kernelCycles).toBeLessThan(1.04 * least + 100);
  });

  test("on several masters copy at the same time", async () => {
    const bundles = new Map([
      ["a", "left"],
      ["b", "right"],
    ]);
    const both = await onBus(copy, "pipeline i", calm, { bundles });
    const one = await onBus(copy, "pipeline i", calm);
    expect(both.bundles.map(({ name }) => name)).toEqual(["left", "right"]);
    expect(one.call(4).cycles - both.call(4).cycles).toBeGreaterThan(950);
  });
});

describe("what goes wrong on the bus", () => {
  const status = { readFailed: 1n, writeFailed: 2n, misaligned: 4n };

  test.each([2, 3])(
    "an answer %i ends the call with a status, and the next call is as any",
    async (answer) => {
      for (const isWrite of [false, true]) {
        let isBad = true;
        const response = (address: bigint, ofWrite: boolean): number =>
          isBad && ofWrite === isWrite && address % 4096n > 2000n ? answer : 0;
        const { attempt, call } = await onBus(copy, "pipeline i", { ...rough, response });
        expect(attempt(1).status).toBe(isWrite ? status.writeFailed : status.readFailed);
        expect(attempt(2).status).toBe(isWrite ? status.writeFailed : status.readFailed);
        isBad = false;
        expect(call(3).status).toBe(0n);
      }
    },
  );

  test("an address that is no multiple of a beat is told, and nothing is read", async () => {
    const { bus, registers, call } = await onBus(product, "", rough);
    const { offset } = registers.find(({ name }) => name === "a") ?? expect.fail("no register");
    writeWords(bus, offset, 64, 0x1004n);
    bus.write(0, 1n);
    while ((bus.read(0) & 2n) === 0n) bus.cycle();
    expect(readWords(bus, registers.find(({ name }) => name === "call_status") ?? expect.fail("none"))).toBe(
      status.misaligned,
    );
    expect(bus.bursts).toEqual([]);
    expect(call(1).status).toBe(0n);
  });
});
