/** The read data of a master: a beat is held, and its groups leave it from the lowest, one a cycle. */
import { bitsFor } from "../../hardware/netlist/bits.ts";
import { assign, type Builder, drive, output, register } from "../../hardware/netlist/build.ts";
import { and, constant, isZero, mux, not, or, sub, ule } from "../../hardware/netlist/expressions.ts";
import type { Expr, Ref } from "../../hardware/netlist/nodes.ts";
import { byKind, groupsOfBeat, type Shape, shiftedOut } from "./shape.ts";

export interface ReadSignals extends Shape {
  readonly begin: Expr;
  readonly reading: Expr;
  readonly takesRead: Expr; // a beat is taken
  readonly rdata: Expr;
  readonly rready: Ref; // assigned here, from registers alone
  readonly hasSteps: Expr; // groups are left
  readonly isLastStep: Expr;
  readonly room?: Expr; // whether a group may leave; always where not said
}

export function readHalf(b: Builder, signals: ReadSignals): { readonly given: Expr; readonly isEmpty: Expr } {
  const { begin, reading, takesRead, rdata, rready, hasSteps, isLastStep, room = constant(1, 1) } = signals;
  const counts = groupsOfBeat(signals);
  const bits = bitsFor(Math.max(...counts));
  const held = register(b, "held", signals.width);
  const left = register(b, "groups_held", bits, { reset: true });
  const isEmpty = isZero(b, left);
  const leaves = and(b, not(b, isEmpty), room);
  const given = and(b, leaves, hasSteps);
  assign(b, rready, and(b, reading, or(b, isEmpty, and(b, room, ule(b, left, constant(bits, 1))))));
  const full = byKind(
    b,
    signals,
    counts.map((count) => constant(bits, count)),
  );
  const fewer = mux(b, isLastStep, constant(bits, 0), sub(b, left, 1)); // what stands behind the last group is no element
  drive(b, left, mux(b, begin, constant(bits, 0), mux(b, takesRead, full, fewer)), {
    enable: or(b, begin, takesRead, leaves),
  });
  drive(b, held, mux(b, takesRead, rdata, shiftedOut(b, signals, held)), { enable: or(b, takesRead, given) });
  output(b, "group", held);
  return { given, isEmpty };
}
