/**
 * `limit OPERATOR COUNT`: circuits with no more units than that, which compute the same.
 *
 *     LUTRA_PROGRAMS=200 LUTRA_SEED=7 npx vitest run test/synthesis/limits.test.ts
 */
import { describe, expect, test } from "vitest";
import type { Loops } from "../../src/loops/nodes.ts";
import { operatorsIn } from "../../src/loops/operators.ts";
import { apply } from "../../src/schedule/schedule.ts";
import { type Synthesized, synthesize } from "../../src/synthesis/index.ts";
import { type HardwareReport, reportOf } from "../../src/synthesis/report/index.ts";
import { randomCases } from "../backend/c-samples.ts";
import { loopsOf } from "../schedule/lowered.ts";
import { argumentsFor, scheduled } from "../schedule/scheduled.ts";
import { target } from "./kernel-run.ts";
import { verdict } from "./promise.ts";

const dot = loopsOf(`
def dot(a: "float32[32]", b: "float32[32]", out: "float32[4]"):
    for i in range(4):
        s = np.float32(0)
        for j in range(8):
            s += a[i * 8 + j] * b[i * 8 + j]
        out[i] = s
`);
const sideBySide = "partition a dim=0 cyclic 8\npartition b dim=0 cyclic 8\nunroll j\npipeline i";

const widths = loopsOf(`
def widths(a: "int8[16]", b: "int32[16]", c: "uint8[16]", out: "int32[16]"):
    for i in range(16):
        out[i] = a[i] * b[i] + c[i] * c[i] + 12345 * b[i]
`);

const nests = loopsOf(`
def nests(a: "float32[8]", b: "float32[8]"):
    for i in range(8):
        a[i] = a[i] * 3.5
    for j in range(8):
        b[j] = a[j] * b[j]
    for k in range(8):
        a[k] = b[k] * b[k]
`);

const kinds = loopsOf(`
def kinds(a: "int32[8]", b: "float32[8]"):
    for i in range(8):
        a[i] = a[i] * a[i]
        b[i] = b[i] * b[i]
`);

/** Comparison, addition and choice at once: units without registers inside. */
const atOnce = loopsOf(`
def at_once(a: "int16[8]", b: "int16[8]"):
    for i in range(8):
        a[i] = (a[i] + b[i]) + (a[i] - b[i]) + (b[i] + i)
`);

describe("units", () => {
  test.each([
    [1, 8],
    [2, 4],
    [3, 3],
    [8, 1],
  ])("%i multipliers of eight: an iteration every %i cycles", async (count, interval) => {
    const loops = scheduled(dot, `${sideBySide}\nlimit float32.mul ${count}`);
    const report = reported(loops);
    expect(unitsOf(report, "mul")).toBe(count);
    expect(report.loops[0]).toMatchObject({ interval });
    await expectKept(loops);
  });

  test("say that they are why an interval is long", () => {
    const { loops } = reported(scheduled(dot, `${sideBySide}\nlimit mul 2`));
    expect(loops[0]?.reason).toBe(
      "II 4: an iteration uses mul 8 times (mul in line 9), and a cycle has room for 2 uses",
    );
  });

  test("go to the processes that use them most", async () => {
    const two = loopsOf(`
def two(a: "int32[32]", out: "int32[32]"):
    t = np.empty(32, dtype=np.int32)
    for i in range(32):
        t[i] = a[i] * a[i]
    for j in range(32):
        out[j] = t[j] * t[j] * t[j] * t[j]
`);
    const loops = scheduled(two, "pipeline i\npipeline j\ndataflow\nlimit mul 4");
    expect(reported(loops).loops.map(({ interval }) => interval)).toEqual([1, 1]);
    await expectKept(loops);
  });

  test("an interval that they cannot keep is refused", () => {
    const made = synthesize(scheduled(dot, `${sideBySide} 2\nlimit mul 2`), { target });
    expect(made).toMatchObject({ ok: false, diagnostics: [{ code: "interval-too-short" }] });
  });

  test.each(["", "pipeline i"])("integers of all widths take turns at one: %s", async (schedule) => {
    const loops = scheduled(widths, `${schedule}\nlimit mul 1`);
    expect(unitsOf(reported(scheduled(widths, schedule)), "mul")).toBeGreaterThan(1);
    expect(unitsOf(reported(loops), "mul")).toBe(1);
    await expectKept(loops);
  });

  test("nests that run one after another take turns, also with constants", async () => {
    const pipelined = "pipeline i\npipeline j\npipeline k";
    const loops = scheduled(nests, `${pipelined}\nlimit float32.mul 1`);
    expect(unitsOf(reported(scheduled(nests, pipelined)), "mul")).toBe(2);
    expect(unitsOf(reported(loops), "mul")).toBe(1);
    expect(reported(loops).loops.map(({ interval }) => interval)).toEqual([1, 1, 1]);
    await expectKept(loops);
  });

  test("operators that compute at once take turns too", async () => {
    const loops = scheduled(atOnce, "pipeline i\nlimit int.add 1");
    const { loops: [first] = [] } = reported(loops);
    expect(first?.reason).toContain("int.add");
    await expectKept(loops);
  });

  test("operands that come from units which are shared unasked", async () => {
    const loops = loopsOf(`
def kernel(a: "int32[8]", b: "int32[8]"):
    for i in range(8):
        a[i] = (a[i] * b[i] - b[i]) * (b[i] * b[i] - a[i])
`);
    await expectKept(scheduled(loops, "limit sub 1"));
  });

  test("a choice that does not fit the clock makes the unit longer", async () => {
    const loops = scheduled(dot, `${sideBySide}\nlimit mul 1`);
    for (const periodNs of [2.2, 3, 4, 10]) {
      const made = synthesize(loops, { target: { family: "xcup", periodNs } });
      expect(made.ok && unitsOf(reportOf(made), "mul")).toBe(1);
    }
  });
});

describe("kinds of numbers", () => {
  test("share a limit that names none", () => {
    expect(unitsOf(reported(scheduled(kinds, "pipeline i\nlimit mul 2")), "mul")).toBe(2);
  });

  test("need a unit each", () => {
    const made = synthesize(scheduled(kinds, "pipeline i\nlimit mul 1"), { target });
    const [said] = made.ok ? [] : made.diagnostics;
    expect(said).toMatchObject({
      code: "limit-too-low",
      message: "one unit of `mul` cannot do the work of 2 kinds: mul of integers; mul of float32, float32",
      help: "allow at least 2, or limit one kind of number, as in `float32.mul`",
    });
  });

  test("have limits of their own before that of all", () => {
    const two = "unroll i 2\npipeline i\nlimit mul 1\nlimit int.mul 1";
    const { operators } = reported(scheduled(kinds, two));
    const units = operators.filter(({ operation }) => operation.startsWith("mul ")).map((one) => one.units);
    expect(units).toEqual([1, 1]);
  });
});

test("random kernels with one unit of everything", { timeout: 0 }, async () => {
  const wrong: string[] = [];
  let limited = 0;
  for (const { name, loops, args } of randomCases(8)) {
    const steps = operatorsIn(loops)
      .filter((operator) => operator.includes("."))
      .map((operator) => ({ primitive: "limit", args: { operator, count: 1 } }));
    const judged = await verdict(apply(loops, steps).loops, args);
    if (judged.kind === "broken") wrong.push(`${name}: ${judged.how}`);
    if (judged.kind === "kept" && steps.length > 0) limited++;
  }
  expect(wrong).toEqual([]);
  expect(limited).toBeGreaterThan(0);
});

function made(loops: Loops): Synthesized {
  const found = synthesize(loops, { target });
  if (!found.ok) throw new Error(found.diagnostics.map(({ message }) => message).join("\n"));
  return found;
}

function reported(loops: Loops): HardwareReport {
  return reportOf(made(loops));
}

/** Units of an operation, whatever its types. */
function unitsOf({ operators }: HardwareReport, operation: string): number {
  const found = operators.filter((one) => one.operation.startsWith(`${operation} `));
  return found.reduce((sum, { units }) => sum + units, 0);
}

async function expectKept(loops: Loops): Promise<void> {
  const args = Object.fromEntries(argumentsFor(loops, 3));
  expect(await verdict(loops, args)).toMatchObject({ kind: "kept" });
}

describe("what only looks alike takes no turns", () => {
  const keeps = async (source: string, steps: string): Promise<string> => {
    const loops = scheduled(loopsOf(source), steps);
    const judged = await verdict(loops, Object.fromEntries(argumentsFor(loops, 1)));
    return judged.kind === "refused" ? judged.code : judged.kind;
  };

  test("fixed point with results of other types: one unit for each", async () => {
    const source = `
def kern(a: "ufixed<8,3>[2]", b: "ufixed<8,3>[2]", c: "ufixed<8,3>[2]"):
    for i in range(2):
        b[i] = a[i] + c[i]
        a[i] = c[i] * (a[i] + b[i])
`;
    expect(await keeps(source, "limit add 1")).toBe("limit-too-low");
    expect(await keeps(source, "limit add 2")).toBe("kept");
  });

  test("sums that stand for products by constants", async () => {
    const source = `
def kern(c: "int32[4]"):
    t = np.zeros(4, np.int32)
    u = np.empty(3, np.int32)
    for i in range(2):
        u[i] = 1
        t[i] = np.int32(13)
    for i in range(2):
        for j in range(2):
            for k in range(2):
                u[t[k] % 3] *= t[i]
                c[(k + 1) % 3] = 1
    return u
`;
    expect(await keeps(source, "flatten\nlimit add 1")).toBe("kept");
  });

  test("indices beside fixed point", async () => {
    const source = `
def kern(a: "fixed<8,3>[2]", c: "fixed<8,3>[2,4]", b: "fixed<8,3>[4,2]"):
    for i in range(2):
        b[i % 4, i % 2] += c[i, i]
        a[i] = c[(i + 2) % 2, i % 4]
`;
    expect(await keeps(source, "flatten i\nlimit add 2")).toBe("kept");
  });
});
