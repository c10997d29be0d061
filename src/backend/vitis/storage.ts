/** How arrays on chip lie in memories, as pragmas after their declarations. */
import type { ArrayDecl } from "../../loops/nodes.ts";
import { bitWidth } from "../../types/bits.ts";

export function storagePragmas(decl: ArrayDecl, name: string): readonly string[] {
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
    ...binding(decl, name),
  ].map((text) => `#pragma HLS ${text}`);
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
