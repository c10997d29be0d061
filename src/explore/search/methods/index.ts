/** The methods by name, and which one suits. */
import { noSuch } from "../../../diagnostics/failure.ts";
import { type Space, sizeOf } from "../space.ts";
import { bayesian } from "./bayesian.ts";
import type { Method } from "./method.ts";
import { paretoMethod } from "./pareto.ts";
import { evolutionary, exhaustive, local, random } from "./plain.ts";

const methods: readonly Method[] = [bayesian, evolutionary, local, random, exhaustive];

export const methodNames: readonly string[] = ["auto", ...methods.map(({ name }) => name), "pareto"];

/** `evaluations`: how many there may be; infinite where time is the limit. `limits`: of what a point may use. */
export function methodNamed(
  name: string,
  space: Space,
  evaluations: number,
  limits: readonly number[] = [],
): Method {
  if (name === "auto") return suitable(space, evaluations);
  if (name === "pareto") return paretoMethod(limits);
  const found = methods.find((method) => method.name === name);
  if (found === undefined) throw noSuch("--method", name, "method", methodNames);
  return found;
}

/** A space that can be seen whole is; else a model pays while an evaluation costs more than a proposal. */
function suitable(space: Space, evaluations: number): Method {
  const size = sizeOf(space);
  const isSmall = Number.isFinite(evaluations) ? size <= BigInt(evaluations) : size <= smallSpace;
  if (isSmall) return exhaustive;
  return evaluations <= mostModelled || !Number.isFinite(evaluations) ? bayesian : evolutionary;
}

const smallSpace = 200n;
/** Surrogates see a part of the points beyond this, and each proposal takes tens of milliseconds. */
const mostModelled = 2000;
