/**
 * Registers in which values wait: a chain, in which each takes over from the one before once an interval. Values that
 * are the same bits of the same cycle wait together, and bits that extend a value do not wait at all.
 */
import { bug } from "../../diagnostics/bug.ts";
import { type Builder, drive, register } from "../netlist/build.ts";
import { resize } from "../netlist/expressions.ts";
import type { Expr, Ref } from "../netlist/nodes.ts";

export interface Waiting {
  /** What `made` was in cycle `to` of an iteration, in a later cycle of it. */
  readonly at: (name: string, made: Expr, to: number, cycle: number) => Expr;
  readonly finish: () => void;
}

interface Link {
  readonly ref: Ref;
  readonly from: number; // the first cycle in which it has the value
  used: number; // the last one
}

export function startWaiting(b: Builder, interval: number, token: (cycle: number) => Expr): Waiting {
  const chains = new Map<Expr, Map<number, Link[]>>();
  const chainOf = (value: Expr, to: number): Link[] => {
    const ofValue = chains.get(value) ?? new Map<number, Link[]>();
    const chain = ofValue.get(to) ?? [];
    chains.set(value, ofValue.set(to, chain));
    return chain;
  };
  return {
    at: (name, made, to, cycle) => {
      if (made.kind === "const") return made;
      const [value, signed] = made.kind === "extend" ? [made.operand, made.signed] : [made, false];
      const chain = chainOf(value, to);
      const place = Math.floor((cycle - to - 1) / interval);
      for (let index = chain.length; index <= place; index++) {
        chain.push({ ref: register(b, name, value.width), from: to + 1 + index * interval, used: 0 });
      }
      const link = chain[place] ?? bug("a chain without a link");
      link.used = Math.max(link.used, cycle);
      return resize(b, link.ref, made.width, signed);
    },
    finish: () => {
      for (const [value, ofValue] of chains) {
        for (const chain of ofValue.values()) finishChain(b, value, chain, interval, token);
      }
    },
  };
}

/** A register needs to be told when to take over only if it is looked at longer than a cycle. */
function finishChain(
  b: Builder,
  value: Expr,
  chain: readonly Link[],
  interval: number,
  token: (cycle: number) => Expr,
): void {
  let before = value;
  for (const [index, { ref, from, used }] of chain.entries()) {
    const isHeld = interval > 1 && (used > from || index + 1 < chain.length);
    drive(b, ref, before, isHeld ? { enable: token(from - 1) } : {});
    before = ref;
  }
}
