import type { Family } from "./entry.ts";

/** Values of the wrong type. */
export const types = {
  "type-mismatch": ({ what, expected, found }: { what: string; expected: string; found: string }) => ({
    message: `${what} must be ${expected}, but it is ${found}`,
    help: `convert it first, for example with \`.astype(...)\``,
  }),
} satisfies Family;
