/**
 * Loops as a function of a C-family language.
 *
 *     const { text, lineMap, signature } = generate(loops, dialect);
 */
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { readsWhatWasThere, writesWhole } from "../../loops/analysis/coverage.ts";
import { readsOf, writesOf } from "../../loops/analysis/effects.ts";
import { foldDecided } from "../../loops/analysis/range/decide.ts";
import { analyse, noFacts, rangeOf } from "../../loops/analysis/range/index.ts";
import type { ArrayDecl, Expr, Loops, ScalarDecl } from "../../loops/nodes.ts";
import { withoutDeadAssignments } from "../../loops/tidy/dead.ts";
import { directlyMentioned, mentionedIn } from "../../loops/tidy/flow.ts";
import { withoutUnused } from "../../loops/tidy/unused.ts";
import { statementsIn } from "../../loops/walk.ts";
import { bug, type Code } from "./code.ts";
import { declareArray } from "./declare.ts";
import type { Dialect, FunctionContext } from "./dialect.ts";
import { variable } from "./expression.ts";
import { externalRegions, onlyInModels } from "./external.ts";
import { faultingAnywhere, faultingRoots } from "./faults.ts";
import { type Line, type LineMap, newWriter, put, putAsIs, titleLines } from "./lines.ts";
import { type Names, namesOf } from "./names.ts";
import { placePragmas, pragmaLine } from "./pragmas/place.ts";
import { pragmaProblems } from "./pragmas/verify.ts";
import { liveAfterRegions, withPrivateScalars } from "./private.ts";
import { functionLines } from "./region.ts";
import { withOwnResults } from "./results.ts";
import type { Parameter, Signature } from "./signature.ts";
import { simplified } from "./simplify.ts";
import { statements } from "./statement.ts";

export interface Generated {
  readonly text: string;
  readonly loops: Loops; // what it says, without what serves nobody
  readonly lineMap: LineMap;
  readonly signature: Signature;
  readonly errors: readonly Diagnostic[]; // of pragmas: nothing may be done with the text
  readonly warnings: readonly Diagnostic[];
  readonly parts: FileParts; // for a file of several functions
}

/** What a text is put together from. */
export interface FileParts {
  readonly headers: ReadonlySet<string>;
  readonly definitions: ReadonlyMap<string, readonly string[]>;
  readonly functions: readonly (readonly Line[])[]; // of its regions, then its own
  readonly names: readonly string[]; // of these functions
}

/** `streams`: parameters that are streams; that they may be is the caller's to know. */
export function generate(
  given: Loops,
  dialect: Dialect,
  streams: ReadonlySet<string> = new Set(),
): Generated {
  const own = withOwnResults(foldDecided(given));
  const asked = simplified(own, faultingAnywhere(probe(own, dialect)));
  const faults = faultingRoots(probe(asked, dialect));
  const { loops, errors, warnings } = placePragmas(
    withPrivateScalars(lean(asked, faults)),
    { ...dialect.reader, externals: dialect.externals },
    given,
  );
  const called = externalRegions(loops).map(({ external }) => external.function);
  const names = namesOf(loops, new Set([...dialect.reserved, ...(dialect.externals ? called : [])]));
  const signature = signatureOf(loops, dialect, names, streams);
  const code = newCode(loops, dialect, names, signature);
  const body = kernelBody(code, signature);
  const checks = body.some((line) => line.checks.length > 0) || code.functions.flat().some(hasChecks);
  const context: FunctionContext = { loops, signature, region: null, checks, name: names.of };
  const kernel = functionLines(code, context, body);
  const functions = [...code.functions, kernel];
  const written = functions.flat().map(({ text }) => text);
  const text = written.filter((line) => !line.trimStart().startsWith("//")).join("\n");
  const definitions = [...code.definitions.values()].flat();
  const file = fileOf(
    [...titleLines(loops, signature), ...dialect.opening(loops, code.headers, definitions, text)],
    functions,
  );
  if (errors.length === 0) checkPragmas(code, signature, file.text);
  const regions = [...statementsIn(loops.body)].flatMap((stmt) =>
    stmt.kind === "region" ? [names.region(stmt.name)] : [],
  );
  return {
    ...file,
    loops,
    signature,
    errors,
    warnings,
    parts: {
      headers: code.headers,
      definitions: code.definitions,
      functions,
      names: [...regions, signature.name],
    },
  };
}

/** Functions under the lines that open their file. */
export function fileOf(
  opening: readonly string[],
  functions: FileParts["functions"],
): Pick<Generated, "text" | "lineMap"> {
  const writer = newWriter();
  putAsIs(writer, opening);
  for (const lines of functions) {
    put(writer, "");
    writer.lines.push(...lines);
  }
  return {
    text: `${writer.lines.map((line) => line.text).join("\n")}\n`,
    lineMap: writer.lines.map(({ span, checks }) => ({ span, checks })),
  };
}

/** What is written of loops must hold: the compilers that read the text here do not look, and those that do believe it. */
function checkPragmas({ loops, names }: Code, signature: Signature, text: string): void {
  const claimed = [...statementsIn(loops.body)].flatMap((stmt) =>
    stmt.kind === "pragma" ? [pragmaLine(stmt, names.of)] : [],
  );
  const { of: name, label } = names;
  const written = { text, kernel: signature.name, loops, name, label, claimed: new Set(claimed) };
  const problems = pragmaProblems(written);
  if (problems.length > 0) bug(`pragmas of ${signature.kernel} are wrong:\n${problems.join("\n")}`);
}

function hasChecks(line: { readonly checks: readonly unknown[] }): boolean {
  return line.checks.length > 0;
}

function newCode(loops: Loops, dialect: Dialect, names: Names, signature: Signature): Code {
  const arrays = new Map<string, ArrayDecl>();
  for (const decl of [...loops.params, ...loops.arrays])
    if (decl.kind === "array") arrays.set(decl.name, decl);
  const parameters = new Map<string, Parameter>();
  for (const name of [...loops.params.map((param) => param.name), ...loops.results]) {
    const found = signature.parameters.find((one) => one.name === names.of(name));
    if (found !== undefined) parameters.set(name, found);
  }
  const ranges = analyse(loops);
  const types = new Map<string, string>();
  for (const param of loops.params)
    if (param.kind === "scalar") types.set(param.name, dialect.numbers.typeName(param.type));
  for (const scalar of loops.scalars) {
    if (types.has(scalar.name)) continue;
    types.set(scalar.name, dialect.numbers.typeName(scalar.type, ranges.scalars.get(scalar.name) ?? null));
  }
  return {
    dialect,
    loops,
    ranges,
    names,
    arrays,
    parameters,
    zeroed: lazily(
      () => new Set(loops.arrays.filter((decl) => readsWhatWasThere(loops, decl)).map((decl) => decl.name)),
    ),
    read: new Set([...readsOf(loops.body), ...loops.results]),
    liveAfter: lazily(() => liveAfterRegions(loops)),
    types,
    functions: [],
    headers: new Set(),
    definitions: new Map(),
    facts: noFacts,
    writer: newWriter(),
    pointers: new Set(),
    checks: [],
  };
}

/** Without all that serves nobody: what one pass drops may have been the last to need something else. */
function lean(loops: Loops, faults: (root: Expr) => boolean): Loops {
  const size = ({ body }: Loops): number => [...statementsIn(body)].length;
  const next = withoutUnused(withoutDeadAssignments(loops, faults), faults);
  return size(next) === size(loops) ? next : lean(next, faults);
}

/** Worked out when it is first asked for: probes do not ask. */
function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** To write expressions with and see what they need; nothing of it is kept. */
function probe(loops: Loops, dialect: Dialect): Code {
  const names = namesOf(loops, dialect.reserved);
  return newCode(loops, dialect, names, signatureOf(loops, dialect, names, new Set()));
}

export function signatureOf(
  loops: Loops,
  dialect: Dialect,
  names: Names,
  streams: ReadonlySet<string>,
): Signature {
  const written = writesOf(loops.body);
  const parameters: Parameter[] = loops.params.map((param) => {
    const type = param.kind === "scalar" ? param.type : param.element;
    const isSet = param.kind === "array" && written.has(param.name);
    const wholly = isSet && !readsWhatWasThere(loops, param) && writesWhole(loops, param);
    return {
      kind: param.kind,
      name: names.of(param.name),
      source: param.name,
      direction: wholly ? "out" : isSet ? "inout" : "in",
      type,
      ctype: dialect.numbers.typeName(type),
      shape: param.kind === "array" ? param.shape : [],
      stream: streams.has(param.name),
    };
  });
  const results = loops.results.map((name, k) => {
    const file = loops.results.length === 1 ? "return" : `return_${k}`;
    const array = [...loops.params, ...loops.arrays].find(
      (decl) => decl.kind === "array" && decl.name === name,
    );
    const parameter = array === undefined ? names.fresh(`return_${k}`) : names.of(name);
    if (!parameters.some((one) => one.name === parameter)) {
      const decl = array ?? scalarNamed(loops, name);
      const type = decl.kind === "array" ? decl.element : decl.type;
      parameters.push({
        kind: decl.kind,
        name: parameter,
        source: null,
        direction: "out",
        type,
        ctype: dialect.numbers.typeName(type),
        shape: decl.kind === "array" ? decl.shape : [],
        stream: streams.has(name),
      });
    }
    return { parameter, file };
  });
  return { kernel: loops.name, name: names.kernel, parameters, results };
}

function scalarNamed(loops: Loops, name: string): ScalarDecl {
  const all = [...loops.scalars, ...loops.params];
  const found = all.find((decl) => decl.kind === "scalar" && decl.name === name);
  return found?.kind === "scalar" ? found : bug(`no result \`${name}\``);
}

function kernelBody(code: Code, signature: Signature): Code["functions"][number] {
  const { loops, writer, dialect } = code;
  writer.indent = 1;
  const mentioned = new Set(loops.body.flatMap((stmt) => [...mentionedIn(stmt)]));
  const params = new Set(loops.params.map(({ name }) => name));
  const inKernel = directlyMentioned(loops.body);
  const models = dialect.externals ? onlyInModels(loops) : new Set<string>();
  const local = loops.arrays.filter(
    ({ name }) =>
      code.read.has(name) && mentioned.has(name) && !code.parameters.has(name) && !models.has(name),
  );
  for (const decl of local) if (decl.table !== undefined && inKernel.has(decl.name)) declareArray(code, decl);
  const scalars = loops.scalars.filter(
    ({ name }) => !params.has(name) && code.read.has(name) && !models.has(name),
  );
  statements(
    code,
    loops.body,
    {
      scalars: new Set(scalars.map(({ name }) => name)),
      arrays: new Set(local.filter(({ table }) => table === undefined).map(({ name }) => name)),
    },
    new Set(loops.results.filter((name) => !code.arrays.has(name))),
  );
  for (const [k, name] of loops.results.entries()) {
    if (code.arrays.has(name)) continue;
    const type = dialect.numbers.typeName(scalarNamed(loops, name).type);
    const expr: Expr = { kind: "var", name, type: scalarNamed(loops, name).type };
    const range = rangeOf(code.ranges, expr, noFacts);
    const place = { span: { from: 0, to: 0 }, range, ranges: code.ranges, facts: noFacts, uses: noUses };
    const value = dialect.numbers.assigned({ expr, text: variable(code, name), range }, type, place);
    put(writer, `*${signature.results[k]?.parameter ?? bug("no result")} = ${value.text};`);
  }
  return [...unusedLines(signature, writer.lines), ...writer.lines];
}

/** Parameters that nothing uses in the end: said so, or a compiler would ask. */
function unusedLines({ parameters }: Signature, lines: readonly Line[]): readonly Line[] {
  const text = lines
    .map((line) => line.text)
    .filter((line) => !/^\s*\/\//.test(line))
    .join("\n");
  return parameters
    .map(({ name }) => name)
    .filter((name) => !new RegExp(`\\b${name}\\b`).test(text))
    .map((name) => ({ text: `  (void)${name};`, span: null, checks: [] }));
}

const noUses = { header: () => undefined, define: () => undefined, check: () => undefined };
