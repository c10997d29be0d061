/** The math module: functions of Python numbers that give Python numbers. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Expr, MathCall } from "../../../program/nodes.ts";
import { elementOf, pythonBool, pythonFloat, pythonInt } from "../../../types/types.ts";
import { floatConst } from "../build.ts";
import { type Bound, computes } from "./arguments.ts";
import { binary, cast, math, type Site, unary } from "./make.ts";
import { refuse } from "./refusal.ts";
import type { Builtin } from "./registry.ts";

const function1 = (fn: MathCall["fn"]): Builtin =>
  computes("x, /", (call) => cast(call, math(call, fn, number(call, "x")), pythonFloat));

const function2 = (fn: MathCall["fn"]): Builtin =>
  computes("x, y, /", (call) =>
    cast(call, math(call, fn, number(call, "x"), number(call, "y")), pythonFloat),
  );

const test = (fn: "isnan" | "isinf" | "isfinite"): Builtin =>
  computes("x, /", (call) => cast(call, math(call, fn, number(call, "x")), pythonBool));

const whole = (fn: "floor" | "ceil" | "trunc"): Builtin =>
  computes("x, /", (call) => {
    const x = call.scalar("x");
    return isInteger(x) ? cast(call, x, pythonInt) : toInteger(call, fn, number(call, "x"));
  });

export const mathFunctions: Readonly<Record<string, Builtin>> = {
  sqrt: function1("sqrt"),
  cbrt: function1("cbrt"),
  exp: function1("exp"),
  exp2: function1("exp2"),
  expm1: function1("expm1"),
  log: computes("x, base=None, /", (call) => {
    const top = cast(call, math(call, "log", number(call, "x")), pythonFloat);
    if (!call.given("base")) return top;
    return binary(call, "div", top, cast(call, math(call, "log", number(call, "base")), pythonFloat));
  }),
  log2: function1("log2"),
  log10: function1("log10"),
  log1p: function1("log1p"),
  sin: function1("sin"),
  cos: function1("cos"),
  tan: function1("tan"),
  asin: function1("asin"),
  acos: function1("acos"),
  atan: function1("atan"),
  atan2: function2("atan2"),
  sinh: function1("sinh"),
  cosh: function1("cosh"),
  tanh: function1("tanh"),
  hypot: function2("hypot"),
  copysign: function2("copysign"),
  pow: computes("x, y, /", (call) => binary(call, "pow", number(call, "x"), number(call, "y"))),
  fmod: computes("x, y, /", (call) => binary(call, "fmod", number(call, "x"), number(call, "y"))),
  fabs: computes("x, /", (call) => unary(call, "abs", number(call, "x"))),
  degrees: computes("x, /", (call) =>
    binary(call, "mul", number(call, "x"), floatConst(180 / Math.PI, call.span)),
  ),
  radians: computes("x, /", (call) =>
    binary(call, "mul", number(call, "x"), floatConst(Math.PI / 180, call.span)),
  ),
  floor: whole("floor"),
  ceil: whole("ceil"),
  trunc: whole("trunc"),
  isnan: test("isnan"),
  isinf: test("isinf"),
  isfinite: test("isfinite"),
};

export const mathConstants: Readonly<Record<string, number>> = {
  pi: Math.PI,
  e: Math.E,
  tau: 2 * Math.PI,
  inf: Number.POSITIVE_INFINITY,
  nan: Number.NaN,
};

/** The argument as a Python float. */
function number<N extends string>(call: Bound<N>, name: NoInfer<N>): Expr {
  const x = call.operand(name);
  if (x.type.kind === "array") {
    refuse(
      call.scope,
      diagnose("argument-type", call.argument(name).span, {
        fn: call.name,
        name,
        expected: "one number",
        found: "an array (use the function of the same name from `np`)",
      }),
    );
  }
  return cast(call, x, pythonFloat);
}

export function isInteger(x: Expr): boolean {
  const type = elementOf(x.type);
  return type.kind === "int" || type.kind === "bool" || (type.kind === "python" && type.name !== "float");
}

/** Rounded as `fn` has it, as a Python int. */
export function toInteger(at: Site, fn: "floor" | "ceil" | "trunc" | "rint", x: Expr): Expr {
  return cast(at, math(at, fn, x), pythonInt);
}
