/**
 * The schedule that Lutra chooses: what it does with nests of one kind or another, and that it changes no bit.
 *
 *     LUTRA_CORPUS=all npx vitest run test/explore/auto.test.ts      every kernel of the corpus
 */
import { describe, expect, test } from "vitest";
import { parts } from "../../src/device/part.ts";
import { adviceFor } from "../../src/explore/advice.ts";
import { scheduleFor } from "../../src/explore/index.ts";
import { measured, nothingKnown } from "../../src/explore/measure.ts";
import { onceForEachShape } from "../../src/explore/same.ts";
import { printStep } from "../../src/schedule/print.ts";
import { apply, type Schedule } from "../../src/schedule/schedule.ts";
import { predicted } from "../../src/synthesis/index.ts";
import { ofToday } from "../corpus/day.ts";
import { corpusSample } from "../synthesis/corpus-circuits.ts";
import { writtenLoops } from "../synthesis/written.ts";
import { automatic, corpusADay, leavesTheSame, target } from "./auto-kernels.ts";

function lines(schedule: Schedule): readonly string[] {
  return schedule.map(printStep);
}

interface Shape {
  readonly what: string;
  readonly source: string;
  readonly steps: readonly string[]; // some of those chosen
  readonly cycles: number; // at most
}

const shapes: readonly Shape[] = [
  {
    what: "two at a time, for two ports",
    source: `def kernel(a: "int32[64]", b: "int32[64]"):
    for i in range(64):
        b[i] = a[i] * 3`,
    steps: ["unroll i 2", "pipeline i"],
    cycles: 36,
  },
  {
    what: "one at a time where a value is handed on",
    source: `def kernel(a: "float32[64]"):
    total = np.float32(0)
    for i in range(64):
        total += a[i]
    return total`,
    steps: ["pipeline i"],
    cycles: 200,
  },
  {
    what: "loops that are as long as others say are written out as well",
    source: `def kernel(a: "uint8[64]", out: "uint8[64]"):
    win = np.zeros(5, dtype=np.uint8)
    for i in range(2, 62):
        for k in range(5):
            win[k] = a[i - 2 + k]
        for p in range(3):
            for q in range(p + 1, 5):
                if win[q] < win[p]:
                    win[p], win[q] = win[q], win[p]
        out[i] = win[2]`,
    steps: ["pipeline i"],
    cycles: 200,
  },
  {
    what: "a sum of floats does not stay innermost",
    source: `def kernel(a: "float32[64,64]", x: "float32[64]", y: "float32[64]"):
    for i in range(64):
        y[i] = 0
        for j in range(64):
            y[i] += a[i, j] * x[j]`,
    steps: [],
    cycles: 4500,
  },
  {
    what: "tiles of a product read each element for several sums",
    source: `def kernel(a: "int32[16,16]", b: "int32[16,16]", c: "int32[16,16]"):
    for i in range(16):
        for j in range(16):
            total = np.int32(0)
            for k in range(16):
                total += a[i, k] * b[k, j]
            c[i, j] = total`,
    steps: [],
    cycles: 1500,
  },
  {
    what: "arguments that are read again come in once, two elements a cycle",
    source: `def kernel(a: "int32[19,19]", b: "int32[19,19]", c: "int32[19,19]"):
    for i in range(19):
        for j in range(19):
            total = np.int32(0)
            for k in range(19):
                total += a[i, k] * b[k, j]
            c[i, j] = total`,
    steps: ["partition a_buffer dim=1 complete", "partition b_buffer dim=0 complete"],
    cycles: 19 * 19 + 30,
  },
  {
    what: "an array between nests lies in the memories that its reader asks for",
    source: `def kernel(a: "int32[11,11]", b: "int32[11,11]", c: "int32[11,11]", d: "int32[11,11]"):
    e = a @ b
    f = c @ d
    return e @ f`,
    steps: ["partition e dim=1 complete", "partition f dim=0 complete"],
    cycles: 5 * 61 + 30, // two elements a cycle, twice in and three times out
  },
  {
    what: "whole windows over channels, in memories along each of their dimensions",
    source: `def kernel(a: "int8[4,15,15]", w: "int8[5,4,3,3]", b: "int32[5,13,13]"):
    for o in range(5):
        for i in range(13):
            for j in range(13):
                total = np.int32(0)
                for c in range(4):
                    for y in range(3):
                        for x in range(3):
                            total += np.int32(a[c, i + y, j + x]) * np.int32(w[o, c, y, x])
                b[o, i, j] = total`,
    steps: ["partition a_buffer dim=1 cyclic 3", "partition a_buffer dim=2 cyclic 3", "pipeline j"],
    cycles: 5 * 13 * 13 + (4 * 15 * 15 + 5 * 4 * 3 * 3) / 2 + 30, // a result a cycle, after what two ports bring in
  },
  {
    what: "windows over an image",
    source: `def kernel(a: "int32[32,32]", b: "int32[30,30]"):
    for i in range(30):
        for j in range(30):
            b[i, j] = a[i, j] + a[i + 1, j] + a[i + 2, j + 2] + a[i, j + 1]`,
    steps: [],
    cycles: 1100,
  },
  {
    what: "what stands beside a sum over a changing count gets loops of its own",
    source: `def kernel(a: "float32[24,24]", b: "float32[24,24]"):
    for i in range(24):
        for j in range(24):
            total = b[i, j]
            for k in range(i + 1, 24):
                total += a[k, i] * b[k, j]
            b[i, j] = np.float32(1.5) * total`,
    steps: ["reorder k j.rest"],
    cycles: 6000,
  },
  {
    what: "loops that only data end stay as they are",
    source: `def kernel(a: "int32[64]"):
    n = 0
    while a[n] > 0:
        n += 1
    return n`,
    steps: [],
    cycles: Infinity,
  },
  {
    what: "loops in one that only data end count as often as is guessed",
    source: `def kernel(x: "int32[32,4]", c: "int32[4,4]", out: "int32[32]"):
    left = np.int32(1)
    while left > 0:
        left = np.int32(0)
        for i in range(32):
            best = np.int32(0)
            for k in range(4):
                d = np.int32(0)
                for f in range(4):
                    d += x[i, f] * c[k, f]
                if d > best:
                    best = d
            if out[i] != best:
                left = np.int32(1)
            out[i] = best`,
    steps: ["pipeline i"],
    cycles: Infinity,
  },
  {
    what: "copies of a loop whose count comes with the call",
    source: `def kernel(a: "int32[64]", b: "int32[64]", n: "int32"):
    for i in range(n):
        b[i] = a[i] * 3`,
    steps: ["unroll i 2", "pipeline i"],
    cycles: Infinity,
  },
  {
    what: "a stencil whose reads are clamped at the borders",
    source: `def kernel(a: "int32[32,32]", b: "int32[32,32]"):
    for i in range(32):
        for j in range(32):
            b[i, j] = a[i, j] + a[max(i - 1, 0), j] + a[min(i + 1, 31), j] + a[i, max(j - 1, 0)] + a[i, min(j + 1, 31)]`,
    steps: [],
    cycles: 1150,
  },
  {
    what: "no loops, no steps",
    source: `def kernel(a: "int32[4]"):
    a[0] = a[1] + a[2]`,
    steps: [],
    cycles: 10,
  },
  {
    what: "a histogram keeps its order",
    source: `def kernel(a: "uint8[256]", h: "int32[256]"):
    for i in range(256):
        h[a[i]] += 1`,
    steps: ["pipeline i"],
    cycles: 300,
  },
  {
    what: "nests that follow each other, each in its way",
    source: `def kernel(a: "int32[32]", b: "int32[32]", c: "int32[32,8]"):
    for i in range(32):
        b[i] = a[i] + 1
    for i in range(32):
        for j in range(8):
            c[i, j] = b[i] * j`,
    steps: [],
    cycles: 200,
  },
  {
    what: "a branch in a loop",
    source: `def kernel(a: "int32[64]", b: "int32[64]"):
    for i in range(64):
        if a[i] > 3:
            b[i] = a[i]`,
    steps: ["pipeline i"],
    cycles: 70,
  },
  {
    what: "a loop that is left",
    source: `def kernel(a: "int32[64]"):
    found = -1
    for i in range(64):
        if a[i] == 7:
            found = i
            break
    return found`,
    steps: ["pipeline i"],
    cycles: 200,
  },
  {
    what: "copies into and out of a small array are written out, and the array is registers",
    source: `def kernel(key: "uint8[16]", block: "uint8[16]"):
    k = key.copy()
    state = block.copy()
    for r in range(12):
        mixed = np.zeros(16, np.uint8)
        for i in range(16):
            mixed[i] = (state[(5 * i) % 16] << np.uint8(1)) ^ k[i] ^ np.uint8(r)
        for i in range(16):
            state[i] = mixed[i]
    for i in range(16):
        block[i] = state[i]`,
    steps: ["unroll k.0", "unroll i_2"],
    cycles: 8 + 6 + 8 + 4,
  },
];

test.each(shapes)("$what", ({ source, steps, cycles }) => {
  const loops = writtenLoops(source);
  const { schedule, loops: scheduled } = scheduleFor(loops, target);
  expect(lines(schedule)).toEqual(expect.arrayContaining([...steps]));
  expect(apply(loops, schedule)).toEqual({ ok: true, loops: scheduled });
  expect(predicted(automatic(loops), { target }).most).toBeLessThanOrEqual(cycles);
});

test("leaves alone what the source says", () => {
  const loops = writtenLoops(`def kernel(a: "int32[64]", b: "int32[64]"):
    for i in range(64).unroll(4):
        a[i] += 1
    for j in range(64):
        b[j] += 1`);
  expect(lines(scheduleFor(loops, target).schedule).filter((line) => / i\b/.test(line))).toEqual([]);
});

test("measures once what differs in names alone", () => {
  const nest = (
    ...[out, a, b, i]: readonly string[]
  ) => `def kernel(a: "int32[8]", b: "int32[8]", c: "int32[8]"):
    for ${i} in range(8):
        ${out}[${i}] = ${a}[${i}] * 2 + ${b}[${i}]`;
  const asked: string[] = [];
  const measure = onceForEachShape((loops) => {
    asked.push(loops.body[0]?.kind === "for" ? loops.body[0].name : "");
    return measured(loops, target, nothingKnown());
  });
  const found = [nest("c", "a", "b", "i"), nest("a", "b", "c", "n"), nest("c", "a", "a", "k")].map((source) =>
    measure(writtenLoops(source, "")),
  );
  expect(asked).toEqual(["i", "k"]);
  expect(found[1]).toEqual(measured(writtenLoops(nest("a", "b", "c", "n")), target, nothingKnown()));
});

test("gives the same kernel the same schedule", () => {
  const { source } = shapes[3] ?? { source: "" };
  const [one, other] = [scheduleFor(writtenLoops(source), target), scheduleFor(writtenLoops(source), target)];
  expect(one).toEqual(other);
});

test("a small part gets a small circuit", () => {
  const { source } = shapes[3] ?? { source: "" };
  const small = { family: "ice40", periodNs: 50 } as const;
  const [free, bound] = [undefined, parts["ice40hx8k-ct256"]].map((part) =>
    scheduleFor(writtenLoops(source), small, part),
  );
  expect(bound?.cycles ?? 0).toBeGreaterThan(free?.cycles ?? Infinity);
});

describe("advice", () => {
  test.each([
    ["a loop that is not pipelined", "", "pipeline i"],
    ["a sum of floats", "pipeline", "reassociate i 4"],
  ])("%s", (_, form, step) => {
    const loops = writtenLoops(`def kernel(a: "float32[64]"):
    total = np.float32(0)
    for i in range(64):
        total += a[i]
    return total`);
    const done = apply(loops, form === "" ? [] : [{ primitive: "pipeline", args: { loop: "i" } }]);
    if (!done.ok) throw new Error(done.refusal.message);
    const [first] = adviceFor(done.loops, target, parts["xcvu9p-flgb2104-2-i"]);
    expect(first === undefined ? null : printStep(first.step)).toBe(step);
    const after = apply(done.loops, first === undefined ? [] : [first.step]);
    expect(after.ok ? predicted(after.loops, { target }).most : null).toBe(first?.cycles);
  });

  test("the ports of a memory", () => {
    const loops = writtenLoops(`def kernel(a: "int32[16,8]", b: "int32[16]"):
    for i in range(16):
        for j in range(8):
            b[i] += a[i, j]`);
    const done = apply(loops, [{ primitive: "pipeline", args: { loop: "i" } }]);
    if (!done.ok) throw new Error(done.refusal.message);
    const [first] = adviceFor(done.loops, target, parts["xcvu9p-flgb2104-2-i"]);
    expect(first === undefined ? null : printStep(first.step)).toMatch(/^partition a dim=1 cyclic 4$/);
  });
});

describe("kernels of the corpus leave what they left", () => {
  test.each(ofToday(corpusSample(12, 3), corpusADay))("%s", { timeout: 60_000 }, leavesTheSame);
});
