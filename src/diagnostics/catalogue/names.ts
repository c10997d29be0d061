import type { Family, NoFacts } from "./entry.ts";

/** What can stand behind the dot. */
const attributes = {
  array:
    "arrays have `.shape`, `.T`, `.size`, `.astype(...)`, `.copy()`, `.reshape(...)`, `.sum(...)` and the like; they cannot grow",
  list: "a list grows by `.append(v)`, `.extend(ys)`, `+= ys` in the function that makes it, under the name that it was made with; return what a function would append",
  range: "a range has `.pipeline()` and `.unroll(factor)`",
  other: "only arrays have attributes here; compute with operators and functions instead",
};

/** Names that stand for nothing, or for the wrong thing. */
export const names = {
  "unknown-name": ({
    name,
    suggestion,
    missing,
  }: {
    name: string;
    suggestion: string | null;
    missing: string | null; // the import that brings it
  }) => ({
    message: `\`${name}\` is not defined`,
    help:
      missing !== null
        ? `write \`${missing}\` at the top of the file`
        : suggestion !== null
          ? `did you mean \`${suggestion}\`?`
          : `assign \`${name}\` before it is used, or pass it as an argument`,
  }),
  "used-before-assignment": ({ name }: { name: string }) => ({
    message: `\`${name}\` is used before it is assigned`,
    help: `the function assigns \`${name}\` itself, which makes it a local name: give it a value before this line`,
  }),
  "may-be-unset": ({ name }: { name: string }) => ({
    message: `\`${name}\` may have no value here: it is set on some paths only`,
    help: `give \`${name}\` a value before the branch or loop`,
  }),
  "may-be-none": ({ name }: { name: string }) => ({
    message: `\`${name}\` may be None here`,
    help: `test \`${name} is not None\` before it is used, or pass it as an argument`,
  }),
  "two-types": ({ name, left, right }: { name: string; left: string; right: string }) => ({
    message:
      left === right
        ? `\`${name}\` is another ${left.replace(/^an? /, "")} on one path than on another`
        : `\`${name}\` is ${left} on one path and ${right} on another`,
    help:
      left.startsWith("a list") && right.startsWith("a list")
        ? `make a new list, \`${name} = []\`, where a round begins, or append to one list alone`
        : left === "None" || right === "None"
          ? `give \`${name}\` a number from the start instead of None`
          : "convert one of them where it is assigned, or use two names",
  }),
  "unknown-attribute": ({
    name,
    of,
    kind,
    suggestion,
  }: {
    name: string;
    of: string;
    kind: "array" | "list" | "range" | "other";
    suggestion: string | null;
  }) => ({
    message: `${of} has no \`.${name}\` in a kernel`,
    help: suggestion === null ? attributes[kind] : `did you mean \`.${suggestion}\`?`,
  }),
  "unknown-function": ({ name, suggestion }: { name: string; suggestion: string | null }) => ({
    message: `\`${name}\` is not known in a kernel`,
    help:
      suggestion === null
        ? "write it out with loops or array expressions"
        : `did you mean \`${suggestion}\`?`,
  }),
  "unknown-import": ({ name }: { name: string }) => ({
    message: `\`${name}\` comes from a module that kernels cannot use`,
    help: "kernels know numpy, math and pylog; compute the value outside and pass it as an argument",
  }),
  "import-in-kernel": (_: NoFacts) => ({
    message: "an import inside a kernel",
    help: "move the import to the top of the file",
  }),
  "not-constant": ({ name }: { name: string }) => ({
    message: `\`${name}\` is a value of the module that is not known when compiling`,
    help: `compute it with numbers, lists and NumPy alone, or pass \`${name}\` as an argument`,
  }),
} satisfies Family;
