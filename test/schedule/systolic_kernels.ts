/** Kernels for systolic arrays: what people write, and random ones. */
import { rng } from "./random.ts";

export interface SystolicKernel {
  readonly name: string;
  readonly source: string;
  readonly steps: readonly string[];
}

export const written: readonly SystolicKernel[] = [
  {
    name: "matrix product, a sum in a scalar",
    source: `
def kernel(a: "int16[9,7]", b: "int16[7,10]", c: "int32[9,10]"):
    for i in range(9):
        for j in range(10):
            s = np.int32(0)
            for k in range(7):
                s += np.int32(a[i, k]) * np.int32(b[k, j])
            c[i, j] = s
`,
    steps: [
      "systolic i rows=i columns=j",
      "systolic i rows=i columns=j size=3,5",
      "systolic i rows=i columns=j size=4,4",
      "systolic i rows=i columns=j size=1,2",
      "systolic i rows=i columns=j size=3,5 group=3,2",
      "systolic i rows=i columns=j size=2,2 group=2,3",
      "systolic i rows=i columns=j size=2,3 group=1,3",
      "systolic i rows=j columns=i size=4,2 group=3,1",
      "systolic i rows=i columns=j size=2,1",
      "systolic i rows=j columns=i size=2,3",
      "systolic i rows=i size=3",
      "systolic i rows=j size=4",
      "systolic i rows=i columns=j simd=k:2 size=3,5", // 7 steps
      "systolic i rows=i columns=j simd=k:5 size=3,5",
      "systolic i rows=i columns=j simd=9",
    ],
  },
  {
    name: "matrix product, a sum in memory that is set to zero",
    source: `
def kernel(a: "float32[6,5]", b: "float32[5,4]", c: "float32[6,4]"):
    for i in range(6):
        for j in range(4):
            c[i, j] = 0.5
            for k in range(5):
                c[i, j] += a[i, k] * b[k, j]
`,
    steps: [
      "systolic i rows=i columns=j",
      "systolic i rows=i columns=j size=4,3",
      "systolic i rows=i columns=j simd=2 size=4,3",
    ],
  },
  {
    name: "matrix product, loops in another order, over zeros",
    source: `
def kernel(a: "int32[6,5]", b: "int32[5,4]"):
    c = np.zeros((6, 4), dtype=np.int32)
    for k in range(5):
        for i in range(6):
            for j in range(4):
                c[i, j] += a[i, k] * b[k, j]
    return c
`,
    steps: ["systolic k rows=i columns=j", "systolic k rows=j columns=i size=2,4"],
  },
  {
    name: "matrix and vector",
    source: `
def kernel(a: "int16[11,8]", x: "int16[8]", y: "int32[11]", z: "int32[11]"):
    for i in range(11):
        s = np.int32(i)
        t = np.int32(0)
        for k in range(8):
            s += np.int32(a[i, k]) * np.int32(x[k])
            t = max(t, np.int32(a[i, k]))
        y[i] = s
        z[i] = t - s
`,
    steps: ["systolic i rows=i", "systolic i rows=i size=4"],
  },
  {
    name: "convolution of many channels",
    source: `
def kernel(w: "int8[5,2,3,3]", x: "int8[2,6,8]", y: "int32[5,4,6]"):
    for o in range(5):
        for r in range(4):
            for c in range(6):
                s = np.int32(0)
                for i in range(2):
                    for u in range(3):
                        for v in range(3):
                            s += np.int32(w[o, i, u, v]) * np.int32(x[i, r + u, c + v])
                y[o, r, c] = s
`,
    steps: [
      "systolic o rows=o columns=c size=2,3",
      "systolic o rows=o columns=r size=3,4",
      "systolic o rows=c size=4",
      "systolic o rows=o columns=c simd=v:2 size=2,3",
    ],
  },
  {
    name: "filter",
    source: `
def kernel(h: "int16[5]", x: "int16[24]", y: "int32[20]"):
    for n in range(20):
        s = np.int32(0)
        for k in range(5):
            s += np.int32(h[k]) * np.int32(x[n + 4 - k])
        y[n] = s
`,
    steps: ["systolic n rows=n size=4", "systolic n rows=n size=6"],
  },
  {
    name: "the nearest of several, with conditions",
    source: `
def kernel(p: "int16[9,3]", q: "int16[6,3]", near: "int32[9,6]", n: int):
    for i in range(9):
        for j in range(6):
            d = np.int32(0)
            for k in range(3):
                e = np.int32(p[i, k]) - np.int32(q[j, k])
                if e < 0:
                    e = -e
                d = d + e if k > 0 and e > j else max(d, e) + np.int32(n)
            near[i, j] = d if i != j else np.int32(-1)
`,
    steps: [
      "systolic i rows=i columns=j size=3,2",
      "systolic i rows=i columns=j",
      "systolic i rows=i columns=j simd=k:2 size=3,2",
    ],
  },
];

const types = ["int8", "int16", "int32", "float32", "int64", "uint8"] as const;

/** A sum of random terms over random loops. */
export function random(seed: number): SystolicKernel {
  const pick = rng(seed);
  const type = types[pick(types.length)] ?? "int32";
  const [rows, columns, steps] = [1 + pick(7), 1 + pick(6), 1 + pick(6)];
  const more = pick(3) === 0 ? 1 + pick(3) : 0; // steps of a second loop
  const around = pick(3) === 0 ? 1 + pick(3) : 0; // of a loop around the steps
  const [start, stride] = [pick(3), 1 + pick(2)];
  const range = (count: number): string =>
    pick(3) === 0 ? `range(${start}, ${start + (count - 1) * stride + 1}, ${stride})` : `range(${count})`;
  const far = 24;
  const index = (names: readonly string[]): string => names[pick(names.length)] ?? "k";
  const two = pick(4) > 0;
  const space = two ? ["i", "j"] : ["i"];
  let time = around > 0 ? ["y"] : [];
  const shift = (): string => (pick(4) === 0 ? ` + ${pick(3)}` : "");
  const read = (): string => {
    const own = pick(3);
    const names = own === 0 || !two || time.length === 0 ? ["i", ...time] : own === 1 ? ["j", ...time] : time;
    const array = pick(2) === 0 ? "a" : "b";
    return `${array}[${index(names)}${shift()}, ${index(names)}${shift()}]`;
  };
  const term = (depth: number): string => {
    if (depth === 0 || pick(4) === 0) return pick(6) === 0 ? `np.${type}(${pick(9)})` : read();
    const [left, right] = [term(depth - 1), term(depth - 1)];
    switch (pick(5)) {
      case 0:
        return `max(${left}, ${right})`;
      case 1:
        return `(${left} if ${index([...space, ...time])} < ${pick(5)} else ${right})`;
      case 2:
        return `(${left} - ${right})`;
      default:
        return `${left} * ${right}`;
    }
  };
  const target = `c[${[...(around > 0 ? ["y"] : []), ...space].join(", ")}]`;
  const shape = [...(around > 0 ? [far] : []), ...space.map(() => far)].join(",");
  const order = pick(2) === 0 && around > 0 ? ["y", ...space] : [...space, ...(around > 0 ? ["y"] : [])];
  const counts: Readonly<Record<string, number>> = { i: rows, j: columns, y: around };
  const lines = [
    `def kernel(a: "${type}[${far},${far}]", b: "${type}[${far},${far}]", c: "${type}[${shape}]"):`,
  ];
  let indent = "    ";
  const open = (name: string, count: number): void => {
    lines.push(`${indent}for ${name} in ${range(count)}:`);
    indent += "    ";
  };
  for (const name of order) open(name, counts[name] ?? 1);
  const outer = indent;
  lines.push(`${indent}s = ${pick(2) === 0 ? `np.${type}(${pick(4)})` : term(0)}`);
  open("k", steps);
  if (more > 0) open("m", more);
  time = ["k", ...(more > 0 ? ["m"] : []), ...time];
  if (pick(3) === 0) lines.push(`${indent}t = ${term(1)}`, `${indent}s = s + t * t`);
  else lines.push(`${indent}s ${pick(4) === 0 ? "-" : "+"}= ${term(2)}`);
  if (pick(4) === 0) lines.push(`${indent}if s < ${term(0)}:`, `${indent}    s = s + np.${type}(1)`);
  time = around > 0 ? ["y"] : [];
  lines.push(`${outer}${target} = ${pick(2) === 0 ? "s" : `s - ${term(1)}`}`);
  const size = `size=${1 + pick(rows)}${two ? `,${1 + pick(columns)}` : ""}`;
  const step = `systolic ${order[0]} rows=${two && pick(2) === 0 ? "j columns=i" : two ? "i columns=j" : "i"}`;
  const simd = `simd=${more > 0 ? "m" : "k"}:${2 + pick(3)}`; // the steps need not come out even
  const several = `size=${1 + pick(3)},${1 + pick(3)} group=${1 + pick(4)},${1 + pick(4)}`;
  const all = [
    step,
    `${step} ${size}`,
    `${step} ${simd} ${size}`,
    ...(two ? [`${step} ${simd} ${several}`] : []),
  ];
  return { name: `seed ${seed}`, source: `${lines.join("\n")}\n`, steps: all };
}
