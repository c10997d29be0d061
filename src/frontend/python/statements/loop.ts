/**
 * Typing a loop body until it settles: the types at the head are those of the entry joined with what the body and
 * its jumps bring. Types only widen, so few rounds are needed; a nested loop starts from what it found last. Exact
 * types that would widen for ever get the width that is proved of them (growth.ts).
 */
import { bug } from "../../../diagnostics/bug.ts";
import type { Stmt } from "../../../program/nodes.ts";
import type { PyFor, PyWhile } from "../ast.ts";
import type { Env } from "../environment.ts";
import { conversions, converted, joinEnvs, sameEnv } from "../join.ts";
import { isComputed, value } from "../known.ts";
import { type Jump, type LoopFrame, type Scope, slotFor } from "../scope.ts";
import { isProved, watchGrowth, widenToProof } from "./growth.ts";

export interface TypedLoop {
  readonly entry: Env;
  readonly head: Env;
  readonly body: Stmt[];
  readonly backs: readonly Env[]; // what reaches the head again, in the head's locals
  readonly breaks: readonly Env[]; // what leaves by `break`, in the head's locals
}

/** How a loop is typed: one round of its body, and the statement that repeats it; null where that cannot be said. */
export interface LoopForm {
  readonly typeBody: () => Stmt[]; // with `scope.env` at the head
  readonly repeat: (body: readonly Stmt[]) => Stmt | null;
  readonly jump?: (jump: Jump, way: "break" | "continue") => void; // what is seen of each jump, before its names are joined
  readonly left?: string; // the local that says whether a `break` left it
}

export function settleLoop(scope: Scope, stmt: PyFor | PyWhile, form: LoopForm): TypedLoop {
  const before = new Set(scope.proved.keys());
  const loop = settleRounds(scope, stmt, form);
  // What is proved holds in this loop: behind it the name takes other values.
  for (const name of [...scope.proved.keys()]) if (!before.has(name)) scope.proved.delete(name);
  return loop;
}

function settleRounds(
  scope: Scope,
  stmt: PyFor | PyWhile,
  { typeBody, repeat, jump: seen, left }: LoopForm,
): TypedLoop {
  const entry = scope.env ?? new Map();
  const memo = scope.loopMemo.get(stmt);
  const growth = watchGrowth();
  let proved: readonly string[] = []; // names of this loop that have a proved type
  // The memo is no path to the head: a name that it lacks is as it is where the loop begins.
  const found = memo === undefined ? null : joinEnvs(scope, entry, new Map([...entry, ...memo]));
  let head: Env = new Map(found ?? entry);
  for (let round = 0; round < 64; round++) {
    const reported = scope.unit.diagnostics.length;
    const before = scope.strided.size;
    const frame: LoopFrame = { breaks: [], continues: [], left: left ?? null };
    scope.loops.push(frame);
    scope.env = new Map(head);
    const body = typeBody();
    scope.loops.pop();
    const end: Env | null = scope.env;
    for (const jump of frame.continues) seen?.(jump, "continue");
    for (const jump of frame.breaks) seen?.(jump, "break");
    const jumps = [...frame.continues, ...frame.breaks];
    // Breaks widen the head too, so that every way out of the loop leaves names in the same locals.
    const arriving = [...jumps.map((jump) => jump.env), ...(end === null ? [] : [end])];
    const widened = arriving.reduce<Env>((env, next) => joinEnvs(scope, env, next) ?? env, head);
    const settled = sameEnv(widened, head) && scope.strided.size === before;
    const growing = settled ? proved : growth.note(head, widened).filter((name) => !scope.proved.has(name));
    const carry = settled ? (env: Env) => conversions(scope, env, head) : (env: Env) => carried(env, head);
    if (settled || growing.length > 0) {
      for (const jump of jumps) insertBefore(jump, carry(jump.env));
      if (end !== null) body.push(...carry(end));
    }
    const loop = growing.length === 0 ? null : repeat(body);
    const typed = loop === null ? null : { entry, head, loop };
    if (settled && (typed === null || isProved(scope, growing, typed))) {
      scope.loopMemo.set(stmt, head);
      scope.out.push(...conversions(scope, entry, head));
      const settle = (env: Env): Env => converted(env, head);
      return {
        entry: settle(entry),
        head,
        body,
        backs: [...frame.continues.map((jump) => settle(jump.env)), ...(end === null ? [] : [settle(end)])],
        breaks: frame.breaks.map((jump) => settle(jump.env)),
      };
    }
    scope.unit.diagnostics.length = reported;
    head = widened;
    if (typed === null) continue;
    const names = widenToProof(scope, growing, typed, round < 32);
    proved = [...proved.filter((name) => !growing.includes(name)), ...names];
    head = inProvedTypes(scope, widened, growing);
  }
  return bug("the types of a loop do not settle");
}

/** The head with the names in the locals of their proved types. */
function inProvedTypes(scope: Scope, head: Env, names: readonly string[]): Env {
  const env: Env = new Map(head);
  for (const name of names) {
    const [type, binding] = [scope.proved.get(name), head.get(name)];
    if (type === undefined || binding?.kind !== "bound") continue;
    const slot = slotFor(scope, name, type);
    const known = value({ kind: "var", name: slot, type, span: binding.span });
    env.set(name, { ...binding, known, slot });
  }
  return env;
}

/** Names of one place in the locals that the head has them in, in whatever type: to look at, not to run. */
function carried(from: Env, head: Env): Stmt[] {
  const stmts: Stmt[] = [];
  for (const [name, target] of head) {
    const source = from.get(name);
    if (target.kind !== "bound" || target.slot === null) continue;
    if (source?.kind !== "bound" || source.slot === target.slot || !isComputed(source.known)) continue;
    stmts.push({ kind: "assign", target: target.slot, value: source.known.expr, span: source.span });
  }
  return stmts;
}

/** After the loop: what any of its exits brings. */
export function leaveLoop(scope: Scope, exits: readonly Env[]): void {
  const joined = exits.reduce<Env | null>((a, b) => joinEnvs(scope, a, b), null);
  scope.env = joined === null ? null : new Map(joined);
}

function insertBefore(jump: Jump, stmts: readonly Stmt[]): void {
  if (stmts.length === 0) return;
  const at = jump.out.indexOf(jump.at);
  jump.out.splice(at < 0 ? jump.out.length : at, 0, ...stmts);
}
