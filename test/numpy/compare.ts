/** Are two results the same? Bit for bit, unless a kernel's header states how far apart they may be, and why. */
import { type Elements, elementsOf, parsePythonFloat, type WireArray, type WireValue } from "./wire.ts";

export type Tolerance =
  | { readonly kind: "exact" }
  /** Elementary functions: that many units in the last place apart. */
  | { readonly kind: "ulp"; readonly ulps: number }
  /**
   * A sum whose order is not fixed (np.sum, np.dot, @): 2 ulp a term. The ulp is that of `magnitude`, how large the
   * terms and partial sums get; where it is not stated, of the largest number in the result.
   */
  | { readonly kind: "sum"; readonly terms: number; readonly magnitude: number | null };

export const exact: Tolerance = { kind: "exact" };

/** Null when they agree, else the first difference in words. NaN equals NaN; 0.0 and -0.0 differ; types must match. */
export function difference(ours: WireValue, theirs: WireValue, tolerance: Tolerance = exact): string | null {
  if (ours.dtype !== theirs.dtype)
    return `type ${describe(ours)}, expected ${describe(theirs)}${valueText(ours)}${valueText(theirs)}`;
  if (!("shape" in ours) || !("shape" in theirs)) {
    if ("shape" in ours || "shape" in theirs || ours.value === theirs.value) return null;
    if (ours.dtype !== "python float") return `${ours.value}, expected ${theirs.value}`;
    const pair = [parsePythonFloat(ours.value), parsePythonFloat(theirs.value)] as const;
    const allowed = allowance("float64", tolerance, Math.abs(pair[1]));
    return close(...pair, "float64", tolerance, allowed) ? null : `${ours.value}, expected ${theirs.value}`;
  }
  if (String(ours.shape) !== String(theirs.shape) || (ours.shape === null) !== (theirs.shape === null))
    return `type ${describe(ours)}, expected ${describe(theirs)}`;
  return ours.data === theirs.data ? null : elementDifference(ours, theirs, tolerance);
}

function elementDifference(ours: WireArray, theirs: WireArray, tolerance: Tolerance): string | null {
  const a = elementsOf(ours);
  const b = elementsOf(theirs);
  const largest = largestFinite(b);
  const allowed = allowance(theirs.dtype, tolerance, largest);
  for (let i = 0; i < b.length; i++) {
    const x = a[i];
    const y = b[i];
    if (x === undefined || y === undefined) return `${a.length} elements, expected ${b.length}`;
    const same =
      typeof x === "number" && typeof y === "number" && /^float|complex/.test(ours.dtype)
        ? close(x, y, ours.dtype, tolerance, allowed)
        : x === y;
    const isComplex = theirs.dtype.includes("complex");
    const at = isComplex ? `${i % 2 === 0 ? "real" : "imaginary"} part ` : "";
    if (!same)
      return `${at}${position(theirs.shape, isComplex ? i >> 1 : i)}${show(x)}, expected ${show(y)} (${theirs.dtype})`;
  }
  return null;
}

/** How far apart two numbers of one array may be. */
function allowance(dtype: string, tolerance: Tolerance, largest: number): number {
  if (tolerance.kind !== "sum") return 0;
  return 2 * tolerance.terms * ulp(dtype, tolerance.magnitude ?? largest);
}

function close(x: number, y: number, dtype: string, tolerance: Tolerance, allowed: number): boolean {
  if (Object.is(x, y)) return true; // NaN is NaN, -0 is not 0
  if (tolerance.kind === "exact" || Number.isNaN(x) || Number.isNaN(y)) return false;
  if (tolerance.kind === "sum") return Math.abs(x - y) <= allowed;
  return Math.abs(x - y) <= tolerance.ulps * ulp(dtype, Math.max(Math.abs(x), Math.abs(y)));
}

/** The distance between neighbouring numbers of this format at a magnitude. */
export function ulp(dtype: string, magnitude: number): number {
  const isSingle = dtype === "float32" || dtype === "complex64";
  const [mantissa, lowest] = dtype === "float16" ? [10, -14] : isSingle ? [23, -126] : [52, -1022];
  const exponent = magnitude > 0 && Number.isFinite(magnitude) ? Math.floor(Math.log2(magnitude)) : lowest;
  return 2 ** (Math.max(exponent, lowest) - mantissa);
}

function largestFinite(elements: Elements): number {
  let largest = 0;
  for (const x of elements) {
    const size = Math.abs(Number(x));
    if (size > largest && size < Number.POSITIVE_INFINITY) largest = size;
  }
  return largest;
}

function describe(value: WireValue): string {
  return "shape" in value && value.shape !== null ? `${value.dtype}[${value.shape.join(",")}]` : value.dtype;
}

function valueText(value: WireValue): string {
  return "value" in value ? ` (${value.value})` : "";
}

function position(shape: readonly number[] | null, flat: number): string {
  if (shape === null) return "";
  const index: number[] = [];
  for (let axis = shape.length - 1, rest = flat; axis >= 0; axis--) {
    const extent = shape[axis] ?? 1;
    index.unshift(rest % extent);
    rest = Math.floor(rest / extent);
  }
  return `at [${index.join(", ")}]: `;
}

function show(x: number | bigint): string {
  return Object.is(x, -0) ? "-0" : String(x);
}
