/** No dependence that happens when a kernel runs is missing from the analysis, whatever the kernel does. */
import { describe, expect, it } from "vitest";
import {
  type Access,
  accessesIn,
  canParallel,
  type Dependence,
  dependences,
} from "../../src/loops/depend/index.ts";
import type { Loops, Stmt } from "../../src/loops/nodes.ts";
import { type Hooks, trace } from "../../src/loops/trace.ts";
import { type Args, argsFromWire, left } from "../backend/wasm-build.ts";
import { kernelPaths, loweredAt } from "../corpus/kernels.ts";
import { typesOf } from "../corpus/roads.ts";

/** One kernel in so many; LUTRA_TRACE=1 for all. */
const every = Number(process.env.LUTRA_TRACE ?? 8);

describe("dependences of the corpus", () => {
  it.each(kernelPaths.filter((_, i) => i % every === every - 1))("%s", (path) => {
    const { loops, args, header } = loweredAt(path);
    const { found, fault } = missing(loops, argsFromWire(args, typesOf(args)));
    expect(found).toEqual([]);
    expect(fault).toBe(header.raises !== null);
  });
});

interface Event {
  readonly accesses: readonly Access[]; // one of them did it
  readonly at: ReadonlyMap<string, number>;
}

const RECENT = 6;
const MAX_EVENTS = 20_000;

/** What ran in an order that no dependence asks for; and whether it stopped with a fault, up to which it counts. */
function missing(loops: Loops, args: Args): { readonly found: readonly string[]; readonly fault: boolean } {
  const found = new Set<string>();
  const byNode = new Map<object, Access[]>();
  const scalars = new Map<string, Access[]>();
  for (const access of accessesIn(loops)) {
    if (access.what === "array") push(byNode, access.write ? access.stmt : access.index, access);
    if (access.what === "scalar") push(scalars, scalarKey(access.name, access.stmt, access.write), access);
  }
  const bySource = new Map<Access, Dependence[]>();
  for (const one of dependences(loops)) push(bySource, one.source, one);
  const clashes = new Map<string, boolean>();
  const isRefused = (loop: string): boolean => {
    const known = clashes.get(loop) ?? canParallel(loops, loop) !== null;
    clashes.set(loop, known);
    return known;
  };

  const elements = new Map<string, Event[]>();
  const lastWrite = new Map<string, Event>();
  let events = 0;
  const compare = (one: Event, two: Event, what: string): void => {
    const covered = one.accesses.some((a) =>
      two.accesses.some((b) => (bySource.get(a) ?? []).some((d) => d.sink === b && covers(d, one, two))),
    );
    if (!covered) found.add(`${what} ${[...one.at]} -> ${[...two.at]}`);
  };
  const array = (key: string, node: object, write: boolean, iteration: ReadonlyMap<string, number>): void => {
    if (events++ > MAX_EVENTS) return;
    const event: Event = { accesses: byNode.get(node) ?? [], at: new Map(iteration) };
    const before = elements.get(key) ?? [];
    for (const one of before) {
      if (!write && !one.accesses.some((access) => access.write)) continue;
      compare(one, event, key);
      carriesRefused(one, event);
    }
    elements.set(key, [...before, event].slice(-RECENT));
  };
  /** A conflict between iterations of a loop is a reason not to run them in parallel, unless both only accumulate. */
  const carriesRefused = (one: Event, two: Event): void => {
    const [a, b] = [one.accesses[0], two.accesses[0]];
    if (a === undefined || b === undefined || a.stmt === b.stmt) return;
    const level = a.loops.findIndex(
      ({ loop, name }, k) =>
        loop !== b.loops[k]?.loop || loop.kind === "while" || one.at.get(name) !== two.at.get(name),
    );
    const around = a.loops[level];
    if (around === undefined || around.loop !== b.loops[level]?.loop || around.loop.kind === "while") return;
    if (a.loops.slice(0, level).some(({ loop }) => loop.kind === "while")) return;
    const update = (access: Access): boolean =>
      (access.stmt.kind === "store" || access.stmt.kind === "assign") && access.stmt.value.kind === "binary";
    if (update(a) && update(b)) return;
    if (!isRefused(around.name)) found.add(`parallel ${around.name} by ${a.name}`);
  };
  const hooks: Hooks = {
    load: ({ array: name, at, node, iteration }) => array(`${name} ${at}`, node.index, false, iteration),
    store: ({ array: name, at, node, iteration }) => array(`${name} ${at}`, node, true, iteration),
    write: ({ name, stmt, iteration }) => {
      const accesses = scalars.get(scalarKey(name, stmt, true)) ?? [];
      lastWrite.set(name, { accesses, at: new Map(iteration) });
    },
    read: ({ name, stmt, iteration }) => {
      const write = lastWrite.get(name);
      if (write === undefined || events++ > MAX_EVENTS) return;
      const event = { accesses: scalars.get(scalarKey(name, stmt, false)) ?? [], at: new Map(iteration) };
      compare(write, event, name);
      carriesRefused(write, event);
    },
  };
  const { fault } = left({ run: (own) => trace(loops, own, hooks) }, args);
  return { found: [...found].slice(0, 5), fault: fault !== null };
}

function covers(d: Dependence, one: Event, two: Event): boolean {
  return d.loops.every((name, k) => {
    const [p, q] = [one.at.get(name), two.at.get(name)];
    if (p === undefined || q === undefined) return true; // a while
    return d.directions[k] === "*" || d.directions[k] === (p < q ? "<" : p > q ? ">" : "=");
  });
}

const ids = new Map<Stmt, number>();
function scalarKey(name: string, stmt: Stmt, write: boolean): string {
  const id = ids.get(stmt) ?? ids.size;
  ids.set(stmt, id);
  return `${name} ${id} ${write}`;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
