import type { Family } from "./entry.ts";

/** What a circuit cannot be made of. */
export const hardware = {
  "unrolled-too-far": ({ loop, operations, most }: { loop: string; operations: number; most: number }) => ({
    message: `unrolling makes ${operations} operations: \`${loop}\` is written out into more than ${most}`,
    help: "unroll by a smaller factor, or pipeline a loop further inside: all loops in a pipelined one are unrolled",
  }),
} satisfies Family;
