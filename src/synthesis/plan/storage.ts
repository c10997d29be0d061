/** Where arrays live: outside, in block RAM, in LUT RAM, in registers; by their size and the way they are used. */
import type { Family } from "../../device/family.ts";
import type { ArrayDecl, Bank, Loops } from "../../loops/nodes.ts";
import { statementsIn } from "../../loops/walk.ts";
import { bitWidth, toBits } from "../../types/bits.ts";
import { type Banking, bankingOf, placeOfElement } from "./banks.ts";
import type { Storage, Where } from "./nodes.ts";

export interface Stored {
  readonly decl: ArrayDecl;
  readonly banking: Banking;
  readonly storage: Storage;
}

/** Arrays outside that other processes use as well. */
export interface SharedArrays {
  readonly halves: ReadonlySet<string>; // memories of which somebody else has the other port
  readonly streams: ReadonlySet<string>; // words come or go one after another
}

export const nothingShared: SharedArrays = { halves: new Set(), streams: new Set() };

/**
 * `zeros`: arrays whose elements have to be zero when a call starts. `shared`: those outside that are more, or less, than
 * memories with two ports.
 */
export function storagesOf(
  loops: Loops,
  family: Family,
  zeros: ReadonlySet<string>,
  shared: SharedArrays,
): ReadonlyMap<string, Stored> {
  const outside = new Set([...loops.params.map(({ name }) => name), ...loops.results]);
  const written = new Set<string>();
  for (const stmt of statementsIn(loops.body)) if (stmt.kind === "store") written.add(stmt.array);
  const decls = [...loops.params, ...loops.arrays].filter((decl) => decl.kind === "array");
  return new Map(
    decls.map((decl): [string, Stored] => {
      const banking = bankingOf(decl.shape, banksOf(decl));
      const isConstant = decl.table !== undefined || !written.has(decl.name);
      const where = outside.has(decl.name) ? "port" : homeOf(decl, banking, family, isConstant);
      const storage: Storage = {
        name: decl.name,
        element: decl.element,
        where,
        banks: banking.banks,
        depth: banking.depth,
        sides: 1,
        ...portsOf(where, banking, family, isConstant),
        ...(shared.halves.has(decl.name) || shared.streams.has(decl.name) ? { ports: 1 } : {}),
        latency: where === "port" || where === "block" ? 1 : 0,
        collisions: where === "block" && !family.blockRam.readsOld ? "never" : "old",
        initial: where !== "port" && isConstant ? wordsOf(decl, banking) : null,
        clears: where !== "port" && !isConstant && zeros.has(decl.name),
        stream: where === "port" && shared.streams.has(decl.name),
        span: { from: 0, to: 0 },
      };
      return [decl.name, { decl, banking, storage }];
    }),
  );
}

/** Packed words give as many elements a cycle as memories side by side. */
function banksOf({ banks = [], words }: ArrayDecl): readonly Bank[] {
  if (words === undefined || banks.some(({ dim }) => dim === words.dim)) return banks;
  return [...banks, { dim: words.dim, how: "cyclic", factor: words.factor }];
}

/** Elements that registers hold for less than a memory would take. */
const fewElements = 4;

function homeOf(decl: ArrayDecl, { depth, banks }: Banking, family: Family, isConstant: boolean): Where {
  if (depth === 1 || depth * banks <= fewElements) return "registers";
  const lutDepth = family.lutRam?.depth ?? 0;
  const isShallow = depth <= lutDepth;
  if (isShallow) return "lut";
  if (isConstant && depth * bitWidth(decl.element) <= lutDepth * 32) return "lut";
  return lutDepth === 0 && depth * bitWidth(decl.element) <= 64 ? "registers" : "block";
}

/** Of a memory between processes, by the ports that write it: LUT RAM has one. */
export function sharedHome(depth: number, writers: number, { lutRam }: Family): "block" | "lut" {
  return writers <= 1 && depth <= (lutRam?.depth ?? 0) ? "lut" : "block";
}

/** Constants may be kept as often as they are read. */
function portsOf(
  where: Where,
  { depth, banks }: Banking,
  family: Family,
  isConstant: boolean,
): Pick<Storage, "ports" | "reads"> {
  switch (where) {
    case "port":
      return { ports: 2, reads: "ports" };
    case "block": {
      const isTwoPort = family.blockRam.ports === "two" && !isConstant;
      return isTwoPort ? { ports: 2, reads: "ports" } : { ports: 1, reads: "free" };
    }
    case "lut":
      return { ports: 1, reads: "free" };
    case "registers":
      return { ports: depth * banks, reads: "free" };
  }
}

/** The words of each bank. */
function wordsOf({ element, shape, table }: ArrayDecl, banking: Banking): readonly (readonly bigint[])[] {
  const words = Array.from({ length: banking.banks }, () => new Array<bigint>(banking.depth).fill(0n));
  const count = shape.reduce((product, extent) => product * extent, 1);
  for (let index = 0; table !== undefined && index < count; index++) {
    const { bank, word } = placeOfElement(banking, index);
    const bankWords = words[bank];
    if (bankWords !== undefined) bankWords[word] = toBits(element, table[index] ?? 0);
  }
  return words;
}
