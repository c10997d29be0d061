/**
 * Twelve kernels with spaces that can be enumerated: some of the knobs that `lutra search` has for a kernel, with some of
 * their values. A knob that is not named keeps its first value.
 */
import { compile, explain, toLoops } from "../../src/driver/compile.ts";
import { kernelSpace } from "../../src/explore/kernel/space.ts";
import type { Knob, Space } from "../../src/explore/search/space.ts";
import type { Loops } from "../../src/loops/nodes.ts";

export interface TruthKernel {
  readonly name: string;
  readonly source: string;
  readonly knobs: Readonly<Record<string, number>>; // by name: how many of its values, the first and others evenly spread
}

export const truthKernels: readonly TruthKernel[] = [
  {
    name: "fir",
    source: `def fir(x: "int16[20]", h: "int16[5]", y: "int32[16]"):
    for n in range(16):
        total = np.int32(0)
        for k in range(5):
            total += np.int32(x[n + k]) * np.int32(h[k])
        y[n] = total`,
    knobs: {
      start: 2,
      "shape of k": 5,
      "tile n": 4,
      "memories of x": 5,
      "level k": 2,
      "copies k": 3,
      "units of int.mul": 3,
    },
  },
  {
    name: "gemm",
    source: `def gemm(a: "int16[4,3]", b: "int16[3,5]", c: "int32[4,5]"):
    for i in range(4):
        for j in range(5):
            total = np.int32(0)
            for k in range(3):
                total += np.int32(a[i, k]) * np.int32(b[k, j])
            c[i, j] = total`,
    knobs: {
      start: 2,
      "shape of k": 3,
      "array for i": 2,
      "tile i": 3,
      "tile j": 2,
      "memories of a": 3,
      "memories of b": 3,
      "level k": 2,
      "copies k": 3,
    },
  },
  {
    name: "matvec",
    source: `def matvec(a: "float32[6,8]", x: "float32[8]", y: "float32[6]"):
    for i in range(6):
        y[i] = np.dot(a[i], x)`,
    knobs: {
      start: 2,
      "shape of y.r0": 2,
      "reassociate y.r0": 3,
      "tile i": 4,
      "memories of a": 5,
      "level y.r0": 2,
      "copies y.r0": 4,
      "units of float32.add": 2,
    },
  },
  {
    name: "sobel",
    source: `def sobel(image: "uint8[8,8]", out: "uint8[6,6]"):
    for y in range(6):
        for x in range(6):
            left = np.int32(image[y, x]) + 2 * np.int32(image[y + 1, x]) + np.int32(image[y + 2, x])
            right = np.int32(image[y, x + 2]) + 2 * np.int32(image[y + 1, x + 2]) + np.int32(image[y + 2, x + 2])
            out[y, x] = np.uint8(np.clip(abs(right - left), 0, 255))`,
    knobs: {
      start: 2,
      "shape of x": 6,
      "tile y": 3,
      "memories of image": 6,
      "memories of out": 2,
      "level x": 2,
      "copies x": 4,
    },
  },
  {
    name: "conv",
    source: `def conv(a: "int16[6,7]", w: "int16[3,3]", b: "int32[4,5]"):
    for i in range(4):
        for j in range(5):
            total = np.int32(0)
            for r in range(3):
                for s in range(3):
                    total += np.int32(a[i + r, j + s]) * np.int32(w[r, s])
            b[i, j] = total`,
    knobs: {
      start: 2,
      "shape of s": 5,
      "tile j": 3,
      "tile r": 2,
      "memories of a": 4,
      "memories of w": 2,
      "level s": 4,
      "copies s": 2,
    },
  },
  {
    name: "histogram",
    source: `def histogram(a: "uint8[24]", counts: "int32[8]"):
    for b in range(8):
        counts[b] = 0
    for i in range(24):
        counts[np.int32(a[i]) >> 5] += 1`,
    knobs: {
      start: 2,
      "memories of a": 5,
      "copy of counts": 2,
      "memories of counts": 5,
      "copies b": 3,
      "copies i": 5,
      processes: 2,
    },
  },
  {
    name: "jacobi",
    source: `def jacobi(a: "float32[12]", b: "float32[12]"):
    for t in range(4):
        for i in range(1, 11):
            b[i] = (a[i - 1] + a[i] + a[i + 1]) / np.float32(3)
        for j in range(1, 11):
            a[j] = (b[j - 1] + b[j] + b[j + 1]) / np.float32(3)`,
    knobs: {
      start: 2,
      "shape of i": 4,
      "memories of a": 4,
      "memories of b": 4,
      "level i": 2,
      "level j": 2,
      "copies i": 4,
      "copies j": 4,
    },
  },
  {
    name: "atax",
    source: `def atax(a: "int32[4,6]", x: "int32[6]", y: "int32[6]"):
    t = np.zeros(4, dtype=np.int32)
    for i in range(4):
        for j in range(6):
            t[i] += a[i, j] * x[j]
    for k in range(6):
        y[k] = 0
        for l in range(4):
            y[k] += a[l, k] * t[l]`,
    knobs: {
      start: 2,
      "tile k": 2,
      "shape of j": 2,
      "shape of l": 2,
      "memories of a": 4,
      "level j": 2,
      "level l": 2,
      "copies j": 3,
      "copies l": 3,
      processes: 2,
    },
  },
  {
    name: "nearest",
    source: `def nearest(points: "int16[10,4]", query: "int16[4]"):
    best = np.int32(2147483647)
    index = np.int32(0)
    for i in range(10):
        d = np.int32(0)
        for k in range(4):
            d += (np.int32(points[i, k]) - np.int32(query[k])) * (np.int32(points[i, k]) - np.int32(query[k]))
        if d < best:
            best = d
            index = np.int32(i)
    return index`,
    knobs: {
      start: 2,
      "tile i": 4,
      "memories of points": 5,
      "copy of query": 2,
      "memories of query": 3,
      "level k": 2,
      "copies k": 3,
      "units of int.mul": 3,
    },
  },
  {
    name: "stages",
    source: `def stages(a: "int32[18]", b: "int32[18]"):
    u = np.zeros(18, dtype=np.int32)
    v = np.zeros(18, dtype=np.int32)
    for i in range(18):
        u[i] = a[i] * a[i]
    for j in range(18):
        v[j] = u[j] // 7
    for k in range(18):
        b[k] = v[k] * 3 + u[k]`,
    knobs: {
      start: 2,
      "fuse i j": 2,
      "fuse j k": 2,
      "memories of u": 3,
      "copies i": 3,
      "copies j": 4,
      "copies k": 3,
      "units of int.floordiv": 2,
      processes: 3,
    },
  },
  {
    name: "layer",
    source: `def layer(x: "float32[4]", w: "float32[6,4]", bias: "float32[6]", y: "float32[6]"):
    for o in range(6):
        total = bias[o]
        for i in range(4):
            total += w[o, i] * x[i]
        y[o] = max(total, np.float32(0))`,
    knobs: {
      start: 2,
      "shape of i": 2,
      "array for o": 3,
      "tile o": 3,
      "memories of w": 4,
      "level i": 2,
      "copies i": 3,
      "units of float32.add": 3,
      "units of float32.mul": 2,
    },
  },
  {
    name: "closure",
    source: `def closure(d: "int32[5,5]"):
    for k in range(5):
        for i in range(5):
            for j in range(5):
                d[i, j] = min(d[i, j], d[i, k] + d[k, j])`,
    // the whole space
    knobs: {
      start: 2,
      "shape of j": 2,
      "tile k": 5,
      "tile i": 5,
      "copy of d": 2,
      "memories of d": 11,
      "level j": 3,
      "copies j": 5,
    },
  },
];

export function truthLoops({ name, source }: TruthKernel): Loops {
  const text = `from pylog import *\nimport numpy as np\n\n@pylog\n${source}\n`;
  const compiled = compile({ path: `${name}.py`, text });
  if (!compiled.ok) throw new Error(explain(compiled));
  const lowered = toLoops(compiled);
  if (!lowered.ok) throw new Error(lowered.diagnostics.map(({ message }) => message).join("; "));
  return lowered.loops;
}

/** What the kernel keeps of the space of its loops. */
export function truthSpace(loops: Loops, { name, knobs: kept }: TruthKernel): Space {
  const { knobs } = kernelSpace(loops, { reassociate: false });
  const strange = Object.keys(kept).find((knob) => !knobs.some((one) => one.name === knob));
  if (strange !== undefined) throw new Error(`${name} has no knob ${strange}`);
  return { knobs: knobs.flatMap((knob) => spread(knob, kept[knob.name] ?? 0)), forbidden: [] };
}

function spread(knob: Knob, count: number): readonly Knob[] {
  const { values } = knob;
  if (count < 2) return [];
  if (count >= values.length) return [knob];
  const kept = Array.from({ length: count }, (_, at) => Math.round((at * (values.length - 1)) / (count - 1)));
  return [{ ...knob, values: values.filter((_, at) => kept.includes(at)) }];
}
