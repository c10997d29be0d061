/** Circuits of the elementary functions, for float formats of up to 32 bits; exponentials and logarithms for wider ones too. */
import type { ElementaryBinary, ElementaryUnary } from "../../../types/float/elementary/index.ts";
import type { FloatType } from "../../../types/types.ts";
import type { Expr } from "../../netlist/nodes.ts";
import { NoCore } from "../missing.ts";
import { floatArc, floatAtan2 } from "./arc.ts";
import { floatPowerBy } from "./constant-power.ts";
import { floatExp } from "./exp.ts";
import { floatLog } from "./log.ts";
import { floatPower } from "./power.ts";
import { floatCbrt, floatHypot } from "./root.ts";
import { floatTanh } from "./tanh.ts";
import { floatTrig } from "./trig.ts";

/** Their integer algorithms hold for every format; those of the others are for operands that doubles hold with room to spare. */
const wideFunctions: ReadonlySet<ElementaryUnary | ElementaryBinary> = new Set([
  ...(["exp", "exp2", "expm1"] as const),
  ...(["log", "log2", "log10", "log1p"] as const),
]);

export function floatElementary(
  fn: ElementaryUnary | ElementaryBinary,
  type: FloatType,
  a: Expr,
  b: Expr,
): Expr {
  const short = fn === "pow" && b.kind === "const" ? floatPowerBy(type, a, b) : null;
  if (short !== null) return short;
  if (1 + type.exponent + type.mantissa > 32 && !wideFunctions.has(fn))
    throw new NoCore(fn, type, "use float32, or quantize");
  switch (fn) {
    case "exp":
    case "exp2":
    case "expm1":
    case "sinh":
    case "cosh":
      return floatExp(fn, type, a);
    case "tanh":
      return floatTanh(type, a);
    case "log":
    case "log2":
    case "log10":
    case "log1p":
      return floatLog(fn, type, a);
    case "sin":
    case "cos":
    case "tan":
      return floatTrig(fn, type, a);
    case "asin":
    case "acos":
    case "atan":
      return floatArc(fn, type, a);
    case "atan2":
      return floatAtan2(type, a, b);
    case "cbrt":
      return floatCbrt(type, a);
    case "hypot":
      return floatHypot(type, a, b);
    case "pow":
      return floatPower(type, a, b);
  }
}
