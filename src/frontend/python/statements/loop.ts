/**
 * Typing a loop body until it settles: the types at the head are those of the entry joined with what the body and
 * its jumps bring. Types only widen, so few rounds are needed; a nested loop starts from what it found last.
 */
import { bug } from "../../../diagnostics/bug.ts";
import type { Stmt } from "../../../program/nodes.ts";
import type { PyFor, PyWhile } from "../ast.ts";
import type { Env } from "../environment.ts";
import { conversions, converted, joinEnvs, sameEnv } from "../join.ts";
import type { Jump, LoopFrame, Scope } from "../scope.ts";

export interface TypedLoop {
  readonly entry: Env;
  readonly head: Env;
  readonly body: Stmt[];
  readonly backs: readonly Env[]; // what reaches the head again, in the head's locals
  readonly breaks: readonly Env[]; // what leaves by `break`, in the head's locals
}

/** `typeBody` types one round, with `scope.env` at the head, and returns its statements. */
export function settleLoop(scope: Scope, stmt: PyFor | PyWhile, typeBody: () => Stmt[]): TypedLoop {
  const entry = scope.env ?? new Map();
  const memo = scope.loopMemo.get(stmt);
  let head: Env = new Map((memo === undefined ? null : joinEnvs(scope, entry, memo)) ?? entry);
  for (let round = 0; round < 64; round++) {
    const reported = scope.unit.diagnostics.length;
    const before = scope.strided.size;
    const frame: LoopFrame = { breaks: [], continues: [] };
    scope.loops.push(frame);
    scope.env = new Map(head);
    const body = typeBody();
    scope.loops.pop();
    const end: Env | null = scope.env;
    const jumps = [...frame.continues, ...frame.breaks];
    // Breaks widen the head too, so that every way out of the loop leaves names in the same locals.
    const arriving = [...jumps.map((jump) => jump.env), ...(end === null ? [] : [end])];
    const widened = arriving.reduce<Env>((env, next) => joinEnvs(scope, env, next) ?? env, head);
    if (sameEnv(widened, head) && scope.strided.size === before) {
      scope.loopMemo.set(stmt, head);
      scope.out.push(...conversions(scope, entry, head));
      for (const jump of jumps) insertBefore(jump, conversions(scope, jump.env, head));
      if (end !== null) body.push(...conversions(scope, end, head));
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
  }
  return bug("the types of a loop do not settle");
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
