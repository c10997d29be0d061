/** `for i in range(n)`, `for x in a`, `for i, x in enumerate(a)`. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { Expr, For, LoopAttrs, Stmt } from "../../../program/nodes.ts";
import { pythonInt } from "../../../types/types.ts";
import { assignedNames } from "../assigned.ts";
import type { PyFor } from "../ast.ts";
import { binary, constantInt, intConst } from "../build.ts";
import { infer } from "../expressions/index.ts";
import { type Sequence, sequenceOf, tripCount } from "../expressions/iterate.ts";
import { type Known, type KnownRange, type KnownTuple, value } from "../known.ts";
import { listsIn } from "../lists.ts";
import { rangeOf } from "../ranges.ts";
import { type Range, remembered, report, type Scope, slotAt, slotFor } from "../scope.ts";
import { assignTo } from "./assign.ts";
import { forget, hold } from "./bind.ts";
import { leaveToElse, leftFlag } from "./else.ts";
import { listOf } from "./grow.ts";
import { inferBlock, inferInto } from "./index.ts";
import { listsOfLoop } from "./list_steps.ts";
import { leaveLoop, settleLoop } from "./loop.ts";
import { hasJump, isSolvedByRounds, mayBeRounds, mostRoundsTyped, typeRound } from "./typed_rounds.ts";

export function inferFor(scope: Scope, stmt: PyFor): void {
  const iterable = infer(scope, stmt.iterable);
  if (iterable.kind === "error") return skipBody(scope, stmt);
  if (iterable.kind === "range") return overRangeOrItems(scope, stmt, iterable);
  if (iterable.kind === "tuple" && !isTable(iterable)) return unrolled(scope, stmt, iterable);
  const held = hold(scope, "items", iterable);
  const sequence = sequenceOf(scope, held, stmt.iterable.span);
  if (sequence === null) return skipBody(scope, stmt);
  const list = stmt.iterable.kind === "Name" ? listOf(scope, stmt.iterable.id) : null;
  if (list !== null) scope.iterated.push(list.key);
  overSequence(scope, stmt, sequence);
  if (list !== null) scope.iterated.pop();
}

/** What is wrong with the header has been said; the body is still worth a look, with its names unknown. */
function skipBody(scope: Scope, stmt: PyFor): void {
  const typeBody = (): Stmt[] => {
    for (const name of targetNames(stmt)) forget(scope, name, stmt.header);
    return inferInto(scope, stmt.body);
  };
  const loop = settleLoop(scope, stmt, { typeBody, repeat: () => null });
  leaveLoop(scope, [loop.entry, ...loop.backs, ...loop.breaks]);
  for (const name of assignedNames([stmt])) settle(scope, name, stmt.header);
}

function targetNames(stmt: PyFor): Set<string> {
  return assignedNames([{ ...stmt, body: [], orElse: [] }]);
}

/** How often a wrong loop runs is not known, so nothing is said of names it may leave unset. */
export function settle(scope: Scope, name: string, span: Span): void {
  const binding = scope.env?.get(name);
  if (binding?.kind === "bound") scope.env?.set(name, { ...binding, definite: true });
  else forget(scope, name, span);
}

/**
 * Where the body needs the counter when compiling, as in `np.reshape(y, (2**i, -1))`, or a name has another shape in each
 * round, a loop of few rounds is typed once for each.
 */
function overRangeOrItems(scope: Scope, stmt: PyFor, range: KnownRange): void {
  const items = itemsOf(scope, stmt, range);
  if (items === null) return overRange(scope, stmt, range);
  const { diagnostics } = scope.unit;
  const undo = remembered(scope);
  const before = diagnostics.length;
  overRange(scope, stmt, range);
  if (!isSolvedByRounds(diagnostics.slice(before))) return;
  undo();
  const isWrong = (): boolean => diagnostics.slice(before).some(({ severity }) => severity === "error");
  unrolled(scope, stmt, items, isWrong);
  if (!isWrong()) return;
  // Neither way: what was said of the loop as it is written is what a user reads.
  undo();
  overRange(scope, stmt, range);
}

/** The values of the counter, where they are few and known, and each round ends with its end. */
function itemsOf(scope: Scope, stmt: PyFor, range: KnownRange): KnownTuple | null {
  const [from, step, count] = [constantInt(range.from), constantInt(range.step), tripCount(range)];
  const isPlain = range.pipeline === null && range.unroll === null && !range.parallel;
  if (from === null || step === null || count === null || count > mostRoundsTyped || !isPlain) return null;
  if (!mayBeRounds(scope, stmt)) return null;
  const { span } = stmt.iterable;
  const items = Array.from({ length: count }, (_, k) => value(intConst(from + k * step, span)));
  return { kind: "tuple", form: "tuple", items };
}

function overRange(scope: Scope, stmt: PyFor, range: KnownRange): void {
  const { target } = stmt;
  if (target.kind === "Name" && (bodyKeeps(stmt) || !hasGrownLists(scope))) {
    const slot = slotFor(scope, target.id, pythonInt);
    return typeLoop(scope, stmt, range, slot, () => {
      const expr: Expr = { kind: "var", name: slot, type: pythonInt, span: target.span };
      scope.env?.set(target.id, {
        kind: "bound",
        known: value(expr),
        slot,
        definite: true,
        span: target.span,
      });
    });
  }
  const slot = slotAt(scope, "index", stmt.header, pythonInt);
  typeLoop(scope, stmt, range, slot, () => {
    const expr: Expr = { kind: "var", name: slot, type: pythonInt, span: target.span };
    assignTo(scope, target, value(expr), target.span, stmt);
  });
}

/** Lists whose length the counter may say: then it must stay what the loop made it. */
function hasGrownLists({ env }: Scope): boolean {
  return env !== null && listsIn(env).length > 0;
}

function overSequence(scope: Scope, stmt: PyFor, sequence: Sequence): void {
  const { span } = stmt.iterable;
  const base = stmt.target.kind === "Name" ? `${stmt.target.id}_index` : "index";
  const slot = slotAt(scope, base, stmt.header, pythonInt);
  const k: Expr = { kind: "var", name: slot, type: pythonInt, span };
  const range: KnownRange = {
    kind: "range",
    from: intConst(0, span),
    to: sequence.length,
    step: intConst(1, span),
    pipeline: null,
    unroll: null,
    parallel: false,
  };
  typeLoop(scope, stmt, range, slot, () => assignTo(scope, stmt.target, sequence.at(k), span, stmt));
}

function typeLoop(scope: Scope, stmt: PyFor, range: KnownRange, slot: string, bind: () => void): void {
  const bounds = bodyKeeps(stmt) ? boundsOf(scope, range) : null;
  const outer = scope.ranges.get(slot);
  if (bounds !== null) scope.ranges.set(slot, bounds);
  else scope.ranges.delete(slot);
  const lists = listsOfLoop(scope, stmt, tripCount(range));
  const typeBody = (): Stmt[] => {
    const outerOut = scope.out;
    const body: Stmt[] = [];
    scope.out = body;
    bind();
    lists.begin(countOf(scope, range, slot));
    inferBlock(scope, stmt.body);
    lists.end();
    scope.out = outerOut;
    return body;
  };
  const { from, to, step } = range;
  const repeat = (body: readonly Stmt[]): For => ({
    kind: "for",
    variable: slot,
    from,
    to,
    step,
    body,
    attrs: attrsOf(range),
    span: stmt.header,
  });
  const left = leftFlag(scope, stmt);
  scope.trips.push({ most: mostTrips(scope, range) });
  const loop = settleLoop(scope, stmt, { typeBody, repeat, jump: lists.jump, ...left });
  scope.trips.pop();
  if (outer !== undefined) scope.ranges.set(slot, outer);
  else scope.ranges.delete(slot);
  scope.out.push(repeat(loop.body));
  const count = tripCount(range);
  // A loop that surely runs leaves by its end or a break, never with the entry's names.
  const exits = count !== null && count > 0 ? loop.backs : [loop.entry, ...loop.backs];
  lists.leave([...loop.backs, ...loop.breaks], loop.entry);
  leaveToElse(scope, stmt, left, { normal: exits, breaks: loop.breaks });
}

/** How many rounds there have been: `(i - from) // step`. */
function countOf(scope: Scope, { from, step }: KnownRange, slot: string): Expr | null {
  const i: Expr = { kind: "var", name: slot, type: pythonInt, span: from.span };
  const by = constantInt(step);
  if (by === null) return null;
  const passed = constantInt(from) === 0 ? i : binary(scope, "sub", i, from, from.span);
  return passed === null || by === 1 ? passed : binary(scope, "floordiv", passed, step, from.span);
}

/** The most rounds that the range can have, where there is a bound. */
function mostTrips(scope: Scope, range: KnownRange): number | null {
  const bounds = boundsOf(scope, range);
  const step = constantInt(range.step);
  if (bounds === null || step === null) return null;
  return Math.max(0, Math.floor((bounds.high - bounds.low) / Math.abs(step)) + 1);
}

function attrsOf(range: KnownRange): LoopAttrs {
  return {
    ...(range.pipeline === null ? {} : { pipeline: range.pipeline }),
    ...(range.unroll === null ? {} : { unroll: range.unroll }),
    ...(range.parallel ? { parallel: true as const } : {}),
  };
}

/** Whether the body leaves the loop variable as the loop set it. */
function bodyKeeps(stmt: PyFor): boolean {
  return stmt.target.kind !== "Name" || !assignedNames(stmt.body).has(stmt.target.id);
}

function boundsOf(scope: Scope, range: KnownRange): Range | null {
  const step = constantInt(range.step);
  const from = rangeOf(scope, range.from);
  const to = rangeOf(scope, range.to);
  if (step === null || step === 0 || from === null || to === null) return null;
  // From one known value on, what is counted is known too: `range(0, 16, 8)` ends with 8, not 15.
  const last = (end: number): number => (from.low === from.high ? end - ((end - from.low) % step) : end);
  return step > 0 ? { low: from.low, high: last(to.high - 1) } : { low: last(to.low + 1), high: from.high };
}

/** Items that are not all numbers of one kind: the body is typed once for each. */
function unrolled(scope: Scope, stmt: PyFor, tuple: KnownTuple, ends: () => boolean = () => false): void {
  const jumps = stmt.body.some(hasJump);
  if (jumps) {
    report(scope, diagnose("jump-in-unrolled", stmt.header, {}));
    return;
  }
  for (const [k, item] of tuple.items.entries()) {
    if (scope.env === null) return;
    assignTo(scope, stmt.target, item, stmt.iterable.span, stmt);
    typeRound(scope, stmt, k);
    if (ends()) return;
  }
  if (scope.env !== null) inferBlock(scope, stmt.orElse); // nothing in the body leaves the loop
}

/** Numbers, or rows of numbers, of one kind each: a table that a loop can go over. */
function isTable(tuple: KnownTuple): boolean {
  const kinds = new Set(tuple.items.map(cellKind));
  return tuple.items.length > 0 && kinds.size === 1 && !kinds.has(null);
}

function cellKind(known: Known): string | null {
  if (known.kind !== "value" || known.expr.kind !== "const" || known.expr.type.kind !== "python") return null;
  return known.expr.type.name;
}
