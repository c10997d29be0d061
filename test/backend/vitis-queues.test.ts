/** Arrays between processes in Vitis C++: queues where every element passes once and in order. */
import { describe, expect, test } from "vitest";
import { generateVitis } from "../../src/backend/vitis/index.ts";
import { argsOf } from "../synthesis/network/run.ts";
import { writtenLoops } from "../synthesis/written.ts";
import { gppAvailable } from "../toolchain/gpp.ts";
import { trouble } from "./c-cases.ts";
import { runVitis } from "./vitis-run.ts";

const chain = (read: string): string => `
def kernel(a: "int32[16]", c: "int32[16]"):
    t = np.zeros(16, dtype=np.int32)
    for i in range(16):
        t[i] = a[i] * 3
    for j in range(16):
        c[j] = t[${read}] + 1
`;

function made(
  read: string,
  steps = "dataflow",
): { readonly text: string; readonly warnings: readonly string[] } {
  const found = generateVitis(writtenLoops(chain(read), steps));
  if (!found.ok) throw new Error(found.diagnostics.map(({ message }) => message).join());
  const text = found.files.get(found.source) ?? "";
  return { text, warnings: found.diagnostics.map(({ message }) => message) };
}

describe("an array between processes", () => {
  test("is a queue where its elements pass once and in order; its fill, which nobody sees, is gone", () => {
    const { text } = made("j");
    expect(text).toContain("#pragma HLS STREAM variable=t type=fifo depth=2\n");
    expect(text).not.toContain("t_0");
  });

  test("is as deep as a schedule asks for", () => {
    expect(made("j", "dataflow\nstream t depth=5").text).toContain("variable=t type=fifo depth=5\n");
  });

  test("stays an array where they are read in another order", () => {
    expect(made("15 - j").text).not.toContain("STREAM");
  });

  test("is left out of DATAFLOW with a warning where two processes read it", () => {
    const source = `${chain("j").trimEnd()}\n    for k in range(16):\n        a[k] = t[k]\n`;
    const found = generateVitis(writtenLoops(source, "task_parallel"));
    expect(found.diagnostics.map(({ code }) => code)).toEqual(["processes-in-order"]);
  });
});

test.skipIf(!gppAvailable())("computes the same", () => {
  const loops = writtenLoops(chain("j"), "dataflow");
  const one = { name: "chain", loops, args: argsOf(loops, 1) };
  const [ran] = runVitis([one]);
  expect(
    ran === undefined ? "nothing ran" : ran.kind === "refused" ? ran.messages : trouble(ran, one),
  ).toBeNull();
});
