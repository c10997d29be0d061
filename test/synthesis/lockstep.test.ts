/** Copies that each have a `while`: they run together, for as long as the one that takes longest. */
import { describe, expect, test } from "vitest";
import { canParallel } from "../../src/loops/depend/index.ts";
import { toldInTurn } from "../../src/synthesis/in_turn.ts";
import type { NDArray } from "../../src/types/storage.ts";
import { int32 } from "../../src/types/types.ts";
import { loopsOf } from "../schedule/lowered.ts";
import { rng } from "../schedule/random.ts";
import { argumentsFor, scheduled } from "../schedule/scheduled.ts";
import { verdictBeside } from "./promise.ts";

/** Halved until one is left; a count of the steps. */
const halving = (copies: string): string => `
def kernel(x: "int32[${copies}]", steps: "int32[${copies}]"):
    for i in range(${copies}):
        n = x[i]
        count = 0
        while n > 1:
            n = n // 2
            count += 1
        steps[i] = count
`;

function words(values: readonly number[]): NDArray {
  return { type: { kind: "array", element: int32, shape: [values.length] }, data: Int32Array.from(values) };
}

async function cyclesOf(
  source: string,
  steps: string,
  x: readonly number[],
  results: readonly number[] = x.map(() => 0),
): Promise<number> {
  const loops = loopsOf(source);
  const args = { x: words(x), steps: words(results) };
  const found = await verdictBeside(loops, scheduled(loops, steps), args);
  if (found.kind !== "kept") throw new Error(JSON.stringify(found));
  return found.ran.cycles;
}

describe("copies with a `while`", () => {
  test("take the iterations of the longest, not all of them one after another", async () => {
    const x = [1 << 30, 1 << 30, 1 << 30, 1 << 30];
    const [apart, together] = [
      await cyclesOf(halving("4"), "", x),
      await cyclesOf(halving("4"), "unroll i", x),
    ];
    expect(apart).toBeGreaterThan(4 * 30);
    expect(together).toBeLessThan(30 + 10);
  });

  test("that have ended wait for the others", async () => {
    expect(await cyclesOf(halving("4"), "unroll i", [1, 1 << 30, 5, 0])).toBeLessThan(30 + 10);
  });

  test("of a number of iterations that no number of copies divides", async () => {
    expect(await cyclesOf(halving("5"), "unroll i 2", [9, 1 << 20, 3, 1 << 20, 1 << 20])).toBeLessThan(
      3 * 30,
    );
  });

  test("leave it each for itself, also from a loop further inside", async () => {
    const source = `
def kernel(x: "int32[6]", steps: "int32[6]"):
    for i in range(6):
        s = x[i]
        for j in range(4):
            w = j
            while True:
                s += 1
                w -= 1
                if w <= 0:
                    break
        steps[i] = s
`;
    for (const steps of ["unroll i 2", "parallel i"]) await cyclesOf(source, steps, [4, 1, 2, 9, 0, 3]);
  });

  test("are not told to run one after another", () => {
    expect(toldInTurn(scheduled(loopsOf(halving("4")), "unroll i"))).toEqual([]);
  });
});

describe("copies with a loop as long as data say", () => {
  const spmv = `
def kernel(x: "int32[5]", steps: "int32[4]"):
    for i in range(4):
        s = np.int32(0)
        for k in range(x[i], x[i + 1]):
            s += k
        steps[i] = s
`;
  test.each(["unroll i", "parallel i"])("take its iterations together: %s, pipelined", async (step) => {
    const [x, none] = [
      [0, 40, 80, 120, 160],
      [0, 0, 0, 0],
    ];
    const apart = await cyclesOf(spmv, "pipeline k", x, none);
    const together = await cyclesOf(spmv, `${step}\npipeline k`, x, none);
    expect(apart).toBeGreaterThan(160);
    expect(together).toBeLessThan(40 + 20);
  });
});

describe("loops of copies further inside", () => {
  const inWhile = (inner: string): string => `
def kernel(x: "int32[8]", steps: "int32[8]"):
    for i in range(8):
        s = x[i] + 1
        w = x[i]
        while w > 0:
            w -= 1
            ${inner}
        steps[i] = s
`;
  const shared = [
    ["as long as data say", "for l in range(x[i] % 5): s += l"],
    ["under an `if`", "if s > 3:\n                for l in range(3): s += l * s"],
    [
      "in both branches",
      "if s % 2 == 1:\n                for l in range(3): s += l\n            else:\n                for m in range(2): s += m",
    ],
    [
      "as long as data say, with a loop inside",
      "for l in range(x[i] % 5):\n                for m in range(3): s += l * m",
    ],
    [
      "as long as data say, and left early",
      "for l in range(x[i]):\n                s += l\n                if s > 9: break",
    ],
    [
      "over a constant range, and left early",
      "for l in range(9):\n                s += l\n                if s > 99: break",
    ],
    [
      "behind a `continue`",
      "for l in range(4):\n                if (l + x[i]) % 3 == 1: continue\n                for m in range(3): s += m",
    ],
    [
      "between a `continue` and another",
      "for l in range(4):\n                s += 1\n                if s % 3 == 1: continue\n                for m in range(3): s += m\n                if s % 2 == 1: continue\n                for n in range(2): s += n",
    ],
    [
      "over a constant range, left early by a loop inside",
      "for l in range(9):\n                if s > 99: break\n                for m in range(4):\n                    s += m\n                    if s % 7 == 3: break",
    ],
  ] as const;
  test.each(shared)("%s: shared too", async (_, inner) => {
    const source = inWhile(inner);
    const x = [6, 6, 6, 6, 6, 6, 6, 6];
    const apart = await cyclesOf(source, "", x);
    for (const step of ["unroll i", "parallel i"]) {
      expect(toldInTurn(scheduled(loopsOf(source), step))).toEqual([]);
      expect(await cyclesOf(source, step, x)).toBeLessThan(apart / 3);
    }
  });
});

describe("a loop under an `if` of each copy", () => {
  const source = `
def kernel(x: "int32[16]", steps: "int32[16]"):
    for i in range(16):
        s = x[i]
        if s > 3:
            for l in range(64):
                s += l ^ x[i]
        steps[i] = s
`;
  test.each([
    ["all of them take it", 9, 300],
    ["none of them takes it, which costs nothing", 1, 60],
  ])("where %s", async (_, value, most) => {
    const x = Array.from({ length: 16 }, () => value);
    expect(await cyclesOf(source, "unroll i 4", x)).toBeLessThan(most);
  });
});

describe("a pipelined loop that is left early", () => {
  const source = `
def kernel(x: "int32[4]", steps: "int32[4]"):
    for i in range(4):
        s = np.int32(0)
        for k in range(9):
            s += k
            if s > x[i]: break
        steps[i] = s
`;
  test("runs for one copy after another, which is told", async () => {
    const steps = "unroll i\npipeline k";
    const [told] = toldInTurn(scheduled(loopsOf(source), steps));
    expect(told?.message).toContain("cannot run together");
    await cyclesOf(source, steps, [3, 9, 1, 40]);
  });
});

describe("a loop under `parallel`", () => {
  const rows = (count: number, extent = `${count}`): string => `
def kernel(a: "int32[${count},8]", n: "int32[${count}]", m: "int32"):
    for i in range(${extent}):
        s = np.int32(0)
        for j in range(8):
            s += a[i, j]
        n[i] = s
`;
  test("has a copy for each iteration, which share the loops inside", async () => {
    const loops = loopsOf(rows(4));
    const cycles = async (steps: string): Promise<number> => {
      const after = scheduled(loops, `partition a dim=0 complete\n${steps}`);
      const found = await verdictBeside(loops, after, Object.fromEntries(argumentsFor(after, 1)));
      return found.kind === "kept" ? found.ran.cycles : 0;
    };
    const [apart, together] = [await cycles(""), await cycles("parallel i")];
    expect(together).toBeGreaterThan(0);
    expect(together).toBeLessThan(apart / 2);
  });

  test.each(["0", "1", "3, 2", "1, 1, 2"])("of range(%s) is as it was", async (extent) => {
    const source = `
def kernel(x: "int32[8]", steps: "int32[8]"):
    for i in range(${extent}):
        w = x[i]
        while w > 0:
            w -= 1
        steps[i] = w
`;
    for (const step of ["parallel i", "unroll i", "unroll i 4"])
      await cyclesOf(source, step, [1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test.each([
    ["too many", rows(65), "too many"],
    ["an unknown number", rows(8, "m % 8"), "not known"],
  ])("of %s iterations runs them one after another, which is told", (_, source, why) => {
    const [told] = toldInTurn(scheduled(loopsOf(source), "parallel i"));
    expect(told?.message).toContain(why);
  });
});

describe("copies that need each other", () => {
  const chained = `
def kernel(x: "int32[4]"):
    for i in range(4):
        while x[i] > x[(i + 3) % 4]:
            x[i] -= 3
`;
  test("run one after another, which is told", async () => {
    const loops = loopsOf(chained);
    const after = scheduled(loops, "unroll i");
    expect(toldInTurn(after)).toHaveLength(1);
    expect(await verdictBeside(loops, after, { x: words([9, 40, 3, 25]) })).toMatchObject({ kind: "kept" });
  });
});

test("random copies have the bits of the program", { timeout: 36_000_000 }, async () => {
  const count = Number(process.env.LUTRA_PROGRAMS ?? 25);
  const first = Number(process.env.LUTRA_SEED ?? 1);
  let kept = 0;
  for (let seed = first; seed < first + count; seed++) {
    const { source, steps } = random(seed);
    const loops = loopsOf(source);
    if (canParallel(loops, "i") !== null && steps.includes("parallel")) continue;
    const after = scheduled(loops, steps);
    const found = await verdictBeside(loops, after, Object.fromEntries(argumentsFor(after, seed)));
    if (found.kind === "broken") throw new Error(`seed ${seed}: ${found.how}\n${source}\n${steps}`);
    if (found.kind === "kept") kept++;
  }
  expect(kept).toBeGreaterThan(count / 2);
});

/** Loops in copies that end when data say so: breaks, continues, loops inside, conditions that follow from arrays. */
function random(seed: number): { readonly source: string; readonly steps: string } {
  const pick = rng(seed);
  const one = <T>(...list: readonly [T, ...T[]]): T => list[pick(list.length)] ?? list[0];
  const size = 2 + pick(5);
  const lines = [`def kernel(a: "int32[${size},4]", b: "int32[${size}]", c: "int32[4]"):`];
  const put = (depth: number, line: string): void => void lines.push(`${"    ".repeat(depth + 1)}${line}`);
  put(0, `for i in range(${size}):`);
  put(1, "n = a[i, 0] % 23");
  put(1, one("s = np.int32(0)", "s = b[i]", "s = c[i % 4]"));
  if (pick(3) === 0) put(1, "t = np.zeros(3, np.int32)");
  const hasArray = lines.at(-1)?.includes("np.zeros") === true;
  const body = (depth: number, level: number): void => {
    put(depth, "n = n - 1 - s % 3");
    const kinds = 1 + pick(3);
    for (let k = 0; k < kinds; k++) {
      switch (pick(level === 0 ? 9 : 6)) {
        case 0:
          put(depth, `s += a[i, n % 4] ${one("+ n", "- s", "* 3")}`);
          break;
        case 1:
          put(depth, `if s % ${2 + pick(4)} == 1:`);
          put(depth + 1, one("break", "continue", "s = s + 5", "b[i] = s"));
          break;
        case 2:
          put(depth, hasArray ? "t[n % 3] += s" : "s ^= n");
          break;
        case 3:
          put(depth, `a[i, ${one("n % 4", "1", "2")}] = s - n`);
          break;
        case 4:
          put(depth, one("b[i] += n", "c[n % 4] += 1", "s = s + c[n % 4]"));
          break;
        case 5:
          put(depth, `for k in range(${1 + pick(3)}):`);
          put(depth + 1, `s += a[i, k] * ${1 + pick(3)}${one("", " + k", " - n")}`);
          if (pick(2) === 0) put(depth + 1, one("if s > 20: break", "if s % 3 == 1: continue"));
          if (pick(3) === 0) put(depth + 1, one("for l in range(2): s += l + k", "while s % 3 > 1: s += 1"));
          break;
        case 6:
          put(depth, "m = n % 5");
          put(depth, "while m > 0:");
          put(depth + 1, "m -= 1");
          put(depth + 1, one("s += m", "s = s * 3 + m", "b[i] = s"));
          break;
        case 7:
          put(depth, "for k in range(n % 4):");
          put(depth + 1, "s += k");
          if (pick(3) === 0) put(depth + 1, one("for l in range(2): s += l", "for l in range(k): s -= l"));
          if (pick(2) === 0) put(depth + 1, one("if s > 50: break", "if s % 2: continue"));
          break;
        default:
          put(depth, one("if n > 3:", "if s % 2 == 0:"));
          put(depth + 1, one("for k in range(3):", "for k in range(n % 3):"));
          put(depth + 2, "s += k * n");
          if (pick(2) === 0) {
            put(depth, "else:");
            put(depth + 1, one("s -= 1", "for k in range(2): s += k", "for k in range(s % 3): s -= 2"));
          }
      }
    }
  };
  if (pick(2) === 0) {
    put(1, one("m = n % 6", "m = a[i, 1] % 6"));
    put(
      1,
      one(
        "for k in range(m):",
        "for k in range(a[i, 2] % 3, m):",
        "for k in range(0, m, 2):",
        "for k in range(1, 8, 3):",
      ),
    );
    put(2, one("s += k * a[i, k % 4]", "s = s * 3 + k", "b[i] += k"));
    if (pick(3) === 0)
      put(2, one("if s % 5 == 0: break", "for l in range(3): s += l", "if k == 1: continue"));
    if (pick(4) === 0) put(2, "s += 1");
  }
  if (pick(3) === 0) {
    put(1, `for h in range(${1 + pick(3)}):`);
    put(2, "w = n % 5");
    put(2, one("while True:", "while w > 0:"));
    put(3, "s += w");
    put(3, "w -= 1");
    put(3, `if w ${one("< 0", "< 2", "== -1")}: ${one("break", "break", "s += 1; break")}`);
    if (pick(2) === 0) put(3, "if s % 7 == 3: break");
  }
  put(1, `while ${one("n > 0", "n > 0 and s < 500", "n > 0 and a[i, n % 4] != 7")}:`);
  body(2, 0);
  if (pick(2) === 0) {
    put(1, "n = s % 11");
    put(1, "while n > 0:");
    body(2, 1);
  }
  put(1, hasArray ? "b[i] = s + t[0] + t[2]" : "b[i] = s");
  const factor = one("", " 2", " 3", ` ${size}`);
  return {
    source: `\n${lines.join("\n")}\n`,
    steps: one(
      "parallel i",
      `unroll i${factor}`,
      `unroll i${factor}\npartition a dim=0 complete`,
      `partition b dim=0 cyclic 2\nunroll i${factor}`,
    ),
  };
}
