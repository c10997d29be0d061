/**
 * Registers in which values wait: a chain, in which each takes over from the one before once an interval. Values that
 * are the same bits of the same cycle wait together, and bits that extend a value do not wait at all.
 */
import { bug } from "../../diagnostics/bug.ts";
import { type Builder, drive, register } from "../../hardware/netlist/build.ts";
import { resize } from "../../hardware/netlist/expressions.ts";
import type { Expr, Ref } from "../../hardware/netlist/nodes.ts";
import type { Life } from "./colour.ts";
import type { Held } from "./registers.ts";

export interface Waiting {
  /** What was made, in a later cycle of the iteration. */
  readonly at: (value: Waiter, cycle: number) => Expr;
  readonly finish: () => void;
}

export interface Waiter {
  readonly name: string;
  readonly made: Expr;
  readonly to: number; // the cycle of an iteration in which it is taken over
  readonly room: boolean; // a choice still fits into that cycle
}

interface Link {
  readonly room: boolean;
  readonly ref: Ref;
  readonly from: number; // the first cycle in which it has the value
  used: number; // the last one
}

/** Where the registers are, and who is told of those that may be shared. */
export interface RegisterSite {
  readonly run: Life; // all of its cycles
  readonly interval: number;
  readonly length: number;
  readonly token: (cycle: number) => Expr;
  readonly note: (held: Held) => void;
}

export function startWaiting(b: Builder, place: RegisterSite): Waiting {
  const { interval } = place;
  const chains = new Map<Expr, Map<number, Link[]>>();
  const chainOf = (value: Expr, to: number): Link[] => {
    const ofValue = chains.get(value) ?? new Map<number, Link[]>();
    const chain = ofValue.get(to) ?? [];
    chains.set(value, ofValue.set(to, chain));
    return chain;
  };
  return {
    at: ({ name, made, to, room }, cycle) => {
      if (made.kind === "const") return made;
      const [value, signed] = made.kind === "extend" ? [made.operand, made.signed] : [made, false];
      const chain = chainOf(value, to);
      const nth = Math.floor((cycle - to - 1) / interval);
      for (let index = chain.length; index <= nth; index++) {
        const ref = register(b, name, value.width);
        chain.push({ ref, from: to + 1 + index * interval, used: 0, room: room || index > 0 });
      }
      const link = chain[nth] ?? bug("a chain without a link");
      link.used = Math.max(link.used, cycle);
      return resize(b, link.ref, made.width, signed);
    },
    finish: () => {
      for (const [value, ofValue] of chains) {
        for (const chain of ofValue.values()) finishChain(b, value, chain, place);
      }
    },
  };
}

/**
 * A register needs to be told when to take over only if it is looked at longer than a cycle. Three or more that need not
 * be told can be one LUT (an SRL of Xilinx): they stay as they are. What is used after the end of the graph does too:
 * others are at work then.
 */
function finishChain(b: Builder, value: Expr, chain: readonly Link[], place: RegisterSite): void {
  const { run, interval, length, token, note } = place;
  let before = value;
  for (const [index, { ref, from, used, room }] of chain.entries()) {
    const isLast = index + 1 === chain.length;
    const isHeld = interval > 1 && (used > from || !isLast);
    const when = token(from - 1);
    drive(b, ref, before, isHeld ? { enable: when } : {});
    const to = isLast ? used : from + interval - 1;
    if (to < length && (isHeld || chain.length < 3)) {
      const arms = [{ when, value: before }];
      note({ ref, lives: [{ ...run, from, to }], arms, follows: !isHeld, room });
    }
    before = ref;
  }
}
