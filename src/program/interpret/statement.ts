/** Code for statements. */

import { type Interval, interval } from "../../types/interval.ts";
import { elementOf } from "../../types/types.ts";
import type { Assign, CallStmt, For, Gather, If, Return, Stmt, Store, StoreBits, While } from "../nodes.ts";
import { statementsIn } from "../walk.ts";
import { callCode, lastingMemory, resultMemory } from "./call.ts";
import {
  bug,
  type Code,
  capture,
  emit,
  forLoop,
  fresh,
  help,
  inOrder,
  isAtom,
  type Num,
  show,
  site,
  spill,
} from "./code.ts";
import { bitCount, scalar } from "./expression.ts";
import { mostIterations, mostRounds } from "./fault.ts";
import { intervalOf } from "./interval.ts";
import { broadcastTo, type Lane, laneOf, lowerToMemory, memoryLane } from "./lane.ts";
import { constantInt } from "./layout.ts";
import {
  checkedPosition,
  elementPointer,
  load,
  type Memory,
  matchingParts,
  mayShareStorage,
  pointer,
  store,
  variableName,
  variableNames,
} from "./memory.ts";
import { loopNest, materialise, storeLane } from "./store.ts";

export function statements(code: Code, body: readonly Stmt[]): void {
  for (const stmt of body) statement(code, stmt);
}

function statement(code: Code, stmt: Stmt): void {
  switch (stmt.kind) {
    case "assign":
      return assign(code, stmt);
    case "store":
      return storeElements(code, stmt);
    case "storeBits":
      return storeBits(code, stmt);
    case "for":
      return forRange(code, stmt);
    case "while":
      return whileTrue(code, stmt);
    case "if":
      return branch(code, stmt);
    case "assert": {
      const [message, place] = [JSON.stringify(stmt.message), site(code, stmt.condition.span)];
      return emit(code, `if (!(${scalar(code, stmt.condition)})) raise("assertion", ${message}, ${place});`);
    }
    case "callStmt":
      return call(code, stmt);
    case "return":
      return emit(code, `return ${returned(code, stmt)};`);
    case "break":
      return emit(code, "break;");
    case "continue":
      return emit(code, "continue;");
    case "pragma":
      return;
  }
}

function assign(code: Code, stmt: Assign): void {
  if (stmt.value.type.kind === "array") bindArray(code, stmt.target, lastingMemory(code, stmt.value));
  else emit(code, `${variableName(code, stmt.target)} = ${scalar(code, stmt.value)};`);
}

/** Makes a variable refer to memory. */
function bindArray(code: Code, target: string, memory: Memory): void {
  const variable = code.variables.get(target);
  if (variable?.type.kind !== "array") return bug(`\`${target}\` is not an array variable`);
  const names = variableNames(code, target, variable.type);
  // Parts of the variable's own old view are read before they are assigned.
  const parts = matchingParts(code, target, variable.type, memory).map((part, i) => {
    if (part === names[i] || !names.includes(part)) return part;
    const name = fresh(code, "t");
    emit(code, `const ${name} = ${part};`);
    return name;
  });
  for (const [i, name] of names.entries()) {
    if (parts[i] !== name) emit(code, `${name} = ${parts[i]};`);
  }
}

// Stores: the value first, then the target, as Python does

function storeElements(code: Code, stmt: Store): void {
  const { target, value, span } = stmt;
  if (target.kind === "load") {
    let memory: Memory | undefined;
    const [text = "", at = ""] = inOrder(code, [
      () => scalar(code, value),
      () => {
        memory = lowerToMemory(code, target.base);
        return elementPointer(code, memory, target.index, target.span);
      },
    ]);
    // JavaScript computes the place first, and either may stop the run.
    const held = mayRaise(at) && mayRaise(text) ? spill(code, text) : text;
    store(code, memory ?? bug("a store without memory"), at, held);
    return;
  }
  const lane = laneOf(code, value);
  if (target.kind === "gather") storeGathered(code, target, lane);
  else storeLane(code, lowerToMemory(code, target), lane, span);
}

/** Only what is called raises. */
function mayRaise(text: string): boolean {
  return /[\w$]\(/.test(text);
}

function storeGathered(code: Code, target: Gather, value: Lane): void {
  const base = lowerToMemory(code, target.base);
  const positions = laneOf(code, target.index);
  const index = mayBe(code, base, positions)
    ? memoryLane(code, materialise(code, positions), true)
    : positions;
  const { axis, span } = target;
  const rank = index.shape.length;
  const shape = [...base.shape.slice(0, axis), ...index.shape, ...base.shape.slice(axis + 1)];
  const spread = value.shape.length === 0 ? value : broadcastTo(code, value, shape, span);
  const lane = mayBe(code, base, spread) ? memoryLane(code, materialise(code, spread), true) : spread;
  loopNest(code, shape, (ix) => {
    const text = spill(code, lane.at(ix));
    const position = index.at(ix.slice(axis, axis + rank));
    const place = spill(code, checkedPosition(code, position, base.shape[axis] ?? 1, axis, base.name, span));
    store(code, base, pointer(code, base, [...ix.slice(0, axis), place, ...ix.slice(axis + rank)]), text);
  });
}

/** Whether a lane may read memory that is about to be written in another order. */
function mayBe(code: Code, base: Memory, lane: Lane): boolean {
  return lane.reads.some(
    ({ memory }) => mayShareStorage(memory.element, base.element) && !code.module.ownData.has(memory.data),
  );
}

function storeBits(code: Code, stmt: StoreBits): void {
  const { target, width } = stmt;
  const type = elementOf(target.type);
  const signed = (type.kind === "int" || type.kind === "fixed") && type.signed;
  const [value = "", low = ""] = inOrder(code, [
    () => scalar(code, stmt.value),
    () => scalar(code, stmt.low),
  ]);
  const changed = (old: string): string =>
    `withBits(${old}, ${bitCount(type)}, ${signed}, ${low}, ${width}, ${value}, ${site(code, stmt.span)})`;
  if (target.kind === "var") {
    const name = variableName(code, target.name);
    emit(code, `${name} = ${changed(name)};`);
    return;
  }
  const memory = lowerToMemory(code, target.base);
  const at = spill(code, elementPointer(code, memory, target.index, target.span));
  store(code, memory, at, changed(load(code, memory, at)));
}

// Control

function forRange(code: Code, stmt: For): void {
  const [from = "", to = ""] = [stmt.from, stmt.to].map((bound) => frozen(code, scalar(code, bound)));
  const step = constantInt(stmt.step);
  const first = intervalOf(code, stmt.from);
  if (step === null || step === 0 || first === null) return forCounted(code, stmt, from, to);
  const last = intervalOf(code, stmt.to);
  const index = fresh(code, "i");
  const range = counterRange(first, last, step);
  if (range !== null) code.ranges.set(index, range);
  const end = last === null ? spill(code, `Number(${to})`) : to;
  const most = last === null ? null : Math.abs((last.high - first.low) / step);
  const counting = tally(code, stmt, `(${end} - ${from}) / ${step}`, most);
  forLoop(code, index, fromNumber(from), fromNumber(end), step, () => {
    emit(code, ...counting);
    loopBody(code, stmt, index);
  });
}

/** Adds to the iterations of the call, before the loop; gives what to do in each iteration. */
function tally(code: Code, stmt: For, trips: string, most: number | null): readonly string[] {
  const counting = code.module.rounds.of(stmt);
  const limit = mostIterations.reference;
  const stop = `tooLong(${site(code, stmt.span)}, rounds, ${limit});`;
  switch (counting.kind) {
    case "not":
      return [];
    case "each":
      return [`if (++rounds > ${limit}) ${stop}`];
    case "at entry": {
      const { each } = counting;
      if (most === null || most * each > fewRounds)
        emit(code, `if ((rounds += Math.max(0, ${trips}) * ${each}) > ${limit}) ${stop}`);
      return [];
    }
  }
}

/** Windows and the like: not worth counting. */
const fewRounds = 64;

/** The value as it is now: the body may assign the variable it came from. */
function frozen(code: Code, text: string): string {
  return isAtom(text) && !text.startsWith("v") ? text : spill(code, `(${text})`);
}

function fromNumber(text: string): Num {
  return /^\d+$/.test(text) ? Number(text) : text;
}

/** No counter that starts below 2^52 and moves by one gets past 2^52 while anyone waits for it. */
function counterRange(from: Interval, to: Interval | null, step: number): Interval | null {
  const far = 2 ** 52;
  if (to === null && Math.abs(step) !== 1) return null;
  const low = step > 0 ? from.low : to === null ? -far : to.low + 1;
  const high = step < 0 ? from.high : to === null ? far : to.high - 1;
  return interval(low, Math.max(low, high));
}

/** Bounds or a step that may be anything: the rounds are counted first. */
function forCounted(code: Code, stmt: For, from: string, to: string): void {
  const step = frozen(code, scalar(code, stmt.step));
  const where = site(code, stmt.span);
  const count = spill(code, `rangeCount(${from}, ${to}, ${step}, ${where})`);
  const round = fresh(code, "i");
  const counting = tally(code, stmt, count, null);
  forLoop(code, round, 0, count, 1, () => {
    emit(code, ...counting);
    const distance = help(code, "mulPy", round, step, where);
    const index = spill(code, help(code, "addPy", from, distance, where));
    loopBody(code, stmt, index);
  });
}

function loopBody(code: Code, stmt: For, index: string): void {
  emit(code, `${variableName(code, stmt.variable)} = ${index};`);
  const before = code.aliases.get(stmt.variable);
  if (assigns(stmt.body, stmt.variable)) code.aliases.delete(stmt.variable);
  else code.aliases.set(stmt.variable, index);
  code.userLoops += 1;
  statements(code, stmt.body);
  code.userLoops -= 1;
  if (before === undefined) code.aliases.delete(stmt.variable);
  else code.aliases.set(stmt.variable, before);
}

function assigns(body: readonly Stmt[], name: string): boolean {
  for (const stmt of statementsIn(body)) {
    switch (stmt.kind) {
      case "assign":
        if (stmt.target === name) return true;
        break;
      case "for":
        if (stmt.variable === name) return true;
        break;
      case "callStmt":
        if (stmt.targets.includes(name)) return true;
        break;
      case "storeBits":
        if (stmt.target.kind === "var" && stmt.target.name === name) return true;
        break;
    }
  }
  return false;
}

function whileTrue(code: Code, stmt: While): void {
  code.userLoops += 1;
  const condition = capture(code, () => scalar(code, stmt.condition));
  const body = capture(code, () => statements(code, stmt.body));
  code.userLoops -= 1;
  const rounds = fresh(code, "n");
  const most = mostRounds.reference;
  const count = `if (++${rounds} > ${most}) noEnd(${site(code, stmt.span)}, ${most});`;
  emit(code, `let ${rounds} = 0;`);
  if (condition.lines.length === 0) emit(code, `while (${condition.result}) {`, [count], body.lines, "}");
  else
    emit(code, "while (true) {", condition.lines, `if (!${condition.result}) break;`, count, body.lines, "}");
}

function branch(code: Code, stmt: If): void {
  const condition = scalar(code, stmt.condition);
  const yes = capture(code, () => statements(code, stmt.then));
  const no = capture(code, () => statements(code, stmt.else));
  emit(code, `if (${condition}) {`, yes.lines, "}");
  if (no.lines.length > 0) emit(code, "else {", no.lines, "}");
}

// Calls and results

function call(code: Code, stmt: CallStmt): void {
  const text = callCode(code, stmt.func, stmt.args);
  if (stmt.targets.length === 0) {
    emit(code, `${text};`);
    return;
  }
  const callee = code.module.functions.get(stmt.func) ?? bug(`no function \`${stmt.func}\``);
  const result = spill(code, text, "r");
  const parts = stmt.targets.map((_, i) =>
    callee.results.length === 1 ? result : spill(code, `${result}[${i}]`, "r"),
  );
  // All targets change at once, so an array result is taken apart before any is assigned.
  const values = stmt.targets.map((_, i) => {
    const type = callee.results[i] ?? bug(`\`${stmt.func}\` has no result ${i}`);
    const part = parts[i] ?? result;
    return type.kind === "array" ? resultMemory(code, stmt.func, i, part, type) : part;
  });
  for (const [i, target] of stmt.targets.entries()) {
    const value = values[i] ?? result;
    if (typeof value === "string") emit(code, `${variableName(code, target)} = ${value};`);
    else bindArray(code, target, value);
  }
}

function returned(code: Code, stmt: Return): string {
  const values = inOrder(
    code,
    stmt.values.map((value) => () => {
      if (value.type.kind !== "array") return scalar(code, value);
      const { data, offset, shape, strides } = lastingMemory(code, value);
      const list = (parts: readonly Num[]): string => `[${parts.map(show).join(", ")}]`;
      return `{ d: ${data}, o: ${show(offset)}, n: ${list(shape)}, s: ${list(strides)} }`;
    }),
  );
  return values.length === 1 ? (values[0] ?? "") : `[${values.join(", ")}]`;
}
