import {
  checkVector,
  fail,
  input,
  int,
  ints,
  type Operator,
  optional,
  type Site,
  shapeText,
  string,
} from "../operator.ts";
import { sumOf } from "./accumulate.ts";
import { convAttributes, floatTerms, groupLoops } from "./conv.ts";
import { padded } from "./move.ts";
import { checkSize, perAxis } from "./window.ts";

/** The plain convolution of an input with zeros between its elements, by weights that are turned around. */
export const convTranspose: Operator = {
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

function spreadOf(site: Site): Spread {
  const [x, weights] = [input(site, 0), input(site, 1)];
  const [channels = 0, , ...kernel] = weights.shape;
  const { length: rank } = kernel;
  if (rank < 1 || weights.shape.length !== x.shape.length || channels !== x.shape[1])
    fail(site, `an input ${shapeText(x.shape)} and weights ${shapeText(weights.shape)}`);
  const groups = int(site, "group", 1);
  if (groups < 1 || channels % groups !== 0) fail(site, `${channels} channels in ${groups} groups`);
  const asked = ints(site, "kernel_shape", kernel);
  if (asked.join() !== kernel.join())
    fail(site, `kernel_shape ${shapeText(asked)} of weights ${shapeText(weights.shape)}`);
  const strides = perAxis(site, "strides", rank, 1);
  const dilations = perAxis(site, "dilations", rank, 1);
  const axes = kernel.map((extent, axis) =>
    spreadAxis(site, {
      axis,
      rank,
      extent: x.shape[axis + 2] ?? 0,
      stride: strides[axis] ?? 1,
      reach: (extent - 1) * (dilations[axis] ?? 1) + 1,
    }),
  );
  const padded = axes.map((axis) => axis.padded);
  checkSize(site, [...x.shape.slice(0, 2), ...padded]);
  return {
    ...{ kernel, strides, dilations, padded },
    begin: axes.map(({ begin }) => begin),
    output: axes.map(({ output }) => output),
  };
}

interface Axis {
  readonly axis: number; // among the spatial ones
  readonly rank: number;
  readonly extent: number; // of the input
  readonly stride: number;
  readonly reach: number; // of the kernel, with its dilation
}

/** ONNX: output = stride (input - 1) + output_padding + reach - pads; `output_shape` and auto_pad give the pads. */
function spreadAxis(
  site: Site,
  { axis, rank, extent, stride, reach }: Axis,
): { readonly begin: number; readonly output: number; readonly padded: number } {
  const extra = perAxis(site, "output_padding", rank, 0)[axis] ?? 0;
  const pads = perAxis(site, "pads", 2 * rank, 0);
  const mode = string(site, "auto_pad", "NOTSET");
  const full = stride * (extent - 1) + extra + reach;
  const asked = site.node.attributes.has("output_shape") ? ints(site, "output_shape", []).slice(-rank) : [];
  const wanted = asked[axis] ?? (mode.startsWith("SAME") ? extent * stride : null);
  const output = wanted ?? full - (pads[axis] ?? 0) - (pads[axis + rank] ?? 0);
  if (output < 1) fail(site, `its output would have ${output} elements along axis ${axis + 2}`);
  const total = Math.max(0, full - output);
  const less = Math.floor(total / 2);
  const first = wanted === null ? (pads[axis] ?? 0) : mode === "SAME_UPPER" ? less : total - less;
  return { begin: reach - 1 - first, output, padded: output + reach - 1 };
}
