/** Random kernels of which low bits matter: masks, narrow casts, shifts and rests around sums and products. */
import type { Loops } from "../../src/loops/nodes.ts";
import { bitWidth, fromBits } from "../../src/types/bits.ts";
import { printType } from "../../src/types/print.ts";
import {
  exactInt,
  type FixedType,
  fixed,
  int8,
  int16,
  int32,
  int64,
  type ScalarType,
  uint8,
  uint16,
  uint32,
  uint64,
} from "../../src/types/types.ts";
import { type Args, filled } from "../backend/wasm-build.ts";
import { type Dice, dice } from "../hardware/random.ts";
import { writtenLoops } from "./written.ts";

export interface MaskedKernel {
  readonly text: string;
  readonly loops: Loops;
  readonly args: Args;
}

const size = 8;

export function maskedKernel(seed: number): MaskedKernel {
  const d = dice(seed ^ 0x51ed270b);
  const { text, types } = seed % 3 === 0 ? exactText(d) : numpyText(d);
  const args = Object.fromEntries(
    Object.entries(types).map(([name, type]) => {
      const values = Array.from({ length: size }, () => fromBits(type, d.bits(bitWidth(type))));
      return [name, filled(type, [size], values)] as const;
    }),
  );
  return {
    text,
    loops: writtenLoops(text, d.roll(2) === 0 ? `${seed % 2 === 0 ? "pipeline" : "flatten"} i` : ""),
    args,
  };
}

interface Written {
  readonly text: string;
  readonly types: Readonly<Record<string, ScalarType>>;
}

const numpyTypes = [int8, int16, int32, int64, uint8, uint16, uint32, uint64, uint32, uint64];

/** One type to compute in; a value that is carried from iteration to iteration, a local array, a narrow result. */
function numpyText(d: Dice): Written {
  const work = d.pick(numpyTypes);
  const types = {
    a: d.pick(numpyTypes),
    b: d.pick(numpyTypes),
    out: d.pick([uint8, uint16, work]),
    low: uint8,
  };
  const in_ = (expr: string): string => `np.${printType(work)}(${expr})`;
  const e = (leaves: readonly string[], depth: number): string => expression(d, work, leaves, depth);
  const inputs = [in_("a[i]"), in_("b[i]")];
  return {
    types,
    text: `def kernel(${parameters(types)}):
    h = ${in_("5")}
    kept = np.zeros(${size}, np.${printType(work)})
    for i in range(${size}):
        x = ${e(inputs, 2)}
        h = ${e(["h", "x", ...inputs], 2)}
        kept[(i * 3) % ${size}] = ${e(["x", "h"], 1)}
        low[i] = np.uint8(h)
        out[i] = np.${printType(types.out)}(${e(["x", ...inputs, "kept[i]"], 3)})`,
  };
}

function expression(d: Dice, type: ScalarType, leaves: readonly string[], depth: number): string {
  const width = bitWidth(type);
  const number = (value: number): string => `np.${printType(type)}(${value})`;
  if (depth === 0) return d.roll(5) === 0 ? number(d.roll(100)) : d.pick(leaves);
  const next = (): string => expression(d, type, leaves, depth - 1);
  const bits = d.roll(width - 2) + 1;
  switch (d.roll(14)) {
    case 0:
    case 1:
      return `(${next()} + ${next()})`;
    case 2:
      return `(${next()} - ${next()})`;
    case 3:
    case 4:
      return `(${next()} * ${next()})`;
    case 5:
      return `(${next()} & ${number(2 ** Math.min(bits, 30) - 1)})`;
    case 6:
      return `(${next()} ${d.pick(["&", "|", "^"])} ${next()})`;
    case 7:
      return `(${next()} << ${number(bits)})`;
    case 8:
      return `(${next()} >> ${number(d.roll(width))})`;
    case 9:
      return `(${next()} ${d.pick(["%", "//"])} ${number(2 ** Math.min(bits, 20))})`;
    case 10:
      return `np.${printType(type)}(np.${printType(d.pick([uint8, int8, uint16]))}(${next()}))`;
    case 11:
      return `(${next()} if ${next()} > ${next()} else ${next()})`;
    case 12:
      return `(${d.pick(["-", "~"])}${next()})`;
    default:
      return `(${next()} ${d.pick(["<<", ">>"])} (${next()} & ${number(3)}))`;
  }
}

/** Exact types, whose results grow: what is stored takes the bits it can. Wider than words, with fractions. */
function exactText(d: Dice): Written {
  const own = (): ScalarType => d.pick([exactInt(1 + d.roll(90), d.roll(2) === 0), fixedType(d)]);
  const types = { a: own(), b: own(), out: own(), low: own() };
  const term = (): string => `${d.pick(["a[i]", "b[i]"])} * ${d.pick(["a[i]", "b[i]", "3", "8", "1"])}`;
  const sum = (): string => `${term()} ${d.pick(["+", "-"])} ${term()} ${d.pick(["+", "-"])} b[i]`;
  return {
    types,
    text: `def kernel(${parameters(types)}):
    for i in range(${size}):
        out[i] = ${sum()}
        low[i] = ${d.pick(["", "-"])}(${sum()})`,
  };
}

function fixedType(d: Dice): FixedType {
  const width = 4 + d.roll(60);
  const rounding = d.pick(["truncate", "floor", "nearest_even", "nearest_away", "toward_zero"] as const);
  const overflow = d.pick(["wrap", "wrap", "saturate"] as const);
  return fixed(width, d.roll(width), d.roll(2) === 0, rounding, overflow);
}

function parameters(types: Readonly<Record<string, ScalarType>>): string {
  return Object.entries(types)
    .map(([name, type]) => `${name}: "${printType(type)}[${size}]"`)
    .join(", ");
}
