/**
 * Expressions in Verilog.
 *
 * Verilog computes in the width and sign of what stands around. Here every operand already has the width of its
 * operation, extensions are written out, and signed operators stand inside $signed and $unsigned, which close their
 * argument off: so each operation computes what it would alone. Products are the exception, see `product`.
 */
import { assertNever, bug } from "../../diagnostics/bug.ts";
import { bitsFor, ones } from "../netlist/bits.ts";
import type { Binary, BinaryOp, Expr, Mux, UnaryOp } from "../netlist/nodes.ts";
import type { Names } from "./names.ts";

/** Where expressions are printed: names, and wires that Verilog needs beside those of the circuit. */
export interface Scope {
  readonly names: Names;
  readonly extra: ExtraWire[]; // not printed yet
  readonly made: Map<string, ExtraWire>; // all such wires, by their width and text
  within: string | null; // the wire whose value is printed
  readonly used: Map<string, bigint>; // the bits of each name that something reads
}

export function startScope(names: Names): Scope {
  return { names, extra: [], made: new Map(), within: null, used: new Map() };
}

export interface ExtraWire {
  readonly name: string;
  readonly width: number;
  readonly text: string | null; // null: something else drives it
}

/** At the right of an assignment, where a product may take its width from the left. */
export function assigned(scope: Scope, expr: Expr): string {
  return isProduct(expr) ? product(scope, expr) : text(scope, expr);
}

function isProduct(expr: Expr): expr is Binary {
  return expr.kind === "binary" && expr.op === "mul";
}

export function text(scope: Scope, expr: Expr): string {
  switch (expr.kind) {
    case "const":
      return constant(expr.width, expr.value);
    case "ref":
      return reading(scope, refName(scope, expr.name), 0, expr.width);
    case "unary":
      return `${unarySign(expr.op)}${primary(scope, expr.operand)}`;
    case "binary":
      return binary(scope, expr);
    case "mux":
      return mux(scope, expr);
    case "concat":
      return `{${expr.parts.map((part) => text(scope, part)).join(", ")}}`;
    case "slice":
      return bits(scope, expr.operand, expr.low, expr.width);
    case "extend": {
      const more = expr.width - expr.operand.width;
      if (!expr.signed) return `{${constant(more, 0n)}, ${text(scope, expr.operand)}}`;
      if (expr.operand.width === 1) return `{${expr.width}{${text(scope, expr.operand)}}}`;
      const { operand: inner } = expr;
      if (inner.kind === "slice")
        return signed(more, bits(scope, inner, inner.width - 1, 1), text(scope, inner));
      const name = reading(scope, nameOf(scope, inner), 0, inner.width);
      return signed(more, `${name}[${inner.width - 1}]`, name);
    }
    default:
      return assertNever(expr);
  }
}

function signed(more: number, sign: string, value: string): string {
  return more === 1 ? `{${sign}, ${value}}` : `{{${more}{${sign}}}, ${value}}`;
}

export function constant(width: number, value: bigint): string {
  if (width === 1) return `1'b${value}`;
  return value < 1024n ? `${width}'d${value}` : `${width}'h${value.toString(16)}`;
}

/** `[7:0] `, or nothing for one bit. */
export function range(width: number): string {
  return width === 1 ? "" : `[${width - 1}:0] `;
}

function unarySign(op: UnaryOp): string {
  switch (op) {
    case "not":
      return "~";
    case "neg":
      return "-";
    case "reduceAnd":
      return "&";
    case "reduceOr":
      return "|";
    case "reduceXor":
      return "^";
  }
}

const signs: Readonly<Record<Exclude<BinaryOp, "mul">, string>> = {
  add: "+",
  sub: "-",
  and: "&",
  or: "|",
  xor: "^",
  shl: "<<",
  shr: ">>",
  sshr: ">>>",
  eq: "==",
  ne: "!=",
  ult: "<",
  ule: "<=",
  slt: "<",
  sle: "<=",
};

function binary(scope: Scope, expr: Binary): string {
  const { op, left, right } = expr;
  switch (op) {
    case "mul":
      return wholeWire(scope, "product", expr.width, product(scope, expr));
    case "slt":
    case "sle":
      return `$signed(${text(scope, left)}) ${signs[op]} $signed(${text(scope, right)})`;
    case "sshr":
      return `$unsigned($signed(${text(scope, left)}) >>> ${operand(scope, right)})`;
    case "add":
    case "and":
    case "or":
    case "xor": {
      // a + b + c: the same operator on the left needs no brackets.
      const chained = left.kind === "binary" && left.op === op;
      const first = chained ? text(scope, left) : operand(scope, left);
      return `${first} ${signs[op]} ${operand(scope, right)}`;
    }
    default:
      return `${operand(scope, left)} ${signs[op]} ${operand(scope, right)}`;
  }
}

/**
 * A product of extended values is written on the values themselves, so that a synthesizer sees the multiplier that
 * is meant (18 by 18 bits is one DSP block, 36 by 36 are four). They are extended by the width of the assignment,
 * and as signed ones only if both are $signed; an unsigned value beside a signed one gets a zero on top. What is
 * computed stands inside $signed or $unsigned, or it would be computed in that width as well.
 */
function product(scope: Scope, { left, right, width }: Binary): string {
  const isSigned = [left, right].some((factor) => factor.kind === "extend" && factor.signed);
  const factors = [left, right].map((factor) => (isSigned ? signedFactor(factor) : plainFactor(factor)));
  const sum = factors.reduce((total, factor) => total + factor.width, 0);
  // Wider than the product can be: written out, for a linter would take the rest for an oversight.
  if (sum < width) return `${operand(scope, left)} * ${operand(scope, right)}`;
  return factors.map((factor) => factor.print(scope)).join(" * ");
}

interface Factor {
  readonly width: number;
  print(scope: Scope): string;
}

function plainFactor(factor: Expr): Factor {
  if (factor.kind === "const") {
    const width = bitsFor(factor.value);
    return { width, print: () => constant(width, factor.value) };
  }
  const inner = factor.kind === "extend" ? factor.operand : factor;
  return {
    width: inner.width,
    print: (scope) =>
      needsBrackets(inner) || inner.kind === "unary"
        ? `$unsigned(${text(scope, inner)})`
        : text(scope, inner),
  };
}

function signedFactor(factor: Expr): Factor {
  if (factor.kind === "const") {
    const value = BigInt.asIntN(factor.width, factor.value);
    const width = Math.min(factor.width, bitsFor(value < 0n ? -value - 1n : value) + 1);
    return { width, print: () => `$signed(${constant(width, BigInt.asUintN(width, value))})` };
  }
  const inner = factor.kind === "extend" ? factor.operand : factor;
  if (factor.kind !== "extend" || factor.signed) {
    return { width: inner.width, print: (scope) => `$signed(${text(scope, inner)})` };
  }
  return { width: inner.width + 1, print: (scope) => `$signed({1'b0, ${text(scope, inner)}})` };
}

/** A chain of choices is written one a line. */
function mux(scope: Scope, expr: Mux): string {
  const cases: string[] = [];
  let rest: Expr = expr;
  while (rest.kind === "mux") {
    cases.push(`${operand(scope, rest.condition)} ? ${operand(scope, rest.then)}`);
    rest = rest.else;
  }
  return [...cases, operand(scope, rest)].join(cases.length > 2 ? " :\n    " : " : ");
}

/** In brackets where it is more than a name. */
function operand(scope: Scope, expr: Expr): string {
  const own = text(scope, expr);
  return needsBrackets(expr) ? `(${own})` : own;
}

/** What a sign may stand before: Verilog has no ~~x. */
function primary(scope: Scope, expr: Expr): string {
  return expr.kind === "unary" ? `(${text(scope, expr)})` : operand(scope, expr);
}

function needsBrackets(expr: Expr): boolean {
  switch (expr.kind) {
    case "unary":
      return expr.op !== "not";
    case "binary":
      return expr.op !== "mul" && expr.op !== "sshr"; // a wire of its own; inside $unsigned
    case "mux":
      return true;
    default:
      return false;
  }
}

function bits(scope: Scope, whole: Expr, low: number, width: number): string {
  if (width === whole.width) return text(scope, whole);
  if (whole.kind === "slice") return bits(scope, whole.operand, whole.low + low, width);
  const name = reading(scope, nameOf(scope, whole), low, width);
  return `${name}${selection(low, width)}`;
}

/** `[3]` or `[7:4]` */
export function selection(low: number, width: number): string {
  return width === 1 ? `[${low}]` : `[${low + width - 1}:${low}]`;
}

/** The name, of which these bits are read. */
export function reading(scope: Scope, name: string, low: number, width: number): string {
  scope.used.set(name, (scope.used.get(name) ?? 0n) | (ones(width) << BigInt(low)));
  return name;
}

function refName({ names }: Scope, name: string): string {
  return names.inner.get(name) ?? bug(`no Verilog name for ${name}`);
}

/** Verilog takes bits only of what has a name: anything else becomes a wire first. */
function nameOf(scope: Scope, expr: Expr): string {
  return expr.kind === "ref"
    ? refName(scope, expr.name)
    : extraWire(scope, isProduct(expr) ? "product" : "value", expr.width, assigned(scope, expr));
}

/** The index of an array. Icarus Verilog does not wrap arithmetic there, so what is computed is computed before. */
export function indexText(scope: Scope, expr: Expr, hint: string): string {
  const simple = expr.kind === "ref" || expr.kind === "const" || expr.kind === "slice";
  return simple ? text(scope, expr) : wholeWire(scope, hint, expr.width, assigned(scope, expr));
}

export function wholeWire(scope: Scope, hint: string, width: number, value: string): string {
  return reading(scope, extraWire(scope, hint, width, value), 0, width);
}

/** A wire for what an instance gives and nobody takes: Verilator wants something at each pin. */
export function spareWire(scope: Scope, hint: string, width: number): string {
  const name = scope.names.fresh(`${hint}_unused`);
  scope.extra.push({ name, width, text: null });
  return name;
}

function extraWire(scope: Scope, hint: string, width: number, value: string): string {
  const key = `${width} ${value}`;
  const found = scope.made.get(key);
  if (found !== undefined) return found.name;
  const name = scope.names.fresh(scope.within === null ? hint : `${scope.within}_${hint}`);
  const wire = { name, width, text: value };
  scope.extra.push(wire);
  scope.made.set(key, wire);
  return wire.name;
}
