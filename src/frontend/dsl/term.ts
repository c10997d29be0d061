/**
 * Values of a kernel, and places that hold one.
 *
 *     a.mul(b).add(1)          // a Term: a formula; JavaScript numbers are lifted
 *     s.set(a); s.inc(2)       // a Place: a scalar, an element of a tensor, or bits of either
 *
 * A Term has the value it had where it was written. A Place is read where it is used.
 */
import type { Span } from "../../diagnostics/diagnostic.ts";
import * as build from "../../program/builder.ts";
import type { Expr, Load, Var } from "../../program/nodes.ts";
import { bitWidth } from "../../types/bits.ts";
import type { BinaryOp, CompareOp, MathFn, UnaryOp } from "../../types/operators.ts";
import { printType } from "../../types/print.ts";
import type { IntegerKind, Kind, KindOf } from "../../types/static.ts";
import { elementOf, exactInt, type ScalarType, sameType } from "../../types/types.ts";
import { noJavaScript, refuseAlternative } from "./javascript.ts";
import {
  type Block,
  bear,
  declare,
  emit,
  type Frame,
  fail,
  frameOf,
  fresh,
  type Made,
  recordWrite,
  refuse,
  type Session,
  sizeOf,
  spanHere,
} from "./session.ts";
import { readScalarType } from "./type_text.ts";
import { checkKnown, noteMade, noteTaken } from "./use.ts";

/** What may stand for a value. An integer number is a Python int, any other a Python float: both are weak. */
export type Like = Term | number | bigint | boolean;

/** What may count elements or bits. */
export type Index = Term<IntegerKind> | number | bigint;

/** A Term of a kind goes with one whose kind is not known, in both directions: a method's parameter allows that. */
interface Kinded<K extends Kind> {
  is(kind: K): void;
}

/** `Term<"int32">` where the type is known from the text of the kernel, else `Term`. */
export class Term<K extends Kind = Kind> {
  /** For TypeScript alone. @internal */ declare readonly kind: Kinded<K>["is"];
  /** @internal */ readonly session: Session;
  /** @internal */ readonly frame: Frame;
  /** @internal */ readonly block: Block;
  /** @internal */ readonly node: Expr;
  /** @internal */ readonly made: Made | null;

  /**
   * `made` is where it was made, if something must take it. Nobody need look at a variable.
   * @internal
   */
  constructor(session: Session, node: Expr, made: Span | Made | null) {
    this.session = session;
    this.frame = frameOf(session);
    this.block = this.frame.block;
    this.made =
      made === null || "block" in made ? made : noteMade(this.block, made, isTruth(elementOf(node.type)));
    if (this.made !== null) refuseAlternative(session, this.made.span);
    if (this instanceof Place) {
      this.node = node;
      return;
    }
    this.node = sizeOf(session, node) > largest ? held(this.frame, node) : node;
    bear(session, this.frame, this.node);
  }

  /** Whoever asks for it has used the value: types are for TypeScript to compute with. */
  get type(): ScalarType {
    noteTaken(this.made);
    return elementOf(this.node.type);
  }

  /** How many bits a value of its type has. */
  get width(): number {
    return bitWidth(this.type);
  }

  add(other: Like): Term {
    return binary(this.session, "add", this, other);
  }
  sub(other: Like): Term {
    return binary(this.session, "sub", this, other);
  }
  mul(other: Like): Term {
    return binary(this.session, "mul", this, other);
  }
  /** True division, as Python's `/`. */
  div(other: Like): Term {
    return binary(this.session, "div", this, other);
  }
  floordiv(other: Like): Term {
    return binary(this.session, "floordiv", this, other);
  }
  /** Floors: the result has the sign of the divisor. */
  mod(other: Like): Term {
    return binary(this.session, "mod", this, other);
  }
  pow(other: Like): Term {
    return binary(this.session, "pow", this, other);
  }
  shl(other: Like): Term {
    return binary(this.session, "shl", this, other);
  }
  shr(other: Like): Term {
    return binary(this.session, "shr", this, other);
  }
  /** Bit by bit; for conditions see `h.and`. */
  and(other: Like): Term {
    return binary(this.session, "and", this, other);
  }
  or(other: Like): Term {
    return binary(this.session, "or", this, other);
  }
  xor(other: Like): Term {
    return binary(this.session, "xor", this, other);
  }
  min(other: Like): Term {
    return binary(this.session, "min", this, other);
  }
  max(other: Like): Term {
    return binary(this.session, "max", this, other);
  }

  neg(): Term {
    return unary(this, "neg");
  }
  abs(): Term {
    return unary(this, "abs");
  }
  invert(): Term {
    return unary(this, "invert");
  }
  not(): Term {
    return unary(this, "not");
  }

  eq(other: Like): Term {
    return compare(this, "eq", other);
  }
  ne(other: Like): Term {
    return compare(this, "ne", other);
  }
  lt(other: Like): Term {
    return compare(this, "lt", other);
  }
  le(other: Like): Term {
    return compare(this, "le", other);
  }
  gt(other: Like): Term {
    return compare(this, "gt", other);
  }
  ge(other: Like): Term {
    return compare(this, "ge", other);
  }

  sqrt(): Term {
    return this.math("sqrt");
  }
  exp(): Term {
    return this.math("exp");
  }
  log(): Term {
    return this.math("log");
  }
  tanh(): Term {
    return this.math("tanh");
  }
  floor(): Term {
    return this.math("floor");
  }
  /** Half to even. */
  round(): Term {
    return this.math("rint");
  }
  /** Any other function: `x.math("atan2", y)`. */
  math(fn: MathFn, ...others: readonly Like[]): Term {
    const { session } = this;
    const args = [this, ...others].map((other) => lift(session, other));
    const span = spanHere(session);
    return new Term(session, built(session, build.math(refuse(session), fn, args, span)), span);
  }

  cast<const T extends string | ScalarType>(type: T): Term<KindOf<T>> {
    const { session } = this;
    const to = readScalarType(session, type);
    const span = spanHere(session);
    return new Term(
      session,
      built(session, build.cast(refuse(session), lift(session, this), to, span)),
      span,
    );
  }

  /** The same bits read as another type of the same width. */
  bitcast<const T extends string | ScalarType>(type: T): Term<KindOf<T>> {
    return bitcast(this, readScalarType(this.session, type));
  }

  /** One bit of an integer or fixed value, as uint<1>. */
  bit(index: Index): Term {
    return this.bits(index, 1);
  }

  /** `width` bits from `low` up, as uint<width>. */
  bits(low: Index, width: number): Term {
    const { session } = this;
    const read = bitsOf(session, lift(session, this), low, width);
    return new Term(session, read, read.span);
  }

  /** `a + b`, `a < b`, `${a}`, `list[a]` and `Math.max(a, b)` would be NaN or text: say so. */
  [Symbol.toPrimitive](hint: string): never {
    return noJavaScript(this.session, "value", hint);
  }
  toString(): never {
    return noJavaScript(this.session, "value", "string");
  }
  toJSON(): never {
    return noJavaScript(this.session, "value", "string");
  }
}

/** Formulas are trees: one that uses another twice, again and again, or has thousands of terms, is computed in parts. */
const largest = 256;

function held(frame: Frame, node: Expr): Var {
  const own = declare(frame, fresh(frame, "part"), node.type, node.span);
  emit(frame, { kind: "assign", target: own.name, value: node, span: node.span });
  recordWrite(frame, own.name);
  return own;
}

/** Where a value can be put. */
export type Assignable =
  | Var
  | Load
  | {
      readonly kind: "bitsOf";
      readonly of: Var | Load;
      readonly low: Expr;
      readonly width: number;
      readonly read: Expr;
    };

export class Place<K extends Kind = Kind> extends Term<K> {
  /** @internal */ readonly target: Assignable;

  /** @internal */
  constructor(session: Session, target: Assignable, made: Span | null) {
    super(session, target.kind === "bitsOf" ? target.read : target, made);
    this.target = target;
  }

  set(value: Like): void {
    const { session, target } = this;
    checkKnown(session, this);
    noteTaken(this.made);
    const frame = frameOf(session);
    const expr = lift(session, value);
    const span = spanHere(session);
    switch (target.kind) {
      case "var": {
        const cast = built(session, build.cast(refuse(session), expr, this.type));
        emit(frame, { kind: "assign", target: target.name, value: cast, span });
        recordWrite(frame, target.name);
        return;
      }
      case "load": {
        const cast = built(session, build.castStored(refuse(session), expr, this.type));
        emit(frame, { kind: "store", target, value: cast, span });
        recordWrite(frame, rootOf(target));
        return;
      }
      case "bitsOf": {
        const { of, low, width } = target;
        const strong = expr.kind === "const" ? expr : castTo(session, expr, strongOf(expr));
        const cast = castTo(session, strong, exactInt(width, false));
        emit(frame, { kind: "storeBits", target: of, low, width, value: cast, span });
        recordWrite(frame, rootOf(of));
      }
    }
  }

  /** `x += by` */
  inc(by: Like = 1): void {
    this.set(this.add(by));
  }

  /** `x -= by` */
  dec(by: Like = 1): void {
    this.set(this.sub(by));
  }

  /** Bits can be set too: `x.bit(3).set(1)`. */
  override bit(index: Index): Place {
    return this.bits(index, 1);
  }

  override bits(low: Index, width: number): Place {
    const { session, target } = this;
    const read = bitsOf(session, lift(session, this), low, width);
    const at = lift(session, low);
    if (target.kind !== "bitsOf") {
      return new Place(session, { kind: "bitsOf", of: target, low: at, width, read }, read.span);
    }
    const sum = built(session, build.binary(refuse(session), "add", target.low, at, read.span));
    return new Place(session, { kind: "bitsOf", of: target.of, low: sum, width, read }, read.span);
  }
}

function rootOf(target: Var | Load): string {
  const base = target.kind === "load" ? target.base : target;
  return base.kind === "var" ? base.name : "";
}

function bitsOf(session: Session, operand: Expr, low: Index, width: number): Expr {
  const type = elementOf(operand.type);
  if (type.kind !== "int" && type.kind !== "fixed") {
    fail(
      session,
      `${printType(type)} has no bits to take`,
      "cast it to an integer type, or use `bitcast` on a float",
    );
  }
  const bits = bitWidth(type);
  const at = lift(session, low);
  if (!isInteger(at)) fail(session, `a bit is counted by an integer, not by ${printType(at.type)}`);
  const constant = build.constantInt(at) ?? 0;
  if (!Number.isInteger(width) || width < 1 || constant < 0 || constant + width > bits) {
    const asked = width === 1 ? `bit ${constant}` : `bits ${constant} to ${constant + width - 1}`;
    fail(session, `${printType(type)} has bits 0 to ${bits - 1}, not ${asked}`);
  }
  return { kind: "bits", operand, low: at, type: exactInt(width, false), span: spanHere(session) };
}

/** The expression of a value, checked to be known here. A place is read now. */
export function lift(session: Session, value: Like): Expr {
  if (value instanceof Term) {
    if (value.session !== session) fail(session, "a value of another kernel is used here");
    checkKnown(session, value);
    noteTaken(value.made);
    if (!(value instanceof Place)) return value.node;
    const read = { ...value.node };
    bear(session, frameOf(session), read);
    return read;
  }
  const span = spanHere(session);
  switch (typeof value) {
    case "boolean":
      return build.boolConst(value, span);
    case "bigint":
      return build.intConst(value, span);
    case "number":
      if (!Number.isInteger(value) || Object.is(value, -0)) return build.floatConst(value, span);
      if (Number.isSafeInteger(value)) return build.intConst(value, span);
      return fail(session, `${value} is not an exact integer`, "write a bigint, or h.float(...) for a float");
    default:
      return fail(
        session,
        `a value is expected here, not ${value === null ? "null" : typeof value}`,
        "give a number or a value of the kernel; an element of a tensor is `t.at(i)`",
      );
  }
}

export function binary(session: Session, op: BinaryOp, left: Like, right: Like): Term {
  const [l, r] = [lift(session, left), lift(session, right)];
  const span = spanHere(session);
  return new Term(session, built(session, build.binary(refuse(session), op, l, r, span)), span);
}

function compare(left: Term, op: CompareOp, right: Like): Term {
  const { session } = left;
  const [l, r] = [lift(session, left), lift(session, right)];
  const span = spanHere(session);
  return new Term(session, built(session, build.compare(refuse(session), op, l, r, span)), span);
}

function unary(value: Term, op: UnaryOp): Term {
  const { session } = value;
  const span = spanHere(session);
  return new Term(
    session,
    built(session, build.unary(refuse(session), op, lift(session, value), span)),
    span,
  );
}

function bitcast(value: Term, to: ScalarType): Term {
  const { session } = value;
  const from = elementOf(value.node.type);
  if (bitWidth(to) !== bitWidth(from)) {
    fail(
      session,
      `${printType(from)} has ${bitWidth(from)} bits, ${printType(to)} has ${bitWidth(to)}`,
      "a bitcast keeps the width",
    );
  }
  if (sameType(to, from)) return value;
  const span = spanHere(session);
  return new Term(session, { kind: "bitcast", operand: lift(session, value), type: to, span }, span);
}

/** bool or python bool: a number counts as true unless it is 0. */
export function truth(session: Session, value: Like): Expr {
  const expr = lift(session, value);
  if (isTruth(elementOf(expr.type))) return expr;
  const zero = build.intConst(0, expr.span);
  return built(session, build.compare(refuse(session), "ne", expr, zero, expr.span));
}

function isTruth(type: ScalarType): boolean {
  return type.kind === "bool" || (type.kind === "python" && type.name === "bool");
}

export function castTo(session: Session, expr: Expr, type: ScalarType): Expr {
  return built(session, build.cast(refuse(session), expr, type));
}

/** What np.asarray would make of it. */
export function strongOf(expr: Expr): ScalarType {
  return build.strongType(elementOf(expr.type));
}

export function isInteger(expr: Expr): boolean {
  return expr.type.kind === "int" || (expr.type.kind === "python" && expr.type.name === "int");
}

/** `refuse` throws, so a node is always there. */
export function built(session: Session, expr: Expr | null): Expr {
  return expr ?? fail(session, "this cannot be built");
}
