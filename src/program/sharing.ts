/**
 * Which array variables may share memory, followed through a function in the order it runs. Two variables that were
 * bound to new arrays of one assignment, in different rounds of a loop, do not: what is kept are pairs of variables,
 * not the arrays they refer to.
 */
import type { CallStmt, Expr, For, Func, Return, Stmt, While } from "./nodes.ts";

export interface Sharing {
  /** With what each variable may share memory, before each statement. `@p` is what the caller gave for `p`. */
  readonly before: ReadonlyMap<Stmt, Partners>;
  /** The same, after assignments of arrays. */
  readonly after: ReadonlyMap<Stmt, Partners>;
  readonly results: readonly SharedResult[];
}

export type Partners = ReadonlyMap<string, ReadonlySet<string>>;

/** What a result may be a part of. */
export interface SharedResult {
  readonly params: ReadonlySet<number>;
  readonly results: ReadonlySet<number>; // of the same call
}

/** What the results of a function may share with its arguments. */
export type ResultsOf = (func: string) => readonly SharedResult[];

/** The same for all functions of a program, each looked at when it is asked for. */
export function sharedResults(functions: Iterable<Func>): ResultsOf {
  const byName = new Map([...functions].map((func) => [func.name, func]));
  const known = new Map<string, readonly SharedResult[]>();
  const resultsOf = (name: string): readonly SharedResult[] => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const func = byName.get(name);
    const found = func === undefined ? [] : sharingIn(func, resultsOf).results;
    known.set(name, found);
    return found;
  };
  return resultsOf;
}

/** `together`: parameters that may be given the same memory. */
export function sharingIn(
  func: Func,
  resultsOf: ResultsOf,
  together: readonly (readonly [string, string])[] = [],
): Sharing {
  const before = new Map<Stmt, Partners>();
  const after = new Map<Stmt, Partners>();
  const heads = new Map<Stmt, Partners>(); // of loops, as far as they have grown
  const params = func.results.map(() => new Set<number>());
  const others = func.results.map(() => new Set<number>());
  const arrays = new Set(
    [...func.params, ...func.locals].flatMap(({ name, type }) => (type.kind === "array" ? [name] : [])),
  );

  const block = (body: readonly Stmt[], start: Partners | null, exits: Exits): Partners | null => {
    let state = start;
    for (const stmt of body) {
      if (state === null) return null;
      before.set(stmt, state);
      state = step(stmt, state, exits);
    }
    return state;
  };

  const step = (stmt: Stmt, state: Partners, exits: Exits): Partners | null => {
    switch (stmt.kind) {
      case "assign": {
        if (!arrays.has(stmt.target)) return state;
        const next = bound(state, [{ target: stmt.target, roots: rootsOf(stmt.value, resultsOf) }], []);
        after.set(stmt, next);
        return next;
      }
      case "callStmt": {
        const next = called(stmt, state, arrays, resultsOf);
        after.set(stmt, next);
        return next;
      }
      case "if":
        return union(block(stmt.then, state, exits), block(stmt.else, state, exits));
      case "for":
      case "while":
        return loop(stmt, state);
      case "return":
        returned(stmt, state);
        return null;
      case "break":
        exits.breaks.push(state);
        return null;
      case "continue":
        exits.continues.push(state);
        return null;
      case "store":
      case "storeBits":
      case "assert":
      case "pragma":
        return state;
    }
  };

  /** What holds at the head of every round holds after it, too: it grows until it does. */
  const loop = (stmt: For | While, entry: Partners): Partners => {
    let head = union(heads.get(stmt) ?? null, entry) ?? entry;
    for (;;) {
      const exits: Exits = { breaks: [], continues: [] };
      const end = block(stmt.body, head, exits);
      const next = [end, ...exits.continues].reduce<Partners>((a, b) => union(a, b) ?? a, head);
      if (size(next) === size(head)) {
        heads.set(stmt, head);
        return exits.breaks.reduce<Partners>((a, b) => union(a, b) ?? a, head);
      }
      head = next;
    }
  };

  const returned = (stmt: Return, state: Partners): void => {
    const roots = stmt.values.map((value) =>
      value.type.kind === "array" ? rootsOf(value, resultsOf) : new Set<string>(),
    );
    for (const [i, own] of roots.entries()) {
      for (const root of own) {
        for (const partner of state.get(root) ?? []) {
          const at = func.params.findIndex(({ name }) => partner === `@${name}`);
          if (at >= 0) params[i]?.add(at);
        }
      }
      for (const [j, other] of roots.entries()) if (i !== j && meet(state, own, other)) others[i]?.add(j);
    }
  };

  block(func.body, entryState(func, together), { breaks: [], continues: [] });
  return {
    before,
    after,
    results: params.map((own, i) => ({ params: own, results: others[i] ?? new Set() })),
  };
}

function called(
  stmt: CallStmt,
  state: Partners,
  arrays: ReadonlySet<string>,
  resultsOf: ResultsOf,
): Partners {
  const results = resultsOf(stmt.func);
  const sources = stmt.targets.flatMap((target, i): Source[] =>
    arrays.has(target) ? [{ target, roots: resultRoots(stmt.args, results[i], resultsOf) }] : [],
  );
  const pairs = stmt.targets.flatMap((a, i) =>
    [...(results[i]?.results ?? [])].flatMap((j): [string, string][] => {
      const b = stmt.targets[j];
      return b === undefined ? [] : [[a, b]];
    }),
  );
  return bound(state, sources, pairs);
}

interface Exits {
  readonly breaks: Partners[];
  readonly continues: Partners[];
}

interface Source {
  readonly target: string;
  readonly roots: ReadonlySet<string>;
}

/** The variables whose memory an array value may be part of. */
export function rootsOf(expr: Expr, resultsOf: ResultsOf): ReadonlySet<string> {
  switch (expr.kind) {
    case "var":
      return expr.type.kind === "array" ? new Set([expr.name]) : new Set();
    case "view":
    case "transpose":
    case "part":
      return rootsOf(expr.base, resultsOf);
    case "reshape":
      return expr.shares ? rootsOf(expr.base, resultsOf) : new Set();
    case "conditional":
      return new Set([...rootsOf(expr.then, resultsOf), ...rootsOf(expr.otherwise, resultsOf)]);
    case "call":
      return resultRoots(expr.args, resultsOf(expr.func)[0], resultsOf);
    default:
      return new Set();
  }
}

function resultRoots(
  args: readonly Expr[],
  result: SharedResult | undefined,
  resultsOf: ResultsOf,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const at of result?.params ?? []) {
    const arg = args[at];
    if (arg !== undefined) for (const root of rootsOf(arg, resultsOf)) found.add(root);
  }
  return found;
}

// States

function entryState(func: Func, together: readonly (readonly [string, string])[]): Partners {
  const params = func.params.filter(({ type }) => type.kind === "array").map(({ name }) => name);
  const state = new Map(params.map((name) => [name, new Set([`@${name}`])]));
  for (const name of params) state.set(`@${name}`, new Set([name]));
  for (const [a, b] of together) {
    for (const [x, y] of [
      [a, b],
      [b, a],
    ] as const) {
      for (const one of [x, `@${x}`]) for (const other of [y, `@${y}`]) state.get(one)?.add(other);
    }
  }
  return state;
}

/** All targets change at once. `pairs`: targets that share memory that nobody had before. */
function bound(
  state: Partners,
  sources: readonly Source[],
  pairs: readonly (readonly [string, string])[],
): Partners {
  const targets = new Set(sources.map(({ target }) => target));
  const next = new Map<string, Set<string>>();
  for (const [name, partners] of state) {
    if (targets.has(name)) continue;
    next.set(name, new Set([...partners].filter((partner) => !targets.has(partner))));
  }
  const join = (a: string, b: string): void => {
    if (a === b) return;
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const partners = next.get(one) ?? new Set();
      next.set(one, partners.add(other));
    }
  };
  for (const { target, roots } of sources) {
    for (const root of roots) {
      for (const partner of [root, ...(state.get(root) ?? [])]) {
        if (!targets.has(partner)) join(target, partner);
      }
    }
  }
  for (const [i, a] of sources.entries()) {
    for (const b of sources.slice(i + 1)) if (meet(state, a.roots, b.roots)) join(a.target, b.target);
  }
  for (const [a, b] of pairs) join(a, b);
  return next;
}

function meet(state: Partners, a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some((one) => b.has(one) || [...b].some((other) => state.get(one)?.has(other)));
}

function union(a: Partners | null, b: Partners | null): Partners | null {
  if (a === null || b === null) return a ?? b;
  const joined = new Map(a);
  for (const [name, partners] of b) {
    const own = joined.get(name);
    joined.set(name, own === undefined ? partners : new Set([...own, ...partners]));
  }
  return joined;
}

function size(state: Partners): number {
  let total = 0;
  for (const partners of state.values()) total += partners.size;
  return total;
}
