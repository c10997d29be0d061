/**
 * What low bits save: kernels written in wide types of which only low bits reach a result. `before`: what the same
 * kernels took when operations had the bits of their types and ranges alone.
 */
import { expect, test } from "vitest";
import { registersOf } from "../../src/synthesis/report/registers.ts";
import { resourcesOf } from "../../src/synthesis/report/resources.ts";
import { writtenCircuit } from "./written.ts";

interface Counts {
  readonly cycles: number;
  readonly registers: number; // bits
  readonly dsps: number;
  readonly luts: number; // estimated
}

interface Kernel {
  readonly name: string;
  readonly source: string;
  readonly steps: string;
  readonly before: Counts;
  readonly now: Counts;
}

const kernels: readonly Kernel[] = [
  {
    name: "a hash of 64 bits, for 1024 buckets",
    source: `def kernel(key: "uint64[256]", bucket: "uint16[256]"):
    for i in range(256):
        h = key[i] * np.uint64(0x9E3779B97F4A7C15)
        h = h + (key[i] << np.uint64(7))
        h = h * key[i] + np.uint64(5)
        bucket[i] = h & np.uint64(1023)`,
    steps: "pipeline i",
    before: { cycles: 261, registers: 557, dsps: 9, luts: 995 },
    now: { cycles: 259, registers: 40, dsps: 1, luts: 47 },
  },
  {
    name: "a hash that is carried along, cut at the end",
    source: `def kernel(text: "uint8[256]", out: "uint32[1]"):
    h = np.uint64(5381)
    for i in range(256):
        h = h * np.uint64(33) + np.uint64(text[i])
    out[0] = np.uint32(h & np.uint64(0xFFFF))`,
    steps: "pipeline i",
    before: { cycles: 260, registers: 79, dsps: 0, luts: 199 },
    now: { cycles: 260, registers: 31, dsps: 0, luts: 51 },
  },
  {
    name: "CRC-32 in 64 bits, a byte an iteration",
    source: `def kernel(data: "uint8[256]", out: "uint32[1]"):
    crc = np.uint64(0xFFFFFFFF)
    for i in range(256):
        crc = crc ^ (np.uint64(data[i]) << np.uint64(24))
        for b in range(8):
            crc = (crc << np.uint64(1)) ^ (np.uint64(0x04C11DB7) * ((crc >> np.uint64(31)) & np.uint64(1)))
    out[0] = np.uint32(crc & np.uint64(0xFFFFFFFF))`,
    steps: "unroll b\npipeline i",
    before: { cycles: 2053, registers: 543, dsps: 0, luts: 3012 },
    now: { cycles: 772, registers: 113, dsps: 0, luts: 447 },
  },
  {
    name: "a filter of four taps, 16 bits of its sums",
    source: `def kernel(x: "int32[256]", c: "int32[4]", y: "uint16[256]"):
    for i in range(253):
        acc = np.int64(0)
        for k in range(4):
            acc += np.int64(x[i + k]) * np.int64(c[k])
        y[i] = (acc >> np.int64(8)) & np.int64(0xFFFF)`,
    steps: "unroll k\npartition c dim=0 complete\npartition x dim=0 cyclic factor=4\npipeline i",
    before: { cycles: 510, registers: 550, dsps: 16, luts: 845 },
    now: { cycles: 256, registers: 102, dsps: 8, luts: 333 },
  },
];

test.each(kernels)("$name", ({ source, steps, before, now }) => {
  const found = countsOf(source, steps);
  expect(found).toEqual(now);
  for (const count of ["cycles", "registers", "dsps", "luts"] as const) {
    expect(found[count]).toBeLessThanOrEqual(before[count]);
  }
});

function countsOf(source: string, steps: string): Counts {
  const made = writtenCircuit(source, steps);
  const { luts, dsps } = resourcesOf(made);
  return { cycles: made.prediction.most, registers: registersOf(made.design).bits, dsps, luts };
}
