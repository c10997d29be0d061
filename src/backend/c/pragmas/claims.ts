/** Directives that say which iterations depend on each other: tools believe them, so they are checked. */
import { type Claim, carriedAround, type Dependence, describe, judge } from "../../../loops/depend/index.ts";
import type { For, Loops, Pragma, While } from "../../../loops/nodes.ts";
import { expressionsIn, expressionsOf, statementsIn } from "../../../loops/walk.ts";
import { countOf, type Directive, optionValue } from "../../../program/directive/read.ts";

export type ClaimVerdict =
  | { readonly is: "unused"; readonly array: string } // the loop does not touch what it is about
  | { readonly is: "false"; readonly dependence: string }
  | { readonly is: "open"; readonly dependence: string; readonly around: string | null }
  | { readonly is: "true"; readonly around: string | null }; // a dependence that a loop around carries, in words

export function isClaim({ family, name }: Directive): boolean {
  return family === "HLS" ? name === "dependence" : name === "false_dependence";
}

/** Of the arrays that it names, or of all where it names none. */
export function verdictOn(loops: Loops, loop: string, pragma: Pragma, directive: Directive): ClaimVerdict {
  const named = pragma.names.flatMap(({ is }) => ("name" in is ? [is.name] : []));
  const touched = arraysIn(loops, loop);
  const unused = named.find((array) => !touched.has(array));
  if (unused !== undefined) return { is: "unused", array: unused };
  const claims = (named.length > 0 ? named : [...touched]).map((array) => claimOf(loop, array, directive));
  const words = (dependence: Dependence): string => describe(dependence, loops.source);
  let open: string | null = null;
  let around: string | null = null;
  for (const claim of claims) {
    if (claim === null) continue;
    const verdict = judge(loops, claim);
    if (verdict.is === "false") return { is: "false", dependence: words(verdict.dependence) };
    if (verdict.is === "open") open ??= words(verdict.dependence);
    const outer = claim.type === "inter" && claim.distance === Infinity ? carriedAround(loops, claim) : null;
    if (outer !== null) around ??= words(outer);
  }
  return open === null ? { is: "true", around } : { is: "open", dependence: open, around };
}

/** What it says; null where it takes nothing away: that there is a dependence is safe to believe. */
export function claimOf(loop: string, array: string, directive: Directive): Claim | null {
  const type = optionValue(directive, "type") === "intra" ? "intra" : "inter";
  const isTrue = optionValue(directive, "dependent") === "true";
  const distance = countOf(directive, "distance");
  if (isTrue && (distance === null || type === "intra")) return null;
  const direction = optionValue(directive, "direction");
  const kinds = direction === null ? (["flow", "anti", "output"] as const) : [kindOf[direction] ?? "flow"];
  return { array, loop, type, kinds, distance: isTrue ? (distance ?? 1) : Infinity };
}

const kindOf: Readonly<Record<string, Dependence["kind"]>> = { raw: "flow", war: "anti", waw: "output" };

/** The arrays that a loop reads or writes. */
export function arraysIn(loops: Loops, name: string): ReadonlySet<string> {
  const isIt = (stmt: { readonly kind: string }): stmt is For | While =>
    (stmt.kind === "for" || stmt.kind === "while") && (stmt as For | While).name === name;
  const found = new Set<string>();
  const loop = [...statementsIn(loops.body)].find(isIt);
  for (const stmt of statementsIn(loop?.body ?? [])) {
    if (stmt.kind === "store") found.add(stmt.array);
    for (const root of expressionsOf(stmt)) {
      for (const expr of expressionsIn(root)) if (expr.kind === "load") found.add(expr.array);
    }
  }
  return found;
}
