/**
 * How the arrays of a kernel on AXI pass between memory and circuit: as streams where they are touched in the order of memory, else as
 * copies in memories on the chip.
 *
 *     const { streamed, copied } = passingOf(made, { width: 64, bundles: new Map(), mostMasters: 4 });
 */
import type { ArrayPorts } from "../hardware/interface.ts";
import type { Synthesized } from "../synthesis/index.ts";
import { walkAccesses } from "../synthesis/network/trace.ts";
import { type NotInOrder, type Order, orderOf } from "../system/axi/order.ts";
import { halfBlockRam } from "../system/axi/places.ts";
import { isCopied } from "../system/axi/registers.ts";
import type { Streamed } from "../system/axi/streamed.ts";

export interface Passing {
  readonly streamed: ReadonlyMap<string, Streamed>;
  readonly copied: ReadonlyMap<string, string>; // why not, in words
  readonly bundles: ReadonlyMap<string, string>; // the masters of streams, where they are not `gmem`
  readonly iterations: number; // that were looked at
}

export interface PassingOptions {
  readonly width: number; // bits of a beat
  readonly bundles: ReadonlyMap<string, string>; // as asked for
  readonly mostMasters: number; // that may be made
  readonly everyIteration?: true; // also where iterations repeat those before: the answer is the same
  readonly least?: number; // bits: smaller arrays are copied; half of a block RAM of AMD's where not said, which a queue of beats would take as well
}

/** Iterations that are looked through: some seconds. */
const mostIterations = 1 << 24;

export function passingOf(made: Synthesized, options: PassingOptions): Passing {
  const { least = halfBlockRam, width } = options;
  const copied = new Map<string, string>();
  const orders = new Map<string, Order>();
  for (const array of made.interface.arrays.filter(isCopied)) {
    const why = whyNever(made, array, least);
    if (why === null) orders.set(array.name, orderOf(array, width));
    else copied.set(array.name, why);
  }
  const users = new Map<string, number>(); // the process that touches it
  let looked = 0;
  for (const [process, plan] of made.processes.entries()) {
    const { irregular, iterations } = walkAccesses(plan, made.timings, {
      isShared: (name) => orders.has(name) && !copied.has(name),
      visit: ({ op, cycle, bank, address }) => {
        const name = op.storage;
        if ((users.get(name) ?? process) !== process) copied.set(name, "several processes touch it");
        users.set(name, process);
        const touch = { cycle, isWrite: op.kind === "store", bank, word: address };
        // A load that chooses among memories asks all of them.
        const isOfAll = op.kind === "load" && op.bank.kind === "dynamic";
        const wrong = isOfAll ? "chosen" : (orders.get(name)?.touch(touch) ?? null);
        if (wrong === null) return null;
        copied.set(name, words[wrong]);
        return { why: "address", span: op.span };
      },
      moved: ({ words: moves, cycles, rows }) => {
        if (options.everyIteration) return 0;
        const open = [...orders].filter(([name]) => !copied.has(name));
        for (const [name, order] of open) if (!moves.has(name)) order.forget();
        const moving = open.flatMap(([name, order]) => {
          const own = moves.get(name);
          return own === undefined ? [] : [{ order, by: { words: own, cycles } }];
        });
        const most = moving.map(({ order, by }) => order.repeats(by)); // all of them look, whatever the others say
        const taken = moving.length === 0 ? 0 : Math.min(rows, ...most);
        if (taken > 0) for (const { order, by } of moving) order.skip(by, taken);
        return taken;
      },
      mostIterations,
    });
    looked += iterations;
    for (const [name, { why }] of irregular) if (!copied.has(name)) copied.set(name, unknown[why]);
  }
  const found = [...orders].flatMap(([name, order]): readonly [string, Streamed][] =>
    copied.has(name) || !users.has(name) ? [] : [[name, order.end()]],
  );
  return { ...withMasters(found, options, copied), copied, iterations: looked };
}

const words: Readonly<Record<NotInOrder | "chosen", string>> = {
  chosen: "a read chooses among several memories",
  together: "several words of a memory are touched in one cycle",
  again: "words are touched again",
  skips: "words that are read do not follow each other from the first",
  apart: "memories of it are used far from each other",
  written: "words are read after they were written",
};

const unknown = {
  control: "data decide when it is touched",
  predicate: "data decide whether it is touched",
  address: "data decide where it is touched",
  long: "nobody looked through so many iterations",
  again: words.again,
} as const;

/** Null: it may be a stream. */
function whyNever(
  { interface: ports, prediction }: Synthesized,
  array: ArrayPorts,
  least: number,
): string | null {
  if (array.width * array.depth * array.banks.length < least) return "it is small";
  if (ports.arrays.some(({ stream }) => stream !== null)) return "the kernel has streams of its own";
  // A read that fails is noticed while the kernel runs, which then must come to an end on any data.
  if (array.isRead && !Number.isFinite(prediction.most)) return "data decide how long the kernel runs";
  return null;
}

/** A master has one stream each way. What finds none is copied. */
function withMasters(
  found: readonly (readonly [string, Streamed])[],
  { bundles: asked, mostMasters }: PassingOptions,
  copied: Map<string, string>,
): Pick<Passing, "streamed" | "bundles"> {
  const streamed = new Map<string, Streamed>();
  const bundles = new Map(asked);
  const taken = new Set<string>(); // by master and way
  const named = new Set(["gmem", ...asked.values()]);
  for (let at = 1; named.size < mostMasters; at++) named.add(`gmem${at}`);
  for (const [name, stream] of found) {
    const ways = [...(stream.reads === null ? [] : ["reads"]), ...(stream.writes ? ["writes"] : [])];
    const isFree = (master: string): boolean => ways.every((way) => !taken.has(`${master} ${way}`));
    const own = asked.get(name);
    const master = own === undefined ? [...named].find(isFree) : isFree(own) ? own : undefined;
    if (master === undefined) {
      copied.set(name, own === undefined ? "all masters have streams" : `${own} has a stream already`);
      continue;
    }
    for (const way of ways) taken.add(`${master} ${way}`);
    streamed.set(name, stream);
    if (master !== "gmem") bundles.set(name, master);
  }
  return { streamed, bundles };
}
