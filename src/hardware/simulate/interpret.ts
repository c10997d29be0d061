/**
 * The plain meaning of a circuit, on bigints, slowly: what the compiled simulator is compared with.
 *
 *     const circuit = interpret(design);
 *     circuit.set("x", 5n);
 *     circuit.step();
 *     circuit.get("y");
 */
import { assertNever, bug } from "../../diagnostics/bug.ts";
import { applyBinary, applyUnary, extendBits, sliceBits } from "../netlist/bits.ts";
import { flatten } from "../netlist/flatten.ts";
import type { Design, Expr } from "../netlist/nodes.ts";
import { settlingOrder } from "../netlist/order.ts";
import type { Simulation } from "./simulation.ts";

export function interpret(design: Design): Simulation {
  const flat = flatten(design);
  const order = settlingOrder(flat);
  if (order.kind === "loop") bug(`a combinational loop: ${order.names.join(", ")}`);
  const wires = new Map(flat.wires.map((wire) => [wire.name, wire]));
  const reads = new Map(
    flat.memories.flatMap((memory) => memory.reads.map((port) => [port.data, { memory, port }] as const)),
  );
  const values = new Map<string, bigint>([
    ...flat.inputs.map(({ name }) => [name, 0n] as const),
    ...flat.registers.map(({ name, initial }) => [name, initial] as const),
    ...[...reads.keys()].map((name) => [name, 0n] as const),
  ]);
  const memories = new Map(
    flat.memories.map(({ name, depth, initial }) => {
      return [name, Array.from({ length: depth }, (_, index) => initial?.[index] ?? 0n)];
    }),
  );
  let reset = false;
  const look = (name: string): bigint => values.get(name) ?? bug(`${flat.name} has no ${name}`);
  const wordsOf = (name: string): bigint[] => memories.get(name) ?? bug(`${flat.name} has no memory ${name}`);
  const at = (expr: Expr): bigint => evaluate(expr, look);
  const isUp = (enable: Expr | null): boolean => enable === null || at(enable) === 1n;
  const fetch = (name: string): bigint => {
    const { memory, port } = reads.get(name) ?? bug(`${flat.name} has no ${name}`);
    return wordsOf(memory.name)[Number(at(port.address))] ?? 0n;
  };

  const settle = (): void => {
    for (const name of order.names) {
      const wire = wires.get(name);
      values.set(name, wire === undefined ? fetch(name) : at(wire.value));
    }
  };

  const clock = (): void => {
    const next = new Map<string, bigint>();
    for (const { name, initial, reset: resets, next: value, enable } of flat.registers) {
      if (resets && reset) next.set(name, initial);
      else if (isUp(enable)) next.set(name, at(value));
    }
    for (const [name, { port }] of reads) {
      if (port.latency === 1 && isUp(port.enable)) next.set(name, fetch(name));
    }
    const stores = flat.memories.flatMap(({ name, writes }) => {
      const active = writes.filter(({ enable }) => isUp(enable));
      const words = active.map(({ address, data }) => ({ name, index: Number(at(address)), word: at(data) }));
      const indices = words.map(({ index }) => index);
      if (new Set(indices).size < indices.length) bug(`two ports write one word of ${name} in one cycle`);
      return words;
    });
    for (const { name, index, word } of stores) {
      const words = wordsOf(name);
      if (index < words.length) words[index] = word;
    }
    for (const [name, value] of next) values.set(name, value);
  };

  return {
    set: (input, value) => {
      const { width } =
        flat.inputs.find(({ name }) => name === input) ?? bug(`${flat.name} has no input ${input}`);
      values.set(input, BigInt.asUintN(width, value));
    },
    setReset: (up) => {
      reset = up;
    },
    get: (output) => {
      settle();
      return at((flat.outputs.find(({ name }) => name === output) ?? bug(`no output ${output}`)).value);
    },
    step: (clocks = 1) => {
      for (let count = 0; count < clocks; count++) {
        settle();
        clock();
      }
    },
    peek: (name) => {
      settle();
      return look(name);
    },
    word: (memory, index) => wordsOf(memory)[index] ?? bug(`${memory} has no word ${index}`),
    setWord: (memory, index, value) => {
      const { width, depth } =
        flat.memories.find(({ name }) => name === memory) ?? bug(`no memory ${memory}`);
      if (index >= depth) bug(`${memory} has no word ${index}`);
      wordsOf(memory)[index] = BigInt.asUintN(width, value);
    },
  };
}

export function evaluate(expr: Expr, look: (name: string) => bigint): bigint {
  const at = (operand: Expr): bigint => evaluate(operand, look);
  switch (expr.kind) {
    case "const":
      return expr.value;
    case "ref":
      return look(expr.name);
    case "unary":
      return applyUnary(expr.op, expr.operand.width, at(expr.operand));
    case "binary":
      return applyBinary(expr.op, expr.left.width, at(expr.left), at(expr.right));
    case "mux":
      return at(expr.condition) === 1n ? at(expr.then) : at(expr.else);
    case "concat":
      return expr.parts.reduce((high, part) => (high << BigInt(part.width)) | at(part), 0n);
    case "slice":
      return sliceBits(at(expr.operand), expr.low, expr.width);
    case "extend":
      return extendBits(expr.signed, expr.operand.width, expr.width, at(expr.operand));
    default:
      return assertNever(expr);
  }
}
