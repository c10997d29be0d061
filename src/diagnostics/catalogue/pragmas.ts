import type { Family } from "./entry.ts";

/** What is wrong with a `pragma("...")`, and what becomes of it. */
export const pragmas = {
  "pragma-unknown": ({
    problem,
    suggestion,
    syntax,
  }: {
    problem: string;
    suggestion: string | null;
    syntax: string | null;
  }) => ({
    message: problem,
    help:
      suggestion !== null
        ? `did you mean \`${suggestion}\`?`
        : syntax !== null
          ? `write \`${syntax}\``
          : 'a pragma is a directive, such as pragma("HLS pipeline II=1"), or a step of a schedule, such as pragma("split i 8")',
  }),
  "pragma-kept": ({ directive }: { directive: string }) => ({
    severity: "warning" as const,
    message: `Lutra does not know \`${directive}\`: it is kept as it is written, and nothing of it is checked`,
    help: "leave it out if it is a slip; the tool that reads the generated code decides what it means",
  }),
  "pragma-variable": ({
    word,
    what,
    suggestion,
  }: {
    word: string;
    what: "variable" | "array" | "argument" | "loop";
    suggestion: string | null;
  }) => ({
    message: `the pragma speaks of \`${word}\`, which is no ${what} of this function`,
    help:
      suggestion !== null
        ? `did you mean \`${suggestion}\`?`
        : what === "argument"
          ? "name an argument of the kernel, or `return`"
          : "names in a pragma are those of the function it stands in",
  }),
  "pragma-dimension": ({ word, dim, rank }: { word: string; dim: number; rank: number }) => ({
    message: `the pragma speaks of dimension ${dim} of \`${word}\`, which has ${rank}`,
    help: "dimensions are counted from 1, and 0 means all of them",
  }),
  "pragma-place": ({ directive, needs }: { directive: string; needs: "loop" | "function" }) => ({
    message:
      needs === "loop"
        ? `\`${directive}\` says something about a loop, and stands in none of this function`
        : `\`${directive}\` says something about the whole kernel, and stands in a loop`,
    help:
      needs === "loop"
        ? "write it inside of the loop that it is about"
        : "write it at the start of the kernel, outside of all loops",
  }),
  "pragma-inlined": ({ directive, name }: { directive: string; name: string }) => ({
    severity: "warning" as const,
    message: `\`${directive}\` is left out: it says something about \`${name}\` as a function, which is inlined where it is called`,
    help: "write it in the kernel, or inside of the loop that it is about",
  }),
  "pragma-option": ({ directive, option }: { directive: string; option: string }) => ({
    severity: "warning" as const,
    message: `\`${option}\` of \`${directive}\` is left out: a schedule has no word for it`,
    help: "leave it out; the rest of the pragma is obeyed",
  }),
  "pragma-part": ({ word, array, what }: { word: string; array: string; what: string }) => ({
    message: `\`${word}\` is only a part of \`${array}\` here, or another shape of it, and ${what} is about a whole array`,
    help: `write it where \`${array}\` is made, with its own name and dimensions`,
  }),
  "pragma-unclear": ({ word, names }: { word: string; names: readonly string[] }) => ({
    message:
      names.length === 0
        ? `nothing is left of \`${word}\` that the pragma could be about`
        : `\`${word}\` could be ${names.map((name) => `\`${name}\``).join(" or ")} here`,
    help:
      names.length === 0
        ? "it is a constant, or nothing reads it: leave the pragma out"
        : "give the two names of their own, or say it in a schedule beside the source",
  }),
  "false-dependence-claim": ({ directive, dependence }: { directive: string; dependence: string }) => ({
    message: `\`${directive}\` is not true: ${dependence}`,
    help: "leave it out: hardware that believed it would compute something else",
  }),
  "unproven-dependence-claim": ({ directive, dependence }: { directive: string; dependence: string }) => ({
    severity: "warning" as const,
    message: `\`${directive}\` cannot be checked, and is passed on as you say: ${dependence}`,
    help: "make sure that it holds for all data; hardware that believes it computes something else where it does not",
  }),
  "claim-not-flattened": ({
    directive,
    loop,
    dependence,
  }: {
    directive: string;
    loop: string;
    dependence: string;
  }) => ({
    severity: "warning" as const,
    message: `\`${directive}\` holds for loop \`${loop}\` alone, so it is kept from being flattened into the loops around: ${dependence}`,
    help: "leave the pragma out if the tool should flatten the nest",
  }),
  "pragma-left-out": ({ directive, target, why }: { directive: string; target: string; why: string }) => ({
    severity: "warning" as const,
    message: `\`${directive}\` is left out for ${target}: ${why}`,
    help: "the results are the same without it",
  }),
} satisfies Family;
