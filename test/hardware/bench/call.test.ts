/** A kernel called in its harness. */
import { describe, expect, it } from "vitest";
import { callKernel } from "../../../src/hardware/bench/call.ts";
import { harness } from "../../../src/hardware/bench/harness.ts";
import { simulate } from "../../../src/hardware/simulate/index.ts";
import { interpret } from "../../../src/hardware/simulate/interpret.ts";
import { int32 } from "../../../src/types/types.ts";
import { filled, scale, scaleArguments, scaleCycles } from "../../synthesis/kernels.ts";

const kernel = scale();
const bench = harness(kernel.design, kernel.interface);

const simulators = {
  "the compiled simulator": () => simulate(bench),
  "the interpreter": async () => interpret(bench),
};

describe.each(Object.entries(simulators))("in %s", (_, makeCircuit) => {
  it("fills memories and scalars, and reads back what was written", async () => {
    const args = scaleArguments((index) => index - 5, -3);
    const outcome = callKernel(await makeCircuit(), kernel.interface, args);
    const product = filled(int32, (index) => (index - 5) * -3);
    expect(outcome).toEqual({ kind: "done", results: [-120, product], cycles: scaleCycles });
    expect(args.get("c")).toEqual(product);
  });

  it("calls again, with other data", async () => {
    const circuit = await makeCircuit();
    for (const k of [1, 7, -32768]) {
      const outcome = callKernel(
        circuit,
        kernel.interface,
        scaleArguments((index) => 100 * index, k),
      );
      expect(outcome).toMatchObject({ kind: "done", results: [12000 * k, {}], cycles: scaleCycles });
    }
  });

  it("counts the same cycles however often it looks", async () => {
    const args = scaleArguments((index) => 2 * index, 2);
    const outcome = callKernel(await makeCircuit(), kernel.interface, args, { atOnce: 1 });
    expect(outcome).toMatchObject({ kind: "done", cycles: scaleCycles });
  });

  it("tells which check failed, and leaves the arrays alone", async () => {
    const args = scaleArguments((index) => 5 + index, 1);
    const outcome = callKernel(await makeCircuit(), kernel.interface, args);
    expect(outcome).toMatchObject({ kind: "fault", check: 1 });
    expect(args.get("c")).toEqual(filled(int32, () => -1));
  });

  it("works after a fault", async () => {
    const circuit = await makeCircuit();
    callKernel(
      circuit,
      kernel.interface,
      scaleArguments(() => 13, 1),
      { atOnce: 1 },
    );
    const outcome = callKernel(
      circuit,
      kernel.interface,
      scaleArguments(() => 1, 1),
    );
    expect(outcome).toMatchObject({ kind: "done", results: [16, {}] });
  });

  it("ends at the limit of cycles", async () => {
    const outcome = callKernel(
      await makeCircuit(),
      kernel.interface,
      scaleArguments(() => 1, 1),
      { limit: 10 },
    );
    expect(outcome).toEqual({ kind: "limit", cycles: 10 });
  });
});
