/**
 * `flatten`: layers of constants as shared sums, with the bits of the reference and the cycles that were predicted.
 *
 *     LUTRA_PROGRAMS=300 LUTRA_SEED=7 npx vitest run test/synthesis/flatten.test.ts
 */
import { expect, test } from "vitest";
import { argumentsFor, refused } from "../schedule/scheduled.ts";
import { layersKernel } from "./layers-kernels.ts";
import { verdict } from "./promise.ts";
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
