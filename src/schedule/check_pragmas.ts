/** Holds the pragmas of a Program against what directives mean: their words, the variables they name, where they stand. */
import { diagnose } from "../diagnostics/catalogue/index.ts";
import { closest } from "../diagnostics/closest.ts";
import type { Diagnostic, Span } from "../diagnostics/diagnostic.ts";
import { countOf, type Directive, hasOption, namesVariables } from "../program/directive/read.ts";
import type { Func, Pragma, Program, Stmt } from "../program/nodes.ts";
import type { Type } from "../types/types.ts";
import { directiveName, readPragma } from "./pragma.ts";

/** Errors and warnings, each once however often its function is compiled. */
export function pragmaDiagnostics({ functions, kernel }: Program): readonly Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const func of functions) {
    const place = { func, isKernel: func.name === kernel };
    for (const said of inBody(func.body, { ...place, inLoop: false })) {
      found.set(`${said.span.from} ${said.code} ${said.message}`, said);
    }
  }
  return [...found.values()].sort((a, b) => a.span.from - b.span.from);
}

interface Place {
  readonly func: Func;
  readonly isKernel: boolean;
  readonly inLoop: boolean;
}

function inBody(body: readonly Stmt[], place: Place): readonly Diagnostic[] {
  return body.flatMap((stmt): readonly Diagnostic[] => {
    switch (stmt.kind) {
      case "pragma":
        return ofPragma(stmt, place);
      case "for":
      case "while":
        return inBody(stmt.body, { ...place, inLoop: true });
      case "if":
        return [...inBody(stmt.then, place), ...inBody(stmt.else, place)];
      default:
        return [];
    }
  });
}

function ofPragma(pragma: Pragma, place: Place): readonly Diagnostic[] {
  const { span } = pragma;
  const read = readPragma(pragma.text);
  if (!read.ok) return [diagnose("pragma-unknown", span, read)];
  return read.lines.flatMap((line) => {
    if (line.kind === "steps") return [];
    const { directive } = line;
    const errors = [...wrongVariables(directive, pragma, place), ...wrongPlace(directive, span, place)];
    return errors.length > 0 ? errors : warnings(directive, span, place);
  });
}

function wrongVariables(
  directive: Directive,
  pragma: Pragma,
  { func, isKernel }: Place,
): readonly Diagnostic[] {
  const variables = [...func.params, ...func.locals];
  const typeOf = (word: string): Type | undefined => {
    const variable = pragma.names.find((one) => one.word === word)?.variable;
    return variables.find(({ name }) => name === variable)?.type;
  };
  return directive.options.flatMap(({ value, spec }) => {
    if (value === null || spec === null || !namesVariables(spec)) return [];
    const { kind } = spec.value;
    const what = kind === "array" || kind === "argument" ? kind : "variable";
    return value.split(",").flatMap((word): readonly Diagnostic[] => {
      const type = typeOf(word);
      const isArgument = word === "return" || (isKernel && func.params.some(({ name }) => name === word));
      const isRight = what === "argument" ? isArgument : type !== undefined;
      if (what === "argument" && !isKernel) return []; // it is left out as a whole
      if (!isRight || (what === "array" && type?.kind !== "array")) {
        const fits = what === "argument" ? func.params : what === "array" ? arraysIn(variables) : variables;
        const names = fits.map(({ name }) => name).filter((name) => name !== word);
        return [diagnose("pragma-variable", pragma.span, { word, what, suggestion: closest(word, names) })];
      }
      const dim = countOf(directive, "dim");
      const rank = type?.kind === "array" ? type.shape.length : null;
      if (dim === null || rank === null || dim <= rank) return [];
      return [diagnose("pragma-dimension", pragma.span, { word, dim, rank })];
    });
  });
}

function arraysIn<V extends { readonly type: Type }>(variables: readonly V[]): readonly V[] {
  return variables.filter(({ type }) => type.kind === "array");
}

function wrongPlace(directive: Directive, span: Span, { inLoop, isKernel }: Place): readonly Diagnostic[] {
  const about = directive.spec?.about ?? ["block"];
  const facts = { directive: directiveName(directive) };
  const only = (what: "loop" | "function"): boolean => about.every((one) => one === what);
  if (!inLoop && only("loop")) return [diagnose("pragma-place", span, { ...facts, needs: "loop" })];
  return inLoop && isKernel && only("function")
    ? [diagnose("pragma-place", span, { ...facts, needs: "function" })]
    : [];
}

function warnings(directive: Directive, span: Span, place: Place): readonly Diagnostic[] {
  const name = directiveName(directive);
  const { spec } = directive;
  if (spec === null) return [diagnose("pragma-kept", span, { directive: name })];
  const isAboutVariables = spec.about.includes("variable");
  if (!place.isKernel && !place.inLoop && !isAboutVariables)
    return [diagnose("pragma-inlined", span, { directive: name, name: place.func.name })];
  if (!place.isKernel && spec.about.every((one) => one === "function"))
    return [diagnose("pragma-inlined", span, { directive: name, name: place.func.name })];
  return lostOptions(directive, place).map((option) =>
    diagnose("pragma-option", span, { directive: name, option }),
  );
}

/** Of directives that become steps of a schedule. Which sums are reductions is found out, not believed. */
function lostOptions(directive: Directive, { inLoop }: Place): readonly string[] {
  const { family, name, options } = directive;
  if (hasOption(directive, "off") || !inLoop) return [];
  const kept = obeyed[`${family} ${name}`];
  return kept === undefined ? [] : options.map((one) => one.name).filter((option) => !kept.includes(option));
}

const obeyed: Readonly<Record<string, readonly string[]>> = {
  "HLS pipeline": ["ii"],
  "HLS unroll": ["factor"],
  "ACCEL pipeline": ["ii", "flatten"],
  "ACCEL parallel": ["factor", "flatten"],
};
