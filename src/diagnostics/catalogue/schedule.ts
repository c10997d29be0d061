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
} satisfies Family;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 12).map((name) => `\`${name}\``);
  return names.length > 12 ? `${shown.join(", ")} and ${names.length - 12} more` : shown.join(", ");
}
