/** Multipliers of an array on ECP5, whose DSPs have no registers: they stand between registers of their own. */
import { expect, test } from "vitest";
import { printVerilog } from "../../src/hardware/verilog/index.ts";
import { prepareLoops } from "../../src/loops/program.ts";
import { type Synthesized, synthesize } from "../../src/synthesis/index.ts";
import { left, sameLeft } from "../backend/wasm-build.ts";
import { loopsOf } from "../schedule/lowered.ts";
import { argumentsFor, scheduled } from "../schedule/scheduled.ts";
import { callsOf } from "./kernel-run.ts";

/** The circuit, which leaves what the program leaves in the cycles that were predicted. */
async function circuitOf(source: string, steps: string, periodNs: number): Promise<Synthesized> {
  const loops = loopsOf(source);
  const after = scheduled(loops, steps);
  const made = synthesize(after, { target: { family: "ecp5", periodNs } });
  if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("; "));
  const args = Object.fromEntries(argumentsFor(after, 1));
  const [call] = await callsOf(made, [args]);
  expect(call?.cycles).toBe(made.prediction.most);
  expect(call !== undefined && sameLeft(call.left, left(prepareLoops(loops), args))).toBe(true);
  return made;
}

const product = `
def kernel(a: "int16[8,12]", b: "int16[12,8]", c: "int32[8,8]"):
    for i in range(8):
        for j in range(8):
            s = np.int32(0)
            for k in range(12):
                s += np.int32(a[i, k]) * np.int32(b[k, j])
            c[i, j] = s
`;

test.each([10, 40])("operands and products have registers of their own, at %i ns", async (periodNs) => {
  const { design } = await circuitOf(product, "systolic i rows=i columns=j size=4,4", periodNs);
  const elements = printVerilog(design)
    .split(/(?=\nmodule )/)
    .filter((text) => text.startsWith("\nmodule kernel_pe"));
  expect(elements.length).toBeGreaterThan(0);
  for (const text of elements) {
    const [, result = "", ...operands] =
      text.match(/^ {4}(\w+) <= \$signed\((\w+)\) \* \$signed\((\w+)\);$/m) ?? [];
    expect(text).toMatch(new RegExp(`^ {4}\\w+ <= ${result};$`, "m")); // on its way back
    for (const name of operands) expect(text.split(new RegExp(`\\b${name}\\b`)).length - 1).toBe(3); // declared, set, used
  }
});

test("a product that comes back to its multiplier does so in every cycle", async () => {
  const source = `
def kernel(a: "int16[4,16]", x: "int16[4]", c: "int16[4,4]"):
    for i in range(4):
        for j in range(4):
            s = np.int16(0)
            for k in range(16):
                s = s * x[j] + a[i, k]
            c[i, j] = s
`;
  const { prediction } = await circuitOf(source, "systolic i rows=i columns=j", 30);
  expect(prediction.items.map((item) => (item.kind === "pipeline" ? item.ii : null))).toContain(1);
});

test.each([
  ["ecp5", ["kernel_pe", "kernel_pe_1"]],
  ["xcup", []], // DSPs have registers inside
] as const)("on %s tools must not merge elements of %j", (family, expected) => {
  const loops = scheduled(loopsOf(product), "systolic i rows=i columns=j size=4,4");
  const made = synthesize(loops, { target: { family, periodNs: 10 } });
  if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("; "));
  const kept = printVerilog(made.design).matchAll(/^\(\* keep_hierarchy = "yes" \*\)\nmodule (\w+)/gm);
  expect([...kept].map(([, name]) => name)).toEqual(expected);
});
