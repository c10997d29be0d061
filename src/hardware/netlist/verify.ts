/**
 * The invariants of a Design, checked.
 *
 *     const broken = verifyDesign(design); // ["adder: the wire sum: add of 8 and 4 bits"]; none when all is well
 */
import { bug } from "../../diagnostics/bug.ts";
import { addressWidth } from "./bits.ts";
import type { Binary, Design, Expr, Instance, Memory, Module } from "./nodes.ts";
import { type KnownPaths, settlingOrder } from "./order.ts";
import { operandsOf, rootsOf } from "./walk.ts";

export function verifyDesign(design: Design): readonly string[] {
  const messages: string[] = [];
  const seen = new Map<string, Module>();
  const known: KnownPaths = new Map();
  for (const module of design.modules) {
    const report = (message: string): void => void messages.push(`${module.name}: ${message}`);
    if (seen.has(module.name)) report("two modules have this name");
    for (const { name, module: inner } of module.instances) {
      if (seen.get(inner.name) !== inner)
        report(`the module ${inner.name} of ${name} does not stand before it`);
    }
    seen.set(module.name, module);
    verifyModule(module, known, report);
  }
  if (design.modules.at(-1) !== design.top)
    messages.push(`${design.top.name}: the top is not the last module`);
  return messages;
}

/** The design, if all is well. */
export function verified(design: Design): Design {
  const messages = verifyDesign(design);
  if (messages.length > 0) bug(`a broken circuit:\n${messages.slice(0, 20).join("\n")}`);
  return design;
}

type Report = (message: string) => void;

function verifyModule(module: Module, known: KnownPaths, report: Report): void {
  const widths = verifyNames(module, report);
  for (const { place, value } of rootsOf(module)) {
    verifyExpr(value, widths, (message) => report(`${place}: ${message}`));
  }
  for (const { name, width, next, enable, initial } of module.registers) {
    if (next.width !== width) report(`the register ${name} of ${width} bits gets ${next.width}`);
    if (enable !== null && enable.width !== 1) report(`the enable of ${name} has ${enable.width} bits`);
    if (!fits(initial, width)) report(`the register ${name} of ${width} bits starts as ${initial}`);
  }
  for (const memory of module.memories) verifyMemory(memory, report);
  for (const instance of module.instances) verifyInstance(instance, report);
  const order = settlingOrder(module, known);
  if (order.kind === "loop") report(`a combinational loop: ${[...order.names, order.names[0]].join(" <- ")}`);
}

/** Every name once, which is also to say: one driver each. Gives the widths of what can be referred to. */
function verifyNames(module: Module, report: Report): ReadonlyMap<string, number> {
  const widths = new Map<string, number>();
  const taken = new Set<string>();
  const take = (name: string): void => {
    if (!/^[A-Za-z_]\w*$/.test(name)) report(`${JSON.stringify(name)} is no name`);
    if (taken.has(name)) report(`${name} is declared twice`);
    taken.add(name);
  };
  const declare = (name: string, width: number): void => {
    take(name);
    if (!Number.isInteger(width) || width < 1) report(`${name} has ${width} bits`);
    widths.set(name, width);
  };
  for (const { name, width } of module.inputs) declare(name, width);
  for (const { name, value } of module.wires) declare(name, value.width);
  for (const { name, width } of module.registers) declare(name, width);
  for (const { name, width, reads } of module.memories) {
    take(name);
    for (const { data } of reads) declare(data, width);
  }
  for (const { name, outputs } of module.instances) {
    take(name);
    for (const tap of outputs) declare(tap.name, tap.width);
  }
  const ports = [...module.inputs, ...module.outputs].map(({ name }) => name);
  for (const name of ports) {
    if (ports.indexOf(name) !== ports.lastIndexOf(name)) report(`two ports are called ${name}`);
  }
  return widths;
}

function verifyMemory({ name, width, depth, initial, reads, writes }: Memory, report: Report): void {
  const bits = addressWidth(depth);
  if (!Number.isInteger(depth) || depth < 1) report(`the memory ${name} has ${depth} words`);
  const words = initial ?? [];
  if (words.length > depth) report(`the memory ${name} of ${depth} words starts with ${words.length}`);
  const wrong = words.find((word) => !fits(word, width));
  if (wrong !== undefined) report(`the memory ${name} of ${width} bits holds ${wrong}`);
  for (const { data, address, latency, enable } of reads) {
    if (address.width !== bits) report(`${data} has an address of ${address.width} bits, not ${bits}`);
    if (enable !== null && latency === 0) report(`${data} is read at once, and yet has an enable`);
    if (enable !== null && enable.width !== 1) report(`the enable of ${data} has ${enable.width} bits`);
  }
  for (const { address, data, enable } of writes) {
    if (address.width !== bits)
      report(`${name} is written at an address of ${address.width} bits, not ${bits}`);
    if (data.width !== width) report(`${name} of ${width} bits is written with ${data.width}`);
    if (enable.width !== 1) report(`the write enable of ${name} has ${enable.width} bits`);
  }
}

function verifyInstance({ name, module, inputs, outputs }: Instance, report: Report): void {
  const given = inputs.map(({ port }) => port).join(", ");
  const wanted = module.inputs.map((input) => input.name).join(", ");
  if (given !== wanted) report(`${name} connects the inputs ${given}; ${module.name} has ${wanted}`);
  for (const [index, { width }] of module.inputs.entries()) {
    const { port, value } = inputs[index] ?? {};
    if (value !== undefined && value.width !== width) {
      report(`the input ${port} of ${name} has ${width} bits, and gets ${value.width}`);
    }
  }
  for (const { port, width } of outputs) {
    const found = module.outputs.find((output) => output.name === port);
    if (found === undefined) report(`${name} taps ${port}, which is no output of ${module.name}`);
    else if (found.value.width !== width)
      report(`the output ${port} of ${name} has ${found.value.width} bits`);
  }
}

function verifyExpr(expr: Expr, widths: ReadonlyMap<string, number>, report: Report): void {
  for (const operand of operandsOf(expr)) verifyExpr(operand, widths, report);
  const wrong = wrongIn(expr, widths);
  if (wrong !== null) report(wrong);
}

function wrongIn(expr: Expr, widths: ReadonlyMap<string, number>): string | null {
  switch (expr.kind) {
    case "const":
      return fits(expr.value, expr.width) ? null : `${expr.value} in ${expr.width} bits`;
    case "ref": {
      const width = widths.get(expr.name);
      if (width === undefined) return `${expr.name} is not known`;
      return width === expr.width ? null : `${expr.name} has ${width} bits, not ${expr.width}`;
    }
    case "unary": {
      const width = expr.op === "not" || expr.op === "neg" ? expr.operand.width : 1;
      return width === expr.width ? null : `${expr.op} of ${expr.operand.width} bits has ${expr.width}`;
    }
    case "binary":
      return wrongInBinary(expr);
    case "mux": {
      const { condition, then: yes, else: no, width } = expr;
      if (condition.width !== 1) return `a mux by ${condition.width} bits`;
      return yes.width === width && no.width === width
        ? null
        : `a mux of ${yes.width} and ${no.width} bits has ${width}`;
    }
    case "concat": {
      const sum = expr.parts.reduce((total, part) => total + part.width, 0);
      return sum === expr.width && sum > 0 ? null : `a concat of ${sum} bits has ${expr.width}`;
    }
    case "slice": {
      const { low, width, operand } = expr;
      const inside = Number.isInteger(low) && low >= 0 && width >= 1 && low + width <= operand.width;
      return inside ? null : `bits ${low} to ${low + width - 1} of ${operand.width}`;
    }
    case "extend":
      return expr.width > expr.operand.width ? null : `${expr.operand.width} bits extended to ${expr.width}`;
  }
}

function wrongInBinary({ op, left, right, width }: Binary): string | null {
  const what = `${op} of ${left.width} and ${right.width} bits`;
  const isShift = op === "shl" || op === "shr" || op === "sshr";
  if (!isShift && left.width !== right.width) return what;
  const result = ["eq", "ne", "ult", "ule", "slt", "sle"].includes(op) ? 1 : left.width;
  return width === result ? null : `${what} has ${width}`;
}

function fits(value: bigint, width: number): boolean {
  return value >= 0n && value >> BigInt(width) === 0n;
}
