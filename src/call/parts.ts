/** Complex numbers on their way to Loops, which have their parts, and back. Memory is shared. */
import { bug } from "../diagnostics/bug.ts";
import type { Loops } from "../loops/nodes.ts";
import type { RunResult } from "../program/interpret/index.ts";
import type { Program } from "../program/nodes.ts";
import type { Value } from "../types/operators.ts";
import { joinedParts, type NDArray, partsOf } from "../types/storage.ts";
import {
  complex64,
  complex128,
  elementOf,
  float32,
  float64,
  isComplex,
  pythonComplex,
  pythonFloat,
  type ScalarType,
  sameType,
} from "../types/types.ts";
import type { Arguments } from "./outside.ts";

export function apart(value: NDArray | Value): NDArray | Value {
  return typeof value === "object" ? partsOf(value) : value;
}

export function argumentsApart(args: Arguments): Arguments {
  return new Map([...args].map(([name, value]) => [name, apart(value)]));
}

/** What an argument or a result of Loops is outside: a complex number where the source has one. */
export function joined(loops: Loops, name: string, value: NDArray | Value): NDArray | Value {
  const decl = [...loops.params, ...loops.arrays].find((one) => one.name === name);
  if (decl?.kind !== "array" || decl.complex === undefined || typeof value !== "object") return value;
  const element = joinedElement(elementOf(value.type), decl.complex);
  return element === null ? value : joinedParts(value, element);
}

/** Null where a schedule changed the type of the parts. */
function joinedElement(part: ScalarType, numbers: "numpy" | "python"): ScalarType | null {
  if (sameType(part, float32)) return complex64;
  if (sameType(part, pythonFloat) || (sameType(part, float64) && numbers === "python")) return pythonComplex;
  return sameType(part, float64) ? complex128 : null;
}

function kernelOf({ functions, kernel }: Program): Program["functions"][number] {
  return functions.find(({ name }) => name === kernel) ?? bug(`no function ${kernel}`);
}

/** The arguments as the Program has them, of which Loops have the parts. */
export function argumentsJoined(program: Program, args: Arguments): Arguments {
  const types = new Map(kernelOf(program).params.map(({ name, type }) => [name, elementOf(type)]));
  return new Map(
    [...args].map(([name, value]) => {
      const element = types.get(name);
      const isPairs = element !== undefined && isComplex(element) && typeof value === "object";
      return [name, isPairs ? joinedParts(value, element) : value];
    }),
  );
}

/** A road of the Program, which has complex numbers, for callers that have their parts. */
export function inParts(
  program: Program,
  run: (args: Arguments) => Promise<RunResult>,
): (args: Arguments) => Promise<RunResult> {
  return async (args) => {
    const { results } = await run(argumentsJoined(program, args));
    return { results: results.map(apart) };
  };
}
