/** Operators that copy elements to other places. */
import type { Expr } from "../../../program/nodes.ts";
import { sameType } from "../../../types/types.ts";
import type { Emission } from "../emission.ts";
import { sizeOf } from "../graph.ts";
import {
  axesOf,
  axisOf,
  broadcast,
  constant,
  constantInts,
  fail,
  input,
  int,
  ints,
  intsFrom,
  numbersOf,
  type Operand,
  type Operator,
  optional,
  type Site,
  shapeText,
  string,
} from "../operator.ts";
import { loadAt } from "./elementwise.ts";
import { int64s } from "./shapes.ts";
import { checkTable } from "./window.ts";

const transpose: Operator = {
  name: "Transpose",
  takes: ["any"],
  inputs: [1, 1],
  attributes: ["perm"],
  infer: (site) => {
    const { element, shape } = input(site, 0);
    return [{ element, shape: permutation(site).map((axis) => shape[axis] ?? 1) }];
  },
  // Axes of length 1 may go anywhere: nothing moves.
  aliasWhen: (site) => {
    const { shape } = input(site, 0);
    const long = permutation(site).filter((axis) => shape[axis] !== 1);
    return long.every((axis, i) => axis > (long[i - 1] ?? -1));
  },
  emit: (site, out) => {
    const axes = permutation(site);
    copied(site, out, (index) => axes.map((_, axis) => index[axes.indexOf(axis)] ?? out.f.whole(0)));
  },
};

function permutation(site: Site): readonly number[] {
  const rank = input(site, 0).shape.length;
  const axes = ints(
    site,
    "perm",
    Array.from({ length: rank }, (_, axis) => rank - 1 - axis),
  );
  if (axes.length !== rank) fail(site, `perm ${shapeText(axes)} of a tensor with ${rank} axes`);
  return axesOf(site, axes, rank);
}

/** Output 0, each element taken from a place of input 0. */
function copied(site: Site, out: Emission, from: (index: readonly Expr[]) => readonly Expr[]): void {
  const x = input(site, 0);
  out.push(
    out.nest({ extents: site.outputs[0]?.shape ?? [] }, (index) => [
      out.store(0, index, out.load(x, from(index))),
    ]),
  );
}

const concat: Operator = {
  name: "Concat",
  takes: ["any"],
  isUniform: true,
  inputs: [1, Number.MAX_SAFE_INTEGER],
  attributes: ["axis"],
  infer: (site) => {
    const parts = site.inputs.map((_, i) => input(site, i));
    const first = input(site, 0);
    const axis = axisOf(site, int(site, "axis", 1), first.shape.length);
    for (const { shape } of parts) {
      const fits =
        shape.length === first.shape.length &&
        shape.every((extent, i) => i === axis || extent === first.shape[i]);
      if (!fits)
        fail(site, `${shapeText(first.shape)} and ${shapeText(shape)} do not join along axis ${axis}`);
    }
    const extent = parts.reduce((sum, { shape }) => sum + (shape[axis] ?? 0), 0);
    return [{ element: first.element, shape: first.shape.map((own, i) => (i === axis ? extent : own)) }];
  },
  emit: (site, out) => {
    const parts = site.inputs.map((_, i) => input(site, i));
    const axis = axisOf(site, int(site, "axis", 1), input(site, 0).shape.length);
    let start = 0;
    for (const [i, part] of parts.entries()) {
      const from = start;
      const name = parts.length === 1 ? out.name : `${out.name}_part${i}`;
      out.push(
        out.nest({ extents: part.shape, name }, (index) => [
          out.store(0, shifted(out, index, axis, from), out.load(part, index)),
        ]),
      );
      start += part.shape[axis] ?? 0;
    }
  },
};

function shifted(out: Emission, index: readonly Expr[], axis: number, by: number): readonly Expr[] {
  return index.map((one, i) => (i === axis ? out.f.add(one, out.f.whole(by)) : one));
}

const split: Operator = {
  name: "Split",
  takes: ["any", "int"],
  inputs: [1, 2],
  outputs: Number.MAX_SAFE_INTEGER,
  attributes: ["axis", "split", "num_outputs"],
  shapes: [1],
  infer: (site) => {
    const { element, shape } = input(site, 0);
    const axis = axisOf(site, int(site, "axis", 0), shape.length);
    return splitSizes(site).map((size) => ({
      element,
      shape: shape.map((own, i) => (i === axis ? size : own)),
    }));
  },
  emit: (site, out) => {
    const x = input(site, 0);
    const axis = axisOf(site, int(site, "axis", 0), x.shape.length);
    let start = 0;
    for (const [i, { shape }] of site.outputs.entries()) {
      const from = start;
      start += shape[axis] ?? 0;
      if ((site.node.outputs[i] ?? "") === "") continue;
      out.push(
        out.nest({ extents: shape, name: `${out.name}_${i}` }, (index) => [
          out.store(i, index, out.load(x, shifted(out, index, axis, from))),
        ]),
      );
    }
  },
};

function splitSizes(site: Site): readonly number[] {
  const { shape } = input(site, 0);
  const axis = axisOf(site, int(site, "axis", 0), shape.length);
  const extent = shape[axis] ?? 0;
  const given = intsFrom(site, "split", 1, "the sizes");
  const count = site.node.outputs.length;
  const asked = int(site, "num_outputs", count);
  if (asked !== count) fail(site, `num_outputs is ${asked}, and it has ${count} outputs`);
  const part = Math.ceil(extent / count);
  const sizes = given ?? Array.from({ length: count }, (_, i) => Math.min(part, extent - i * part));
  const sum = sizes.reduce((total, size) => total + size, 0);
  if (sizes.some((size) => size < 0) || sum !== extent || sizes.length !== site.node.outputs.length) {
    fail(site, `sizes ${shapeText(sizes)} for ${site.node.outputs.length} outputs of an axis of ${extent}`);
  }
  return sizes;
}

interface Range {
  readonly start: number;
  readonly step: number;
  readonly count: number;
}

const slice: Operator = {
  name: "Slice",
  takes: ["any", "int"],
  inputs: [1, 5],
  attributes: ["starts", "ends", "axes"],
  shapes: [1, 2, 3, 4],
  infer: (site) => [{ element: input(site, 0).element, shape: ranges(site).map(({ count }) => count) }],
  emit: (site, out) => {
    const all = ranges(site);
    copied(site, out, (index) =>
      index.map((one, axis) => {
        const { start, step } = all[axis] ?? { start: 0, step: 1 };
        return out.f.add(out.f.mul(one, out.f.whole(step)), out.f.whole(start));
      }),
    );
  },
};

/** Python's meaning: negative ends count from the end, what is outside is clipped. */
function ranges(site: Site): readonly Range[] {
  const { shape } = input(site, 0);
  const starts = intsFrom(site, "starts", 1, "the starts") ?? fail(site, "it has no starts");
  const ends = intsFrom(site, "ends", 2, "the ends") ?? fail(site, "it has no ends");
  const axes = axesOf(
    site,
    intsFrom(site, "axes", 3, "the axes") ?? starts.map((_, axis) => axis),
    shape.length,
  );
  const steps = optional(site, 4) === null ? starts.map(() => 1) : constantInts(site, 4, "the steps");
  return shape.map((extent, axis) => {
    const i = axes.indexOf(axis);
    if (i < 0) return { start: 0, step: 1, count: extent };
    const [start = 0, end = 0, step = 1] = [starts[i], ends[i], steps[i]];
    if (step === 0) fail(site, `the step of axis ${axis} is 0`);
    const from = (given: number): number => (given < 0 ? given + extent : given);
    const clip = (given: number, low: number, high: number): number => Math.min(high, Math.max(low, given));
    const [first, last] =
      step > 0
        ? [clip(from(start), 0, extent), clip(from(end), 0, extent)]
        : [clip(from(start), 0, extent - 1), clip(from(end), -1, extent - 1)];
    return { start: first, step, count: Math.max(0, Math.ceil((last - first) / step)) };
  });
}

const pad: Operator = {
  name: "Pad",
  takes: ["any", "int", "any", "int"],
  inputs: [1, 4],
  attributes: ["mode", "pads", "value"],
  shapes: [1, 3],
  infer: (site) => {
    const { element, shape } = input(site, 0);
    const { begin, end } = padding(site);
    const value = optional(site, 2);
    if (value !== null && !sameType(value.element, element)) fail(site, "its value is of another type");
    if (value !== null && sizeOf(value.shape) !== 1) fail(site, "its value is no scalar");
    return [
      {
        element,
        shape: shape.map((extent, axis) => {
          const size = extent + (begin[axis] ?? 0) + (end[axis] ?? 0);
          return size < 0 ? fail(site, `axis ${axis} would have ${size} elements`) : size;
        }),
      },
    ];
  },
  emit: (site, out) => {
    const x = input(site, 0);
    const { f } = out;
    const { begin } = padding(site);
    const mode = string(site, "mode", "constant");
    if (mode === "constant") {
      const given = optional(site, 2);
      const attribute = site.node.attributes.get("value");
      const value =
        given !== null
          ? out.load(
              given,
              given.shape.map(() => f.whole(0)),
            )
          : f.number(x.element, attribute?.kind === "float" ? attribute.value : 0);
      const shape = site.outputs[0]?.shape ?? [];
      return padded(out, { from: x, shape, begin, value, name: out.name }, (index, element) =>
        out.store(0, index, element),
      );
    }
    const places = x.shape.map((extent, axis) => {
      const count = site.outputs[0]?.shape[axis] ?? 0;
      checkTable(site, count);
      const source = Array.from({ length: count }, (_, i) =>
        outside(site, mode, i - (begin[axis] ?? 0), extent),
      );
      return out.table(`from${axis}`, int64s(source));
    });
    copied(site, out, (index) =>
      index.map((one, axis) => {
        const table = places[axis];
        const isPlain = (begin[axis] ?? 0) === 0 && site.outputs[0]?.shape[axis] === x.shape[axis];
        return isPlain || table === undefined ? one : out.load(table, [one]);
      }),
    );
  },
};

function padding(site: Site): { readonly begin: readonly number[]; readonly end: readonly number[] } {
  const rank = input(site, 0).shape.length;
  const pads = intsFrom(site, "pads", 1, "the pads") ?? fail(site, "it has no pads");
  const given = optional(site, 3) === null ? null : constantInts(site, 3, "the axes");
  const axes = axesOf(site, given ?? Array.from({ length: rank }, (_, axis) => axis), rank);
  if (pads.length !== 2 * axes.length) fail(site, `${pads.length} pads for ${axes.length} axes`);
  const of = (offset: number): readonly number[] =>
    Array.from({ length: rank }, (_, axis) => {
      const i = axes.indexOf(axis);
      return i < 0 ? 0 : (pads[i + offset] ?? 0);
    });
  return { begin: of(0), end: of(axes.length) };
}

/** The place that an index outside stands for. */
function outside(site: Site, mode: string, at: number, extent: number): number {
  if (extent === 0) return fail(site, "an axis without elements cannot be continued");
  switch (mode) {
    case "edge":
      return Math.min(extent - 1, Math.max(0, at));
    case "wrap":
      return ((at % extent) + extent) % extent;
    case "reflect": {
      const period = Math.max(1, 2 * (extent - 1));
      const place = ((at % period) + period) % period;
      return place < extent ? place : period - place;
    }
    default:
      return fail(site, `its mode is ${JSON.stringify(mode)}`, "modes are constant, reflect, edge and wrap");
  }
}

export interface Padded {
  readonly from: Operand;
  readonly shape: readonly number[]; // with what is added
  readonly begin: readonly number[]; // added in front of each axis; negative: cut off
  readonly value: Expr;
  readonly name: string; // of the nest
  readonly every?: readonly number[]; // of each axis only every n-th place has an element
}

/** One nest over the padded shape, each element written once and in order: what a stream needs. */
export function padded(
  out: Emission,
  { from, shape, begin, value, name, every = [] }: Padded,
  store: (index: readonly Expr[], element: Expr) => ReturnType<Emission["store"]>,
): void {
  const { f } = out;
  out.push(
    out.nest({ extents: shape, name }, (index) => {
      let inside: Expr = f.value({ kind: "bool" }, true);
      const source = index.map((one, axis) => {
        const [extent, step] = [from.shape[axis] ?? 1, every[axis] ?? 1];
        const place = f.sub(one, f.whole(begin[axis] ?? 0));
        const last = (extent - 1) * step + 1;
        const isWhole = (begin[axis] ?? 0) === 0 && (shape[axis] ?? 1) <= last;
        if (!isWhole) inside = f.both(inside, f.within(place, 0, last));
        if (step === 1) return place;
        inside = f.both(inside, f.compare("eq", f.binary("mod", place, f.whole(step)), f.whole(0)));
        return f.binary("floordiv", place, f.whole(step));
      });
      return [store(index, f.select(inside, out.load(from, source), value))];
    }),
  );
}

const gather: Operator = {
  name: "Gather",
  takes: ["any", "int"],
  inputs: [2, 2],
  attributes: ["axis"],
  infer: (site) => {
    const { element, shape } = input(site, 0);
    const axis = axisOf(site, int(site, "axis", 0), shape.length);
    const indices = input(site, 1);
    const extent = shape[axis] ?? 0;
    for (const at of indices.constant === null ? [] : numbersOf(constant(site, 1, "the indices")))
      if (at < -extent || at >= extent) fail(site, `index ${at} of an axis of ${extent}`);
    return [{ element, shape: [...shape.slice(0, axis), ...indices.shape, ...shape.slice(axis + 1)] }];
  },
  emit: (site, out) => {
    const [x, indices] = [input(site, 0), input(site, 1)];
    const axis = axisOf(site, int(site, "axis", 0), x.shape.length);
    const rank = indices.shape.length;
    copied(site, out, (index) => {
      const at = out.load(indices, index.slice(axis, axis + rank));
      // A known index is a plain place: negative ones count from the end.
      const place = at.kind === "const" ? out.f.whole(wrapped(Number(at.value), x.shape[axis] ?? 0)) : at;
      return [...index.slice(0, axis), place, ...index.slice(axis + rank)];
    });
  },
};

function wrapped(at: number, extent: number): number {
  return at < 0 ? at + extent : at;
}

const expand: Operator = {
  name: "Expand",
  takes: ["any", "int"],
  inputs: [2, 2],
  attributes: [],
  shapes: [1],
  infer: (site) => {
    const { element, shape } = input(site, 0);
    return [{ element, shape: broadcast(site, [shape, constantInts(site, 1, "the shape")]) }];
  },
  emit: (site, out) => {
    const x = input(site, 0);
    out.push(
      out.nest({ extents: site.outputs[0]?.shape ?? [] }, (index) => [
        out.store(0, index, loadAt(out, x, index)),
      ]),
    );
  },
};

const tile: Operator = {
  name: "Tile",
  takes: ["any", "int"],
  inputs: [2, 2],
  attributes: [],
  shapes: [1],
  infer: (site) => {
    const { element, shape } = input(site, 0);
    const repeats = constantInts(site, 1, "the repeats");
    if (repeats.length !== shape.length || repeats.some((count) => count < 0))
      fail(site, `repeats ${shapeText(repeats)} of a tensor with ${shape.length} axes`);
    return [{ element, shape: shape.map((extent, axis) => extent * (repeats[axis] ?? 1)) }];
  },
  emit: (site, out) => {
    const x = input(site, 0);
    copied(site, out, (index) =>
      index.map((one, axis) => {
        const extent = x.shape[axis] ?? 1;
        const isOnce = extent === site.outputs[0]?.shape[axis];
        return isOnce ? one : extent === 1 ? out.f.whole(0) : out.f.binary("mod", one, out.f.whole(extent));
      }),
    );
  },
};

export const moveOperators: readonly Operator[] = [
  transpose,
  concat,
  split,
  slice,
  pad,
  gather,
  expand,
  tile,
];
