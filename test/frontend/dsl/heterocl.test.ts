/** The examples of the HeteroCL paper: each against plain TypeScript, as written and under its schedule. */
import { describe, expect, it } from "vitest";
import { convolution, schedule as convolutionSchedule } from "../../../examples/heterocl/convolution.ts";
import * as dot from "../../../examples/heterocl/dot_product.ts";
import { insertionSort } from "../../../examples/heterocl/insertion_sort.ts";
import { jacobi, schedule as jacobiSchedule } from "../../../examples/heterocl/jacobi.ts";
import { BITS, K, knn, schedule as knnSchedule } from "../../../examples/heterocl/knn.ts";
import * as lenet from "../../../examples/heterocl/lenet.ts";
import { matmul, schedule as matmulSchedule } from "../../../examples/heterocl/matmul.ts";
import { popcount, schedule as popcountSchedule } from "../../../examples/heterocl/popcount.ts";
import type { DslKernel } from "../../../src/frontend/dsl/index.ts";
import { lower } from "../../../src/loops/lower/index.ts";
import type { Loops } from "../../../src/loops/nodes.ts";
import { prepareLoops, verifyLoops } from "../../../src/loops/program.ts";
import { apply } from "../../../src/schedule/index.ts";
import { parseSchedule } from "../../../src/schedule/parse.ts";
import type { Value } from "../../../src/types/operators.ts";
import { allocate, type NDArray, set } from "../../../src/types/storage.ts";
import { evaluate, flat, result } from "./run.ts";

const { seeded } = lenet;

describe("dot product", () => {
  const random = seeded(6);
  const numbers = Array.from({ length: 2 * dot.BATCH }, () => random() * 1.5);

  for (const DW of dot.widths) {
    const raw = numbers.map((x) => Math.floor(x * 2 ** (DW - 2)));
    const [a, b] = [raw.slice(0, dot.BATCH), raw.slice(dot.BATCH)];
    const expected = a.reduce((sum, x, i) => sum + BigInt(x) * BigInt(b[i] ?? 0), 0n);
    const words = [packed(a, DW), packed(b, DW)];

    it(`of ${DW}-bit elements is exact`, () => {
      expect(result(dot.dotProduct(DW), ...words).map(BigInt)).toEqual([expected]);
    });

    it.each(dot.parallelisms)(`of ${DW}-bit elements, %d at a time, is the same`, (PAR) => {
      const loops = scheduled(dot.dotProduct(DW), dot.schedule(PAR));
      expect(runLoops(loops, words).map(BigInt)).toEqual([expected]);
      expect(loops.arrays.map(({ banks }) => banks?.[0]?.factor)).toEqual([PAR, PAR]);
    });
  }

  it("is bound by memory where elements are wide, by multipliers where they are few", () => {
    const bound = (DW: number, PAR: number): string => {
      const { compute, memory } = dot.cycles(DW, PAR);
      return memory > compute ? "memory" : "compute";
    };
    expect([bound(32, 8), bound(8, 8), bound(4, 4), bound(16, 32)]).toEqual([
      "memory",
      "compute",
      "compute",
      "memory",
    ]);
  });

  function packed(elements: readonly number[], width: number): bigint[] {
    const each = dot.MB / width;
    return Array.from({ length: elements.length / each }, (_, w) =>
      elements
        .slice(w * each, (w + 1) * each)
        .reduce((word, x, i) => word | (BigInt.asUintN(width, BigInt(x)) << BigInt(i * width)), 0n),
    );
  }
});

describe("k nearest neighbours", () => {
  const [digits, samples] = [4, 12];
  const random = seeded(7);
  const image = (): bigint => BigInt.asUintN(BITS, BigInt(Math.floor((random() + 1) * 2 ** 52)));
  const test = image();
  const train = Array.from({ length: digits * samples }, image);

  function expected(): number[] {
    return Array.from({ length: digits }, (_, x) => {
      const nearest = Array<number>(K).fill(50);
      for (const word of train.slice(x * samples, (x + 1) * samples)) {
        const distance = (word ^ test).toString(2).replaceAll("0", "").length;
        const furthest = nearest.indexOf(Math.max(...nearest));
        if (distance < (nearest[furthest] ?? 0)) nearest[furthest] = distance;
      }
      return nearest;
    }).flat();
  }

  it("keeps the three nearest of each digit", () => {
    expect(result(knn(digits, samples), canonical(test), train.map(canonical))).toEqual(expected());
  });

  it("under its schedule too", () => {
    const loops = scheduled(knn(digits, samples), knnSchedule);
    expect(runLoops(loops, [[canonical(test)], train])).toEqual(expected());
  });
});

describe("LeNet", () => {
  const weights = lenet.weights();
  const given = [weights.w_cn1, weights.w_cn2, weights.w_fc1, weights.w_fc2].map((w) => [...w]);
  const images = lenet.images(6).map((image) => [...image]);

  it("gives the probabilities that plain arithmetic gives", () => {
    const [image = []] = images;
    const ours = runLoops(scheduled(lenet.lenet(), ""), [image, ...given]).map(Number);
    const theirs = plainLenet(image);
    expect(Math.max(...ours.map((p, i) => Math.abs(p - (theirs[i] ?? 0))))).toBeLessThan(1e-5);
    expect(ours.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 5);
  });

  it("loses less the more bits its activations have", () => {
    const exact = images.map((image) => plainLenet(image));
    const error = (bits: number): number => {
      const loops = scheduled(lenet.lenet(), lenet.schedule(bits));
      const prepared = prepareLoops(loops);
      const errors = images.flatMap((image, k) =>
        runPrepared(loops, prepared, [image, ...given]).map((p, i) =>
          Math.abs(Number(p) - (exact[k]?.[i] ?? 0)),
        ),
      );
      return Math.max(...errors);
    };
    const [three = 0, five = 0, eight = 0, sixteen = 0] = [3, 5, 8, 16].map(error);
    expect(three).toBeGreaterThan(five);
    expect(five).toBeGreaterThan(eight);
    expect(eight).toBeGreaterThan(sixteen);
    expect(sixteen).toBeLessThan(1e-3);
  });

  it("says how many images each width puts into the class of the float32 network", () => {
    const many = lenet.images(40).map((image) => [...image]);
    const classes = (text: string): number[][] => {
      const loops = scheduled(lenet.lenet(), text);
      const prepared = prepareLoops(loops);
      return many.map((image) => runPrepared(loops, prepared, [image, ...given]).map(Number));
    };
    const float32 = classes("");
    const found = lenet.widths.map((bits) => [bits, lenet.agreement(float32, classes(lenet.schedule(bits)))]);
    expect(Object.fromEntries(found)).toEqual({
      3: 0.675,
      4: 0.65,
      5: 0.825,
      6: 0.875,
      8: 1,
      12: 1,
      16: 1,
    });
  });

  function plainLenet(image: readonly number[]): number[] {
    type Volume = number[][][];
    const volume = (list: ArrayLike<number>, c: number, h: number, w: number): Volume =>
      range(c).map((k) => range(h).map((y) => range(w).map((x) => list[(k * h + y) * w + x] ?? 0)));
    const at = (v: Volume, c: number, y: number, x: number): number => v[c]?.[y]?.[x] ?? 0;
    const conv = (v: Volume, w: Float32Array, filters: number, size: number): Volume => {
      const out = (v[0]?.length ?? 0) - size + 1;
      const kernels = range(filters).map((f) => {
        const one = w.subarray(f * v.length * size * size, (f + 1) * v.length * size * size);
        return volume(one, v.length, size, size);
      });
      return kernels.map((k) =>
        range(out).map((y) =>
          range(out).map((x) => {
            let sum = 0;
            for (const c of range(v.length))
              for (const dy of range(size))
                for (const dx of range(size)) sum += at(v, c, y + dy, x + dx) * at(k, c, dy, dx);
            return Math.tanh(sum);
          }),
        ),
      );
    };
    const pool = (v: Volume): Volume =>
      v.map((plane, c) =>
        range(plane.length / 2).map((y) =>
          range(plane.length / 2).map((x) =>
            Math.max(...[0, 1].flatMap((dy) => [0, 1].map((dx) => at(v, c, 2 * y + dy, 2 * x + dx)))),
          ),
        ),
      );
    const dense = (v: readonly number[], w: Float32Array): number[] =>
      range(w.length / v.length).map((o) => v.reduce((sum, x, i) => sum + x * (w[o * v.length + i] ?? 0), 0));
    const features = pool(
      conv(pool(conv(volume(image, 1, 16, 16), weights.w_cn1, 4, 5)), weights.w_cn2, 6, 3),
    );
    const scores = dense(dense(features.flat(2), weights.w_fc1).map(Math.tanh), weights.w_fc2);
    const powers = scores.map((score) => Math.exp(score - Math.max(...scores)));
    return powers.map((power) => power / powers.reduce((sum, p) => sum + p, 0));
  }
});

describe("convolution", () => {
  const N = 8;
  const image = range(N * N).map((i) => ((i * 37) % 101) - 50);
  const weights = [1, 2, -1, 0, 3, 5, -2, 4, 1];
  const expected = range(N - 2).flatMap((i) =>
    range(N - 2).map((j) =>
      weights.reduce((sum, w, k) => sum + w * (image[(i + Math.floor(k / 3)) * N + j + (k % 3)] ?? 0), 0),
    ),
  );

  it("sums nine products a pixel", () => {
    expect(result(convolution(N), image, weights)).toEqual(expected);
  });

  it("with line and window buffers too", () => {
    const loops = scheduled(convolution(N), convolutionSchedule);
    expect(runLoops(loops, [image, weights])).toEqual(expected);
    expect(loops.arrays.map(({ name, role }) => [name, role])).toEqual(
      expect.arrayContaining([
        ["lb", "line buffer"],
        ["wb", "window buffer"],
      ]),
    );
  });
});

describe("Jacobi", () => {
  const [rows, columns] = [6, 8];
  const grid = range(rows * columns).map((i) => Math.fround(Math.sin(i)));
  const at = (y: number, x: number): number => grid[y * columns + x] ?? 0;
  const expected = range(rows - 2).flatMap((i) =>
    range(columns - 2).map((j) => {
      const [y, x] = [i + 1, j + 1];
      const five = [at(y, x - 1), at(y - 1, x), at(y, x), at(y, x + 1), at(y + 1, x)];
      return Math.fround(five.reduce((sum, v) => Math.fround(sum + v)) / 5);
    }),
  );

  it("takes the mean of five", () => {
    expect(result(jacobi(rows, columns), grid)).toEqual(expected);
  });

  it("three points at a time too", () => {
    expect(runLoops(scheduled(jacobi(rows, columns), jacobiSchedule), [grid])).toEqual(expected);
  });
});

describe("matrix multiplication", () => {
  const N = 8;
  const a = range(N * N).map((i) => Math.fround(Math.cos(i)));
  const b = range(N * N).map((i) => Math.fround(Math.sin(3 * i)));
  const expected = range(N).flatMap((x) =>
    range(N).map((y) =>
      range(N).reduce(
        (sum, k) => Math.fround(sum + Math.fround((a[x * N + k] ?? 0) * (b[k * N + y] ?? 0))),
        0,
      ),
    ),
  );

  it("adds up in order", () => {
    expect(result(matmul(N), a, b)).toEqual(expected);
  });

  it("tiled too", () => {
    expect(runLoops(scheduled(matmul(N), matmulSchedule), [a, b])).toEqual(expected);
  });
});

describe("popcount", () => {
  const expected = range(10).map((x) => x.toString(2).replaceAll("0", "").length);

  it("counts bits", () => {
    expect(result(popcount())).toEqual(expected);
  });

  it("in four bits too", () => {
    expect(runLoops(scheduled(popcount(), popcountSchedule), [])).toEqual(expected);
  });
});

describe("insertion sort", () => {
  it("sorts in place", () => {
    const numbers = range(16).map((i) => ((i * 29) % 17) - 8);
    const sorted = numbers.toSorted((x, y) => x - y);
    expect(evaluate(insertionSort(16), numbers).args).toEqual([sorted]);
  });
});

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

function canonical(value: bigint): Value {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

function scheduled(kernel: DslKernel, text: string): Loops {
  const lowered = lower(kernel.program);
  if (!lowered.ok) throw new Error(JSON.stringify(lowered.diagnostics));
  const parsed = parseSchedule(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.diagnostics));
  const done = apply(lowered.loops, parsed.schedule);
  if (!done.ok) throw new Error(done.refusal.message);
  expect(verifyLoops(done.loops)).toEqual([]);
  return done.loops;
}

function runLoops(loops: Loops, args: readonly (readonly Value[])[]): Value[] {
  return runPrepared(loops, prepareLoops(loops), args);
}

function runPrepared(
  loops: Loops,
  prepared: ReturnType<typeof prepareLoops>,
  args: readonly (readonly Value[])[],
): Value[] {
  const given = loops.params.map((param, i): readonly [string, NDArray | Value] => {
    const list = args[i] ?? [];
    if (param.kind === "scalar") return [param.name, list[0] ?? 0];
    const nd = allocate({ kind: "array", element: param.element, shape: param.shape });
    for (const [k, value] of list.entries()) set(nd, k, value);
    return [param.name, nd];
  });
  return prepared.run(new Map(given)).results.flatMap(flat);
}
