/** Fixed types from ranges: a width, and a binary point that holds what was seen, or gives up its largest values for finer steps. */
import type { Loops } from "../../loops/nodes.ts";
import { type NumberTypes, scalarNumbers } from "../../schedule/numbers.ts";
import { type FixedType, fixed, type ScalarType } from "../../types/types.ts";
import { sumArrays, type Tensor } from "./tensors.ts";

export interface Range {
  readonly low: number;
  readonly high: number;
}

export interface Choice {
  readonly width: number;
  readonly clip: number; // bits that are missing at the top of the range
}

export type Choices = ReadonlyMap<string, Choice>; // by tensor

/** Rounds to nearest even and saturates. Without a sign where nothing is negative. */
export function fixedFor({ low, high }: Range, { width, clip }: Choice): FixedType {
  const signed = low < 0;
  const integer = integerBits(low, high, width, signed) - clip;
  return fixed(width, integer, signed, "nearest_even", "saturate");
}

/** The fewest bits before the point with which both ends are held, once they are rounded. */
function integerBits(low: number, high: number, width: number, signed: boolean): number {
  const largest = Math.max(-low, high);
  if (largest === 0) return 1;
  let integer = Math.floor(Math.log2(largest)) + (signed ? 1 : 0);
  const holds = (): boolean => {
    const step = 2 ** (integer - width);
    const top = 2 ** (signed ? width - 1 : width);
    return high / step < top - 0.5 && low / step >= (signed ? -top - 0.5 : -0.5);
  };
  while (!holds()) integer += 1;
  return integer;
}

/** Of all tensors, their copies, and of the scalars that follow. */
export function numbersOf(
  loops: Loops,
  tensors: readonly Tensor[],
  ranges: ReadonlyMap<string, Range>,
  choices: Choices,
): NumberTypes {
  const types = tensorTypes(tensors, ranges, choices);
  const arrays = new Map<string, ScalarType>(
    tensors.flatMap(({ name, role, copies }) => {
      const type = types.get(name);
      return type === undefined || role === "value"
        ? []
        : [name, ...copies].map((one) => [one, type] as const);
    }),
  );
  const follow = scalarNumbers(loops, arrays, (scalar) => types.get(scalar) ?? null, sumArrays(loops));
  return new Map([...arrays, ...follow]);
}

export function tensorTypes(
  tensors: readonly Tensor[],
  ranges: ReadonlyMap<string, Range>,
  choices: Choices,
): ReadonlyMap<string, FixedType> {
  return new Map(
    tensors.flatMap(({ name }) => {
      const [range, choice] = [ranges.get(name), choices.get(name)];
      return range === undefined || choice === undefined ? [] : [[name, fixedFor(range, choice)] as const];
    }),
  );
}
