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
import { type Windows, windowsOf } from "./window.ts";

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

export function groupLoops({ name }: Emission): readonly string[] {
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

export const conv: Operator = {
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

export function floatTerms(site: Site, out: Emission, element: ScalarType): ConvolutionTerms {
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
