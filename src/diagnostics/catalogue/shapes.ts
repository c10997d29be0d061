import type { Family } from "./entry.ts";

/** Arrays whose shapes do not fit together. */
export const shapes = {
  "shape-mismatch": ({ what, left, right }: { what: string; left: string; right: string }) => ({
    message: `${what}: the shapes ${left} and ${right} do not fit together`,
    help: "from the right, each pair of dimensions must be equal or one of them 1",
  }),
} satisfies Family;
