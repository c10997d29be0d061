/** What `@pylog(mode=…, board=…, backend=…, freq=…, path=…, schedule=…, port=…, bitstream=…, bus_width=…, bundles=…, fixed=…, goal=…)` asks: recorded for those who build, no part of what is computed. */
import { diagnose } from "../../diagnostics/catalogue/index.ts";
import { closest } from "../../diagnostics/closest.ts";
import type { Diagnostic, SourceFile } from "../../diagnostics/diagnostic.ts";
import { cppWords } from "../../program/cpp_words.ts";
import type { KernelOptions } from "../../program/nodes.ts";
import type { PyExpr, PyFunctionDef, PyKeyword } from "./ast.ts";
import type { Unit } from "./scope.ts";
import { readParts } from "./syntax/passed_over.ts";

const known = [
  ...(["mode", "board", "backend", "freq", "path", "schedule", "port", "bitstream"] as const),
  ...(["bus_width", "bundles", "fixed", "goal"] as const),
];

export function isPylog(decorator: PyExpr): boolean {
  const name = calleeName(decorator);
  return name === "pylog" || name === "pylog_build";
}

function calleeName(decorator: PyExpr): string {
  const callee = decorator.kind === "Call" ? decorator.callee : decorator;
  return callee.kind === "Name" ? callee.id : callee.kind === "Attribute" ? callee.name : "";
}

/** `@external(header="fir.h", function="fir")`: C++ that generated C++ calls; the Python below says what it computes. */
export interface ExternalOptions {
  readonly header: string;
  readonly source: string | null;
  readonly function: string;
}

export function isExternal(decorator: PyExpr): boolean {
  return calleeName(decorator) === "external";
}

/** Null where it is not external, or wrong, which has been said. */
export function externalOptions(unit: Unit, def: PyFunctionDef): ExternalOptions | null {
  const decorator = def.decorators.find(isExternal);
  if (decorator === undefined) return null;
  const given = new Map<string, string>();
  for (const { name, value, span } of decorator.kind === "Call" ? decorator.keywords : []) {
    if (name !== null && externalKeywords.includes(name) && value.kind === "String")
      given.set(name, value.value);
    else {
      unit.diagnostics.push(
        diagnose("external-option", span, { name: name ?? "**", known: externalKeywords }),
      );
      return null;
    }
  }
  const header = given.get("header");
  if (header === undefined) {
    unit.diagnostics.push(diagnose("external-header", decorator.span, { name: def.name }));
    return null;
  }
  const options = {
    header,
    source: given.get("source") ?? null,
    function: given.get("function") ?? def.name,
  };
  const wrong = wrongExternal(options);
  if (wrong === null) return options;
  const { span } =
    decorator.kind === "Call" ? (keywordNamed(decorator, wrong.option) ?? decorator) : decorator;
  unit.diagnostics.push(diagnose("external-name", span, wrong));
  return null;
}

const externalKeywords: readonly string[] = ["header", "source", "function"];

function keywordNamed({ keywords }: { readonly keywords: readonly PyKeyword[] }, name: string) {
  return keywords.find((one) => one.name === name);
}

/** These names come to stand in C++, in Makefiles and in Tcl: nothing may be read into them there. */
function wrongExternal({ header, source, function: fn }: ExternalOptions): ExternalName | null {
  if (!isFile(header)) return { option: "header", value: header };
  if (source !== null && !(isFile(source) && /\.(c|cc|cpp|cxx)$/.test(source)))
    return { option: "source", value: source };
  return /^[A-Za-z_]\w*$/.test(fn) && !cppWords.has(fn) && fn !== "main"
    ? null
    : { option: "function", value: fn };
}

interface ExternalName {
  readonly option: "header" | "source" | "function";
  readonly value: string;
}

/** A plain name, and so a file beside the source. */
function isFile(name: string): boolean {
  return /^\w[\w.+-]*$/.test(name);
}

export function kernelOptions(unit: Unit, def: PyFunctionDef): KernelOptions {
  const decorator = def.decorators.find(isPylog);
  const options: Record<string, KernelOptions[string]> = {};
  if (decorator?.kind !== "Call") return options;
  for (const keyword of decorator.keywords) {
    const value = readOption(unit, def, keyword);
    if (value !== null && keyword.name !== null) options[keyword.name] = value;
  }
  return options;
}

function readOption(unit: Unit, def: PyFunctionDef, keyword: PyKeyword): KernelOptions[string] | null {
  const { name, value, span } = keyword;
  if (name === null || !known.some((option) => option === name)) {
    const suggestion = name === null ? null : closest(name, known);
    unit.diagnostics.push(diagnose("unknown-option", span, { name: name ?? "**", known, suggestion }));
    return null;
  }
  if (value.kind === "String") return value.value;
  if (value.kind === "Number" && value.value.kind !== "imaginary") return Number(value.value.value);
  if (name === "schedule") return null; // in a list, or made by the host
  if (name === "bundles") return dictOf(unit, value);
  const then = value.kind === "Constant" ? null : unit.globals.defined(def)?.optionOf(name, span);
  if (then?.kind === "string") return then.text;
  if (then?.kind === "value" && then.expr.kind === "const" && typeof then.expr.value === "number")
    return then.expr.value;
  if (value.kind === "Constant" || value.kind === "Name" || value.kind === "Attribute") return null; // the host's own value
  unit.diagnostics.push(diagnose("bad-option", value.span, { name }));
  return null;
}

/** `{"a": "gmem1"}`; its text where it is written another way, which only the host can read; null for None. */
function dictOf({ source }: Unit, value: PyExpr): KernelOptions[string] | null {
  if (value.kind === "Constant") return null;
  const text = source.text.slice(value.span.from, value.span.to);
  const parts = value.kind === "UnsupportedExpr" && value.what === "dict" ? readParts(source, value) : null;
  if (parts === null) return text;
  const texts = parts.flatMap((part) => (part.kind === "String" ? [part.value] : []));
  if (texts.length < parts.length || texts.length % 2 > 0) return text;
  const names = texts.filter((_, at) => at % 2 === 0);
  return Object.fromEntries(names.map((name, at) => [name, texts[2 * at + 1] ?? ""]));
}

/** A decorator other than ours would change what the function does. */
export function foreignDecorator(source: SourceFile, def: PyFunctionDef): Diagnostic | null {
  const foreign = def.decorators.find((decorator) => !isPylog(decorator) && !isExternal(decorator));
  if (foreign === undefined) return null;
  const { from, to } = foreign.span;
  return diagnose("unsupported-decorator", foreign.span, { name: source.text.slice(from, to) });
}
