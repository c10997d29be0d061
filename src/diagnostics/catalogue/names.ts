import type { Family } from "./entry.ts";

/** Names that stand for nothing, or for the wrong thing. */
export const names = {
  "unknown-name": ({ name, suggestion }: { name: string; suggestion: string | null }) => ({
    message: `\`${name}\` is not defined`,
    help:
      suggestion === null
        ? `assign \`${name}\` before it is used, or pass it as an argument`
        : `did you mean \`${suggestion}\`?`,
  }),
} satisfies Family;
