/** Calls of the functions that a kernel hands to its builder: what they must be, and what they may give back. */
import { fail, failAt, type Session } from "./session.ts";
import { type Like, Term } from "./term.ts";

/** What may follow an `if`. A condition that needs statements (a sum, a call) is written as a function. */
export interface Branches {
  elif(condition: Like | (() => Like), then: () => Nothing): Branches;
  else(otherwise: () => Nothing): void;
}

/** What a function of statements gives: nothing; `() => h.if(…)` will do too. */
// biome-ignore lint/suspicious/noConfusingVoidType: a callback may end in a call that gives nothing.
export type Nothing = void | undefined | Branches;

/** Calls a function whose statements are what counts. */
export function perform<A extends readonly unknown[]>(
  session: Session,
  who: string,
  fn: (...args: A) => Nothing,
  ...args: A
): void {
  const given: unknown = ask(session, who, fn, ...args);
  if (given === undefined || isBranches(given)) return;
  const message = `the function of ${who} returns a value, and nothing takes it`;
  const leave = "or write h.return(…) to leave the kernel with it";
  if (given instanceof Term && given.made !== null) {
    failAt(session, given.made.span, message, `store it with \`.set(…)\`, ${leave}`);
  }
  fail(session, message, `write \`() => { … }\` where it is not needed, ${leave}`);
}

/** Calls a function whose value is wanted. */
export function ask<A extends readonly unknown[], R>(
  session: Session,
  who: string,
  fn: (...args: A) => R,
  ...args: A
): R {
  if (typeof fn !== "function") {
    fail(session, `${who} needs a function, not ${describe(fn)}`, "write `() => …`");
  }
  const given = fn(...args);
  if (isPromise(given)) {
    // What it does later is refused then; that must not end the process.
    given.then(undefined, () => {});
    fail(session, `the function of ${who} is async`, "a kernel is written at once: await before `kernel`");
  }
  if (isGenerator(given)) {
    fail(session, `the function of ${who} is a generator, whose body has not run`, "write `() => …`");
  }
  return given;
}

export function isBranches(given: unknown): given is Branches {
  return has(given, "elif") && has(given, "else");
}

function isPromise(given: unknown): given is PromiseLike<unknown> {
  return has(given, "then");
}

function isGenerator(given: unknown): boolean {
  return has(given, "next") && (Symbol.iterator in given || Symbol.asyncIterator in given);
}

function has<K extends string>(given: unknown, method: K): given is Record<K, unknown> {
  if (typeof given !== "object" || given === null) return false;
  return typeof (given as Record<string, unknown>)[method] === "function";
}

function describe(given: unknown): string {
  return given === null ? "null" : typeof given;
}
