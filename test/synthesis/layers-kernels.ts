/** Random kernels of layers: matrices of constants, what rounds and clips between them, wrapping and narrow types. */
import type { Loops } from "../../src/loops/nodes.ts";
import { bitWidth, fromBits } from "../../src/types/bits.ts";
import { printType } from "../../src/types/print.ts";
import { int8, int16, int32, type ScalarType, uint8, uint16, uint32 } from "../../src/types/types.ts";
import { type Args, filled } from "../backend/wasm-build.ts";
import { type Dice, dice } from "../hardware/random.ts";
import { writtenLoops } from "./written.ts";

export interface LayersKernel {
  readonly text: string;
  readonly loops: Loops;
  readonly args: Args;
}

const samples = 4;

export function layersKernel(seed: number): LayersKernel {
  const d = dice(seed ^ 0x2f6b1c35);
  const sizes = Array.from({ length: 2 + d.roll(2) }, () => 1 + d.roll(5));
  const input = d.pick([int8, uint8, int16]);
  const output = d.pick([int8, int16, int32, uint16]);
  const lines = [
    `def kernel(x: "${printType(input)}[${samples}, ${sizes[0]}]", y: "${printType(output)}[${samples}, ${sizes.at(-1)}]"):`,
  ];
  const work = d.pick([int32, int32, int16, uint32]);
  const tables = sizes.slice(1).map((to, layer) => {
    const from = sizes[layer] ?? 1;
    const rows = Array.from({ length: from }, () => Array.from({ length: to }, () => factor(d, work)));
    return `    w${layer} = np.array(${JSON.stringify(rows)}, dtype=np.${printType(work)})`;
  });
  lines.push(...tables, `    for n in range(${samples}):`);
  for (let layer = 0; layer + 1 < sizes.length; layer++)
    lines.push(...layerText(d, layer, sizes, work, output));
  const text = lines.join("\n");
  const values = (type: ScalarType, count: number) =>
    Array.from({ length: count }, () => fromBits(type, d.bits(bitWidth(type))));
  const args = {
    x: filled(input, [samples, sizes[0] ?? 1], values(input, samples * (sizes[0] ?? 1))),
    y: filled(output, [samples, sizes.at(-1) ?? 1], values(output, samples * (sizes.at(-1) ?? 1))),
  };
  const spread = d.roll(2) === 0 ? "\npartition x dim=1 complete\npartition y dim=1 complete" : "";
  return { text, loops: writtenLoops(text, `flatten n${spread}`), args };
}

/** Zeros, powers of two, small ones, and some that the type only just holds. */
function factor(d: Dice, type: ScalarType): number {
  const least = type.kind === "int" && type.signed ? -1 : 0;
  const sign = least < 0 && d.roll(2) === 0 ? -1 : 1;
  switch (d.roll(5)) {
    case 0:
      return 0;
    case 1:
      return sign * 2 ** d.roll(8);
    case 2:
      return sign * d.roll(2 ** 14);
    default:
      return sign * d.roll(40);
  }
}

function layerText(
  d: Dice,
  layer: number,
  sizes: readonly number[],
  work: ScalarType,
  output: ScalarType,
): readonly string[] {
  const [from = 1, to = 1] = [sizes[layer], sizes[layer + 1]];
  const isLast = layer + 2 === sizes.length;
  const own = printType(work);
  const read = layer === 0 ? `np.${own}(x[n, i])` : `np.${own}(h${layer}[i])`;
  const held = d.pick(["uint8", "int8", "int16"]);
  const result = isLast
    ? `y[n, j] = np.${printType(output)}(s)`
    : `h${layer + 1}[j] = np.${held}(${between(d)})`;
  const term = `${read} * w${layer}[i, j]`;
  const step = d.pick([`s += ${term}`, `s -= ${term}`, `s = ${term} - s`, `s += ${term} + (${read} << 2)`]);
  return [
    ...(isLast ? [] : [`        h${layer + 1} = np.empty(${to}, np.${held})`]),
    `        for j in range(${to}):`,
    `            s = np.${own}(${d.roll(100)})`,
    `            for i in range(${from}):`,
    `                ${step}`,
    `            ${result}`,
  ];
}

function between(d: Dice): string {
  return d.pick(["np.clip((s + 4) >> 3, 0, 63)", "s >> 1", "s", "np.clip(s, 5, 100)", "s ^ 5"]);
}
