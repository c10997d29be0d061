/** Every operation of every scalar type, and values at the edges of types: what back ends are asked to compute in tests. */
import type { Expr } from "../../src/loops/nodes.ts";
import { compileConvert } from "../../src/types/arithmetic.ts";
import type { BinaryOp, CompareOp, MathFn, UnaryOp, Value } from "../../src/types/operators.ts";
import { parseType } from "../../src/types/parse.ts";
import { printType } from "../../src/types/print.ts";
import {
  type Promotion,
  promoteBinary,
  promoteCompare,
  promoteMath,
  promoteUnary,
} from "../../src/types/promote.ts";
import type { ScalarType } from "../../src/types/types.ts";
import { cast, span } from "./wasm-build.ts";

export interface Operation {
  readonly name: string;
  readonly expr: Expr;
}

/** All that promotion allows on two operands; on one operand, all that the first one's type has. */
export function operationsOn(x: Expr, y: Expr): Operation[] {
  const [a, b] = [x.type, y.type];
  const found: Operation[] = [];
  const add = (name: string, promotion: Promotion, make: (args: Expr[]) => Expr, args: Expr[]): void => {
    if (!promotion.ok) return;
    const converted = args.map((arg, i) => {
      const to = promotion.operands[i];
      return to === undefined || printType(to) === printType(arg.type) ? arg : cast(arg, to);
    });
    found.push({ name, expr: make(converted) });
  };
  for (const op of binaryOps) {
    const promotion = promoteBinary(op, { type: a }, { type: b });
    add(
      op,
      promotion,
      ([l = x, r = y]) => ({ kind: "binary", op, left: l, right: r, type: resultOf(promotion), span }),
      [x, y],
    );
  }
  for (const op of compareOps) {
    const promotion = promoteCompare({ type: a }, { type: b });
    add(
      op,
      promotion,
      ([l = x, r = y]) => ({ kind: "compare", op, left: l, right: r, type: resultOf(promotion), span }),
      [x, y],
    );
  }
  if (printType(a) !== printType(b)) return found;
  for (const op of unaryOps) {
    const promotion = promoteUnary(op, { type: a });
    add(
      `${op}(a)`,
      promotion,
      ([operand = x]) => ({ kind: "unary", op, operand, type: resultOf(promotion), span }),
      [x],
    );
  }
  for (const fn of mathFns) {
    const args = fn === "copysign" || fn === "atan2" ? [x, y] : [x];
    const promotion = promoteMath(
      fn,
      args.map(({ type }) => ({ type })),
    );
    add(
      `${fn}${args.length === 1 ? "(a)" : ""}`,
      promotion,
      (given) => ({ kind: "math", fn, args: given, type: resultOf(promotion), span }),
      args,
    );
  }
  for (const name of [...numpyTypes, ...otherTypes]) {
    const to = typeOf(name);
    found.push({ name: `${name}(a)`, expr: cast(x, to) });
    if (to.kind === "int" && to.rule === "numpy")
      found.push({ name: `store ${name}(a)`, expr: cast(x, to, true) });
  }
  return found;
}

/** Whatever a type takes of the edges, in it. */
export function valuesOf(type: ScalarType): Value[] {
  const found = new Map<string, Value>();
  const isInteger = (x: number | bigint): boolean => typeof x === "bigint" || Number.isSafeInteger(x);
  for (const edge of edges) {
    const from: ScalarType =
      isInteger(edge) && !Object.is(edge, -0)
        ? { kind: "int", bits: 200, signed: true, rule: "exact" }
        : { kind: "float", exponent: 11, mantissa: 52, variant: "ieee" };
    try {
      const value = compileConvert(from, type)(edge);
      found.set(Object.is(value, -0) ? "-0" : String(value), value);
    } catch {
      // The type has no such value.
    }
  }
  // A dozen of them, spread out, the first and the last among them.
  const all = [...found.values()];
  const every = Math.max(1, (all.length - 1) / 13);
  return all.filter((_, i) => Math.floor(i / every) !== Math.floor((i - 1) / every) || i === all.length - 1);
}

function resultOf(promotion: Promotion): ScalarType {
  if (!promotion.ok) throw new Error(promotion.message);
  return promotion.result;
}

export function typeOf(text: string): ScalarType {
  const parsed = parseType(text);
  if (!parsed.ok || parsed.type.kind === "array") throw new Error(`${text} is no scalar type`);
  return parsed.type;
}

const binaryOps: BinaryOp[] = [
  ..."add sub mul div floordiv mod fmod pow shl shr and or xor min max".split(" "),
] as BinaryOp[];
const compareOps: CompareOp[] = ["eq", "ne", "lt", "le", "gt", "ge"];
const unaryOps: UnaryOp[] = ["neg", "abs", "invert", "not"];
const mathFns: MathFn[] = [
  ..."sqrt exp log sin tanh floor ceil trunc rint sign isnan isinf isfinite copysign atan2".split(" "),
] as MathFn[];

export const numpyTypes =
  "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64".split(" ");
export const otherTypes = [
  ...["python int", "python float", "python bool", "int<5>", "uint<5>", "uint<1>", "int<33>", "int<64>"],
  ...["uint<64>", "int<100>", "uint<300>", "fixed<8,4>", "ufixed<12,3>", "fixed<40,20>", "fixed<64,32>"],
  ...["fixed<16,6,nearest_even,saturate>", "fixed<10,-3,toward_zero,wrap>", "fixed<90,30>"],
  ...[
    "ufixed<8,8,nearest_away,saturate>",
    "fixed<8,11,nearest_even,saturate>",
    "fixed<12,4,nearest_away,wrap>",
  ],
  ...["fixed<52,20,toward_zero,saturate>", "ufixed<62,3,floor,saturate>"],
  ...["float<5,4>", "float<8,23,ftz>", "float<6,9,flopoco>", "float<11,20>", "float<11,30,flopoco>"],
];

export const partners: Readonly<Record<string, readonly string[]>> = {
  int64: ["uint64"],
  "int<5>": ["uint<64>", "fixed<8,4>", "int<100>"],
  "fixed<8,4>": ["ufixed<12,3>", "fixed<40,20>"],
  "uint<5>": ["int<64>"],
  "python int": ["python float"],
};

const edges = [
  0,
  -0,
  1,
  -1,
  2,
  3,
  -3,
  5,
  7,
  0.5,
  -1.5,
  2.5,
  1e-3,
  31,
  32,
  63,
  64,
  127,
  128,
  -128,
  255,
  256,
  32767,
  -32768,
  65535,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  2 ** 32 - 1,
  1e10,
  2 ** 53,
  1e300,
  -1e-310,
  Number.NaN,
  Infinity,
  -Infinity,
  2n ** 63n - 1n,
  -(2n ** 63n),
  2n ** 64n - 1n,
  2n ** 90n,
  -(3n ** 50n),
];
