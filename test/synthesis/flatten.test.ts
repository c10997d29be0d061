/**
 * `flatten`: layers of constants as shared sums, with the bits of the reference and the cycles that were predicted.
 *
 *     LUTRA_PROGRAMS=300 LUTRA_SEED=7 npx vitest run test/synthesis/flatten.test.ts
 */
import { describe, expect, test } from "vitest";
import { forLoops } from "../../src/loops/find.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { operatorsIn } from "../../src/loops/operators.ts";
import { applyStep, type Step } from "../../src/schedule/schedule.ts";
import type { Synthesized } from "../../src/synthesis/index.ts";
import { randomCases } from "../backend/c-samples.ts";
import { argumentsFor, refused } from "../schedule/scheduled.ts";
import { layersKernel } from "./layers-kernels.ts";
import { verdict, verdictBeside } from "./promise.ts";
import { writtenLoops } from "./written.ts";

const runs = Number(process.env.LUTRA_PROGRAMS ?? 10);
const first = Number(process.env.LUTRA_SEED ?? 1);

test("random layers of constants", { timeout: 0 }, async () => {
  const found: string[] = [];
  for (let seed = first; seed < first + runs; seed++) {
    const { text, loops, args } = layersKernel(seed);
    const judged = await verdict(loops, args);
    if (judged.kind === "broken") found.push(`seed ${seed}: ${judged.how}\n${text}`);
    if (judged.kind === "refused") found.push(`seed ${seed}: ${judged.code}\n${text}`);
  }
  expect(found).toEqual([]);
});

test("random kernels, and random loops of them, as one graph, on few units or many", {
  timeout: 0,
}, async () => {
  const found: string[] = [];
  const flat = (loops: Loops, seed: number): Loops => {
    const names = forLoops(loops).map(({ name }) => name);
    const loop = seed % 3 === 0 ? names[seed % names.length] : undefined;
    const steps: readonly Step[] = [
      { primitive: "flatten", args: loop === undefined ? {} : { loop } },
      ...(seed % 2 === 0 ? operatorsIn(loops) : []).map((operator, k): Step => {
        return { primitive: "limit", args: { operator, count: 1 + ((seed + k) % 4) } };
      }),
    ];
    return steps.reduce((now, step) => {
      const applied = applyStep(now, step);
      return applied.ok ? applied.loops : now;
    }, loops);
  };
  for (const { name, loops, args } of randomCases(2 * runs, flat)) {
    const judged = await verdict(loops, args);
    if (judged.kind === "broken") found.push(`${name}: ${judged.how}`);
  }
  expect(found).toEqual([]);
});

const fir = `
def fir(x: "int16[12]", y: "int32[4]"):
    c = np.array([3, -5, 14, 77, 77, 14, -5, 3, 1], dtype=np.int32)
    for i in range(4):
        s = np.int32(0)
        for k in range(9):
            s += np.int32(x[i + k]) * c[k]
        y[i] = s
`;

test("a whole kernel is one graph too, without a product", async () => {
  const loops = writtenLoops(fir, "flatten\npartition x dim=0 complete\npartition y dim=0 complete");
  const judged = await verdict(loops, Object.fromEntries(argumentsFor(loops, 1)));
  if (judged.kind !== "kept") throw new Error(JSON.stringify(judged));
  expect(judged.ran.left.fault).toBe(null);
  const { prediction, built } = judged.ran.made;
  expect(prediction.most).toBe(3); // a load, the sums, and the end
  expect([...built.keys()].filter((operator) => operator.startsWith("mul"))).toEqual([]);
});

test("a kernel of processes is not one graph", () => {
  const two = `
def two(x: "int16[4]", y: "int32[4]"):
    t = np.empty(4, np.int32)
    for i in range(4):
        t[i] = x[i] * 3
    for i in range(4):
        y[i] = t[i] + 1
`;
  expect(refused(writtenLoops(two, "dataflow"), "flatten").code).toBe("flatten-processes");
});

describe("loops in a flat graph run while it is written", () => {
  const kept = async (source: string, steps: string): Promise<Synthesized> => {
    const loops = writtenLoops(source, steps);
    const args = Object.fromEntries(argumentsFor(loops, 1));
    const judged = await verdictBeside(writtenLoops(source), loops, args);
    if (judged.kind !== "kept") throw new Error(JSON.stringify(judged));
    return judged.ran.made;
  };

  test("and elements of an array between them are no memory", async () => {
    const source = `
def kernel(x: "int16[6]", y: "int32[6]"):
    t = np.zeros((6, 6), dtype=np.int32)
    for i in range(6):
        for j in range(i + 1):
            t[i, j] = x[i] * x[j]
    for i in range(6):
        s = np.int32(0)
        for j in range(6):
            s += t[j, i]
        y[i] = s
`;
    const { plan } = await kept(source, "flatten");
    expect(plan.storages.map(({ name }) => name)).toEqual(["x", "y"]);
  });

  test("integers that are known are numbers: places, counts and conditions", async () => {
    const source = `
def kernel(x: "int16[8]", y: "int32[8]"):
    t = np.zeros(8, dtype=np.int32)
    half = 1
    for s in range(3):
        for k in range(8):
            if (k // half) % 2 == 0:
                t[k] = x[k] + half
        half = half * 2
    for k in range(8):
        y[k] = t[k]
`;
    const { plan } = await kept(source, "flatten");
    expect(plan.storages.map(({ name }) => name)).toEqual(["x", "y"]);
  });

  test("an array of which data name the element is a memory", async () => {
    const source = `
def kernel(x: "uint8[12]", y: "int32[8]"):
    h = np.zeros(8, dtype=np.int32)
    for i in range(12):
        h[x[i] & 7] += 1
    for k in range(8):
        y[k] = h[k]
`;
    await kept(source, "flatten");
    await kept(source, "flatten i");
  });

  test("what an iteration leaves to the next is kept", async () => {
    const source = `
def kernel(x: "int32[9]", y: "int32[9]"):
    t = np.zeros(3, dtype=np.int32)
    for i in range(9):
        for k in range(3):
            if x[i] > k:
                t[k] = t[k] + x[i]
        y[i] = t[0] - t[1] + t[2]
`;
    await kept(source, "flatten i");
  });

  test("what is multiplied by nothing is not there, nor a register that only it reads", async () => {
    const source = `
def kernel(b: "uint32[4]", y: "uint32[2]"):
    u = np.zeros(2, np.uint32)
    x = 1
    for i in range(2):
        u[b[i] % 2] -= u[u[b[i] % 2] % 2] * (x - x)
        x -= 1
    for k in range(2):
        y[k] = u[k]
`;
    await kept(source, "flatten i");
  });
});
