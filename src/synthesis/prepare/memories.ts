/**
 * Schedules that differ in the memories of arrays alone (`partition`, `reshape`, `limit`) have most passes in common: the first
 * ones do not look at memories, others only ask how many accesses they take in a cycle. A search tries hundreds of such schedules.
 */
import type { ArrayDecl, Loops, Param, Stmt } from "../../loops/nodes.ts";
import { statementsIn } from "../../loops/walk.ts";
import { portsOf } from "./touch.ts";

/** What passes came to, by the body they began with. */
export interface KnownPasses {
  kin: WeakMap<readonly Stmt[], Kin[]>;
  statements: number; // of all results
}

/** Loops that differ in memories alone. */
export interface Kin {
  readonly one: Loops; // of them, with its memories
  readonly results: Map<string, unknown>; // by what they depend on
}

export function noKnownPasses(): KnownPasses {
  return { kin: new WeakMap(), statements: 0 };
}

/** A kilobyte each, or two. */
const mostStatements = 50_000;

export function kinOf(known: KnownPasses, loops: Loops): Kin {
  const sameBody = known.kin.get(loops.body) ?? [];
  const found = sameBody.find(({ one }) => differInMemories(one, loops));
  if (found !== undefined) return found;
  const kin: Kin = { one: loops, results: new Map() };
  known.kin.set(loops.body, [...sameBody, kin]);
  return kin;
}

/** `make` is a function of the kin and what the key says. */
export function madeOnce<T>(kin: Kin, key: string, make: () => T): T {
  if (kin.results.has(key)) return kin.results.get(key) as T;
  const made = make();
  kin.results.set(key, made);
  return made;
}

/** As madeOnce, of Loops: they take room. When there are many, all are forgotten. */
export function loopsOnce(known: KnownPasses, kin: Kin, key: string, make: () => Loops): Loops {
  return madeOnce(kin, key, () => {
    const made = make();
    known.statements += statementsIn(made.body).length;
    if (known.statements > mostStatements) Object.assign(known, noKnownPasses());
    return made;
  });
}

/** In nothing else, as far as a look at the nodes tells. */
function differInMemories(one: Loops, other: Loops): boolean {
  return (
    one.body === other.body &&
    one.source === other.source &&
    one.name === other.name &&
    one.scalars === other.scalars &&
    one.results === other.results &&
    one.dataflow === other.dataflow &&
    one.tasks === other.tasks &&
    sameBut(one.params, other.params) &&
    sameBut(one.arrays, other.arrays)
  );
}

function sameBut(some: readonly Param[], others: readonly Param[]): boolean {
  return some.length === others.length && some.every((decl, at) => isSameBut(decl, others[at]));
}

function isSameBut(one: Param, other: Param | undefined): boolean {
  if (one === other) return true;
  if (other === undefined) return false;
  const some = Object.entries(withoutMemories(one));
  const others = new Map(Object.entries(withoutMemories(other)));
  return (
    some.length === others.size && some.every(([key, value]) => others.has(key) && others.get(key) === value)
  );
}

function withoutMemories<T extends Param>(decl: T): T {
  if (decl.kind === "scalar") return decl;
  const { banks: _banks, words: _words, ...rest } = decl;
  return rest as T; // both may be missing
}

/** As passes see them that do not look at memories. */
export function plain({ limits: _limits, ...loops }: Loops): Loops {
  return { ...loops, params: loops.params.map(withoutMemories), arrays: loops.arrays.map(withoutMemories) };
}

/** The same with the memories of another; arrays that it does not have keep theirs. */
export function withMemoriesOf(loops: Loops, other: Loops): Loops {
  const decls = new Map([...other.params, ...other.arrays].map((decl) => [decl.name, decl]));
  const laidOut = <T extends Param>(decl: T): T => {
    const from = decls.get(decl.name);
    if (decl.kind === "scalar" || from?.kind !== "array") return decl;
    const { banks, words } = from;
    return {
      ...withoutMemories(decl),
      ...(banks === undefined ? {} : { banks }),
      ...(words === undefined ? {} : { words }),
    };
  };
  const { limits } = other;
  return {
    ...loops,
    ...(limits === undefined ? {} : { limits }),
    params: loops.params.map(laidOut),
    arrays: loops.arrays.map(laidOut),
  };
}

/** All that passes before inferBanks ask of memories. */
export function portsText({ params, arrays }: Loops): string {
  return [...params, ...arrays]
    .flatMap((decl) =>
      decl.kind === "array" && decl.banks !== undefined
        ? [`${decl.name} ${portsOf(decl.banks)} ${isSpread(decl)}`]
        : [],
    )
    .join(", ");
}

/** Every element has a memory of its own. */
export function isSpread({ shape, banks = [] }: ArrayDecl): boolean {
  return shape.every((_, dim) => banks.some((bank) => bank.dim === dim && bank.how === "complete"));
}
