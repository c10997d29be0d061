/** The outcome of asking which types an operation computes in, and how a refusal is worded. */
import type { BinaryOp, MathFn, UnaryOp, Value } from "./operators.ts";
import { printType } from "./print.ts";
import type { ScalarType } from "./types.ts";

export interface Operand {
  readonly type: ScalarType;
  readonly constant?: Value; // when the value is known now
}

/** `operands` are the types that the operands are cast to first. */
export type Promotion =
  | { readonly ok: true; readonly operands: readonly ScalarType[]; readonly result: ScalarType }
  | Refusal;

export interface Refusal {
  readonly ok: false;
  readonly message: string;
  readonly help: string;
}

export function accept(operands: readonly ScalarType[], result: ScalarType): Promotion {
  return { ok: true, operands, result };
}

export function refuse(message: string, help: string): Refusal {
  return { ok: false, message, help };
}

/** "`&` does not take float32 and int8". */
export function refuseOperands(op: Operation, operands: readonly Operand[], help: string): Refusal {
  const types = operands.map((o) => printType(o.type)).join(" and ");
  return refuse(`${operationName(op)} does not take ${types}`, help);
}

export type Operation = BinaryOp | UnaryOp | MathFn | "compare";

function operationName(op: Operation): string {
  const symbol = symbols.get(op);
  return symbol === undefined ? op : `\`${symbol}\``;
}

const symbols: ReadonlyMap<Operation, string> = new Map<Operation, string>([
  ["add", "+"],
  ["sub", "-"],
  ["mul", "*"],
  ["div", "/"],
  ["floordiv", "//"],
  ["mod", "%"],
  ["pow", "**"],
  ["shl", "<<"],
  ["shr", ">>"],
  ["and", "&"],
  ["or", "|"],
  ["xor", "^"],
  ["neg", "-"],
  ["invert", "~"],
  ["compare", "=="],
]);

export const integersOnly = "convert to an integer type first, as in `x.astype(np.int32)`";

export function isBitwise(op: BinaryOp): op is "and" | "or" | "xor" {
  return op === "and" || op === "or" || op === "xor";
}

export function isShift(op: BinaryOp): op is "shl" | "shr" {
  return op === "shl" || op === "shr";
}

export function isPythonFloat(type: ScalarType): boolean {
  return type.kind === "python" && type.name === "float";
}

export function isPythonBool(type: ScalarType): boolean {
  return type.kind === "python" && type.name === "bool";
}

/** A constant that is an integer, as one. */
export function integerConstant(o: Operand): bigint | null {
  if (o.constant === undefined || o.type.kind === "float" || isPythonFloat(o.type) || o.type.kind === "fixed")
    return null;
  return BigInt(o.constant);
}
