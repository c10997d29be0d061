/** JavaScript under construction: lines, fresh names, constants, loops, and quantities that may be known already. */
import type { Span } from "../../diagnostics/diagnostic.ts";
import type { Interval } from "../../types/interval.ts";
import type { Value } from "../../types/operators.ts";
import type { Type } from "../../types/types.ts";
import type { Func } from "../nodes.ts";
import type { RoundCounter } from "../rounds.ts";
import type { ProgramLayouts } from "./layout.ts";
import type { BoundParam } from "./map.ts";
import { type HelperName, helperNeeds } from "./prelude.ts";

/** Text, or a list that may still grow while what follows it is written. */
export type Line = string | Line[];

/** A quantity: known now, or a JavaScript atom (a name, or an expression in parentheses). */
export type Num = number | string;

/** What all functions of a program share. */
export interface ModuleCode {
  readonly functions: ReadonlyMap<string, Func>;
  readonly layouts: ProgramLayouts;
  readonly sites: Span[]; // the places that faults name, by number
  readonly constants: unknown[]; // values that text cannot hold: closures, tables
  readonly constantNames: Map<string, string>;
  readonly helpers: Set<HelperName>;
  readonly ownData: Set<string>; // names of storage that no variable refers to
  readonly rounds: RoundCounter;
}

/** One function being written. */
export interface Code {
  readonly module: ModuleCode;
  readonly func: Func;
  readonly variables: ReadonlyMap<string, NamedVariable>;
  readonly top: Line[]; // runs once, when the function is entered
  out: Line[]; // where the next line goes
  names: number;
  readonly loops: Level[]; // the loops around the next line
  readonly depths: Map<string, number>; // how many loops are around the definition of a name
  readonly ranges: Map<string, Interval>; // what is known of names that hold integers
  readonly aliases: Map<string, string>; // loop variables that the body does not assign: the name of the counter
  readonly params: Map<string, BoundParam>; // of the maps around the next line
  readonly snapshots: Map<string, string>; // data that a store is about to change: the copy to read from
  copies: number; // how often the next line is written out in loops without a counter
  userLoops: number; // loops of the source around the next line
  reuse: boolean; // whether temporaries die with the statement, so that a loop may use them again
}

export interface NamedVariable {
  readonly type: Type;
  readonly text: string; // its name in the code
}

/** A loop whose counter nothing else assigns, so that index arithmetic can move to the start of its body. */
export interface Level {
  readonly index: string;
  readonly prologue: Line[];
  readonly pointers: Map<string, string>;
}

export function fresh(code: Code, prefix: string): string {
  code.names += 1;
  return `${prefix}${code.names}`;
}

export function emit(code: Code, ...lines: Line[]): void {
  code.out.push(...lines);
}

/** Names the value of an expression, unless it is an atom already. */
export function spill(code: Code, text: string, prefix = "t"): string {
  if (isAtom(text)) return text;
  const name = fresh(code, prefix);
  emit(code, `const ${name} = ${text};`);
  code.depths.set(name, code.loops.length);
  return name;
}

export function spillNum(code: Code, value: Num, prefix = "n"): Num {
  return typeof value === "number" ? value : spill(code, value, prefix);
}

export function isAtom(text: string): boolean {
  return /^[\w$]+$/.test(text) || /^\(-[\d.]+\)$/.test(text);
}

/** Runs `write` with its lines kept apart. */
export function capture<T>(code: Code, write: () => T): { readonly lines: Line[]; readonly result: T } {
  const outer = code.out;
  const lines: Line[] = [];
  code.out = lines;
  try {
    return { lines, result: write() };
  } finally {
    code.out = outer;
  }
}

/** Evaluates in order: when a later part needs lines of its own, the earlier ones are computed before them. */
export function inOrder(code: Code, parts: readonly (() => string)[]): string[] {
  const done: { text: string; after: number }[] = [];
  const out = code.out;
  for (const part of parts) {
    const text = part();
    done.push({ text, after: out.length });
  }
  let inserted = 0;
  return done.map(({ text, after }) => {
    if (after + inserted >= out.length || isAtom(text)) return text;
    const name = fresh(code, "t");
    out.splice(after + inserted, 0, `const ${name} = ${text};`);
    code.depths.set(name, code.loops.length);
    inserted += 1;
    return name;
  });
}

/** `for (let index = from; index < to; index += step) { ... }` around what `write` emits. */
export function forLoop(
  code: Code,
  index: string,
  from: Num,
  to: Num,
  step: number,
  write: () => void,
): void {
  const level: Level = { index, prologue: [], pointers: new Map() };
  code.loops.push(level);
  const { lines } = capture(code, write);
  code.loops.pop();
  const test = step > 0 ? "<" : ">";
  const advance = step === 1 ? `${index}++` : `${index} += ${show(step)}`;
  emit(code, `for (let ${index} = ${show(from)}; ${index} ${test} ${show(to)}; ${advance}) {`);
  emit(code, level.prologue, lines, "}");
}

export function site(code: Code, span: Span): number {
  code.module.sites.push(span);
  return code.module.sites.length - 1;
}

/** A value from outside the text, by key: the same key is the same constant. */
export function constant(code: Code, key: string, make: () => unknown): string {
  const { constants, constantNames } = code.module;
  const known = constantNames.get(key);
  if (known !== undefined) return known;
  const name = `K${constants.length}`;
  constants.push(make());
  constantNames.set(key, name);
  return name;
}

/** Calls a function of the prelude. */
export function help(code: Code, name: HelperName, ...args: readonly (string | number)[]): string {
  need(code.module.helpers, name);
  return `${name}(${args.join(", ")})`;
}

function need(helpers: Set<HelperName>, name: HelperName): void {
  if (helpers.has(name)) return;
  helpers.add(name);
  for (const inner of helperNeeds(name)) need(helpers, inner);
}

export function literal(value: Value): string {
  if (typeof value === "boolean") return String(value);
  if (typeof value === "bigint") return value < 0n ? `(${value}n)` : `${value}n`;
  return show(value);
}

export function show(value: Num): string {
  if (typeof value === "string") return value;
  if (Object.is(value, -0)) return "(-0)";
  return value < 0 ? `(${value})` : String(value);
}

export function plus(a: Num, b: Num): Num {
  if (typeof a === "number" && typeof b === "number") return a + b;
  if (a === 0) return b;
  if (b === 0) return a;
  const known = typeof a === "string" && typeof b === "number" ? /^\(([\w$]+) \+ (\d+)\)$/.exec(a) : null;
  if (known?.[1] !== undefined) return plus(known[1], Number(known[2]) + Number(b));
  return `(${show(a)} + ${show(b)})`;
}

export function times(a: Num, b: Num): Num {
  if (typeof a === "number" && typeof b === "number") return a * b + 0;
  if (a === 0 || b === 0) return 0;
  if (a === 1) return b;
  if (b === 1) return a;
  return `(${show(a)} * ${show(b)})`;
}

export function product(values: readonly Num[]): Num {
  return values.reduce<Num>(times, 1);
}

export function print(lines: readonly Line[]): string {
  const text: string[] = [];
  const visit = (line: Line): void => {
    if (typeof line === "string") text.push(line);
    else for (const inner of line) visit(inner);
  };
  for (const line of lines) visit(line);
  return text.join("\n");
}

/** An impossible state of the compiler itself. */
export function bug(message: string): never {
  throw new Error(`interpreter: ${message}`);
}
