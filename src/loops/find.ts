/** Finding what a schedule names, and making names that are still free. */

import { bug } from "../diagnostics/bug.ts";
import { freeName } from "../program/free_name.ts";
import type { ArrayDecl, For, Loops, Region, ScalarDecl, Stmt, While } from "./nodes.ts";
import { mapBodies, statementsIn } from "./walk.ts";

/** The loop of that name; the caller knows that there is one. */
export function loopNamed(loops: Loops, name: string): For {
  return findLoop(loops, name) ?? bug(`no loop \`${name}\``);
}

export function findLoop(loops: Loops, name: string): For | undefined {
  for (const stmt of statementsIn(loops.body)) if (stmt.kind === "for" && stmt.name === name) return stmt;
  return undefined;
}

export function forLoops(loops: Loops): readonly For[] {
  return [...statementsIn(loops.body)].filter((stmt) => stmt.kind === "for");
}

export function whileLoops(loops: Loops): readonly While[] {
  return [...statementsIn(loops.body)].filter((stmt) => stmt.kind === "while");
}

export function regions(loops: Loops): readonly Region[] {
  return [...statementsIn(loops.body)].filter((stmt) => stmt.kind === "region");
}

/** Parameters and arrays on chip. */
export function arraysOf(loops: Loops): readonly ArrayDecl[] {
  return [...loops.params.filter((param) => param.kind === "array"), ...loops.arrays];
}

export function arrayNamed(loops: Loops, name: string): ArrayDecl {
  return arraysOf(loops).find((decl) => decl.name === name) ?? bug(`no array \`${name}\``);
}

export function scalarsOf(loops: Loops): readonly ScalarDecl[] {
  return [...loops.params.filter((param) => param.kind === "scalar"), ...loops.scalars];
}

/** The loops around a statement, outermost first, and the statement lists on the way. */
export interface Path {
  readonly loops: readonly For[]; // around the loop, itself excluded
  readonly siblings: readonly Stmt[]; // the list the loop stands in
  readonly index: number; // where it stands there
}

export function pathTo(loops: Loops, name: string): Path {
  const search = (body: readonly Stmt[], around: readonly For[]): Path | undefined => {
    for (const [index, stmt] of body.entries()) {
      if (stmt.kind === "for" && stmt.name === name) return { loops: around, siblings: body, index };
      const inner = stmt.kind === "for" ? [...around, stmt] : around;
      const lists = stmt.kind === "if" ? [stmt.then, stmt.else] : "body" in stmt ? [stmt.body] : [];
      for (const list of lists) {
        const found = search(list, inner);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  };
  return search(loops.body, []) ?? bug(`no loop \`${name}\``);
}

/** The kernel with the loop of that name replaced by `f` of it: by no, one or several statements. */
export function replaceLoop(loops: Loops, name: string, f: (loop: For) => readonly Stmt[]): Loops {
  const inside = (body: readonly Stmt[]): readonly Stmt[] =>
    body.flatMap((stmt) => (stmt.kind === "for" && stmt.name === name ? f(stmt) : [mapBodies(stmt, inside)]));
  return { ...loops, body: inside(loops.body) };
}

/** Every identifier and loop name of the kernel. */
export function namesIn(loops: Loops): ReadonlySet<string> {
  const names = new Set<string>([loops.name]);
  for (const decl of [...loops.params, ...loops.arrays, ...loops.scalars]) names.add(decl.name);
  for (const stmt of statementsIn(loops.body)) {
    if (stmt.kind === "for") names.add(stmt.variable);
    if (stmt.kind === "for" || stmt.kind === "while" || stmt.kind === "region") names.add(stmt.name);
  }
  return names;
}

/** `wanted`, or `wanted_1`, `wanted_2`, ... when it is taken. */
export function freshName(taken: ReadonlySet<string>, wanted: string): string {
  return freeName(taken, wanted);
}

/** A Python identifier for a loop of that name: `i.outer` is counted by `i_outer`. */
export function identifierFor(taken: ReadonlySet<string>, name: string): string {
  return freshName(taken, name.replace(/[^\p{XID_Continue}]/gu, "_").replace(/^(?=\p{N})/u, "_"));
}
