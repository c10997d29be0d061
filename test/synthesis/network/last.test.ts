/** `last` of streams that come in: who is watched tells where it is wrong; results never follow from it. */
import { describe, expect, test } from "vitest";
import { messageOf } from "../../../src/hardware/faults.ts";
import { simulate } from "../../../src/hardware/simulate/index.ts";
import { printVerilog } from "../../../src/hardware/verilog/index.ts";
import { type Synthesized, synthesize } from "../../../src/synthesis/index.ts";
import { rng } from "../../schedule/random.ts";
import { target } from "../kernel-run.ts";
import { writtenLoops } from "../written.ts";

const words = 6;
const source = `
def kernel(a: "int16[${words}]", c: "int16[${words}]"):
    for i in range(${words}):
        c[i] = a[i] * 3
`;

function circuit(faults: "watched" | "ignored"): Synthesized {
  const made = synthesize(writtenLoops(source, "pipeline i\nstream a\nstream c"), { target, faults });
  if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("\n"));
  return made;
}

interface Call {
  readonly told: string | null;
  readonly sent: readonly bigint[];
}

/**
 * Calls one after another, with words that come as soon as they are taken, `early` also before the first call;
 * `isLast`: what is said with a word, counted over all calls.
 */
async function called(
  made: Synthesized,
  calls: number,
  isLast: (word: number) => boolean,
  { seed = 0, early = false }: { readonly seed?: number; readonly early?: boolean } = {},
): Promise<readonly Call[]> {
  const run = await simulate(made.design);
  const pick = rng(seed + 1);
  const { fault } = made.interface;
  let given = 0;
  let sent: bigint[] = [];
  const step = (isOn: boolean): void => {
    const [valid, ready] = [
      isOn && !(seed > 0 && pick(3) === 0) && given < calls * words,
      !(seed > 0 && pick(3) === 0),
    ];
    run.set("a_valid", valid ? 1n : 0n);
    run.set("a_data", BigInt(given + 1));
    run.set("a_last", isLast(given) ? 1n : 0n);
    run.set("c_ready", ready ? 1n : 0n);
    const passes = valid && run.get("a_ready") === 1n;
    if (ready && run.get("c_valid") === 1n) {
      sent.push(run.get("c_data"));
      expect(run.get("c_last")).toBe(sent.length === words ? 1n : 0n);
    }
    run.step(1);
    if (passes) given += 1;
  };
  for (let k = 0; k < 4; k++) step(early);
  const found: Call[] = [];
  for (let call = 0; call < calls; call++) {
    run.set("start", 1n);
    step(true);
    run.set("start", 0n);
    let left = 200;
    while (run.get("done") === 0n && left-- > 0) step(true);
    for (let k = 0; k < (fault?.late ?? 0) + 1; k++) step(false);
    expect(left).toBeGreaterThan(0);
    const code = fault === null ? 0 : Number(run.get(fault.port));
    const check = made.checks[code - 1];
    const value = fault?.value == null ? null : run.get(fault.value.port);
    found.push({ told: check === undefined ? null : messageOf(check, value), sent });
    sent = [];
  }
  return found;
}

const right = (word: number): boolean => word % words === words - 1;
const results = (call: number): readonly bigint[] =>
  Array.from({ length: words }, (_, k) => BigInt(3 * (call * words + k + 1)));
const wrongAt = (word: number): string =>
  `\`last\` of the stream \`a\` is wrong at word ${word} of a call: it comes with word ${words} and no other`;

describe("the last word of what comes in", () => {
  test.each([0, 1, 2, 3])("is told from the others, whoever waits: seed %i", async (seed) => {
    const found = await called(circuit("watched"), 3, right, { seed });
    expect(found).toEqual([0, 1, 2].map((call) => ({ told: null, sent: results(call) })));
  });

  test.each([
    { what: "one that comes too early", isLast: (word: number) => right(word) || word === 1, at: 2 },
    { what: "one that never comes", isLast: (word: number) => right(word) && word >= words, at: words },
    { what: "one with the first word", isLast: (word: number) => right(word) || word === 0, at: 1 },
  ])("$what is a fault of its call alone, and results stay the same", async ({ isLast, at }) => {
    for (const [seed, early] of [
      [0, false],
      [0, true],
      [5, false],
      [6, true],
    ] as const) {
      const found = await called(circuit("watched"), 2, isLast, { seed, early });
      expect(found).toEqual([
        { told: wrongAt(at), sent: results(0) },
        { told: null, sent: results(1) },
      ]);
    }
  });

  test("nobody looks at it in a circuit that is not watched", async () => {
    const made = circuit("ignored");
    expect(made.interface.fault).toBe(null);
    expect(made.interface.arrays.map(({ stream }) => stream?.last)).toEqual(["a_last", "c_last"]);
    expect(await called(made, 1, () => true)).toEqual([{ told: null, sent: results(0) }]);
    expect(printVerilog(made.design)).not.toContain("a_received");
  });
});
