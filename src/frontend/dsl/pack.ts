/** Packing: several elements in one wide word and back, element 0 in the lowest bits. */
import { bitWidth } from "../../types/bits.ts";
import { printType } from "../../types/print.ts";
import type { KindOf } from "../../types/static.ts";
import { array, exactInt, type ScalarType, sameType } from "../../types/types.ts";
import { blank, type declarations, loopOver } from "./declare.ts";
import type { reductions } from "./reduce.ts";
import { fail, type Session } from "./session.ts";
import type { Tensor } from "./tensor.ts";
import type { Place, Term } from "./term.ts";
import { readScalarType } from "./type_text.ts";

export function packing(
  session: Session,
  h: ReturnType<typeof declarations> & ReturnType<typeof reductions>,
) {
  return {
    /** `h.unpack(words, "fixed<8,2>")`: uint<64>[4] gives fixed<8,2>[32]. Along the last axis. */
    unpack<R extends number, const T extends string | ScalarType>(
      packed: Tensor<R>,
      type: T,
      name = "unpacked",
    ): Tensor<R, KindOf<T>> {
      const words: Tensor = packed;
      const element = readScalarType(session, type);
      const width = bitWidth(element);
      const factor = factorOf(session, words.element, element);
      const shape = [...words.shape.slice(0, -1), (words.shape.at(-1) ?? 0) * factor];
      const out = blank(session, array(element, shape), name);
      const one = (index: readonly Term[]): void => {
        const { at, outer, inner } = split(session, index);
        const bits = asBits(words.at(...outer)).bits(inner.mul(width), width);
        out.at(...outer.slice(0, -1), at.mul(factor).add(inner)).set(bits.bitcast(element));
      };
      loopOver(session, out.name, [...words.shape, factor], [], one, true);
      return out;
    },

    /** `h.pack(a, "uint<64>")`: int8[32] gives uint<64>[4]. Along the last axis, which the factor must divide. */
    pack<R extends number, const T extends string | ScalarType>(
      unpacked: Tensor<R>,
      type: T,
      name = "packed",
    ): Tensor<R, KindOf<T>> {
      const elements: Tensor = unpacked;
      const word = readScalarType(session, type);
      const width = bitWidth(elements.element);
      const factor = factorOf(session, word, elements.element);
      const extent = elements.shape.at(-1) ?? 0;
      if (extent % factor !== 0) {
        fail(
          session,
          `${elements.name} is ${printType(elements.type)}: ${extent} elements are no whole number of words of ${factor}`,
        );
      }
      return h.compute(
        [...elements.shape.slice(0, -1), extent / factor],
        (...index) => {
          const [outer, at] = [index.slice(0, -1), index.at(-1) ?? fail(session, "words have an axis")];
          const fill = (packed: Place, j: Term): void => {
            const value = elements.at(...outer, at.mul(factor).add(j));
            packed.bits(j.mul(width), width).set(asBits(value));
          };
          return h.reduce(0, fill, factor, { type: word });
        },
        name,
      );
    },
  };
}

function factorOf(session: Session, word: ScalarType, element: ScalarType): number {
  const isWord = word.kind === "int" || word.kind === "fixed";
  if (!isWord) fail(session, `a word is an integer, not ${printType(word)}`);
  if (element.kind === "python") fail(session, `${printType(element)} has no fixed width`);
  const factor = bitWidth(word) / bitWidth(element);
  if (Number.isInteger(factor)) return factor;
  return fail(session, `${printType(word)} holds no whole number of ${printType(element)}`);
}

/** The word's indices, the last of them, and the position in the word. */
function split(session: Session, index: readonly Term[]): { at: Term; outer: Term[]; inner: Term } {
  const [inner, at] = [index.at(-1), index.at(-2)];
  if (inner === undefined || at === undefined) return fail(session, "words have an axis");
  return { at, outer: index.slice(0, -1), inner };
}

/** As uint<width>. */
function asBits(value: Term): Term {
  const type = exactInt(value.width, false);
  return sameType(value.type, type) ? value : value.bitcast(type);
}
