/** Sums of terms that stand at different places: bits below and beside the others need no adder. */
import { add, concat, extendAs, lowest, slice, sub, zeros } from "../cores/gates.ts";
import type { Expr } from "../netlist/nodes.ts";

/** bits * 2^place */
export interface Term {
  readonly bits: Expr;
  readonly signed: boolean;
  readonly place: number;
}

/** The low `width` bits of the sum of one term or more. */
export function sumOf(terms: readonly Term[], width: number): Expr {
  return atWidth(total(terms, width), width);
}

/** The low `width` bits of the difference of two such sums; either may be empty. */
export function differenceOf(plus: readonly Term[], minus: readonly Term[], width: number): Expr {
  if (minus.length === 0) return sumOf(plus, width);
  const taken = total(minus, width);
  if (plus.length === 0) return sub(zeros(width), atWidth(taken, width));
  const from = total(plus, width);
  // Below the lowest bit of what is taken nothing changes.
  const kept = Math.min(taken.place, width);
  const whole = atWidth(from, width);
  if (kept === width) return whole;
  const upper = sub(slice(whole, kept, width - kept), extendAs(taken.signed, taken.bits, width - kept));
  return concat(upper, lowest(whole, kept));
}

function total(terms: readonly Term[], width: number): Term {
  let open = joined([...terms].sort((a, b) => a.place - b.place));
  while (open.length > 1) {
    const next: Term[] = [];
    for (let i = 0; i < open.length; i += 2) {
      const [a, b] = [open[i], open[i + 1]];
      if (a !== undefined) next.push(b === undefined ? a : sumOfTwo(a, b, width));
    }
    open = next;
  }
  const [only] = open;
  if (only === undefined) throw new Error("bug: a sum of nothing");
  return only;
}

/** Terms that end below where others begin are written side by side. */
function joined(sorted: readonly Term[]): Term[] {
  const open: Term[] = [];
  for (const term of sorted) {
    const at = open.findIndex((one) => !one.signed && one.place + one.bits.width <= term.place);
    const below = open[at];
    if (below === undefined) open.push(term);
    else open[at] = beside(below, term);
  }
  return open;
}

function beside(below: Term, above: Term): Term {
  const gap = above.place - below.place - below.bits.width;
  const bits = concat(above.bits, gap > 0 ? zeros(gap) : null, below.bits);
  return { bits, signed: above.signed, place: below.place };
}

function sumOfTwo(first: Term, second: Term, width: number): Term {
  const [a, b] = first.place <= second.place ? [first, second] : [second, first];
  const below = b.place - a.place; // bits of a that b does not reach
  const wide = extendAs(a.signed, a.bits, Math.max(a.bits.width, below + 1));
  const head: Term = { bits: slice(wide, below, wide.width - below), signed: a.signed, place: b.place };
  const signed = a.signed || b.signed;
  const needs = (term: Term): number => term.bits.width + (signed && !term.signed ? 1 : 0);
  const bits = Math.min(Math.max(needs(head), needs(b)) + 1, Math.max(width - b.place, 1));
  const sum = add(extendAs(head.signed, head.bits, bits), extendAs(b.signed, b.bits, bits));
  return { bits: concat(sum, lowest(wide, below)), signed, place: a.place };
}

function atWidth(term: Term, width: number): Expr {
  if (term.place >= width) return zeros(width);
  const bits = extendAs(term.signed, term.bits, width - term.place);
  return concat(bits, term.place > 0 ? zeros(term.place) : null);
}
