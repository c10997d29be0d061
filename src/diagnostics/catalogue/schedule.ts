import type { Family } from "./entry.ts";

/** What is wrong with a schedule, and why a step of it is refused. */
export const schedule = {
  "schedule-syntax": ({ problem }: { problem: string }) => ({
    message: problem,
    help: "a schedule has one primitive a line, such as `split i 8`; names with other signs stand in double quotes",
  }),
  "unknown-primitive": ({
    name,
    suggestion,
    known,
  }: {
    name: string;
    suggestion: string | null;
    known: readonly string[];
  }) => ({
    message: `there is no primitive \`${name}\``,
    help: suggestion === null ? `the primitives are ${listed(known)}` : `did you mean \`${suggestion}\`?`,
  }),
  "schedule-argument": ({
    primitive,
    problem,
    suggestion,
    syntax,
  }: {
    primitive: string;
    problem: string;
    suggestion: string | null;
    syntax: string;
  }) => ({
    message: `\`${primitive}\` ${problem}`,
    help: suggestion === null ? `write \`${syntax}\`` : `did you mean \`${suggestion}\`?`,
  }),
  "unknown-in-schedule": ({
    what,
    name,
    suggestion,
    known,
  }: {
    what: string;
    name: string;
    suggestion: string | null;
    known: readonly string[];
  }) => ({
    message: `there is no ${what} \`${name}\``,
    help:
      suggestion !== null
        ? `did you mean \`${suggestion}\`?`
        : known.length === 0
          ? `the kernel has no ${what} at this point`
          : `at this point the kernel has ${listed(known)}`,
  }),
  "not-a-for-loop": ({ name }: { name: string }) => ({
    message: `\`${name}\` is a while loop, whose iterations cannot be counted`,
    help: "schedules change for loops; write the loop with `for` and `break` if it has a largest count",
  }),
  "name-taken": ({ name }: { name: string }) => ({
    message: `the name \`${name}\` is already taken`,
    help: "choose a name that no loop, array or scalar of the kernel has",
  }),
  "left-early": ({ loop, primitive }: { loop: string; primitive: string }) => ({
    message: `\`${primitive}\` cannot change \`${loop}\`, which \`break\` may leave early`,
    help: "let the loop run to its end and guard its body with a condition instead",
  }),
  "jump-between": ({ first, second, primitive }: { first: string; second: string; primitive: string }) => ({
    message: `\`${primitive}\` would move statements past a jump that stands between \`${first}\` and \`${second}\``,
    help: "guard what follows with a condition instead of `break` or `continue`",
  }),
  "unknown-count": ({ loop }: { loop: string }) => ({
    message: `\`${loop}\` cannot be unrolled completely: how often it runs is only known when it runs`,
    help: `give a factor, \`unroll ${loop} 4\`, or constant bounds`,
  }),
  "peel-too-many": ({ loop, count, trips }: { loop: string; count: number; trips: number }) => ({
    message: `\`${loop}\` has ${trips} iterations, fewer than the ${count} to be taken out`,
    help: `take out at most ${trips}`,
  }),
  "named-twice": ({ loop }: { loop: string }) => ({
    message: `\`${loop}\` is named twice`,
    help: "name each loop once, outermost first",
  }),
  "not-nested": ({ outer, inner }: { outer: string; inner: string }) => ({
    message: `\`${inner}\` is not nested in \`${outer}\` without other statements between them`,
    help: `\`${outer}\` must hold nothing but \`${inner}\`, or loops down to it; move other statements out of the nest`,
  }),
  "bound-needs-loop": ({ loop, inner }: { loop: string; inner: string }) => ({
    message: `the bounds of \`${loop}\` depend on \`${inner}\`, and not as sums of loop variables of known range`,
    help: `keep \`${loop}\` inside \`${inner}\`, or give it constant bounds and guard its body with a condition`,
  }),
  "bound-changes": ({ why }: { why: string }) => ({
    message: why,
    help: "compute the bound before the loops, into a variable of its own",
  }),
  "order-clash": ({ loops, clash }: { loops: readonly string[]; clash: string }) => ({
    message: `the order ${listed(loops)} would change a result: ${clash}`,
    help: "keep the order of these loops, or let each iteration write an element of its own",
  }),
  "not-parallel": ({ loop, clash }: { loop: string; clash: string }) => ({
    message: `iterations of \`${loop}\` depend on each other: ${clash}`,
    help: "privatize what each iteration only uses itself; for a sum, `reassociate` the loop and make its inner loop parallel",
  }),
  "not-after": ({ first, second }: { first: string; second: string }) => ({
    message: `\`${second}\` does not come after \`${first}\` in the same body`,
    help: "only loops of one body can be fused, the earlier one first; `fuse` makes one loop of nested ones",
  }),
  "counts-differ": ({
    first,
    second,
    firstCount,
    secondCount,
  }: {
    first: string;
    second: string;
    firstCount: number | null;
    secondCount: number | null;
  }) => ({
    message:
      firstCount === null || secondCount === null
        ? `\`${first}\` and \`${second}\` are not known to run equally often`
        : `\`${first}\` runs ${firstCount} times and \`${second}\` ${secondCount} times`,
    help: "`peel` the longer loop first, or give both the same bounds",
  }),
  "fusion-clash": ({ first, second, clash }: { first: string; second: string; clash: string }) => ({
    message: `\`${first}\` and \`${second}\` cannot be one loop: ${clash}`,
    help: `keep the loops apart, or shift one of them so that \`${second}\` stays behind`,
  }),
  "not-in-body": ({ loop, after }: { loop: string; after: string }) => ({
    message: `no statement in the body of \`${loop}\` is \`${after}\` or sets it`,
    help: `name a loop that stands in \`${loop}\` itself, or an array or scalar that a statement there sets`,
  }),
  "nothing-after": ({ loop, after }: { loop: string; after: string }) => ({
    message: `nothing follows \`${after}\` in the body of \`${loop}\``,
    help: "name what the first of the two loops shall end with",
  }),
  "rest-skipped": ({ loop }: { loop: string }) => ({
    message: `\`${loop}\` cannot be two loops: \`continue\` in what comes first may skip the rest`,
    help: "guard what follows with a condition instead of `continue`",
  }),
  "distribution-clash": ({ loop, after, clash }: { loop: string; after: string; clash: string }) => ({
    message: `\`${loop}\` cannot be two loops, one up to \`${after}\`: ${clash}`,
    help: "keep in one loop what needs each other, or `privatize` a scalar that one part passes on to the other",
  }),
  "no-reduction": ({ loop, clash }: { loop: string; clash: string | null }) => ({
    message: `\`${loop}\` does not add up into one scalar or one element${clash === null ? "" : `: ${clash}`}`,
    help: "`reassociate` needs `s = s + x`, or the same with `*`, `min`, `max`, `&`, `|`, `^`, where nothing else in the loop uses `s`",
  }),
  "no-identity": ({ loop, name, op }: { loop: string; name: string; op: string }) => ({
    message: `\`${loop}\` cannot sum \`${name}\` in parts: its type has no value that \`${op}\` leaves alone`,
    help: `give \`${name}\` a NumPy type`,
  }),
  "no-operator": ({ target, known }: { target: string; known: readonly string[] }) => ({
    message: `\`${target}\` is not filled by a library operator`,
    help:
      known.length === 0
        ? "only operators such as `matmul`, `argmax`, `convolve` and `sort` have parameters; split and unroll your own loops"
        : `library operators fill ${listed(known)}; split and unroll your own loops`,
  }),
  "no-parameter": (facts: { target: string; operator: string; name: string; takes: readonly string[] }) => ({
    message: `the ${facts.operator} that fills \`${facts.target}\` has no parameter \`${facts.name}\``,
    help: `it takes ${listed(facts.takes)}`,
  }),
  "not-before": ({ producer, at }: { producer: string; at: string }) => ({
    message: `\`${at}\` is not in a nest that follows \`${producer}\` in the same body`,
    help: "name the outermost loop of the nest that computes, and a loop of a later nest that uses it",
  }),
  "compute-at-clash": ({ producer, at, clash }: { producer: string; at: string; clash: string }) => ({
    message: `an iteration of \`${at}\` needs more of \`${producer}\` than was computed by then: ${clash}`,
    help: "name a loop further out",
  }),
  "compute-at-whole": ({ producer, at, why }: { producer: string; at: string; why: string }) => ({
    message: `\`${producer}\` cannot be computed anew in each iteration of \`${at}\`: ${why}`,
    help: "keep the nests apart, or `fuse_loops` them where they run equally often",
  }),
} satisfies Family;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 12).map((name) => `\`${name}\``);
  return names.length > 12 ? `${shown.join(", ")} and ${names.length - 12} more` : shown.join(", ");
}
