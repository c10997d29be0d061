/** The math module: functions of Python numbers that give Python numbers. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Expr, MathCall } from "../../../program/nodes.ts";
import { printType } from "../../../types/print.ts";
import { elementOf, float64, pythonBool, pythonFloat, pythonInt } from "../../../types/types.ts";
import { floatConst, knownMath } from "../build.ts";
import { type Argument, describe } from "../known.ts";
import { callLibrary } from "../library/index.ts";
import { toNumber } from "../value.ts";
import { type Bound, computes } from "./arguments.ts";
import { gcd, isqrt, lcm } from "./integers.ts";
import { binary, cast, int, math, type Site, unary } from "./make.ts";
import { must, refuse } from "./refusal.ts";
import type { Builtin, CallSite } from "./registry.ts";

/** As Python computes it: what has no value is a fault when it runs. */
function pythonMath(at: Site, fn: MathCall["fn"], ...args: readonly Expr[]): Expr {
  const known = knownMath(fn, args, pythonFloat, pythonFloat, at.span);
  return known ?? { kind: "math", fn, args, type: pythonFloat, span: at.span };
}

const function1 = (fn: MathCall["fn"]): Builtin =>
  computes("x, /", (call) => pythonMath(call, fn, number(call, "x")));

const ofLibrary = (name: "erf" | "erfc"): Builtin =>
  computes("x, /", (call) => {
    const x = cast(call, number(call, "x"), float64);
    return cast(call, callLibrary(call, name, [x]), pythonFloat);
  });

const function2 = (fn: MathCall["fn"]): Builtin =>
  computes("x, y, /", (call) => pythonMath(call, fn, number(call, "x"), number(call, "y")));

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
    const top = pythonMath(call, "log", number(call, "x"));
    return call.given("base") ? binary(call, "div", top, pythonMath(call, "log", number(call, "base"))) : top;
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
  erf: ofLibrary("erf"),
  erfc: ofLibrary("erfc"),
  gcd: computes("*integers", (call) => {
    const [first = int(call, 0), ...others] = integerArguments(call, "integers");
    return others.length === 0 ? unary(call, "abs", first) : others.reduce((a, b) => gcd(call, a, b), first);
  }),
  lcm: computes("*integers", (call) => {
    const [first = int(call, 1), ...others] = integerArguments(call, "integers");
    return others.length === 0 ? unary(call, "abs", first) : others.reduce((a, b) => lcm(call, a, b), first);
  }),
  isqrt: computes("n, /", (call) => {
    const { known, span } = call.argument("n");
    return isqrt(call, integerArgument(call, { known, node: null, span }));
  }),
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
  const x = call.converting(name, pythonFloat);
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

function integerArguments<N extends string>(call: Bound<N>, name: NoInfer<N>): readonly Expr[] {
  return call.rest(name).map((argument) => integerArgument(call, argument));
}

function integerArgument(call: CallSite, { known, span }: Argument): Expr {
  const x = must(toNumber(call.scope, known, span));
  if (x.type.kind !== "array" && isInteger(x)) return cast(call, x, pythonInt);
  const facts = {
    fn: call.name,
    name: "each argument",
    expected: "an integer",
    found: describe(known, printType),
  };
  return refuse(call.scope, diagnose("argument-type", span, facts));
}

export function isInteger(x: Expr): boolean {
  const type = elementOf(x.type);
  return (
    type.kind === "int" ||
    type.kind === "bool" ||
    (type.kind === "python" && (type.name === "int" || type.name === "bool"))
  );
}

/** Rounded as `fn` has it, as a Python int. */
export function toInteger(at: Site, fn: "floor" | "ceil" | "trunc" | "rint", x: Expr): Expr {
  return cast(at, math(at, fn, x), pythonInt);
}
