/** A module of wires and registers, without anything else of the house. */
import { applyBinary, applyUnary, extendBits, sliceBits } from "../../../src/hardware/netlist/bits.ts";
import type { Expr, Module } from "../../../src/hardware/netlist/nodes.ts";
import { operandsOf } from "../../../src/hardware/netlist/walk.ts";

/** Clock by clock, one set of operands each: what the output shows before the clock. */
export function clocked(module: Module, inputs: readonly (readonly bigint[])[]): readonly bigint[] {
  const wires = new Map(module.wires.map(({ name, value }) => [name, value]));
  let state = new Map(module.registers.map(({ name, initial }) => [name, initial]));
  return inputs.map((operands) => {
    const known = new Map<string, bigint>(state);
    for (const [i, port] of module.inputs.entries()) known.set(port.name, operands[i] ?? 0n);
    const value = (expr: Expr): bigint => {
      const [a = 0n, b = 0n, c = 0n] = expr.kind === "concat" ? [] : operandsOf(expr).map(value);
      switch (expr.kind) {
        case "const":
          return expr.value;
        case "ref": {
          const found = known.get(expr.name) ?? value(wires.get(expr.name) as Expr);
          known.set(expr.name, found);
          return found;
        }
        case "unary":
          return applyUnary(expr.op, expr.operand.width, a);
        case "binary":
          return applyBinary(expr.op, expr.left.width, a, b);
        case "mux":
          return a === 1n ? b : c;
        case "concat":
          return expr.parts.reduce((sum, part) => (sum << BigInt(part.width)) | value(part), 0n);
        case "slice":
          return sliceBits(a, expr.low, expr.width);
        case "extend":
          return extendBits(expr.signed, expr.operand.width, expr.width, a);
      }
    };
    const shown = value(module.outputs[0]?.value as Expr);
    state = new Map(module.registers.map(({ name, next }) => [name, value(next)]));
    return shown;
  });
}
