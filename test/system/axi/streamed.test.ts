/** Arrays that pass as streams between memory and kernel: the bits of the reference come back, whatever waits on the bus. */
import { describe, expect, test } from "vitest";
import type { BusOptions } from "./bus.ts";
import { readWords, writeWords } from "./called.ts";
import { calm, onBus, rough } from "./on_bus.ts";

const slow: BusOptions = { seed: 5, stalls: 0, latency: 60 };

const scaled = `
def kernel(a: "int16[300]", k: "int16", b: "int32[300]"):
    for i in range(300):
        b[i] = a[i] * k
    return k
`;

const stencil = `
def kernel(image: "int16[12,20]", out: "int16[12,20]"):
    for i in range(1, 11):
        for j in range(1, 19):
            out[i, j] = (image[i, j] + image[i - 1, j] + image[i + 1, j] + image[i, j - 1] + image[i, j + 1]) >> 2
`;

const inPlace = `
def kernel(image: "int16[12,20]"):
    for i in range(1, 11):
        for j in range(1, 19):
            image[i, j] = (image[i - 1, j] + image[i, j - 1] + image[i, j] + image[i, j + 1] + image[i + 1, j]) >> 2
`;

const sums = `
def kernel(values: "uint8[500]", counts: "int32[16]"):
    old = values[0]
    run = 0
    for i in range(500):
        if values[i] == old:
            run += 1
        else:
            counts[old & 15] += run
            run = 1
        old = values[i]
    counts[old & 15] += run
`;

const joined = `
def kernel(a: "int32[200]", b: "int32[200]", c: "int8[200]"):
    for i in range(200):
        c[i] = a[i] ^ b[i]
`;

describe("arrays that are touched in the order of memory", () => {
  test.each([
    ["one after another", scaled, "pipeline i", ["a", "b"]],
    [
      "by several lanes",
      scaled,
      "partition a dim=0 cyclic 4\npartition b dim=0 cyclic 4\nunroll i 4\npipeline i",
      ["a", "b"],
    ],
    ["by a stencil, whose borders stay", stencil, "stencil i", ["image", "out"]],
    ["by the lanes of a stencil", stencil, "stencil i unroll=4", ["image", "out"]],
    ["in place", inPlace, "stencil i", ["image"]],
    ["several times in a row", sums, "pipeline i", ["values"]],
    ["through three masters", joined, "pipeline i", ["a", "b", "c"]],
  ])("%s pass as streams", async (_, source, steps, expected) => {
    for (const bus of [calm, slow, rough])
      for (const width of [32, 128]) {
        const { call, predicted, streamed, copied } = await onBus(source, steps, bus, {
          streams: true,
          width,
        });
        expect([...streamed], JSON.stringify([...copied])).toEqual(expected);
        for (const seed of [1, 2, 3]) {
          const { status, kernelCycles } = call(seed);
          expect(status).toBe(0n);
          expect(kernelCycles).toBe(predicted);
        }
      }
  });
});

describe("a stream", () => {
  test("moves every byte once, while the kernel runs", async () => {
    const { call, bus, predicted } = await onBus(stencil, "stencil i unroll=4", calm, { streams: true });
    const { cycles } = call(1);
    const beats = (isWrite: boolean): number =>
      bus.bursts.filter((one) => one.isWrite === isWrite).reduce((sum, one) => sum + one.beats, 0);
    expect(beats(false)).toBe((12 * 20 * 2) / 8);
    expect(beats(true)).toBe((12 * 20 * 2) / 8);
    expect(cycles).toBeLessThan(predicted + 30 + 70); // the last burst leaves when it is whole; registers, answers, polls
  });

  test("asks for no more than there is a place for, and never keeps the bus waiting for the kernel", async () => {
    const options = { streams: true, longestBurst: 16, outstanding: 2 };
    const { call, bus } = await onBus(scaled, "", slow, options); // an element takes several cycles
    expect(call(1).status).toBe(0n);
    const written = bus.bursts.filter(({ isWrite }) => isWrite);
    expect(written.reduce((sum, one) => sum + one.beats, 0)).toBe(150);
    expect(bus.mostUnderWay).toBeLessThanOrEqual(4);
  });

  test.each([2, 3])("that is answered %i ends the call with a status; the next is as any", async (answer) => {
    for (const isWrite of [false, true]) {
      let isBad = true;
      const response = (address: bigint, ofWrite: boolean): number =>
        isBad && ofWrite === isWrite && address % 512n > 100n ? answer : 0;
      const { attempt, call } = await onBus(scaled, "pipeline i", { ...rough, response }, { streams: true });
      for (const seed of [1, 2]) expect(attempt(seed).status).toBe(isWrite ? 2n : 1n);
      isBad = false;
      for (const seed of [3, 4]) expect(call(seed).status).toBe(0n);
    }
  });

  test("whose address is no multiple of a beat is told, and nothing is read", async () => {
    const { bus, registers, call } = await onBus(scaled, "pipeline i", rough, { streams: true });
    const { offset } = registers.find(({ name }) => name === "a") ?? expect.fail("no register");
    writeWords(bus, offset, 64, 0x1004n);
    bus.write(0, 1n);
    while ((bus.read(0) & 2n) === 0n) bus.cycle();
    const status = registers.find(({ name }) => name === "call_status") ?? expect.fail("none");
    expect(readWords(bus, status)).toBe(4n);
    expect(bus.bursts).toEqual([]);
    expect(call(1).status).toBe(0n);
  });
});

describe("what is copied", () => {
  const twice = `
def kernel(a: "int32[40]", n: "int32", b: "int32[40]", c: "int32[40]"):
    for i in range(40):
        b[39 - i] = a[i]
    for i in range(40):
        c[i] = a[i] + b[i]
`;
  const unknown = `
def kernel(a: "int32[40]", n: "int32[40]", b: "int32[40]"):
    for i in range(40):
        if a[i] > 3:
            b[i] = a[n[i] & 31]
`;
  test("and why", async () => {
    const first = await onBus(twice, "", calm, { streams: true });
    expect(first.streamed).toEqual(["c"]);
    expect(Object.fromEntries(first.copied)).toEqual({
      a: "words are touched again",
      b: "words are touched again",
    });
    const second = await onBus(unknown, "", calm, { streams: true });
    expect(Object.fromEntries(second.copied)).toEqual({
      a: "data decide where it is touched",
      b: "data decide whether it is touched",
    });
    expect(second.streamed).toEqual(["n"]);
    for (const { call } of [first, second]) expect(call(1).status).toBe(0n);
  });
});
