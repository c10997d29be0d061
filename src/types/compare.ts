/** Comparison by value, whatever the two types are: int64 with uint64, int with fixed, Python int with Python float. */
import { type ExactType, formOf } from "./exact.ts";
import { bug, takenApart } from "./fault.ts";
import { compileFloatCompare } from "./float/index.ts";
import { type Int, shiftLeft } from "./integer.ts";
import type { CompareOp, Value } from "./operators.ts";
import { printType } from "./print.ts";
import { exactInt, float64, type ScalarType, sameType } from "./types.ts";

export type Comparison = (a: Value, b: Value) => boolean;

export function compileCompare(op: CompareOp, left: ScalarType, right: ScalarType): Comparison {
  if (left.kind === "float" && sameType(left, right)) return compileFloatCompare(op, left);
  const l = numberKind(left);
  const r = numberKind(right);
  if (l === "float" || r === "float")
    return isDouble(left) && isDouble(right) ? mixed(op) : unlike(left, right);
  const leftFraction = formOf(l).fraction;
  const rightFraction = formOf(r).fraction;
  const plain = isBoolean(left) || isBoolean(right) ? mixed(op) : ordered(op);
  if (leftFraction === rightFraction) return plain;
  const fraction = Math.max(leftFraction, rightFraction);
  const growsLeft = fraction - leftFraction;
  const growsRight = fraction - rightFraction;
  return (a, b) => plain(shiftLeft(asInt(a), growsLeft), shiftLeft(asInt(b), growsRight));
}

/** Python's floats and float64 compare with integers as they are: JavaScript compares a bigint and a number exactly. */
function isDouble(type: ScalarType): boolean {
  return numberKind(type) !== "float" || type.kind === "python" || sameType(type, float64);
}

function numberKind(type: ScalarType): "float" | ExactType {
  if (type.kind === "python") return type.name === "float" ? "float" : exactInt(64, true);
  if (type.kind === "complex") return takenApart();
  return type.kind === "float" ? "float" : type;
}

function isBoolean(type: ScalarType): boolean {
  return type.kind === "bool" || (type.kind === "python" && type.name === "bool");
}

function unlike(left: ScalarType, right: ScalarType): never {
  return bug(`${printType(left)} and ${printType(right)} must be cast to one type before they are compared`);
}

/** Canonical integers: equal values are identical. */
function ordered(op: CompareOp): Comparison {
  switch (op) {
    case "eq":
      return (a, b) => a === b;
    case "ne":
      return (a, b) => a !== b;
    case "lt":
      return (a, b) => a < b;
    case "le":
      return (a, b) => a <= b;
    case "gt":
      return (a, b) => a > b;
    case "ge":
      return (a, b) => a >= b;
  }
}

/** Integers with floats or booleans; NaN differs from everything. */
function mixed(op: CompareOp): Comparison {
  switch (op) {
    case "eq":
      return (a, b) => asInt(a) <= asInt(b) && asInt(a) >= asInt(b);
    case "ne":
      return (a, b) => !(asInt(a) <= asInt(b) && asInt(a) >= asInt(b));
    case "lt":
      return (a, b) => asInt(a) < asInt(b);
    case "le":
      return (a, b) => asInt(a) <= asInt(b);
    case "gt":
      return (a, b) => asInt(a) > asInt(b);
    case "ge":
      return (a, b) => asInt(a) >= asInt(b);
  }
}

function asInt(value: Value): Int {
  return typeof value === "boolean" ? Number(value) : value;
}
