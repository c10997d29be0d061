/**
 * Processing elements as modules: registers that have a seat in a grid move, with all that is used for them alone, into
 * instances of a module of their own.
 *
 *     const module = withElements(finish(b));
 *
 * Every register stays, with the same next value, so the circuit is the same cycle by cycle. Elements whose logic is the same
 * but for what comes in are of one kind, which is a module; what only those at a border do stands around them. A kind of its own
 * have elements that would otherwise take logic out of all others. `apart`: tools must not merge what elements of a kind have
 * alike, such as a word that one takes from another at the same time as the next one does.
 */
import { bug } from "../../../diagnostics/bug.ts";
import type { Expr, Instance, Module, Output, Ref } from "../nodes.ts";
import { refsIn, rootsOf } from "../walk.ts";
import { type Element, elementsOf, followers, ownersOf } from "./elements.ts";
import { flowing, wordsOut } from "./flow.ts";
import { type General, generalise, type Parts, startNumbers, textOf } from "./generalise.ts";

export function withElements(module: Module, { apart = false } = {}): Module {
  const elements = elementsOf(module).filter((one, _, all) =>
    all.some((other) => other !== one && other.grid === one.grid),
  );
  if (elements.length === 0) return module;
  const users = ownersOf(module, elements);
  const passing = elements.some(({ passes }) => passes) ? flowing(module, elements, users) : new Map();
  const owners = new Map([...users, ...passing]);
  const parts: Parts = {
    wires: new Map(module.wires.map((wire) => [wire.name, wire])),
    registers: new Map(module.registers.map((register) => [register.name, register])),
    instances: new Map(
      module.instances.flatMap((one) => one.outputs.map(({ name }) => [name, one] as const)),
    ),
    owners,
    followers: followers(module, owners, passing.keys()),
    words: wordsOut(module, owners, passing),
    numbered: startNumbers(),
  };
  return around(module, kindsOf(elements, parts), apart);
}

interface Kind {
  readonly members: readonly Element[];
  readonly general: General;
}

// Kinds

/** Few: those that most elements are of come first, and take in others where they lose nothing by it. */
function kindsOf(elements: readonly Element[], parts: Parts): readonly Kind[] {
  const alike = new Map<string, Element[]>();
  for (const element of elements) {
    const key = `${shapeOf(element, parts)} ${logicOf(generalise([element], parts))}`;
    if (alike.get(key)?.push(element) === undefined) alike.set(key, [element]);
  }
  const kinds = [...alike.values()]
    .map((members): Kind => ({ members, general: generalise(members, parts) }))
    .sort((one, other) => other.members.length - one.members.length || one.general.size - other.general.size);
  const found: Kind[] = [];
  for (const kind of kinds) {
    const place = found.findIndex((other) => isJoinable(other, kind, parts));
    const other = found[place];
    if (other === undefined) found.push(kind);
    else found[place] = joined(other, kind, parts);
  }
  return found;
}

/** One of each tells what all would lose: within a kind logic is the same. */
function isJoinable(one: Kind, other: Kind, parts: Parts): boolean {
  const [first, second] = [one.members[0], other.members[0]];
  if (first === undefined || second === undefined || shapeOf(first, parts) !== shapeOf(second, parts))
    return false;
  return generalise([first, second], parts).size >= one.general.size;
}

function joined(one: Kind, other: Kind, parts: Parts): Kind {
  const members = [...one.members, ...other.members];
  return { members, general: generalise(members, parts) };
}

/** Registers by name, width and start, and what others read. */
function shapeOf(element: Element, { words }: Parts): string {
  const { grid, registers } = element;
  const own = [...registers].map(
    ([name, { width, initial, reset }]) => `${name} ${width} ${initial} ${reset}`,
  );
  const out = (words.get(element) ?? []).map(({ width }) => `${width}`);
  return [grid, ...own.sort(), ...out].join("; ");
}

/** The logic of an element, whatever comes in. */
function logicOf({ registers, wires, instances, taps }: General): string {
  const all = [
    ...instances.flatMap(({ module, inputs }) => inputs.map(({ value }) => [module.name, value] as const)),
    ...wires.map(({ name, value }) => [name, value] as const),
    ...registers.flatMap(({ name, next, enable }) => [[name, next] as const, [name, enable] as const]),
  ];
  const inside = new Map([...wires, ...registers, ...taps].map(({ name }, place) => [name, `${place}`]));
  return all
    .map(
      ([name, value]) =>
        `${inside.get(name) ?? name} ${value === null ? "" : anonymous(textOf(value), inside)}`,
    )
    .join("; ");
}

function anonymous(text: string, inside: ReadonlyMap<string, string>): string {
  return text.replace(/\(ref (\d+) (\w+)\)/g, (_, width, name) => `(${width} ${inside.get(name) ?? "in"})`);
}

// Modules

/** The module with instances of its kinds. What is called so outside keeps its name. */
function around(module: Module, kinds: readonly Kind[], apart: boolean): Module {
  const inside = new Map<string, { readonly kind: Kind; readonly name: string }>();
  for (const kind of kinds) {
    for (const { name, of } of valuesIn(kind.general)) for (const one of of) inside.set(one, { kind, name });
  }
  const given = kinds.flatMap(({ general }) => general.inputs.flatMap(({ values }) => values));
  const placed = new Set(kinds.flatMap(({ general }) => general.instances.flatMap(({ of }) => of)));
  const left = module.instances.filter(({ name }) => !placed.has(name));
  const { kept, shown } = reached({ ...module, instances: left }, inside, given);
  const taken = namesIn(module);
  const instances = kinds.flatMap((kind, number): readonly (Instance & { readonly at: Element })[] => {
    const name = `${module.name}_pe${number === 0 ? "" : `_${number}`}`;
    const pe = { ...moduleOf(kind, name, shown), ...(apart && kind.members.length > 1 ? { apart } : {}) };
    return kind.members.map((at, member) => ({
      name: fresh(taken, `pe_${at.at.join("_")}`),
      module: pe,
      inputs: kind.general.inputs.map(({ name: port, values }) => ({
        port,
        value: values[member] ?? bug(`no value for ${port}`),
      })),
      outputs: valuesIn(kind.general).flatMap((one) => {
        const own = one.of[member] ?? bug(`an element without ${one.name}`);
        return shown.has(own) ? [{ port: one.name, name: own, width: widthOf(one) }] : [];
      }),
      at,
    }));
  });
  return {
    ...module,
    wires: module.wires.filter(({ name }) => kept.has(name)),
    registers: module.registers.filter(({ name }) => !inside.has(name)),
    instances: [...left, ...instances.map(({ at: _, ...instance }) => instance)],
  };
}

function moduleOf({ general, members }: Kind, name: string, shown: ReadonlySet<string>): Module {
  const { inputs, wires, registers, instances } = general;
  const outputs = valuesIn(general).flatMap((one): readonly Output[] => {
    const value: Ref = { kind: "ref", name: one.name, width: widthOf(one) };
    return one.of.some((own) => shown.has(own)) ? [{ name: one.name, value }] : [];
  });
  return {
    ...{ name, comment: `A processing element, of which there are ${members.length}.` },
    inputs: inputs.map(({ name: port, width }) => ({ name: port, width })),
    outputs,
    wires: wires.map(({ of: _, ...wire }) => wire),
    registers: registers.map(({ of: _, ...register }) => register),
    memories: [],
    instances: instances.map(({ of: _, outputs: taps, ...one }) => ({
      ...one,
      outputs: taps.map(({ port, name: called, width }) => ({ port, name: called, width })),
    })),
  };
}

type Value = (General["registers"] | General["wires"] | General["taps"])[number];

function valuesIn({ registers, wires, taps }: General): readonly Value[] {
  return [...registers, ...wires, ...taps];
}

function widthOf(one: { readonly width?: number; readonly value?: Expr }): number {
  return one.width ?? one.value?.width ?? bug("a value without a width");
}

/** Wires that are still needed outside, and what is seen there of what is inside. */
function reached(
  module: Module,
  inside: ReadonlyMap<string, unknown>,
  given: readonly Expr[],
): { readonly kept: ReadonlySet<string>; readonly shown: ReadonlySet<string> } {
  const wires = new Map(module.wires.map((wire) => [wire.name, wire]));
  const registers = module.registers.filter(({ name }) => !inside.has(name));
  const kept = new Set<string>();
  const shown = new Set<string>();
  const open = [
    ...[...rootsOf({ ...module, wires: [], registers })].map(({ value }) => value),
    ...given,
  ].flatMap(refsIn);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const wire = wires.get(name);
    if (inside.has(name)) shown.add(name);
    else if (wire !== undefined && !kept.has(name)) {
      kept.add(name);
      open.push(...refsIn(wire.value));
    }
  }
  return { kept, shown };
}

function namesIn({ inputs, outputs, wires, registers, memories, instances }: Module): Set<string> {
  return new Set([
    ...[...inputs, ...outputs, ...wires, ...registers, ...memories, ...instances].map(({ name }) => name),
    ...memories.flatMap(({ reads }) => reads.map(({ data }) => data)),
    ...instances.flatMap((one) => one.outputs.map(({ name }) => name)),
  ]);
}

function fresh(taken: Set<string>, wanted: string): string {
  let name = wanted;
  for (let count = 1; taken.has(name); count++) name = `${wanted}_${count}`;
  taken.add(name);
  return name;
}
