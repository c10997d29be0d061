import type { Family, NoFacts } from "./entry.ts";

/** Kernels and their arguments, functions, statements. */
export const kernels = {
  "no-kernel": (_: NoFacts) => ({
    message: "this file has no kernel",
    help: "put `@pylog` above the function to compile",
  }),
  "several-kernels": ({ kernels }: { kernels: readonly string[] }) => ({
    message: `this file has several kernels: ${kernels.join(", ")}`,
    help: `name one: FILE.py:${kernels[0]}`,
  }),
  "unknown-kernel": ({
    name,
    kernels,
    suggestion,
  }: {
    name: string;
    kernels: readonly string[];
    suggestion: string | null;
  }) => ({
    message: `there is no kernel \`${name}\` in this file`,
    help:
      suggestion !== null
        ? `did you mean \`${suggestion}\`?`
        : kernels.length === 0
          ? "put `@pylog` above the function to compile"
          : `it has ${kernels.join(", ")}`,
  }),
  "argument-named-as-result": ({ name, index }: { name: string; index: number }) => ({
    message: `\`${name}\` is what result ${index} of this kernel is called, in files and in circuits`,
    help: "give the argument another name",
  }),
  "unknown-option": ({
    name,
    known,
    suggestion,
  }: {
    name: string;
    known: readonly string[];
    suggestion: string | null;
  }) => ({
    message: `\`@pylog\` has no option \`${name}\``,
    help: suggestion === null ? `it has ${known.join(", ")}` : `did you mean \`${suggestion}\`?`,
  }),
  "bad-option": ({ name }: { name: string }) => ({
    message: `the option \`${name}\` of \`@pylog\` must be a text or a number`,
    help: `write it out: \`${name}="..."\``,
  }),
  "argument-type-unknown": ({
    name,
    kernel,
    annotation,
  }: {
    name: string;
    kernel: string;
    annotation: string | null; // as written
  }) => ({
    message:
      annotation === null
        ? `the type of the argument \`${name}\` of \`${kernel}\` is not known`
        : `the type of the argument \`${name}\` of \`${kernel}\` is not known: \`${annotation}\` does not say it`,
    help: `give it with --arg ${name}=float32[64,64] or --in ${name}=FILE.npy, or annotate it in quotes: ${name}: "float32[64,64]"`,
  }),
  "argument-shape-unknown": ({
    name,
    annotation,
    element,
  }: {
    name: string;
    annotation: string; // as written
    element: string;
  }) => ({
    message: `the shape of the argument \`${name}\` is not known: \`${annotation}\` alone is one number`,
    help: `annotate it in quotes: ${name}: "${element}[64]", or give the shape with --arg ${name}=${element}[64] or --in ${name}=FILE.npy; one number, whose bits are indexed, is "${element}"`,
  }),
  "unknown-argument": ({
    name,
    kernel,
    suggestion,
    known,
  }: {
    name: string;
    kernel: string;
    suggestion: string | null;
    known: readonly string[];
  }) => ({
    message: `\`${kernel}\` has no argument \`${name}\``,
    help:
      suggestion !== null
        ? `did you mean \`${suggestion}\`?`
        : known.length === 0
          ? "remove it: it takes none"
          : `remove it, or name one of its arguments: ${known.join(", ")}`,
  }),
  "argument-annotation": ({
    name,
    annotation,
    given,
  }: {
    name: string;
    annotation: string;
    given: string;
  }) => ({
    message: `\`${name}\` is annotated ${annotation}, but ${given} was given`,
    help: "change one of them",
  }),
  "argument-rebound": ({ name, found }: { name: string; found: string }) => ({
    message: `\`${name}\` is an array argument and cannot become a name for ${found}`,
    help: `to copy elements into it write \`${name}[...] = ...\`; for a new array use another name`,
  }),
  "argument-shape": ({ name, expected, found }: { name: string; expected: string; found: string }) => ({
    message: `assigning the argument \`${name}\` writes it, and its shape is ${expected}, not ${found}`,
    help: `use another name for the new value, or write \`${name}[...] = ...\` with a value of its shape`,
  }),
  recursion: ({ name }: { name: string }) => ({
    message: `\`${name}\` calls itself: recursion without a bound needs a stack that hardware does not have`,
    help: "write it as a loop",
  }),
  "recursion-depth": ({ name, depth }: { name: string; depth: number }) => ({
    message: `calls of \`${name}\` are nested more than ${depth} deep`,
    help: "write it as a loop",
  }),
  "star-parameter": ({ name }: { name: string }) => ({
    message: `\`${name}\` takes any number of arguments, which hardware cannot`,
    help: "name every parameter",
  }),
  "star-expression": (_: NoFacts) => ({
    message: "a `*` before a value: how many there are must be written out",
    help: "write the values one by one",
  }),
  "not-callable": ({ found }: { found: string }) => ({
    message: `${found} cannot be called`,
    help: "call a function, or index with brackets",
  }),
  "call-changes-argument": ({ name }: { name: string }) => ({
    message: `\`${name}\` changes its arguments, and here elements may be computed in any order`,
    help: `write a \`for\` loop that calls \`${name}\` for one element after the other`,
  }),
  "changes-while-read": (_: NoFacts) => ({
    message:
      "the value changes arrays after the bits, or the elements under a mask, that it is added to were read",
    help: "compute it first: `r = f(...)`, and then `a[mask] += r`",
  }),
  "call-in-expression": ({ name }: { name: string }) => ({
    message: `\`${name}\` returns no single value, and this place may be computed never or many times`,
    help: `write a \`for\` loop, and in it call \`${name}\` on a line of its own`,
  }),
  "named-here": ({ name }: { name: string }) => ({
    message: `\`${name} := …\` cannot be used here: it may run never or often, or names no number or array of its own`,
    help: `assign \`${name}\` on a line of its own, or with \`if\` and \`for\` around it`,
  }),
  "jump-outside-loop": ({ word }: { word: string }) => ({
    message: `\`${word}\` outside of a loop`,
    help: "move it into the loop it belongs to",
  }),
  "jump-in-unrolled": (_: NoFacts) => ({
    message: "`break` or `continue` in a loop over things that are not numbers",
    help: "loop over `range(n)` and index, or use `if` instead of the jump",
  }),
  "not-iterable": ({ found }: { found: string }) => ({
    message: `a loop cannot go over ${found}`,
    help: "loop over `range(n)`, an array, a tuple, `enumerate(...)` or `zip(...)`",
  }),
  "comprehension-form": ({ condition }: { condition: string | null }) => ({
    message:
      condition === null
        ? "a comprehension of more than 1024 items with several `for`, or `if`"
        : `a comprehension whose length depends on \`${condition}\`, which is not known when compiling`,
    help:
      condition === null
        ? "write nested loops into an array"
        : "write a loop, `if ...: xs.append(...)`, or `np.where(...)`",
  }),
  "bad-target": (_: NoFacts) => ({
    message: "this cannot be assigned",
    help: "assign to a name, an element or a slice of an array, or a tuple of these",
  }),
  unpack: ({ targets, found }: { targets: number; found: string }) => ({
    message: `${targets} names on the left, but ${found} on the right`,
    help: "write as many names as there are values",
  }),
  unreachable: (_: NoFacts) => ({
    severity: "warning" as const,
    message: "this statement is never reached",
    help: "remove it, or the jump or endless loop before it",
  }),
  "unused-value": (_: NoFacts) => ({
    severity: "warning" as const,
    message: "this value is computed and not used",
    help: "assign it to a name, or remove the line",
  }),
} satisfies Family;
