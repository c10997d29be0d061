/**
 * Memories that are zero when a call starts: they are so at power up, and are swept after each call. Until then the
 * circuit is not ready. That a sweep is due survives a reset, which may come in the middle of a call.
 */
import { addressWidth } from "../../hardware/netlist/bits.ts";
import { type Builder, drive, named, register } from "../../hardware/netlist/build.ts";
import { add, and, constant, eq, mux, not, or } from "../../hardware/netlist/expressions.ts";
import type { Expr } from "../../hardware/netlist/nodes.ts";

export interface Sweep {
  readonly due: Expr; // memories are not known to be zero
  /** `accept`: a call begins. `busy`: it runs. Gives the word that is set to zero now, where one is. */
  readonly finish: (signals: { readonly accept: Expr; readonly busy: Expr }) => Swept;
}

export interface Swept {
  readonly when: Expr;
  readonly address: Expr;
}

/** `depth`: of the deepest memory. */
export function declareSweep(b: Builder, depth: number): Sweep {
  const due = register(b, "unclean", 1, { comment: "words are left over from a call" });
  return {
    due,
    finish: ({ accept, busy }) => {
      const address = register(b, "clear_address", addressWidth(depth), { reset: true });
      const when = named(b, "clear", and(b, due, not(b, busy)));
      const isLast = eq(b, address, depth - 1);
      drive(b, address, mux(b, isLast, constant(address.width, 0), add(b, address, 1)), { enable: when });
      drive(b, due, or(b, accept, and(b, due, not(b, and(b, when, isLast)))));
      return { when, address };
    },
  };
}
