/** Floats: WebAssembly's own single and double arithmetic, which rounds once. */
import type { Binary, Unary } from "../../loops/nodes.ts";
import type { MathFn } from "../../types/operators.ts";
import type { ScalarType } from "../../types/types.ts";
import { type Code, floats, type Ref, share } from "./code.ts";
import { siteOf } from "./host.ts";
import { isNativeFloat, type Rep, repOf } from "./representation.ts";
import { raise } from "./routines.ts";

type Float = "f32" | "f64";
type Operands = () => [Ref, Ref];

export function floatBinary(code: Code, expr: Binary, operands: Operands): Ref | null {
  const rep = repOf(expr.type) as Float;
  const of = floats(code, rep);
  switch (expr.op) {
    case "add":
      return of.add(...operands());
    case "sub":
      return of.sub(...operands());
    case "mul":
      return of.mul(...operands());
    case "div":
      return expr.type.kind === "python" ? checkedQuotient(code, expr, operands) : of.div(...operands());
    case "min":
    case "max":
      return extreme(code, expr.op, rep, operands);
    default:
      return null;
  }
}

/** Python's division by zero is a fault. */
function checkedQuotient(code: Code, expr: Binary, operands: Operands): Ref {
  const { m } = code;
  const [left, right] = operands();
  if (expr.right.kind === "const" && expr.right.value !== 0) return m.f64.div(left, right);
  const a = share(code, "f64", left);
  const b = share(code, "f64", right);
  const site = m.i32.const(siteOf(code.host, expr.span));
  return m.block(
    null,
    [
      m.drop(a.first),
      m.if(m.f64.eq(b.first, m.f64.const(0)), raise(code, "zero-division", site)),
      m.f64.div(a.again(), b.again()),
    ],
    code.wasm.f64,
  );
}

/** NaN wins; of two equal operands the second is the result. */
function extreme(code: Code, op: "min" | "max", rep: Float, operands: Operands): Ref {
  const { m } = code;
  const of = floats(code, rep);
  const [left, right] = operands();
  const a = share(code, rep, left);
  const b = share(code, rep, right);
  const first = op === "min" ? of.lt(a.first, b.first) : of.gt(a.first, b.first);
  return m.if(m.i32.or(first, of.ne(a.again(), a.again())), a.again(), b.again());
}

export function floatUnary(code: Code, op: Unary["op"], rep: Rep, operand: () => Ref): Ref | null {
  const of = floats(code, rep as Float);
  return op === "neg" ? of.neg(operand()) : op === "abs" ? of.abs(operand()) : null;
}

export function floatMath(code: Code, fn: MathFn, type: ScalarType, operands: () => Ref[]): Ref | null {
  if (!isNativeFloat(type)) return null;
  const rep = repOf(type) as Float;
  const of = floats(code, rep);
  const { m } = code;
  const one = (): Ref => operands()[0] ?? m.unreachable();
  switch (fn) {
    case "sqrt":
      return type.kind === "python" ? null : of.sqrt(one());
    case "floor":
    case "ceil":
    case "trunc":
      return of[fn](one());
    case "rint":
      return of.nearest(one());
    case "isnan": {
      const x = share(code, rep, one());
      return of.ne(x.first, x.again());
    }
    case "isinf":
      return of.eq(of.abs(one()), of.const(Number.POSITIVE_INFINITY));
    case "isfinite":
      return of.lt(of.abs(one()), of.const(Number.POSITIVE_INFINITY));
    default:
      return null;
  }
}
