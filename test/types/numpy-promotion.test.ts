/** Every pair of NumPy types and Python numbers under every operation: our promotion is NumPy's. */
import { describe, expect, test } from "vitest";
import type { BinaryOp, MathFn, ReduceOp, UnaryOp } from "../../src/types/operators.ts";
import { printType } from "../../src/types/print.ts";
import {
  type Operand,
  type Promotion,
  promoteBinary,
  promoteCompare,
  promoteMath,
  promoteUnary,
  reduceTypes,
} from "../../src/types/promote.ts";
import {
  bool,
  complex64,
  complex128,
  float16,
  float32,
  float64,
  isComplex,
  pythonBool,
  pythonComplex,
  pythonFloat,
  pythonInt,
  type ScalarType,
} from "../../src/types/types.ts";
import { askNumpy, numpyAvailable } from "../numpy/oracle.ts";
import { numpyInts } from "./generators.ts";

const strong: readonly ScalarType[] = [bool, ...numpyInts, float16, float32, float64];
const weak: readonly ScalarType[] = [pythonInt, pythonFloat, pythonBool];

const binaryOps: Readonly<Record<BinaryOp, string>> = {
  add: "np.add",
  sub: "np.subtract",
  mul: "np.multiply",
  div: "np.true_divide",
  floordiv: "np.floor_divide",
  mod: "np.remainder",
  fmod: "np.fmod",
  pow: "np.power",
  shl: "np.left_shift",
  shr: "np.right_shift",
  and: "np.bitwise_and",
  or: "np.bitwise_or",
  xor: "np.bitwise_xor",
  min: "np.minimum",
  max: "np.maximum",
};

const mathFns: Readonly<Record<MathFn, string>> = {
  sqrt: "np.sqrt",
  exp: "np.exp",
  exp2: "np.exp2",
  expm1: "np.expm1",
  log: "np.log",
  log2: "np.log2",
  log10: "np.log10",
  log1p: "np.log1p",
  sin: "np.sin",
  cos: "np.cos",
  tan: "np.tan",
  asin: "np.arcsin",
  acos: "np.arccos",
  atan: "np.arctan",
  sinh: "np.sinh",
  cosh: "np.cosh",
  tanh: "np.tanh",
  cbrt: "np.cbrt",
  floor: "np.floor",
  ceil: "np.ceil",
  trunc: "np.trunc",
  rint: "np.rint",
  sign: "np.sign",
  isnan: "np.isnan",
  isinf: "np.isinf",
  isfinite: "np.isfinite",
  atan2: "np.arctan2",
  hypot: "np.hypot",
  copysign: "np.copysign",
  complex: "(lambda re, im: np.asarray(re) + 1j * im)",
  real: "np.real",
  imag: "np.imag",
  conj: "np.conj",
  angle: "np.angle",
  square: "np.square",
};

/** Front ends ask for these of complex numbers only. */
const complexFns: readonly MathFn[] = ["complex", "real", "imag", "conj", "angle", "square"];

const binaryFns: readonly MathFn[] = ["atan2", "hypot", "copysign"];

/** A Python expression of the type; arrays, so that nothing depends on the value. */
function sample(type: ScalarType): string {
  if (type.kind !== "python") return `np.ones(1, "${printType(type)}")`;
  return { int: "1", float: "1.5", bool: "True", complex: "1.5j" }[type.name];
}

/** What a list of Python expressions has for types; `refused` where it raises. */
function typesOf(expressions: readonly string[]): string[] {
  const script = `
import json, sys
def of(e):
    try: v = eval(e)
    except (TypeError, ValueError, OverflowError): return "refused"
    return v.dtype.name if hasattr(v, "dtype") else "python " + type(v).__name__
print(json.dumps([of(e) for e in ${JSON.stringify(expressions)}]))`;
  return JSON.parse(askNumpy(script)) as string[];
}

function outcome(promotion: Promotion): string {
  return promotion.ok ? printType(promotion.result) : "refused";
}

/** [what, ours, the question for NumPy] of many cases, compared at once. */
function expectSame(cases: readonly (readonly [string, string, string])[]): void {
  const theirs = typesOf(cases.map(([, , expression]) => expression));
  const ours = cases.map(([name, type]) => `${name}: ${type}`);
  expect(ours).toEqual(cases.map(([name], i) => `${name}: ${theirs[i]}`));
}

function pairs(): (readonly [ScalarType, ScalarType])[] {
  const all = [...strong, ...weak];
  return all
    .flatMap((l) => all.map((r) => [l, r] as const))
    .filter(([l, r]) => l.kind !== "python" || r.kind !== "python");
}

describe.skipIf(!numpyAvailable())("promotion is NumPy's", () => {
  test("binary operations", () => {
    expectSame(
      (Object.keys(binaryOps) as BinaryOp[]).flatMap((op) =>
        pairs().map(([l, r]) => {
          const ours = outcome(promoteBinary(op, { type: l }, { type: r }));
          return [
            `${printType(l)} ${op} ${printType(r)}`,
            ours,
            `${binaryOps[op]}(${sample(l)}, ${sample(r)})`,
          ] as const;
        }),
      ),
    );
  });

  test("comparisons give bool", () => {
    expectSame(
      pairs().map(([l, r]) => {
        const ours = outcome(promoteCompare({ type: l }, { type: r }));
        return [`${printType(l)} < ${printType(r)}`, ours, `${sample(l)} < ${sample(r)}`] as const;
      }),
    );
  });

  test("unary operations", () => {
    const ops: Readonly<Record<UnaryOp, string>> = {
      neg: "np.negative",
      abs: "np.absolute",
      invert: "np.invert",
      not: "np.logical_not",
    };
    expectSame(
      (Object.keys(ops) as UnaryOp[]).flatMap((op) =>
        strong.map(
          (type) =>
            [
              `${op} ${printType(type)}`,
              outcome(promoteUnary(op, { type })),
              `${ops[op]}(${sample(type)})`,
            ] as const,
        ),
      ),
    );
  });

  test("functions of one argument", () => {
    const fns = (Object.keys(mathFns) as MathFn[]).filter(
      (fn) => !binaryFns.includes(fn) && !complexFns.includes(fn),
    );
    expectSame(
      fns.flatMap((fn) =>
        [...strong, ...weak].map(
          (type) =>
            [
              `${fn} ${printType(type)}`,
              outcome(promoteMath(fn, [{ type }])),
              `${mathFns[fn]}(${sample(type)})`,
            ] as const,
        ),
      ),
    );
  });

  test("functions of two arguments", () => {
    const all = [...strong, ...weak];
    expectSame(
      binaryFns.flatMap((fn) =>
        all.flatMap((l) =>
          all.map((r) => {
            const ours = outcome(promoteMath(fn, [{ type: l }, { type: r }]));
            return [
              `${fn} ${printType(l)} ${printType(r)}`,
              ours,
              `${mathFns[fn]}(${sample(l)}, ${sample(r)})`,
            ] as const;
          }),
        ),
      ),
    );
  });

  test("complex numbers with all others", () => {
    const all = [...strong, ...weak, complex64, complex128, pythonComplex];
    const pairsOfComplex = all
      .flatMap((l) => all.map((r) => [l, r] as const))
      .filter(([l, r]) => isComplex(l) || isComplex(r))
      .filter(([l, r]) => l.kind !== "python" || r.kind !== "python");
    const ops = ["add", "sub", "mul", "div", "floordiv", "mod", "shl", "and"] as const;
    expectSame([
      ...ops.flatMap((op) =>
        pairsOfComplex.map(([l, r]) => {
          const ours = outcome(promoteBinary(op, { type: l }, { type: r }));
          const theirs = `${binaryOps[op]}(${sample(l)}, ${sample(r)})`;
          return [`${printType(l)} ${op} ${printType(r)}`, ours, theirs] as const;
        }),
      ),
      ...pairsOfComplex.map(([l, r]) => {
        const ours = outcome(promoteCompare({ type: l }, { type: r }));
        return [`${printType(l)} == ${printType(r)}`, ours, `${sample(l)} == ${sample(r)}`] as const;
      }),
    ]);
  });

  test("functions of complex numbers", () => {
    const fns = [...complexFns.slice(1), "exp", "isnan", "isinf", "isfinite", "rint"] as const;
    const types = [complex64, complex128];
    expectSame([
      ...fns.flatMap((fn) =>
        types.map((type) => {
          const ours = outcome(promoteMath(fn, [{ type }]));
          return [`${fn} ${printType(type)}`, ours, `${mathFns[fn]}(${sample(type)})`] as const;
        }),
      ),
      ...(["neg", "abs", "not", "invert"] as const).flatMap((op) =>
        types.map((type) => {
          const name = { neg: "negative", abs: "absolute", not: "logical_not", invert: "invert" }[op];
          const ours = outcome(promoteUnary(op, { type }));
          return [`${op} ${printType(type)}`, ours, `np.${name}(${sample(type)})`] as const;
        }),
      ),
      ...(["sum", "prod", "any", "all"] as const).flatMap((op) =>
        types.map((type) => {
          const ours = outcome(reduceTypes(op, type));
          return [`${op} ${printType(type)}`, ours, `np.${op}(${sample(type)})`] as const;
        }),
      ),
    ]);
  });

  test("reductions", () => {
    const ops: readonly ReduceOp[] = ["sum", "prod", "min", "max", "any", "all", "argmin", "argmax"];
    expectSame(
      ops.flatMap((op) =>
        strong.map(
          (type) =>
            [
              `${op} ${printType(type)}`,
              outcome(reduceTypes(op, type)),
              `np.${op}(${sample(type)})`,
            ] as const,
        ),
      ),
    );
  });

  test("Python constants that the other type does or does not hold", () => {
    const constants = [
      0n,
      1n,
      -1n,
      127n,
      128n,
      255n,
      256n,
      -128n,
      -129n,
      65504n,
      2n ** 31n,
      -(2n ** 31n) - 1n,
      2n ** 63n,
      2n ** 64n - 1n,
    ];
    const operand = (value: bigint): Operand => ({ type: pythonInt, constant: canonical(value) });
    const arithmetic = ["add", "div", "floordiv", "and", "shl", "min", "pow"] as const;
    const integers = [...numpyInts, float16, float32, float64];
    expectSame(
      constants.flatMap((value) =>
        integers.flatMap((type) =>
          arithmetic.flatMap((op) => [
            [
              `${printType(type)} ${op} ${value}`,
              outcome(promoteBinary(op, { type }, operand(value))),
              `${binaryOps[op]}(${sample(type)}, ${value})`,
            ] as const,
          ]),
        ),
      ),
    );
  });

  test("Python numbers among themselves follow Python", () => {
    const symbols: readonly [BinaryOp, string][] = [
      ["add", "+"],
      ["sub", "-"],
      ["mul", "*"],
      ["div", "/"],
      ["floordiv", "//"],
      ["mod", "%"],
      ["pow", "**"],
      ["shl", "<<"],
      ["shr", ">>"],
      ["and", "&"],
      ["or", "|"],
      ["xor", "^"],
    ];
    expectSame(
      symbols.flatMap(([op, symbol]) =>
        weak.flatMap((l) =>
          weak.map((r) => {
            const ours = outcome(promoteBinary(op, { type: l }, { type: r }));
            return [
              `${printType(l)} ${op} ${printType(r)}`,
              ours,
              `${sample(l)} ${symbol} ${sample(r)}`,
            ] as const;
          }),
        ),
      ),
    );
    expect(outcome(promoteBinary("pow", { type: pythonInt }, { type: pythonInt, constant: -1 }))).toBe(
      "python float",
    );
    for (const [op, symbol] of [
      ["neg", "-"],
      ["invert", "~"],
    ] as const) {
      expectSame(
        weak.map((type) => [op, outcome(promoteUnary(op, { type })), `${symbol}${sample(type)}`] as const),
      );
    }
  });
});

function canonical(value: bigint): number | bigint {
  return value > -(2n ** 53n) && value < 2n ** 53n ? Number(value) : value;
}
