import type { Family, NoFacts } from "./entry.ts";

/** Text that is not Python. */
export const syntax = {
  // characters and literals
  "stray-character": ({ character, help }: { character: string; help: string }) => ({
    message: `${character} does not belong in Python code`,
    help,
  }),
  "foreign-operator": ({ found, instead }: { found: string; instead: string }) => ({
    message: `Python has no operator \`${found}\``,
    help: `write \`${instead}\``,
  }),
  "unclosed-string": ({ quote }: { quote: string }) => ({
    message:
      quote.length === 3
        ? `this string is never closed with ${quote}`
        : "this string is not closed before the end of the line",
    help:
      quote.length === 3
        ? `add ${quote} where the text ends`
        : `add ${quote} where the text ends, or use three quotes for text of several lines`,
  }),
  "invalid-escape": ({ found, needs }: { found: string; needs: string }) => ({
    message: `\`${found}\` is not a complete escape in this string`,
    help: `${needs}; for a plain backslash write \`\\\\\``,
  }),
  "leading-zeros": ({ instead, octal }: { instead: string; octal: string | null }) => ({
    message: "a decimal integer must not start with zeros",
    help:
      octal === null ? `write \`${instead}\`` : `write \`${instead}\`, or \`${octal}\` for an octal number`,
  }),
  "invalid-number": ({ text, reason }: { text: string; reason: string }) => ({
    message: `\`${text}\` is not a number: ${reason}`,
    help: "numbers look like `12`, `1_000`, `0x1f`, `0b101`, `0.5` or `1e-3`",
  }),

  // brackets and lines
  "unclosed-bracket": ({ bracket, closer }: { bracket: string; closer: string }) => ({
    message: `this \`${bracket}\` is never closed`,
    help: `add the missing \`${closer}\``,
  }),
  "unmatched-bracket": ({ bracket }: { bracket: string }) => ({
    message: `this \`${bracket}\` closes nothing`,
    help: `remove it, or add the opening bracket before it`,
  }),
  "mismatched-bracket": ({
    bracket,
    opener,
    expected,
  }: {
    bracket: string;
    opener: string;
    expected: string;
  }) => ({
    message: `\`${bracket}\` does not close the \`${opener}\` that is open here`,
    help: `write \`${expected}\``,
  }),
  "bad-continuation": (_: NoFacts) => ({
    message: "a `\\` that continues a line must be its last character",
    help: "remove what follows the `\\`, spaces too, or put the expression in parentheses",
  }),
  "too-deep": ({ what }: { what: string }) => ({
    message: `${what} nested too deeply`,
    help: "split it into several statements with names for the parts",
  }),

  // indentation
  "unexpected-indent": (_: NoFacts) => ({
    message: "this line is indented more than the one before, but no block starts here",
    help: "give it the indentation of the line before; a block starts after a line that ends with `:`",
  }),
  "unmatched-dedent": (_: NoFacts) => ({
    message: "the indentation of this line fits no block around it",
    help: "give it exactly the indentation of the block it belongs to",
  }),
  "mixed-indentation": (_: NoFacts) => ({
    message: "tabs and spaces are mixed so that the indentation of this line is unclear",
    help: "use four spaces for each level, and no tabs",
  }),
  "missing-block": ({ keyword }: { keyword: string }) => ({
    message: `nothing is indented under this \`${keyword}\``,
    help: "indent the lines that belong to it, or write `pass` if there are none",
  }),

  // statements
  "missing-colon": ({ keyword }: { keyword: string }) => ({
    message: `a \`:\` is missing at the end of this \`${keyword}\` line`,
    help: "add `:`",
  }),
  "braces-for-block": (_: NoFacts) => ({
    message: "Python does not put blocks in braces",
    help: "end the line with `:` and indent the lines of the block",
  }),
  "assignment-in-condition": ({ left, right }: { left: string; right: string }) => ({
    message: "`=` assigns; it cannot stand in a condition",
    help: `to compare, write \`${left} == ${right}\``,
  }),
  "print-statement": ({ rest }: { rest: string }) => ({
    message: "`print` is a function in Python 3",
    help: `write \`print(${rest})\``,
  }),
  "else-if": (_: NoFacts) => ({ message: "Python writes `else if` in one word", help: "write `elif`" }),
  increment: ({ name, op }: { name: string; op: "+" | "-" }) => ({
    message: `Python has no \`${op}${op}\``,
    help: `write \`${name} ${op}= 1\``,
  }),
  "c-style-for": (_: NoFacts) => ({
    message: "Python's `for` goes over the values of something",
    help: "write `for i in range(n):`",
  }),
  "c-style-declaration": ({ word, name }: { word: string; name: string }) => ({
    message: `Python declares no variables with \`${word}\``,
    help: `write \`${name} = ...\``,
  }),
  "foreign-comment": ({ mark }: { mark: string }) => ({
    message: `\`${mark}\` does not start a comment in Python`,
    help: "write `#`",
  }),
  "clause-without-statement": ({ keyword, needs }: { keyword: string; needs: string }) => ({
    message: `this \`${keyword}\` belongs to no ${needs}`,
    help: `give it the indentation of the ${needs} it belongs to`,
  }),
  "block-in-line": ({ keyword }: { keyword: string }) => ({
    message: `\`${keyword}\` must start a line of its own`,
    help: "put it on the next line, indented as its block asks",
  }),
  "function-without-parentheses": ({ name }: { name: string }) => ({
    message: `the parameters of \`${name}\` are missing`,
    help: `write \`def ${name}():\``,
  }),
  "decorator-without-function": (_: NoFacts) => ({
    message: "a decorator must stand directly above a `def`",
    help: "remove it, or move it to the line above the function",
  }),
  "missing-in": (_: NoFacts) => ({
    message: "this `for` has no `in`",
    help: "write `for i in range(n):`",
  }),
  "outside-function": ({ keyword }: { keyword: string }) => ({
    message: `\`${keyword}\` stands outside a function`,
    help: `indent it into the function it belongs to`,
  }),
  "outside-loop": ({ keyword }: { keyword: string }) => ({
    message: `\`${keyword}\` stands outside a loop`,
    help: `use it only inside \`for\` or \`while\``,
  }),

  // expressions
  "keyword-as-name": ({ keyword }: { keyword: string }) => ({
    message: `\`${keyword}\` is a word of the language and cannot be a name`,
    help: `choose another name, such as \`${keyword}_\``,
  }),
  "missing-operand": ({ after }: { after: string }) => ({
    message: `something is missing after \`${after}\``,
    help: `write what belongs after \`${after}\`, or remove it`,
  }),
  "missing-left-operand": ({ operator }: { operator: string }) => ({
    message: `something is missing before \`${operator}\``,
    help: `write a value before \`${operator}\`, or remove it`,
  }),
  "missing-operator": ({ left, right }: { left: string; right: string }) => ({
    message: `there is nothing between \`${left}\` and \`${right}\``,
    help: "write an operator or a comma between them, or start a new line",
  }),
  "missing-else": (_: NoFacts) => ({
    message: "a conditional expression needs an `else`",
    help: "write `a if condition else b`",
  }),
  "not-needs-parentheses": (_: NoFacts) => ({
    message: "`not` binds less tightly than the comparison before it",
    help: "put it in parentheses: `a == (not b)`",
  }),
  "starred-here": (_: NoFacts) => ({
    message: "`*` can unpack only inside a list, a tuple or a call",
    help: "remove the `*`, or add a comma to make a tuple: `*a,`",
  }),
  unexpected: ({ found, where }: { found: string; where: string }) => ({
    message: `\`${found}\` is not expected ${where}`,
    help: found === ":=" ? "to assign, write `=`" : `remove \`${found}\`, or complete what stands before it`,
  }),
  "unexpected-end": (_: NoFacts) => ({ message: "the line ends too early", help: "complete the statement" }),

  // targets, parameters, arguments
  "bad-assignment-target": ({ what }: { what: string }) => ({
    message: `${what} cannot be assigned to`,
    help: "assign to a name, an element `a[i]`, a slice or a tuple of these; to compare, write `==`",
  }),
  "bad-augmented-target": ({ what, op }: { what: string; op: string }) => ({
    message: `${what} cannot be changed with \`${op}\``,
    help: "use a name, an element `a[i]` or a slice",
  }),
  "bad-annotated-target": (_: NoFacts) => ({
    message: "only a single name can be annotated",
    help: "annotate each name on a line of its own",
  }),
  "two-starred-targets": (_: NoFacts) => ({
    message: "only one name of an assignment can take the rest with `*`",
    help: "remove all `*` but one",
  }),
  "default-before-plain": ({ name }: { name: string }) => ({
    message: `the parameter \`${name}\` has no default but follows one that has`,
    help: `give \`${name}\` a default, or move it before the others`,
  }),
  "duplicate-parameter": ({ name }: { name: string }) => ({
    message: `two parameters have the name \`${name}\``,
    help: "give each parameter its own name",
  }),
  "parameter-order": ({ text, reason }: { text: string; reason: string }) => ({
    message: `the parameter \`${text}\` cannot stand here: ${reason}`,
    help: "the order is: plain parameters, `*args` or `*`, keyword parameters, `**options`",
  }),
  "argument-name": (_: NoFacts) => ({
    message: "the name of an argument must be a plain name",
    help: "write `f(name=value)`, or `==` to compare",
  }),
  "positional-after-keyword": (_: NoFacts) => ({
    message: "an argument without a name follows one with a name",
    help: "put the arguments without names first",
  }),
  "duplicate-keyword": ({ name }: { name: string }) => ({
    message: `the argument \`${name}\` is given twice`,
    help: "remove one of them",
  }),
  "bare-generator": (_: NoFacts) => ({
    message: "a generator expression must be in its own parentheses when it is not the only argument",
    help: "write `f((x for x in a), b)`",
  }),
} satisfies Family;
