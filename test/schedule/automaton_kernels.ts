/** Kernels whose steps change places of an array from their neighbours, for systolic arrays: what people write, and random ones. */
import { rng } from "./random.ts";
import type { SystolicKernel } from "./systolic_kernels.ts";

const sorts = (name: string, body: string, rows = "i"): SystolicKernel => ({
  name: `sorting by odd-even transposition, ${name}`,
  source: body,
  steps: [`systolic t rows=${rows}`, `partition a dim=0 cyclic 2\nsystolic t rows=${rows}`],
});

export const writtenAutomata: readonly SystolicKernel[] = [
  sorts(
    "as it is usually written",
    `
def kernel(a: "int32[9]"):
    n = 9
    for t in range(n):
        for i in range(t % 2, n - 1, 2):
            if a[i] > a[i + 1]:
                a[i], a[i + 1] = a[i + 1], a[i]
`,
  ),
  sorts(
    "odd places after even ones",
    `
def kernel(a: "float32[10]"):
    for t in range(5):
        for i in range(0, 9, 2):
            lo = min(a[i], a[i + 1])
            hi = max(a[i], a[i + 1])
            a[i] = lo
            a[i + 1] = hi
        for i in range(1, 9, 2):
            if a[i] > a[i + 1]:
                x = a[i]
                a[i] = a[i + 1]
                a[i + 1] = x
`,
  ),
  sorts(
    "a branch for each parity",
    `
def kernel(a: "int16[7]"):
    for t in range(7):
        if t % 2 == 0:
            for i in range(0, 6, 2):
                if a[i] > a[i + 1]:
                    a[i], a[i + 1] = a[i + 1], a[i]
        else:
            for i in range(1, 6, 2):
                if a[i] > a[i + 1]:
                    a[i], a[i + 1] = a[i + 1], a[i]
`,
  ),
  sorts(
    "the parity as a condition",
    `
def kernel(a: "float32[8]"):
    for t in range(8):
        for i in range(7):
            if i % 2 == t % 2 and a[i] > a[i + 1]:
                a[i], a[i + 1] = a[i + 1], a[i]
`,
  ),
  sorts(
    "pairs counted",
    `
def kernel(a: "int8[8]"):
    n = len(a)
    for t in range(n):
        for j in range((n - t % 2) // 2):
            i = 2 * j + t % 2
            if a[i] > a[i + 1]:
                a[i], a[i + 1] = a[i + 1], a[i]
`,
    "j",
  ),
  sorts(
    "keys and what belongs to them, backwards",
    `
def kernel(a: "uint16[8]", b: "float32[8]"):
    for t in range(8):
        start = 1 + t % 2
        for i in range(start, 8, 2):
            if a[i - 1] < a[i]:
                a[i - 1], a[i] = a[i], a[i - 1]
                b[i - 1], b[i] = b[i], b[i - 1]
`,
  ),
  {
    name: "rows sorted one after another",
    source: `
def kernel(a: "int16[3,6]"):
    for r in range(3):
        for t in range(6):
            for i in range(t % 2, 5, 2):
                a[r, i], a[r, i + 1] = min(a[r, i], a[r, i + 1]), max(a[r, i], a[r, i + 1])
`,
    steps: ["systolic t rows=i"],
  },
  {
    name: "a cellular automaton, zeros at both ends",
    source: `
def kernel(a: "uint8[9]"):
    b = np.zeros(9, np.uint8)
    for t in range(12):
        for i in range(9):
            left = a[i - 1] if i > 0 else np.uint8(0)
            right = a[i + 1] if i < 8 else np.uint8(0)
            b[i] = left ^ (a[i] | right)
        for i in range(9):
            a[i] = b[i]
`,
    steps: ["systolic t rows=i", "systolic t rows=i_1"],
  },
  {
    name: "a cellular automaton of slices",
    source: `
def kernel(a: "uint8[9]"):
    for t in range(7):
        a[1:8] = a[0:7] ^ a[2:9]
`,
    steps: ["systolic t rows=a.0"],
  },
  {
    name: "relaxation of every other place, with what each step and each place has",
    source: `
def kernel(a: "float32[9]", w: "float32[6]", k: "float32[9]", c: float):
    for t in range(6):
        for i in range(1 + t % 2, 8, 2):
            a[i] = k[i] * (a[i - 1] + a[i + 1]) + w[t] * np.float32(c)
        a[0] = a[1]
`,
    steps: ["systolic t rows=i"],
  },
  {
    name: "heat that is carried along, fewer places in every step",
    source: `
def kernel(a: "int32[12]", o: "int32[12]"):
    for t in range(5):
        for i in range(1 + t, 11 - t):
            o[i] = a[i - 1] + 2 * a[i] + a[i + 1]
        for i in range(1, 11):
            a[i] = o[i] >> 2
`,
    steps: ["systolic t rows=i"],
  },
];

const types = ["int16", "int32", "uint8", "float32", "int64"] as const;

/** Loops over places, one to three in a step, with random bounds, strides, terms and borders. */
export function randomAutomaton(seed: number): SystolicKernel {
  const pick = rng(seed);
  const type = types[pick(types.length)] ?? "int32";
  const [places, steps] = [3 + pick(8), 1 + pick(7)];
  const isBatch = pick(6) === 0;
  const at = (array: string, index: string): string => `${array}[${isBatch ? "r, " : ""}${index}]`;
  const lines = [
    `def kernel(${["a", "b"].map((name) => `${name}: "${type}[${isBatch ? "2," : ""}${places}]"`).join(", ")}, k: "${type}[${places}]", w: "${type}[${steps + 2}]"):`,
  ];
  let indent = "    ";
  const open = (line: string): void => {
    lines.push(`${indent}${line}`);
    indent += "    ";
  };
  const close = (): void => {
    indent = indent.slice(4);
  };
  if (isBatch) open("for r in range(2):");
  open(`for t in range(${pick(3)}, ${steps + 2}):`);
  const parity = ["t % 2", "(t + 1) % 2", "1 - t % 2"][pick(3)] ?? "t % 2";
  const other = (array: string): string => (array === "a" ? "b" : "a");
  const extra = (): string => [`k[i]`, `w[t]`, `np.${type}(${pick(7)})`, `np.${type}(i)`][pick(4)] ?? "w[t]";
  const joined = (one: string, two: string): string =>
    [
      `max(${one}, ${two})`,
      `(${one} - ${two})`,
      `(${one} + ${two})`,
      `(${one} if i < ${pick(places)} else ${two})`,
    ][pick(4)] ?? one;
  const exchange = (): void => {
    const array = pick(2) === 0 ? "a" : "b";
    const [one, two] = [at(array, "i"), at(array, "i + 1")];
    open(`for i in range(${parity}, ${places - 1 - pick(2)}, 2):`);
    if (pick(2) === 0) {
      open(`if ${one} ${pick(2) === 0 ? ">" : "<"} ${pick(4) === 0 ? extra() : two}:`);
      lines.push(`${indent}${one}, ${two} = ${two}, ${one}`);
      close();
    } else lines.push(`${indent}${one}, ${two} = ${joined(one, two)}, ${joined(two, extra())}`);
    close();
  };
  const relax = (): void => {
    const array = pick(2) === 0 ? "a" : "b";
    open(`for i in range(1 + ${parity}, ${places - 1}, 2):`);
    lines.push(
      `${indent}${at(array, "i")} = ${joined(joined(at(array, "i - 1"), at(array, "i + 1")), pick(2) === 0 ? at(array, "i") : extra())}`,
    );
    if (pick(3) === 0) lines.push(`${indent}${at(other(array), "i")} = ${joined(at(array, "i"), extra())}`);
    close();
  };
  const compute = (): void => {
    const [to, from] = pick(2) === 0 ? ["a", "b"] : ["b", "a"];
    const [low, high] = [pick(2), pick(2)];
    open(
      `for i in range(${low}${pick(4) === 0 ? " + t % 2" : ""}, ${places - high}${pick(5) === 0 ? " - t % 3" : ""}):`,
    );
    const left = low > 0 ? at(from, "i - 1") : `(${at(from, "i - 1")} if i > 0 else np.${type}(${pick(5)}))`;
    const right =
      high > 0 ? at(from, "i + 1") : `(${at(from, "i + 1")} if i < ${places - 1} else ${at(from, "i")})`;
    lines.push(`${indent}x = ${joined(left, pick(2) === 0 ? right : extra())}`);
    lines.push(`${indent}${at(to, "i")} = ${joined("x", pick(2) === 0 ? at(from, "i") : right)}`);
    close();
  };
  for (let k = 0; k <= pick(3); k++) {
    const isGuarded = pick(5) === 0;
    if (isGuarded) open(`if t % ${2 + pick(2)} == ${pick(2)}:`);
    [exchange, relax, compute][pick(3)]?.();
    if (isGuarded) close();
    if (pick(6) === 0) lines.push(`${indent}${at("a", "0")} = ${at("b", `${pick(places)}`)}`);
  }
  return {
    name: `seed ${seed}`,
    source: `${lines.join("\n")}\n`,
    steps: ["systolic t rows=i", `partition a dim=${isBatch ? 1 : 0} cyclic 2\nsystolic t rows=i`],
  };
}
