/** How arrays on chip lie in memories, as pragmas after their declarations. */
import type { ArrayDecl } from "../../loops/nodes.ts";
import { bitWidth } from "../../types/bits.ts";

export function storagePragmas(given: ArrayDecl, name: string): readonly string[] {
  const decl = spread(given);
  return [
    ...(decl.banks ?? []).map(({ dim, how, factor }) => {
      const size = how === "complete" ? "" : ` factor=${factor}`;
      return `ARRAY_PARTITION variable=${name} type=${how}${size} dim=${dim + 1}`;
    }),
    ...(decl.words === undefined
      ? []
      : [
          // Neighbours share a word: what the tool calls cyclic.
          `ARRAY_RESHAPE variable=${name} type=cyclic factor=${decl.words.factor} dim=${decl.words.dim + 1}`,
        ]),
    ...(decl.stream === undefined
      ? []
      : [`STREAM variable=${name} type=fifo depth=${decl.stream.depth ?? fewest}`]),
    ...binding(decl, name),
  ].map((text) => `#pragma HLS ${text}`);
}

/** Words of a queue with which one can pass every cycle. */
const fewest = 2;

/**
 * What reuse needs, unless a schedule has said otherwise: a window is read as a whole in each cycle, and a line buffer
 * one column at a time, all of its lines at once.
 */
function spread(decl: ArrayDecl): ArrayDecl {
  if (decl.banks !== undefined || decl.words !== undefined) return decl;
  const whole = (dim: number) => ({ dim, how: "complete" as const, factor: decl.shape[dim] ?? 1 });
  switch (decl.role) {
    case "window buffer":
      return { ...decl, banks: decl.shape.map((_, dim) => whole(dim)) };
    case "line buffer":
      return { ...decl, banks: [whole(decl.shape.indexOf(Math.min(...decl.shape)))] };
    default:
      return decl;
  }
}

/** Below this a block RAM, of 18 thousand bits, would be mostly empty. */
const smallest = 1024;

/** Only for what a schedule or the kernel gives a clear role; of the rest the tool knows more than we do. */
function binding(decl: ArrayDecl, name: string): readonly string[] {
  const bits = bitsOfBank(decl);
  if (bits === 0) return []; // registers
  const impl = bits <= smallest ? "lutram" : "bram";
  if (decl.table !== undefined) {
    return [`BIND_STORAGE variable=${name} type=${impl === "bram" ? "rom_2p" : "rom_np"} impl=${impl}`];
  }
  switch (decl.role) {
    case "line buffer":
    case "buffer":
      return [`BIND_STORAGE variable=${name} type=ram_2p impl=${impl}`];
    default:
      return [];
  }
}

/** Of one memory, once banks have taken their share; 0 where each element is a register. */
function bitsOfBank({ shape, banks = [], element }: ArrayDecl): number {
  const depth = shape.reduce((product, size, dim) => {
    const bank = banks.find((one) => one.dim === dim);
    return product * (bank === undefined ? size : Math.ceil(size / bank.factor));
  }, 1);
  return depth <= 1 ? 0 : depth * bitWidth(element);
}
