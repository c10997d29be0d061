/** A design written once more with the builder, and so simplified and shared. */
import {
  assign,
  type Builder,
  design,
  drive,
  finish,
  input,
  instance,
  memory,
  output,
  read,
  readNow,
  register,
  startModule,
  wire,
  write,
} from "../../src/hardware/netlist/build.ts";
import {
  add,
  and,
  concat,
  constant,
  eq,
  mul,
  mux,
  ne,
  neg,
  not,
  or,
  reduceAnd,
  reduceOr,
  reduceXor,
  shl,
  shr,
  signExtend,
  sle,
  slice,
  slt,
  sshr,
  sub,
  ule,
  ult,
  xor,
  zeroExtend,
} from "../../src/hardware/netlist/expressions.ts";
import type { Design, Expr, Module } from "../../src/hardware/netlist/nodes.ts";

export function rebuilt({ top }: Design): Design {
  return design(rebuiltModule(top, new Map()));
}

/** A module that is used more than once is written once. */
function rebuiltModule(module: Module, done: Map<Module, Module>): Module {
  const before = done.get(module);
  if (before !== undefined) return before;
  const after = writtenAgain(module, done);
  done.set(module, after);
  return after;
}

function writtenAgain(module: Module, done: Map<Module, Module>): Module {
  const b = startModule(module.name);
  const known = new Map<string, Expr>();
  const at = (expr: Expr): Expr => rewritten(b, expr, known);
  for (const { name, width } of module.inputs) known.set(name, input(b, name, width));
  const registers = module.registers.map((one) => {
    const ref = register(b, one.name, one.width, { initial: one.initial, reset: one.reset });
    known.set(one.name, ref);
    return { one, ref };
  });
  // Later names first: what they are is said below.
  const late = (name: string, width: number): ReturnType<typeof wire> => {
    const ref = wire(b, `late_${name}`, width);
    known.set(name, ref);
    return ref;
  };
  const stores = module.memories.map((one) => {
    const { name, width, depth, initial, style } = one;
    const reads = one.reads.map((port) => ({ port, ref: late(port.data, width) }));
    return { one, reads, handle: memory(b, name, { width, depth, initial, style }) };
  });
  const taps = module.instances.map((one) => ({
    one,
    refs: one.outputs.map((tap) => late(tap.name, tap.width)),
  }));
  for (const { name, value } of module.wires) known.set(name, at(value));
  for (const { one, refs } of taps) {
    const inputs = Object.fromEntries(one.inputs.map(({ port, value }) => [port, at(value)]));
    const outputs = instance(b, one.name, rebuiltModule(one.module, done), inputs);
    for (const [index, { port }] of one.outputs.entries()) {
      const [ref, value] = [refs[index], outputs[port]];
      if (ref !== undefined && value !== undefined) assign(b, ref, value);
    }
  }
  for (const { one, reads, handle } of stores) {
    for (const { port, ref } of reads) {
      const options = port.enable === null ? {} : { enable: at(port.enable) };
      const data =
        port.latency === 0
          ? readNow(b, handle, at(port.address))
          : read(b, handle, at(port.address), options);
      assign(b, ref, data);
    }
    for (const { address, data, enable } of one.writes) {
      write(b, handle, { address: at(address), data: at(data), enable: at(enable) });
    }
  }
  for (const { one, ref } of registers) {
    drive(b, ref, at(one.next), one.enable === null ? {} : { enable: at(one.enable) });
  }
  for (const { name, value } of module.outputs) output(b, name, at(value));
  return finish(b);
}

const unaries = { not, neg, reduceAnd, reduceOr, reduceXor };
const binaries = { add, sub, mul, and, or, xor, shl, shr, sshr, eq, ne, ult, ule, slt, sle };

function rewritten(b: Builder, expr: Expr, known: ReadonlyMap<string, Expr>): Expr {
  const at = (operand: Expr): Expr => rewritten(b, operand, known);
  switch (expr.kind) {
    case "const":
      return constant(expr.width, expr.value);
    case "ref": {
      const found = known.get(expr.name);
      if (found === undefined) throw new Error(`${expr.name} is not known yet`);
      return found;
    }
    case "unary":
      return unaries[expr.op](b, at(expr.operand));
    case "binary":
      return binaries[expr.op](b, at(expr.left), at(expr.right));
    case "mux":
      return mux(b, at(expr.condition), at(expr.then), at(expr.else));
    case "concat":
      return concat(b, ...expr.parts.map(at));
    case "slice":
      return slice(b, at(expr.operand), expr.low, expr.width);
    case "extend":
      return (expr.signed ? signExtend : zeroExtend)(b, at(expr.operand), expr.width);
  }
}
