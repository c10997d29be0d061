/** Conversions among types: native where WebAssembly's own, or a check in front of it, gives what `types/convert.ts` says. */
import type { Span } from "../../diagnostics/diagnostic.ts";
import { within } from "../../loops/analysis/range/index.ts";
import { compileConvert, compileStore } from "../../types/arithmetic.ts";
import { type ExactType, formOf } from "../../types/exact.ts";
import type { Interval } from "../../types/interval.ts";
import { printType } from "../../types/print.ts";
import { type IntType, isNumpy, isPythonInt, type ScalarType, sameType } from "../../types/types.ts";
import { bug, type Code, callHost, callOperation, constant, floats, ints, type Ref, share } from "./code.ts";
import { typeKey } from "./expression.ts";
import { fixedToFixed, fixedToFloat, floatToFixed } from "./fixed.ts";
import { importFunction, siteOf } from "./host.ts";
import { exactType, isSaturating } from "./integer.ts";
import {
  type IntegerForm,
  integerForm,
  isBool,
  isNativeFloat,
  isPlainFloat,
  repOf,
} from "./representation.ts";

type Int = "i32" | "i64";

export interface CastFacts {
  readonly stores: boolean; // NumPy checks what a signed integer element takes
  readonly range: Interval | null; // of the operand
}

const nothingKnown: CastFacts = { stores: false, range: null };

export function convert(
  code: Code,
  from: ScalarType,
  to: ScalarType,
  operand: Ref,
  span: Span,
  facts: CastFacts = nothingKnown,
): Ref {
  if (sameType(from, to)) return operand;
  if (isBool(to) && (isBool(from) || repOf(from) !== "host")) return truth(code, from, operand);
  if (facts.stores && storeIsChecked(from, to)) {
    const fits = fitsType(facts.range, to) || holdsAll(integerForm(to), integerForm(from));
    if (!fits) {
      const key = `store ${typeKey(from)} ${typeKey(to)}`;
      return callOperation(code, key, [from], to, span, [operand], () => {
        const store = compileStore(from, to);
        return (a) => store(a);
      });
    }
  }
  const native = nativeConvert(code, from, to, operand, span, facts);
  if (native !== null) return native;
  return throughHost(code, from, to, operand, span);
}

function throughHost(code: Code, from: ScalarType, to: ScalarType, operand: Ref, span: Span): Ref {
  const key = `convert ${typeKey(from)} ${typeKey(to)}`;
  return callOperation(code, key, [from], to, span, [operand], () => {
    const compute = compileConvert(from, to);
    return (a) => compute(a);
  });
}

export function storeIsChecked(from: ScalarType, to: ScalarType): boolean {
  return to.kind === "int" && to.rule === "numpy" && to.signed && isNumpy(from) && from.kind !== "bool";
}

export function fitsType(range: Interval | null, to: ScalarType): boolean {
  const form = integerForm(to);
  if (form === null || form.bits > 53)
    return form !== null && range !== null && (form.signed || range.low >= 0);
  return form.signed
    ? within(range, -(2 ** (form.bits - 1)), 2 ** (form.bits - 1) - 1)
    : within(range, 0, 2 ** form.bits - 1);
}

export function holdsAll(outer: IntegerForm | null, inner: IntegerForm | null): boolean {
  if (outer === null || inner === null) return false;
  if (outer.signed === inner.signed) return outer.bits >= inner.bits;
  return outer.signed && outer.bits > inner.bits;
}

/** Null: the operand is untouched and the host converts it. */
function nativeConvert(
  code: Code,
  from: ScalarType,
  to: ScalarType,
  operand: Ref,
  span: Span,
  { range }: CastFacts,
): Ref | null {
  const [a, b] = [repOf(from), repOf(to)];
  if (a === "host" || b === "host") return null;
  const form = integerForm(from);
  if (from.kind === "fixed" && isPlainFloat(to)) return fixedToFloat(code, from, to, operand);
  if (to.kind === "fixed" && isPlainFloat(from))
    return floatToFixed(code, a as "f32" | "f64", to, operand, (again) =>
      throughHost(code, from, to, again, span),
    );
  if (form !== null) {
    if (isNativeFloat(to)) return integerToFloat(code, from, to, operand);
    if (integerForm(to) === null) return null;
    if (isBool(from)) return boolToInteger(code, to, operand);
    return integerToInteger(code, from, to, operand, span, range);
  }
  if (!isNativeFloat(from)) return null;
  if (isNativeFloat(to)) return floatToFloat(code, a as "f32" | "f64", b as "f32" | "f64", operand);
  if (to.kind === "int" && to.rule === "numpy" && from.kind === "float") {
    return truncateAsX86(code, a as "f32" | "f64", to, operand);
  }
  return isPythonInt(to) ? wholePart(code, from, to, operand, span) : null;
}

function boolToInteger(code: Code, to: ScalarType, operand: Ref): Ref | null {
  if (to.kind === "fixed") return null;
  const one = to.kind === "int" && to.bits === 1 && to.signed ? -1 : 1;
  const positive = one === 1 ? operand : code.m.i32.sub(code.m.i32.const(0), operand);
  return repOf(to) === "i64" ? code.m.i64.extend_u(positive) : positive;
}

/** A Python int is a double first, as in CPython. */
function integerToFloat(code: Code, from: ScalarType, to: ScalarType, operand: Ref): Ref {
  const form = integerForm(from) ?? bug("no integer");
  const rep = repOf(from) as Int;
  const double = isPythonInt(from) && repOf(to) === "f32";
  const of = floats(code, double ? "f64" : (repOf(to) as "f32" | "f64"));
  const converted = form.signed ? of.convert_s[rep](operand) : of.convert_u[rep](operand);
  return double ? code.m.f32.demote(converted) : converted;
}

function floatToFloat(code: Code, from: "f32" | "f64", to: "f32" | "f64", operand: Ref): Ref {
  if (from === to) return operand;
  return to === "f64" ? code.m.f64.promote(operand) : code.m.f32.demote(operand);
}

function integerToInteger(
  code: Code,
  from: ScalarType,
  to: ScalarType,
  operand: Ref,
  span: Span,
  range: Interval | null,
): Ref | null {
  const [a, b] = [integerForm(from) ?? bug("no integer"), integerForm(to) ?? bug("no integer")];
  const [source, target] = [repOf(from) as Int, repOf(to) as Int];
  const fits = from.kind !== "fixed" && to.kind !== "fixed" && (holdsAll(b, a) || fitsType(range, to));
  if (fits) return container(code, source, a, target, operand);
  if (isPythonInt(from)) return to.kind === "int" ? checkedInteger(code, to, operand, span) : null;
  if (isPythonInt(to)) return null; // uint64, fixed
  const [exact, into] = [exactType(from) ?? bug("no integer"), exactType(to) ?? bug("no integer")];
  const plain = scaledInteger(code, exact, into, operand);
  return plain ?? (into.kind === "fixed" ? fixedToFixed(code, exact, into, operand) : null);
}

/** A Python int that meets an integer type must fit it. */
function checkedInteger(code: Code, to: IntType, operand: Ref, span: Span): Ref {
  const { m } = code;
  const { i64 } = m;
  const name = printType(to);
  const whole = share(code, "i64", operand);
  const target = importFunction(code.host, `out of range ${name}`, ["i64", "i32"], null, (value, site) =>
    code.host.runtime.raise("out-of-range", `${value} is out of range for ${name}`, Number(site)),
  );
  const negative = i64.lt_s(whole.first, i64.const(0n));
  const outside =
    to.bits === 64
      ? to.signed
        ? bug("every Python int fits int64")
        : negative
      : to.signed
        ? i64.gt_u(
            i64.add(whole.first, i64.const(2n ** BigInt(to.bits - 1))),
            i64.const(2n ** BigInt(to.bits) - 1n),
          )
        : i64.gt_u(whole.first, i64.const(2n ** BigInt(to.bits) - 1n));
  const fault = m.block(null, [
    callHost(code, target, [whole.again(), m.i32.const(siteOf(code.host, span))]),
    m.unreachable(),
  ]);
  const narrow = repOf(to) === "i32" ? m.i32.wrap(whole.again()) : whole.again();
  return m.block(null, [m.if(outside, fault), narrow], code.wasm[repOf(to) as Int]);
}

/** Integers and fixed values into another form, without rounding that WebAssembly has no shift for. */
function scaledInteger(code: Code, from: ExactType, to: ExactType, operand: Ref): Ref | null {
  if (isSaturating(to)) return null;
  const [p, q] = [formOf(from), formOf(to)];
  const up = q.fraction - p.fraction;
  if (up < -63 || up > 63) return null;
  const roundsDown = to.kind === "fixed" && (to.rounding === "truncate" || to.rounding === "floor");
  if (up < 0 && !roundsDown) return null;
  const target = repOf(to) as Int;
  const rep: Int = repOf(from) === "i64" || target === "i64" ? "i64" : "i32";
  const of = ints(code, rep);
  if (Math.abs(up) >= (rep === "i32" ? 32 : 64)) return null;
  const wide = container(code, repOf(from) as Int, integerForm(from), rep, operand);
  const by = constant(code, rep, Math.abs(up));
  const moved =
    up === 0 ? wide : up > 0 ? of.shl(wide, by) : p.signed ? of.shr_s(wide, by) : of.shr_u(wide, by);
  const narrow = rep === target ? moved : code.m.i32.wrap(moved);
  return extend(code, target, { bits: q.width, signed: q.signed }, narrow);
}

/** cvttsd2si into 32 or 64 bits: whatever does not fit is the lowest integer. */
function truncateAsX86(code: Code, from: "f32" | "f64", to: IntType, operand: Ref): Ref {
  const { m } = code;
  const of = floats(code, from);
  const x = share(code, from, operand);
  if (to.bits < 32 || (to.bits === 32 && to.signed)) {
    const whole = m.if(
      of.lt(x.first, of.const(2 ** 31)),
      m.i32.trunc_s_sat[from](x.again()),
      m.i32.const(-(2 ** 31)),
    );
    return extend(code, "i32", to, whole);
  }
  const to64 = (test: Ref, again: () => Ref): Ref =>
    m.if(test, m.i64.trunc_s_sat[from](again()), m.i64.const(-(2n ** 63n)));
  const half = (): Ref => of.const(2 ** 63);
  if (to.bits === 32) return m.i32.wrap(to64(of.lt(x.first, half()), x.again));
  if (to.signed) return to64(of.lt(x.first, half()), x.again);
  const upper = share(code, from, of.sub(x.again(), half()));
  return m.if(
    of.ge(x.first, half()),
    m.i64.xor(to64(of.lt(upper.first, half()), upper.again), m.i64.const(-(2n ** 63n))),
    to64(of.lt(x.again(), half()), x.again),
  );
}

/** int(x): native below 2^63, else the host knows the fault. */
function wholePart(code: Code, from: ScalarType, to: ScalarType, operand: Ref, span: Span): Ref {
  const rep = repOf(from) as "f32" | "f64";
  const of = floats(code, rep);
  const x = share(code, rep, operand);
  return code.m.if(
    of.lt(of.abs(x.first), of.const(2 ** 63)),
    code.m.i64.trunc_s_sat[rep](x.again()),
    throughHost(code, from, to, x.again(), span),
  );
}

/** An integer in one container moved to another, its value kept where it fits. */
export function container(code: Code, from: Int, form: IntegerForm | null, to: Int, operand: Ref): Ref {
  if (from === to) return operand;
  if (to === "i32") return code.m.i32.wrap(operand);
  return form?.signed === false ? code.m.i64.extend_u(operand) : code.m.i64.extend_s(operand);
}

/** The low bits of the form, sign- or zero-extended to the container. */
export function extend(code: Code, rep: Int, { bits, signed }: IntegerForm, operand: Ref): Ref {
  const width = rep === "i32" ? 32 : 64;
  if (bits >= width) return operand;
  const of = ints(code, rep);
  if (!signed) return of.and(operand, constant(code, rep, (1n << BigInt(bits)) - 1n));
  if (bits === 8) return of.extend8_s(operand);
  if (bits === 16) return of.extend16_s(operand);
  const unused = (): Ref => constant(code, rep, width - bits);
  return of.shr_s(of.shl(operand, unused()), unused());
}

/** 0 or 1: not zero; NaN is true. */
export function truth(code: Code, type: ScalarType, operand: Ref): Ref {
  if (isBool(type)) return operand;
  const { m } = code;
  switch (repOf(type)) {
    case "i32":
      return m.i32.ne(operand, m.i32.const(0));
    case "i64":
      return m.i64.ne(operand, m.i64.const(0n));
    case "f32":
      return m.f32.ne(operand, m.f32.const(0));
    case "f64":
      return m.f64.ne(operand, m.f64.const(0));
    case "host":
      return throughHost(code, type, { kind: "bool" }, operand, { from: 0, to: 0 });
  }
}
