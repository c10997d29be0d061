/**
 * A design as one module without instances: what is called `x` in the instance `u` is called `u.x`.
 * An input of an instance and what taps its outputs become wires.
 */
import type { Design, Expr, Memory, Module, Register, Wire } from "./nodes.ts";
import { mapOperands } from "./walk.ts";

export function flatten(design: Design): Module {
  const wires: Wire[] = [];
  const registers: Register[] = [];
  const memories: Memory[] = [];
  const visit = (module: Module, prefix: string): void => {
    const inside = (expr: Expr): Expr => prefixed(expr, prefix);
    const maybe = (expr: Expr | null): Expr | null => (expr === null ? null : inside(expr));
    for (const wire of module.wires) {
      wires.push({ ...wire, name: prefix + wire.name, value: inside(wire.value) });
    }
    for (const one of module.registers) {
      registers.push({ ...one, name: prefix + one.name, next: inside(one.next), enable: maybe(one.enable) });
    }
    for (const memory of module.memories) {
      memories.push({
        ...memory,
        name: prefix + memory.name,
        reads: memory.reads.map(({ data, address, latency, enable }) => ({
          data: prefix + data,
          address: inside(address),
          latency,
          enable: maybe(enable),
        })),
        writes: memory.writes.map(({ address, data, enable }) => ({
          address: inside(address),
          data: inside(data),
          enable: inside(enable),
        })),
      });
    }
    for (const { name, module: inner, inputs, outputs } of module.instances) {
      const deeper = `${prefix}${name}.`;
      for (const { port, value } of inputs) wires.push({ name: deeper + port, value: inside(value) });
      for (const { port, name: tap } of outputs) {
        const output = inner.outputs.find((one) => one.name === port);
        if (output !== undefined) wires.push({ name: prefix + tap, value: prefixed(output.value, deeper) });
      }
      visit(inner, deeper);
    }
  };
  visit(design.top, "");
  const { name, inputs, outputs } = design.top;
  return { name, inputs, outputs, wires, registers, memories, instances: [] };
}

function prefixed(expr: Expr, prefix: string): Expr {
  if (expr.kind === "ref") return prefix === "" ? expr : { ...expr, name: prefix + expr.name };
  return mapOperands(expr, (operand) => prefixed(operand, prefix));
}
