/** Operators about shapes: views that move nothing, and values that are known from shapes alone. */
import { allocate, get, type NDArray, set } from "../../../types/storage.ts";
import { array, float32, int64 } from "../../../types/types.ts";
import { sizeOf, type TensorType, tensorTypeOf } from "../graph.ts";
import {
  attribute,
  axesOf,
  constantInts,
  fail,
  input,
  int,
  intsFrom,
  type Operator,
  type Site,
  shapeText,
} from "../operator.ts";

function view(
  name: string,
  form: Pick<Operator, "inputs" | "attributes"> & Partial<Operator>,
  shape: (site: Site) => readonly number[],
): Operator {
  return {
    takes: ["any", "int"],
    ...form,
    name,
    infer: (site) => [{ element: input(site, 0).element, shape: shape(site) }],
    emit: "alias",
  };
}

function flattened(site: Site): readonly number[] {
  const { shape } = input(site, 0);
  const given = int(site, "axis", 1);
  const axis = given < 0 ? given + shape.length : given;
  if (axis < 0 || axis > shape.length) fail(site, `axis ${given} of a tensor with ${shape.length} axes`);
  return [sizeOf(shape.slice(0, axis)), sizeOf(shape.slice(axis))];
}

function reshaped(site: Site): readonly number[] {
  const { shape } = input(site, 0);
  const asked = constantInts(site, 1, "the shape");
  const keepsZero = int(site, "allowzero", 0) === 0;
  const extents = asked.map((extent, axis) => {
    if (extent < -1) return fail(site, `an extent of ${extent}`);
    if (extent !== 0 || !keepsZero) return extent;
    return shape[axis] ?? fail(site, `extent ${axis} is that of the input, which has ${shape.length} axes`);
  });
  const open = extents.filter((extent) => extent === -1).length;
  if (open > 1) fail(site, `the shape ${shapeText(asked)} leaves more than one extent open`);
  const known = sizeOf(extents.filter((extent) => extent !== -1));
  const rest = known === 0 ? 0 : sizeOf(shape) / known;
  const result = extents.map((extent) => (extent === -1 ? rest : extent));
  if (!Number.isInteger(rest) || sizeOf(result) !== sizeOf(shape)) {
    fail(site, `${shapeText(shape)} has ${sizeOf(shape)} elements, which ${shapeText(asked)} does not hold`);
  }
  return result;
}

function squeezed(site: Site): readonly number[] {
  const { shape } = input(site, 0);
  const given = intsFrom(site, "axes", 1, "the axes");
  if (given === null) return shape.filter((extent) => extent !== 1);
  const axes = axesOf(site, given, shape.length);
  for (const axis of axes)
    if (shape[axis] !== 1) fail(site, `axis ${axis} of ${shapeText(shape)} is not 1 long`);
  return shape.filter((_, axis) => !axes.includes(axis));
}

function unsqueezed(site: Site): readonly number[] {
  const { shape } = input(site, 0);
  const given = intsFrom(site, "axes", 1, "the axes") ?? fail(site, "it has no axes");
  const rank = shape.length + given.length;
  const axes = axesOf(site, given, rank);
  const rest = [...shape];
  return Array.from({ length: rank }, (_, axis) => (axes.includes(axis) ? 1 : (rest.shift() ?? 1)));
}

/** A vector of 64-bit integers. */
export function int64s(values: readonly number[], shape: readonly number[] = [values.length]): NDArray {
  const nd = allocate(array(int64, shape));
  for (const [i, value] of values.entries()) set(nd, i, value);
  return nd;
}

/** `start` and `end` came with opset 15. */
function shapePart(site: Site): readonly number[] {
  const { shape } = input(site, 0);
  const clip = (given: number): number =>
    Math.min(shape.length, Math.max(0, given < 0 ? given + shape.length : given));
  return shape.slice(clip(int(site, "start", 0)), clip(int(site, "end", shape.length)));
}

function constantOf(site: Site): NDArray {
  const scalar = (value: number, type = float32 as TensorType["element"]): NDArray => {
    const nd = allocate(array(type, []));
    set(nd, 0, value);
    return nd;
  };
  const [name] = [...site.node.attributes.keys()];
  const value = name === undefined ? null : attribute(site, name);
  switch (value?.kind) {
    case "tensor":
      return value.value;
    case "float":
      return scalar(value.value);
    case "int":
      return scalar(value.value, int64);
    case "ints":
      return int64s(value.value);
    case "floats": {
      const nd = allocate(array(float32, [value.value.length]));
      for (const [i, one] of value.value.entries()) set(nd, i, one);
      return nd;
    }
    default:
      return fail(site, "it has no value that is a tensor of numbers");
  }
}

function filled(site: Site): TensorType {
  const shape = constantInts(site, 0, "the shape");
  if (shape.some((extent) => extent < 0)) fail(site, `the shape ${shapeText(shape)}`);
  return { element: fillValue(site)?.type.element ?? float32, shape };
}

function fillValue(site: Site): NDArray | null {
  const value = attribute(site, "value");
  if (value === null) return null;
  return value.kind === "tensor" && value.value.data.length === 1
    ? value.value
    : fail(site, "its value is no scalar");
}

export const shapeOperators: readonly Operator[] = [
  view("Identity", { inputs: [1, 1], attributes: [] }, (site) => input(site, 0).shape),
  view("Flatten", { inputs: [1, 1], attributes: ["axis"] }, flattened),
  view("Reshape", { inputs: [2, 2], attributes: ["allowzero"], shapes: [1] }, reshaped),
  view("Squeeze", { inputs: [1, 2], attributes: ["axes"], shapes: [1] }, squeezed),
  view("Unsqueeze", { inputs: [1, 2], attributes: ["axes"], shapes: [1] }, unsqueezed),
  {
    name: "Shape",
    takes: ["any"],
    inputs: [1, 1],
    attributes: ["start", "end"],
    infer: (site) => [{ element: int64, shape: [shapePart(site).length] }],
    known: (site) => [int64s(shapePart(site))],
    emit: "alias",
  },
  {
    name: "Size",
    takes: ["any"],
    inputs: [1, 1],
    attributes: [],
    infer: () => [{ element: int64, shape: [] }],
    known: (site) => [int64s([sizeOf(input(site, 0).shape)], [])],
    emit: "alias",
  },
  {
    name: "Constant",
    takes: ["any"],
    inputs: [0, 0],
    attributes: ["value", "value_float", "value_floats", "value_int", "value_ints"],
    infer: (site) => [tensorTypeOf(constantOf(site))],
    known: (site) => [constantOf(site)],
    emit: "alias",
  },
  {
    name: "ConstantOfShape",
    takes: ["int"],
    inputs: [1, 1],
    attributes: ["value"],
    shapes: [0],
    infer: (site) => [filled(site)],
    emit: (site, out) => {
      const [type] = site.outputs;
      const value = fillValue(site);
      const element = type?.element ?? float32;
      const constant = value === null ? out.f.number(element, 0) : out.f.value(element, get(value, 0));
      out.push(out.nest({ extents: type?.shape ?? [] }, (index) => [out.store(0, index, constant)]));
    },
  },
  {
    name: "Range",
    takes: ["number"],
    isUniform: true,
    inputs: [3, 3],
    attributes: [],
    shapes: [0, 1, 2],
    infer: (site) => {
      const [start = 0, limit = 0, delta = 1] = [0, 1, 2].map(
        (i) => constantInts(site, i, "a bound")[0] ?? 0,
      );
      if (delta === 0) fail(site, "its step is 0");
      return [{ element: input(site, 0).element, shape: [Math.max(0, Math.ceil((limit - start) / delta))] }];
    },
    emit: (site, out) => {
      const { f } = out;
      const { element } = input(site, 0);
      const [start, , delta] = site.inputs.map((operand) => operand && out.load(operand, []));
      out.push(
        out.nest({ extents: site.outputs[0]?.shape ?? [] }, (index) => {
          const steps = f.cast(index[0] ?? f.whole(0), element);
          if (!start || !delta) return fail(site, "it needs three operands");
          return [out.store(0, index, f.add(start, f.mul(steps, delta)))];
        }),
      );
    },
  },
];
