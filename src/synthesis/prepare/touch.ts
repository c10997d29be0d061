/** Every access of a statement to arrays, and accesses replaced by scalars. */
import type { Bank, Expr, For, Stmt, While } from "../../loops/nodes.ts";
import { bodiesOf, children, expressionsOf } from "../../loops/walk.ts";
import { type ElementRef, placeOf } from "./place.ts";

export interface Touch {
  readonly array: string;
  readonly place: ElementRef;
  readonly write: boolean;
  readonly loops: readonly (For | While)[]; // of the statement, around the access
  readonly guards: readonly Guard[]; // conditions of the statement around it, outermost first
  readonly isSkipped: boolean; // it may not happen in each of their iterations, though its guards hold
}

/** A condition of an `if`, and what it is where the access is. */
export interface Guard {
  readonly condition: Expr;
  readonly truth: boolean;
}

/** Accesses that memories take in a cycle: two each. */
export function portsOf(banks: readonly Bank[] = []): number {
  return banks.reduce((product, { factor }) => product * factor, 2);
}

/** Of the statement and all in it; those of statements inside are found once. */
export function touchesOf(stmt: Stmt): readonly Touch[] {
  const known = found.get(stmt);
  if (known !== undefined) return known;
  const touches: Touch[] = [];
  const around = stmt.kind === "for" || stmt.kind === "while" ? [stmt] : [];
  const where: Where = { loops: stmt.kind === "while" ? around : [], guards: [], isSkipped: false };
  for (const expr of expressionsOf(stmt)) reads(expr, where, touches);
  if (stmt.kind === "store")
    touches.push({ array: stmt.array, place: placeOf(stmt.index), write: true, ...where });
  for (const body of bodiesOf(stmt)) {
    let isSkipped = false;
    const guard = stmt.kind === "if" ? [{ condition: stmt.condition, truth: body === stmt.then }] : [];
    for (const inner of body) {
      for (const { array, place, write, loops, guards, isSkipped: maybe } of touchesOf(inner))
        touches.push({
          array,
          place,
          write,
          loops: [...around, ...loops],
          guards: guard.length === 0 ? guards : [...guard, ...guards],
          isSkipped: isSkipped || maybe,
        });
      isSkipped ||= mayJump(inner);
    }
  }
  found.set(stmt, touches);
  return touches;
}

const found = new WeakMap<Stmt, readonly Touch[]>();

type Where = Pick<Touch, "loops" | "guards" | "isSkipped">;

function mayJump(stmt: Stmt): boolean {
  if (stmt.kind === "break" || stmt.kind === "continue") return true;
  return stmt.kind === "if" && [...stmt.then, ...stmt.else].some(mayJump);
}

function reads(expr: Expr, where: Where, touches: Touch[]): void {
  const maybe = { ...where, isSkipped: true };
  switch (expr.kind) {
    case "select":
      reads(expr.condition, where, touches);
      reads(expr.then, maybe, touches);
      reads(expr.otherwise, maybe, touches);
      return;
    case "logic":
      reads(expr.left, where, touches);
      reads(expr.right, maybe, touches);
      return;
    case "load":
      for (const index of expr.index) reads(index, where, touches);
      touches.push({ array: expr.array, place: placeOf(expr.index), write: false, ...where });
      return;
    default:
      for (const child of children(expr)) reads(child, where, touches);
  }
}

/** The scalar that stands for an element, or null where it stays in memory. */
export type Kept = (array: string, place: ElementRef) => string | null;

/** Loads of kept elements read their scalar; stores set it, or stay (`loads`). What does not change stays the same object. */
export function withKept(stmt: Stmt, which: "all" | "loads", kept: Kept): Stmt {
  const value = (expr: Expr): Expr => keptIn(expr, kept);
  const list = (body: readonly Stmt[]): readonly Stmt[] =>
    mapped(body, (inner) => withKept(inner, which, kept));
  switch (stmt.kind) {
    case "for": {
      const next = { from: value(stmt.from), to: value(stmt.to), body: list(stmt.body) };
      const same = next.from === stmt.from && next.to === stmt.to && next.body === stmt.body;
      return same ? stmt : { ...stmt, ...next };
    }
    case "while": {
      const next = { condition: value(stmt.condition), body: list(stmt.body) };
      return next.condition === stmt.condition && next.body === stmt.body ? stmt : { ...stmt, ...next };
    }
    case "if": {
      const next = { condition: value(stmt.condition), then: list(stmt.then), else: list(stmt.else) };
      const same = next.condition === stmt.condition && next.then === stmt.then && next.else === stmt.else;
      return same ? stmt : { ...stmt, ...next };
    }
    case "assign": {
      const next = value(stmt.value);
      return next === stmt.value ? stmt : { ...stmt, value: next };
    }
    case "store": {
      const next = value(stmt.value);
      const target = which === "all" ? kept(stmt.array, placeOf(stmt.index)) : null;
      if (target !== null) return { kind: "assign", target, value: next, origin: stmt.origin };
      const index = mapped(stmt.index, value);
      return next === stmt.value && index === stmt.index ? stmt : { ...stmt, index, value: next };
    }
    case "region": {
      const body = list(stmt.body);
      return body === stmt.body ? stmt : { ...stmt, body };
    }
    case "break":
    case "continue":
    case "pragma":
      return stmt;
  }
}

function keptIn(expr: Expr, kept: Kept): Expr {
  switch (expr.kind) {
    case "const":
    case "var":
      return expr;
    case "load": {
      const name = kept(expr.array, placeOf(expr.index));
      if (name !== null) return { kind: "var", name, type: expr.type };
      const index = mapped(expr.index, (at) => keptIn(at, kept));
      return index === expr.index ? expr : { ...expr, index };
    }
    case "unary":
    case "cast":
    case "bitcast": {
      const operand = keptIn(expr.operand, kept);
      return operand === expr.operand ? expr : { ...expr, operand };
    }
    case "binary":
    case "compare":
    case "logic": {
      const [left, right] = [keptIn(expr.left, kept), keptIn(expr.right, kept)];
      return left === expr.left && right === expr.right ? expr : { ...expr, left, right };
    }
    case "select": {
      const condition = keptIn(expr.condition, kept);
      const [then, otherwise] = [keptIn(expr.then, kept), keptIn(expr.otherwise, kept)];
      const same = condition === expr.condition && then === expr.then && otherwise === expr.otherwise;
      return same ? expr : { ...expr, condition, then, otherwise };
    }
    case "math": {
      const args = mapped(expr.args, (arg) => keptIn(arg, kept));
      return args === expr.args ? expr : { ...expr, args };
    }
    case "bits": {
      const [operand, low] = [keptIn(expr.operand, kept), keptIn(expr.low, kept)];
      return operand === expr.operand && low === expr.low ? expr : { ...expr, operand, low };
    }
  }
}

/** The same list where nothing changes. */
function mapped<T>(list: readonly T[], f: (one: T) => T): readonly T[] {
  const next = list.map(f);
  return next.every((one, k) => one === list[k]) ? list : next;
}
