/** Windows that slide over spatial axes: what convolutions and pools have in common. */
import { mostElements, sizeOf } from "../graph.ts";
import { fail, input, int, ints, type Site, shapeText, string } from "../operator.ts";

export interface Windows {
  readonly kernel: readonly number[];
  readonly strides: readonly number[];
  readonly dilations: readonly number[];
  readonly begin: readonly number[]; // padding in front of each axis
  readonly end: readonly number[]; // and behind it, as much as windows reach
  readonly output: readonly number[];
  readonly padded: readonly number[]; // extents with padding
}

/** Of the spatial axes of an input, whose extents are `extents`. */
export function windowsOf(site: Site, extents: readonly number[], kernel: readonly number[]): Windows {
  const { length: rank } = extents;
  if (kernel.length !== rank || kernel.some((extent) => extent < 1))
    fail(site, `a window ${shapeText(kernel)} over ${rank} spatial axes`);
  const strides = perAxis(site, "strides", rank, 1);
  const dilations = perAxis(site, "dilations", rank, 1);
  const pads = perAxis(site, "pads", 2 * rank, 0);
  const mode = string(site, "auto_pad", "NOTSET");
  if (!["NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER", ""].includes(mode)) fail(site, `auto_pad is ${mode}`);
  const isCeil = int(site, "ceil_mode", 0) !== 0;
  const axes = extents.map((extent, axis) =>
    alongAxis(site, {
      extent,
      reach: ((kernel[axis] ?? 1) - 1) * (dilations[axis] ?? 1) + 1,
      stride: strides[axis] ?? 1,
      pads: mode === "VALID" ? [0, 0] : [pads[axis] ?? 0, pads[axis + rank] ?? 0],
      mode,
      isCeil,
    }),
  );
  const padded = axes.map(({ begin, end }, axis) => (extents[axis] ?? 0) + begin + end);
  checkSize(site, [...input(site, 0).shape.slice(0, 2), ...padded]);
  return {
    kernel,
    strides,
    dilations,
    begin: axes.map(({ begin }) => begin),
    end: axes.map(({ end }) => end),
    output: axes.map(({ output }) => output),
    padded,
  };
}

/** An attribute with a number for each axis, none less than what it is where it is not said. */
export function perAxis(site: Site, name: string, count: number, least: number): readonly number[] {
  const values = ints(
    site,
    name,
    Array.from({ length: count }, () => least),
  );
  if (values.length === count && values.every((value) => value >= least)) return values;
  return fail(site, `${name} is ${shapeText(values)}; ${count} numbers are needed, none less than ${least}`);
}

/** Padding may not make a tensor larger than any may be. */
export function checkSize(site: Site, shape: readonly number[]): void {
  if (sizeOf(shape) <= mostElements) return;
  fail(site, `with its padding the input is ${shapeText(shape)}; ${mostElements} elements are the most`);
}

/** The most elements of a table that an operator makes itself: more than any padding or pool of a network needs. */
const mostTable = 2 ** 22;

export function checkTable(site: Site, size: number): void {
  if (size <= mostTable) return;
  fail(site, `it would need a table of ${size} elements; ${mostTable} are the most`);
}

interface Axis {
  readonly extent: number;
  readonly reach: number; // of a window, with its dilation
  readonly stride: number;
  readonly pads: readonly [number, number];
  readonly mode: string;
  readonly isCeil: boolean;
}

function alongAxis(
  site: Site,
  axis: Axis,
): { readonly begin: number; readonly end: number; readonly output: number } {
  const { extent, reach, stride, mode, isCeil } = axis;
  if (mode === "SAME_UPPER" || mode === "SAME_LOWER") {
    const output = Math.ceil(extent / stride);
    const total = Math.max(0, (output - 1) * stride + reach - extent);
    const less = Math.floor(total / 2);
    const [begin, end] = mode === "SAME_UPPER" ? [less, total - less] : [total - less, less];
    return { begin, end, output };
  }
  const [begin, end] = axis.pads;
  const room = extent + begin + end - reach;
  if (room < 0)
    fail(site, `a window of ${reach} does not fit ${extent} elements with padding ${begin} and ${end}`);
  const steps = isCeil ? Math.ceil(room / stride) : Math.floor(room / stride);
  // With ceil_mode the last window may not start in the padding behind the input.
  const output = isCeil && steps * stride >= extent + begin ? steps : steps + 1;
  const needed = Math.max(0, (output - 1) * stride + reach - extent - begin);
  return { begin, end: needed, output };
}
