import type { Family, NoFacts, Said } from "./entry.ts";

/** Valid Python that no kernel can mean: the reason, and what to write instead. */
export const language = {
  "unsupported-class": refuse(
    "a class",
    "objects have no fixed place in hardware",
    "use plain functions and arrays",
  ),
  "unsupported-try": refuse(
    "`try`",
    "hardware has no exceptions",
    "test for the bad case with `if` before it happens",
  ),
  "unsupported-raise": refuse(
    "`raise`",
    "hardware has no exceptions",
    "return a status value, or write an error code into an array",
  ),
  "unsupported-with": refuse(
    "`with`",
    "there are no files or other resources to open in hardware",
    "open them around the call of the kernel",
  ),
  "print-left-out": (_: NoFacts) => ({
    message:
      '`print` prints in Python alone (`mode="pysim"`): compiled kernels have no console, and leave it out',
    help: "return the value, or store it in an array argument",
    severity: "warning" as const,
  }),
  "unsupported-del": refuse(
    "`del`",
    "every variable keeps its place in hardware",
    "remove the statement; unused storage costs nothing",
  ),
  "unsupported-global": refuse(
    "`global`",
    "a kernel owns no state outside its call",
    "pass the value as an argument and return it, or write it into an array argument",
  ),
  "unsupported-nonlocal": refuse(
    "`nonlocal`",
    "a nested function is expanded where it is called",
    "return the new value and assign it in the outer function",
  ),
  "unsupported-match": refuse(
    "`match`",
    "patterns are not part of the kernel language",
    "use `if` / `elif` / `else`",
  ),
  "unsupported-async": refuse(
    "`async`",
    "a kernel runs without an event loop",
    "write a plain `def` or `for`; parallel work is chosen by the schedule",
  ),
  "unsupported-type-alias": refuse(
    "a `type` statement",
    "types are written in annotations",
    'annotate with a text such as `"float32[64,64]"`',
  ),
  "unsupported-print": refuse(
    "`print`",
    "there is nowhere to print to in hardware",
    "return the value, or write it into an array argument",
  ),
  "unsupported-dict": refuse(
    "a dict",
    "look-up by arbitrary keys needs dynamic memory",
    "use keys that are written, `d['x']`, and no others, or an array indexed by small integers",
  ),
  "unsupported-set": refuse(
    "a set",
    "sets need dynamic memory",
    "use a bool array with one entry for each possible element",
  ),
  "unsupported-dict-comprehension": refuse(
    "a dict comprehension",
    "look-up by arbitrary keys needs dynamic memory",
    "fill an array in a loop",
  ),
  "unsupported-set-comprehension": refuse(
    "a set comprehension",
    "sets need dynamic memory",
    "fill a bool array in a loop",
  ),
  "unsupported-f-string": refuse(
    "an f-string",
    "there is no text in hardware",
    "build the text outside the kernel from what it returns",
  ),
  "unsupported-yield": refuse(
    "`yield`",
    "a kernel runs from start to end in one call",
    "write the values into an array",
  ),
  "unsupported-await": refuse("`await`", "a kernel runs without an event loop", "call the function directly"),
  "unsupported-async-comprehension": refuse(
    "an asynchronous comprehension",
    "a kernel runs without an event loop",
    "write `for` without `async`",
  ),
  "unsupported-bytes": refuse(
    "a bytes literal",
    "there is no text in hardware",
    "pass a uint8 array as an argument",
  ),
  "external-header": ({ name }: { name: string }) => ({
    message: `\`@external\` does not say which header declares \`${name}\``,
    help: `write \`@external(header="${name}.h")\``,
  }),
  "external-name": ({ option, value }: { option: "header" | "source" | "function"; value: string }) => ({
    message: `\`${option}=\` of \`@external\` cannot be ${JSON.stringify(value)}`,
    help: {
      header: "name a file beside the source: letters, digits, `_`, `.`, `+` and `-`, no folders",
      source:
        "name a C++ file beside the source, such as `fir.cpp`: letters, digits, `_`, `.`, `+` and `-`, no folders",
      function: "name a function as C++ declares it: letters, digits and `_`",
    }[option],
  }),
  "external-option": ({ name, known }: { name: string; known: readonly string[] }) => ({
    message: `\`@external\` takes no \`${name}\` of this kind`,
    help: `it takes the texts ${known.map((one) => `\`${one}\``).join(", ")}`,
  }),
  "external-parameter": ({ name, fn }: { name: string; fn: string }) => ({
    message: `\`${fn}\` is C++: it cannot take \`${name}\`, which is neither a number nor an array`,
    help: "give it numbers and arrays",
  }),
  "external-returns": ({ fn }: { fn: string }) => ({
    message: `\`${fn}\` is C++ that returns one number or nothing`,
    help: "take an array as a parameter and write into it",
  }),
  "unsupported-decorator": ({ name }: { name: string }) =>
    refusal(
      `the decorator \`@${name}\``,
      "it would change what the function does, out of sight of the compiler",
      `remove \`@${name}\``,
    ),
} satisfies Family;

function refuse(what: string, reason: string, instead: string) {
  return (_: NoFacts): Said => refusal(what, reason, instead);
}

function refusal(what: string, reason: string, instead: string): Said {
  return { message: `${what} cannot be used in a kernel: ${reason}`, help: instead };
}
