/** The first fault of all processes, numbered as the checks of the whole are. */
import type { FaultPort } from "../../hardware/interface.ts";
import { bitsFor } from "../../hardware/netlist/bits.ts";
import { type Builder, drive, output, register } from "../../hardware/netlist/build.ts";
import {
  add,
  and,
  constant,
  isZero,
  mux,
  not,
  or,
  resize,
  select,
} from "../../hardware/netlist/expressions.ts";
import type { Expr } from "../../hardware/netlist/nodes.ts";
import type { Placed } from "./assemble.ts";
import type { WrongLast } from "./join_streams.ts";

/** `accept`: a call begins, and no other is on its way. */
export interface Calls {
  readonly accept: Expr;
  readonly isIdle: Expr;
}

/** A process that this call has not started yet may still tell of the call before. Checks of streams come last. */
export function joinFaults(
  b: Builder,
  { accept, isIdle }: Calls,
  placed: readonly Placed[],
  streams: readonly WrongLast[],
): FaultPort | null {
  const told = placed.map(({ circuit }) => circuit.interface.fault);
  if (told.every((fault) => fault === null) && streams.length === 0) return null;
  const processes = placed.reduce((sum, { circuit }) => sum + circuit.checks.length, 0);
  const width = bitsFor(processes + streams.length);
  const valueWidth = Math.max(
    0,
    ...told.map((fault) => fault?.value?.width ?? 0),
    ...streams.map(({ word }) => word.width),
  );
  let before = 0;
  const cases = placed.flatMap(({ circuit, of, active }): readonly Case[] => {
    const offset = before;
    before += circuit.checks.length;
    const { fault } = circuit.interface;
    if (fault === null) return [];
    const code = of(fault.port);
    const value = fault.value === null ? null : resize(b, of(fault.value.port), valueWidth, true);
    const when = and(b, active, not(b, isZero(b, code)));
    return [{ when, code: add(b, resize(b, code, width, false), offset), value }];
  });
  const early = streams.map(({ when, word }, at): Case => {
    const kept = keptUntilCall(b, { accept, isIdle }, when, word);
    const value = resize(b, kept.word, valueWidth, false);
    return { when: kept.isWrong, code: constant(width, processes + at + 1), value };
  });
  const fault = register(b, "fault", width, { reset: true, comment: "the first fault, from 1; 0 is none" });
  const first = isZero(b, fault);
  const codeOf = (some: readonly Case[]): Expr =>
    select(
      b,
      some.map(({ when, code: value }) => ({ when, value })),
      0,
    );
  const code = codeOf([...cases, ...early]);
  const atStart = early.length === 0 ? constant(width, 0) : codeOf(early);
  drive(b, fault, mux(b, accept, atStart, mux(b, first, code, fault)));
  output(b, "fault", fault);
  const late = Math.max(...told.map((one) => one?.late ?? 0), streams.length === 0 ? 0 : 1) + 1;
  if (valueWidth === 0) return { port: "fault", width, late, value: null };
  const held = register(b, "fault_value", valueWidth, { comment: "what the fault is about" });
  const value = select(
    b,
    [...cases, ...early].map((one) => ({ when: one.when, value: one.value ?? constant(valueWidth, 0) })),
    0,
  );
  drive(b, held, mux(b, early.length === 0 ? first : or(b, first, accept), value, held));
  output(b, "fault_value", held);
  return { port: "fault", width, late, value: { port: "fault_value", width: valueWidth } };
}

interface Case {
  readonly when: Expr;
  readonly code: Expr;
  readonly value: Expr | null;
}

/** Words may come before the call that takes them: what was wrong with one is told when it has begun. */
function keptUntilCall(
  b: Builder,
  { accept, isIdle }: Calls,
  when: Expr,
  word: Expr,
): { readonly isWrong: Expr; readonly word: Expr } {
  const isWrong = register(b, "last_wrong", 1, {
    reset: true,
    comment: "a word with a wrong `last` has passed",
  });
  const isKept = and(b, isWrong, isIdle, not(b, accept));
  drive(b, isWrong, or(b, when, isKept));
  const at = register(b, "last_wrong_at", word.width);
  drive(b, at, word, { enable: and(b, when, not(b, isKept)) });
  return { isWrong, word: at };
}
