/** Powers by constants: the circuits of products, quotients and roots for some, the whole one made simpler for others. */
import { expect, it } from "vitest";
import { constant } from "../../../src/hardware/cores/gates.ts";
import { circuitOf } from "../../../src/hardware/cores/operation.ts";
import { compileBinary } from "../../../src/types/arithmetic.ts";
import { bitWidth, fromBits, toBits } from "../../../src/types/bits.ts";
import { type FloatType, float, float32, float64 } from "../../../src/types/types.ts";
import { bitsOf, moderate, turningPoints } from "./elementary-values.ts";
import { compileCircuit } from "./evaluate.ts";
import { anyFloat } from "./floats.ts";
import { seeded } from "./random.ts";

const short = [0, 1, 2, -1, 0.5];
const types = [float32, float64, float(5, 4, "ftz"), float(5, 4, "flopoco")];

it.each(types.flatMap((type) => short.map((y) => [type, y] as const)))("%j by %d", (type, y) =>
  tryPower(type, y),
);

it.each([3, -2, 7.5, 0.25, 1 / 3, 1000, -0.5, Infinity, Number.NaN])("float32 by %d", (y) =>
  tryPower(float32, y),
);

function tryPower(type: FloatType, y: number): void {
  const width = bitWidth(type);
  const exponent = bitsOf(type, y);
  const operands = [{ kind: "ref", name: "in0", width } as const, constant(width, exponent)];
  const circuit = compileCircuit(circuitOf("pow", [type, type], type, operands));
  const model = compileBinary("pow", type, type, type);
  const random = seeded(`constant ${y}`);
  const more = Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? anyFloat : moderate)(type, random));
  for (const bits of [...turningPoints(type), ...more]) {
    const wanted = toBits(type, model(fromBits(type, bits), fromBits(type, exponent)));
    expect(circuit(bits), `${fromBits(type, bits)} ** ${y}`).toBe(wanted);
  }
}
