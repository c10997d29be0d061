/** Arrays in registers: every element can be read and written at any time. */
import { bug } from "../../diagnostics/bug.ts";
import { type Builder, drive, register } from "../../hardware/netlist/build.ts";
import { and, choose, constant, eq, mux, select } from "../../hardware/netlist/expressions.ts";
import type { Expr, Ref } from "../../hardware/netlist/nodes.ts";
import { bitWidth } from "../../types/bits.ts";
import type { Storage } from "../plan/nodes.ts";
import { type Arm, any, oneOf } from "./choice.ts";
import type { Bank } from "./memories.ts";
import { type Access, mostAtOnce } from "./ports.ts";

interface Pending extends Arm {
  readonly access: Access;
  readonly address: Expr;
}

/** One bank. */
export function declareElements(b: Builder, storage: Storage, bank: number): Bank {
  const width = bitWidth(storage.element);
  const name = storage.banks === 1 ? storage.name : `${storage.name}_${bank}`;
  const given = storage.initial?.[bank];
  const stores: Pending[] = [];
  const refs: Ref[] = [];
  if (given === undefined) {
    for (let word = 0; word < storage.depth; word++) refs.push(register(b, `${name}_${word}`, width));
  }
  const fixed = Array.from({ length: storage.depth }, (_, word) => constant(width, given?.[word] ?? 0n));
  const words: readonly Expr[] = given === undefined ? refs : fixed;
  const zero = constant(width, 0);

  /** Later stores of one cycle win; those that never come together need no order. */
  const element = (ref: Ref, word: number, start: Expr): void => {
    const own = stores.flatMap((store) => {
      const { address, when } = store;
      const here = and(b, when, eq(b, address, constant(address.width, word)));
      return here.kind === "const" && here.value === 0n ? [] : [{ ...store, when: here }];
    });
    const whens = own.map(({ when }) => when);
    const isAlone = mostAtOnce(own.map(({ access }) => access)) <= 1;
    const stored = isAlone ? oneOf(b, own) : select(b, own.toReversed(), ref);
    const next = stored ?? ref;
    if (!storage.clears) return drive(b, ref, next, { enable: any(b, whens) });
    drive(b, ref, mux(b, start, zero, next), { enable: any(b, [start, ...whens]) });
  };

  return {
    load: (_access, _token, address) => {
      if (address.kind !== "const") return choose(b, address, words);
      return words[Number(address.value)] ?? zero;
    },
    store: (access, when, address, word) => {
      if (given !== undefined) bug(`${name} is a table, and is written`);
      stores.push({ access, when, address, value: word });
    },
    clear: null,
    finish: (start) => {
      for (const [word, ref] of refs.entries()) element(ref, word, start);
    },
    ports: null,
  };
}
