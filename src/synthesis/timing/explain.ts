/** In words what keeps an II from being smaller. */
import { assertNever } from "../../diagnostics/bug.ts";
import type { Problem, Reason } from "./problem.ts";

export function explain(problem: Problem, reason: Reason, nameOf: (operation: number) => string): string {
  switch (reason.kind) {
    case "recurrence": {
      const { path, cycles, distance } = reason;
      const names = [...path, ...path.slice(0, 1)].map(nameOf);
      const around = names.filter((name, at) => at === 0 || name !== names[at - 1]);
      const taken = `takes ${counted(cycles, "cycle")} over ${counted(distance, "iteration")}`;
      return `II ${Math.ceil(cycles / distance)}: the recurrence ${shortened(around).join(" → ")} ${taken}`;
    }
    case "resource": {
      const { name, count } = problem.resources[reason.resource] ?? { name: "", count: 1 };
      const uses = reason.users.flatMap((user) => problem.operations[user]?.uses ?? []);
      const held = uses.filter((use) => use.resource === reason.resource).map((use) => use.cycles);
      const sum = held.reduce((total, cycles) => total + cycles, 0);
      const used = held.every((cycles) => cycles === 1)
        ? counted(sum, "time")
        : `for ${counted(sum, "cycle")}`;
      const users = shortened([...new Set(reason.users.map(nameOf))]).join(", ");
      return `II ${Math.ceil(sum / count)}: an iteration uses ${name} ${used} (${users}), and ${room(count)}`;
    }
    case "length": {
      const uses = problem.operations[reason.operation]?.uses ?? [];
      const { resource, cycles } = uses.reduce((one, other) => (other.cycles > one.cycles ? other : one));
      const { name, count } = problem.resources[resource] ?? { name: "", count: 1 };
      const kept = `${nameOf(reason.operation)} keeps ${name} for ${counted(cycles, "cycle")}`;
      return `II ${Math.ceil(cycles / count)}: ${kept}, and ${room(count)}`;
    }
    case "exit": {
      const known = `whether the loop is left is known ${counted(reason.cycle + 1, "cycle")} after an iteration starts`;
      return `II ${reason.cycle + 1}: ${known}, and the next one waits for that`;
    }
    case "asked":
      return "a smaller II was not asked for";
    case "search":
      return "no schedule with a smaller II was found";
    default:
      return assertNever(reason);
  }
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

function room(count: number): string {
  return `a cycle has room for ${count} use${count === 1 ? "" : "s"}`;
}

/** The first and the last of a long list. */
function shortened(names: readonly string[]): readonly string[] {
  return names.length <= 9 ? names : [...names.slice(0, 5), "…", ...names.slice(-3)];
}
