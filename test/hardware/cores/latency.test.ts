/** A core of any latency gives what it gives at none, that many clocks later, a new operand at every clock. */
import { expect, it } from "vitest";
import { type CoreOp, core } from "../../../src/hardware/cores/core.ts";
import { design, finish, input, output, startModule } from "../../../src/hardware/netlist/build.ts";
import { verifyDesign } from "../../../src/hardware/netlist/verify.ts";
import {
  bool,
  exactInt,
  fixed,
  float,
  float16,
  float32,
  int16,
  type ScalarType,
} from "../../../src/types/types.ts";
import { clocked } from "./clocked.ts";
import { compileCircuit } from "./evaluate.ts";
import { randomBits, seeded } from "./random.ts";

const f43 = float(4, 3);
const cases: readonly (readonly [CoreOp, readonly ScalarType[], ScalarType])[] = [
  ["add", [int16, int16], int16],
  ["mul", [exactInt(20, true), exactInt(13, false)], exactInt(33, true)],
  ["floordiv", [int16, int16], int16],
  ["shl", [int16, int16], int16],
  ["lt", [int16, int16], bool],
  ["convert", [fixed(16, 8)], fixed(10, 5, true, "nearest_even", "saturate")],
  ["select", [bool, int16, int16], int16],
  ["bitcast", [exactInt(16, false)], float16],
  [{ name: "getBits", low: 3, width: 5 }, [int16], exactInt(5, false)],
  [{ name: "setBits", low: 3, width: 5 }, [int16, exactInt(5, false)], int16],
  ["add", [float16, float16], float16],
  ["mul", [float16, float16], float16],
  ["div", [f43, f43], f43],
  ["sqrt", [float16], float16],
  ["le", [float16, float16], bool],
  ["rint", [float16], float16],
  ["convert", [float32], float16],
  ["add", [float(5, 4, "flopoco"), float(5, 4, "flopoco")], float(5, 4, "flopoco")],
];

it.each(cases)("%s of %j", (op, types, result) => {
  const random = seeded(JSON.stringify([op, types]));
  const inputs = Array.from({ length: 12 }, () => types.map((type) => randomBits(random, widthOf(type))));
  const combinational = compileCircuit(core(op, types, result, { latency: 0 }).circuit);
  const wanted = inputs.map((operands) => combinational(...operands));
  let period = Infinity;
  for (let latency = 0; latency <= 8; latency++) {
    const piece = core(op, types, result, { latency });
    expect(piece.period).toBeLessThanOrEqual(period * 1.05); // more clocks, shorter ones
    period = piece.period;
    const b = startModule("test");
    const operands = types.map((type, i) => input(b, `a${i}`, widthOf(type)));
    output(b, "result", piece.build(b, operands));
    const module = finish(b);
    expect(verifyDesign(design(module))).toEqual([]);
    const got = clocked(module, inputs);
    expect(got.slice(latency), `latency ${latency}`).toEqual(wanted.slice(0, wanted.length - latency));
  }
});

function widthOf(type: ScalarType): number {
  return core("bitcast", [type], type, { latency: 0 }).output;
}
