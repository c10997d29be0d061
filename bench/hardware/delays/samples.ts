/** Operators by themselves, in several widths: what delays and costs are measured on. */

import { core } from "../../../src/hardware/cores/core.ts";
import { type Builder, input, startModule } from "../../../src/hardware/netlist/build.ts";
import {
  add,
  and,
  choose,
  concat,
  eq,
  mul,
  mux,
  neg,
  not,
  reduceOr,
  shl,
  slt,
  sub,
  ult,
  xor,
  zeroExtend,
} from "../../../src/hardware/netlist/expressions.ts";
import type { Expr } from "../../../src/hardware/netlist/nodes.ts";
import { type Arm, oneOf } from "../../../src/synthesis/circuit/choice.ts";
import { float16, float32 } from "../../../src/types/types.ts";

export type Kind =
  | ("levels" | "reduce" | "add" | "sub" | "neg" | "ult" | "slt" | "eq")
  | ("max" | "mux" | "choice" | "shift" | "mul" | "float");

export interface Sample {
  readonly kind: Kind;
  readonly size: number; // bits of an operand; of `levels` LUTs in a row; of `mux` and `choice` values
  /** The result, from operands of as many bits as it asks for. */
  readonly build: (b: Builder, take: (width: number) => Expr) => Expr;
}

export const samples: readonly Sample[] = [
  ...each("levels", [1, 2, 3, 4], levels),
  ...each("reduce", [16, 64], (b, take, size) => reduceOr(b, take(size))),
  ...each("add", [8, 16, 24, 32, 48, 64], (b, take, size) => add(b, take(size), take(size))),
  ...each("sub", [16, 32], (b, take, size) => sub(b, take(size), take(size))),
  ...each("neg", [32], (b, take, size) => neg(b, take(size))),
  ...each("ult", [8, 16, 32, 64], (b, take, size) => ult(b, take(size), take(size))),
  ...each("slt", [32], (b, take, size) => slt(b, take(size), take(size))),
  ...each("eq", [8, 16, 32, 64], (b, take, size) => eq(b, take(size), take(size))),
  ...each("max", [16, 32], (b, take, size) => {
    const [one, other] = [take(size), take(size)];
    return mux(b, ult(b, one, other), other, one);
  }),
  ...each("mux", [2, 4, 8, 16, 32], (b, take, size) => {
    return choose(
      b,
      take(Math.log2(size)),
      of(size, () => take(choiceBits)),
    );
  }),
  ...each("choice", [2, 3, 4, 8, 16, 32], (b, take, size) => {
    const arms = of(size, (): Arm => ({ when: take(1), value: take(choiceBits) }));
    return oneOf(b, arms) ?? take(choiceBits);
  }),
  ...each("shift", [8, 16, 32, 64], (b, take, size) => shl(b, take(size), take(Math.log2(size) + 1))),
  ...each("mul", [4, 6, 8, 12, 16, 24], (b, take, size) => {
    return mul(b, zeroExtend(b, take(size), 2 * size), zeroExtend(b, take(size), 2 * size));
  }),
];

/** Everyday logic: what the cost of LUTs is fitted to. Too large to be placed beside others. */
export const adders: readonly Sample[] = each("float", [16, 32], (b, take, size) => {
  const type = size === 16 ? float16 : float32;
  return core("add", [type, type], type, { latency: 0 }).build(b, [take(size), take(size)]);
});

export const choiceBits = 8;

export function nameOf({ kind, size }: Pick<Sample, "kind" | "size">): string {
  return `${kind}_${size}`;
}

/** The expression by itself, and how many bits it asked for. */
export function expressionOf({ build }: Sample): { readonly expr: Expr; readonly bits: number } {
  const b = startModule("sample");
  let bits = 0;
  const expr = build(b, (width) => {
    bits += width;
    return input(b, `in_${bits}`, width);
  });
  return { expr, bits };
}

/** Registers of operands and results, and LUTs, about. */
export function cellsOf(sample: Sample): number {
  const { kind, size } = sample;
  const { expr: result, bits } = expressionOf(sample);
  return Math.ceil(1.9 * bits + 1.4 * result.width + (kind === "mul" ? 1.8 * size * size : 0));
}

type Build = (b: Builder, take: (width: number) => Expr, size: number) => Expr;

function each(kind: Kind, sizes: readonly number[], build: Build): readonly Sample[] {
  return sizes.map((size) => ({ kind, size, build: (b, take) => build(b, take, size) }));
}

function of<T>(count: number, make: () => T): readonly T[] {
  return Array.from({ length: count }, make);
}

/** LUTs in a row, eight times: each takes what the one before gives and three bits of its own, and cannot be split. */
function levels(b: Builder, take: (width: number) => Expr, size: number): Expr {
  const lanes = of(8, () => {
    let value: Expr = take(1);
    for (let level = 0; level < size; level++) {
      const [p, q, r] = [take(1), take(1), take(1)];
      value = mux(b, p, xor(b, value, q), not(b, and(b, value, r)));
    }
    return value;
  });
  return concat(b, ...lanes);
}
