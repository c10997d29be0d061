/**
 * How elements lie in memory that a kernel reaches through m_axi: each in the next power of two of bytes, integers and
 * fixed values as their raw integer. A .npy file has the same items but for fixed values, which it stores as doubles,
 * and for integers of more than 64 bits, which it stores without the padding.
 */
import { takenApart } from "../../../types/fault.ts";
import type { FixedType, ScalarType } from "../../../types/types.ts";

export interface Item {
  readonly ctype: string; // of one item in host memory
  readonly dtype: string; // NumPy's short name of it
  readonly words: number; // items an element: more than one beyond 64 bits
  readonly stored: number; // items an element in a .npy file
  readonly fixed: { readonly bits: number; readonly fraction: number } | null; // stored as doubles
}

export function itemOf(type: ScalarType): Item {
  switch (type.kind) {
    case "complex":
      return takenApart();
    case "bool":
      return plain("uint8_t", "b1");
    case "int":
      return integer(type.bits, type.signed);
    case "fixed": {
      const item = integer(type.width, type.signed);
      const value = { bits: type.width, fraction: type.width - type.integer };
      return doubleHolds(type) ? { ...item, fixed: value } : item;
    }
    case "float": {
      const narrow = type.mantissa <= 23 && type.exponent <= (type.variant === "flopoco" ? 7 : 8);
      if (type.exponent === 5 && type.mantissa === 10 && type.variant === "ieee")
        return plain("uint16_t", "f2");
      return narrow ? plain("float", "f4") : plain("double", "f8");
    }
    case "python":
      if (type.name === "complex") return takenApart();
      return { int: plain("int64_t", "i8"), float: plain("double", "f8"), bool: plain("uint8_t", "b1") }[
        type.name
      ];
  }
}

function plain(ctype: string, dtype: string): Item {
  return { ctype, dtype, words: 1, stored: 1, fixed: null };
}

function integer(bits: number, signed: boolean): Item {
  if (bits > 64) {
    const stored = Math.ceil(bits / 64);
    return { ctype: "uint64_t", dtype: "u8", words: 2 ** Math.ceil(Math.log2(stored)), stored, fixed: null };
  }
  const bytes = bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
  return plain(`${signed ? "" : "u"}int${8 * bytes}_t`, `${signed ? "i" : "u"}${bytes}`);
}

function doubleHolds(type: FixedType): boolean {
  return type.width <= 53 && type.width - type.integer <= 1074 && type.integer <= 1023;
}
