import type { Family } from "./entry.ts";

/** What loops over static memory cannot express. */
export const lowering = {
  "too-many-calls": ({ name, calls, most }: { name: string; calls: number; most: number }) => ({
    message: `this is ${calls < 1e15 ? calls : calls.toExponential(0)} calls: \`${name}\` and all that it calls, each of which gets a place of its own; ${most} in all is the most`,
    help: `keep the result of a call in a variable instead of calling again, or call \`${name}\` in a loop`,
  }),
  "too-many-views": ({ name }: { name: string }) => ({
    message: `\`${name}\` may be one of more than 64 arrays and parts of arrays, which are told apart when it runs`,
    help: `give it an array of its own: write \`${name}[:] = ...\` in place of \`${name} = ...\`, or \`.copy()\` behind what it is given`,
  }),
  "dynamic-result": ({ name }: { name: string }) => ({
    message: `what \`${name}\` returns here has a shape that is only known when it runs`,
    help: "return an array of the largest shape, and how much of it is used",
  }),
  "external-view": ({ name }: { name: string }) => ({
    message: `\`${name}\` is C++ that takes whole arrays, and this is a part of one, or one of several`,
    help: "copy it into an array of its own first (`x = a[1:].copy()`), and back afterwards",
  }),
} satisfies Family;
