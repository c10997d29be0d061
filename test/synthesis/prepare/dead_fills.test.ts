/** Fills that nobody sees take no cycles; those that somebody may see stay. */
import { expect, it } from "vitest";
import { withoutRegions } from "../../../src/loops/regions.ts";
import { statementsIn } from "../../../src/loops/walk.ts";
import { withoutDeadFills } from "../../../src/synthesis/prepare/dead_fills.ts";
import { seeded } from "../../hardware/cores/random.ts";
import { ran } from "../network/run.ts";
import { writtenLoops } from "../written.ts";

const start = `def kernel(x: "int32[16]", flag: "int32", y: "int32[16]"):
    t = np.zeros(16, np.int32)
`;
const end = `
    for i in range(16):
        y[i] = t[15 - i]`;

const dead: readonly (readonly [string, string])[] = [
  ["a loop over all of it", "    for i in range(16):\n        t[i] = x[i]"],
  [
    "both ways of a branch",
    "    for i in range(16):\n        if x[i] > 0:\n            t[i] = x[i]\n        else:\n            t[i] = 1",
  ],
  [
    "a branch around loops",
    "    if flag > 0:\n        for i in range(16):\n            t[i] = x[i]\n    else:\n        for i in range(16):\n            t[i] = 2",
  ],
  [
    "two halves",
    "    for i in range(8):\n        t[i] = x[i]\n    for i in range(8, 16):\n        t[i] = x[i] + 1",
  ],
  [
    "even and odd elements",
    "    for i in range(8):\n        t[2 * i] = x[i]\n        t[2 * i + 1] = x[i + 8]",
  ],
  [
    "one element after another",
    Array.from({ length: 16 }, (_, k) => `    t[${k}] = x[${15 - k}]`).join("\n"),
  ],
];

const goingOn: readonly (readonly [string, string])[] = [
  [
    "each element from those before it",
    "    for i in range(4):\n        t[i] = x[i]\n    for i in range(4, 16):\n        t[i] = t[i - 4] + t[i - 1]",
  ],
  [
    "the first, and the others from it",
    "    t[0] = x[0]\n    for i in range(15):\n        t[i + 1] = t[i] * 3 + x[i]",
  ],
];

const goingOnPastGaps: readonly (readonly [string, string])[] = [
  [
    "one element is never written",
    "    for i in range(4):\n        t[i] = x[i]\n    for i in range(5, 16):\n        t[i] = t[i - 5] + t[i - 1]",
  ],
  [
    "every other element",
    "    for i in range(4):\n        t[i] = x[i]\n    for i in range(4, 16, 2):\n        t[i] = t[i - 4] + t[i - 1]",
  ],
  [
    "the element that is written next",
    "    for i in range(4):\n        t[i] = x[i]\n    for i in range(4, 15):\n        t[i] = t[i - 4] + t[i + 1]\n    t[15] = 1",
  ],
  [
    "on a condition",
    "    for i in range(4):\n        t[i] = x[i]\n    for i in range(4, 16):\n        if x[i] > 0:\n            t[i] = t[i - 4]",
  ],
  [
    "until data say",
    "    for i in range(4):\n        t[i] = x[i]\n    for i in range(4, 16):\n        if x[i] == 7:\n            break\n        t[i] = t[i - 4]",
  ],
];

const seen: readonly (readonly [string, string])[] = [
  ["one element is left out", "    for i in range(15):\n        t[i] = x[i]"],
  ["a gap", "    for i in range(7):\n        t[i] = x[i]\n    for i in range(8, 16):\n        t[i] = x[i]"],
  ["even elements alone", "    for i in range(8):\n        t[2 * i] = x[i]"],
  ["one way of a branch", "    for i in range(16):\n        if x[i] > 0:\n            t[i] = x[i]"],
  ["a sum", "    for i in range(16):\n        t[i] += x[i]"],
  ["a read before the write", "    for i in range(15):\n        t[i] = t[i + 1] + x[i]\n    t[15] = x[15]"],
  ["places that data tell", "    for i in range(16):\n        t[x[i] & 15] = i"],
  [
    "a loop that data end",
    "    for i in range(16):\n        if x[i] == 7:\n            break\n        t[i] = x[i]",
  ],
];

function fillsLeft(body: string): number {
  const loops = withoutDeadFills(withoutRegions(writtenLoops(`${start}${body}${end}`)));
  return statementsIn(loops.body).filter((stmt) => stmt.kind === "for" && stmt.name === "t.0").length;
}

it.each([...dead, ...goingOn])("is gone: %s", async (_, body) => {
  expect(fillsLeft(body)).toBe(0);
  await ran(`${start}${body}${end}`, "");
});

it.each([...seen, ...goingOnPastGaps])("stays: %s", async (_, body) => {
  expect(fillsLeft(body)).toBe(1);
  await ran(`${start}${body}${end}`, "");
});

it("of a result and of an argument goes where all of it is written", async () => {
  const source = `def kernel(x: "int32[16]", out: "int32[16]"):
    y = np.zeros(16, np.int32)
    out[:] = 0
    for i in range(16):
        y[i] = x[i] + 1
        out[i] = x[i] - 1
    return y`;
  const loops = withoutDeadFills(withoutRegions(writtenLoops(source)));
  expect(statementsIn(loops.body).filter(({ kind }) => kind === "for")).toHaveLength(1);
  await ran(source, "");
});

it.each([
  ["after all of it was written", "    for i in range(16):\n        t[i] = x[i]\n    t[:] = 5\n    t[3] = 1"],
  ["of a part, after another fill", "    for i in range(4, 9):\n        t[i] = 7"],
  ["of a triangle's row", "    for i in range(4):\n        for j in range(i):\n            t[j] = i"],
  [
    "in one way of a branch",
    "    for i in range(16):\n        t[i] = x[i]\n    if flag > 0:\n        t[:] = 3",
  ],
  [
    "in every iteration",
    "    for k in range(3):\n        t[:] = k\n        for i in range(16):\n            t[i] += x[i]",
  ],
  [
    "in a loop that data end",
    "    k = x[0] & 3\n    while k > 0:\n        t[:] = 4\n        t[k] = k\n        k -= 1",
  ],
])("what a fill sets again is set: %s", async (_, body) => {
  for (const seed of [1, 2, 3]) await ran(`${start}${body}${end}`, "", seed);
});

const bounds = `def kernel(x: "int32[16]", y: "int32[16]"):
    for r in range(3):
        lo = int(x[r] & 3)
        mid = lo + int(x[r + 3] & 3)
        hi = mid + int(x[r + 6] & 7)
        t = np.zeros(16, np.int32)
`;

const between: readonly (readonly [string, string])[] = [
  [
    "from one scalar to another",
    "for i in range(lo, hi):\n    t[i] = x[i]\nfor i in range(lo, hi):\n    y[i] += t[i]",
  ],
  [
    "two parts, the second downwards, read by two counters that data move",
    "for i in range(lo, mid):\n    t[i] = x[i]\nfor i in range(mid, hi):\n    t[hi - 1 - i + mid] = x[i]\ni = lo\nj = hi - 1\nfor k in range(lo, hi):\n    if t[j] < t[i]:\n        y[k] += t[j]\n        j -= 1\n    else:\n        y[k] += t[i]\n        i += 1",
  ],
  [
    "a triangle of it",
    "for i in range(lo, hi):\n    t[i] = x[i]\n    for j in range(lo, i + 1):\n        y[j] += 1\nfor i in range(lo, hi):\n    for j in range(lo, i + 1):\n        y[j] += t[j]",
  ],
  [
    "a scalar as it was before",
    "n = hi\nfor i in range(lo, n):\n    t[i] = x[i]\nn -= 1\nfor i in range(lo, n):\n    y[i] += t[i + 1]",
  ],
  [
    "element by element, in places from the end",
    "for i in range(lo, hi):\n    t[i - hi] = x[i]\n    y[i] += t[i - hi]",
  ],
];

const beyond: readonly (readonly [string, string])[] = [
  [
    "one element more",
    "for i in range(lo, hi):\n    t[i] = x[i]\nfor i in range(lo, hi):\n    y[i] += t[i + 1]",
  ],
  [
    "one element before",
    "for i in range(lo + 1, hi):\n    t[i] = x[i]\nfor i in range(lo, hi):\n    y[i] += t[i]",
  ],
  [
    "a gap between two parts",
    "for i in range(lo, mid):\n    t[i] = x[i]\nfor i in range(mid + 1, hi):\n    t[i] = x[i]\nfor i in range(lo, hi):\n    y[i] += t[i]",
  ],
  [
    "a bound that has changed",
    "n = lo\nfor i in range(lo, n):\n    t[i] = x[i]\nn = hi\nfor i in range(lo, n):\n    y[i] += t[i]",
  ],
  [
    "a counter that moves by two",
    "j = lo\nfor i in range(lo, hi):\n    t[i] = x[i]\nfor k in range(lo, hi):\n    y[k] += t[j & 15]\n    y[k] += t[min(j, 15)]\n    j += 2",
  ],
  [
    "on a condition",
    "for i in range(lo, hi):\n    if x[i] > 0:\n        t[i] = x[i]\nfor i in range(lo, hi):\n    y[i] += t[i]",
  ],
  [
    "until data say",
    "for i in range(lo, hi):\n    if x[i] > 9:\n        break\n    t[i] = x[i]\nfor i in range(lo, hi):\n    y[i] += t[i]",
  ],
  [
    "every other one",
    "for i in range(lo, hi, 2):\n    t[i] = x[i]\nfor i in range(lo, hi):\n    y[i] += t[i]",
  ],
  [
    "another element in each iteration than the one that is read",
    "for i in range(lo, hi):\n    y[i] += t[i]\n    t[i] = x[i]",
  ],
  [
    "a loop that may not run",
    "for i in range(lo, mid):\n    t[0] = x[i]\nfor i in range(lo, hi):\n    y[i] += t[0]",
  ],
];

const inLoop = (body: string): string => `${bounds}${indented(body)}`;
const indented = (body: string): string =>
  body
    .split("\n")
    .map((line) => `        ${line}`)
    .join("\n");
const fillsIn = (source: string): number =>
  statementsIn(withoutDeadFills(withoutRegions(writtenLoops(source))).body).filter(
    (stmt) => stmt.kind === "for" && stmt.name === "t.0",
  ).length;

it.each(between)("is gone where scalars say the bounds: %s", async (_, body) => {
  expect(fillsIn(inLoop(body))).toBe(0);
  for (const seed of [1, 2, 3]) await ran(inLoop(body), "", seed);
});

it.each(beyond)("stays where scalars say the bounds: %s", async (_, body) => {
  expect(fillsIn(inLoop(body))).toBe(1);
  for (const seed of [1, 2, 3]) await ran(inLoop(body), "", seed);
});

const programs = Number(process.env.LUTRA_CASES ?? 15);

it("leaves the same, whatever scalars bound", async () => {
  const random = seeded(`bounded fills ${process.env.LUTRA_SEED ?? 1}`);
  const below = (count: number): number => Math.floor(random() * count);
  const among = <T>(list: readonly T[]): T => list[below(list.length)] as T; // never empty
  const bound = (): string => among(["lo", "mid", "hi", "lo + 1", "mid + 1", "hi - 1", "n", "n"]);
  const place = (): string =>
    among(["i", "i", "i", "hi - 1 - i + lo", "mid + hi - 1 - i", "i + 1", "i - 16"]);
  const deeper = (lines: readonly string[]): readonly string[] => lines.map((line) => `    ${line}`);
  const simple = (): readonly string[] =>
    among([
      () => [`t[${place()}] = x[i] + ${below(9)}`],
      () => [`t[${place()}] = x[i]`],
      () => [`y[i & 15] += t[${place()}]`],
      () => [`y[i & 15] += t[${among(["j", "n"])}]`, "j += 1"],
      () => ["if x[i & 15] > 3:", "    y[3] += t[j]", "    j -= 1", "else:", `    j += ${below(2)}`],
    ])();
  const statement = (): readonly string[] =>
    among([
      () => [`for i in range(${bound()}, ${bound()}):`, ...deeper([...simple(), ...simple()])],
      () => [`for i in range(${bound()}, ${bound()}):`, ...deeper(simple())],
      () => [`for i in range(lo, hi):`, ...deeper(simple())],
      () => [`n ${among(["=", "+=", "-="])} ${among(["lo", "1", "mid - lo"])}`],
      () => [`j = ${bound()}`],
      () => ["if x[r] > 2:", ...deeper([`n = ${bound()}`]), "else:", "    j = lo"],
      () => ["while n < hi:", "    n += 1", "    y[n & 15] += t[n]"],
    ])();
  for (let k = 0; k < 2 * programs; k++) {
    const body = ["n = mid", "j = lo", ...Array.from({ length: 3 + below(4) }, statement).flat()].join("\n");
    await ran(inLoop(body), "", 1 + below(100));
  }
}, 120_000);

it("leaves the same, whatever is filled, written and read in turn", async () => {
  const random = seeded(`fills ${process.env.LUTRA_SEED ?? 1}`);
  const below = (count: number): number => Math.floor(random() * count);
  const among = <T>(list: readonly T[]): T => list[below(list.length)] as T; // never empty
  const range = (): string => {
    const [from, to, step] = [below(4), 8 - below(4), among([1, 1, 1, 2])];
    return among([
      `range(8)`,
      `range(8)`,
      `range(${from}, ${to}, ${step})`,
      `range(${to - 1}, ${from}, -${step})`,
    ]);
  };
  const array = (): string => among(["t", "u", "out"]);
  const simple = (): readonly string[] => {
    const [one, k] = [array(), below(8)];
    return among([
      () => [`${one}[:] = ${k}`],
      () => [`for i in ${range()}:`, `    ${one}[i] = ${k}`],
      () => [`for i in ${range()}:`, `    ${one}[i] = x[i] + ${k}`],
      () => [
        `for i in range(4):`,
        `    ${one}[2 * i] = x[i]`,
        `    ${one}[2 * i + ${among([0, 1, 1])}] = ${k}`,
      ],
      () => [`for i in range(8):`, `    y[i] += ${array()}[${among(["i", "7 - i", "i ^ 1", "x[i] & 7"])}]`],
      () => [`for i in range(${k}):`, `    ${one}[i] = ${array()}[i + ${8 - k}] - 1`],
      () => [`${one}[${k}] = x[${below(8)}]`],
      () => [`for i in range(${1 + below(3)}, 8):`, `    ${one}[i] = ${one}[i - 1] + ${array()}[i - 1]`],
    ])();
  };
  const inside = (lines: readonly string[]): readonly string[] => lines.map((line) => `    ${line}`);
  const statement = (): readonly string[] =>
    among([
      simple,
      simple,
      simple,
      () => ["if x[0] > 0:", ...inside([...simple(), ...simple()]), "else:", ...inside(simple())],
      () => [`for r in range(${1 + below(3)}):`, ...inside([...simple(), ...simple(), ...simple()])],
      () => ["for i in range(8):", "    if x[i] > 3:", `        ${array()}[i] = 1`],
    ])();
  for (let k = 0; k < programs; k++) {
    const source = [
      'def kernel(x: "int32[8]", y: "int32[8]", out: "int32[8]"):',
      ...inside(["t = np.zeros(8, np.int32)", "u = np.full(8, 3, np.int32)"]),
      ...inside(Array.from({ length: 3 + below(5) }, statement).flat()),
      ...inside(among([["return u"], []])),
    ].join("\n");
    await ran(source, "", 1 + below(100));
  }
}, 120_000);

const resets: readonly (readonly [string, string])[] = [
  ["an argument, copied and cleared", "out[:] = a\nout[:] = 0"],
  ["a part of it", "out[:] = a\nfor i in range(3):\n    out[i] = 0"],
  ["on a condition", "out[:] = a\nif a[0] > 3:\n    out[:] = 7"],
  [
    "a histogram that counts twice",
    "h = np.zeros(8, np.int32)\nfor i in range(8):\n    h[a[i] & 7] += 1\nout[:] = h\nh[:] = 0\nfor i in range(8):\n    h[b[i] & 7] += 1\nout[:] = out * 10 + h",
  ],
  [
    "at the end of an outer loop",
    "t = np.zeros(8, np.int32)\nout[:] = 0\nfor r in range(3):\n    for i in range(8):\n        t[i] += a[i] + r\n        out[i] += t[i]\n    t[:] = 0",
  ],
  [
    "an array that another one is copied into",
    "t = a + 1\nz = np.full(8, 5, np.int32)\nfor i in range(8):\n    z[i] += b[i]\nfor i in range(8):\n    t[i] = z[i]\nout[:] = t",
  ],
  [
    "a diagonal",
    "t = np.zeros((8, 8), np.int32)\nfor i in range(8):\n    t[i] = a\nfor i in range(8):\n    t[i, i] = 1\nfor i in range(8):\n    out[i] = t[i, 3]",
  ],
];

it.each(resets)("what is set again, is: %s", async (_, body) => {
  const lines = body.split("\n").map((line) => `    ${line}`);
  const source = ['def kernel(a: "int32[8]", b: "int32[8]", out: "int32[8]"):', ...lines].join("\n");
  await ran(source, "");
});
