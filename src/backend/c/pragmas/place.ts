/**
 * Where the directives of a source go in generated code, and which cannot go there. Names have been bound by lowering;
 * here each directive is put into the loop that it is about, whatever a schedule made of the statements around it, and a
 * claim about dependences is held against the dependences there are.
 */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Diagnostic } from "../../../diagnostics/diagnostic.ts";
import { readsOf } from "../../../loops/analysis/effects.ts";
import { forLoops } from "../../../loops/find.ts";
import type { For, If, Loops, Meant, Pragma, PragmaName, Region, Stmt, While } from "../../../loops/nodes.ts";
import { mapBodies, statementsIn } from "../../../loops/walk.ts";
import { type Directive, namesVariables, printDirective } from "../../../program/directive/read.ts";
import type { Family } from "../../../program/directive/table.ts";
import { directiveName, directiveText, readPragma } from "../../../schedule/pragma.ts";
import { meaningOf } from "../../../schedule/resolve.ts";
import { onlyInModels } from "../external.ts";
import { type ClaimVerdict, isClaim, verdictOn } from "./claims.ts";

/** Who reads the generated code. */
export interface Reader {
  readonly name: string; // "Vitis HLS"
  readonly family: Family | null; // of the directives that it knows
  readonly externals: boolean; // models of the user's own functions are not written
}

export interface Placed {
  readonly loops: Loops; // what pragmas are left are printed where they stand
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/** `given`: the same kernel with what serves nobody, pragmas in it included. */
export function placePragmas(loops: Loops, reader: Reader, given: Loops = loops): Placed {
  const work = newWork(loops, reader);
  const body = visit(work, loops.body, []);
  reportLost(work, given);
  const warnings = [
    ...work.warnings.values(),
    ...[...work.homeless].flatMap(([one, said]) => (work.written.has(one) ? [] : [said])),
  ];
  return {
    loops: work.changed ? { ...loops, body: [...work.top, ...withHeads(work, body)] } : loops,
    errors: [...work.errors.values()],
    warnings: warnings.sort((a, b) => a.span.from - b.span.from),
  };
}

/** What a road that reads no directives leaves out: circuits make up their own minds. */
export function unheardPragmas(loops: Loops, name: string): readonly Diagnostic[] {
  return placePragmas(loops, { name, family: null, externals: false }).warnings;
}

interface Work {
  readonly loops: Loops;
  readonly reader: Reader;
  readonly variables: ReadonlySet<string>; // that are declared in the generated code
  readonly heads: Map<string, Pragma[]>; // to be written at the head of a loop, or above it
  readonly top: Pragma[]; // to be written at the head of the kernel
  readonly seen: Set<string>; // directives about variables, as they are printed: once is enough
  readonly written: Set<string>; // directives of the source that are written somewhere
  readonly homeless: Map<string, Diagnostic>; // said unless another copy of the directive is written
  readonly errors: Map<string, Diagnostic>;
  readonly warnings: Map<string, Diagnostic>;
  changed: boolean;
}

function newWork(loops: Loops, reader: Reader): Work {
  const read = readsOf(loops.body);
  const models = reader.externals ? onlyInModels(loops) : new Set<string>();
  const local = [...loops.arrays, ...loops.scalars].map(({ name }) => name);
  const variables = new Set([
    ...loops.params.map(({ name }) => name),
    ...loops.results,
    ...local.filter((name) => read.has(name) && !models.has(name)),
  ]);
  return {
    ...{ loops, reader, variables, heads: new Map(), top: [], seen: new Set(), written: new Set() },
    ...{ homeless: new Map(), errors: new Map(), warnings: new Map(), changed: false },
  };
}

/** What a statement stands in, outermost first. */
type Around = readonly (For | While | If | Region)[];

function visit(work: Work, body: readonly Stmt[], around: Around): readonly Stmt[] {
  return body.flatMap((stmt): readonly Stmt[] => {
    if (stmt.kind === "pragma") {
      work.changed = true;
      return placed(work, stmt, around);
    }
    if (stmt.kind === "region" && stmt.external !== undefined && work.reader.externals) return [stmt];
    const inner = "body" in stmt || stmt.kind === "if" ? [...around, stmt] : around;
    return [mapBodies(stmt, (list) => visit(work, list, inner))];
  });
}

/** Of what is left out of generated code, the pragmas are left out as well. */
function reportLost(work: Work, given: Loops): void {
  if (given === work.loops) return;
  const left = new Set(pragmasIn(work.loops).map(({ origin }) => origin.span.from));
  for (const pragma of pragmasIn(given)) {
    const read = left.has(pragma.origin.span.from) ? null : readPragma(pragma.text);
    const lines = read?.ok === true ? read.lines : [];
    for (const line of lines) {
      if (line.kind === "directive")
        leaveOut(work, pragma, line.directive, "nothing is left of what it stands in");
    }
  }
}

function pragmasIn({ body }: Loops): readonly Pragma[] {
  return [...statementsIn(body)].filter((stmt) => stmt.kind === "pragma");
}

/** What stays where it stands. */
function placed(work: Work, pragma: Pragma, around: Around): readonly Pragma[] {
  const read = readPragma(pragma.text);
  if (!read.ok) {
    report(work.errors, diagnose("pragma-unknown", pragma.origin.span, read));
    return [];
  }
  return read.lines.flatMap((line) => {
    if (line.kind === "steps") return []; // a schedule has obeyed it
    return directiveAt(work, pragma, line.directive, around);
  });
}

function directiveAt(work: Work, pragma: Pragma, directive: Directive, around: Around): readonly Pragma[] {
  const { family, spec } = directive;
  const about = spec?.about ?? ["block"];
  const isOfFunction = pragma.loop === null && !about.includes("variable");
  // A function that is inlined is none: said when the source was compiled.
  if (pragma.call !== 0 && (isOfFunction || about.every((one) => one === "function"))) return [];
  if (family !== work.reader.family) {
    const whose = family === "HLS" ? "Vitis HLS" : "the Merlin compiler";
    return leaveOut(work, pragma, directive, `it is a directive of ${whose}`);
  }
  if (family === "ACCEL" && directive.name === "kernel") return []; // written for every kernel
  if (pragma.loop === null && about.every((one) => one === "loop")) {
    const facts = { directive: directiveName(directive), needs: "loop" as const };
    report(work.errors, diagnose("pragma-place", pragma.origin.span, facts));
    return [];
  }
  const clash = clashWith(work, pragma, directive);
  if (clash !== null) return leaveOut(work, pragma, directive, clash);
  const names = boundNames(work, pragma, directive);
  if (names === null) return [];
  const bound: Pragma = { ...pragma, text: printDirective(directive, (word) => word), names };
  if (about.includes("loop") && pragma.loop !== null) {
    aboutLoop(work, bound, directive, around);
    return [];
  }
  if (about.includes("block") && pragma.loop !== null && loopAround(around)?.name !== pragma.loop) {
    homeless(work, bound, directive, "the schedule has taken the statements around it apart");
    return [];
  }
  if (about.includes("variable")) {
    const key = `${bound.text} ${names.map(({ is }) => ("name" in is ? is.name : "")).join(" ")}`;
    if (work.seen.has(key)) return [];
    work.seen.add(key);
  }
  work.written.add(keyOf(bound));
  // A schedule may have made a function of the statements around it; it is about the kernel all the same.
  const isInPlace = about.includes("block") && around.every(({ kind }) => kind !== "region");
  if (!isOfFunction || isInPlace) return [bound];
  if (isAlone(work, work.top, bound, directive)) work.top.push(bound);
  return [];
}

/** What the schedule has said otherwise. */
function clashWith({ loops }: Work, { loop }: Pragma, { name }: Directive): string | null {
  if (loop === null)
    return name === "pipeline" && loops.dataflow === true ? "the kernel is a dataflow" : null;
  const attrs = forLoops(loops).find((one) => one.name === loop)?.attrs;
  if (isPipeline(name) && attrs?.pipeline !== undefined) return "the loop is pipelined otherwise";
  return name === "unroll" && attrs?.unroll !== undefined ? "the loop is unrolled otherwise" : null;
}

/** Iterations, or the processes of one, overlap in one way. */
function isPipeline(name: string): boolean {
  return name === "pipeline" || name === "dataflow";
}

/** A loop is pipelined in one way: the first that is said holds. */
function isAlone(work: Work, placed: readonly Pragma[], pragma: Pragma, directive: Directive): boolean {
  const { name } = directive;
  const names = isPipeline(name) ? ["pipeline", "dataflow"] : [name];
  if (!["pipeline", "dataflow", "unroll", "loop_flatten", "loop_tripcount"].includes(name)) return true;
  const before = placed.find(({ text }) => names.includes(text.split(" ")[1]?.toLowerCase() ?? ""));
  if (before === undefined || before.text === pragma.text) return before === undefined;
  leaveOut(work, pragma, directive, "the same block has another one");
  return false;
}

/** Names with what they stand for in the generated code; null where the directive cannot be written. */
function boundNames(work: Work, pragma: Pragma, directive: Directive): readonly PragmaName[] | null {
  const { span } = pragma.origin;
  const found: PragmaName[] = [];
  for (const { value, spec } of directive.options) {
    if (value === null || spec === null || !namesVariables(spec)) continue;
    for (const word of value.split(",")) {
      const is = spec.value.kind === "argument" ? argument(work, word) : meaningOf(pragma, word);
      const gone = is === undefined || is.kind === "nothing" || (namedIn(is) !== null && !isThere(work, is));
      if (gone || is.kind === "loop") {
        leaveOut(work, pragma, directive, `nothing in the generated code is \`${word}\``);
        return null;
      }
      if (is.kind === "choice") {
        report(work.errors, diagnose("pragma-unclear", span, { word, names: is.names }));
        return null;
      }
      if (is.kind === "part" && !isClaim(directive)) {
        const facts = { word, array: is.name, what: `\`${directiveName(directive)}\`` };
        report(work.errors, diagnose("pragma-part", span, facts));
        return null;
      }
      found.push({ word, is });
    }
  }
  return found;
}

function argument({ loops }: Work, word: string): Meant | undefined {
  if (word === "return") return { kind: "scalar", name: word };
  const param = loops.params.find(({ name }) => name === word);
  return param === undefined ? undefined : { kind: param.kind, name: param.name };
}

function namedIn(is: Meant): string | null {
  return "name" in is ? is.name : null;
}

function isThere({ variables }: Work, is: Meant): boolean {
  const name = namedIn(is);
  return name !== null && (variables.has(name) || name === "return");
}

/** Into the loop that it was written in; a loop that a schedule has taken apart takes only what can be proved. */
function aboutLoop(work: Work, pragma: Pragma, directive: Directive, around: Around): void {
  const own = around.filter(isLoop).find(({ name }) => name === pragma.loop);
  const innermost = loopAround(around);
  const isFaithful = own !== undefined && own === innermost; // as it was written
  const home = own ?? (isClaim(directive) ? innermost : undefined);
  if (home === undefined) {
    homeless(work, pragma, directive, "the schedule has taken its loop apart");
    return;
  }
  if (!isClaim(directive)) {
    if (isAlone(work, work.heads.get(home.name) ?? [], pragma, directive)) putAtHead(work, home, [pragma]);
    return;
  }
  const verdict = verdictOn(work.loops, home.name, pragma, directive);
  if (!isFaithful && verdict.is !== "true") {
    const changed = own === undefined ? "taken its loop apart" : "put other loops into its own";
    const why = `the schedule has ${changed}, and of \`${home.name}\` it is not proved`;
    homeless(work, pragma, directive, why);
    return;
  }
  aboutDependences(work, pragma, directive, home, verdict);
}

function aboutDependences(
  work: Work,
  pragma: Pragma,
  directive: Directive,
  home: For | While,
  verdict: ClaimVerdict,
): void {
  const { span } = pragma.origin;
  const text = directiveText(directive);
  const part = pragma.names.find(({ is }) => is.kind === "part");
  switch (verdict.is) {
    case "unused":
      leaveOut(work, pragma, directive, `loop \`${home.name}\` does not use \`${verdict.array}\``);
      return;
    case "false":
    case "open":
      if (part?.is.kind === "part") {
        const facts = { word: part.word, array: part.is.name, what: `\`${directiveName(directive)}\`` };
        report(work.errors, diagnose("pragma-part", span, facts));
        return;
      }
      if (verdict.is === "false") {
        const facts = { directive: text, dependence: verdict.dependence };
        report(work.errors, diagnose("false-dependence-claim", span, facts));
        return;
      }
      report(work.warnings, diagnose("unproven-dependence-claim", span, { ...verdict, directive: text }));
      break;
    case "true":
      break;
  }
  const flat = verdict.is === "true" || verdict.is === "open" ? verdict.around : null;
  if (flat !== null) {
    report(
      work.warnings,
      diagnose("claim-not-flattened", span, { directive: text, loop: home.name, dependence: flat }),
    );
  }
  const off: Pragma = { ...pragma, text: "HLS LOOP_FLATTEN off", names: [] };
  putAtHead(work, home, [pragma, ...(flat === null || directive.family !== "HLS" ? [] : [off])]);
}

function putAtHead(work: Work, home: For | While, pragmas: readonly Pragma[]): void {
  const list = work.heads.get(home.name) ?? [];
  for (const pragma of pragmas) {
    work.written.add(keyOf(pragma));
    const isSame = (one: Pragma): boolean =>
      one.text === pragma.text && JSON.stringify(one.names) === JSON.stringify(pragma.names);
    if (!list.some(isSame)) list.push(pragma);
  }
  work.heads.set(home.name, list);
}

/** Vitis reads what is about a loop inside of it, Merlin above it. */
function withHeads(work: Work, body: readonly Stmt[]): readonly Stmt[] {
  return body.flatMap((stmt): readonly Stmt[] => {
    const inner = mapBodies(stmt, (list) => withHeads(work, list));
    if (inner.kind !== "for" && inner.kind !== "while") return [inner];
    const own = work.heads.get(inner.name) ?? [];
    if (work.reader.family === "ACCEL") return [...own, inner];
    return [own.length === 0 ? inner : { ...inner, body: [...own, ...inner.body] }];
  });
}

function isLoop(stmt: Around[number]): stmt is For | While {
  return stmt.kind === "for" || stmt.kind === "while";
}

function loopAround(around: Around): For | While | undefined {
  return around.filter(isLoop).at(-1);
}

function homeless(work: Work, pragma: Pragma, directive: Directive, why: string): void {
  work.homeless.set(keyOf(pragma), leftOut(work, pragma, directive, why));
}

function leaveOut(work: Work, pragma: Pragma, directive: Directive, why: string): readonly Pragma[] {
  report(work.warnings, leftOut(work, pragma, directive, why));
  return [];
}

function leftOut({ reader }: Work, pragma: Pragma, directive: Directive, why: string): Diagnostic {
  const facts = { directive: directiveName(directive), target: reader.name, why };
  return diagnose("pragma-left-out", pragma.origin.span, facts);
}

/** The same for all copies of one directive. */
function keyOf({ origin, text }: Pragma): string {
  return `${origin.span.from} ${text}`;
}

/** A function that is called twice says it once. */
function report(to: Map<string, Diagnostic>, said: Diagnostic): void {
  to.set(`${said.span.from} ${said.code} ${said.message}`, said);
}

/** A line of generated code for a pragma that was placed. */
export function pragmaLine({ text, names }: Pragma, nameOf: (name: string) => string): string {
  const read = readPragma(text);
  const [line] = read.ok ? read.lines : [];
  if (line?.kind !== "directive") throw new Error(`bug: \`${text}\` is no directive`);
  const printed = printDirective(line.directive, (word) => {
    const is = names.find((one) => one.word === word)?.is;
    return is !== undefined && "name" in is && is.name !== "return" ? nameOf(is.name) : word;
  });
  return `#pragma ${printed}`;
}
