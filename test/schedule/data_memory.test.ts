/** partition, reshape, memmap, buffer: where data lies. What is computed stays the same. */
import { describe, expect, it } from "vitest";
import { arrayNamed, loopNamed } from "../../src/loops/find.ts";
import type { ArrayDecl, Loops } from "../../src/loops/nodes.ts";
import { prepareLoops } from "../../src/loops/program.ts";
import { trace } from "../../src/loops/trace.ts";
import { RunFault } from "../../src/program/interpret/fault.ts";
import { bankCount, bankOf, wordOf } from "../../src/schedule/banks.ts";
import { conflicts } from "../../src/schedule/conflicts.ts";
import { allocate, get, type NDArray, set } from "../../src/types/storage.ts";
import { array, int32, type ScalarType, uint8 } from "../../src/types/types.ts";
import { loopsOf as lowered } from "./lowered.ts";
import { loopsOf } from "./plain.ts";
import { argumentsFor, expectSame, python, refused, scheduled } from "./scheduled.ts";

const product = loopsOf(`
def k(a: "int32[8,12]", b: "int32[12]", out: "int32[8]"):
    for i in range(8):
        s = 0
        for j in range(12):
            s += a[i, j] * b[j]
        out[i] = s
`);

describe("partition", () => {
  it("records how a dimension is spread, one entry a dimension", () => {
    const after = expectSame(
      product,
      "partition a dim=1 cyclic 4\npartition a dim=0 block 2\npartition b dim=0 complete",
    );
    expect(arrayNamed(after, "a").banks).toEqual([
      { dim: 0, how: "block", factor: 2 },
      { dim: 1, how: "cyclic", factor: 4 },
    ]);
    expect(arrayNamed(after, "b").banks).toEqual([{ dim: 0, how: "complete", factor: 12 }]);
    expect(python(after)).toBe(python(product));
  });

  it("says in which memory an element is", () => {
    const banks = (how: "cyclic" | "block", factor: number): number[] => {
      const decl: ArrayDecl = {
        kind: "array",
        name: "a",
        element: int32,
        shape: [7],
        banks: [{ dim: 0, how, factor }],
      };
      return Array.from({ length: 7 }, (_, i) => bankOf(decl, [i]));
    };
    expect(banks("cyclic", 3)).toEqual([0, 1, 2, 0, 1, 2, 0]);
    expect(banks("block", 3)).toEqual([0, 0, 0, 1, 1, 1, 2]);
    const both = arrayNamed(
      scheduled(product, "partition a dim=0 complete\npartition a dim=1 cyclic 2"),
      "a",
    );
    expect(bankCount(both)).toBe(16);
    expect(bankOf(both, [3, 5])).toBe(7);
  });

  it.each([
    ["partition a dim=2 complete", "`a` has no dimension 2: it has 2"],
    ["partition a dim=0 cyclic", "`cyclic` needs the number of memories"],
    ["partition a dim=0 cyclic 9", "8 elements of dimension 0 of `a` do not fill 9 memories"],
    ["partition a dim=0 block 5", "8 elements of dimension 0 of `a` do not fill 5 memories"],
    ["partition a dim=0 complete 4", "`complete` makes a memory of each of the 8 elements"],
    ["partition a dim=0 cyclic 2\npartition a dim=0 block 2", "already spread over 2 memories (cyclic)"],
    ["reshape a dim=1 4\npartition a dim=1 cyclic 2", "already packed: 4 elements a word along dimension 1"],
    ["reshape a dim=1 13", "has 12 elements, fewer than a word of 13"],
    ["partition a dim=1 cyclic 2\nreshape a dim=1 2", "already spread over 2 memories"],
    ["reshape a dim=1 2\nreshape a dim=0 2", "already packed: 2 elements a word along dimension 1"],
  ])("refuses %s", (text, message) => {
    expect(refused(product, text).message).toContain(message);
  });
});

describe("conflicts", () => {
  const worst = (text: string, loop: string, array: string): number | undefined =>
    conflicts(scheduled(product, text), loop).find((use) => use.array === array)?.accesses;

  it("as many accesses as the loop is unrolled by, fewer with banks", () => {
    expect(worst("unroll j 4", "j", "a")).toBe(4);
    expect(worst("unroll j 4\npartition a dim=1 cyclic 2", "j", "a")).toBe(2);
    expect(worst("unroll j 4\npartition a dim=1 cyclic 4", "j", "a")).toBe(1);
    expect(worst("unroll j 4\npartition a dim=1 block 4", "j", "a")).toBe(3);
    expect(worst("unroll j 4\npartition a dim=1 complete", "j", "a")).toBe(1);
    expect(worst("unroll j 4\npartition a dim=0 complete", "j", "a")).toBe(4);
  });

  it("a word is one access", () => {
    expect(worst("unroll j 4\nreshape a dim=1 4", "j", "a")).toBe(1);
    expect(worst("unroll j 4\nreshape a dim=1 2", "j", "a")).toBe(2);
    expect(worst("unroll j 6\nreshape a dim=1 4", "j", "a")).toBe(2);
    const decl = arrayNamed(scheduled(product, "reshape a dim=1 4"), "a");
    expect([wordOf(decl, [0, 3]), wordOf(decl, [0, 4]), wordOf(decl, [1, 0])]).toEqual([0, 1, 3]);
  });

  it("a pipelined loop happens at once with the loops inside", () => {
    expect(worst("pipeline i", "i", "a")).toBe(12);
    expect(worst("pipeline i\npartition a dim=1 complete", "i", "a")).toBe(1);
    expect(worst("pipeline i", "i", "out")).toBe(1);
  });

  it("an index that is only known when it runs may hit any bank", () => {
    const histogram = loopsOf(`
def k(x: "uint8[16]", h: "int32[256]"):
    for i in range(16):
        h[x[i]] += 1
`);
    const [first] = conflicts(scheduled(histogram, "unroll i 2\npartition h dim=0 cyclic 4"), "i");
    expect(first).toMatchObject({ array: "h", accesses: 4, exact: false });
  });

  it.each([
    ["i", "unroll i 2\npartition a dim=0 cyclic 2\npartition a dim=1 cyclic 3"],
    ["j", "unroll j 5\npartition a dim=1 block 3\npartition b dim=0 cyclic 4"],
    ["j", "unroll j 3\npartition a dim=1 cyclic 2\nreshape b dim=0 2"],
    ["i", "pipeline i\npartition b dim=0 cyclic 5\nreshape a dim=0 4"],
  ])("agrees at %s with accesses counted as they happen: %s", (loop, text) => {
    const after = scheduled(product, text);
    const found = Object.fromEntries(conflicts(after, loop).map((use) => [use.array, use.accesses]));
    expect(found).toEqual(counted(after, loop));
  });
});

/** By running: distinct words loaded and stored in each memory, for each group of iterations at once. */
function counted(loops: Loops, name: string): Record<string, number> {
  const size = loopNamed(loops, name).attrs.unroll?.factor ?? 1;
  const outer = (at: ReadonlyMap<string, number>): string =>
    [...at]
      .map(([loop, value]) => (loop === name ? Math.floor(value / size) : value))
      .slice(0, [...at.keys()].indexOf(name) + 1)
      .join();
  const groups = new Map<string, Set<string>>();
  const note = (kind: string, array: string, at: number, iteration: ReadonlyMap<string, number>): void => {
    if (!iteration.has(name)) return;
    const decl = arrayNamed(loops, array);
    const index: number[] = [];
    let rest = at;
    for (const extent of [...decl.shape].reverse()) {
      index.unshift(rest % extent);
      rest = Math.floor(rest / extent);
    }
    const key = `${array} ${bankOf(decl, index)} ${outer(iteration)}`;
    const words = groups.get(key) ?? new Set<string>();
    groups.set(key, words.add(`${kind} ${wordOf(decl, index)}`));
  };
  trace(loops, argumentsFor(loops, 1), {
    load: ({ array, at, iteration }) => note("load", array, at, iteration),
    store: ({ array, at, iteration }) => note("store", array, at, iteration),
  });
  const worst: Record<string, number> = {};
  for (const [key, words] of groups) {
    const [array = ""] = key.split(" ");
    worst[array] = Math.max(worst[array] ?? 0, words.size);
  }
  return worst;
}

const twoTemporaries = loopsOf(`
def k(x: "int32[4,3]", y: "int32[4,3]"):
    a = np.zeros((4, 3), np.int32)
    b = np.zeros((2, 3), np.int32)
    for i in range(4):
        for j in range(3):
            a[i, j] = x[i, j] * 2
    for i in range(2):
        for j in range(3):
            b[i, j] = a[i, j] + a[i + 2, j]
    for i in range(4):
        for j in range(3):
            y[i, j] = a[i, j] - b[i % 2, j]
`);

describe("memmap", () => {
  it("vertical: one after another", () => {
    const after = expectSame(twoTemporaries, "memmap m vertical a b");
    expect(after.arrays).toMatchObject([{ name: "m", shape: [6, 3] }]);
    expect(python(after)).toBe(`\
    m = np.zeros((6, 3), dtype=np.int32)
    for i in range(4):
        for j in range(3):
            m[i, j] = x[i, j] * 2
    for i_1 in range(2):
        for j_1 in range(3):
            m[i_1 + 4, j_1] = m[i_1, j_1] + m[i_1 + 2, j_1]
    for i_2 in range(4):
        for j_2 in range(3):
            y[i_2, j_2] = m[i_2, j_2] - m[i_2 % 2 + 4, j_2]`);
  });

  it("horizontal: side by side in one word", () => {
    const after = expectSame(twoTemporaries, "memmap m horizontal a b");
    expect(after.arrays).toMatchObject([{ name: "m", shape: [4, 3, 2], words: { dim: 2, factor: 2 } }]);
    expect(python(after)).toContain("m[i_1, j_1, 1] = m[i_1, j_1, 0] + m[i_1 + 2, j_1, 0]");
  });

  it("arguments through a buffer", () => {
    const after = expectSame(twoTemporaries, "buffer x\nbuffer y\nmemmap m vertical x_buffer y_buffer a b");
    expect(after.arrays).toMatchObject([{ name: "m", shape: [14, 3] }]);
  });

  it.each([
    ["memmap m vertical a x", "`x` is an argument"],
    ["memmap m vertical a a", "`a` is named twice"],
    ["partition a dim=0 cyclic 2\nmemmap m vertical a b", "`a` is already partitioned or packed"],
    ["quantize b to=int8\nmemmap m vertical a b", "`a` has elements of int32, `b` of int8"],
  ])("refuses %s", (text, message) => {
    expect(refused(twoTemporaries, text).message).toContain(message);
  });

  it("refuses shapes that do not fit", () => {
    const loops = loopsOf(`
def k(y: "int32[4]"):
    a = np.zeros((4, 2), np.int32)
    b = np.zeros((4, 3), np.int32)
    for i in range(4):
        a[i, 0] = i
        b[i, 1] = a[i, 0]
        y[i] = b[i, 1]
`);
    expect(refused(loops, "memmap m vertical a b").message).toBe("`a` has shape (4, 2) and `b` (4, 3)");
    expect(expectSame(loops, "memmap m horizontal a b").arrays).toMatchObject([{ shape: [4, 3, 2] }]);
  });
});

/** `p` and `q` say where; the arrays have 4 and 3 places. */
const gathers = lowered(`
def k(p: "int32[2]", q: "uint8[2]", y: "int32[2]"):
    a = np.zeros(4, np.int32)
    b = np.zeros(3, np.int32)
    c = np.zeros(4, np.int32)
    for i in range(4):
        a[i] = i + 1
        c[i] = i + 30
    for i in range(3):
        b[i] = i + 10
    for i in range(2):
        y[i] = a[p[i]] + 100 * b[q[i]] + c[p[i]]
    for i in range(2):
        if q[i] < 3:
            a[p[i]] = y[i]
            y[i] += a[q[i] + i]
`);

function of(type: ScalarType, values: readonly number[]): NDArray {
  const made = allocate(array(type, [values.length]));
  values.forEach((value, at) => {
    set(made, at, value);
  });
  return made;
}

describe("memmap keeps an index that is out of range a fault", () => {
  const runs = (loops: Loops, p: readonly number[], q: readonly number[]): readonly number[] | "fault" => {
    const y = of(int32, [0, 0]);
    const args = new Map([
      ["p", of(int32, p)],
      ["q", of(uint8, q)],
      ["y", y],
    ]);
    const both = [(): unknown => prepareLoops(loops).run(args), (): unknown => trace(loops, args, {})];
    const found = both.map((run) => {
      try {
        run();
        return [get(y, 0), get(y, 1)].map(Number);
      } catch (error) {
        if (error instanceof RunFault) return "fault";
        throw error;
      }
    });
    expect(typeof found[0]).toBe(typeof found[1]);
    return found[0] ?? "fault";
  };

  it.each([
    "memmap m vertical a b c",
    "memmap m vertical b c a",
    "memmap m horizontal a b c",
    "memmap m horizontal b a",
  ])("%s", (text) => {
    const after = scheduled(gathers, text);
    for (const at of [-9, -5, -4, -1, 0, 2, 3, 4, 7, 100]) {
      for (const other of [0, 2, 3, 4, 200]) {
        const expected = runs(gathers, [0, at], [1, other]);
        expect(runs(after, [0, at], [1, other]), `p = ${at}, q = ${other}`).toEqual(expected);
      }
    }
  });

  it("asks only what is not known, and only on the sides where there is a neighbour", () => {
    const body = python(scheduled(gathers, "memmap m vertical a b"));
    expect(body).toContain("m[i] = i + 1"); // a
    expect(body).toContain("m[i_1 + 4] = i_1 + 10"); // b
    expect(body).toMatch(/m\[.* if .* < 4 else 7\]/); // a[p[i]]: b stands behind it
    expect(body).toMatch(/m\[.* \+ 4 if .* >= 0 else 7\]/); // b[q[i]]: nothing stands behind it
  });
});

describe("buffer", () => {
  it("copies in, and back only what is written", () => {
    const after = expectSame(product, "buffer b\nbuffer out name=kept");
    expect(python(after)).toBe(`\
    b_buffer = np.zeros((12,), dtype=np.int32)
    kept = np.zeros((8,), dtype=np.int32)
    for kept_0 in range(8):
        kept[kept_0] = out[kept_0]
    for b_buffer_0 in range(12):
        b_buffer[b_buffer_0] = b[b_buffer_0]
    for i in range(8):
        s = np.int32(0)
        for j in range(12):
            s = s + a[i, j] * b_buffer[j]
        kept[i] = s
    for out_0 in range(8):
        out[out_0] = kept[out_0]`);
  });

  it("keeps elements that the kernel does not touch", () => {
    const partial = loopsOf(`
def k(a: "int32[8]"):
    for i in range(3):
        a[2 * i] = a[i] + 1
`);
    expectSame(partial, "buffer a");
  });

  it("refuses what is on chip", () => {
    expect(refused(twoTemporaries, "buffer a").message).toBe("`a` is already on chip");
  });
});
