/** NumPy's ufuncs: each is an operator of the Program, or a formula of a few, applied element by element. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Expr, MathCall } from "../../../program/nodes.ts";
import type { BinaryOp, CompareOp } from "../../../types/operators.ts";
import { promoteMath } from "../../../types/promote.ts";
import {
  bool,
  elementOf,
  float16,
  float32,
  float64,
  int8,
  int64,
  isComplex,
  isFloating,
  isNumpy,
  pythonBool,
  type ScalarType,
  sameType,
  uint8,
} from "../../../types/types.ts";
import { floatConst, operand } from "../build.ts";
import { value } from "../known.ts";
import { type Bound, computes, gives, isMethod, rejectValue } from "./arguments.ts";
import {
  alike,
  asOperands,
  binary,
  cast,
  compare,
  constant,
  copy,
  gather,
  int,
  math,
  partOfExpr,
  pick,
  rankOf,
  type Site,
  table,
  unary,
  where,
} from "./make.ts";
import { once } from "./once.ts";
import { nonzero } from "./positions.ts";
import { refuse } from "./refusal.ts";
import type { Builtin } from "./registry.ts";

/** A ufunc of one operand, as NumPy's signature has it. */
function ufunc1(body: (at: Site, x: Expr) => Expr): Builtin {
  return computes(
    "x, /, !out=None, *, !where=True, !casting='same_kind', !order='K', !dtype=None, !subok=True",
    (call) => body(call, call.array("x")),
  );
}

/** A ufunc of two operands. Python numbers are weak beside NumPy's. */
function ufunc2(body: (at: Site, x: Expr, y: Expr) => Expr): Builtin {
  return computes(
    "x1, x2, /, !out=None, *, !where=True, !casting='same_kind', !order='K', !dtype=None, !subok=True",
    (call) => {
      const [x, y] = asOperands(call, [call.operand("x1"), call.operand("x2")]);
      return body(call, x ?? call.operand("x1"), y ?? call.operand("x2"));
    },
  );
}

const operator = (op: BinaryOp): Builtin => ufunc2((at, x, y) => binary(at, op, x, y));
const comparison = (op: CompareOp): Builtin => ufunc2((at, x, y) => compare(at, op, x, y));
const function1 = (fn: MathCall["fn"]): Builtin => ufunc1((at, x) => math(at, fn, x));
const function2 = (fn: MathCall["fn"]): Builtin => ufunc2((at, x, y) => math(at, fn, x, y));
const truthOf = (op: BinaryOp): Builtin =>
  ufunc2((at, x, y) => binary(at, op, cast(at, x, bool), cast(at, y, bool)));

export const elementwise: Readonly<Record<string, Builtin>> = {
  // arithmetic
  add: operator("add"),
  subtract: operator("sub"),
  multiply: operator("mul"),
  divide: operator("div"),
  true_divide: operator("div"),
  floor_divide: operator("floordiv"),
  mod: operator("mod"),
  remainder: operator("mod"),
  fmod: operator("fmod"),
  power: operator("pow"),
  pow: operator("pow"),
  maximum: operator("max"),
  minimum: operator("min"),
  fmax: ufunc2((at, x, y) => ignoringNaN(at, "max", x, y)),
  fmin: ufunc2((at, x, y) => ignoringNaN(at, "min", x, y)),
  divmod: gives("x1, x2, /", (call) => {
    const [x, y] = asOperands(call, [call.operand("x1"), call.operand("x2")]);
    if (x === undefined || y === undefined) throw new Error("two operands");
    return {
      kind: "tuple",
      form: "tuple",
      items: [value(binary(call, "floordiv", x, y)), value(binary(call, "mod", x, y))],
    };
  }),
  negative: ufunc1((at, x) => unary(at, "neg", x)),
  positive: ufunc1((at, x) => copy(at, x)),
  absolute: ufunc1((at, x) => unary(at, "abs", x)),
  abs: ufunc1((at, x) => unary(at, "abs", x)),
  fabs: ufunc1((at, x) => unary(at, "abs", inFloat(at, x))),
  sign: function1("sign"),
  conj: ufunc1(conjugateOf),
  conjugate: ufunc1(conjugateOf),
  real: computes("val", (call) => partOfExpr(call, "real", call.operand("val"))),
  imag: computes("val", (call) => partOfExpr(call, "imag", call.operand("val"))),
  angle: computes("z, deg=False", (call) => {
    const z = call.array("z");
    const radians = isComplex(elementOf(z.type))
      ? math(call, "angle", z)
      : math(call, "atan2", int(call, 0), elementOf(z.type).kind === "bool" ? cast(call, z, int64) : z);
    return call.flag("deg") ? binary(call, "mul", radians, floatConst(180 / Math.PI, call.span)) : radians;
  }),
  iscomplexobj: computes("x", (call) =>
    constant(call, isComplex(elementOf(call.array("x").type)), pythonBool),
  ),
  isrealobj: computes("x", (call) => constant(call, !isComplex(elementOf(call.array("x").type)), pythonBool)),
  square: ufunc1(square),
  reciprocal: ufunc1(reciprocal),
  clip: computes("a, a_min=None, a_max=None, !out=None, *, min=None, max=None, !dtype=None", (call) => {
    if (named(call, "a_min") !== named(call, "a_max") && !isMethod(call))
      return refuse(
        call.scope,
        diagnose("missing-argument", call.span, {
          fn: call.name,
          name: "a_max",
          needs: ["a", "a_min", "a_max"],
        }),
      );
    const low = call.given("a_min") ? "a_min" : "min";
    const high = call.given("a_max") ? "a_max" : "max";
    const a = call.array("a");
    const given = [
      ...(call.given(low) ? [["max", call.operand(low)] as const] : []),
      ...(call.given(high) ? [["min", call.operand(high)] as const] : []),
    ];
    const bounds = given.filter(([op, bound]) => !isBeyond(op, bound, elementOf(a.type)));
    if (bounds.length === 0) return copy(call, a);
    // Of zeros that differ in sign, maximum and minimum give the second; clip keeps its own between two scalars.
    const all = [a, ...bounds.map(([, bound]) => bound)];
    const keepsOwn =
      bounds.length === 2 &&
      bounds.every(([, bound]) => bound.type.kind !== "array") &&
      all.some(({ type }) => isFloating(elementOf(type)));
    return bounds.reduce((x, [op, bound]) => {
      const [left, right] = keepsOwn ? [bound, x] : [x, bound];
      return binary(call, op, left, right);
    }, a);
  }),

  // exponents and angles
  sqrt: function1("sqrt"),
  cbrt: function1("cbrt"),
  exp: function1("exp"),
  exp2: function1("exp2"),
  expm1: function1("expm1"),
  log: function1("log"),
  log2: function1("log2"),
  log10: function1("log10"),
  log1p: function1("log1p"),
  sin: function1("sin"),
  cos: function1("cos"),
  tan: function1("tan"),
  arcsin: function1("asin"),
  asin: function1("asin"),
  arccos: function1("acos"),
  acos: function1("acos"),
  arctan: function1("atan"),
  atan: function1("atan"),
  arctan2: function2("atan2"),
  atan2: function2("atan2"),
  sinh: function1("sinh"),
  cosh: function1("cosh"),
  tanh: function1("tanh"),
  hypot: function2("hypot"),
  deg2rad: ufunc1((at, x) => scaled(at, x, Math.PI, 180)),
  radians: ufunc1((at, x) => scaled(at, x, Math.PI, 180)),
  rad2deg: ufunc1((at, x) => scaled(at, x, 180, Math.PI)),
  degrees: ufunc1((at, x) => scaled(at, x, 180, Math.PI)),

  // rounding
  floor: function1("floor"),
  ceil: function1("ceil"),
  trunc: function1("trunc"),
  fix: function1("trunc"),
  rint: function1("rint"),
  round: computes("a, decimals=0, !out=None", (call) =>
    roundTo(call, roundable(call), call.integer("decimals")),
  ),
  around: computes("a, decimals=0, !out=None", (call) =>
    roundTo(call, roundable(call), call.integer("decimals")),
  ),

  // floats
  isnan: function1("isnan"),
  isinf: function1("isinf"),
  isfinite: function1("isfinite"),
  copysign: function2("copysign"),
  signbit: ufunc1((at, x) => {
    const y = inFloat(at, x);
    const one = constant(at, 1, elementOf(y.type));
    return compare(at, "lt", math(at, "copysign", one, y), constant(at, 0, elementOf(y.type)));
  }),
  heaviside: ufunc2((at, x, y) =>
    once(at, "heaviside", "", inOneFloat(at, x, y), ([a = x, h = y]) => {
      const sign = where(at, compare(at, "lt", a, int(at, 0)), int(at, 0), int(at, 1));
      const step = where(at, compare(at, "eq", a, int(at, 0)), h, cast(at, sign, elementOf(a.type)));
      return where(at, math(at, "isnan", a), a, step);
    }),
  ),
  nan_to_num: computes("x, !copy=True, nan=0.0, posinf=None, neginf=None", (call) => {
    const x = call.array("x");
    const type = elementOf(x.type);
    if (type.kind !== "float") return copy(call, x);
    const most = (2 - 2 ** -type.mantissa) * 2 ** (2 ** (type.exponent - 1) - 1);
    const high = call.given("posinf") ? call.scalar("posinf") : floatConst(most, call.span);
    const low = call.given("neginf") ? call.scalar("neginf") : floatConst(-most, call.span);
    return once(
      call,
      "nan_to_num",
      "",
      [x, call.scalar("nan"), high, low],
      ([a = x, nan = x, hi = x, lo = x]) => {
        const infinite = math(call, "isinf", a);
        const bounded = where(call, infinite, where(call, compare(call, "gt", a, int(call, 0)), hi, lo), a);
        return cast(call, where(call, math(call, "isnan", a), nan, bounded), type);
      },
    );
  }),

  // bits
  bitwise_and: operator("and"),
  bitwise_or: operator("or"),
  bitwise_xor: operator("xor"),
  bitwise_not: ufunc1((at, x) => unary(at, "invert", x)),
  bitwise_invert: ufunc1((at, x) => unary(at, "invert", x)),
  invert: ufunc1((at, x) => unary(at, "invert", x)),
  left_shift: operator("shl"),
  bitwise_left_shift: operator("shl"),
  right_shift: operator("shr"),
  bitwise_right_shift: operator("shr"),
  bitwise_count: ufunc1(bitCount),

  // choice and truth
  where: gives("condition, x=None, y=None, /", (call) => {
    if (!call.given("x") && !call.given("y")) return nonzero(call, call.array("condition"));
    if (!call.given("y")) {
      const needs = ["condition", "x", "y"];
      refuse(call.scope, diagnose("missing-argument", call.span, { fn: call.name, name: "y", needs }));
    }
    return value(where(call, call.operand("condition"), call.operand("x"), call.operand("y")));
  }),
  logical_and: truthOf("and"),
  logical_or: truthOf("or"),
  logical_xor: truthOf("xor"),
  logical_not: ufunc1((at, x) => unary(at, "invert", cast(at, x, bool))),
  equal: comparison("eq"),
  not_equal: comparison("ne"),
  less: comparison("lt"),
  less_equal: comparison("le"),
  greater: comparison("gt"),
  greater_equal: comparison("ge"),
  isclose: computes("a, b, rtol=1e-05, atol=1e-08, equal_nan=False", isClose),
};

/** |a - b| <= atol + rtol * |b|, computed in floats; infinities are close to themselves only. */
export function isClose(call: Bound<"a" | "b" | "rtol" | "atol" | "equal_nan">): Expr {
  const nans = call.flag("equal_nan");
  const one = floatConst(1, call.span);
  // NumPy takes b in the type of b * 1.0.
  const wanted = elementOf(binary(call, "mul", call.array("b"), one).type);
  const operands = [
    call.array("a"),
    cast(call, call.array("b"), wanted),
    call.scalar("rtol"),
    call.scalar("atol"),
  ];
  return once(call, "isclose", `${nans}`, operands, ([a = one, b = one, rtol = one, atol = one]) => {
    const bound = binary(call, "add", atol, binary(call, "mul", rtol, unary(call, "abs", b)));
    const near = compare(call, "le", unary(call, "abs", binary(call, "sub", a, b)), bound);
    const finite = binary(call, "and", near, math(call, "isfinite", b));
    const close = binary(call, "or", finite, compare(call, "eq", a, b));
    if (!nans) return close;
    return binary(call, "or", close, binary(call, "and", math(call, "isnan", a), math(call, "isnan", b)));
  });
}

/** The operand in the float type that NumPy's float-only functions compute in: int8 in float16, int64 in float64. */
export function inFloat(at: Site, x: Expr): Expr {
  const promotion = promoteMath("sqrt", [operand(x)]);
  const type = promotion.ok ? promotion.operands[0] : undefined;
  return type === undefined ? math(at, "sqrt", x) : cast(at, x, type);
}

/** Whether an argument is written, be it None. */
function named<N extends string>(call: Bound<N>, name: NoInfer<N>): boolean {
  return call.argument(name).node !== null;
}

/** Two operands in the float type that a function of both computes in. */
function inOneFloat(at: Site, x: Expr, y: Expr): readonly Expr[] {
  const promotion = promoteMath("atan2", [operand(x), operand(y)]);
  return [x, y].map((expr, k) => {
    const type = promotion.ok ? promotion.operands[k] : undefined;
    return type === undefined ? inFloat(at, expr) : cast(at, expr, type);
  });
}

/** Real numbers are their own; NumPy gives a new array all the same. */
export function conjugate(at: Site, x: Expr): Expr {
  return isComplex(elementOf(x.type)) ? math(at, "conj", x) : copy(at, x);
}

/** As a function NumPy takes bool for int8. */
function conjugateOf(at: Site, x: Expr): Expr {
  return conjugate(at, elementOf(x.type).kind === "bool" ? cast(at, x, int8) : x);
}

/** `x * x`; NumPy has no square for bool and takes int8. */
export function square(at: Site, x: Expr): Expr {
  if (isComplex(elementOf(x.type))) return math(at, "square", x);
  const wide = elementOf(x.type).kind === "bool" ? cast(at, x, { ...uint8, signed: true }) : x;
  return once(at, "square", "", [wide], ([a = wide]) => binary(at, "mul", a, a));
}

/** 1 / x in the type of x: integers divide as C does, toward zero. */
function reciprocal(at: Site, x: Expr): Expr {
  const type = elementOf(x.type);
  if (type.kind === "float") return binary(at, "div", constant(at, 1, type), x);
  // 1/x is x for 1 and -1 and 0 elsewhere; by zero NumPy gives the least value, or the greatest unsigned.
  const wide: ScalarType = type.kind === "bool" ? { ...uint8, signed: true } : type;
  return once(at, "reciprocal", "", [cast(at, x, wide)], ([a = x]) => {
    const unit = compare(at, "eq", unary(at, "abs", a), constant(at, 1, wide));
    return where(at, unit, a, constant(at, 0, wide));
  });
}

/** fmax, fmin: a number wins over NaN. */
function ignoringNaN(at: Site, op: "max" | "min", left: Expr, right: Expr): Expr {
  const [x, y] = alike(at, [left, right]);
  if (x === undefined || y === undefined) throw new Error("two operands");
  if (elementOf(x.type).kind !== "float") return binary(at, op, x, y);
  return once(at, `f${op}`, "", [x, y], ([a = x, b = y]) => {
    const first = compare(at, op === "max" ? "ge" : "le", a, b);
    return where(at, binary(at, "or", first, math(at, "isnan", b)), a, b);
  });
}

/** x * (over / under), the factor rounded in the type of x as NumPy's C code has it. */
function scaled(at: Site, x: Expr, over: number, under: number): Expr {
  const y = inFloat(at, x);
  const type = elementOf(y.type);
  // float16 is computed in float32 and rounded once more.
  const inner = sameType(type, float16) ? float32 : type;
  const factor = sameType(inner, float32)
    ? Math.fround(Math.fround(over) / Math.fround(under))
    : over / under;
  const product = binary(at, "mul", cast(at, y, inner), constant(at, factor, inner));
  return cast(at, product, type);
}

/** NumPy cannot scale what is bool. */
function roundable(call: Bound<"a" | "decimals">): Expr {
  const a = call.array("a");
  if (elementOf(a.type).kind !== "bool" || call.integer("decimals") === 0) return a;
  return rejectValue(call, "decimals", "0 for bool", String(call.integer("decimals")));
}

/** np.round: scale by a power of ten, round half to even, scale back. */
export function roundTo(at: Site, x: Expr, decimals: number): Expr {
  const type = elementOf(x.type);
  if (type.kind === "bool") return cast(at, x, float16);
  if (type.kind === "int" && decimals >= 0) return copy(at, x);
  if (decimals === 0) return math(at, "rint", x);
  const factor = constant(at, 10 ** Math.abs(decimals), type.kind === "float" ? type : float64);
  const [before, after] = decimals > 0 ? (["mul", "div"] as const) : (["div", "mul"] as const);
  const rounded = binary(at, after, math(at, "rint", binary(at, before, x, factor)), factor);
  return type.kind === "int" ? cast(at, rounded, type) : rounded;
}

/** Ones in |x|, byte by byte from a table: uint8, as NumPy 2 has it. */
function bitCount(at: Site, x: Expr): Expr {
  const type = elementOf(x.type);
  const width = type.kind === "int" ? type.bits : 8;
  const ones = Array.from({ length: 256 }, (_, k) => [...k.toString(2)].filter((c) => c === "1").length);
  const magnitude = type.kind === "int" && type.signed ? unary(at, "abs", x) : x;
  const unsigned: ScalarType =
    type.kind === "int" && isNumpy(type) ? { ...type, signed: false } : type.kind === "bool" ? uint8 : type;
  return once(at, "bitwise_count", "", [cast(at, magnitude, unsigned)], ([a = x]) => {
    const counts: Expr[] = [];
    for (let low = 0; low < width; low += 8) {
      const shifted = low === 0 ? a : binary(at, "shr", a, constant(at, low, unsigned));
      const byte = cast(
        at,
        width <= 8 ? shifted : binary(at, "and", shifted, constant(at, 255, unsigned)),
        int64,
      );
      const lookup = table(at, ones, uint8, [256]);
      counts.push(rankOf(byte) === 0 ? pick(at, lookup, 0, byte) : gather(at, lookup, byte, 0));
    }
    return counts.reduce((sum, n) => binary(at, "add", sum, n));
  });
}

/** A Python int that no element of an integer type passes: NumPy leaves such a bound out. */
function isBeyond(op: "min" | "max", bound: Expr, type: ScalarType): boolean {
  if (bound.kind !== "const" || bound.type.kind !== "python" || bound.type.name !== "int") return false;
  if (type.kind !== "int" || !isNumpy(type) || typeof bound.value === "boolean") return false;
  const size = 1n << BigInt(type.signed ? type.bits - 1 : type.bits);
  return op === "max" ? bound.value <= (type.signed ? -size : 0n) : bound.value >= size - 1n;
}
