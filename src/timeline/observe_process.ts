/** What a process of a circuit does in a call, seen cycle by cycle. */
import type { Watched } from "../hardware/simulate/simulation.ts";
import { formulaValue, type Values } from "./formula.ts";
import { addWait } from "./network.ts";
import type { BranchSection, Process, RecordedRuns, RecordedSection, Section, Wait } from "./nodes.ts";

export interface ObservedProcess {
  readonly see: (cycle: number) => void;
  readonly kept: () => number;
  /** `isWhole`: the call has ended, so what did not run by now does not. */
  readonly end: (isWhole: boolean) => Required<Pick<Process, "start" | "waits" | "recorded">>;
}

export interface Observing {
  readonly watch: (place: string) => Watched;
  readonly signalOf: (graph: number) => { readonly signal: string | null; readonly told: number };
  readonly signals: { readonly start: string; readonly run: string | null } | null; // null: it is the whole circuit
  readonly why: () => Pick<Wait, "channel" | "for">; // it stands still in this cycle
  readonly given: Values; // arguments that are known
}

export function observedProcess(process: Process, observing: Observing): ObservedProcess {
  const { watch, signals, why } = observing;
  const signalAt = (signal: string | null): Watched | null =>
    signal === null ? null : watch(`kernel.${signal}`); // in the harness
  const [started, run] = [signalAt(signals?.start ?? null), signalAt(signals?.run ?? null)];
  const watched = process.body.map((section) => watchedSection(section, null, observing));
  const beginnings = watched.flatMap((one) => [...signalled(one, signalAt)]);
  const waits: Wait[] = [];
  let start: number | null = null;
  let own = 0;
  let still = { cycles: 0, channel: 0, for: "word" as Wait["for"] };
  return {
    see: (cycle) => {
      if (start === null) {
        if (started !== null && !started.is()) return;
        start = cycle;
        return;
      }
      if (run !== null && !run.is()) {
        still = {
          cycles: still.cycles + 1,
          ...(still.cycles === 0 ? why() : { channel: still.channel, for: still.for }),
        };
        return;
      }
      own += 1;
      if (still.cycles > 0) addWait(waits, { at: own, ...still, every: 0, times: 1 });
      still = { ...still, cycles: 0 };
      for (const { begins, watch } of beginnings) if (begins.is()) begin(watch, own - watch.told);
    },
    kept: () => waits.length + watched.reduce((sum, one) => sum + keptIn(one), 0),
    end: (isWhole) => {
      if (isWhole) closeInTurn(watched, 1);
      else for (const one of watched) close(one, false);
      return {
        start: start ?? process.start,
        waits,
        recorded: watched.flatMap((one) => [...recordedIn(one)]),
      };
    },
  };
}

/** A section, with what is known of a run that has begun. */
interface Watch {
  readonly section: Section;
  readonly signal: string | null;
  readonly given: Values;
  readonly told: number; // cycles after the beginning in which the signal is up
  readonly around: Watch | null;
  readonly inside: readonly Watch[];
  readonly runs: RecordedRuns[];
  open: { readonly first: number; readonly count: number; readonly last: number } | null;
}

function watchedSection(section: Section, around: Watch | null, observing: Observing): Watch {
  const watch = (signal: string | null, sections: readonly Section[], told = 0): Watch => {
    const inside: Watch[] = [];
    const own: Watch = {
      ...{ section, signal, told, around, inside, runs: [], open: null },
      given: observing.given,
    };
    inside.push(...sections.map((one) => watchedSection(one, own, observing)));
    return own;
  };
  const ofGraph = (graph: number): Watch => {
    const { signal, told } = observing.signalOf(graph);
    return watch(signal, [], told);
  };
  switch (section.kind) {
    case "block":
    case "pipeline":
      return ofGraph(section.graph);
    case "repeat":
      return watch(section.signal, section.body);
    case "branch":
      return watch(null, [...section.then, ...section.else]);
  }
}

/** Outer ones first: where an iteration of a loop begins, what is in it has ended. */
function* signalled(
  watch: Watch,
  signalAt: (signal: string | null) => Watched | null,
): Generator<{ readonly begins: Watched; readonly watch: Watch }> {
  const begins = signalAt(watch.signal);
  if (begins !== null) yield { begins, watch };
  for (const one of watch.inside) yield* signalled(one, signalAt);
}

function begin(watch: Watch, own: number): void {
  const { section, open } = watch;
  const isSameRun =
    open !== null &&
    (section.kind === "repeat" ||
      (section.kind === "pipeline" && own === open.first + open.count * section.interval));
  if (!isSameRun) {
    close(watch);
    watch.open = { first: own, count: 1, last: own };
    return;
  }
  closeInTurn(watch.inside, open.last);
  watch.open = { first: open.first, count: open.count + 1, last: own };
}

interface Extent {
  readonly from: number;
  readonly to: number;
}

/** Ends sections that run one after another, and gives the cycle after. A loop that was not seen had no iteration. */
function closeInTurn(watches: readonly Watch[], from: number): number {
  return watches.reduce((at, watch) => {
    const { section, signal, runs } = watch;
    if (section.kind === "branch") {
      const end = closeInTurn(sideThatRan(watch, section), at);
      if (end > at) addRun(runs, { from: at, cycles: end - at, iterations: 0 });
      return end;
    }
    const extent = close(watch);
    if (extent !== null) return Math.max(at, extent.to);
    if (section.kind === "block" || signal === null || section.setting === 0) return at;
    addRun(runs, { from: at, cycles: section.setting, iterations: 0 });
    return at + section.setting;
  }, from);
}

/** As variables of loops around say, or what was seen; of a side in which no loop has an iteration, data tell nothing. */
function sideThatRan({ around, given, inside }: Watch, { condition, then }: BranchSection): readonly Watch[] {
  const sides = [inside.slice(then.length), inside.slice(0, then.length)] as const;
  const holds = formulaValue(condition, around === null ? given : valuesIn(around));
  if (holds !== null) return sides[holds === 0 ? 0 : 1];
  return sides.find((side) => side.some(isSeen)) ?? [];
}

function isSeen({ open, inside }: Watch): boolean {
  return open !== null || inside.some(isSeen);
}

/** In the iteration that was seen last. */
function valuesIn({ around, given, section, open }: Watch): Values {
  const values = around === null ? given : valuesIn(around);
  if (section.kind !== "repeat" || section.level === null || open === null) return values;
  const { variable, from, step } = section.level;
  const first = formulaValue(from, values);
  const known = new Map(values);
  known.delete(variable);
  return first === null ? known : known.set(variable, first + (open.count - 1) * step);
}

/** Ends the run that has begun, and tells from when to when it was; `isWhole`: all of it. */
function close(watch: Watch, isWhole = true): Extent | null {
  const { section, open, inside } = watch;
  const isInTurn = section.kind === "repeat" && open !== null && isWhole;
  const within = isInTurn
    ? [{ from: open.last, to: closeInTurn(inside, open.last) }]
    : inside.map((one) => close(one, isWhole)).filter((one) => one !== null);
  watch.open = null;
  const extent = extentOf(section, open, within);
  if (extent === null) return null;
  const isLoop = section.kind === "pipeline" || section.kind === "repeat";
  addRun(watch.runs, {
    from: extent.from,
    cycles: extent.to - extent.from,
    iterations: isLoop ? (open?.count ?? 0) : 0,
  });
  return extent;
}

function extentOf(section: Section, open: Watch["open"], within: readonly Extent[]): Extent | null {
  const end = Math.max(...within.map(({ to }) => to));
  switch (section.kind) {
    case "block":
      return open === null ? null : { from: open.first, to: open.first + section.cycles };
    case "pipeline":
      return open === null
        ? null
        : {
            from: open.first - section.setting,
            to: open.first + (open.count - 1) * section.interval + section.length,
          };
    case "repeat":
      return open === null
        ? null
        : { from: open.first - section.setting, to: Math.max(open.last, end) + section.turn };
    case "branch":
      return within.length === 0 ? null : { from: Math.min(...within.map(({ from }) => from)), to: end };
  }
}

/** To the last runs that are alike, where it goes on as they do. */
function addRun(
  runs: RecordedRuns[],
  { from, cycles, iterations }: Omit<RecordedRuns, "every" | "times">,
): void {
  const last = runs.at(-1);
  const isAlike = last?.cycles === cycles && last.iterations === iterations;
  if (isAlike && (last.times === 1 || from === last.from + last.times * last.every)) {
    const every = last.times === 1 ? from - last.from : last.every;
    runs[runs.length - 1] = { ...last, every, times: last.times + 1 };
  } else runs.push({ from, cycles, iterations, every: 0, times: 1 });
}

function keptIn({ runs, inside }: Watch): number {
  return runs.length + inside.reduce((sum, one) => sum + keptIn(one), 0);
}

function* recordedIn({ section, runs, inside }: Watch): Generator<RecordedSection> {
  if (runs.length > 0) yield { section: section.id, runs };
  for (const one of inside) yield* recordedIn(one);
}
