/** Stencils for tests, by height and width. */

export interface Stencil {
  readonly name: string;
  readonly nest: string; // what `stencil` names
  readonly source: (height: number, width: number) => string;
  readonly before?: string; // steps
}

const five = (a: string): string =>
  `${a}[i, j] + 2 * ${a}[i - 1, j] + 3 * ${a}[i + 1, j] + 5 * ${a}[i, j - 1] + 7 * ${a}[i, j + 1]`;

const nine = (a: string): string =>
  [-1, 0, 1]
    .flatMap((r) => [-1, 0, 1].map((c) => `${3 * r + c + 5} * ${a}[i + (${r}), j + (${c})]`))
    .join(" + ");

const seven = (a: string): string =>
  `3 * ${a}[i, j, k] + ${a}[i - 1, j, k] + 2 * ${a}[i + 1, j, k] + 3 * ${a}[i, j - 1, k] + 4 * ${a}[i, j + 1, k] + 5 * ${a}[i, j, k - 1] + 6 * ${a}[i, j, k + 1]`;

const plane = (names: readonly string[], height: number, width: number): string =>
  names.map((name) => `${name}: "int32[${height},${width}]"`).join(", ");

const inside = (height: number, width: number, target: string, value: string): string => `
        for i in range(1, ${height - 1}):
            for j in range(1, ${width - 1}):
                ${target}[i, j] = ${value}`;

const block = (height: number, width: number): string =>
  ["a", "b"].map((name) => `${name}: "int32[${height},${height},${width}]"`).join(", ");

const insideBlock = (height: number, width: number, target: string, value: string): string => `
        for i in range(1, ${height - 1}):
            for j in range(1, ${height - 1}):
                for k in range(1, ${width - 1}):
                    ${target}[i, j, k] = ${value}`;

export const nests: readonly Stencil[] = [
  {
    name: "Jacobi, 5 points",
    nest: "i",
    source: (h, w) => `def kernel(${plane(["a", "b"], h, w)}):
    if True:${inside(h, w, "b", five("a"))}`,
  },
  {
    name: "9 points",
    nest: "i",
    source: (h, w) => `def kernel(${plane(["a", "b"], h, w)}):
    if True:${inside(h, w, "b", nine("a"))}`,
  },
  {
    name: "Gauss 3x3, loops over the window",
    nest: "i",
    source: (h, w) => `def kernel(a: "int32[${h},${w}]", c: "int32[3,3]", b: "int32[${h - 2},${w - 2}]"):
    for i in range(${h - 2}):
        for j in range(${w - 2}):
            s = 0
            for r in range(3):
                for q in range(3):
                    s += a[i + r, j + q] * c[r, q]
            b[i, j] = s`,
  },
  {
    name: "heat, 7 points of 3 dimensions",
    nest: "i",
    source: (h, w) => `def kernel(${block(h, w)}):
    if True:${insideBlock(h, w, "b", seven("a"))}`,
  },
  {
    name: "clamped",
    nest: "i",
    source: (h, w) => `def kernel(${plane(["a", "b"], h, w)}):
    for i in range(${h}):
        for j in range(${w}):
            s = 0
            for r in range(-1, 2):
                y = min(max(i + r, 0), ${h - 1})
                for q in range(-1, 2):
                    x = min(max(j + q, 0), ${w - 1})
                    s += a[y, x] * (r * 5 + q * 3 + 11)
            b[i, j] = s`,
  },
  {
    name: "guarded by if",
    nest: "i",
    source: (h, w) => `def kernel(${plane(["a", "b"], h, w)}):
    for i in range(${h}):
        for j in range(${w}):
            if i > 0 and i < ${h - 1} and j > 0 and j < ${w - 1}:
                b[i, j] = a[i - 1, j - 1] + 2 * a[i + 1, j + 1] + i * 3
            else:
                b[i, j] = a[i, j]`,
  },
  {
    name: "padded with zeros",
    nest: "i",
    source: (h, w) => `def kernel(${plane(["a", "b"], h, w)}):
    for i in range(${h}):
        for j in range(${w}):
            s = 3 * a[i, j]
            s += a[i - 1, j] if i > 0 else 0
            s += a[i + 1, j] if i < ${h - 1} else 0
            s += 7 * a[i, j - 1] if j > 0 else 0
            s += a[i, j + 1] if j < ${w - 1} else 0
            b[i, j] = s`,
  },
  {
    name: "round the ends",
    nest: "i",
    source: (h, w) => `def kernel(${plane(["a", "b"], h, w)}):
    for i in range(${h}):
        for j in range(${w}):
            b[i, j] = a[i, j] + 2 * a[i, (j + 1) % ${w}] + 3 * a[(i - 1) % ${h}, j]`,
  },
  {
    name: "several inputs and outputs",
    nest: "i",
    source: (h, w) => `def kernel(${plane(["a", "b", "c", "d", "e"], h, w)}):
    for i in range(1, ${h - 1}):
        for j in range(1, ${w - 1}):
            d[i, j] = a[i - 1, j - 1] + a[i + 1, j + 1] + b[i, j - 1] * b[i, j + 1] + c[i, j]
            e[i, j - 1] = a[i, j] - c[i, j]`,
  },
  {
    name: "three colours",
    nest: "i",
    source: (h, w) => `def kernel(a: "int32[${h},${w},3]", b: "int32[${h},${w}]"):
    for i in range(1, ${h - 1}):
        for j in range(1, ${w - 1}):
            s = 0
            for c in range(3):
                s += a[i - 1, j, c] * (c + 1) + a[i + 1, j, c]
            b[i, j] = s`,
  },
  {
    name: "Gauss-Seidel, in place",
    nest: "i",
    source: (h, w) => `def kernel(${plane(["a"], h, w)}):
    if True:${inside(h, w, "a", five("a"))}`,
  },
  {
    name: "a filter of 1 dimension",
    nest: "i",
    source: (_, w) => `def kernel(a: "int32[${w}]", b: "int32[${w}]"):
    for i in range(${w}):
        b[i] = a[i] + 2 * a[max(i - 1, 0)] + 3 * a[max(i - 2, 0)] + 5 * a[min(i + 1, ${w - 1})]`,
  },
];

/** Stages of a loop over time. */
export const chains: readonly Stencil[] = [
  {
    name: "Jacobi, there and back",
    nest: "t",
    source: (h, w) => `def kernel(${plane(["a", "b"], h, w)}):
    for t in range(4):${inside(h, w, "b", five("a"))}${inside(h, w, "a", five("b"))}`,
  },
  {
    name: "9 points, copied back",
    nest: "t",
    source: (h, w) => `def kernel(${plane(["a"], h, w)}):
    b = np.zeros((${h}, ${w}), np.int32)
    for t in range(4):${inside(h, w, "b", nine("a"))}${inside(h, w, "a", "b[i, j] + t")}`,
  },
  {
    name: "heat, there and back",
    nest: "t",
    source: (h, w) => `def kernel(${block(h, w)}):
    for t in range(4):${insideBlock(h, w, "b", seven("a"))}${insideBlock(h, w, "a", seven("b"))}`,
  },
  {
    name: "Gauss-Seidel over time",
    nest: "t",
    source: (h, w) => `def kernel(${plane(["a"], h, w)}):
    for t in range(4):${inside(h, w, "a", five("a"))}`,
  },
  {
    name: "electric and magnetic fields",
    nest: "t",
    source: (h, w) => `def kernel(${plane(["ex", "ey", "hz"], h, w)}):
    for t in range(4):
        for i in range(1, ${h}):
            for j in range(${w}):
                ey[i, j] = ey[i, j] - 3 * (hz[i, j] - hz[i - 1, j])
        for i in range(${h}):
            for j in range(1, ${w}):
                ex[i, j] = ex[i, j] - 5 * (hz[i, j] - hz[i, j - 1])
        for i in range(${h - 1}):
            for j in range(${w - 1}):
                hz[i, j] = hz[i, j] - 7 * (ex[i, j + 1] - ex[i, j] + ey[i + 1, j] - ey[i, j])`,
  },
];

/** Stages of a region. */
export const regions: readonly Stencil[] = [
  {
    name: "unsharp mask: rows, columns, difference",
    nest: "all",
    before: "fuse_kernels i i_1 name=two\nfuse_kernels two i_2 name=all\n",
    source: (h, w) => `def kernel(${plane(["a", "b"], h, w)}):
    r = np.zeros((${h}, ${w}), np.int32)
    c = np.zeros((${h}, ${w}), np.int32)
    for i in range(${h}):
        for j in range(${w}):
            r[i, j] = a[i, max(j - 1, 0)] + 2 * a[i, j] + a[i, min(j + 1, ${w - 1})]
    for i in range(${h}):
        for j in range(${w}):
            c[i, j] = r[max(i - 1, 0), j] + 2 * r[i, j] + r[min(i + 1, ${h - 1}), j]
    for i in range(${h}):
        for j in range(${w}):
            b[i, j] = 2 * a[i, j] - c[i, j]`,
  },
];

export function stencilNamed(name: string): Stencil {
  const found = [...nests, ...regions, ...chains].find((one) => one.name === name);
  if (found === undefined) throw new Error(`no stencil ${name}`);
  return found;
}
