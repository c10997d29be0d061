/**
 * Operator cores: the circuit of an operation on types, spread over a number of clocks.
 *
 *     const adder = core("add", [float32, float32], float32, { latency: 3 });
 *     const sum = adder.build(b, [x, y]);            // x + y, three clocks later; a new pair every clock
 *
 * A core computes what the model in types/ computes, bit for bit; operands and results are the patterns of toBits
 * (types/bits.ts). Where the model faults (an integer of an exact type divided by zero), any bits may come.
 */
import { type Family, families } from "../../device/family.ts";
import { bug } from "../../diagnostics/bug.ts";
import { bitWidth } from "../../types/bits.ts";
import { printType } from "../../types/print.ts";
import type { ScalarType } from "../../types/types.ts";
import type { Builder } from "../netlist/builder.ts";
import type { Expr, Ref } from "../netlist/nodes.ts";
import { withSoftProducts } from "./booth.ts";
import { type CoreOp, circuitOf } from "./operation.ts";
import { cutInto, place } from "./place.ts";

export type { CoreOp } from "./operation.ts";

export interface CoreOptions {
  readonly latency: number; // clocks from operands to result; 0 is combinational
  readonly family?: Family; // whose delays make stages even; 7-series where none is given
}

export interface Core {
  readonly name: string;
  readonly inputs: readonly number[]; // widths
  readonly output: number; // width
  readonly latency: number;
  readonly period: number; // the longest way between registers, in ns
  readonly circuit: Expr; // what it computes, before it is placed in time, of references named in0, in1, …
  /** The result in a module, from operands in it. */
  readonly build: (b: Builder, operands: readonly Expr[]) => Expr;
}

export function core(
  op: CoreOp,
  operands: readonly ScalarType[],
  result: ScalarType,
  { latency, family = families.xc7 }: CoreOptions,
): Core {
  if (!Number.isInteger(latency) || latency < 0) bug(`a core of latency ${latency}`);
  const refs = operands.map(
    (type, index): Ref => ({ kind: "ref", name: `in${index}`, width: bitWidth(type) }),
  );
  const circuit = withSoftProducts(circuitOf(op, operands, result, refs), family);
  const name = typeof op === "string" ? op : op.name;
  if (circuit.width !== bitWidth(result)) {
    bug(`${name} gives ${circuit.width} bits for ${printType(result)}`);
  }
  const cut = cutInto(circuit, latency, family);
  return {
    name,
    inputs: refs.map((ref) => ref.width),
    output: circuit.width,
    latency,
    period: cut.period,
    circuit,
    build(b, values) {
      if (values.length !== refs.length) bug(`${name} takes ${refs.length} operands`);
      const inputs = new Map<Expr, Expr>();
      for (const [index, ref] of refs.entries()) {
        const value = values[index];
        if (value?.width !== ref.width) return bug(`operand ${index} of ${name} has ${value?.width} bits`);
        inputs.set(ref, value);
      }
      return place(b, name, cut, inputs);
    },
  };
}
