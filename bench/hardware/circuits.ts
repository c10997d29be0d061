/** Circuits of 100 to 100,000 cells that drive themselves: a shift register feeds them, a checksum watches them. */

import { core } from "../../src/hardware/cores/core.ts";
import {
  type Builder,
  delay,
  design,
  drive,
  finish,
  input,
  instance,
  memory,
  output,
  read,
  register,
  startModule,
  write,
} from "../../src/hardware/netlist/build.ts";
import {
  add,
  and,
  bit,
  concat,
  eq,
  mul,
  mux,
  not,
  or,
  slice,
  ult,
  xor,
} from "../../src/hardware/netlist/expressions.ts";
import { flatten } from "../../src/hardware/netlist/flatten.ts";
import type { Design, Expr, Module } from "../../src/hardware/netlist/nodes.ts";
import { operandsOf, rootsOf } from "../../src/hardware/netlist/walk.ts";
import { float32 } from "../../src/types/types.ts";

export interface Circuit {
  readonly name: string;
  readonly design: Design;
  readonly cycles: number; // that are fast enough to measure; slow ones run a hundredth
}

export function circuits(): readonly Circuit[] {
  return [
    { name: "filter", design: watched("filter", filter(16)), cycles: 2_000_000 },
    { name: "hash", design: watched("hash", hash(84)), cycles: 300_000 },
    { name: "products", design: watched("products", products(32, 32)), cycles: 15_000 },
    { name: "floats", design: watched("floats", floats(100)), cycles: 5_000 },
    { name: "kernels", design: watched("kernels", kernels(109)), cycles: 2_000 },
  ];
}

/** Operations and registers of the whole design. */
export function cellsIn(made: Design): number {
  const flat = flatten(made);
  let cells = flat.registers.length;
  const count = (expr: Expr): void => {
    if (expr.kind === "binary" || expr.kind === "mux" || expr.kind === "unary") cells++;
    for (const operand of operandsOf(expr)) count(operand);
  };
  for (const { value } of rootsOf(flat)) count(value);
  return cells;
}

/** A module with one input and one output of 32 bits each, fed with noise; its outputs end up in one word. */
function watched(name: string, inner: Module): Design {
  const b = startModule(`${name}_bench`);
  const noise = register(b, "noise", 32, { initial: 0x1234567n });
  drive(b, noise, scrambled(b, noise));
  const { y = noise } = instance(b, "inner", inner, { x: noise });
  const sum = register(b, "sum", 32);
  drive(b, sum, xor(b, concat(b, slice(b, sum, 0, 31), bit(b, sum, 31)), y));
  output(b, "checksum", sum);
  return design(finish(b));
}

/** xorshift32 */
function scrambled(b: Builder, value: Expr): Expr {
  const left = (of: Expr, by: number): Expr => concat(b, slice(b, of, 0, 32 - by), zeros(by));
  const first = xor(b, value, left(value, 13));
  const second = xor(b, first, concat(b, zeros(17), slice(b, first, 17, 15)));
  return xor(b, second, left(second, 5));
}

function zeros(width: number): Expr {
  return { kind: "const", width, value: 0n };
}

function rotated(b: Builder, value: Expr, by: number): Expr {
  return concat(b, slice(b, value, 0, 32 - by), slice(b, value, 32 - by, by));
}

/** A filter of so many taps. */
function filter(taps: number): Module {
  const b = startModule("filter");
  let sample: Expr = input(b, "x", 32);
  let sum: Expr = zeros(32);
  for (let tap = 0; tap < taps; tap++) {
    sample = delay(b, `sample_${tap}`, sample);
    const product = delay(
      b,
      `product_${tap}`,
      mul(b, sample, { kind: "const", width: 32, value: BigInt(tap * 37 + 11) }),
    );
    sum = delay(b, `sum_${tap}`, add(b, sum, mux(b, bit(b, sample, tap), product, sample)));
  }
  output(b, "y", sum);
  return finish(b);
}

/** Rounds of rotations, sums and choices, one a clock. */
function hash(rounds: number): Module {
  const b = startModule("hash");
  const x = input(b, "x", 32);
  let words: Expr[] = Array.from({ length: 4 }, (_, k) => rotated(b, x, 7 * k + 1));
  for (let round = 0; round < rounds; round++) {
    const [a = x, c = x, d = x, e = x] = words;
    const chosen = or(b, and(b, a, c), and(b, not(b, a), d));
    const mixed = add(b, rotated(b, add(b, e, add(b, chosen, rotated(b, x, 3))), 1 + (round % 30)), c);
    const next = [mixed, a, rotated(b, c, 9), xor(b, d, mixed)];
    words = next.map((word, k) => delay(b, `word_${round}_${k}`, word));
  }
  output(
    b,
    "y",
    words.reduce((all, word) => xor(b, all, word)),
  );
  return finish(b);
}

/** A systolic array: each element multiplies, adds, and passes on both factors and who may add. */
function products(rows: number, columns: number): Module {
  const b = startModule("element");
  const [left, above, valid, total] = [
    input(b, "left", 16),
    input(b, "above", 16),
    input(b, "valid", 1),
    input(b, "total", 32),
  ];
  const on = delay(b, "on", valid);
  const sum = register(b, "sum", 32, { reset: true });
  const product = delay(b, "product", mul(b, concat(b, zeros(16), left), concat(b, zeros(16), above)));
  const full = ult(b, { kind: "const", width: 32, value: 0x40000000n }, sum);
  drive(b, sum, mux(b, full, product, add(b, sum, product)), { enable: on });
  output(b, "right", delay(b, "right", left));
  output(b, "below", delay(b, "below", above));
  output(b, "on", on);
  output(b, "sum", xor(b, total, sum));
  const element = finish(b);

  const array = startModule("products");
  const x = input(array, "x", 32);
  let above2: Expr[] = Array.from({ length: columns }, (_, k) =>
    slice(array, rotated(array, x, (k % 30) + 1), 0, 16),
  );
  let total2: Expr = zeros(32);
  for (let row = 0; row < rows; row++) {
    let across: Expr = slice(array, rotated(array, x, (row % 29) + 2), 0, 16);
    let valid2: Expr = bit(array, x, row % 32);
    above2 = above2.map((value, column) => {
      const wires = { left: across, above: value, valid: valid2, total: total2 };
      const out = instance(array, `e_${row}_${column}`, element, wires);
      across = out.right ?? across;
      valid2 = out.on ?? valid2;
      total2 = out.sum ?? total2;
      return out.below ?? value;
    });
    total2 = delay(array, `total_${row}`, total2);
  }
  output(array, "y", total2);
  return finish(array);
}

/** A row of float32 multiply-adds. */
function floats(count: number): Module {
  const b = startModule("floats");
  const x = input(b, "x", 32);
  const times = core("mul", [float32, float32], float32, { latency: 3 });
  const plus = core("add", [float32, float32], float32, { latency: 5 });
  let y: Expr = x;
  for (let k = 0; k < count; k++) {
    const small = concat(b, bit(b, y, 31), { kind: "const", width: 3, value: 3n }, slice(b, y, 0, 28));
    const other = concat(
      b,
      bit(b, x, 30),
      { kind: "const", width: 3, value: 4n },
      slice(b, rotated(b, x, (k % 30) + 1), 0, 28),
    );
    y = plus.build(b, [times.build(b, [small, other]), delay(b, `held_${k}`, other)]);
  }
  output(b, "y", y);
  return finish(b);
}

/** What kernels become: a control of tokens, counters, memories with two ports, a datapath that is mostly enabled. */
function kernels(count: number): Module {
  const b = startModule("kernel");
  const x = input(b, "x", 32);
  const start = input(b, "start", 1);
  const times = core("mul", [float32, float32], float32, { latency: 4 });
  const plus = core("add", [float32, float32], float32, { latency: 6 });
  const tokens: Expr[] = [start];
  for (let k = 0; k < 16; k++) tokens.push(delay(b, `token_${k}`, tokens[k] ?? start, { reset: true }));
  const token = (k: number): Expr => tokens[k] ?? start;
  const counter = (name: string, enable: Expr): Expr => {
    const value = register(b, name, 8, { reset: true });
    drive(b, value, mux(b, eq(b, value, 99), 0, add(b, value, 1)), { enable });
    return value;
  };
  const [i, j] = [counter("i", token(0)), counter("j", token(14))];
  const memories = ["a", "b"].map((name) => memory(b, name, { width: 32, depth: 128, initial: [] }));
  const [left, right] = memories;
  if (left === undefined || right === undefined) throw new Error("two memories");
  const at = (value: Expr): Expr => slice(b, value, 0, 7);
  write(b, left, { address: at(j), data: x, enable: token(1) });
  const p = read(b, left, at(i), { name: "p", enable: token(0) });
  const q = read(b, right, at(xor(b, i, j)), { name: "q", enable: token(0) });
  let sum: Expr = p;
  for (let k = 0; k < 2; k++) {
    const product = times.build(b, [k === 0 ? p : sum, q]);
    sum = plus.build(b, [product, delay(b, `kept_${k}`, sum, {})]);
  }
  const result = register(b, "result", 32, { reset: true });
  drive(b, result, sum, { enable: token(12) });
  write(b, right, { address: at(j), data: xor(b, result, x), enable: token(13) });
  output(b, "y", xor(b, result, concat(b, i, j, i, j)));
  const kernel = finish(b);

  const all = startModule("kernels");
  const shared = input(all, "x", 32);
  let y: Expr = shared;
  for (let k = 0; k < count; k++) {
    const out = instance(all, `k_${k}`, kernel, { x: y, start: bit(all, shared, k % 32) });
    y = delay(all, `y_${k}`, xor(all, out.y ?? y, rotated(all, shared, (k % 30) + 1)));
  }
  output(all, "y", y);
  return finish(all);
}
