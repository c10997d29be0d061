import { loadsOf, storesOf } from "../../loops/analysis/accesses.ts";
import { namesRead } from "../../loops/analysis/effects.ts";
import { arraysOf, forLoops } from "../../loops/find.ts";
import type { For, Loops } from "../../loops/nodes.ts";
import { statementsIn } from "../../loops/walk.ts";
import { placeOf } from "../clash.ts";
import { comparisonTree } from "../comparison_tree.ts";
import {
  type Applied,
  type Args,
  done,
  integer,
  keyword,
  optional,
  type Primitive,
  primitive,
  storage,
  word,
} from "../primitive.ts";
import { refuse } from "../refusal.ts";
import { partition } from "./partition.ts";
import { pipeline } from "./pipeline.ts";
import { reassociate } from "./reassociate.ts";
import { split } from "./split.ts";
import { unroll } from "./unroll.ts";

/**
 * A library operator is a nest; its performance parameters (PyLog 3.4, table 2) are a schedule of it:
 *
 *     max, min, argmax, argmin   p_i   inputs of a comparison tree; of a sum, parts that are added in a tree
 *     matmul, spmv               p_o   outputs in parallel
 *     convolve, conv2d           p_o   outputs in parallel       p_m   products in parallel for each output
 *     sort                       q_o   memories that its buffer is spread over
 *
 * and whether what is left runs as a pipeline.
 */
export const tune = primitive({
  name: "tune",
  description:
    "Sets the performance parameters of the library operator that fills TARGET: inputs, outputs, products in parallel, memories, pipelining.",
  changesResults: true,
  params: {
    target: storage(),
    p_i: optional(keyword(integer({ min: 1 }))),
    p_o: optional(keyword(integer({ min: 1 }))),
    p_m: optional(keyword(integer({ min: 1 }))),
    q_o: optional(keyword(integer({ min: 1 }))),
    how: optional(word("pipelined", "sequential")),
  },
  apply(loops, { target, how, ...given }) {
    const nest = operatorLoops(loops, target);
    const [outermost] = nest;
    const takes = outermost === undefined ? undefined : parametersOf(nest);
    if (outermost === undefined || takes === undefined) {
      return refuse("no-operator", { target, known: tunable(loops) }, { array: target });
    }
    for (const [name, value] of Object.entries(given)) {
      if (value !== undefined && !takes.includes(name as Parameter))
        return refuse(
          "no-parameter",
          { target, operator: operatorOf(nest), name, takes },
          placeOf(outermost),
        );
    }
    const factors: Factors = { p_i: 1, p_o: 1, p_m: 1, q_o: 1, ...definedIn(given) };
    const tuned = generators[operatorOf(nest)]?.generate(loops, target, nest, factors) ?? done(loops);
    return tuned.ok && how === "pipelined" ? pipelineInnermost(tuned.loops, target) : tuned;
  },
});

type Parameter = "p_i" | "p_o" | "p_m" | "q_o";
type Factors = Readonly<Record<Parameter, number>>;

interface Generator {
  readonly takes: readonly Parameter[];
  readonly generate: (loops: Loops, target: string, nest: readonly For[], factors: Factors) => Applied;
}

const generators: Readonly<Record<string, Generator>> = {
  reduce: { takes: ["p_i"], generate: (loops, _target, nest, { p_i }) => inputsInParallel(loops, nest, p_i) },
  dot: { takes: ["p_i"], generate: (loops, _target, nest, { p_i }) => inputsInParallel(loops, nest, p_i) },
  matmul: {
    takes: ["p_o"],
    generate: (loops, _target, nest, { p_o }) => outputsInParallel(loops, nest, p_o),
  },
  spmv: { takes: ["p_o"], generate: (loops, _target, nest, { p_o }) => outputsInParallel(loops, nest, p_o) },
  conv: {
    takes: ["p_o", "p_m"],
    generate: (loops, _target, nest, { p_o, p_m }) => {
      const products = reductionsOf(nest).at(-1);
      const first =
        p_m > 1 && products !== undefined
          ? take(loops, unroll, { loop: products.name, factor: p_m })
          : done(loops);
      return first.ok ? outputsInParallel(first.loops, nest, p_o) : first;
    },
  },
  sort: {
    takes: ["q_o"],
    generate: (loops, target, nest, { q_o }) => spreadBuffer(loops, target, nest, q_o),
  },
};

/** The first operator that fills it: a nest may be one of several. */
function operatorLoops(loops: Loops, target: string): readonly For[] {
  const own = forLoops(loops).filter(({ name }) => name.startsWith(`${target}.`));
  const first = own.find(({ origin }) => origin.operator in generators);
  return first === undefined ? [] : own.filter(({ origin }) => origin.operator === first.origin.operator);
}

/** What library operators fill, for those who asked for something else. */
function tunable(loops: Loops): readonly string[] {
  const own = forLoops(loops).filter(({ origin }) => origin.operator in generators);
  return [...new Set(own.map(({ name }) => name.replace(/\..*$/, "")))];
}

function operatorOf(nest: readonly For[]): string {
  return nest[0]?.origin.operator ?? "";
}

function parametersOf(nest: readonly For[]): readonly Parameter[] | undefined {
  return generators[operatorOf(nest)]?.takes;
}

function definedIn(given: Partial<Record<Parameter, number | undefined>>): Partial<Factors> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function isReduction({ name }: For): boolean {
  return /\.r\d+(_\d+)?$/.test(name);
}

function reductionsOf(nest: readonly For[]): readonly For[] {
  return nest.filter(isReduction);
}

function take(loops: Loops, primitive: Primitive, args: Args): Applied {
  return primitive.apply(loops, args);
}

/** A tree where neighbours may be combined exactly; a sum of floats in parts, as `reassociate` says. */
function inputsInParallel(loops: Loops, nest: readonly For[], inputs: number): Applied {
  const loop = reductionsOf(nest).at(-1);
  if (loop === undefined || inputs === 1) return done(loops);
  const tree = comparisonTree(loops, loop, inputs);
  if (tree !== null) return done(tree);
  const parts = take(loops, reassociate, { loop: loop.name, factor: inputs });
  return parts.ok ? take(parts.loops, unroll, { loop: `${loop.name}.inner` }) : parts;
}

/** The innermost loop over outputs in groups, and the arrays that a group reaches spread as wide. */
function outputsInParallel(loops: Loops, nest: readonly For[], outputs: number): Applied {
  const loop = nest.filter((one) => !isReduction(one)).at(-1);
  if (loop === undefined || outputs === 1) return done(loops);
  const groups = take(loops, split, { loop: loop.name, factor: outputs });
  if (!groups.ok) return groups;
  const side = take(groups.loops, unroll, { loop: `${loop.name}.inner` });
  if (!side.ok) return side;
  return spread(side.loops, reachedBy(loops, loop), outputs);
}

/** Arrays whose index has the loop's variable, and in which dimension. */
function reachedBy(loops: Loops, loop: For): ReadonlyMap<string, number> {
  const reached = new Map<string, number>();
  for (const { name } of arraysOf(loops)) {
    for (const { index } of [...loadsOf(loop.body, name), ...storesOf(loop.body, name)]) {
      const dim = index.findIndex((expr) => namesRead(expr).has(loop.variable));
      if (dim >= 0 && !reached.has(name)) reached.set(name, dim);
    }
  }
  return reached;
}

/** What is spread already, or too short for it, stays as it is: someone has decided about it. */
function spread(loops: Loops, arrays: ReadonlyMap<string, number>, factor: number): Applied {
  let current = loops;
  for (const [array, dim] of arrays) {
    const spreadOut = take(current, partition, { array, dim, how: "cyclic", factor });
    if (spreadOut.ok) current = spreadOut.loops;
  }
  return done(current);
}

/** Odd-even transposition: with the buffer in q memories, q / 2 pairs are compared at once. */
function spreadBuffer(loops: Loops, target: string, nest: readonly For[], memories: number): Applied {
  if (memories === 1) return done(loops);
  const buffered = take(loops, partition, { array: target, dim: 0, how: "cyclic", factor: memories });
  if (!buffered.ok || memories < 4) return buffered;
  let current = buffered.loops;
  for (const { name } of nest.filter(({ body }) => !body.some((stmt) => stmt.kind === "for"))) {
    const side = take(current, unroll, { loop: name, factor: Math.floor(memories / 2) });
    if (!side.ok) return side;
    current = side.loops;
  }
  return done(current);
}

/** Every innermost loop that is left. */
function pipelineInnermost(loops: Loops, target: string): Applied {
  let current = loops;
  for (const loop of forLoops(loops).filter(({ name }) => name.startsWith(`${target}.`))) {
    if (!isInnermost(loop) || isWhole(loop)) continue;
    const next = take(current, pipeline, { loop: loop.name });
    if (!next.ok) return next;
    current = next.loops;
  }
  return done(current);
}

function isInnermost(loop: For): boolean {
  return [...statementsIn(loop.body)].every((stmt) => stmt.kind !== "for" || isWhole(stmt));
}

/** Nothing of a loop that is unrolled completely is left to pipeline. */
function isWhole({ attrs }: For): boolean {
  return attrs.unroll !== undefined && attrs.unroll.factor === undefined;
}
