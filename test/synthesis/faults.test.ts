/** Faults of circuits in simulation: the words of the reference, with the value that went wrong and its place. */
import { describe, expect, test } from "vitest";
import type { Simulator } from "../../src/call/verilog.ts";
import { prepareLoops } from "../../src/loops/program.ts";
import type { Value } from "../../src/types/operators.ts";
import { left } from "../backend/wasm-build.ts";
import { icarusAvailable } from "../hardware/icarus.ts";
import { loopsOf } from "../schedule/lowered.ts";
import { argumentsFor } from "../schedule/scheduled.ts";
import { runCircuit } from "./kernel-run.ts";

const pick = loopsOf(`
def pick(a: "int32[10]", k: "int32"):
    return a[k]
`);

const put = loopsOf(`
def put(a: "int16[4,6]", rows: "uint8", columns: "int64"):
    for i in range(rows):
        for j in range(columns):
            a[i, j] = i + j
`);

const cast = loopsOf(`
def cast(a: "float32[4]", n: int):
    b = np.zeros(4, np.int8)
    for i in range(4):
        b[i] = n + i
    return b
`);

const narrow = loopsOf(`
def narrow(a: "uint<5>[4]", n: int):
    for i in range(4):
        a[i] = n + i
`);

const both = loopsOf(`
def both(a: "int32[10]", x: "int32", y: "int32"):
    s = 0
    for i in range(20):
        s += a[i - x]
    return s + a[y]
`);

const cases: readonly [string, typeof pick, Readonly<Record<string, Value>>, string][] = [
  ["above", pick, { k: 12 }, "index 12 is out of range for axis 0 of `a`, which has 10 elements"],
  ["far below", pick, { k: -11 }, "index -11 is out of range for axis 0 of `a`, which has 10 elements"],
  [
    "the largest",
    pick,
    { k: 2 ** 31 - 1 },
    "index 2147483647 is out of range for axis 0 of `a`, which has 10 elements",
  ],
  ["a row", put, { rows: 5, columns: 2 }, "index 4 is out of range for axis 0 of `a`, which has 4 elements"],
  [
    "a column",
    put,
    { rows: 2, columns: 9 },
    "index 6 is out of range for axis 1 of `a`, which has 6 elements",
  ],
  ["a stored value", cast, { n: 126 }, "128 is out of range for int8"],
  ["a small one", cast, { n: -1000 }, "-1000 is out of range for int8"],
  ["more than a few bits", narrow, { n: 31 }, "32 is out of range for uint<5>"],
  ["less than nothing", narrow, { n: -1 }, "-1 is out of range for uint<5>"],
  [
    "the first of many",
    both,
    { x: 0, y: 99 },
    "index 10 is out of range for axis 0 of `a`, which has 10 elements",
  ],
  [
    "after a loop",
    both,
    { x: 10, y: 99 },
    "index 99 is out of range for axis 0 of `a`, which has 10 elements",
  ],
];

told("lutra", true);
told("icarus", icarusAvailable());

function told(sim: Simulator, available: boolean): void {
  describe.skipIf(!available)(`in ${sim}`, () => {
    test.each(cases)("%s", async (_, loops, given, message) => {
      const args = { ...Object.fromEntries(argumentsFor(loops, 3)), ...given };
      const { code, span } = left(prepareLoops(loops), args).fault ?? {};
      const ran = await runCircuit(loops, args, sim);
      expect(ran).toMatchObject({ kind: "ran", left: { fault: { code, message, span } } });
    });
  });
}
