/** What is said of a name whose value is not known: where it was made or changed, and what was not understood. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Diagnostic, Note, SourceFile, Span } from "../../../diagnostics/diagnostic.ts";
import { unsupported } from "../unsupported.ts";
import type { Constant } from "./constant.ts";
import { exhaustion, type Frame } from "./machine.ts";
import type { Cause, Obj, Why } from "./objects.ts";

export function unknownConstant(
  source: SourceFile,
  name: string,
  span: Span,
  bound: Span,
  { cause, changed }: Extract<Constant, { kind: "unknown" }>,
): Diagnostic {
  const { why } = cause;
  if (why.kind === "import" && why.name === name && changed === null)
    return diagnose("unknown-import", span, { name });
  const notes = notesOf(source, changed ?? bound, changed !== null, cause);
  if (why.kind === "construct" && why.what === "a class" && changed === null)
    return { ...unsupported("class", span), notes: [{ span: cause.at, message: "it is made here" }] };
  return diagnose("not-constant", span, { name }, notes);
}

/** Whether something is not known that more time may tell: of a function, its defaults and the names around it. */
export function wantsTime(obj: Obj): boolean {
  try {
    return hasTimedOut(obj);
  } catch (fault) {
    exhaustion(fault);
    return false;
  }
}

function hasTimedOut(obj: Obj): boolean {
  switch (obj.kind) {
    case "unknown":
      return tookTooLong(obj.cause);
    case "array":
      return obj.memory.lost !== null && tookTooLong(obj.memory.lost.cause);
    case "list":
      return obj.lost === null ? obj.items.some(hasTimedOut) : tookTooLong(obj.lost.cause);
    case "tuple":
      return obj.items.some(hasTimedOut);
    case "function":
      return [...obj.defaults.values()].some(hasTimedOut) || frameHasTimedOut(obj.frame);
    default:
      return false;
  }
}

function frameHasTimedOut(frame: Frame | null): boolean {
  if (frame === null || frame.kind === "module") return false;
  const values = [...frame.names.values()].map(({ value }) => value);
  return (
    values.some((value) => value.kind !== "function" && hasTimedOut(value)) || frameHasTimedOut(frame.parent)
  );
}

function tookTooLong({ why }: Cause): boolean {
  if (why.kind === "branch") return tookTooLong(why.because);
  return why.kind === "steps" || why.kind === "size";
}

function notesOf(source: SourceFile, at: Span, changed: boolean, cause: Cause): readonly Note[] {
  const made = changed
    ? "it is changed here"
    : cause.why.kind === "branch"
      ? "it may get another value here"
      : "its value is made here";
  const reasons = reasonsOf(source, cause);
  const [first, ...rest] = reasons;
  if (first === undefined) return [{ span: at, message: made }];
  const together = lineOf(source, first.span) === lineOf(source, at);
  if (together) return [{ span: at, message: `${made}: ${first.message}` }, ...rest];
  return [{ span: at, message: made }, ...reasons];
}

function lineOf(source: SourceFile, { from }: Span): number {
  return source.text.slice(0, from).split("\n").length;
}

function reasonsOf(source: SourceFile, { at, why }: Cause): readonly Note[] {
  if (why.kind === "branch") {
    const what = /^(for|while)\b/.test(source.text.slice(at.from, at.to)) ? "how often" : "whether";
    return [
      { span: at, message: `${what} this runs is not known when compiling` },
      ...reasonsOf(source, why.because),
    ];
  }
  const message = explain(why);
  return message === null ? [] : [{ span: at, message }];
}

function explain(why: Exclude<Why, { kind: "branch" }>): string | null {
  switch (why.kind) {
    case "call":
      return `what \`${why.name}\` does is not known when compiling`;
    case "kernel":
      return `\`${why.name}\` is a kernel, which does not run when compiling`;
    case "import":
      return `\`${why.name}\` comes from a module that is not read when compiling`;
    case "star":
      return `which names \`from ${why.module} import *\` brings is not known when compiling: import them by name`;
    case "construct":
      return `${why.what} is not evaluated when compiling`;
    case "refused":
      return why.message;
    case "undefined":
      return `\`${why.name}\` has no value there`;
    case "raises":
      return `Python raises an exception: ${why.message}`;
    case "depth":
      return "this is nested too deeply to be evaluated when compiling";
    case "steps":
      return `this takes more than ${why.most.toLocaleString("en")} steps, too many when compiling`;
    case "size":
      return `this computes more than ${why.most.toLocaleString("en")} numbers, too many when compiling`;
  }
}
