/**
 * The time of a call on a board: the cycles of the kernel, which are exact, and what goes between memory and chip, which is a range.
 *
 *     const { bound, seconds } = timeOnBoard(compiled, made, { board: "pynq-z2" });
 */
import type { Loops } from "../loops/nodes.ts";
import type { Synthesized } from "../synthesis/index.ts";
import { type Span, type Transfer, transferOf } from "../system/transfer.ts";
import { axiPassing, freshIn } from "./axi.ts";
import { type BusOptions, busOf } from "./bus.ts";
import type { Compiled } from "./compile.ts";
import { boardOf, type DeviceOptions, targetOf } from "./device.ts";
import { operationsOf } from "./layers.ts";

export interface TimeOnBoard {
  readonly board: string;
  readonly transfer: Transfer;
  readonly computing: Span | null; // seconds; null: as long as data say
  readonly seconds: Span | null; // copies, cycles with streams, copies
  readonly why: Readonly<Record<string, string>>; // arrays that are copied, in place of streams
  readonly bytes: number;
  readonly operations: number; // of numbers, in a call; loops whose count nobody knows go round once
  readonly bound: "copies" | "computing" | null; // what takes longer; null where the range says both, or nothing is known
  readonly roof: Roof | null;
}

/** Williams et al., 2009: what a call can reach at most, in operations a second. */
export interface Roof {
  readonly intensity: number; // operations a byte
  readonly memory: Span; // at that intensity
  readonly computing: number; // of this circuit, if memory took no time
  readonly reached: Span; // copies and cycles one after the other, streams at the same time
}

export function timeOnBoard(
  compiled: Compiled,
  made: Synthesized,
  loops: Loops,
  options: DeviceOptions & BusOptions,
): TimeOnBoard {
  const { interface: ports, prediction } = made;
  const board = boardOf(compiled, options);
  const { clockMHz } = targetOf(compiled, options);
  const fresh = board.host === "serial" ? new Set() : freshIn(loops, compiled); // which `build --to axi` does not load
  const args = loops.params.flatMap(({ name }) => (fresh.has(name) ? [] : [name]));
  const passing = board.host === "serial" ? null : axiPassing(made, board, busOf(compiled, board, options));
  const transfer = transferOf(board, ports, args, clockMHz, passing ?? undefined);
  const bytes = transfer.copies.reduce((sum, { bytesIn, bytesOut }) => sum + bytesIn + bytesOut, 0);
  const operations = operationsOf(loops);
  const isKnown = Number.isFinite(prediction.most);
  const computing = isKnown ? spanOf((end) => prediction[end] / (clockMHz * 1e6)) : null;
  const { copying, streaming } = transfer;
  const moving = spanOf((end) => copying[end] + (streaming?.[end] ?? 0));
  const seconds =
    computing === null
      ? null
      : spanOf((end) => copying[end] + Math.max(computing[end], streaming?.[end] ?? 0));
  return {
    ...{ board: board.name, transfer, computing, seconds, bytes, operations },
    why: Object.fromEntries(passing?.copied ?? []),
    bound: computing === null ? null : boundOf(computing, moving),
    roof:
      computing === null || seconds === null || bytes === 0 || operations === 0 || computing.most === 0
        ? null
        : {
            intensity: operations / bytes,
            memory: spanOf((end) => (operations / bytes) * transfer.GBs[end] * 1e9),
            computing: operations / computing.most,
            reached: { least: operations / seconds.most, most: operations / seconds.least },
          },
  };
}

function spanOf(at: (end: keyof Span) => number): Span {
  return { least: at("least"), most: at("most") };
}

function boundOf(computing: Span, copying: Span): TimeOnBoard["bound"] {
  if (copying.least >= computing.most) return "copies";
  return copying.most < computing.least ? "computing" : null;
}
