/**
 * A kernel as processes: each is a kernel of its own, whose arguments are what it shares with the others.
 *
 *     for i: t[i] = a[i] * 2        kernel_i(a, t)        arrays that several processes use: t
 *     for j: b[j] = t[7 - j]        kernel_j(t, b)        waits: j for i, because of t
 */
import { bug } from "../diagnostics/bug.ts";
import { readsOf, writesOf } from "./analysis/effects.ts";
import { seesStart, withoutUnseenFills } from "./analysis/unseen.ts";
import { firstUse } from "./analysis/use.ts";
import { meeting } from "./depend/index.ts";
import { arraysOf, scalarsOf } from "./find.ts";
import { namesOf } from "./names.ts";
import type { ArrayDecl, Loops, Param, Region, Stmt } from "./nodes.ts";
import { withoutRegions } from "./regions.ts";
import { tablesCopied } from "./tables.ts";
import { statementsIn } from "./walk.ts";
import { needsZeros, zeroFills } from "./zeros.ts";

/** One process. Its `loops` have a parameter for everything that is shared. */
export interface Part {
  readonly name: string; // of its region
  readonly loops: Loops;
  readonly reads: ReadonlySet<string>; // shared arrays
  readonly writes: ReadonlySet<string>;
  readonly scalars: ReadonlyMap<string, Source>; // where each of its scalar parameters comes from
  readonly results: readonly string[]; // scalars that others take from it
}

/** An argument of the kernel, or what another process left. */
export type Source = { readonly kind: "argument" } | { readonly kind: "process"; readonly part: number };

export interface Split {
  readonly parts: readonly Part[];
  readonly shared: readonly ArrayDecl[]; // on chip, used by several processes
  readonly outside: readonly ArrayDecl[]; // arguments and returned arrays
  readonly returned: ReadonlyMap<string, number>; // scalars of the return, and who makes them
  readonly meets: readonly Meets[]; // pairs that must not run at the same time, unless what meets is a stream
}

/** The second process uses what the first one did something to. */
export interface Meets {
  readonly first: number;
  readonly second: number;
  readonly by: string; // the array or scalar
  readonly what: "array" | "scalar";
}

/** Also a kernel of one process, where it has to wait for arguments that are streams. */
export function isNetwork({ dataflow, tasks, body, params }: Loops): boolean {
  const isSeveral = body.filter(({ kind }) => kind === "region").length > 1;
  const isStream = params.some((param) => param.kind === "array" && param.stream !== undefined);
  return ((dataflow === true || tasks === true) && isSeveral) || isStream;
}

/** What copies a table to where the caller looks is a process of its own. */
export function withTablesOut(loops: Loops): Loops {
  const { body, ...rest } = tablesCopied(loops);
  if (loops.dataflow !== true && loops.tasks !== true) return { ...rest, body };
  const names = namesOf(loops);
  const copies = body.slice(loops.body.length).map(
    (stmt): Region => ({
      kind: "region",
      name: names.counter(`${stmt.kind === "for" ? stmt.name : "copy"}_process`),
      body: [stmt],
      origin: stmt.origin,
    }),
  );
  return { ...rest, body: [...body.slice(0, loops.body.length), ...copies] };
}

function inRegions(loops: Loops): Loops {
  if (loops.dataflow === true || loops.tasks === true) return loops;
  const origin = { span: { from: 0, to: 0 }, operator: "schedule" } as const;
  return { ...loops, body: [{ kind: "region", name: "body", body: loops.body, origin }] };
}

/** `sees`: who asks again for what is the same may know the answer. */
export function split(given: Loops, sees: typeof seesStart = seesStart): Split {
  const loops = withZeros(withoutUnseenFills(inRegions(given), sees), sees);
  const regions = loops.body.filter((stmt) => stmt.kind === "region");
  const uses = regions.map(({ body }) => ({ reads: readsOf(body), writes: writesOf(body) }));
  const usersOf = (name: string): readonly number[] =>
    uses.flatMap(({ reads, writes }, part) => (reads.has(name) || writes.has(name) ? [part] : []));
  const outside = arraysOf(loops).filter(
    ({ name }) => loops.params.some((param) => param.name === name) || loops.results.includes(name),
  );
  const isOutside = new Set(outside.map(({ name }) => name));
  // Constants are copied to whoever reads them.
  const shared = loops.arrays.filter(
    ({ name, table }) => table === undefined && !isOutside.has(name) && usersOf(name).length > 1,
  );
  const common = new Set([...outside, ...shared].map(({ name }) => name));
  const flow = scalarFlow(loops, regions);
  const parts = regions.map((region, index): Part => {
    const { reads, writes } = uses[index] ?? bug("no such process");
    const used = (name: string): boolean => reads.has(name) || writes.has(name);
    const taken = flow.taken[index] ?? new Map<string, Source>();
    // What nobody touches is listed with the first.
    const arrays = arraysOf(loops).filter(
      ({ name }) => used(name) || (index === 0 && isOutside.has(name) && usersOf(name).length === 0),
    );
    const params: readonly Param[] = [
      ...scalarsOf(loops).filter(({ name }) => taken.has(name)),
      ...arrays
        .filter(({ name }) => common.has(name))
        .map(
          ({ stream: _, ...decl }): ArrayDecl =>
            usersOf(decl.name).length > 1 ? { ...decl, shared: true } : decl,
        ),
    ];
    const results = flow.given[index] ?? [];
    const { dataflow: _, tasks: __, limits, ...rest } = loops;
    return {
      name: region.name,
      loops: {
        ...rest,
        ...(limits === undefined ? {} : { limits }),
        name: `${loops.name}_${region.name}`,
        params,
        arrays: arrays.filter(({ name }) => !common.has(name)),
        scalars: scalarsOf(loops).filter(
          ({ name }) => !taken.has(name) && (used(name) || results.includes(name)),
        ),
        body: region.body,
        results,
      },
      reads: new Set([...reads].filter((name) => common.has(name))),
      writes: new Set([...writes].filter((name) => common.has(name))),
      scalars: taken,
      results,
    };
  });
  return {
    parts,
    shared,
    outside,
    returned: flow.returned,
    meets: [...flow.meets, ...arrayMeets(loops, regions, common)],
  };
}

// Arrays

/** Zeros that somebody may see are stored by the first process that uses the array. */
function withZeros(loops: Loops, sees: typeof seesStart): Loops {
  const regions = loops.body.filter((stmt) => stmt.kind === "region");
  const zeros = needsZeros(withoutRegions(loops));
  const users = (name: string): readonly Region[] =>
    regions.filter(({ body }) => readsOf(body).has(name) || writesOf(body).has(name));
  const decls = loops.arrays.filter((decl) => {
    const isReturned = loops.results.includes(decl.name);
    if (!zeros.has(decl.name) || !(isReturned || users(decl.name).length > 1)) return false;
    return sees(loops.body, decl, isReturned);
  });
  if (decls.length === 0) return loops;
  const body = loops.body.map((stmt): Stmt => {
    const own = decls.filter(({ name }) => (users(name)[0] ?? regions[0]) === stmt);
    return stmt.kind === "region" && own.length > 0
      ? { ...stmt, body: [...zeroFills(loops, own), ...stmt.body] }
      : stmt;
  });
  return { ...loops, body };
}

function arrayMeets(loops: Loops, regions: readonly Region[], common: ReadonlySet<string>): readonly Meets[] {
  const inside = regions.map(({ body }) => new Set(statementsIn(body)));
  return regions.flatMap((_, second) =>
    regions.slice(0, second).flatMap((_, first) =>
      [...common].flatMap((by): readonly Meets[] => {
        const found = meeting(loops, {
          first: (access) => access.name === by && inside[first]?.has(access.stmt) === true,
          second: (access) => access.name === by && inside[second]?.has(access.stmt) === true,
        });
        return found === null ? [] : [{ first, second, by, what: "array" }];
      }),
    ),
  );
}

// Scalars

interface ScalarFlow {
  readonly taken: readonly Map<string, Source>[]; // by process
  readonly given: readonly string[][];
  readonly returned: ReadonlyMap<string, number>;
  readonly meets: readonly Meets[];
}

/** Each scalar comes from the last process before that may set it; what that one may leave as it was, it takes as well. */
function scalarFlow(loops: Loops, regions: readonly Region[]): ScalarFlow {
  const taken = regions.map(() => new Map<string, Source>());
  const given = regions.map((): string[] => []);
  const returned = new Map<string, number>();
  const meets: Meets[] = [];
  const arguments_ = new Set(loops.params.map(({ name }) => name));
  const writes = regions.map(({ body }) => writesOf(body));
  const give = (name: string, part: number): void => {
    if (given[part]?.includes(name)) return;
    given[part]?.push(name);
    if (firstUse(regions[part]?.body ?? [], name) !== "written") take(name, part);
  };
  const take = (name: string, part: number): void => {
    if (taken[part]?.has(name)) return;
    const from = writes.findLastIndex((own, index) => index < part && own.has(name));
    if (from < 0) {
      if (arguments_.has(name)) taken[part]?.set(name, { kind: "argument" });
      return;
    }
    taken[part]?.set(name, { kind: "process", part: from });
    meets.push({ first: from, second: part, by: name, what: "scalar" });
    give(name, from);
  };
  const scalars = scalarsOf(loops).map(({ name }) => name);
  for (const [part, { body }] of regions.entries()) {
    for (const name of scalars) if (firstUse(body, name) === "read") take(name, part);
  }
  for (const name of loops.results) {
    if (!scalars.includes(name)) continue;
    const last = writes.findLastIndex((own) => own.has(name));
    const maker = last < 0 ? regions.length - 1 : last;
    returned.set(name, maker);
    give(name, maker);
  }
  return { taken, given, returned, meets };
}
