/** Printed arithmetic, run by CPython, against the closures that define it. */
import { describe, expect, it } from "vitest";
import type { Expr, Program, Stmt, Var } from "../../src/program/nodes.ts";
import { verify } from "../../src/program/verify.ts";
import {
  compileBinary,
  compileCompare,
  compileConvert,
  compileMath,
  compileUnary,
} from "../../src/types/arithmetic.ts";
import { bitWidth, fromBits, toBits } from "../../src/types/bits.ts";
import type { BinaryOp, CompareOp, MathFn, UnaryOp, Value } from "../../src/types/operators.ts";
import { printType } from "../../src/types/print.ts";
import { promoteBinary, promoteCompare, promoteMath, promoteUnary } from "../../src/types/promote.ts";
import {
  array,
  bool,
  elementOf,
  exactInt,
  fixed,
  float,
  float16,
  float32,
  float64,
  int8,
  int16,
  int32,
  int64,
  isNumpy,
  pythonBool,
  pythonFloat,
  pythonInt,
  type ScalarType,
  shapeOf,
  uint8,
  uint16,
  uint32,
  uint64,
  withShape,
} from "../../src/types/types.ts";
import {
  assign,
  binary,
  bitcast,
  cast,
  compare,
  constant,
  fill,
  forRange,
  func,
  i,
  load,
  math,
  program,
  ret,
  store,
  unary,
  variable,
} from "./build.ts";
import { hasPython, runPrinted } from "./run-printed.ts";

interface Case {
  readonly name: string;
  readonly operands: readonly { readonly type: ScalarType; readonly values: readonly Value[] }[];
  readonly build: (...operands: readonly Expr[]) => Expr;
  readonly expected: readonly Value[];
}

/** All cases in one kernel, each on whole arrays and in a loop over scalars. */
function check(cases: readonly Case[]): void {
  const params: Var[] = [];
  const locals: Var[] = [i];
  const args: (readonly Value[])[] = [];
  const body: Stmt[] = [];
  const results: Expr[] = [];
  for (const [k, { operands, build, expected }] of cases.entries()) {
    const n = expected.length;
    const arrays = operands.map(({ type, values }, j) => {
      const operand = variable(`a${k}_${j}`, array(type, [n]));
      params.push(operand);
      args.push(values);
      return operand;
    });
    const whole = build(...arrays);
    const out = variable(`out${k}`, whole.type);
    locals.push(out);
    const each = build(...arrays.map((operand) => load(operand, i)));
    const zero = constant(elementOf(whole.type), zeroOf(elementOf(whole.type)));
    body.push(assign(out.name, fill(zero, [n])));
    body.push(forRange("i", 0, n, [store(load(out, i), each)]));
    results.push(whole, out);
  }
  const kernel: Program = program(
    func("kernel", {
      params,
      locals,
      results: results.map(({ type }) => type),
      body: [...body, ret(...results)],
    }),
  );
  expect(verify(kernel)).toEqual([]);
  const outcome = runPrinted(kernel, args);
  for (const [k, { name, operands, expected }] of cases.entries()) {
    const shown = (list: readonly Value[] | undefined): string[] =>
      (list ?? []).map(
        (value, i) => `${name}(${operands.map((o) => show(o.values[i])).join(", ")}) = ${show(value)}`,
      );
    expect(shown(outcome.results[2 * k])).toEqual(shown(expected));
    expect(shown(outcome.results[2 * k + 1])).toEqual(shown(expected));
  }
}

function show(value: Value | undefined): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

function zeroOf(type: ScalarType): Value {
  return type.kind === "bool" || (type.kind === "python" && type.name === "bool") ? false : 0;
}

/** Corner values of a type and some random ones, the same on every run. */
function samples(type: ScalarType, count: number): readonly Value[] {
  if (type.kind === "bool" || (type.kind === "python" && type.name === "bool")) return [false, true];
  if (type.kind === "python" && type.name === "int") return [0, 1, -1, 2, 3, -7, 100, 12345];
  const width = bitWidth(type);
  const ones = (1n << BigInt(width)) - 1n;
  const patterns = [0n, 1n, ones, ones >> 1n, (ones >> 1n) + 1n, ones - 1n];
  let seed = 12345n + BigInt(width);
  while (patterns.length < count) {
    let bits = 0n;
    for (let k = 0; k < width; k += 24) {
      seed = (seed * 1103515245n + 12345n) & 0x7fffffffn;
      bits = (bits << 24n) | (seed >> 7n);
    }
    // Some of them small: results that stay in range matter more than those that do not.
    patterns.push(
      BigInt.asUintN(width, patterns.length % 3 === 0 && type.kind !== "float" ? bits & 15n : bits),
    );
  }
  return patterns.map((bits) => fromBits(type, BigInt.asUintN(width, bits)));
}

/** Every value of the left with every value of the right, without those that fault. */
function pairs(
  left: readonly Value[],
  right: readonly Value[],
  compute: (a: Value, b: Value) => Value,
): { a: Value[]; b: Value[]; expected: Value[] } {
  const found = { a: [] as Value[], b: [] as Value[], expected: [] as Value[] };
  for (const a of left) {
    for (const b of right) {
      try {
        const value = compute(a, b);
        found.a.push(a);
        found.b.push(b);
        found.expected.push(value);
      } catch {
        // A fault: Python raises, too, or says something else.
      }
    }
  }
  return found;
}

const binaryOps: readonly BinaryOp[] = [
  "add",
  "sub",
  "mul",
  "div",
  "floordiv",
  "mod",
  "fmod",
  "pow",
  "shl",
  "shr",
  "and",
  "or",
  "xor",
  "min",
  "max",
];
const compareOps: readonly CompareOp[] = ["eq", "ne", "lt", "le", "gt", "ge"];
const unaryOps: readonly UnaryOp[] = ["neg", "abs", "invert", "not"];

function binaryCases(left: ScalarType, right: ScalarType, count = 9, ops = binaryOps): Case[] {
  const cases: Case[] = [];
  for (const op of ops) {
    const rule = promoteBinary(op, { type: left }, { type: right });
    if (!rule.ok) continue;
    const [l = left, r = right] = rule.operands;
    const [toL, toR] = [compileConvert(left, l), compileConvert(right, r)];
    const compute = compileBinary(op, l, r, rule.result);
    // Shifts and powers by large numbers only make large numbers.
    const limit = (values: readonly Value[]): readonly Value[] =>
      (op === "pow" || op === "shl") && r.kind !== "float"
        ? values.filter((value) => Number(value) <= 70)
        : values;
    const found = pairs(samples(left, count), limit(samples(right, count)), (a, b) =>
      compute(toL(a), toR(b)),
    );
    if (found.expected.length === 0) continue;
    cases.push({
      name: `${op} ${printType(left)} ${printType(right)}`,
      operands: [
        { type: left, values: found.a },
        { type: right, values: found.b },
      ],
      build: (a, b) => binary(op, castTo(a, l), castTo(b, r), rule.result),
      expected: found.expected,
    });
  }
  return cases;
}

/** The node with another element type. */
function withElement(expr: Expr, element: ScalarType): Expr {
  return { ...expr, type: withShape(element, shapeOf(expr.type)) } as Expr;
}

function castTo(operand: Expr | undefined, type: ScalarType): Expr {
  if (operand === undefined) throw new Error("an operand is missing");
  const element = elementOf(operand.type);
  return printType(element) === printType(type) ? operand : cast(operand, type);
}

function compareCases(left: ScalarType, right: ScalarType): Case[] {
  const rule = promoteCompare({ type: left }, { type: right });
  if (!rule.ok) return [];
  const [l = left, r = right] = rule.operands;
  const [toL, toR] = [compileConvert(left, l), compileConvert(right, r)];
  return compareOps.map((op) => {
    const compute = compileCompare(op, l, r);
    const found = pairs(samples(left, 8), samples(right, 8), (a, b) => compute(toL(a), toR(b)));
    return {
      name: `${op} ${printType(left)} ${printType(right)}`,
      operands: [
        { type: left, values: found.a },
        { type: right, values: found.b },
      ],
      build: (a, b) => withElement(compare(op, castTo(a, l), castTo(b, r)), rule.result),
      expected: found.expected,
    };
  });
}

function unaryCases(type: ScalarType): Case[] {
  const cases: Case[] = [];
  for (const op of unaryOps) {
    const rule = promoteUnary(op, { type });
    if (!rule.ok) continue;
    const [t = type] = rule.operands;
    const convert = compileConvert(type, t);
    const compute = compileUnary(op, t, rule.result);
    const values = samples(type, 20);
    cases.push({
      name: `${op} ${printType(type)}`,
      operands: [{ type, values }],
      build: (a) => {
        return withElement(unary(op, castTo(a, t)), rule.result);
      },
      expected: values.map((value) => compute(convert(value))),
    });
  }
  return cases;
}

function castCases(from: ScalarType, to: ScalarType): Case[] {
  const convert = compileConvert(from, to);
  // What C makes of a float that an integer cannot hold, NumPy leaves to the machine.
  const isDefined = (a: Value): boolean =>
    from.kind !== "float" ||
    !isNumpy(to) ||
    to.kind !== "int" ||
    pairs([a], [0], compileConvert(pythonFloat, to)).a.length === 1;
  const values = samples(from, 60).filter((a) => isDefined(compileConvert(from, pythonFloat)(a)));
  const found = pairs(values, [0], (a) => convert(a));
  if (found.expected.length === 0) return [];
  return [
    {
      name: `${printType(from)} to ${printType(to)}`,
      operands: [{ type: from, values: found.a }],
      build: (a) => castTo(a, to),
      expected: found.expected,
    },
  ];
}

function mathCases(type: ScalarType, fns: readonly MathFn[]): Case[] {
  const cases: Case[] = [];
  for (const fn of fns) {
    const rule = promoteMath(fn, [{ type }]);
    if (!rule.ok) continue;
    const [t = type] = rule.operands;
    const convert = compileConvert(type, t);
    const compute = compileMath(fn, t);
    const found = pairs(samples(type, 40), [0], (a) => compute(convert(a), 0));
    cases.push({
      name: `${fn} ${printType(type)}`,
      operands: [{ type, values: found.a }],
      build: (a) => {
        return withElement(math(fn, castTo(a, t)), rule.result);
      },
      expected: found.expected,
    });
  }
  return cases;
}

const numpyTypes = [
  bool,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  float16,
  float32,
  float64,
];
const pythonTypes = [pythonBool, pythonInt, pythonFloat];
const exactTypes = [
  exactInt(5, true),
  exactInt(7, false),
  exactInt(70, true),
  fixed(8, 4),
  fixed(9, 3, false, "nearest_even", "saturate"),
  fixed(6, 9, true, "toward_zero"),
  fixed(5, -2, true, "nearest_away", "saturate"),
];
const roundings = ["truncate", "floor", "nearest_even", "nearest_away", "toward_zero"] as const;
const fixedTypes = roundings.flatMap((rounding) =>
  (["wrap", "saturate"] as const).flatMap((overflow) => [
    fixed(6, 3, true, rounding, overflow),
    fixed(5, 4, false, rounding, overflow),
  ]),
);
const smallFloats = [
  float(3, 2),
  float(5, 4),
  float(4, 3, "ftz"),
  float(3, 3, "flopoco"),
  float(8, 20),
  float(11, 40),
  float(11, 20, "flopoco"),
];
/** pow is an elementary function: it agrees to a unit in the last place only. */
const withoutPow = binaryOps.filter((op) => op !== "pow");
const exactFns: readonly MathFn[] = [
  "sqrt",
  "floor",
  "ceil",
  "trunc",
  "rint",
  "sign",
  "isnan",
  "isinf",
  "isfinite",
];

function isFloat(type: ScalarType): boolean {
  return type.kind === "float" || (type.kind === "python" && type.name === "float");
}

// Starting Python takes longer than the work it does here, so one run checks many types.
describe.skipIf(!hasPython)("printed arithmetic", () => {
  const all = (type: ScalarType, count: number): Case[] => [
    ...binaryCases(type, type, count, isFloat(type) ? withoutPow : binaryOps),
    ...compareCases(type, type),
    ...unaryCases(type),
    ...mathCases(
      type,
      exactFns.filter((fn) => fn !== "sqrt" || isFloat(type) || type.kind === "fixed"),
    ),
  ];

  it("of NumPy types", () => check(numpyTypes.flatMap((type) => all(type, 12))));

  it("of Python numbers", () => check(pythonTypes.flatMap((type) => all(type, 12))));

  it("of exact types", () => {
    const mixed = exactTypes.flatMap((left) =>
      exactTypes.flatMap((right) => [...binaryCases(left, right), ...compareCases(left, right)]),
    );
    check([...exactTypes.flatMap((type) => all(type, 9)), ...mixed]);
  });

  it("of fixed types in every rounding and overflow mode", () => {
    check(
      fixedTypes.flatMap((type) => [
        ...all(type, 8),
        ...[fixed(20, 10), float64, float(5, 4), pythonInt].flatMap((from) => castCases(from, type)),
        ...[int8, float32, pythonFloat, pythonInt, exactInt(4, true)].flatMap((to) => castCases(type, to)),
      ]),
    );
  });

  it("of float formats NumPy lacks", () => check(smallFloats.flatMap((type) => all(type, 24))));
});

describe.skipIf(!hasPython)("printed casts", () => {
  it("between any two types", () => {
    const types = [...numpyTypes, ...pythonTypes, ...exactTypes, ...smallFloats];
    check(types.flatMap((from) => types.flatMap((to) => castCases(from, to))));
  });

  it("keep the bits when they are bit casts", () => {
    const groups: ScalarType[][] = [
      [int32, uint32, float32, exactInt(32, true), fixed(32, 10)],
      [int64, float64, exactInt(64, false)],
      [uint16, float16, float(4, 11)],
      [exactInt(10, true), float(5, 4), fixed(10, 2, false)],
      [bool, exactInt(1, false)],
      [exactInt(34, false), float(11, 20, "flopoco")],
    ];
    const cases = groups.flatMap((group) =>
      group.flatMap((from) =>
        group.map((to): Case => {
          const values = samples(from, 20).filter((value) => !Number.isNaN(value));
          return {
            name: `bits of ${printType(from)} as ${printType(to)}`,
            operands: [{ type: from, values }],
            build: (a) => {
              return bitcast(castTo(a, from), to);
            },
            expected: values.map((value) => fromBits(to, toBits(from, value))),
          };
        }),
      ),
    );
    check(cases);
  });
});
