/** What operations do to bits, on bigints: used to fold constants, and by the interpreter. */
import { assertNever } from "../../diagnostics/bug.ts";
import type { BinaryOp, UnaryOp } from "./nodes.ts";

/** `width` is the operand's. */
export function applyUnary(op: UnaryOp, width: number, value: bigint): bigint {
  switch (op) {
    case "not":
      return ones(width) ^ value;
    case "neg":
      return BigInt.asUintN(width, -value);
    case "reduceAnd":
      return flag(value === ones(width));
    case "reduceOr":
      return flag(value !== 0n);
    case "reduceXor":
      return parity(value);
    default:
      return assertNever(op);
  }
}

/** `width` is the left operand's. */
export function applyBinary(op: BinaryOp, width: number, left: bigint, right: bigint): bigint {
  switch (op) {
    case "add":
      return BigInt.asUintN(width, left + right);
    case "sub":
      return BigInt.asUintN(width, left - right);
    case "mul":
      return BigInt.asUintN(width, left * right);
    case "and":
      return left & right;
    case "or":
      return left | right;
    case "xor":
      return left ^ right;
    case "shl":
      return right >= BigInt(width) ? 0n : BigInt.asUintN(width, left << right);
    case "shr":
      return right >= BigInt(width) ? 0n : left >> right;
    case "sshr": {
      const signed = BigInt.asIntN(width, left);
      const amount = right >= BigInt(width) ? BigInt(width - 1) : right;
      return BigInt.asUintN(width, signed >> amount);
    }
    case "eq":
      return flag(left === right);
    case "ne":
      return flag(left !== right);
    case "ult":
      return flag(left < right);
    case "ule":
      return flag(left <= right);
    case "slt":
      return flag(BigInt.asIntN(width, left) < BigInt.asIntN(width, right));
    case "sle":
      return flag(BigInt.asIntN(width, left) <= BigInt.asIntN(width, right));
    default:
      return assertNever(op);
  }
}

export function extendBits(signed: boolean, from: number, to: number, value: bigint): bigint {
  return signed ? BigInt.asUintN(to, BigInt.asIntN(from, value)) : value;
}

export function sliceBits(value: bigint, low: number, width: number): bigint {
  return BigInt.asUintN(width, value >> BigInt(low));
}

/** All ones. */
export function ones(width: number): bigint {
  return (1n << BigInt(width)) - 1n;
}

/** The bits it takes to write an unsigned number: at least one. */
export function bitsFor(value: bigint | number): number {
  return value.toString(2).length;
}

/** The bits of an address that reaches `depth` words. */
export function addressWidth(depth: number): number {
  return bitsFor(Math.max(depth - 1, 1));
}

function flag(condition: boolean): bigint {
  return condition ? 1n : 0n;
}

function parity(value: bigint): bigint {
  let sum = 0n;
  for (let rest = value; rest !== 0n; rest &= rest - 1n) sum ^= 1n;
  return sum;
}
