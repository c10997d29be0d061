/** Circuits of the elementary functions, for every float format. */
import type { ElementaryBinary, ElementaryUnary } from "../../../types/float/elementary/index.ts";
import { compileBinaryElementary, compileUnaryElementary } from "../../../types/float/elementary.ts";
import { formatOf } from "../../../types/float/format.ts";
import { decode, encode } from "../../../types/float/index.ts";
import type { FloatType } from "../../../types/types.ts";
import type { Expr } from "../../netlist/nodes.ts";
import { constant } from "../gates.ts";
import { floatArc, floatAtan2 } from "./arc.ts";
import { floatPowerBy } from "./constant-power.ts";
import { floatExp } from "./exp.ts";
import { floatLog } from "./log.ts";
import { floatPower } from "./power.ts";
import { floatCbrt, floatHypot } from "./root.ts";
import { floatTanh } from "./tanh.ts";
import { floatTrig } from "./trig.ts";

/** Of constants it is a constant: the circuits are for operands of which no bit is known. */
export function floatElementary(
  fn: ElementaryUnary | ElementaryBinary,
  type: FloatType,
  a: Expr,
  b: Expr,
): Expr {
  switch (fn) {
    case "exp":
    case "exp2":
    case "expm1":
    case "sinh":
    case "cosh":
      return foldedUnary(fn, type, a) ?? floatExp(fn, type, a);
    case "tanh":
      return foldedUnary(fn, type, a) ?? floatTanh(type, a);
    case "log":
    case "log2":
    case "log10":
    case "log1p":
      return foldedUnary(fn, type, a) ?? floatLog(fn, type, a);
    case "sin":
    case "cos":
    case "tan":
      return foldedUnary(fn, type, a) ?? floatTrig(fn, type, a);
    case "asin":
    case "acos":
    case "atan":
      return foldedUnary(fn, type, a) ?? floatArc(fn, type, a);
    case "atan2":
      return foldedBinary(fn, type, a, b) ?? floatAtan2(type, a, b);
    case "cbrt":
      return foldedUnary(fn, type, a) ?? floatCbrt(type, a);
    case "hypot":
      return foldedBinary(fn, type, a, b) ?? floatHypot(type, a, b);
    case "pow": {
      const short = b.kind === "const" ? floatPowerBy(type, a, b) : null;
      return foldedBinary(fn, type, a, b) ?? short ?? floatPower(type, a, b);
    }
  }
}

function foldedUnary(fn: ElementaryUnary, type: FloatType, a: Expr): Expr | null {
  if (a.kind !== "const") return null;
  const value = compileUnaryElementary(fn, formatOf(type))(decode(type, a.value));
  return constant(a.width, encode(type, value));
}

function foldedBinary(fn: ElementaryBinary, type: FloatType, a: Expr, b: Expr): Expr | null {
  if (a.kind !== "const" || b.kind !== "const") return null;
  const value = compileBinaryElementary(fn, formatOf(type))(decode(type, a.value), decode(type, b.value));
  return constant(a.width, encode(type, value));
}
