/**
 * Holds the pragmas of a generated file against what they claim. C compilers ignore them, and the tools that do not
 * believe them: what is wrong here nobody else would see.
 */
import { judge, reducedBy } from "../../../loops/depend/index.ts";
import type { Loops } from "../../../loops/nodes.ts";
import { statementsIn } from "../../../loops/walk.ts";
import {
  countOf,
  type Directive,
  namesVariables,
  optionValue,
  readDirective,
} from "../../../program/directive/read.ts";
import { arraysIn, claimOf, isClaim } from "./claims.ts";
import { type Block, type Declared, type ScannedFile, type ScannedPragma, scan } from "./scan.ts";

export interface Written {
  readonly text: string;
  readonly kernel: string; // the name of its function
  readonly loops: Loops; // that the text was written from
  /** What a variable, array or loop is called in the text. */
  name(of: string): string;
  label(loop: string): string;
  readonly claimed: ReadonlySet<string>; // lines that the user wrote: what cannot be decided is theirs to know
}

/** What is wrong, each with its line. */
export function pragmaProblems(written: Written): readonly string[] {
  const file = scan(written.text);
  const context: Context = { ...written, file, places: placesOf(written) };
  return file.pragmas.flatMap((pragma) =>
    problemsOf(context, pragma).map((problem) => `line ${pragma.line}: #pragma ${pragma.text}: ${problem}`),
  );
}

interface Context extends Written {
  readonly file: ScannedFile;
  readonly places: Places;
}

/** From names in the text to names of Loops. */
interface Places {
  readonly arrays: ReadonlyMap<string, string>;
  readonly scalars: ReadonlyMap<string, readonly string[]>; // in two functions they may be called alike
  readonly loops: ReadonlyMap<string, string>;
}

function placesOf({ loops, name, label }: Written): Places {
  const all = [...statementsIn(loops.body)];
  const arrays = [...loops.params, ...loops.arrays].filter(({ kind }) => kind === "array");
  const scalars = new Map<string, string[]>();
  for (const one of loops.scalars)
    scalars.set(name(one.name), [...(scalars.get(name(one.name)) ?? []), one.name]);
  return {
    arrays: new Map(arrays.map((one) => [name(one.name), one.name])),
    scalars,
    loops: new Map(
      all.flatMap((stmt) => {
        if (stmt.kind === "for") return [[name(stmt.variable), stmt.name]];
        return stmt.kind === "while" ? [[label(stmt.name), stmt.name]] : [];
      }),
    ),
  };
}

function problemsOf(context: Context, pragma: ScannedPragma): readonly string[] {
  const read = readDirective(pragma.text);
  if (read.kind === "wrong") return [read.problem];
  if (read.kind === "other") return openclProblems(context, pragma);
  const { directive } = read;
  return [
    ...outOfScope(context, pragma, directive),
    ...wrongShape(pragma, directive),
    ...(directive.family === "HLS" ? hlsProblems : accelProblems)(context, pragma, directive),
  ];
}

// What it names

function outOfScope({ kernel }: Context, pragma: ScannedPragma, directive: Directive): readonly string[] {
  const top = pragma.blocks.find(({ kind }) => kind === "function");
  return directive.options.flatMap(({ value, spec }) => {
    if (value === null || spec === null || !namesVariables(spec)) return [];
    return value.split(",").flatMap((name) => {
      const found = declaredAt(pragma, name);
      if (spec.value.kind === "argument") {
        const isOne = name === "return" || found?.parameter === true;
        return isOne && top?.name === kernel ? [] : [`\`${name}\` is no argument of the kernel`];
      }
      return found === null ? [`\`${name}\` is not declared here`] : [];
    });
  });
}

function declaredAt({ blocks, at }: ScannedPragma, name: string): Declared | null {
  const found = blocks.map(({ declared }) => declared.get(name)).filter((one) => one !== undefined);
  return found.findLast((one) => one.at <= at) ?? null;
}

/** Dimensions that exist, and as many elements as there are. */
function wrongShape(pragma: ScannedPragma, directive: Directive): readonly string[] {
  const name = optionValue(directive, "variable");
  const found = name === null ? null : declaredAt(pragma, name);
  if (found === null || found.extents === null) return [];
  const dim = countOf(directive, "dim") ?? 0;
  const problems = dim > found.extents.length ? [`\`${name}\` has no dimension ${dim}`] : [];
  const isWhole = found.extents.every(Number.isFinite);
  const depth = optionValue(directive, "depth");
  if (directive.family === "ACCEL" && depth !== null && isWhole && found.extents.length > 0) {
    if (depth !== found.extents.join(",")) problems.push(`\`${name}\` is ${found.extents.join(" by ")}`);
  }
  return problems;
}

// Vitis

function hlsProblems(context: Context, pragma: ScannedPragma, directive: Directive): readonly string[] {
  const block = pragma.blocks.at(-1);
  const about = directive.spec?.about ?? ["block"];
  const isLoop = block?.kind === "for" || block?.kind === "while";
  const isFunction = block?.kind === "function";
  const fits =
    about.includes("block") ||
    about.includes("variable") ||
    (about.includes("loop") && isLoop) ||
    (about.includes("function") && isFunction);
  const problems = fits ? [] : [`it is about a ${about.join(" or ")}, and stands in none`];
  const beside = besides(context, pragma);
  if (directive.name === "pipeline" && beside.filter((one) => one.name === "pipeline").length > 0)
    problems.push("the loop has two of them");
  if (directive.name === "pipeline" && beside.some((one) => one.name === "dataflow"))
    problems.push("the same block is a dataflow");
  if (directive.name === "loop_tripcount") {
    const [min, max] = [countOf(directive, "min") ?? 0, countOf(directive, "max") ?? Infinity];
    if (min > max) problems.push("the least count is more than the greatest");
  }
  return isClaim(directive) && block !== undefined
    ? [...problems, ...claimProblems(context, pragma, directive, block)]
    : problems;
}

/** The other directives of the same block. */
function besides({ file }: Context, pragma: ScannedPragma): readonly Directive[] {
  const block = pragma.blocks.at(-1);
  return file.pragmas
    .filter((one) => one !== pragma && one.blocks.at(-1) === block)
    .flatMap((one) => {
      const read = readDirective(one.text);
      return read.kind === "directive" ? [read.directive] : [];
    });
}

/** True, or the user's word where nobody can tell. */
function claimProblems(
  context: Context,
  pragma: ScannedPragma,
  directive: Directive,
  block: Block,
): readonly string[] {
  const { loops, places, claimed } = context;
  const loop = places.loops.get(block.name ?? "");
  if (loop === undefined) return ["it stands in no loop of the kernel"];
  const name = optionValue(directive, "variable");
  const array = name === null ? null : (places.arrays.get(name) ?? null);
  if (name !== null && array === null) return [`\`${name}\` is no array`];
  return (array === null ? [...arraysIn(loops, loop)] : [array]).flatMap((one) => {
    const claim = claimOf(loop, one, directive);
    const verdict = claim === null ? ({ is: "true" } as const) : judge(loops, claim);
    const isBelieved =
      verdict.is === "true" || (verdict.is === "open" && claimed.has(`#pragma ${pragma.text}`));
    return isBelieved
      ? []
      : [`iterations of \`${loop}\` ${verdict.is === "open" ? "may " : ""}meet in \`${one}\``];
  });
}

// Merlin

/** A pragma about a loop stands above it. */
function accelProblems(context: Context, pragma: ScannedPragma, directive: Directive): readonly string[] {
  const about = directive.spec?.about ?? [];
  const next = pragma.next();
  if (directive.name === "kernel")
    return next?.kind === "function" && next.name === context.kernel ? [] : ["no kernel follows"];
  if (!about.includes("loop")) return [];
  if (next?.kind !== "for" && next?.kind !== "while") return ["no loop follows"];
  if (isClaim(directive)) return claimProblems(context, pragma, directive, next);
  const reduced = optionValue(directive, "reduction")?.split(",") ?? [];
  return reduced.flatMap((name) => [
    ...accumulationProblems(context.file, next, name),
    ...(isReduced(context, next, name) ? [] : [`loop \`${next.name}\` does not carry \`${name}\` as a sum`]),
  ]);
}

function isReduced({ loops, places }: Context, block: Block, name: string): boolean {
  const loop = places.loops.get(block.name ?? "");
  const stmt = [...statementsIn(loops.body)].find((one) => one.kind === "for" && one.name === loop);
  if (stmt?.kind !== "for") return false;
  return reducedBy(loops, stmt).some(({ target }) => places.scalars.get(name)?.includes(target) === true);
}

/** Once more, from the text alone: each statement of the loop that speaks of it adds to it. */
function accumulationProblems({ text }: ScannedFile, { from, to }: Block, name: string): readonly string[] {
  const spoken = text
    .slice(from, to)
    .split(/[;{}]/)
    .map((one) => one.trim())
    .filter((one) => new RegExp(`\\b${name}\\b`).test(one));
  const adds = new RegExp(`^\\*?\\(?\\*?${name}\\)?\\s*([-+*&|^]=|=|\\+\\+|--)`);
  const odd = spoken.find((one) => {
    if (!adds.test(one)) return true;
    const uses = one.match(new RegExp(`\\b${name}\\b`, "g"))?.length ?? 0;
    return uses !== (/^[^=]*[^-+*&|^=]=(?!=)/.test(one) ? 2 : 1); // `s = max(s, x)`, or `s += x`
  });
  return odd === undefined ? [] : [`\`${odd}\` is no accumulation`];
}

// OpenCL

function openclProblems(context: Context, pragma: ScannedPragma): readonly string[] {
  const { text } = pragma;
  if (/^OPENCL (EXTENSION \w+ : enable|FP_CONTRACT OFF)$/.test(text))
    return pragma.blocks.length === 1 ? [] : ["it stands inside of a function"];
  const next = pragma.next();
  if (!/^(unroll( [1-9]\d*)?|ii [1-9]\d*|ivdep( array\(\w+\))?)$/.test(text)) return ["nobody knows it"];
  if (next?.kind !== "for") return ["no loop follows"];
  if (!text.startsWith("ivdep")) return [];
  const { loops, places } = context;
  const loop = places.loops.get(next.name ?? "") ?? "";
  const name = /\((\w+)\)/.exec(text)?.[1];
  if (name !== undefined && declaredAt(pragma, name) === null) return [`\`${name}\` is not declared here`];
  const arrays = name === undefined ? [...arraysIn(loops, loop)] : [places.arrays.get(name) ?? name];
  return arrays.flatMap((array) => {
    const claim = {
      array,
      loop,
      type: "inter",
      kinds: ["flow", "anti", "output"],
      distance: Infinity,
    } as const;
    return judge(loops, claim).is === "true" ? [] : [`iterations of \`${loop}\` may meet in \`${array}\``];
  });
}
