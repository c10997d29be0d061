/** Convolutions of any number of spatial axes. One emitter: the integer and quantised ones differ in how they read and write. */
import type { Expr } from "../../../program/nodes.ts";
import type { ScalarType } from "../../../types/types.ts";
import type { Emission, Local } from "../emission.ts";
import {
  checkVector,
  fail,
  input,
  int,
  ints,
  type Operand,
  type Operator,
  optional,
  type Site,
  shapeText,
} from "../operator.ts";
import { convert, sumOf, sumType } from "./accumulate.ts";
import { padded } from "./move.ts";
import { checkSize, type Windows, windowsOf } from "./window.ts";

export const convAttributes = ["auto_pad", "dilations", "group", "kernel_shape", "pads", "strides"];

export interface Convolution {
  readonly x: Operand; // [batch, channels, …]
  readonly weights: Operand; // [filters, channels of a group, …]
  readonly windows: Windows;
  readonly groups: number;
}

export function convolutionOf(site: Site, x: Operand, weights: Operand): Convolution {
  const rank = x.shape.length - 2;
  if (rank < 1 || weights.shape.length !== x.shape.length)
    fail(site, `an input ${shapeText(x.shape)} and weights ${shapeText(weights.shape)}`);
  const groups = int(site, "group", 1);
  const [filters = 0, channels = 0, ...kernel] = weights.shape;
  if (groups < 1 || channels * groups !== x.shape[1] || filters % groups !== 0)
    fail(
      site,
      `${x.shape[1]} channels and ${filters} filters of ${channels} channels do not make ${groups} groups`,
    );
  const asked = ints(site, "kernel_shape", kernel);
  if (asked.length !== kernel.length || asked.some((extent, axis) => extent !== kernel[axis]))
    fail(site, `kernel_shape ${shapeText(asked)} of weights ${shapeText(weights.shape)}`);
  return { x, weights, groups, windows: windowsOf(site, x.shape.slice(2), kernel) };
}

export function convolutionShape({ x, weights, windows }: Convolution): readonly number[] {
  return [x.shape[0] ?? 1, weights.shape[0] ?? 1, ...windows.output];
}

export interface ConvolutionTerms {
  readonly type: ScalarType; // of the sum
  readonly padding: (f: Emission["f"]) => Expr; // has the element type of x
  readonly term: (x: Expr, weight: Expr, filter: Expr) => Expr; // in the type of the sum
  readonly result: (sum: Expr, filter: Expr) => Expr; // the element of the output
}

/** `name.g` is the loop over groups; without groups there is none. */
export function emitConvolution(
  out: Emission,
  { x, weights, windows, groups }: Convolution,
  terms: ConvolutionTerms,
): void {
  const { f } = out;
  const source = paddedInput(out, x, windows, terms.padding(f));
  const [batch = 1] = x.shape;
  const filters = convolutionShape({ x, weights, windows, groups })[1] ?? 1;
  const [perGroup, channels] = [filters / groups, (x.shape[1] ?? 1) / groups];
  out.push(
    out.nest({ extents: [batch, groups], names: groupLoops(out) }, ([n = f.whole(0), group = f.whole(0)]) =>
      out.nest({ extents: [perGroup, ...windows.output], from: 1 }, ([member = f.whole(0), ...at]) => {
        const filter = f.add(f.mul(group, f.whole(perGroup)), member);
        const sum = sumOf(out, terms.type, [channels, ...windows.kernel], ([c = f.whole(0), ...k]) => {
          const channel = f.add(f.mul(group, f.whole(channels)), c);
          const place = at.map((o, axis) =>
            f.add(
              f.mul(o, f.whole(windows.strides[axis] ?? 1)),
              f.mul(k[axis] ?? f.whole(0), f.whole(windows.dilations[axis] ?? 1)),
            ),
          );
          const element = out.load(source, [n, channel, ...place]);
          return terms.term(element, out.load(weights, [filter, c, ...k]), filter);
        });
        return [...sum.stmts, out.store(0, [n, filter, ...at], terms.result(sum.value, filter))];
      }),
    ),
  );
}

function groupLoops({ name }: Emission): readonly string[] {
  return [`${name}.0`, `${name}.g`];
}

/** The input with its padding written out, by a nest of its own: windows then read plain places. */
export function paddedInput(out: Emission, x: Operand, windows: Windows, value: Expr): Operand | Local {
  const spatial = x.shape.slice(2);
  if (windows.padded.every((extent, axis) => extent === spatial[axis])) return x;
  const shape = [...x.shape.slice(0, 2), ...windows.padded];
  const local = out.local("pad", { element: x.element, shape });
  const begin = [0, 0, ...windows.begin];
  padded(out, { from: x, shape, begin, value, name: local.buffer.variable }, (index, element) =>
    out.storeLocal(local, index, element),
  );
  return local;
}

const conv: Operator = {
  name: "Conv",
  takes: ["float"],
  isUniform: true,
  inputs: [2, 3],
  attributes: convAttributes,
  isHeavy: true,
  infer: (site) => {
    const convolution = convolutionOf(site, input(site, 0), input(site, 1));
    const shape = convolutionShape(convolution);
    checkVector(site, optional(site, 2), shape[1] ?? 1);
    return [{ element: input(site, 0).element, shape }];
  },
  emit: (site, out) => {
    const { element } = input(site, 0);
    emitConvolution(out, convolutionOf(site, input(site, 0), input(site, 1)), floatTerms(site, out, element));
  },
};

function floatTerms(site: Site, out: Emission, element: ScalarType): ConvolutionTerms {
  const type = sumType(element);
  const bias = optional(site, 2);
  return {
    type,
    padding: (f) => f.number(element, 0),
    term: (x, weight) => out.f.mul(convert(out, x, type), convert(out, weight, type)),
    result: (sum, filter) =>
      convert(
        out,
        bias === null ? sum : out.f.add(sum, convert(out, out.load(bias, [filter]), type)),
        element,
      ),
  };
}

/** The plain convolution of an input with zeros between its elements, by weights that are turned around. */
const convTranspose: Operator = {
  name: "ConvTranspose",
  takes: ["float"],
  isUniform: true,
  inputs: [2, 3],
  attributes: [...convAttributes, "output_padding", "output_shape"],
  isHeavy: true,
  infer: (site) => {
    const [x, weights] = [input(site, 0), input(site, 1)];
    const spread = spreadOf(site);
    const filters = (weights.shape[1] ?? 1) * int(site, "group", 1);
    checkVector(site, optional(site, 2), filters);
    return [{ element: x.element, shape: [x.shape[0] ?? 1, filters, ...spread.output] }];
  },
  emit: (site, out) => {
    const { f } = out;
    const [x, weights] = [input(site, 0), input(site, 1)];
    const spread = spreadOf(site);
    const groups = int(site, "group", 1);
    const shape = [...x.shape.slice(0, 2), ...spread.padded];
    const local = out.local("spread", { element: x.element, shape });
    padded(
      out,
      {
        from: x,
        shape,
        begin: [0, 0, ...spread.begin],
        every: [1, 1, ...spread.strides],
        value: f.number(x.element, 0),
        name: local.buffer.variable,
      },
      (index, element) => out.storeLocal(local, index, element),
    );
    const [perGroup, channels] = [weights.shape[1] ?? 1, (x.shape[1] ?? 1) / groups];
    const terms = floatTerms(site, out, x.element);
    out.push(
      out.nest(
        { extents: [x.shape[0] ?? 1, groups], names: groupLoops(out) },
        ([n = f.whole(0), group = f.whole(0)]) =>
          out.nest({ extents: [perGroup, ...spread.output], from: 1 }, ([member = f.whole(0), ...at]) => {
            const filter = f.add(f.mul(group, f.whole(perGroup)), member);
            const sum = sumOf(out, terms.type, [channels, ...spread.kernel], ([c = f.whole(0), ...k]) => {
              const channel = f.add(f.mul(group, f.whole(channels)), c);
              const place = at.map((o, axis) =>
                f.add(o, f.mul(k[axis] ?? f.whole(0), f.whole(spread.dilations[axis] ?? 1))),
              );
              const turned = k.map((one, axis) => f.sub(f.whole((spread.kernel[axis] ?? 1) - 1), one));
              return terms.term(
                out.load(local, [n, channel, ...place]),
                out.load(weights, [channel, member, ...turned]),
                filter,
              );
            });
            return [...sum.stmts, out.store(0, [n, filter, ...at], terms.result(sum.value, filter))];
          }),
      ),
    );
  },
};

interface Spread {
  readonly kernel: readonly number[];
  readonly strides: readonly number[];
  readonly dilations: readonly number[];
  readonly begin: readonly number[];
  readonly output: readonly number[];
  readonly padded: readonly number[];
}

/** ONNX: output = stride (input - 1) + output_padding + reach - pads; `output_shape` and auto_pad give the pads. */
function spreadOf(site: Site): Spread {
  const [x, weights] = [input(site, 0), input(site, 1)];
  const rank = x.shape.length - 2;
  const [channels, , ...kernel] = weights.shape;
  if (rank < 1 || weights.shape.length !== x.shape.length || channels !== x.shape[1])
    fail(site, `an input ${shapeText(x.shape)} and weights ${shapeText(weights.shape)}`);
  const groups = int(site, "group", 1);
  if (groups < 1 || (channels ?? 0) % groups !== 0) fail(site, `${channels} channels in ${groups} groups`);
  const { strides, dilations } = windowsOf(
    {
      ...site,
      node: {
        ...site.node,
        attributes: new Map(
          [...site.node.attributes].filter(([name]) => ["strides", "dilations"].includes(name)),
        ),
      },
    },
    kernel.map((extent, axis) => extent * (ints(site, "dilations", [])[axis] ?? 1)),
    kernel,
  );
  const extra = ints(
    site,
    "output_padding",
    kernel.map(() => 0),
  );
  const asked = site.node.attributes.has("output_shape") ? ints(site, "output_shape", []).slice(-rank) : null;
  const pads = ints(
    site,
    "pads",
    Array.from({ length: 2 * rank }, () => 0),
  );
  const mode = site.node.attributes.get("auto_pad");
  const isSame = mode?.kind === "string" && /^SAME/.test(mode.value);
  const axes = kernel.map((extent, axis) => {
    const [stride, input_] = [strides[axis] ?? 1, x.shape[axis + 2] ?? 0];
    const reach = (extent - 1) * (dilations[axis] ?? 1) + 1;
    const full = stride * (input_ - 1) + (extra[axis] ?? 0) + reach;
    const wanted = asked?.[axis] ?? (isSame ? input_ * stride : null);
    const total = wanted === null ? null : Math.max(0, full - wanted);
    const upper = mode?.kind === "string" && mode.value === "SAME_UPPER";
    const less = total === null ? 0 : Math.floor(total / 2);
    const first = total === null ? (pads[axis] ?? 0) : upper ? less : total - less;
    const output = wanted ?? full - (pads[axis] ?? 0) - (pads[axis + rank] ?? 0);
    if (output < 1) fail(site, `its output would have ${output} elements along axis ${axis + 2}`);
    return { begin: reach - 1 - first, output, padded: output + reach - 1 };
  });
  checkSize(site, [...x.shape.slice(0, 2), ...axes.map((axis) => axis.padded)]);
  return {
    ...{ kernel, strides, dilations },
    begin: axes.map(({ begin }) => begin),
    output: axes.map(({ output }) => output),
    padded: axes.map((axis) => axis.padded),
  };
}

export const convOperators: readonly Operator[] = [conv, convTranspose];
