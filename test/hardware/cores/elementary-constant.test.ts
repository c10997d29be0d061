/** Functions of constants; powers by constants are the circuits of products, quotients and roots for some, the whole one made simpler for others. */
import { expect, it } from "vitest";
import { constant } from "../../../src/hardware/cores/gates.ts";
import { circuitOf } from "../../../src/hardware/cores/operation.ts";
import { compileBinary, compileMath } from "../../../src/types/arithmetic.ts";
import { bitWidth, fromBits, toBits } from "../../../src/types/bits.ts";
import { type FloatType, float, float32, float64 } from "../../../src/types/types.ts";
import { binaryFunctions, bitsOf, moderate, turningPoints, unaryFunctions } from "./elementary-values.ts";
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

const values = [
  0,
  -0,
  1,
  -1,
  2,
  0.5,
  3,
  -2.5,
  0.1,
  100,
  1e-5,
  1e10,
  Infinity,
  Number.NaN,
  Math.PI / 2,
  5e-39,
  3e38,
];

it.each(unaryFunctions)("%s of a constant is a constant", (op) => {
  for (const type of [float32, float64]) {
    const model = compileMath(op, type);
    for (const x of values.map((value) => bitsOf(type, value))) {
      const circuit = circuitOf(op, [type], type, [constant(bitWidth(type), x)]);
      expect(circuit).toMatchObject({ kind: "const", value: toBits(type, model(fromBits(type, x), 0)) });
    }
  }
});

it.each(binaryFunctions)("%s beside a constant", (op) => {
  for (const type of [float32, float64]) {
    const width = bitWidth(type);
    const model = op === "pow" ? compileBinary(op, type, type, type) : compileMath(op, type);
    const operand = { kind: "ref", name: "in0", width } as const;
    for (const x of [0, -1, 0.5, 100, Number.NaN, 5e-39].map((value) => bitsOf(type, value))) {
      const known = constant(width, x);
      const left = compileCircuit(circuitOf(op, [type, type], type, [known, operand]));
      const right = compileCircuit(circuitOf(op, [type, type], type, [operand, known]));
      for (const y of values.map((value) => bitsOf(type, value))) {
        const [a, b] = [fromBits(type, x), fromBits(type, y)];
        expect(left(y), `${op}(${a}, ${b})`).toBe(toBits(type, model(a, b)));
        expect(right(y), `${op}(${b}, ${a})`).toBe(toBits(type, model(b, a)));
      }
    }
  }
});
