/**
 * Loops without jumps: `break`, `continue` and the condition of a `while` become flags that the rest of an iteration
 * asks for. What leaves a loop is told beside it: a circuit starts no iteration after one that sets the flag.
 *
 *     while x > 0:                       while (forever):
 *         if y: break                        exit = False
 *         x = x - 1                          if x > 0:
 *                                                if y: exit = True
 *                                                if not exit: x = x - 1
 *                                            else: exit = True
 */
import type { Assign, Expr, For, If, Loops, Origin, ScalarDecl, Stmt, While } from "../../loops/nodes.ts";
import { bodiesOf, mapBodies } from "../../loops/walk.ts";
import { bool } from "../../types/types.ts";

export interface WithoutJumps {
  readonly loops: Loops;
  readonly exits: ReadonlyMap<string, string>; // by the name of the loop: the flag that ends it
}

export function withoutJumps(loops: Loops): WithoutJumps {
  const taken = new Set([...loops.params, ...loops.arrays, ...loops.scalars].map(({ name }) => name));
  const scalars: ScalarDecl[] = [];
  const exits = new Map<string, string>();
  const flag = (stem: string): string => {
    let name = stem;
    for (let count = 1; taken.has(name); count++) name = `${stem}_${count}`;
    taken.add(name);
    scalars.push({ kind: "scalar", name, type: bool });
    return name;
  };

  const inside = (body: readonly Stmt[]): readonly Stmt[] =>
    body.map((stmt) => (stmt.kind === "for" || stmt.kind === "while" ? loop(stmt) : mapBodies(stmt, inside)));

  const loop = (stmt: For | While): Stmt => {
    const stem = stmt.name.replace(/\W/g, "_");
    const breaks = jumps(stmt.body, "break");
    const continues = jumps(stmt.body, "continue");
    const exit = breaks || stmt.kind === "while" ? flag(`exit_${stem}`) : null;
    const rest = continues ? flag(`rest_${stem}`) : exit; // 1: nothing more is done in this iteration
    if (exit !== null) exits.set(stmt.name, exit);
    const { origin } = stmt;
    const body = breaks || continues ? guarded(inside(stmt.body), { exit, rest }) : inside(stmt.body);
    const flags = new Set([exit, rest].filter((name) => name !== null));
    const reset = [...flags].map((name) => set(name, false, origin));
    if (stmt.kind === "for") return { ...stmt, body: [...reset, ...body] };
    const ends: Stmt[] = exit === null ? [] : [set(exit, true, origin)];
    const test: If = { kind: "if", condition: stmt.condition, then: body, else: ends, origin };
    return { ...stmt, condition: { kind: "const", value: true, type: bool }, body: [...reset, test] };
  };

  const body = inside(loops.body);
  return { loops: { ...loops, body, scalars: [...loops.scalars, ...scalars] }, exits };
}

interface Flags {
  readonly exit: string | null;
  readonly rest: string | null;
}

/** Jumps become flags, and what stands after one asks. */
function guarded(body: readonly Stmt[], flags: Flags): readonly Stmt[] {
  const [first, ...others] = body;
  if (first === undefined) return [];
  const { exit, rest } = flags;
  if (first.kind === "break" || first.kind === "continue") {
    const names = new Set([first.kind === "break" ? exit : null, rest].filter((name) => name !== null));
    return [...names].map((name) => set(name, true, first.origin));
  }
  if (first.kind !== "if" || !(jumps([first], "break") || jumps([first], "continue"))) {
    return [first, ...guarded(others, flags)];
  }
  const own = mapBodies(first, (inner) => guarded(inner, flags));
  const after = guarded(others, flags);
  if (after.length === 0 || rest === null) return [own, ...after];
  const asks: Expr = {
    kind: "unary",
    op: "not",
    operand: { kind: "var", name: rest, type: bool },
    type: bool,
    span: first.origin.span,
  };
  return [own, { kind: "if", condition: asks, then: after, else: [], origin: first.origin }];
}

function set(target: string, value: boolean, origin: Origin): Assign {
  return { kind: "assign", target, value: { kind: "const", value, type: bool }, origin };
}

/** Whether statements of one loop's body jump, out of that loop. */
function jumps(body: readonly Stmt[], kind: "break" | "continue"): boolean {
  return body.some((stmt) => {
    if (stmt.kind === kind) return true;
    if (stmt.kind === "for" || stmt.kind === "while") return false;
    return bodiesOf(stmt).some((inner) => jumps(inner, kind));
  });
}
