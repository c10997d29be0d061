/**
 * Reads that pass a register by: in the cycle in which the iteration before writes it they give what is written, else what it holds
 * (scheduling/passed.ts says which).
 */
import { bug } from "../../diagnostics/bug.ts";
import { assign, type Builder, wire } from "../../hardware/netlist/build.ts";
import { mux, resize } from "../../hardware/netlist/expressions.ts";
import type { Expr, Ref } from "../../hardware/netlist/nodes.ts";
import { bitWidth } from "../../types/bits.ts";
import type { OpId, Read } from "../plan/nodes.ts";
import { isSigned } from "../plan/widths.ts";
import type { Values } from "./datapath.ts";
import { opAt } from "./flow.ts";
import type { Scalars } from "./scalars.ts";

export interface Passing {
  /** In the cycle of the read; null: the register holds it by then. */
  readonly read: (values: Values, id: OpId, op: Read) => Expr | null;
  /** All values are there. */
  readonly finish: () => void;
}

export function startPassing(b: Builder, scalars: Scalars): Passing {
  const pending: (() => void)[] = [];
  return {
    read: (values, id, { register, type: own }) => {
      const { graph, interval } = values.activity;
      const write = graph.ops.findIndex((op) => op.kind === "write" && op.register === register);
      const when = values.cycle(id) + interval; // in the cycles of the iteration before
      if (write < 0 || when < values.cycle(write)) return bug(`${register} is read before it is written`);
      if (when > values.cycle(write)) return null;
      const { ref, type } = scalars.get(register);
      const newest: Ref = wire(b, `${register}_newest`, ref.width);
      pending.push(() => {
        const op = opAt(graph.ops, write);
        if (op.kind !== "write") return bug(`operation ${write} is no write`);
        const { type: given } = opAt(graph.ops, op.value);
        const value = resize(b, values.at(op.value, when), ref.width, isSigned(given));
        assign(b, newest, mux(b, values.token(when), value, ref)); // there may be no such iteration
      });
      return resize(b, newest, bitWidth(own), isSigned(type));
    },
    finish: () => {
      for (const one of pending.splice(0)) one();
    },
  };
}
