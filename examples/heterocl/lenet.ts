/**
 * LeNet and its quantisation (HeteroCL, figure 8): convolutions, pooling, dense layers. A loop over bit widths gives
 * schedules that quantize the activations; the network is written once. Sizes are small; weights come from a seed.
 */
import { type Builder, type DslKernel, kernel, type Tensor } from "lutra";

export const shapes = {
  img: [1, 16, 16],
  w_cn1: [4, 1, 5, 5],
  w_cn2: [6, 4, 3, 3],
  w_fc1: [16, 24],
  w_fc2: [10, 16],
} as const;

export function lenet(): DslKernel {
  const type = <const S extends readonly number[]>(shape: S) => `float32[${shape.join(",")}]` as const;
  const params = {
    img: type(shapes.img),
    w_cn1: type(shapes.w_cn1),
    w_cn2: type(shapes.w_cn2),
    w_fc1: type(shapes.w_fc1),
    w_fc2: type(shapes.w_fc2),
  } as const;
  return kernel("lenet", params, ({ img, w_cn1, w_cn2, w_fc1, w_fc2 }, h) => {
    const conv1 = conv2d(h, img, w_cn1, "conv1");
    const pool1 = maxPool(h, conv1, "pool1");
    const conv2 = conv2d(h, pool1, w_cn2, "conv2");
    const pool2 = maxPool(h, conv2, "pool2");
    const flat = flatten(h, pool2);
    const fc1 = dense(h, flat, w_fc1, "fc1", true);
    const fc2 = dense(h, fc1, w_fc2, "fc2", false);
    return softmax(h, fc2);
  });
}

/** The bit widths of the sweep. */
export const widths = [3, 4, 5, 6, 8, 12, 16] as const;

/** Activations lie between -1 and 1: two integer bits, the rest fraction. */
export function schedule(bits: number): string {
  return `quantize conv1 conv2 fc1 to=fixed<${bits},2,nearest_even,saturate>\n`;
}

/** Channels, rows, columns; `tanh` of the valid correlation. */
function conv2d(h: Builder, input: Tensor, weights: Tensor, name: string): Tensor {
  const [, rows = 0, columns = 0] = input.shape;
  const [filters = 0, channels = 0, high = 0, wide = 0] = weights.shape;
  return h.compute(
    [filters, rows - high + 1, columns - wide + 1],
    (f, y, x) =>
      h
        .sum([channels, high, wide], (c, dy, dx) =>
          input.at(c, y.add(dy), x.add(dx)).mul(weights.at(f, c, dy, dx)),
        )
        .tanh(),
    name,
  );
}

function maxPool(h: Builder, input: Tensor, name: string): Tensor {
  const [channels = 0, rows = 0, columns = 0] = input.shape;
  return h.compute(
    [channels, rows / 2, columns / 2],
    (c, y, x) => h.max([2, 2], (dy, dx) => input.at(c, y.mul(2).add(dy), x.mul(2).add(dx))),
    name,
  );
}

function flatten(h: Builder, input: Tensor): Tensor {
  const [, rows = 0, columns = 0] = input.shape;
  return h.compute(
    [input.size],
    (i) => input.at(i.floordiv(rows * columns), i.floordiv(columns).mod(rows), i.mod(columns)),
    "flat",
  );
}

function dense(h: Builder, input: Tensor, weights: Tensor, name: string, active: boolean): Tensor {
  const [outputs = 0, inputs = 0] = weights.shape;
  return h.compute(
    [outputs],
    (o) => {
      const sum = h.sum(inputs, (i) => input.at(i).mul(weights.at(o, i)));
      return active ? sum.tanh() : sum;
    },
    name,
  );
}

function softmax(h: Builder, input: Tensor): Tensor {
  const largest = h.max(input.size, (i) => input.at(i), "largest");
  const powers = h.compute(input.shape, (i) => input.at(i).sub(largest).exp(), "powers");
  const total = h.sum(input.size, (i) => powers.at(i), "total");
  return h.compute(input.shape, (i) => powers.at(i).div(total), "probability");
}

/** Images of a seed: 256 numbers each. */
export function images(count: number, seed = 8): readonly Float32Array[] {
  const next = seeded(seed);
  return Array.from({ length: count }, () => Float32Array.from({ length: 256 }, next));
}

/**
 * What a bit width costs: the fraction of images that are put into the class that the float32 network puts them into.
 * Both lists hold the probabilities of an image each.
 */
export function agreement(float32: readonly Probabilities[], quantized: readonly Probabilities[]): number {
  const same = float32.filter((one, k) => argmax(one) === argmax(quantized[k] ?? []));
  return same.length / float32.length;
}

type Probabilities = readonly number[];

function argmax(probabilities: Probabilities): number {
  return probabilities.indexOf(Math.max(...probabilities));
}

/** Numbers between -1 and 1, the same on every machine (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
}

/** Weights of the seed 2019, scaled by the number of inputs so that activations spread. */
export function weights(): Record<Exclude<keyof typeof shapes, "img">, Float32Array> {
  const next = seeded(2019);
  const layer = (shape: readonly number[]): Float32Array => {
    const size = shape.reduce((product, extent) => product * extent, 1);
    const inputs = size / (shape[0] ?? 1);
    return Float32Array.from({ length: size }, () => (next() * 2) / Math.sqrt(inputs));
  };
  return {
    w_cn1: layer(shapes.w_cn1),
    w_cn2: layer(shapes.w_cn2),
    w_fc1: layer(shapes.w_fc1),
    w_fc2: layer(shapes.w_fc2),
  };
}
