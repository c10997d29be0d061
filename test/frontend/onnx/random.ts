/** Random networks: layers, shapes, strides, groups, residuals, concats. The shapes are kept while they are made. */
import fc from "fast-check";
import { type ModelText, type NodeText, noise, size, type Tensor, tensorOf } from "./model.ts";

export interface RandomNetwork {
  readonly model: ModelText;
  readonly input: readonly number[];
}

interface State {
  readonly nodes: NodeText[];
  readonly weights: Record<string, Tensor>;
  readonly values: { readonly name: string; readonly shape: readonly number[] }[]; // that a later layer may read
  count: number;
}

type Choice = readonly [layer: number, a: number, b: number, c: number];

const choice: fc.Arbitrary<Choice> = fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99), fc.nat(99));

/** Up to `most` layers over [1, C, H, W], and over [1, K] once it was flattened. */
export function randomNetwork(most: number): fc.Arbitrary<RandomNetwork> {
  const start = fc.tuple(
    fc.integer({ min: 1, max: 3 }),
    fc.integer({ min: 3, max: 6 }),
    fc.integer({ min: 3, max: 6 }),
  );
  return fc
    .tuple(start, fc.array(choice, { minLength: 1, maxLength: most }), fc.nat(1000))
    .map(([[c, h, w], choices, seed]) => {
      const shape = [1, c, h, w];
      const state: State = { nodes: [], weights: {}, values: [{ name: "x", shape }], count: 0 };
      for (const one of choices) addLayer(state, one);
      const last = state.values.at(-1)?.name ?? "x";
      return {
        model: {
          inputs: { x: { shape } },
          weights: state.weights,
          nodes: state.nodes,
          outputs: [last],
          opset: 17,
        },
        input: noise(seed + 1, size(shape)),
      };
    });
}

function addLayer(state: State, [layer, a, b, c]: Choice): void {
  const at = state.values.at(-1);
  if (at === undefined) return;
  const id = state.count++;
  const weight = (...shape: readonly number[]): string => {
    const name = `w${Object.keys(state.weights).length}`;
    state.weights[name] = tensorOf(Object.keys(state.weights).length + 1, ...shape);
    return name;
  };
  const ints = (...values: readonly number[]): string => {
    const name = `w${Object.keys(state.weights).length}`;
    state.weights[name] = { shape: [values.length], data: values, type: "int64" };
    return name;
  };
  const add = (
    op: string,
    inputs: readonly string[],
    shape: readonly number[],
    attributes: NodeText["attributes"] = {},
  ): void => {
    const name = `v${id}`;
    state.nodes.push({ op, inputs, outputs: [name], name: `${op.toLowerCase()}${id}`, attributes });
    state.values.push({ name, shape });
  };
  const { name, shape } = at;
  const unary = ["Relu", "LeakyRelu", "Sigmoid", "Tanh", "HardSigmoid", "Abs", "Neg", "Elu"];
  const same = state.values.filter((value) => value.shape.join() === shape.join());
  if (shape.length === 2) {
    const [, k = 1] = shape;
    switch (layer % 6) {
      case 0:
        return add("Gemm", [name, weight(1 + (a % 5), k), weight(1 + (a % 5))], [1, 1 + (a % 5)], {
          transB: 1,
        });
      case 1:
        return add("MatMul", [name, weight(k, 1 + (a % 4))], [1, 1 + (a % 4)]);
      case 2:
        return add("Softmax", [name], shape, { axis: 1 });
      case 3:
        return add("Add", [name, same[a % same.length]?.name ?? name], shape);
      case 4:
        return add("Reshape", [name, ints(1, 1, k, 1)], [1, 1, k, 1]);
      default:
        return add(unary[a % unary.length] ?? "Relu", [name], shape);
    }
  }
  const [, channels = 1, height = 1, width = 1] = shape;
  switch (layer % 11) {
    case 0:
    case 1: {
      const group = a % 3 === 0 ? channels : 1;
      const filters = group * (1 + (b % 3));
      const [kh, kw] = [1 + (a % Math.min(3, height)), 1 + (b % Math.min(3, width))];
      const [stride, pad] = [1 + (c % 2), Math.min(c % 3, kh, kw)];
      const output = [
        1,
        filters,
        Math.floor((height + 2 * pad - kh) / stride) + 1,
        Math.floor((width + 2 * pad - kw) / stride) + 1,
      ];
      const inputs = [name, weight(filters, channels / group, kh, kw), ...(b % 2 ? [weight(filters)] : [])];
      return add("Conv", inputs, output, { group, strides: [stride, stride], pads: [pad, pad, pad, pad] });
    }
    case 2:
    case 3: {
      const [kh, kw] = [1 + (a % Math.min(2, height)), 1 + (b % Math.min(2, width))];
      const stride = 1 + (c % 2);
      const output = [
        1,
        channels,
        Math.floor((height - kh) / stride) + 1,
        Math.floor((width - kw) / stride) + 1,
      ];
      return add(c % 3 ? "MaxPool" : "AveragePool", [name], output, {
        kernel_shape: [kh, kw],
        strides: [stride, stride],
      });
    }
    case 4: {
      const parameters = [weight(channels), weight(channels), weight(channels)];
      const variance = `w${Object.keys(state.weights).length}`;
      state.weights[variance] = {
        shape: [channels],
        data: noise(id + 5, channels).map((v) => Math.abs(v) + 0.5),
      };
      return add("BatchNormalization", [name, ...parameters, variance], shape);
    }
    case 5:
      return add("Add", [name, same[a % same.length]?.name ?? name], shape);
    case 6: {
      const fitting = state.values.filter(
        ({ shape: s }) => s.length === 4 && s[2] === height && s[3] === width,
      );
      const other = fitting[a % fitting.length] ?? at;
      return add("Concat", [name, other.name], [1, channels + (other.shape[1] ?? 0), height, width], {
        axis: 1,
      });
    }
    case 7:
      return add("Flatten", [name], [1, channels * height * width]);
    case 8:
      return add("Transpose", [name], [1, height, width, channels], { perm: [0, 2, 3, 1] });
    case 9:
      return add("Mul", [name, weight(channels, 1, 1)], shape);
    default:
      return add(unary[a % unary.length] ?? "Relu", [name], shape);
  }
}
