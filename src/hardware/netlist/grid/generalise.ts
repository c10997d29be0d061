/**
 * What elements have in common: the least general generalisation of their registers (Plotkin 1970). Where all say the same,
 * of registers of their own, that is inside; where they differ, and what is the same for all, comes in through a port.
 *
 *     r0 <= a0 & (r1 + 1)     r1 <= a0 & (r2 + 1)          is          r <= a & (in + 1), with r1 and r2 for `in`
 */
import { bug } from "../../../diagnostics/bug.ts";
import type { Const, Expr, Input, Instance, Ref, Register, Tap, Wire } from "../nodes.ts";
import { mapOperands, operandsOf, refsIn } from "../walk.ts";
import type { Element, Owners } from "./elements.ts";

export interface General {
  readonly inputs: readonly GeneralInput[];
  readonly wires: readonly (Wire & Members)[];
  readonly registers: readonly (Register & Members)[];
  readonly instances: readonly (Instance & Members)[];
  readonly taps: readonly (Tap & Members)[]; // of the instances
  readonly size: number; // operations on what follows from registers of the element
}

export interface GeneralInput extends Input {
  readonly values: readonly Expr[]; // of each member
}

interface Members {
  readonly of: readonly string[]; // what it is called in the module around, for each member
}

/** What a module has, by name. */
export interface Parts {
  readonly wires: ReadonlyMap<string, Wire>;
  readonly registers: ReadonlyMap<string, Register>;
  readonly instances: ReadonlyMap<string, Instance>; // by what their outputs are called
  readonly owners: Owners;
  readonly followers: ReadonlySet<string>;
  readonly words: ReadonlyMap<Element, readonly Ref[]>; // that others read, of what has no seat
  readonly numbered: Numbered;
}

/** Of elements that have registers of the same names and widths. */
export function generalise(members: readonly Element[], parts: Parts): General {
  const g: Growing = {
    ...{ members, parts, known: new Map(), inputs: [], wires: [], registers: [] },
    ...{ instances: [], taps: [] },
    ...{ taken: new Map(), placed: new Set(), inside: new Set(), size: 0 },
  };
  const [first = bug("a kind of no element")] = members;
  const own = [...first.registers.keys()].map((name) => ({
    name: fresh(g, name),
    all: members.map((one) => one.registers.get(name) ?? bug(`an element without ${name}`)),
  }));
  for (const { name, all } of own) declare(g, name, all);
  for (const { name, all } of own) finish(g, name, all);
  const words = members.map((one) => parts.words.get(one) ?? []);
  words[0]?.forEach((_, nth) => {
    const all = words.map((one) => one[nth] ?? bug("an element without a word"));
    common(g, all, `word_${nth}`);
  });
  const { inputs, wires, registers, instances, taps, size } = g;
  return { inputs, wires, registers, instances, taps, size };
}

interface Growing {
  readonly members: readonly Element[];
  readonly parts: Parts;
  readonly known: Map<Key, Expr>; // what became of expressions, one of each member
  readonly inputs: GeneralInput[];
  readonly wires: (Wire & Members)[];
  readonly registers: (Register & Members)[];
  readonly instances: (Instance & Members)[];
  readonly taps: (Tap & Members)[];
  readonly taken: Map<string, number>; // names, each with the last number that stands behind it somewhere
  readonly placed: Set<string>; // names of the module around that are inside
  readonly inside: Set<Expr>; // what follows from registers of the element
  size: number;
}

// Registers

function declare(g: Growing, name: string, all: readonly Register[]): Ref {
  const [{ width } = bug("a register of no element")] = all;
  const ref: Ref = { kind: "ref", width, name };
  if (all.every((one) => g.parts.followers.has(one.name))) g.inside.add(ref);
  g.known.set(keyOf(all.map((one) => g.parts.numbered.ref(width, one.name))), ref);
  for (const one of all) g.placed.add(one.name);
  return ref;
}

function finish(g: Growing, name: string, all: readonly Register[]): void {
  const [first = bug("a register of no element")] = all;
  const { comment, span, width, initial, reset } = first;
  const isAlways = all.every(({ enable }) => enable === null);
  const place = g.registers.length;
  g.registers.push({ name, width, initial, reset, of: [], next: up, enable: null }); // in the order in which they are met
  const next = common(
    g,
    all.map((one) => one.next),
    `${name}_in`,
  );
  const enable = isAlways
    ? null
    : common(
        g,
        all.map((one) => one.enable ?? up),
        `${name}_enable`,
      );
  const of = all.map((one) => one.name);
  const register = { name, width, initial, reset, of, next, enable };
  const placed = span === undefined ? register : { ...register, span };
  const isSaid = comment !== undefined && all.every((one) => one.comment === comment);
  g.registers[place] = isSaid ? { ...placed, comment } : placed;
}

const up: Const = { kind: "const", width: 1, value: 1n };

// Expressions

function common(g: Growing, all: readonly Expr[], wanted: string): Expr {
  const key = keyOf(all.map(g.parts.numbered.of));
  const found = g.known.get(key);
  if (found !== undefined) return found;
  const made = commonOf(g, all, wanted);
  g.known.set(key, made);
  return made;
}

function commonOf(g: Growing, all: readonly Expr[], wanted: string): Expr {
  const { numbered } = g.parts;
  const first = all[0] ?? bug("an expression of no element");
  const number = numbered.of(first);
  const isSame = all.every((one) => numbered.of(one) === number);
  if (isSame && first.kind === "const") return first;
  if (isSame && (all.length > 1 || !isOwn(g, first)) && !isInverted(first)) return port(g, all, wanted);
  if (all.every((one) => one.kind === "ref")) {
    const made = adopted(g, all) ?? instanced(g, all) ?? wired(g, all, wanted);
    if (made !== null) return made;
  }
  const seen = all.map((one, member) => ownWire(g, one, member)?.value ?? one);
  if (seen.some((one, member) => one !== all[member])) return common(g, seen, wanted);
  const alike = isAlike(numbered, all) ? all : all.map((one) => freeWire(g, one)?.value ?? one);
  if (!isAlike(numbered, alike)) return port(g, all, wanted);
  let operand = 0;
  const made = mapOperands(alike[0] ?? first, () => {
    const nth = operand++;
    return common(
      g,
      alike.map((one) => operandsOf(one)[nth] ?? bug("an operand that others have")),
      wanted,
    );
  });
  if (operandsOf(made).length === 0) return port(g, all, wanted);
  if (operandsOf(made).some((one) => g.inside.has(one))) {
    g.inside.add(made);
    g.size += 1;
  }
  return made;
}

/** A register without a seat that each member has for itself. */
function adopted(g: Growing, all: readonly Ref[]): Ref | null {
  const own: Register[] = [];
  for (const { name } of all) {
    const register = g.parts.registers.get(name);
    if (register === undefined || register.seat !== undefined) return null;
    own.push(register);
  }
  const first = own[0] ?? bug("a register of no element");
  const fits = own.every(
    (one, member) =>
      one.width === first.width &&
      one.initial === first.initial &&
      one.reset === first.reset &&
      g.parts.owners.get(one.name) === g.members[member] &&
      !g.placed.has(one.name),
  );
  if (!fits || new Set(own).size < own.length) return null;
  const name = fresh(g, first.name);
  const ref = declare(g, name, own);
  finish(g, name, own);
  return ref;
}

/** An instance that each member has for itself. */
function instanced(g: Growing, all: readonly Ref[]): Ref | null {
  const own = all.flatMap(({ name }) => g.parts.instances.get(name) ?? []);
  const [first] = own;
  const portOf = (nth: number): string | undefined =>
    own[nth]?.outputs.find(({ name }) => name === all[nth]?.name)?.port;
  const fits = own.every(
    ({ module, outputs }, member) =>
      module === first?.module &&
      portOf(member) === portOf(0) &&
      outputs.length === first.outputs.length &&
      g.parts.owners.get(all[member]?.name ?? "") === g.members[member] &&
      !g.placed.has(all[member]?.name ?? ""),
  );
  if (first === undefined || own.length < all.length || !fits || new Set(own).size < own.length) return null;
  const name = fresh(g, first.name);
  const taps = first.outputs.map(({ port, name: called, width }, nth) => {
    const of = own.map(({ outputs }) => outputs[nth]?.name ?? bug("an output that others have"));
    const tap = { port, width, name: fresh(g, called), of };
    const ref: Ref = { kind: "ref", width, name: tap.name };
    g.known.set(keyOf(of.map((one) => g.parts.numbered.ref(width, one))), ref);
    if (of.every((one) => g.parts.followers.has(one))) g.inside.add(ref);
    for (const one of of) g.placed.add(one);
    return tap;
  });
  g.taps.push(...taps);
  const inputs = first.inputs.map(({ port }, nth) => {
    const values = own.map((one) => one.inputs[nth]?.value ?? bug("an input that others have"));
    return { port, value: common(g, values, `${name}_${port}`) };
  });
  g.instances.push({ name, module: first.module, inputs, outputs: taps, of: own.map((one) => one.name) });
  if (inputs.some(({ value }) => g.inside.has(value))) g.size += 1;
  const ref = g.known.get(keyOf(all.map(g.parts.numbered.of))) ?? bug("it was just declared");
  return ref.kind === "ref" ? ref : bug("it was just declared");
}

/** A wire that each member has for itself. */
function wired(g: Growing, all: readonly Ref[], wanted: string): Expr | null {
  const wires = all.map((one, member) => ownWire(g, one, member));
  const own = wires.filter((wire) => wire !== null);
  if (own.length < all.length) return null;
  const value = common(
    g,
    own.map((wire) => wire.value),
    wanted,
  );
  if (value.kind === "ref" || value.kind === "const") return value;
  // A register that it reads may read it in turn, and have brought it in already.
  if (own.some((wire) => g.placed.has(wire.name)))
    return g.known.get(keyOf(all.map(g.parts.numbered.of))) ?? value;
  const [{ name: called } = bug("a wire of no element")] = own;
  const name = fresh(g, called);
  g.wires.push({ name, value, of: own.map((wire) => wire.name) });
  for (const wire of own) g.placed.add(wire.name);
  const ref: Ref = { kind: "ref", width: value.width, name };
  if (g.inside.has(value)) g.inside.add(ref);
  return ref;
}

/** One that stands inside already, beside other wires, is not written again. */
function ownWire({ parts, members, placed }: Growing, expr: Expr, member: number): Wire | null {
  if (expr.kind !== "ref" || parts.owners.get(expr.name) !== members[member] || placed.has(expr.name))
    return null;
  return parts.wires.get(expr.name) ?? null;
}

/** A wire that is nobody's own, as several elements read it: each can have it for itself. */
function freeWire({ parts }: Growing, expr: Expr): Wire | null {
  if (expr.kind !== "ref" || parts.owners.has(expr.name)) return null;
  return parts.wires.get(expr.name) ?? null;
}

function isAlike({ head }: Numbered, [first, ...others]: readonly Expr[]): boolean {
  return first !== undefined && others.every((one) => head(one) === head(first));
}

function isInverted(expr: Expr): boolean {
  return expr.kind === "unary" && expr.op === "not" && expr.operand.kind === "ref";
}

/** Whether it follows from registers of its element. */
function isOwn({ parts, members }: Growing, expr: Expr): boolean {
  return refsIn(expr).some((name) => parts.owners.get(name) === members[0] && parts.followers.has(name));
}

function port(g: Growing, values: readonly Expr[], wanted: string): Ref {
  const [first = bug("a port of no element")] = values;
  const isSame = values.every((one) => g.parts.numbered.of(one) === g.parts.numbered.of(first));
  const name = fresh(g, isSame && first.kind === "ref" ? first.name : wanted);
  g.inputs.push({ name, width: first.width, values });
  return { kind: "ref", width: first.width, name };
}

function fresh(g: Growing, wanted: string): string {
  let count = g.taken.get(wanted);
  let name = wanted;
  if (count !== undefined) {
    do {
      count += 1;
      name = `${wanted}_${count}`;
    } while (g.taken.has(name));
    g.taken.set(wanted, count);
  }
  g.taken.set(name, 0);
  return name;
}

// Comparing

/** The same number for the same expression, whatever object it is. */
export interface Numbered {
  readonly of: (expr: Expr) => number;
  readonly head: (expr: Expr) => number; // of an expression without its operands
  readonly ref: (width: number, name: string) => number;
}

export function startNumbers(): Numbered {
  const known = new Map<Expr, number>();
  const heads = new Map<Expr, number>();
  const byText = new Map<string, number>();
  const ofText = (text: string): number => {
    const number = byText.get(text) ?? byText.size;
    byText.set(text, number);
    return number;
  };
  const refs = new Map<string, { readonly width: number; readonly number: number }>();
  const ref = (width: number, name: string): number => {
    const found = refs.get(name);
    if (found?.width === width) return found.number;
    const number = ofText(headOf({ kind: "ref", width, name }));
    refs.set(name, { width, number });
    return number;
  };
  const of = (expr: Expr): number => {
    const found = known.get(expr);
    if (found !== undefined) return found;
    const number =
      expr.kind === "ref"
        ? ref(expr.width, expr.name)
        : ofText([headOf(expr), ...operandsOf(expr).map(of)].join(" "));
    known.set(expr, number);
    return number;
  };
  const head = (expr: Expr): number => {
    const found = heads.get(expr);
    if (found !== undefined) return found;
    const number = ofText(headOf(expr));
    heads.set(expr, number);
    return number;
  };
  return { of, head, ref };
}

type Key = string | number;

/** Of two, which are compared most often, a number. */
function keyOf(numbers: readonly number[]): Key {
  const [first, second] = numbers;
  const isPair = first !== undefined && second !== undefined && numbers.length === 2;
  return isPair && first < 2 ** 26 && second < 2 ** 26 ? first * 2 ** 26 + second : numbers.join(" ");
}

/** An expression without its operands. */
function headOf(expr: Expr): string {
  const widths = operandsOf(expr)
    .map(({ width }) => width)
    .join(" ");
  switch (expr.kind) {
    case "const":
      return `const ${expr.width} ${expr.value}`;
    case "ref":
      return `ref ${expr.width} ${expr.name}`;
    case "unary":
    case "binary":
      return `${expr.op} ${expr.width} ${widths}`;
    case "mux":
    case "concat":
      return `${expr.kind} ${expr.width} ${widths}`;
    case "slice":
      return `slice ${expr.low} ${expr.width} ${widths}`;
    case "extend":
      return `extend ${expr.signed} ${expr.width} ${widths}`;
  }
}

export function textOf(expr: Expr): string {
  return `(${[headOf(expr), ...operandsOf(expr).map(textOf)].join(" ")})`;
}
