/** Floats: float and double are C++'s own, float16 is `half`, every other format is a `floating` of lutra_float.h. */
import type { BinaryOp, MathFn, UnaryOp } from "../../../types/operators.ts";
import { type FloatType, float64, type ScalarType } from "../../../types/types.ts";
import type { Evaluation, Operand } from "../../c/dialect.ts";
import { atom, call, infix, prefix, type Text } from "../../c/text.ts";
import { computed } from "./arithmetic.ts";
import { castText, inType, isFloating, typeName } from "./ctypes.ts";
import { operation, useElementary, useFloating, useHalf, useLongElementary, useMath } from "./uses.ts";

export function floatUnary(op: Exclude<UnaryOp, "not">, operand: Operand, place: Evaluation): Text {
  const ctype = floatName(operand.expr.type, place);
  const x = inType(ctype, operand.text);
  switch (op) {
    case "neg":
      return prefix("-", x, ctype);
    case "abs":
      return isOwnFormat(ctype) ? call("abs", [x], ctype) : operation(place, "absolute", [x], ctype);
    case "invert":
      throw new Error("bug: floats have no bits to invert");
  }
}

function floatName(type: ScalarType, place: Evaluation): string {
  const ctype = typeName(type);
  if (ctype === "half") useHalf(place);
  if (isOwnFormat(ctype)) useFloating(place);
  return ctype;
}

/** A `floating`: its functions have the names of C's. */
function isOwnFormat(ctype: string): boolean {
  return ctype.startsWith("lutra::floating<");
}

const signs = { add: "+", sub: "-", mul: "*", div: "/" } as const;

export function floatBinary(
  op: BinaryOp,
  left: Operand,
  right: Operand,
  type: FloatType,
  place: Evaluation,
): Text {
  const ctype = floatName(type, place);
  const own = isOwnFormat(ctype);
  const settled = (): [Text, Text] => [inType(ctype, left.text), inType(ctype, right.text)];
  switch (op) {
    case "add":
    case "sub":
    case "mul":
    case "div":
      return isFloating(ctype)
        ? computed(left.text, signs[op], right.text, ctype)
        : infix(...operands(settled(), signs[op]), ctype);
    case "floordiv":
      return own ? call("floordiv", settled(), ctype) : operation(place, "floordiv", settled(), ctype);
    case "mod":
      return own ? call("mod", settled(), ctype) : operation(place, "floormod", settled(), ctype);
    case "fmod":
      return own ? call("fmod", settled(), ctype) : operation(place, "truncmod", settled(), ctype);
    case "min":
      return own ? call("min", settled(), ctype) : operation(place, "minimum", settled(), ctype);
    case "max":
      return own ? call("max", settled(), ctype) : operation(place, "maximum", settled(), ctype);
    case "pow":
      if (right.expr.kind === "const" && right.expr.value === 2) return square(left, ctype, place);
      return elementary("pow", settled(), type, ctype, place);
    case "shl":
    case "shr":
    case "and":
    case "or":
    case "xor":
      throw new Error(`bug: floats have no ${op}`);
  }
}

function operands([a, b]: [Text, Text], sign: string): [Text, string, Text] {
  return [a, sign, b];
}

/** What src/types says a second power is. */
export function square({ expr, text, faults }: Operand, ctype: string, place: Evaluation): Text {
  const x = inType(ctype, text);
  const isShort = (expr.kind === "var" || expr.kind === "load") && !faults;
  return isShort ? infix(x, "*", x, ctype) : operation(place, "square", [x], ctype);
}

export function floatMath(fn: MathFn, args: readonly Operand[], type: FloatType, place: Evaluation): Text {
  const ctype = floatName(type, place);
  const own = isOwnFormat(ctype);
  const settled = args.map(({ text }) => inType(ctype, text));
  switch (fn) {
    case "sqrt":
    case "floor":
    case "ceil":
    case "trunc":
      return own ? call(fn, settled, ctype) : standard(fn, settled, ctype, place);
    case "rint":
      return own ? call("rint", settled, ctype) : operation(place, "round_even", settled, ctype);
    case "sign":
      return own ? call("sign", settled, ctype) : operation(place, "sign_of", settled, ctype);
    case "copysign":
      return own ? call("copysign", settled, ctype) : operation(place, "copy_sign", settled, ctype);
    case "isnan":
    case "isinf":
    case "isfinite":
      if (own) return call(fn, settled, "bool");
      useMath(place);
      return call(
        `std::${fn}`,
        ctype === "half" ? settled.map((x) => castText("float", x)) : settled,
        "bool",
      );
    default:
      return elementary(fn, settled, type, ctype, place);
  }
}

/** Functions that round correctly; of a half by way of float, which changes nothing. */
function standard(name: string, args: readonly Text[], ctype: string, place: Evaluation): Text {
  useMath(place);
  if (ctype !== "half") return call(`std::${name}`, args, ctype);
  return castText(
    "half",
    call(
      `std::${name}`,
      args.map((x) => castText("float", x)),
      "float",
    ),
  );
}

/** Functions that are defined by an integer algorithm: float and double have functions of their own. */
export function elementary(
  name: MathFn | "pow",
  args: readonly Text[],
  type: FloatType,
  ctype: string,
  place: Evaluation,
): Text {
  const isLong = 1 + type.exponent + type.mantissa > 32;
  if (isLong) useLongElementary(place);
  else useElementary(place);
  if (ctype === "float") return call(`lutra_${name}f`, args, ctype);
  if (ctype === typeName(float64)) return call(`lutra_${name}d`, args, ctype);
  if (isLong) return longElementary(name, args, type, ctype);
  if (ctype !== "half") return call(name, args, ctype);
  return castText("half", call(`lutra_float_${name}`, [...args, atom("LUTRA_FLOAT16", "")], "double"));
}

/** Between 32 and 64 bits. */
function longElementary(name: string, args: readonly Text[], type: FloatType, ctype: string): Text {
  const format = `${type.exponent}, ${type.mantissa}, LUTRA_${type.variant.toUpperCase()}`;
  const doubles = args.map((x) => castText("double", x));
  return castText(ctype, call(`lutra_long_${name}`, [...doubles, atom(format, "int")], "double"));
}
