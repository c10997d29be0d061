/** Python's int: 64 bits with a fault where they are too few; no check where bounds prove that none is needed. */
import type { Span } from "../../diagnostics/diagnostic.ts";
import { rangeOf, within } from "../../loops/analysis/range/index.ts";
import type { Binary, Unary } from "../../loops/nodes.ts";
import { compileBinary } from "../../types/arithmetic.ts";
import { binaryInterval, type Interval } from "../../types/interval.ts";
import { pythonFloat, pythonInt } from "../../types/types.ts";
import { type Code, callOperation, type Ref, share } from "./code.ts";
import { siteOf } from "./host.ts";
import { extreme } from "./integer.ts";
import { callPython, raise } from "./routines.ts";

type Operands = () => [Ref, Ref];

export function pythonBinary(code: Code, expr: Binary, operands: Operands): Ref | null {
  const { i64 } = code.m;
  const left = rangeOf(code.ranges, expr.left, code.facts);
  const right = rangeOf(code.ranges, expr.right, code.facts);
  const known = left !== null && right !== null ? binaryInterval(expr.op, left, right) : null;
  const site = siteOf(code.host, expr.span);
  const checked = (name: Parameters<typeof callPython>[1]): Ref => callPython(code, name, operands(), site);
  switch (expr.op) {
    case "add":
      return known !== null ? i64.add(...operands()) : checked("add");
    case "sub":
      return known !== null ? i64.sub(...operands()) : checked("sub");
    case "mul":
      return known !== null ? i64.mul(...operands()) : checked("mul");
    case "floordiv":
      return positive(left, right) ? i64.div_u(...operands()) : checked("floordiv");
    case "mod":
      return positive(left, right) ? i64.rem_u(...operands()) : checked("mod");
    case "fmod":
    case "shl":
    case "shr":
      return checked(expr.op);
    case "and":
      return i64.and(...operands());
    case "or":
      return i64.or(...operands());
    case "xor":
      return i64.xor(...operands());
    case "min":
    case "max":
      return extreme(code, expr.op, "i64", true, operands);
    case "div":
      return quotient(code, expr.span, operands);
    case "pow":
      return null;
  }
}

function positive(left: Interval | null, right: Interval | null): boolean {
  return within(left, 0, Number.MAX_SAFE_INTEGER) && within(right, 1, Number.MAX_SAFE_INTEGER);
}

/** Two integers that doubles hold divide as doubles; else the host rounds the exact quotient. */
function quotient(code: Code, span: Span, operands: Operands): Ref {
  const { m } = code;
  const { i64, f64 } = m;
  const [left, right] = operands();
  const a = share(code, "i64", left);
  const b = share(code, "i64", right);
  const safe = (x: Ref): Ref => i64.le_u(i64.add(x, i64.const(2n ** 53n)), i64.const(2n ** 54n));
  const site = m.i32.const(siteOf(code.host, span));
  const exact = callOperation(
    code,
    "python int division",
    [pythonInt, pythonInt],
    pythonFloat,
    span,
    [a.again(), b.again()],
    () => compileBinary("div", pythonInt, pythonInt, pythonFloat),
  );
  return m.block(
    null,
    [
      m.drop(a.first),
      m.if(i64.eqz(b.first), raise(code, "zero-division", site)),
      m.if(
        m.i32.and(safe(a.again()), safe(b.again())),
        f64.div(f64.convert_s.i64(a.again()), f64.convert_s.i64(b.again())),
        exact,
      ),
    ],
    code.wasm.f64,
  );
}

export function pythonUnary(
  code: Code,
  op: Unary["op"],
  operand: () => Ref,
  range: Interval | null,
  span: Span,
): Ref | null {
  const { i64 } = code.m;
  switch (op) {
    case "neg":
      if (range !== null) return i64.sub(i64.const(0n), operand());
      return callPython(code, "neg", [operand()], siteOf(code.host, span));
    case "abs":
      return callPython(code, "abs", [operand()], siteOf(code.host, span));
    case "invert":
      return i64.xor(operand(), i64.const(-1n));
    case "not":
      return null;
  }
}
