/**
 * Lengths of lists in a loop whose rounds make them longer by equally many elements: what the counter says, so that no
 * local counts, and the length behind the loop is known. Otherwise names are left as they are: a local counts.
 */
import type { Expr } from "../../../program/nodes.ts";
import type { PyFor } from "../ast.ts";
import { binary, constantInt, intConst } from "../build.ts";
import type { Binding, Env } from "../environment.ts";
import { isComputed, type KnownGrown, value } from "../known.ts";
import { lengthOf, listsIn } from "../lists.ts";
import { constantDifference } from "../ranges.ts";
import type { Jump, Scope } from "../scope.ts";

export interface ListsOfLoop {
  readonly begin: (count: Expr | null) => void; // a round, which so many came before
  readonly end: () => void;
  readonly jump: (jump: Jump, way: "break" | "continue") => void;
  readonly leave: (exits: readonly Env[], entry: Env) => void;
}

/** How often a loop's step may turn out to be another: what it appends may wait for what is found of other lists. */
const mostTries = 4;

interface Regular {
  readonly list: KnownGrown;
  readonly memo: string;
  readonly entry: Expr;
  readonly step: number;
}

export function listsOfLoop(scope: Scope, stmt: PyFor, trips: number | null): ListsOfLoop {
  const { plans, env } = scope;
  const regular =
    env === null
      ? []
      : listsIn(env).flatMap((list): Regular[] => {
          const memo = `${stmt.span.from}:${scope.copies.join()}:${list.key}`;
          const step = plans.steps.get(memo) ?? (plans.steps.has(memo) ? null : 0);
          const entry = lengthOf(scope, list);
          const isKnown = step !== null && (step === 0 || trips !== null);
          return entry === null || !isKnown ? [] : [{ list, memo, entry, step }];
        });
  const kept = new Map<string, Binding | undefined>();
  for (const { list } of regular) {
    kept.set(list.length, env?.get(list.length));
    env?.delete(list.length);
  }
  const heads = new Map<string, Expr>();
  const found = new Map<string, number | null>(); // what each round of this loop adds, as it is typed now
  const checkAt = (at: Env, way: "end" | "break" | "continue"): void => {
    for (const { list, memo, step } of regular) {
      const binding = at.get(list.length);
      const head = heads.get(list.length);
      const length = binding?.kind === "bound" && isComputed(binding.known) ? binding.known.expr : null;
      at.delete(list.length);
      const added = length === null || head === undefined ? null : addedTo(head, length);
      if (added === step && (way !== "break" || step === 0)) continue;
      const before = found.get(memo) ?? added;
      const isRegular = added !== null && before === added && trips !== null && way !== "break";
      const tries = found.has(memo) ? 0 : 1;
      plans.tries.set(memo, (plans.tries.get(memo) ?? 0) + tries);
      found.set(memo, isRegular && (plans.tries.get(memo) ?? 0) <= mostTries ? added : null);
      plans.steps.set(memo, found.get(memo) ?? null);
      plans.changed = true;
    }
  };
  return {
    begin: (count) => {
      for (const { list, entry, step } of regular) {
        const head = step === 0 ? entry : grown(scope, entry, count, step);
        if (head === null) continue;
        heads.set(list.length, head);
        const { span } = head;
        scope.env?.set(list.length, { kind: "bound", known: value(head), slot: null, definite: true, span });
      }
    },
    end: () => {
      if (scope.env !== null) checkAt(scope.env, "end");
    },
    jump: ({ env: at }, way) => checkAt(at, way),
    leave: (exits, before) => {
      for (const { list, entry, step } of regular) {
        const length = trips === null ? entry : grown(scope, entry, intConst(trips, entry.span), step);
        const was = kept.get(list.length);
        if (was !== undefined) before.set(list.length, was);
        if (length === null) continue;
        const { span } = length;
        const after: Binding = { kind: "bound", known: value(length), slot: null, definite: true, span };
        for (const exit of exits) exit.set(list.length, step === 0 && was !== undefined ? was : after);
      }
    },
  };
}

/** How much longer, where that is a number whatever the lengths are. */
function addedTo(head: Expr, length: Expr): number | null {
  if (length === head) return 0;
  const by = length.kind === "binary" ? constantInt(length.right) : null;
  if (length.kind !== "binary" || by === null || (length.op !== "add" && length.op !== "sub"))
    return constantDifference(length, head);
  const rest = addedTo(head, length.left);
  return rest === null ? null : length.op === "add" ? rest + by : rest - by;
}

function grown(scope: Scope, entry: Expr, count: Expr | null, step: number): Expr | null {
  if (count === null) return null;
  const added = step === 1 ? count : binary(scope, "mul", count, intConst(step, entry.span), entry.span);
  return added === null ? null : binary(scope, "add", entry, added, entry.span);
}
