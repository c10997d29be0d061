/** Random circuits from a seed: every kind of node, widths on both sides of every border, one level of instances. */
import { addressWidth, ones } from "../../src/hardware/netlist/bits.ts";
import { design } from "../../src/hardware/netlist/build.ts";
import type {
  BinaryOp,
  Design,
  Expr,
  Instance,
  Memory,
  Module,
  Register,
  UnaryOp,
  Wire,
} from "../../src/hardware/netlist/nodes.ts";

export interface Dice {
  /** 0 to below. */
  roll(below: number): number;
  pick<T>(from: readonly T[]): T;
  /** Often all zeros, all ones, or one bit: where mistakes are. */
  bits(width: number): bigint;
}

/** xorshift32 */
export function dice(seed: number): Dice {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1;
  const roll = (below: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
  const pick = <T>(from: readonly T[]): T => {
    const found = from[roll(from.length)];
    if (found === undefined) throw new Error("nothing to pick from");
    return found;
  };
  const bits = (width: number): bigint => {
    const kind = roll(8);
    if (kind === 0) return 0n;
    if (kind === 1) return ones(width);
    if (kind === 2) return 1n << BigInt(roll(width));
    let value = 0n;
    for (let at = 0; at < width; at += 16) value = (value << 16n) | BigInt(roll(65536));
    return BigInt.asUintN(width, value);
  };
  return { roll, pick, bits };
}

const widths = [1, 1, 1, 2, 3, 5, 8, 8, 13, 16, 31, 32, 33, 48, 63, 64, 65, 70, 96, 127, 128, 129, 200];

/** `tame`: never reads outside a memory, which is x in Verilog. */
export function randomDesign(seed: number, tame: boolean): Design {
  const d = dice(seed);
  const leaf = randomModule(d, "leaf", null, tame);
  return design(randomModule(d, "top", d.roll(3) > 0 ? leaf : null, tame));
}

function randomModule(d: Dice, name: string, leaf: Module | null, tame: boolean): Module {
  const inputs = many(d, 2, 4, (index) => ({ name: `in${index}`, width: d.pick(widths) }));
  const states = many(d, 2, 5, (index) => ({ name: `r${index}`, width: d.pick(widths) }));
  const stores = many(d, 0, 2, (index) => ({
    name: `mem${index}`,
    width: d.pick(widths),
    depth: 1 + d.roll(20),
  }));
  const pool: Expr[] = [...inputs, ...states].map((one) => ({ kind: "ref", ...one }));
  const reads = stores.map((store) =>
    many(d, 1, 2, (index) => {
      const data = `${store.name}_q${index}`;
      const latency = d.roll(3) === 0 ? (0 as const) : (1 as const);
      const address = addressOf(d, pool, store.depth, tame);
      const enable = latency === 1 && d.roll(2) === 0 ? random(d, pool, 1, 2) : null;
      return { data, address, latency, enable };
    }),
  );
  for (const [index, ports] of reads.entries()) {
    const width = stores[index]?.width ?? 1;
    for (const { data } of ports) pool.push({ kind: "ref", name: data, width });
  }
  const wires: Wire[] = [];
  const instances: Instance[] = [];
  const addWires = (count: number): void => {
    for (let at = 0; at < count; at++) {
      const width = d.pick(widths);
      const wire = { name: `w${wires.length}`, value: random(d, pool, width, 3) };
      wires.push(wire);
      pool.push({ kind: "ref", name: wire.name, width });
    }
  };
  addWires(6);
  if (leaf !== null) {
    const used = leaf.outputs.filter(() => d.roll(4) > 0);
    const outputs = used.map((port) => ({
      port: port.name,
      name: `u_${port.name}`,
      width: port.value.width,
    }));
    const connections = leaf.inputs.map((port) => ({
      port: port.name,
      value: random(d, pool, port.width, 2),
    }));
    instances.push({ name: "u", module: leaf, inputs: connections, outputs });
    for (const tap of outputs) pool.push({ kind: "ref", name: tap.name, width: tap.width });
  }
  addWires(8);
  const memories = stores.map((store, index): Memory => {
    const first = random(d, pool, 1, 2);
    const enables = many(
      d,
      0,
      2,
      (port): Expr => (port === 0 ? first : { kind: "unary", op: "not", width: 1, operand: first }),
    );
    return {
      ...store,
      initial: many(d, 0, store.depth, () => d.bits(store.width)),
      style: d.pick(["auto", "block", "lut"] as const),
      reads: reads[index] ?? [],
      writes: enables.map((enable) => ({
        address: addressOf(d, pool, store.depth, tame),
        data: random(d, pool, store.width, 2),
        enable, // never both: two writes to one word mean nothing
      })),
    };
  });
  const registers = states.map(
    ({ name: own, width }): Register => ({
      name: own,
      width,
      initial: d.bits(width),
      reset: d.roll(2) === 0,
      next: random(d, pool, width, 3),
      enable: d.roll(2) === 0 ? random(d, pool, 1, 2) : null,
    }),
  );
  const outputs = many(d, 3, 5, (index) => {
    const same = index === 0 ? registers[0] : undefined; // an output that shows a register of its own name
    if (same !== undefined) return { name: same.name, value: pool[inputs.length] ?? random(d, pool, 8, 1) };
    return { name: `out${index}`, value: random(d, pool, d.pick(widths), 2) };
  });
  return { name, inputs, outputs, wires, registers, memories, instances };
}

function addressOf(d: Dice, pool: readonly Expr[], depth: number, tame: boolean): Expr {
  const width = addressWidth(depth);
  const address = random(d, pool, width, 2);
  if (!tame || depth === 2 ** width) return address;
  const limit: Expr = { kind: "const", width, value: BigInt(depth) };
  const inside: Expr = { kind: "binary", op: "ult", width: 1, left: address, right: limit };
  return { kind: "mux", width, condition: inside, then: address, else: { kind: "const", width, value: 0n } };
}

const unaries: readonly UnaryOp[] = ["not", "neg"];
const reductions: readonly UnaryOp[] = ["reduceAnd", "reduceOr", "reduceXor"];
const arithmetic: readonly BinaryOp[] = ["add", "sub", "mul", "and", "or", "xor"];
const shifts: readonly BinaryOp[] = ["shl", "shr", "sshr"];
const compares: readonly BinaryOp[] = ["eq", "ne", "ult", "ule", "slt", "sle"];

/** An expression of this width over the pool. */
export function random(d: Dice, pool: readonly Expr[], width: number, depth: number): Expr {
  const inner = (of: number): Expr => random(d, pool, of, depth - 1);
  const kind = depth === 0 ? d.roll(4) : d.roll(16);
  if (kind === 0) return { kind: "const", width, value: d.bits(width) };
  if (kind <= 3) return fitted(d, d.pick(pool), width);
  if (width === 1 && kind <= 8) {
    if (kind === 4) return { kind: "unary", op: d.pick(reductions), width, operand: inner(d.pick(widths)) };
    const of = d.pick(widths);
    return { kind: "binary", op: d.pick(compares), width, left: inner(of), right: inner(of) };
  }
  if (kind <= 5) return { kind: "unary", op: d.pick(unaries), width, operand: inner(width) };
  if (kind <= 8)
    return { kind: "binary", op: d.pick(arithmetic), width, left: inner(width), right: inner(width) };
  if (kind === 9) return product(d, width, inner);
  if (kind <= 11) {
    const amount = d.roll(3) === 0 ? inner(d.pick(widths)) : inner(1 + d.roll(8));
    return { kind: "binary", op: d.pick(shifts), width, left: inner(width), right: amount };
  }
  if (kind === 12) return { kind: "mux", width, condition: inner(1), then: inner(width), else: inner(width) };
  if (kind === 13 && width > 1) {
    const high = 1 + d.roll(width - 1);
    return { kind: "concat", width, parts: [inner(high), inner(width - high)] };
  }
  return fitted(d, inner(d.pick(widths)), width);
}

/** Of values that are extended, as multipliers are written. */
function product(d: Dice, width: number, inner: (width: number) => Expr): Expr {
  const factor = (): Expr => {
    const own = 1 + d.roll(width);
    if (own === width) return inner(width);
    return { kind: "extend", width, operand: inner(own), signed: d.roll(2) === 0 };
  };
  return { kind: "binary", op: "mul", width, left: factor(), right: factor() };
}

function fitted(d: Dice, operand: Expr, width: number): Expr {
  if (operand.width === width) return operand;
  if (operand.width < width) return { kind: "extend", width, operand, signed: d.roll(2) === 0 };
  return { kind: "slice", width, operand, low: d.roll(operand.width - width + 1) };
}

export function many<T>(d: Dice, least: number, most: number, make: (index: number) => T): T[] {
  return Array.from({ length: least + d.roll(most - least + 1) }, (_, index) => make(index));
}
