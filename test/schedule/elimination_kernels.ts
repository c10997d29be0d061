/** Decompositions of matrices for systolic arrays: what people write, and random ones. */
import { rng } from "./random.ts";
import type { SystolicKernel } from "./systolic_kernels.ts";

const taken = (name: string, source: string, steps = "systolic k rows=k columns=j"): SystolicKernel => ({
  name,
  source: withPivots(source),
  steps: [
    steps,
    `partition a dim=0 cyclic 2\n${steps}`,
    `${steps} size=2,2`,
    `${steps} size=2,3`,
    `partition a dim=0 cyclic 2\n${steps} size=3,2`,
  ],
});

/** The same after large numbers were added along the diagonal: no pivot is zero, no root of less than zero is taken. */
function withPivots(source: string): string {
  const [, batch = "", extent = ""] = /a: "[\w<>,]+\[(\d,)??(\d+),\d+\]"/.exec(source) ?? [];
  const lines = source.split("\n");
  const pivots = batch === "" ? "a[d, d]" : "a[:, d, d]";
  return [
    ...lines.slice(0, 2),
    `    for d in range(${extent}):`,
    `        ${pivots} += 40`,
    ...lines.slice(2),
  ].join("\n");
}

/** Right-looking LU, as it is usually written. */
export const lu = (size: number, type = "float32"): string => `
def kernel(a: "${type}[${size},${size}]"):
    n = ${size}
    for k in range(n):
        for i in range(k + 1, n):
            a[i, k] = a[i, k] / a[k, k]
            for j in range(k + 1, n):
                a[i, j] = a[i, j] - a[i, k] * a[k, j]
`;

/** Right-looking Cholesky, lower half only. */
export const cholesky = (size: number, type = "float32"): string => `
def kernel(a: "${type}[${size},${size}]"):
    n = ${size}
    for k in range(n):
        a[k, k] = np.sqrt(a[k, k])
        for i in range(k + 1, n):
            a[i, k] /= a[k, k]
        for i in range(k + 1, n):
            for j in range(k + 1, i + 1):
                a[i, j] -= a[i, k] * a[j, k]
`;

export const writtenEliminations: readonly SystolicKernel[] = [
  taken("LU", lu(5)),
  taken("LU of one more", lu(6, "float64")),
  taken("LU of two", lu(2)),
  taken(
    "LU, scaling before the update",
    `
def kernel(a: "float32[5,5]"):
    for k in range(4):
        for i in range(k + 1, 5):
            a[i, k] /= a[k, k]
        for i in range(k + 1, 5):
            for j in range(k + 1, 5):
                a[i, j] -= a[i, k] * a[k, j]
`,
  ),
  taken(
    "LU, columns before rows",
    `
def kernel(a: "float32[5,5]"):
    for k in range(4):
        for i in range(k + 1, 5):
            a[i, k] /= a[k, k]
        for j in range(k + 1, 5):
            for i in range(k + 1, 5):
                a[i, j] -= a[i, k] * a[k, j]
`,
  ),
  taken(
    "LU with a factor",
    `
def kernel(a: "float32[5,5]"):
    for k in range(5):
        for i in range(k + 1, 5):
            m = a[i, k] / a[k, k]
            a[i, k] = m
            for j in range(k + 1, 5):
                a[i, j] -= m * a[k, j]
`,
  ),
  taken(
    "LU with a reciprocal",
    `
def kernel(a: "float32[5,5]"):
    for k in range(5):
        r = np.float32(1) / a[k, k]
        for i in range(k + 1, 5):
            a[i, k] = a[i, k] * r
            for j in range(k + 1, 5):
                t = a[i, k] * a[k, j]
                a[i, j] = a[i, j] - t
`,
  ),
  taken(
    "LU of fixed numbers",
    `
def kernel(a: "fixed<24,8>[4,4]"):
    for k in range(4):
        for i in range(k + 1, 4):
            a[i, k] = a[i, k] / a[k, k]
            for j in range(k + 1, 4):
                a[i, j] = a[i, j] - a[i, k] * a[k, j]
`,
  ),
  taken(
    "LU under conditions",
    `
def kernel(a: "float32[4,4]"):
    for k in range(4):
        for i in range(4):
            if i > k:
                a[i, k] = a[i, k] / a[k, k]
                for j in range(4):
                    if j > k:
                        a[i, j] -= a[i, k] * a[k, j]
`,
  ),
  taken(
    "LU column after column",
    `
def kernel(a: "float32[5,5]"):
    for j in range(5):
        for k in range(j):
            for i in range(k + 1, 5):
                a[i, j] -= a[i, k] * a[k, j]
        for i in range(j + 1, 5):
            a[i, j] /= a[j, j]
`,
    "systolic j rows=k columns=j",
  ),
  taken(
    "LU row after row",
    `
def kernel(a: "float32[5,5]"):
    for i in range(1, 5):
        for k in range(i):
            a[i, k] /= a[k, k]
            for j in range(k + 1, 5):
                a[i, j] -= a[i, k] * a[k, j]
`,
    "systolic i rows=k columns=j",
  ),
  taken(
    "LU into two matrices",
    `
def kernel(a: "float32[5,5]", l: "float32[5,5]", u: "float32[5,5]"):
    n = 5
    for i in range(n):
        for j in range(i, n):
            s = a[i, j]
            for k in range(i):
                s -= l[i, k] * u[k, j]
            u[i, j] = s
        l[i, i] = 1
        for j in range(i + 1, n):
            s = a[j, i]
            for k in range(i):
                s -= l[j, k] * u[k, i]
            l[j, i] = s / u[i, i]
`,
    "systolic i rows=k columns=j",
  ),
  taken(
    "LU of several matrices",
    `
def kernel(a: "float32[3,4,4]"):
    for m in range(3):
        for k in range(3):
            for i in range(k + 1, 4):
                a[m, i, k] /= a[m, k, k]
                for j in range(k + 1, 4):
                    a[m, i, j] -= a[m, i, k] * a[m, k, j]
`,
  ),
  taken(
    "LU that leaves out pivots of zero",
    `
def kernel(a: "int32[5,5]"):
    for k in range(4):
        for i in range(k + 1, 5):
            if a[k, k] != 0:
                a[i, k] = a[i, k] // a[k, k]
            for j in range(k + 1, 5):
                a[i, j] -= a[i, k] * a[k, j]
`,
  ),
  taken(
    "LU of a matrix with right-hand sides",
    `
def kernel(a: "float32[4,7]"):
    for k in range(3):
        for i in range(k + 1, 4):
            a[i, k] /= a[k, k]
            for j in range(k + 1, 7):
                a[i, j] -= a[i, k] * a[k, j]
`,
  ),
  taken(
    "elimination without the factors",
    `
def kernel(a: "float32[4,6]"):
    for k in range(4):
        for i in range(k + 1, 4):
            m = a[i, k] / a[k, k]
            for j in range(k, 6):
                a[i, j] = a[i, j] - m * a[k, j]
`,
  ),
  taken("Cholesky", cholesky(5)),
  taken("Cholesky of one more", cholesky(6, "float64")),
  taken(
    "Cholesky row after row",
    `
def kernel(a: "float32[5,5]"):
    for i in range(5):
        for j in range(i + 1):
            s = a[i, j]
            for k in range(j):
                s -= a[i, k] * a[j, k]
            if i == j:
                a[i, j] = np.sqrt(s)
            else:
                a[i, j] = s / a[j, j]
`,
    "systolic i rows=k columns=j",
  ),
  taken(
    "Cholesky into another matrix",
    `
def kernel(a: "float32[5,5]"):
    c = np.zeros((5, 5), np.float32)
    for i in range(5):
        for j in range(i):
            s = np.float32(0)
            for k in range(j):
                s += c[i, k] * c[j, k]
            c[i, j] = (a[i, j] - s) / c[j, j]
        s = np.float32(0)
        for k in range(i):
            s += c[i, k] * c[i, k]
        c[i, i] = np.sqrt(a[i, i] - s)
    return c
`,
    "systolic i rows=k columns=j",
  ),
  taken(
    "Cholesky, upper half",
    `
def kernel(a: "float32[5,5]"):
    for k in range(5):
        a[k, k] = np.sqrt(a[k, k])
        for j in range(k + 1, 5):
            a[k, j] /= a[k, k]
        for i in range(k + 1, 5):
            for j in range(i, 5):
                a[i, j] -= a[k, i] * a[k, j]
`,
    "systolic k rows=k columns=i",
  ),
  taken(
    "LDL into two matrices",
    `
def kernel(a: "float32[5,5]", l: "float32[5,5]"):
    for k in range(5):
        for i in range(k + 1, 5):
            m = a[i, k] / a[k, k]
            l[i, k] = m
            for j in range(k + 1, i + 1):
                a[i, j] -= m * a[j, k]
`,
  ),
];

const types = ["float32", "int32", "fixed<24,14>", "float64"] as const;

/** Lines that are updated by those before them, with random bounds, factors, updates and loops. */
export function randomElimination(seed: number): SystolicKernel {
  const pick = rng(seed);
  const one = <T>(...list: readonly [T, ...T[]]): T => list[pick(list.length)] ?? list[0];
  const type = types[pick(types.length)] ?? "int32";
  const [rows, more] = [2 + pick(4), pick(3)];
  const isHalf = pick(3) === 0; // j up to i, by what the column of the pivot has
  const columns = rows + (isHalf ? 0 : more);
  const isInt = type === "int32";
  const divided = (x: string, y: string): string => (isInt ? `(${x} - 2 * ${y})` : `${x} / ${y}`);
  const first = one("k + 1", "k + 1", "k");
  const by = isHalf ? "a[j, k]" : one("a[k, j]", "a[k, j]", "a[k, j] + a[k, k]");
  const factor = one("in place", "scalar", "into l", "reciprocal");
  const lines = [`def kernel(a: "${type}[${rows},${columns}]", l: "${type}[${rows},${columns}]"):`];
  const put = (depth: number, line: string): void => void lines.push(`${"    ".repeat(depth + 1)}${line}`);
  const isGuarded = pick(4) === 0;
  put(0, `for k in range(${one(rows, rows - 1)}):`);
  if (pick(3) === 0) put(1, isInt ? "a[k, k] = a[k, k] ^ 3" : "a[k, k] = a[k, k] + a[k, k]");
  if (factor === "reciprocal") put(1, `r = ${divided("a[k, k]", "a[k, k]")}`);
  put(1, isGuarded ? `for i in range(${rows}):` : `for i in range(k + 1, ${rows}):`);
  if (isGuarded) put(2, "if i > k:");
  const depth = isGuarded ? 3 : 2;
  const quotient = factor === "reciprocal" ? "a[i, k] * r" : divided("a[i, k]", "a[k, k]");
  if (factor === "scalar") put(depth, `m = ${quotient}`);
  else put(depth, `${factor === "into l" ? "l" : "a"}[i, k] = ${quotient}`);
  const own = factor === "scalar" ? "m" : factor === "into l" ? "l[i, k]" : "a[i, k]";
  if (factor === "scalar" && pick(2) === 0) put(depth, "l[i, k] = m");
  put(
    depth,
    `for j in range(${factor === "scalar" || factor === "into l" ? first : "k + 1"}, ${isHalf ? "i + 1" : columns}):`,
  );
  const update = one(
    `a[i, j] - ${own} * (${by})`,
    `a[i, j] + ${own} * (${by})`,
    `(${by}) - a[i, j] * ${own}`,
  );
  const stored = one("at once", "by a scalar", "sometimes");
  if (stored === "by a scalar") put(depth + 1, `t = ${update}`);
  if (stored === "sometimes") put(depth + 1, "if a[k, k] > 0:");
  put(depth + (stored === "sometimes" ? 2 : 1), `a[i, j] = ${stored === "by a scalar" ? "t" : update}`);
  const steps = "systolic k rows=k columns=j";
  return {
    name: `seed ${seed}`,
    source: withPivots(`\n${lines.join("\n")}\n`),
    steps: [
      steps,
      `partition a dim=1 cyclic 2\n${steps}`,
      `${steps} size=${1 + pick(4)},${1 + pick(4)}`,
      `partition a dim=1 cyclic 2\n${steps} size=${1 + pick(3)},${1 + pick(5)}`,
    ],
  };
}
