/** Statements as lines. */

import { hasLoad, namesRead, writesOf } from "../../loops/analysis/effects.ts";
import { isSmall, rangeOf } from "../../loops/analysis/range/index.ts";
import type { Assign, Expr, For, If, Region, Stmt, Store, While } from "../../loops/nodes.ts";
import { mentionedIn } from "../../loops/tidy/flow.ts";
import { arrayNamed, bug, type Code, placeAt, spanOf, typeOfScalar } from "./code.ts";
import { declareArray } from "./declare.ts";
import type { Operand } from "./dialect.ts";
import { checkedIndices, condition, element, under, variable, write } from "./expression.ts";
import { externalText } from "./external.ts";
import { announce, put } from "./lines.ts";
import { pragmaLine } from "./pragmas/place.ts";
import { callRegion } from "./region.ts";
import { declarationsOf, type Start } from "./scopes.ts";
import { atom, infix, inParentheses, levels, type Text } from "./text.ts";

/** What is still to be declared: each name in the innermost block that holds all that speaks of it. */
export interface Undeclared {
  readonly scalars: ReadonlySet<string>;
  readonly arrays: ReadonlySet<string>;
}

/** `after`: scalars that are read once the statements are done, so that they must be declared out here. */
export function statements(
  code: Code,
  body: readonly Stmt[],
  undeclared: Undeclared,
  after: ReadonlySet<string> = new Set(),
): void {
  const { here, inside, atEnd } = declarationsOf(body, undeclared.scalars, after);
  const arrays = new Set(undeclared.arrays);
  body.forEach((stmt, k) => {
    const mentioned = mentionedIn(stmt);
    if (isWorthSaying(code, stmt)) announce(code.writer, code.loops.source, stmt.origin.span);
    const inRegion = new Set<string>();
    for (const name of arrays) {
      if (!mentioned.has(name)) continue;
      arrays.delete(name);
      const alone = !body.slice(k + 1).some((later) => mentionedIn(later).has(name));
      if (stmt.kind === "region" && alone) inRegion.add(name);
      else declareArray(code, arrayNamed(code, name));
    }
    const opens = opensWith(stmt);
    const declares = here[k] ?? new Map<string, Start>();
    for (const [name, start] of declares) if (name !== opens) declareScalar(code, name, start);
    const within = { scalars: inside[k] ?? new Set(), arrays: inRegion };
    statement(code, stmt, within, opens !== null && declares.has(opens));
  });
  for (const name of atEnd) declareScalar(code, name, "zero");
}

/** Where a reader could not tell the source by himself: at the top, and where an operator became loops. */
function isWorthSaying(code: Code, { kind, origin }: Stmt): boolean {
  if (origin.span.to === 0 || kind === "pragma") return false;
  const isOperator = origin.operator !== "source" && origin.operator !== "schedule" && kind !== "region";
  return code.writer.indent === 1 || isOperator;
}

/** The scalar that a statement may declare by setting it. */
function opensWith(stmt: Stmt): string | null {
  if (stmt.kind === "region") return stmt.external?.result ?? null;
  return stmt.kind === "assign" && !namesRead(stmt.value).has(stmt.target) ? stmt.target : null;
}

function declareScalar(code: Code, name: string, start: Start): void {
  const zero = start === "zero" ? ` = ${zeroOf(code, name)}` : "";
  put(code.writer, `${typeOfScalar(code, name)} ${code.names.of(name)}${zero};`);
}

function zeroOf(code: Code, name: string): string {
  const decl = code.loops.scalars.find((scalar) => scalar.name === name) ?? bug(`no scalar \`${name}\``);
  const { type } = decl;
  const isTruth = type.kind === "bool" || (type.kind === "python" && type.name === "bool");
  const zero: Expr = { kind: "const", value: isTruth ? false : 0, type };
  const operand = write(code, zero);
  const place = placeAt(code, spanOf(zero), operand.range);
  return code.dialect.numbers.assigned(operand, typeOfScalar(code, name), place).text;
}

function statement(code: Code, stmt: Stmt, undeclared: Undeclared, declares: boolean): void {
  switch (stmt.kind) {
    case "for":
      return forLoop(code, stmt, undeclared);
    case "while":
      return whileLoop(code, stmt, undeclared);
    case "if":
      return branch(code, stmt, undeclared);
    case "assign":
      return assign(code, stmt, declares);
    case "store":
      return store(code, stmt);
    case "break":
      return put(code.writer, "break;", stmt.origin.span);
    case "continue":
      return put(code.writer, "continue;", stmt.origin.span);
    case "region":
      return region(code, stmt, undeclared, declares);
    case "pragma":
      return put(code.writer, pragmaLine(stmt, code.names.of), stmt.origin.span);
  }
}

/** A line of the statement at hand, with the checks that were written for it. */
function line(code: Code, text: string, stmt: Stmt): void {
  put(code.writer, text, stmt.origin.span, code.checks);
  code.checks = [];
}

function block(code: Code, body: () => void): void {
  code.writer.indent++;
  body();
  code.writer.indent--;
}

function assign(code: Code, stmt: Assign, declares: boolean): void {
  if (!code.read.has(stmt.target)) {
    const { text } = write(code, stmt.value);
    if (code.checks.length > 0) discard(code, text, stmt);
    return;
  }
  const target = variable(code, stmt.target);
  const value = write(code, stmt.value);
  const right = assigned(code, value, target.ctype);
  const type = declares ? `${target.ctype} ` : "";
  line(code, declares ? `${type}${target.text} = ${right.text};` : update(target, right), stmt);
}

function assigned(code: Code, value: Operand, ctype: string): Text {
  return code.dialect.numbers.assigned(value, ctype, placeAt(code, spanOf(value.expr), value.range));
}

/** `x += y` where that is what `x = x + y` says. */
function update(target: Text, right: Text): string {
  const { parts } = right;
  if (parts === undefined || !isUpdate(target, right)) return `${target.text} = ${right.text};`;
  const { operator, right: by } = parts;
  const isStep = by.text === "1" && (operator === "+" || operator === "-");
  // `*n++` would move the pointer.
  return isStep
    ? `${inParentheses(target, levels.postfix)}${operator}${operator};`
    : `${target.text} ${operator}= ${by.text};`;
}

function isUpdate(target: Text, { parts }: Text): boolean {
  return parts !== undefined && parts.left.text === target.text && updating.has(parts.operator);
}

const updating: ReadonlySet<string> = new Set(["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"]);

/** The value first, then the place, as Python does: the first fault is the one that is told. */
function store(code: Code, stmt: Store): void {
  if (!code.read.has(stmt.array) && !code.parameters.has(stmt.array)) return onlyFaults(code, stmt);
  const { element: type } = arrayNamed(code, stmt.array);
  const ctype = code.dialect.numbers.typeName(type);
  const value = write(code, stmt.value);
  let right = assigned(code, value, ctype);
  const ofValue = code.checks;
  code.checks = [];
  const target = element(code, { array: stmt.array, index: stmt.index, span: stmt.origin.span });
  const held = ofValue.length > 0 && code.checks.length > 0 && !isUpdate(target, right);
  if (held) {
    const name = code.names.fresh("value");
    put(code.writer, `const ${ctype} ${name} = ${right.text};`, stmt.origin.span, ofValue);
    right = { text: name, level: levels.postfix, ctype };
  } else code.checks = [...ofValue, ...code.checks];
  const stream = code.parameters.get(stmt.array)?.stream === true ? code.dialect.streams : undefined;
  if (stream !== undefined) line(code, stream.write(code.names.of(stmt.array), right), stmt);
  else line(code, held ? `${target.text} = ${right.text};` : update(target, right), stmt);
}

/** Nobody reads the array, but the value or the place may be wrong. */
function onlyFaults(code: Code, stmt: Store): void {
  const { text: value } = write(code, stmt.value);
  if (code.checks.length > 0) discard(code, value, stmt);
  for (const index of checkedIndices(code, { ...stmt, span: stmt.origin.span })) discard(code, index, stmt);
}

function discard(code: Code, { text, level }: Text, stmt: Stmt): void {
  line(code, `(void)${level < levels.prefix ? `(${text})` : text};`, stmt);
}

function branch(code: Code, stmt: If, undeclared: Undeclared): void {
  line(code, `if (${condition(code, stmt.condition).text}) {`, stmt);
  branches(code, stmt, undeclared);
}

/** What follows `if (...) {`. */
function branches(code: Code, stmt: If, undeclared: Undeclared): void {
  const { then: side, else: other } = stmt;
  under(code, stmt.condition, true, () =>
    block(code, () => statements(code, side, within(undeclared, side))),
  );
  if (other.length === 0) return put(code.writer, "}");
  under(code, stmt.condition, false, () => {
    const [only, more] = other;
    if (only?.kind === "if" && more === undefined && mayChain(only, undeclared)) {
      line(code, `} else if (${condition(code, only.condition).text}) {`, only);
      return branches(code, only, within(undeclared, other));
    }
    put(code.writer, "} else {");
    block(code, () => statements(code, other, within(undeclared, other)));
    put(code.writer, "}");
  });
}

/** `else if` leaves no place to declare what the inner branches share. */
function mayChain(inner: If, undeclared: Undeclared): boolean {
  const { here } = declarationsOf([inner], within(undeclared, [inner]).scalars, new Set());
  return here[0]?.size === 0;
}

/** Those that the statements speak of. */
function within(undeclared: Undeclared, body: readonly Stmt[]): Undeclared {
  const speaks = (name: string): boolean => body.some((stmt) => mentionedIn(stmt).has(name));
  return { scalars: new Set([...undeclared.scalars].filter(speaks)), arrays: new Set() };
}

function forLoop(code: Code, loop: For, undeclared: Undeclared): void {
  const ctype = counterType(code, loop);
  code.types.set(loop.variable, ctype);
  const name = code.names.of(loop.variable);
  const from = bound(code, loop.from, ctype);
  const to = bound(code, loop.to, ctype);
  const end = mustBeHeld(loop) || code.checks.length > 0 ? atom(hold(code, loop, to, ctype), ctype) : to;
  const test = infix(atom(name, ctype), "<", end, "bool");
  const step = loop.step === 1 ? `${name}++` : `${name} += ${loop.step}`;
  const { before, inside } = code.dialect.loopPragmas(loop, loopContext(code));
  for (const text of before) put(code.writer, text, loop.origin.span);
  line(code, `${label(code, loop)}for (${ctype} ${name} = ${from.text}; ${test.text}; ${step}) {`, loop);
  for (const text of inside) put(code.writer, text, loop.origin.span);
  block(code, () => statements(code, loop.body, within(undeclared, loop.body)));
  put(code.writer, "}");
}

function loopContext(code: Code): Parameters<Code["dialect"]["loopPragmas"]>[1] {
  return {
    loops: code.loops,
    ranges: code.ranges,
    facts: code.facts,
    depth: code.writer.indent,
    name: code.names.of,
  };
}

function label(code: Code, loop: For | While): string {
  return code.dialect.labels ? `${code.names.label(loop.name)}: ` : "";
}

function bound(code: Code, expr: Expr, ctype: string): Text {
  const { numbers } = code.dialect;
  const operand = write(code, expr);
  const place = placeAt(code, spanOf(expr), operand.range);
  return numbers.bound?.(operand, ctype, place) ?? numbers.index(operand, place);
}

/** A bound is evaluated once: what the body may change, or memory gives, is kept. */
function mustBeHeld({ to, body }: For): boolean {
  const set = writesOf(body);
  return hasLoad(to) || [...namesRead(to)].some((name) => set.has(name));
}

function hold(code: Code, loop: For, to: Text, ctype: string): string {
  const name = code.names.fresh(`${code.names.of(loop.variable)}_end`);
  line(code, `const ${ctype} ${name} = ${to.text};`, loop);
  return name;
}

/** One step past the end must fit as well. */
function counterType(code: Code, loop: For): string {
  const from = rangeOf(code.ranges, loop.from, code.facts);
  const to = rangeOf(code.ranges, loop.to, code.facts);
  const small = isSmall(from) && isSmall(to) && to !== null && to.high + loop.step < 2 ** 31;
  return code.dialect.numbers.typeName({ kind: "python", name: "int" }, small ? { low: 0, high: 1 } : null);
}

function whileLoop(code: Code, loop: While, undeclared: Undeclared): void {
  const { before, inside } = code.dialect.loopPragmas(loop, loopContext(code));
  for (const text of before) put(code.writer, text, loop.origin.span);
  line(code, `${label(code, loop)}while (${condition(code, loop.condition).text}) {`, loop);
  for (const text of inside) put(code.writer, text, loop.origin.span);
  block(code, () => statements(code, loop.body, within(undeclared, loop.body)));
  put(code.writer, "}");
}

function region(code: Code, stmt: Region, undeclared: Undeclared, declares: boolean): void {
  if (stmt.external !== undefined && code.dialect.externals) {
    line(code, externalText(code, stmt.external, declares), stmt);
    return;
  }
  if (declares && stmt.external?.result != null) declareScalar(code, stmt.external.result, "anything");
  line(code, callRegion(code, stmt, undeclared), stmt);
}
