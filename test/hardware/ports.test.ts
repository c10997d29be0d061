/** Ports of a kernel on several parts, at several clocks, under several schedules: what stays, and what may change. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compile } from "../../src/driver/compile.ts";
import { targetOf } from "../../src/driver/device.ts";
import type { FormOptions } from "../../src/driver/forms.ts";
import { circuitLoops } from "../../src/driver/schedule.ts";
import { withFixedPorts } from "../../src/hardware/fixed_ports.ts";
import type { KernelInterface } from "../../src/hardware/interface.ts";
import type { Design } from "../../src/hardware/netlist/nodes.ts";
import { verifyDesign } from "../../src/hardware/netlist/verify.ts";
import { synthesize } from "../../src/synthesis/index.ts";
import { circuitSample, corpusKernel, forms } from "../synthesis/corpus-circuits.ts";
import { callsOf, target } from "../synthesis/kernel-run.ts";

function portsOf({ top }: Design): readonly string[] {
  return [
    ...top.inputs.map(({ name, width }) => `in ${name} ${width}`),
    ...top.outputs.map(({ name, value }) => `out ${name} ${value.width}`),
  ];
}

/** Without what belongs to memories. */
function plainPorts(design: Design, { arrays }: KernelInterface): readonly string[] {
  const ports = arrays.flatMap(({ banks }) => banks.flatMap((bank) => bank.ports));
  const own = new Set(ports.flatMap((port) => Object.values(port)));
  return portsOf(design).filter((line) => !own.has(line.split(" ")[1] ?? ""));
}

interface Made {
  readonly design: Design;
  readonly interface: KernelInterface;
}

const fixed = ({ design, interface: ports }: Made): readonly string[] =>
  portsOf(withFixedPorts(design, ports).design);

const ways: readonly FormOptions[] = [
  { part: "xc7", clock: "100MHz", schedule: "none" },
  { part: "ice40", clock: "40MHz", schedule: "none" },
  { part: "ecp5", clock: "80MHz", schedule: "auto" },
  { part: "xcup", clock: "300MHz", schedule: "auto", for: "size" },
  { part: "xc7", clock: "200MHz", schedule: "auto", for: "balance" },
];

describe("ports of examples", () => {
  it.each(["histogram", "popcount"])("%s: the same on every part, at every clock", (name) => {
    const path = `examples/${name}.py`;
    const compiled = compile({ path, text: readFileSync(path, "utf8") });
    if (!compiled.ok) throw new Error("it does not compile");
    const made = ways.map((options): Made => {
      const outcome = synthesize(circuitLoops(compiled, options).loops, {
        target: targetOf(compiled, options).target,
      });
      if (!outcome.ok) throw new Error(outcome.diagnostics.map(({ message }) => message).join("; "));
      return outcome;
    });
    const [first] = made;
    if (first === undefined) return;
    for (const one of made) {
      expect(plainPorts(one.design, one.interface)).toEqual(plainPorts(first.design, first.interface));
      expect(fixed(one)).toEqual(fixed(first));
    }
  });
});

describe("ports of kernels of the corpus", () => {
  it.each(circuitSample("as it is", 6, 5))(
    "%s: fixed on every family, and the circuit does what it did",
    async (path) => {
      const { loops, args } = corpusKernel(path, "as it is");
      const families = ["xcup", "ice40", "ecp5"] as const;
      const made = families.flatMap((family) => {
        const outcome = synthesize(loops, {
          target: { family, periodNs: family === "xcup" ? target.periodNs : 40 },
        });
        return outcome.ok ? [outcome] : [];
      });
      const [first] = made;
      if (first === undefined) throw new Error("no circuit");
      for (const one of made) {
        expect(plainPorts(one.design, one.interface)).toEqual(plainPorts(first.design, first.interface));
        expect(fixed(one)).toEqual(fixed(first));
      }
      const wide = withFixedPorts(first.design, first.interface);
      expect(verifyDesign(wide.design)).toEqual([]);
      expect(await callsOf({ ...first, ...wide }, [args])).toEqual(await callsOf(first, [args]));
    },
  );

  it.each(circuitSample("pipelined and unrolled", 4, 3))("%s: fixed under another schedule", (path) => {
    const made = forms.map((form) => {
      const outcome = synthesize(corpusKernel(path, form).loops, { target });
      if (!outcome.ok) throw new Error(outcome.diagnostics.map(({ message }) => message).join("; "));
      return fixed(outcome);
    });
    expect(made[1]).toEqual(made[0]);
  });
});
