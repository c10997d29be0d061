/** Elementary functions in Icarus Verilog, in the stages that a part at 100 MHz needs. LUTRA_EXHAUSTIVE=1: all, of float32. */
import { describe, expect, it } from "vitest";
import { core } from "../../../src/hardware/cores/core.ts";
import { design, finish, input, output, startModule } from "../../../src/hardware/netlist/build.ts";
import { operator } from "../../../src/hardware/operators/operator.ts";
import { float16, float32 } from "../../../src/types/types.ts";
import { icarusAvailable, icarusTrace } from "../icarus.ts";
import { binaryFunctions, moderate, selected, unaryFunctions } from "./elementary-values.ts";
import { compileCircuit } from "./evaluate.ts";
import { seeded } from "./random.ts";

const isThorough = process.env.LUTRA_EXHAUSTIVE === "1";
const type = isThorough ? float32 : float16;
const functions = isThorough ? selected([...unaryFunctions, ...binaryFunctions]) : (["exp", "sin"] as const);

describe.runIf(icarusAvailable())("Icarus Verilog", () => {
  it.each(functions)("%s", (op) => {
    const isPair = binaryFunctions.some((name) => name === op);
    const types = isPair ? [type, type] : [type];
    const whole = core(op, types, type, { latency: 0 });
    const staged = operator(op, types, type, { family: "ecp5", periodNs: 10 });
    const b = startModule("test");
    const operands = whole.inputs.map((width, i) => input(b, `a${i}`, width));
    output(b, "result", staged.build(b, op, operands));

    const random = seeded(`verilog ${op}`);
    const sets = Array.from({ length: staged.latency + 20 }, () => types.map(() => moderate(type, random)));
    const lines = icarusTrace(
      design(finish(b)),
      sets.map((inputs) => ({ reset: false, inputs })),
    );
    const expected = compileCircuit(whole.circuit);
    const wanted = sets.slice(0, 20).map((set) => expected(...set).toString(16));
    expect(lines.slice(staged.latency)).toEqual(wanted);
  });
});
