/**
 * Reads the text of `pragma("...")`: each line is a directive of an HLS tool or a step of a schedule.
 *
 *     readPragma("HLS pipeline II=2\nsplit i 8") // { ok: true, lines: [directive, step] }
 */
import { closest } from "../diagnostics/closest.ts";
import {
  type Directive,
  type Problem,
  printDirective,
  readBareDirective,
  readDirective,
} from "../program/directive/read.ts";
import { directivesOf } from "../program/directive/table.ts";
import { parseSchedule } from "./parse.ts";
import { primitiveNamed, primitives } from "./primitives/index.ts";
import type { Schedule } from "./schedule.ts";

export type PragmaLine =
  | { readonly kind: "directive"; readonly text: string; readonly directive: Directive }
  | { readonly kind: "steps"; readonly text: string; readonly schedule: Schedule };

export type ReadPragma =
  | { readonly ok: true; readonly lines: readonly PragmaLine[] }
  | ({ readonly ok: false } & Problem);

export function readPragma(text: string): ReadPragma {
  const lines: PragmaLine[] = [];
  // A line of C goes on after a backslash.
  for (const line of text.replaceAll(/\\\r?\n/g, " ").split(/\r?\n/)) {
    if (line.trim() === "") continue;
    const read = readLine(line.trim());
    if ("problem" in read) return { ok: false, ...read };
    lines.push(read);
  }
  if (lines.length === 0)
    return { ok: false, problem: "the pragma says nothing", suggestion: null, syntax: null };
  return { ok: true, lines };
}

/** As one would write it, for messages. */
export function directiveName({ family, name }: Directive): string {
  return `${family} ${name}`;
}

/** The whole of it. */
export function directiveText(directive: Directive): string {
  return printDirective(directive, (word) => word).replace(directive.name.toUpperCase(), directive.name);
}

function readLine(text: string): PragmaLine | Problem {
  const read = readDirective(text);
  if (read.kind === "directive") return { kind: "directive", text, directive: read.directive };
  if (read.kind === "wrong") return read;
  const parsed = parseSchedule(text);
  if (parsed.ok) return { kind: "steps", text, schedule: parsed.schedule };
  const bare = readBareDirective(text);
  if (bare.kind === "directive") return { kind: "directive", text, directive: bare.directive };
  const [first = ""] = text.replace(/^#\s*pragma\s+/i, "").split(/\s+/);
  if (primitiveNamed(first) !== undefined) {
    const [said] = parsed.diagnostics;
    const problem = said?.message ?? "this is no step of a schedule";
    return { problem, suggestion: null, syntax: primitiveNamed(first)?.syntax ?? null };
  }
  if (bare.kind === "wrong") return bare;
  const known = [...primitives.map(({ name }) => name), ...directivesOf("HLS").map(({ name }) => name)];
  return {
    problem: `\`${first}\` is neither a directive of HLS nor a step of a schedule`,
    suggestion: closest(first, [...known, "HLS", "ACCEL"]),
    syntax: null,
  };
}
