/** Streams, bank by bank and reader by reader; processes as they move along them; and what a call takes then. */
import { bug } from "../../diagnostics/bug.ts";
import type { Loops } from "../../loops/nodes.ts";
import type { Split } from "../../loops/split.ts";
import type { Prediction } from "../circuit/index.ts";
import type { Timed } from "../process.ts";
import { type Crop, isKept } from "./crop.ts";
import { cropOfBank, type NoStream, sharingOf } from "./streams.ts";
import type { Met, Moving, Step } from "./timeline.ts";
import type { Trace } from "./trace.ts";

/** A stream of one bank to one reader. */
export interface Lane {
  readonly array: string;
  readonly bank: number;
  readonly from: number | null; // null: outside
  readonly to: number | null;
  readonly depth: number;
  readonly words: number; // that pass
  readonly crop: Crop | null; // of what is made; null: all of it
}

export type OpenLane = Omit<Lane, "depth"> & { readonly asked: number | null };

/** Processes of which it is settled what passes between them, and how. */
export interface Settled {
  readonly parts: readonly { readonly loops: Loops; readonly timed: Timed }[];
  readonly traces: readonly Trace[];
  readonly streams: ReadonlySet<string>;
  readonly after: readonly (readonly number[])[];
  readonly together: (one: number, other: number) => boolean;
  readonly noStreams: ReadonlyMap<string, NoStream>;
}

/** At a port two words may wait: then one passes every cycle, and `ready` follows from a register. */
const portDepth = 2;

export function lanesOf(found: Split, array: string, traces: readonly Trace[]): readonly OpenLane[] {
  const { writers, readers } = sharingOf(found, array);
  const outside = found.outside.find(({ name }) => name === array);
  const from = writers[0] ?? null;
  const makes = traces[from ?? readers[0] ?? 0]?.lanes.get(array);
  const banks = [...(makes?.keys() ?? [])].sort((one, other) => one - other);
  const decl = [...found.shared, ...found.outside].find(({ name }) => name === array);
  const given = decl?.stream?.depth;
  const shape = decl?.shape ?? [];
  const asked = outside === undefined ? (given ?? null) : Math.max(portDepth, given ?? 0);
  return (readers.length === 0 ? [null] : readers).flatMap((to) =>
    banks.map((bank) => {
      const made = makes?.get(bank) ?? [];
      const taken = to === null || from === null ? made : (traces[to]?.lanes.get(array)?.get(bank) ?? []);
      const crop = outside === undefined ? cropOfBank(shape, made, taken) : null;
      return { array, bank, from, to, words: crop === null ? made.length : taken.length, crop, asked };
    }),
  );
}

/** Every process; then, for each stream outside, who sends or takes a word whenever that can be, from the next cycle on. */
export function movingOf({ parts, traces, after }: Settled, lanes: readonly OpenLane[]): readonly Moving[] {
  const inside = parts.map((_, part): Moving => {
    const { touches, length } = traces[part] ?? bug("no trace");
    const takes = new Map<string, number[]>();
    const gives = new Map<string, number[]>();
    for (const [lane, { array, bank, from, to }] of lanes.entries()) {
      const key = `${array} ${bank}`;
      if (to === part) takes.set(key, [...(takes.get(key) ?? []), lane]);
      if (from === part) gives.set(key, [...(gives.get(key) ?? []), lane]);
    }
    const steps: { cycle: number; takes: number[]; gives: number[] }[] = [];
    for (const { cycle, op, bank, address } of touches) {
      const key = `${op.storage} ${bank}`;
      const last = steps.at(-1);
      const step = last?.cycle === cycle ? last : { cycle, takes: [], gives: [] };
      if (step !== last) steps.push(step);
      if (op.kind === "load") step.takes.push(...(takes.get(key) ?? []));
      else step.gives.push(...(gives.get(key) ?? []).filter((lane) => passes(lanes[lane], address)));
    }
    return { length, steps, after: after[part] ?? [] };
  });
  const outside = lanes.flatMap(({ from, to, words }, lane): readonly Moving[] => {
    if (from !== null && to !== null) return [];
    const moves = from === null ? { takes: [], gives: [lane] } : { takes: [lane], gives: [] };
    const steps = Array.from({ length: words }, (_, at): Step => ({ cycle: at + 1, ...moves }));
    // A call has ended when its last word has left; of words that come in nobody waits for the last.
    return [{ length: from === null ? 0 : words + 1, steps, after: [] }];
  });
  return [...inside, ...outside];
}

function passes(lane: OpenLane | undefined, address: number): boolean {
  return lane === undefined || lane.crop === null || isKept(lane.crop, address);
}

/** Exact where every process is; else at most as if they ran one after another, because one of them always goes on. */
export function predictionOf(
  { parts, traces, after }: Settled,
  timeline: Met,
  lanes: readonly Lane[],
): Prediction {
  const items = parts.flatMap(({ timed: { prediction } }) => prediction.items);
  if (traces.every(({ exact }) => exact)) return { least: timeline.end, most: timeline.end, items };
  const longest = parts.map(({ timed: { prediction } }) => prediction.most);
  if (lanes.length > 0) {
    const outside = lanes.reduce(
      (sum, { from, to, words }) => sum + (from === null || to === null ? words + 1 : 0),
      0,
    );
    return { least: timeline.end, most: longest.reduce((sum, one) => sum + one, outside), items };
  }
  const ends: number[] = [];
  for (const [part, most] of longest.entries()) {
    ends.push((after[part] ?? []).reduce((latest, one) => Math.max(latest, ends[one] ?? 0), 0) + most);
  }
  return { least: timeline.end, most: Math.max(0, ...ends), items };
}
