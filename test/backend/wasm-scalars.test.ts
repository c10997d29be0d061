/** Every operation of every scalar type on values at the edges: WebAssembly gives what the reference gives. */
import { describe, expect, it } from "vitest";
import { compileWasm } from "../../src/backend/wasm/index.ts";
import type { Expr, Loops, ScalarDecl, Stmt } from "../../src/loops/nodes.ts";
import { prepareLoops } from "../../src/loops/program.ts";
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
import { pythonInt, type ScalarType } from "../../src/types/types.ts";
import { assign, cast, cmp, int, kernel, left, scalar, span, v, when } from "./wasm-build.ts";

const binaryOps: BinaryOp[] = [
  ..."add sub mul div floordiv mod fmod pow shl shr and or xor min max".split(" "),
] as BinaryOp[];
const compareOps: CompareOp[] = ["eq", "ne", "lt", "le", "gt", "ge"];
const unaryOps: UnaryOp[] = ["neg", "abs", "invert", "not"];
const mathFns: MathFn[] = [
  ..."sqrt exp log sin tanh floor ceil trunc rint sign isnan isinf isfinite copysign atan2".split(" "),
] as MathFn[];

const numpyTypes = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64".split(
  " ",
);
const otherTypes = [
  ...["python int", "python float", "python bool", "int<5>", "uint<5>", "uint<1>", "int<33>", "int<64>"],
  ...["uint<64>", "int<100>", "uint<300>", "fixed<8,4>", "ufixed<12,3>", "fixed<40,20>", "fixed<64,32>"],
  ...["fixed<16,6,nearest_even,saturate>", "fixed<10,-3,toward_zero,wrap>", "fixed<90,30>"],
  ...["float<5,4>", "float<8,23,ftz>", "float<6,9,flopoco>", "float<11,20>", "float<11,30,flopoco>"],
];

const partners: Readonly<Record<string, readonly string[]>> = {
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

describe.each([...numpyTypes, ...otherTypes])("%s", (name) => {
  const type = typeOf(name);
  it("on itself", { timeout: 60_000 }, () => agrees(type, type));
  for (const partner of partners[name] ?? []) {
    it(`with ${partner}`, { timeout: 60_000 }, () => agrees(type, typeOf(partner)));
  }
});

/** Whatever a type takes of the edges, in it. */
function valuesOf(type: ScalarType): Value[] {
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

interface Operation {
  readonly name: string;
  readonly expr: Expr;
}

async function agrees(a: ScalarType, b: ScalarType): Promise<void> {
  const isUnary = ({ name }: Operation): boolean => name.includes("(a)");
  const operations = operationsOn(a, b);
  await agreesOn(
    a,
    b,
    operations.filter((one) => !isUnary(one)),
    valuesOf(b),
  );
  await agreesOn(a, b, operations.filter(isUnary), valuesOf(b).slice(0, 1));
}

async function agreesOn(
  a: ScalarType,
  b: ScalarType,
  operations: readonly Operation[],
  rights: readonly Value[],
): Promise<void> {
  const loops = selector(a, b, operations);
  const reference = prepareLoops(loops);
  const wasm = await compileWasm(loops);
  const lefts = valuesOf(a);
  const wrong: string[] = [];
  const check = (which: number, x: Value, y: Value): void => {
    const args = { a: x, b: y, which };
    const [theirs, ours] = [left(reference, args), left(wasm, args)];
    if (!same(theirs, ours)) {
      const show = (one: typeof ours): string => one.fault?.message ?? String(one.results[which]);
      wrong.push(`${operations[which]?.name}: ${x}, ${y} is ${show(theirs)}, not ${show(ours)}`);
    }
  };
  for (const which of operations.keys()) {
    for (const x of lefts) for (const y of rights) check(which, x, y);
  }
  expect(wrong.slice(0, 20)).toEqual([]);
}

function same(a: ReturnType<typeof left>, b: ReturnType<typeof left>): boolean {
  if (a.fault !== null || b.fault !== null) return JSON.stringify(a.fault) === JSON.stringify(b.fault);
  return a.results.every((value, i) => Object.is(value, b.results[i]));
}

/** `which` says what is computed; everything else stays zero. */
function selector(a: ScalarType, b: ScalarType, operations: readonly Operation[]): Loops {
  const results: ScalarDecl[] = operations.map(({ expr }, i) => scalar(`r${i}`, expr.type));
  const zeros: Stmt[] = results.map(({ name, type }) => assign(name, int(zeroOf(type), type)));
  const choices = operations.map(
    ({ expr }, i): Stmt => when(cmp("eq", v("which"), int(i)), [assign(`r${i}`, expr)]),
  );
  return kernel({
    params: [scalar("a", a), scalar("b", b), scalar("which", pythonInt)],
    scalars: results,
    body: [...zeros, ...choices],
    results: results.map(({ name }) => name),
  });
}

function zeroOf(type: ScalarType): Value {
  return type.kind === "bool" || (type.kind === "python" && type.name === "bool") ? false : 0;
}

function operationsOn(a: ScalarType, b: ScalarType): Operation[] {
  const [x, y] = [v("a", a), v("b", b)];
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

function resultOf(promotion: Promotion): ScalarType {
  if (!promotion.ok) throw new Error(promotion.message);
  return promotion.result;
}

function typeOf(text: string): ScalarType {
  const parsed = parseType(text);
  if (!parsed.ok || parsed.type.kind === "array") throw new Error(`${text} is no scalar type`);
  return parsed.type;
}
