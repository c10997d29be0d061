import type { Family } from "./entry.ts";

/** Calls of functions with the wrong arguments. */
export const calls = {
  "argument-count": ({ name, expected, found }: { name: string; expected: string; found: number }) => ({
    message: `\`${name}\` takes ${expected}, but ${found} ${found === 1 ? "was" : "were"} given`,
    help: `call \`${name}\` with ${expected}`,
  }),
} satisfies Family;
