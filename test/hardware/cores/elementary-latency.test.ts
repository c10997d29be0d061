/** Elementary functions over several clocks: what they give at none, that many clocks later, a new operand each clock. */
import { expect, it } from "vitest";
import { core } from "../../../src/hardware/cores/core.ts";
import { design, finish, input, output, startModule } from "../../../src/hardware/netlist/build.ts";
import { verifyDesign } from "../../../src/hardware/netlist/verify.ts";
import { simulate } from "../../../src/hardware/simulate/index.ts";
import { float, float32 } from "../../../src/types/types.ts";
import { binaryFunctions, moderate, selected, unaryFunctions } from "./elementary-values.ts";
import { compileCircuit } from "./evaluate.ts";
import { seeded } from "./random.ts";

const cases = [
  ...selected([...unaryFunctions, ...binaryFunctions]).map((op) => [op, 9, float(4, 3)] as const),
  ...selected(["exp"] as const).map((op) => [op, 30, float32] as const),
];

it.each(cases)("%s in %d clocks, of %j", async (op, latency, type) => {
  const isPair = binaryFunctions.some((name) => name === op);
  const types = isPair ? [type, type] : [type];
  const whole = core(op, types, type, { latency: 0 });
  const piece = core(op, types, type, { latency });
  expect(piece.period).toBeLessThan(whole.period / 3);

  const b = startModule("test");
  const operands = piece.inputs.map((width, i) => input(b, `a${i}`, width));
  output(b, "result", piece.build(b, operands));
  const circuit = design(finish(b));
  expect(verifyDesign(circuit)).toEqual([]);

  const random = seeded(op);
  const sets = Array.from({ length: latency + 6 }, () => types.map(() => moderate(type, random)));
  const combinational = compileCircuit(whole.circuit);
  const simulation = await simulate(circuit);
  const got = sets.map((set) => {
    for (const [i, bits] of set.entries()) simulation.set(`a${i}`, bits);
    const shown = simulation.get("result");
    simulation.step();
    return shown;
  });
  const wanted = sets.map((set) => combinational(...set));
  expect(got.slice(latency)).toEqual(wanted.slice(0, sets.length - latency));
});
