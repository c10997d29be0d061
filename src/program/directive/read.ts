/**
 * Reads one directive of an HLS tool, as it stands in `pragma("...")`.
 *
 *     readDirective("HLS array_partition variable=a cyclic factor=4")
 *     // { kind: "directive", directive: { family: "HLS", name: "array_partition", options: [...] } }
 *
 * What is read is all that may be printed again: words, numbers and names, so that nothing else of a source gets into
 * generated code this way.
 */
import { closest } from "../../diagnostics/closest.ts";
import {
  type DirectiveSpec,
  directiveNamed,
  directivesOf,
  type Family,
  type OptionSpec,
  optionOf,
  optionOfWord,
  syntaxOf,
} from "./table.ts";

export interface Directive {
  readonly family: Family;
  readonly name: string; // in small letters
  readonly spec: DirectiveSpec | null; // null: well formed, and nobody here knows it
  readonly options: readonly Option[];
}

export interface Option {
  readonly name: string; // in small letters; of a word that stands alone in a directive nobody knows, the word
  readonly value: string | null; // null: it is a flag
  readonly alone: boolean; // written without its name: `cyclic`
  readonly spec: OptionSpec | null;
}

export type ReadDirective =
  | { readonly kind: "directive"; readonly directive: Directive }
  | ({ readonly kind: "wrong" } & Problem)
  | { readonly kind: "other" }; // it does not begin as a directive does

export interface Problem {
  readonly problem: string;
  readonly suggestion: string | null; // the word that was meant
  readonly syntax: string | null; // how the whole is written
}

/** One line. `#pragma` before it is allowed. */
export function readDirective(line: string): ReadDirective {
  const text = line
    .trim()
    .replace(/^#\s*pragma\s+/i, "")
    .replaceAll(/\s*([=,])\s*/g, "$1");
  const words = text.split(/\s+/).filter((word) => word !== "");
  const [first = "", second, ...rest] = words;
  const family = familyNamed(first);
  if (family === null) return { kind: "other" };
  if (second === undefined) return wrong(`\`${first}\` is followed by no directive`);
  return directive(family, second, rest);
}

/** The same where the family is left out: `array_partition variable=a`. */
export function readBareDirective(line: string): ReadDirective {
  const [first = ""] = line.trim().split(/[\s=]+/);
  return directiveNamed("HLS", first.toLowerCase()) === undefined
    ? { kind: "other" }
    : readDirective(`HLS ${line.trim()}`);
}

/** Words that stand for variables of the function, as they are written. */
export function variablesIn({ options }: Directive): readonly string[] {
  return options.flatMap(({ value, spec }) =>
    value !== null && spec !== null && namesVariables(spec) ? value.split(",") : [],
  );
}

export function namesVariables({ value: { kind } }: OptionSpec): boolean {
  return kind === "array" || kind === "variable" || kind === "variables" || kind === "argument";
}

/** As a tool reads it. `name` gives what a variable is called there. */
export function printDirective(
  { family, name, options }: Directive,
  nameOf: (variable: string) => string,
): string {
  const words = options.map(({ name: option, value, alone, spec }) => {
    if (value === null) return option;
    if (alone) return value;
    const isNames = spec !== null && namesVariables(spec);
    return `${shown(option)}=${isNames ? value.split(",").map(nameOf).join(",") : value}`;
  });
  const directive = family === "HLS" ? name.toUpperCase() : name;
  return [family, directive, ...words].join(" ");
}

/** As every example writes it. */
function shown(option: string): string {
  return option === "ii" ? "II" : option;
}

export function optionValue({ options }: Directive, name: string): string | null {
  return options.find((one) => one.name === name)?.value ?? null;
}

export function hasOption({ options }: Directive, name: string): boolean {
  return options.some((one) => one.name === name);
}

export function countOf(directive: Directive, name: string): number | null {
  const value = optionValue(directive, name);
  return value === null ? null : Number(value);
}

function familyNamed(word: string): Family | null {
  const upper = word.toUpperCase();
  return upper === "HLS" || upper === "ACCEL" ? upper : null;
}

function directive(family: Family, given: string, words: readonly string[]): ReadDirective {
  const name = given.toLowerCase();
  const spec = directiveNamed(family, name);
  if (spec === undefined) return unknown(family, given, words);
  const syntax = syntaxOf(family, spec);
  const options: Option[] = [];
  for (const word of words) {
    const option = optionIn(spec, word);
    if ("problem" in option) return { kind: "wrong", ...option, syntax };
    if (options.some((one) => one.name === option.name))
      return wrong(`\`${given}\` has two values for \`${option.name}\``, syntax);
    options.push(option);
  }
  const missing = spec.options.find(
    (option) => option.needed === true && !options.some((one) => one.name === option.name),
  );
  if (missing !== undefined) return wrong(`\`${given}\` needs \`${missing.name}=\``, syntax);
  const read: Directive = { family, name, spec, options };
  const contradiction = contradictionIn(read);
  return contradiction === null ? { kind: "directive", directive: read } : wrong(contradiction, syntax);
}

/** Options that do not go together. */
function contradictionIn(directive: Directive): string | null {
  const { name } = directive;
  const [min, max] = [countOf(directive, "min"), countOf(directive, "max")];
  if (min !== null && max !== null && min > max) return `\`${name}\` has a \`min\` above its \`max\``;
  if (name !== "array_partition" && name !== "array_reshape") return null;
  const how = optionValue(directive, "type") ?? "complete";
  const isOpen = how !== "complete" && !hasOption(directive, "factor") && !hasOption(directive, "off");
  return isOpen ? `\`${name}\` of type \`${how}\` needs \`factor=\`` : null;
}

type WrongOption = Omit<Problem, "syntax">;

function optionIn(spec: DirectiveSpec, word: string): Option | WrongOption {
  const at = word.indexOf("=");
  if (at < 0) return wordAlone(spec, word);
  const [key, value] = [word.slice(0, at).toLowerCase(), word.slice(at + 1)];
  const option = optionOf(spec, key);
  if (option === undefined) {
    const names = spec.options.map(({ name }) => name);
    return { problem: `\`${spec.name}\` has no option \`${key}\``, suggestion: closest(key, names) };
  }
  if (value === "") return { problem: `\`${key}=\` has no value`, suggestion: null };
  if (option.value.kind === "flag") {
    // `off=true` is `off`; `off=false` is nothing that anyone has to say.
    return value.toLowerCase() === "true"
      ? { name: option.name, value: null, alone: false, spec: option }
      : { problem: `\`${key}\` stands alone, or as \`${key}=true\``, suggestion: null };
  }
  const problem = problemOf(option, value);
  if (problem !== null) return problem;
  return { name: option.name, value: normal(option, value), alone: false, spec: option };
}

function wordAlone(spec: DirectiveSpec, word: string): Option | WrongOption {
  const lower = word.toLowerCase();
  const option = optionOfWord(spec, lower);
  if (option !== undefined)
    return option.value.kind === "flag"
      ? { name: option.name, value: null, alone: false, spec: option }
      : { name: option.name, value: lower, alone: true, spec: option };
  if (optionOf(spec, lower) !== undefined) return { problem: `\`${word}\` needs a value`, suggestion: null };
  const known = spec.options.flatMap(({ name, value }) =>
    value.kind === "choice" && value.alone === true ? [name, ...value.words] : [name],
  );
  return { problem: `\`${spec.name}\` has no option \`${word}\``, suggestion: closest(lower, known) };
}

function problemOf({ name, value }: OptionSpec, given: string): WrongOption | null {
  const needs = (what: string, suggestion: string | null = null): WrongOption => ({
    problem: `\`${shown(name)}=\` needs ${what}, not \`${given}\``,
    suggestion,
  });
  switch (value.kind) {
    case "count": {
      const isCount = /^(-1|\d{1,15})$/.test(given) && Number(given) >= value.least;
      return isCount ? null : needs(`a whole number of ${value.least} or more`);
    }
    case "number":
      return /^\d{1,15}(\.\d{1,15})?(e-?\d{1,3})?$/i.test(given) ? null : needs("a number");
    case "counts":
      return /^\d{1,15}(,\d{1,15})*$/.test(given) ? null : needs("whole numbers");
    case "array":
    case "variable":
    case "argument":
      return isName(given) ? null : needs("the name of a variable");
    case "variables":
      return given.split(",").every(isName) ? null : needs("names of variables");
    case "choice": {
      const words = value.words.map((word) => `\`${word}\``).join(", ");
      const lower = given.toLowerCase();
      return value.words.includes(lower) ? null : needs(`one of ${words}`, closest(lower, value.words));
    }
    case "name":
      return isWord(given) ? null : needs("a word");
    case "names":
      return given.split(",").every(isWord) ? null : needs("words");
    case "flag":
      return null;
  }
}

function normal({ value }: OptionSpec, given: string): string {
  return value.kind === "choice" ? given.toLowerCase() : given;
}

/** A directive that is in no table: kept where it is plain words, unless it looks like a slip. */
function unknown(family: Family, given: string, words: readonly string[]): ReadDirective {
  const names = directivesOf(family).map((one) => one.name);
  const suggestion = closest(given.toLowerCase(), names);
  if (suggestion !== null || !/^[a-z]\w*$/i.test(given))
    return { kind: "wrong", problem: `${family} has no directive \`${given}\``, suggestion, syntax: null };
  const odd = words.find((word) => !/^\w+(=[\w.,:-]+)?$/.test(word));
  if (odd !== undefined) return wrong(`\`${odd}\` is no option`);
  const options = words.map((word): Option => {
    const [name = "", value = null] = word.split("=");
    const isVariable = ["variable", "port"].includes(name.toLowerCase());
    return { name, value, alone: false, spec: isVariable ? { name, value: { kind: "variables" } } : null };
  });
  return { kind: "directive", directive: { family, name: given.toLowerCase(), spec: null, options } };
}

function isName(text: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(text);
}

function isWord(text: string): boolean {
  return /^\w[\w.:]*$/.test(text);
}

function wrong(problem: string, syntax: string | null = null): ReadDirective {
  return { kind: "wrong", problem, suggestion: null, syntax };
}
