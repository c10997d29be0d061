/** A value in a few words: all of it when it is small, else its range and mean. */
import { toNpy } from "../call/exchange.ts";
import { printComplex, printValue } from "../types/literal.ts";
import type { Value } from "../types/operators.ts";
import { get, type NDArray } from "../types/storage.ts";
import { elementOf, isComplex, type ScalarType, type Type } from "../types/types.ts";

export interface Summary {
  readonly elements: number;
  readonly first: readonly string[]; // up to eight, as the type writes them
  readonly min: number | null; // of what is finite or infinite; NaN is counted apart
  readonly max: number | null;
  readonly mean: number | null;
  readonly nan: number;
}

export function summarise(type: Type, value: NDArray | Value): Summary {
  const element = elementOf(type);
  if (typeof value !== "object") {
    return { elements: 1, first: [printValue(element, value)], min: null, max: null, mean: null, nan: 0 };
  }
  if (isComplex(element)) return pairs(element, value);
  const first: string[] = [];
  const elements = value.data.length;
  for (let i = 0; i < Math.min(8, elements); i++) first.push(printValue(element, get(value, i)));
  return { elements, first, ...statistics(element, value) };
}

/** Complex numbers have no order: their first ones say it. */
function pairs(element: ScalarType, { data }: NDArray): Summary {
  const elements = data.length / 2;
  const first = Array.from({ length: Math.min(8, elements) }, (_, i) =>
    printComplex(element, Number(data[2 * i]), Number(data[2 * i + 1])),
  );
  return { elements, first, min: null, max: null, mean: null, nan: 0 };
}

/** `0.5`, `[1, 2, 3]` or, where that would be long, `0.001 … 0.998, mean 0.501`. */
export function summaryText(type: Type, value: NDArray | Value): string {
  const { elements, first, min, max, mean, nan } = summarise(type, value);
  if (typeof value !== "object" || value.type.shape.length === 0) return first[0] ?? "";
  const whole = `[${first.join(", ")}]`;
  if (elements <= first.length && whole.length <= 48) return whole;
  if (min === null || max === null || mean === null) {
    return elements > 0 && nan === elements ? "all nan" : `[${first.slice(0, 4).join(", ")}, …]`;
  }
  const missing = nan === 0 ? "" : `, ${nan} nan`;
  if (min === max) return `all ${short(min)}${missing}`;
  return `${short(min)} … ${short(max)}, mean ${short(mean)}${missing}`;
}

function statistics(element: ScalarType, value: NDArray): Omit<Summary, "elements" | "first"> {
  if (Array.isArray(value.data)) return { min: null, max: null, mean: null, nan: 0 }; // wider than any number here
  const { data } = toNpy(value.type, value);
  if (data.length === 0 || (element.kind === "fixed" && element.width > 53)) {
    return { min: null, max: null, mean: null, nan: 0 };
  }
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let sum = 0;
  let nan = 0;
  for (let i = 0; i < data.length; i++) {
    const item = Number(data[i]);
    if (Number.isNaN(item)) {
      nan++;
      continue;
    }
    if (item < min) min = item;
    if (item > max) max = item;
    sum += item;
  }
  const counted = data.length - nan;
  return counted === 0 ? { min: null, max: null, mean: null, nan } : { min, max, mean: sum / counted, nan };
}

function short(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e9
    ? String(value)
    : Number(value.toPrecision(5)).toString();
}
