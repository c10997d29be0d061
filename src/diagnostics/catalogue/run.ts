import type { Family } from "./entry.ts";

/** What goes wrong while a kernel runs. */
export const run = {
  "run-fault": ({ fault, detail }: { fault: string; detail: string }) => ({
    message: `${fault}: ${detail}`,
  }),
} satisfies Family;
