/**
 * Which arguments a kernel is specialised on: their values become constants, and they are no longer among its
 * arguments. Two things make an integer argument one of them:
 *
 * - something that must be known when compiling needs its value, as `np.zeros(n)` does, and the value is at hand: given,
 *   or a default that nobody overrides;
 * - it says how often a loop runs, and it is left at its default, or `counts` says that values given are meant for good.
 *
 * The second is never forced: where the kernel cannot be compiled so, the argument stays one.
 */
import type { IntegerArgument } from "../frontend/python/specialise.ts";
import { countArguments } from "../loops/analysis/count_arguments.ts";
import type { SpecialisedArgument } from "../program/nodes.ts";
import type { Compilation, Compiled } from "./compile.ts";

/** Names, and why each is a constant. */
export type Specialisation = ReadonlyMap<string, SpecialisedArgument["why"]>;

export interface Attempt {
  readonly compilation: Compilation;
  readonly integers: readonly IntegerArgument[];
}

/** `attempt` compiles the kernel with these arguments as constants. */
export function specialised(
  attempt: (constants: Specialisation) => Attempt,
  counts: boolean,
  asked: Specialisation,
): Compilation {
  const { compilation: plain, integers } = attempt(asked);
  const atHand = integers.filter(
    ({ name, atHand, isFixed }) => atHand !== null && !isFixed && !asked.has(name),
  );
  if (atHand.length === 0 || growsAlone(plain)) return plain;
  const needed = plain.ok ? asked : neededValues(attempt, atHand, asked);
  const compiled = plain.ok ? plain : attempt(needed).compilation;
  if (!compiled.ok) return compiled;
  const bounds = boundNames(compiled);
  const counted = atHand.filter(
    ({ name, isAsked, atHand }) => bounds.has(name) && !isAsked && (counts || atHand?.from === "default"),
  );
  if (counted.length === 0) return compiled;
  const all = new Map([...needed, ...counted.map(({ name }) => [name, "count"] as const)]);
  const { compilation } = attempt(all);
  return compilation.ok ? compilation : compiled;
}

/** Exact types are not made as wide as one value needs: the next call would have other types. */
function growsAlone(compilation: Compilation): boolean {
  if (compilation.ok) return false;
  const errors = compilation.diagnostics.filter(({ severity }) => severity === "error");
  return errors.every(({ code }) => code === "exact-growth");
}

function boundNames({ loops }: Compiled): ReadonlySet<string> {
  return loops === undefined ? new Set() : countArguments(loops);
}

/** As few as it compiles with; all of them where it does not compile at all, so that what remains is no matter of values. */
function neededValues(
  attempt: (constants: Specialisation) => Attempt,
  atHand: readonly IntegerArgument[],
  asked: Specialisation,
): Specialisation {
  const all: Specialisation = new Map([...asked, ...atHand.map(({ name }) => [name, "needed"] as const)]);
  if (!attempt(all).compilation.ok) return all;
  let needed = all;
  for (const { name } of atHand) {
    const without = new Map([...needed].filter(([other]) => other !== name));
    if (attempt(without).compilation.ok) needed = without;
  }
  return needed;
}
