/** Registers that walk along with the loops around a graph: they move when its counters do, or when it ends. */
import { bug } from "../../diagnostics/bug.ts";
import { type Builder, drive, register } from "../../hardware/netlist/build.ts";
import { add, and, constant, mux } from "../../hardware/netlist/expressions.ts";
import type { Expr, Ref } from "../../hardware/netlist/nodes.ts";
import { bitWidth } from "../../types/bits.ts";
import type { Move, Walk } from "../plan/nodes.ts";
import type { Activity } from "./control.ts";
import { isLast } from "./counters.ts";
import type { Scalars } from "./scalars.ts";

export function buildWalk(b: Builder, scalars: Scalars, activity: Activity, op: Walk, name: string): Ref {
  const { first, moves, back } = op;
  const width = bitWidth(op.type);
  const ref = register(b, name, width, { initial: first, reset: true });
  const last = ({ of }: Move): Expr => {
    if (typeof of === "number") return activity.lasts[of] ?? bug(`no level ${of}`);
    const { ref: value, type } = scalars.get(of.variable);
    return isLast(b, scalars, of, [{ value, type }], 0);
  };
  const tick = activity.tokens[activity.interval - 1] ?? bug(`${activity.name} has no end`);
  // Loops inside which nothing moves: it is enough to wait for their ends.
  const still = moves.length - 1 - moves.findLastIndex(({ by }) => by !== 0n);
  const moving = moves.slice(0, moves.length - still);
  const enable = moves.slice(moving.length).reduce((all, move) => and(b, all, last(move)), tick);
  const [outer = bug("a walk that never moves")] = moving;
  const by = moving
    .slice(1)
    .reduce<Expr>(
      (inner, move) => mux(b, last(move), inner, constant(width, move.by)),
      constant(width, outer.by),
    );
  const next = add(b, ref, by);
  const isOver = moving.slice(1).reduce((all, move) => and(b, all, last(move)), last(outer));
  drive(b, ref, back ? mux(b, isOver, constant(width, first), next) : next, { enable });
  return ref;
}
