/** The same bits as another type. */
import { takenApart } from "../../types/fault.ts";
import type { ScalarType, Type } from "../../types/types.ts";
import { elementOf, float64, int64, isNumpy } from "../../types/types.ts";
import { numpyValue, printCast } from "./cast.ts";
import { atom, call, infix, method, type Text } from "./precedence.ts";
import type { Printer } from "./printer.ts";
import { dtypeOf, isCounted, widthOf } from "./representation.ts";

export function printBitcast(p: Printer, x: Text, from: Type, to: Type): Text {
  const source = elementOf(from);
  const target = elementOf(to);
  const isArray = from.kind === "array";
  const isWord = (type: ScalarType): boolean => isNumpy(type) && type.kind !== "bool";
  if (isWord(source) && isWord(target)) return method(x, "view", dtypeOf(target));
  return fromBits(p, toBits(p, x, source, isArray), target, isArray);
}

/** A Python int, or an array of them, not negative. */
function toBits(p: Printer, x: Text, from: ScalarType, isArray: boolean): Text {
  switch (from.kind) {
    case "complex":
      return takenApart();
    case "bool":
      return isArray ? call(p.need("int"), x) : call("int", x);
    case "float": {
      if (!isNumpy(from)) return call(`${p.format(from)}.bits`, x);
      const word = method(x, "view", `np.uint${1 + from.exponent + from.mantissa}`);
      return isArray ? method(word, "astype", "object") : call("int", word);
    }
    case "python": {
      if (from.name === "bool") return isArray ? call(p.need("int"), x) : call("int", x);
      const strong = from.name === "float" ? float64 : int64;
      return toBits(p, numpyValue(x, dtypeOf(strong), isArray), strong, isArray);
    }
    case "int":
    case "fixed": {
      const integers = isNumpy(from) ? (isArray ? method(x, "astype", "object") : call("int", x)) : x;
      const mask = `0x${((1n << BigInt(widthOf(from))) - 1n).toString(16)}`;
      return from.signed ? infix(integers, "&", atom(mask)) : integers;
    }
  }
}

function fromBits(p: Printer, bits: Text, to: ScalarType, isArray: boolean): Text {
  switch (to.kind) {
    case "complex":
      return takenApart();
    case "bool":
      return numpyValue(bits, "np.bool_", isArray);
    case "float":
      if (!isNumpy(to)) return call(`${p.format(to)}.from_bits`, bits);
      return method(
        numpyValue(bits, `np.uint${1 + to.exponent + to.mantissa}`, isArray),
        "view",
        dtypeOf(to),
      );
    case "python": {
      if (to.name === "bool") return isArray ? call(p.need("bool"), bits) : call("bool", bits);
      const strong = to.name === "float" ? float64 : int64;
      const value = fromBits(p, bits, strong, isArray);
      const shape = isArray ? [1] : [];
      const type: Type = shape.length === 0 ? strong : { kind: "array", element: strong, shape };
      return printCast(p, value, type, to);
    }
    case "int":
    case "fixed": {
      if (!isCounted(to)) return bits;
      const value = to.signed ? call(p.need("wrap"), bits, String(widthOf(to)), "True") : bits;
      return isNumpy(to) ? numpyValue(value, dtypeOf(to), isArray) : value;
    }
  }
}
