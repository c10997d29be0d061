/** Kernels whose iterations hand values on to later ones, for systolic arrays: what people write, and random ones. */
import { rng } from "./random.ts";
import type { SystolicKernel } from "./systolic_kernels.ts";

export const writtenFronts: readonly SystolicKernel[] = [
  {
    name: "alignment of two sequences, the best score",
    source: `
def kernel(a: "uint8[9]", b: "uint8[14]"):
    h = np.zeros((10, 15), np.int16)
    best = np.int16(0)
    for i in range(1, 10):
        for j in range(1, 15):
            s = np.int16(2) if a[i - 1] % 4 == b[j - 1] % 4 else np.int16(-1)
            v = max(np.int16(0), h[i - 1, j - 1] + s, h[i - 1, j] - np.int16(1), h[i, j - 1] - np.int16(1))
            h[i, j] = v
            if v > best:
                best = v
    return best
`,
    steps: [
      "systolic i rows=i",
      "systolic i rows=i size=4",
      "systolic i rows=j size=5",
      "systolic i rows=i size=1",
    ],
  },
  {
    name: "alignment with gaps that open and grow",
    source: `
def kernel(a: "uint8[7]", b: "uint8[8]", h: "int32[8,9]"):
    e = np.zeros((8, 9), np.int32)
    f = np.zeros((8, 9), np.int32)
    for i in range(1, 8):
        for j in range(1, 9):
            e[i, j] = max(e[i, j - 1] - 1, h[i, j - 1] - 3)
            f[i, j] = max(f[i - 1, j] - 1, h[i - 1, j] - 3)
            same = 5 if a[i - 1] % 4 == b[j - 1] % 4 else -4
            h[i, j] = max(0, h[i - 1, j - 1] + same, e[i, j], f[i, j])
`,
    steps: ["systolic i rows=i", "systolic i rows=i size=3", "systolic i rows=j size=4"],
  },
  {
    name: "edit distance, tiles that overlap",
    source: `
def kernel(a: "uint8[8]", b: "uint8[44]"):
    d = np.zeros((9, 45), np.int32)
    for m in range(9):
        d[m, 0] = m
    for n in range(45):
        d[0, n] = n
    for i in range(1, 9):
        for j in range(1, 45):
            cost = 0 if a[i - 1] % 3 == b[j - 1] % 3 else 1
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + cost)
    return d[8, 44]
`,
    steps: ["systolic i rows=i size=2", "systolic i rows=i size=3", "systolic i rows=i size=4"],
  },
  {
    name: "gaps that open and grow, all scores, tiles that overlap",
    source: `
def kernel(a: "uint8[7]", b: "uint8[40]", h: "int32[8,41]"):
    e = np.zeros((8, 41), np.int32)
    f = np.zeros((8, 41), np.int32)
    for i in range(1, 8):
        for j in range(1, 41):
            e[i, j] = max(e[i, j - 1] - 1, h[i, j - 1] - 3)
            f[i, j] = max(f[i - 1, j] - 1, h[i - 1, j] - 3)
            same = 5 if a[i - 1] % 4 == b[j - 1] % 4 else -4
            h[i, j] = max(0, h[i - 1, j - 1] + same, e[i, j], f[i, j])
`,
    steps: ["systolic i rows=i size=3", "systolic i rows=i size=2"],
  },
  {
    name: "edit distance, one element of all",
    source: `
def kernel(a: "uint8[9]", b: "uint8[6]"):
    d = np.zeros((10, 7), np.int32)
    for m in range(10):
        d[m, 0] = m
    for n in range(7):
        d[0, n] = n
    for i in range(1, 10):
        for j in range(1, 7):
            cost = 0 if a[i - 1] % 3 == b[j - 1] % 3 else 1
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + cost)
    return d[9, 6]
`,
    steps: ["systolic i rows=i", "systolic i rows=i size=4", "systolic i rows=j size=3"],
  },
  {
    name: "time warping, and the last row",
    source: `
def kernel(x: "int16[6]", y: "int16[10]", last: "int32[10]"):
    d = np.full((7, 11), 1000000, np.int32)
    d[0, 0] = 0
    for i in range(1, 7):
        for j in range(1, 11):
            cost = abs(np.int32(x[i - 1]) - np.int32(y[j - 1]))
            d[i, j] = cost + min(d[i - 1, j], d[i, j - 1], d[i - 1, j - 1])
    for n in range(10):
        last[n] = d[6, n + 1]
`,
    steps: ["systolic i rows=i", "systolic i rows=i size=4", "systolic i rows=j size=4"],
  },
  {
    name: "the cheapest way down, three neighbours above",
    source: `
def kernel(e: "int32[7,9]", m: "int32[7,9]"):
    for i in range(1, 7):
        for j in range(1, 8):
            m[i, j] = e[i, j] + min(m[i - 1, j - 1], m[i - 1, j], m[i - 1, j + 1])
`,
    steps: ["systolic i rows=i", "systolic i rows=i size=2", "systolic i rows=i size=4"],
  },
];

const types = ["int16", "int32", "uint8", "float32", "int64"] as const;

/** Distances of rows and columns from what is stored, random terms, borders and results. */
export function randomFront(seed: number): SystolicKernel {
  const pick = rng(seed);
  const type = types[pick(types.length)] ?? "int32";
  const [rows, columns] = [1 + pick(7), 1 + pick(9)];
  const [top, left, right] = [1 + pick(2), 1 + pick(3), pick(2)];
  const stride = pick(5) === 0 ? 2 : 1;
  const [height, width] = [top + rows, left + (columns - 1) * stride + 1 + right];
  const isArgument = pick(3) === 0;
  const names = pick(3) === 0 ? ["h", "e"] : ["h"];
  const near = (): string => {
    const name = names[pick(names.length)] ?? "h";
    const above = pick(3) > 0;
    const by = above ? pick(1 + Math.floor((left + right) / stride)) * stride - right : stride;
    const reach = above
      ? Math.min(by, left)
      : Math.min(stride * (1 + pick(2)), left - (left % stride) || stride);
    if (!above && reach > left) return `${name}[i - 1, j]`;
    const shift = stride === 1 ? reach : Math.trunc(reach / stride) * stride;
    return `${name}[i${above ? " - 1" : ""}, j${shift === 0 && !above ? ` - ${stride}` : shift === 0 ? "" : shift > 0 ? ` - ${shift}` : ` + ${-shift}`}]`;
  };
  const term = (depth: number): string => {
    if (depth === 0 || pick(5) === 0) {
      switch (pick(7)) {
        case 0:
          return `a[i]`;
        case 1:
          return `b[j]`;
        case 2:
          return `c[i, j]`;
        case 3:
          return `np.${type}(${pick(9)})`;
        case 4:
          return `np.${type}(${pick(2) === 0 ? "i" : "j"})`;
        default:
          return near();
      }
    }
    const [one, two] = [term(depth - 1), term(depth - 1)];
    switch (pick(6)) {
      case 0:
        return `min(${one}, ${two})`;
      case 1:
        return `(${one} if ${pick(2) === 0 ? "i" : "j"} < ${pick(6)} else ${two})`;
      case 2:
        return `(${one} - ${two})`;
      case 3:
        return `(${one} if a[i] < b[j] else ${two})`;
      default:
        return `max(${one}, ${two})`;
    }
  };
  const own = isArgument ? names.map((name) => `, ${name}: "${type}[${height},${width}]"`).join("") : "";
  const hasOutput = pick(3) === 0;
  const output = hasOutput ? `, o: "${type}[${height},${width}]"` : "";
  const lines = [
    `def kernel(a: "${type}[${height}]", b: "${type}[${width}]", c: "${type}[${height},${width}]"${own}${output}):`,
  ];
  if (!isArgument) {
    for (const name of names) lines.push(`    ${name} = np.zeros((${height}, ${width}), np.${type})`);
    if (pick(2) === 0)
      lines.push(
        `    for m in range(${height}):`,
        `        for n in range(${left}):`,
        `            h[m, n] = a[m]`,
      );
    if (pick(2) === 0) lines.push(`    for p in range(${width}):`, `        h[${top - 1}, p] = b[p]`);
  }
  const sum = type === "float32" ? 0 : pick(3);
  if (sum > 0) lines.push(`    s = np.${type}(${pick(9)})`);
  const step = stride === 1 ? "" : `, ${stride}`;
  lines.push(`    for i in range(${top}, ${top + rows}):`);
  lines.push(`        for j in range(${left}, ${left + (columns - 1) * stride + 1}${step}):`);
  for (const name of names.toReversed())
    lines.push(`            ${name}[i, j] = ${name === "h" ? `${near()} + ` : ""}${term(2)}`);
  if (sum === 1) lines.push("            s = max(s, h[i, j])");
  if (sum === 2) lines.push(`            s += h[i, j] * ${term(0)}`);
  if (hasOutput) lines.push(`            o[i, j] = ${term(1)}`);
  if (sum > 0) lines.push("    return s");
  else if (!isArgument)
    lines.push(
      pick(2) === 0 ? `    return h[${top + pick(rows)}, ${left + pick(columns) * stride}]` : "    return h",
    );
  const rowsOf = pick(3) === 0 ? "j" : "i";
  const most = rowsOf === "i" ? rows : columns;
  const text = `systolic i rows=${rowsOf}`;
  return {
    name: `seed ${seed}`,
    source: `${lines.join("\n")}\n`,
    steps: [text, `${text} size=${1 + pick(most)}`],
  };
}
