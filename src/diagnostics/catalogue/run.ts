import type { Family } from "./entry.ts";

/** What goes wrong while a kernel runs. */
export const run = {
  "run-fault": ({ fault, detail }: { fault: string; detail: string }) => ({
    message: `${fault}: ${detail}`,
  }),
  "no-expected-results": ({ fault, detail }: { fault: string; detail: string }) => ({
    severity: "warning" as const,
    message: `the testbench cannot know what is right, for the reference stops here on its data: ${fault}: ${detail}`,
    help: "give the testbench other data: --in NAME=FILE.npy, --in NAME=3.5, or another --seed",
  }),
  "no-test-data": ({ detail }: { detail: string }) => ({
    severity: "warning" as const,
    message: `the testbench gets no data: ${detail}`,
    help: "build it once more with small shapes, to test it: --arg NAME=int32[64]",
  }),
} satisfies Family;
