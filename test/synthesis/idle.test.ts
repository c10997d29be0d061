/** Where nobody is told of faults, a loop that has nothing to do but look for them is not there: neither it nor its cycles. */
import { expect, test } from "vitest";
import { synthesize } from "../../src/synthesis/index.ts";
import type { NDArray } from "../../src/types/storage.ts";
import { int32 } from "../../src/types/types.ts";
import { callsOf, runCircuit, target } from "./kernel-run.ts";
import { writtenLoops } from "./written.ts";

const first = `    for r in range(2):
        for i in range(16):
            a[i] += b[i]
`;
const last = `    for i in range(16):
        b[i] = a[i] + n
    return n`;

/** What stands between loops that do something. */
const between: readonly (readonly [string, string])[] = [
  ["a loop", "    for i in range(16):\n        assert b[i] >= -1000\n"],
  [
    "loops around a sum that only an assertion reads",
    `    for i in range(4):
        for r in range(3):
            s = np.int32(0)
            for k in range(16):
                s += b[k]
            assert s > -100000
`,
  ],
  ["a branch", "    if n > 3:\n        for i in range(16):\n            assert a[i] >= n - 5000\n"],
  ["as often as an argument says", "    for i in range(n):\n        assert i < 16\n"],
];

function kernel(middle: string): string {
  return `def kernel(a: "int32[16]", b: "int32[16]", n: "int32"):\n${first}${middle}${last}`;
}

const numbers = (from: number): NDArray => ({
  type: { kind: "array", element: int32, shape: [16] },
  data: Int32Array.from({ length: 16 }, (_, k) => from + 7 * k),
});
const args = { a: numbers(3), b: numbers(-40), n: 9 };

async function plain(source: string): Promise<Awaited<ReturnType<typeof callsOf>>> {
  const made = synthesize(writtenLoops(source, ""), { target });
  if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("; "));
  const calls = await callsOf(made, [args, args]);
  for (const { cycles } of calls) {
    expect(cycles).toBeGreaterThanOrEqual(made.prediction.least);
    expect(cycles).toBeLessThanOrEqual(made.prediction.most);
  }
  return calls;
}

test.each(between)("%s takes no cycle", async (_, middle) => {
  expect(await plain(kernel(middle))).toEqual(await plain(kernel("")));
});

test("what is read behind a loop is still there", async () => {
  const middle = "    for i in range(n):\n        assert b[i] >= -1000\n    n = n + i\n";
  const [one, other] = [await plain(kernel(middle)), await plain(kernel("    n = n + 8\n"))];
  expect(one.map(({ left }) => left)).toEqual(other.map(({ left }) => left));
});

test("a circuit with nothing else to do ends at once", async () => {
  const source = `def kernel(a: "int32[16]", b: "int32[16]", n: "int32"):\n    for i in range(16):\n        assert b[i] > -1000`;
  for (const { cycles } of await plain(source)) expect(cycles).toBeLessThanOrEqual(1);
});

test("a circuit that is watched tells of it", async () => {
  const loops = writtenLoops(kernel("    for i in range(16):\n        assert b[i] < 60\n"), "");
  const ran = await runCircuit(loops, args);
  expect(ran.kind === "ran" && ran.left.fault).not.toBeNull();
});
