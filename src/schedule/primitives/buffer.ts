import type { Span } from "../../diagnostics/diagnostic.ts";
import { loadsOf, moveAccesses, storesOf } from "../../loops/analysis/accesses.ts";
import { arrayNamed, freshName, identifierFor, namesIn } from "../../loops/find.ts";
import { int, variable } from "../../loops/indices.ts";
import type { ArrayDecl, For, Loops, Stmt } from "../../loops/nodes.ts";
import { isParameter, isResult } from "../declare.ts";
import { arrayName, done, keyword, newName, optional, primitive } from "../primitive.ts";
import { refuse } from "../refusal.ts";

/**
 * All of an argument is copied in, since what is not written must come back as it was; it is copied out only if
 * something is written. A kernel that stops with a fault leaves the argument as it was. A result is copied out alone.
 */
export const buffer = primitive({
  name: "buffer",
  description:
    "Copies an argument into an array on chip before the kernel, and back after it if it is written; a result is copied back.",
  params: { array: arrayName(), name: optional(keyword(newName())) },
  apply(loops, { array, name }) {
    if (!isParameter(loops, array) && !isResult(loops, array))
      return refuse("buffer-local", { array }, { array });
    return done(buffered(loops, arrayNamed(loops, array), name));
  },
});

function buffered(loops: Loops, argument: ArrayDecl, wanted: string | undefined): Loops {
  const taken = new Set(namesIn(loops));
  const name = wanted ?? freshName(taken, `${argument.name}_buffer`);
  taken.add(name);
  const { kind, element, shape } = argument;
  const { banks, words, ...plain } = argument;
  const onChip: ArrayDecl = {
    kind,
    name,
    element,
    shape,
    ...(banks === undefined ? {} : { banks }),
    ...(words === undefined ? {} : { words }),
    role: "buffer",
  };
  // A copy is told at the line that it is for: the first use of the argument, or the last store to it.
  const loads = loadsOf(loops.body, argument.name).map(({ span }) => span);
  const stores = storesOf(loops.body, argument.name).map(({ origin }) => origin.span);
  const [first] = [...loads, ...stores].sort((one, other) => one.from - other.from);
  const last = stores.at(-1);
  const isGiven = isParameter(loops, argument.name);
  return {
    ...loops,
    params: loops.params.map((param) => (param.name === argument.name ? plain : param)),
    arrays: [...loops.arrays.map((one) => (one.name === argument.name ? plain : one)), onChip],
    body: [
      ...(first === undefined || !isGiven ? [] : copy(taken, plain, onChip, name, first)),
      ...moveAccesses(loops.body, argument.name, { array: name, whole: true, index: (index) => index }),
      ...(last === undefined ? [] : copy(taken, onChip, plain, argument.name, last)),
    ],
  };
}

/** A nest of loops named by the array they fill. */
function copy(
  taken: Set<string>,
  from: ArrayDecl,
  to: ArrayDecl,
  named: string,
  span: Span,
): readonly Stmt[] {
  const origin = { span, operator: "copy", unordered: true } as const;
  const counters = to.shape.map((_, dim) => {
    const name = freshName(taken, `${named}.${dim}`);
    taken.add(name);
    const counter = identifierFor(taken, name);
    taken.add(counter);
    return { name, counter };
  });
  const index = counters.map(({ counter }) => variable(counter));
  const value = { kind: "load", array: from.name, index, type: from.element, span } as const;
  const store: Stmt = { kind: "store", array: to.name, index, value, origin };
  const nest = counters.reduceRight<Stmt>(
    (body, { name, counter }, dim): For => ({
      kind: "for",
      name,
      variable: counter,
      from: int(0),
      to: int(to.shape[dim] ?? 0),
      step: 1,
      body: [body],
      attrs: {},
      origin,
    }),
    store,
  );
  return [nest];
}
