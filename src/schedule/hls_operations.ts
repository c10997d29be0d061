/**
 * Operators as HLS tools call them: `fmul` is `float32.mul`. Of UG1399, "Limiting the Number of Operators"; only those
 * that generated C++ uses as such: elementary functions and formats of our own are functions there.
 */
import { named } from "../diagnostics/named.ts";

const floats: readonly (readonly [number: string, letter: string])[] = [
  ["float16", "h"],
  ["float32", "f"],
  ["float64", "d"],
];

const ofIntegers: Readonly<Record<string, readonly string[]>> = {
  add: ["add"],
  sub: ["sub"],
  mul: ["mul"],
  floordiv: ["sdiv", "udiv"],
  mod: ["srem", "urem"],
  shl: ["shl"],
  shr: ["ashr", "lshr"],
};

const ofFloats: readonly string[] = ["add", "sub", "mul", "div", "sqrt"];

/** `float32`, `mul`: `fmul`. None where the tools have no word for it. */
export function hlsOperations(number: string, operation: string): readonly string[] {
  if (number === "int") return named(ofIntegers, operation) ?? [];
  if (number === "fixed") return ["add", "sub", "mul"].includes(operation) ? [operation] : [];
  const letter = floats.find(([name]) => name === number)?.[1];
  return letter === undefined || !ofFloats.includes(operation) ? [] : [`${letter}${operation}`];
}

/** `fmul`: `float32.mul`. Null where it is none of ours. */
export function operatorOfHls(name: string): string | null {
  for (const [operation, names] of Object.entries(ofIntegers)) {
    if (names.includes(name)) return `int.${operation}`;
  }
  for (const [number, letter] of floats) {
    if (name.startsWith(letter) && ofFloats.includes(name.slice(1))) return `${number}.${name.slice(1)}`;
  }
  return null;
}
