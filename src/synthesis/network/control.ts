/**
 * When processes of a circuit start, and when a call is done: calls.ts says it, here it is built. Calls are counted
 * modulo a power of two.
 */
import { bug } from "../../diagnostics/bug.ts";
import { assign, type Builder, drive, named, register, wire } from "../../hardware/netlist/build.ts";
import { add, and, bit, concat, eq, mux, ne, not, or } from "../../hardware/netlist/expressions.ts";
import type { Expr, Ref } from "../../hardware/netlist/nodes.ts";
import { countBits, type Turns } from "./calls.ts";

export interface Control {
  readonly accept: Expr; // a call begins
  readonly ready: Expr;
  readonly done: Expr;
  readonly isIdle: Expr;
  readonly alone: Expr; // no call is in flight, or the last of them is done: one that begins finds no other
  readonly processes: readonly Starting[];
  /** What is known when all processes are there. */
  readonly finish: (ends: readonly Ends[], sent: readonly Expr[]) => void;
}

export interface Starting {
  readonly start: Expr;
  readonly side: Expr | null; // which of two memories it uses; null: there is one
  readonly begun: Expr; // it was started since a call began alone
}

/** Of a process: whether it can start, and whether it ends in this cycle. */
export interface Ends {
  readonly ready: Expr;
  readonly now: Expr;
}

/** `names` of the processes; `after`: whom each waits for. */
export function declareControl(
  b: Builder,
  start: Expr,
  names: readonly string[],
  after: readonly (readonly number[])[],
  turns: Turns,
): Control {
  const count = (name: string): Ref => register(b, name, countBits(turns), { reset: true });
  const [accepted, finished] = [count("calls_begun"), count("calls_done")];
  const started = names.map((name) => count(`${name}_begun`));
  const ended = names.map((name) => count(`${name}_ended`));
  const done = wire(b, "all_done", 1);
  const nows = names.map((name) => wire(b, `${name}_ends`, 1));
  const readies = names.map((name) => wire(b, `${name}_ready`, 1));
  const at = (list: readonly Ref[], index: number): Ref => list[index] ?? bug(`no process ${index}`);
  const isIdle = eq(b, accepted, finished);
  const all = (flags: readonly Expr[]): Expr => flags.reduce((one, other) => and(b, one, other));
  // A call that comes alone finds every process ready, and takes the cycles that were predicted.
  const isRested = and(b, isIdle, all(readies));
  const keeps = turns.keeps.map((part) => eq(b, at(started, part), accepted));
  /** Whether one count is not two behind another, with what happens now. */
  const isNear = (ref: Ref, now: Expr, other: Ref): Expr => or(b, ne(b, add(b, ref, 2), other), now);
  const hasRoom = (): Expr => ne(b, add(b, finished, turns.atOnce), accepted);
  const frees = turns.frees.map((one) => isNear(at(ended, one), at(nows, one), accepted));
  const beside =
    turns.atOnce === 1 ? and(b, done, all(readies)) : all([or(b, hasRoom(), done), ...keeps, ...frees]);
  const ready = named(b, "can_begin", or(b, isRested, and(b, not(b, isIdle), beside)));
  const accept = named(b, "accept", and(b, start, ready));
  const next = (ref: Ref, when: Expr): void => drive(b, ref, add(b, ref, 1), { enable: when });
  next(accepted, accept);
  next(finished, done);
  const alone = or(b, isIdle, turns.atOnce === 1 ? done : and(b, done, eq(b, add(b, finished, 1), accepted)));
  const begun = register(b, "begun_flags", names.length, { reset: true });

  /** Whether a count, with what happens now, is where another one is. */
  const reaches = (ref: Ref, now: Expr, other: Ref): Expr =>
    mux(b, now, eq(b, add(b, ref, 1), other), eq(b, ref, other));
  const starts = names.map((name, part): Expr => {
    const turn = turns.of[part] ?? bug(`no turn of ${name}`);
    const own = at(started, part);
    const due = or(b, ne(b, accepted, own), accept);
    const waits = (after[part] ?? []).map((one) => or(b, ne(b, at(ended, one), own), at(nows, one)));
    const beforeNext =
      turns.atOnce === 1
        ? []
        : [
            at(readies, part),
            ...turn.takers.map((one) => eq(b, at(started, one), own)),
            ...turn.sharers.map((one) => or(b, ne(b, add(b, at(ended, one), 1), own), at(nows, one))), // not one behind
            ...(turn.returns ? [reaches(finished, done, own)] : []),
            ...turn.neighbours.map((one) => isNear(at(ended, one), at(nows, one), own)),
            ...(turn.gives ? [isNear(finished, done, own)] : []),
          ];
    const begins = named(b, `${name}_start`, all([due, ...waits, ...beforeNext]));
    next(own, begins);
    return begins;
  });
  drive(
    b,
    begun,
    starts.reduceRight<Expr | null>((bits, begins, part) => {
      const flag = or(b, begins, and(b, bit(b, begun, part), not(b, and(b, accept, alone))));
      return bits === null ? flag : concat(b, bits, flag);
    }, null) ?? begun,
  );
  return {
    accept,
    ready,
    done,
    isIdle,
    alone,
    processes: starts.map((begins, part) => ({
      start: begins,
      side: turns.atOnce === 1 ? null : not(b, bit(b, at(started, part), 0)),
      begun: bit(b, begun, part),
    })),
    finish: (ends, sent) => {
      for (const [part, { ready: own, now }] of ends.entries()) {
        assign(b, at(readies, part), own);
        assign(b, at(nows, part), now);
        next(at(ended, part), now);
      }
      const over = ended.map((ref, part) => or(b, ne(b, ref, finished), at(nows, part)));
      assign(b, done, all([...over, ...sent.map((ref) => ne(b, ref, finished))]));
    },
  };
}
