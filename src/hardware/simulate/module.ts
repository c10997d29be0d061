/**
 * A flat circuit as WebAssembly. `run(n)` is n clocks; `outputs` computes the outputs of this moment. `observe`, in a
 * module of its own that few need, computes every wire.
 */
import { bug } from "../../diagnostics/bug.ts";
import type { Expr, Memory, Module, ReadPort, Register } from "../netlist/nodes.ts";
import { settlingOrder } from "../netlist/order.ts";
import * as m from "./assembly/instructions.ts";
import { addFunction, exportFunction, moduleBytes, newAssembly, nothing } from "./assembly/module.ts";
import {
  bytesFor,
  type Code,
  get,
  keep,
  load,
  number,
  repOf,
  type Slot,
  store,
  type Value,
  type Writer,
} from "./code.ts";
import { nameOf, namesOf, type PackStep, type Step, type WireStep, type WordStep } from "./cycle.ts";
import { compile, one } from "./expression.ts";
import { at, calls, functionOf, functionsOf, type Output, put, slotIn } from "./functions.ts";
import { choice, constantLanes, lanesOf, only } from "./lanes.ts";
import type { Layout } from "./layout.ts";
import type { Parts } from "./parts.ts";
import { fourOf, keepLanes, loadLanes, storeLanes } from "./reference.ts";
import type { Lanes, Word } from "./vector.ts";
import { addWatch } from "./watch.ts";
import { addHighProduct, wideMux } from "./wide.ts";

const pageBytes = 65536;

export function pagesFor({ end }: Layout): number {
  return Math.ceil(end / pageBytes);
}

/**
 * Exports `run` and `outputs`, and of signals that are watched `look`, which keeps what they are, and `advance(n)`: clocks until one of them is
 * another than was kept, at most n; gives how many those were. Imports the memory.
 */
export function buildModule(
  flat: Module,
  layout: Layout,
  parts: Parts,
  watched: ReadonlyMap<string, Expr>,
): Uint8Array {
  return written(layout, (output) => {
    const { assembly } = output;
    const inFunctions = (all: Parts["cycle"]): string[] =>
      all.map((steps) => functionOf(output, (w) => writeSteps(w, output, steps, parts.hot)));
    const late = functionsOf(output, parts.held, (w, step) => commit(w, layout, step));
    const clock = [...inFunctions(parts.cycle), ...late];
    const settle = inFunctions(parts.outputs);
    const show = functionsOf(output, flat.outputs, (w, { name, value }) => {
      put(w, slotIn(layout.outputs, name), compile(w, value));
    });
    const count = (): Code => m.local.get(0);
    const clockAndCount = m.sequence([
      ...calls(clock),
      m.local.set(0, m.i32.sub(count(), m.i32.const(1))),
      m.branch("again"),
    ]);
    const body = [m.loop("again", m.when(count(), clockAndCount))];
    addFunction(assembly, "run", { params: ["i32"], result: null }, [], body);
    exportFunction(assembly, "run");
    addFunction(assembly, "outputs", nothing, [], calls([...settle, ...show]));
    exportFunction(assembly, "outputs");
    if (watched.size > 0) addWatch(output, watched, clock, inFunctions(parts.watched));
  });
}

/** Exports `observe`; imports the memory. */
export function buildObserver(flat: Module, layout: Layout): Uint8Array {
  const order = settlingOrder(flat);
  if (order.kind === "loop") bug(`a combinational loop: ${order.names.join(", ")}`);
  const steps = new Map<string, WireStep | WordStep>();
  for (const { name, value } of flat.wires) steps.set(name, { kind: "wire", name, value });
  for (const memory of flat.memories) {
    for (const port of memory.reads) steps.set(port.data, { kind: "word", memory, port });
  }
  return written(layout, (output) => {
    const all = functionsOf(output, order.names, (w, name) => {
      const step = steps.get(name) ?? bug(`nothing settles ${name}`);
      settle(w, layout, step, true);
    });
    addFunction(output.assembly, "observe", nothing, [], calls(all));
    exportFunction(output.assembly, "observe");
  });
}

function written(layout: Layout, write: (output: Output) => void): Uint8Array {
  const assembly = newAssembly();
  addHighProduct(assembly);
  write({ assembly, layout, functions: 0 });
  return moduleBytes(assembly, { module: "lutra", name: "memory", pages: pagesFor(layout) });
}

// Steps

function writeSteps(w: Writer, { layout }: Output, steps: readonly Step[], hot: ReadonlySet<string>): void {
  for (const step of steps) {
    switch (step.kind) {
      case "wire":
      case "word":
        settle(w, layout, step, hot.has(nameOf(step)));
        break;
      case "register":
        put(w, stateSlot(layout, step.register.name, step.held), becomes(w, layout, step.register));
        break;
      case "read": {
        const { memory, port, held } = step;
        const found = chosen(w, memory.width, port.enable, () => word(w, layout, memory, port), port.data);
        put(w, stateSlot(layout, port.data, held), found);
        break;
      }
      case "write":
        writeWords(w, layout, step);
        break;
      case "pack":
        writePack(w, layout, step, hot);
    }
  }
}

/** In a local for this function, and in memory where others need it. */
function settle(w: Writer, layout: Layout, step: WireStep | WordStep, stored: boolean): void {
  const name = nameOf(step);
  const value = step.kind === "wire" ? compile(w, step.value) : word(w, layout, step.memory, step.port);
  if (value.kind === "wide") {
    w.held.set(name, value.limbs);
    if (stored) put(w, slotIn(w.slots, name), value);
    return;
  }
  const { width } = step.kind === "wire" ? step.value : step.memory;
  const rep = repOf(width);
  const local = keep(w, rep, value.code);
  w.held.set(name, [local]);
  if (stored) put(w, slotIn(w.slots, name), { kind: "narrow", rep, code: get(w, local) });
}

/** The word at a port's address; outside, the zero behind the last word. */
function word(w: Writer, layout: Layout, memory: Memory, port: ReadPort): Value {
  const { i32 } = w.m;
  const address = keep(w, "i32", one(w, port.address));
  const end = (): Code => number(w, "i32", memory.depth);
  const inside = 2 ** port.address.width <= memory.depth;
  const index = inside
    ? get(w, address)
    : w.m.select(i32.lt_u(get(w, address), end()), get(w, address), end());
  const offset = keep(w, "i32", i32.mul(index, number(w, "i32", bytesFor(memory.width))));
  return load(w, slotIn(layout.words, memory.name), () => get(w, offset));
}

function stateSlot(layout: Layout, name: string, held: boolean): Slot {
  return slotIn(held ? layout.next : layout.slots, name);
}

function becomes(w: Writer, layout: Layout, { name, width, initial, reset, next, enable }: Register): Value {
  const value = chosen(w, width, enable, () => compile(w, next), name);
  if (!reset) return value;
  return selected(w, width, resetOf(w, layout), compile(w, { kind: "const", width, value: initial }), value);
}

/** Whether the reset is up, in a local. No signal is called so. */
function resetOf(w: Writer, layout: Layout): number {
  const [known] = w.held.get("[reset]") ?? [];
  if (known !== undefined) return known;
  const up = at(w, layout.reset);
  const local = keep(w, "i32", up.kind === "narrow" ? up.code : bug("the reset is one bit"));
  w.held.set("[reset]", [local]);
  return local;
}

/** The new value where enabled, else what the signal is. */
function chosen(w: Writer, width: number, enable: Expr | null, make: () => Value, name: string): Value {
  if (enable === null) return make();
  const condition = keep(w, "i32", one(w, enable));
  return selected(w, width, condition, make(), compile(w, { kind: "ref", name, width }));
}

function selected(w: Writer, width: number, condition: number, yes: Value, no: Value): Value {
  if (yes.kind === "wide" && no.kind === "wide") {
    return { kind: "wide", limbs: wideMux(w, condition, yes.limbs, no.limbs) };
  }
  if (yes.kind === "wide" || no.kind === "wide") return bug("both sides of a choice have one width");
  return { kind: "narrow", rep: repOf(width), code: w.m.select(get(w, condition), yes.code, no.code) };
}

// Packs

function writePack(w: Writer, layout: Layout, step: PackStep, hot: ReadonlySet<string>): void {
  const names = namesOf(step);
  const [first = bug("an empty pack")] = names;
  const wires = step.members.flatMap((member) => (member.kind === "wire" ? [member.value] : []));
  if (wires.length === 0) {
    const registers = step.members.flatMap((member) => (member.kind === "register" ? [member.register] : []));
    storeLanes(w, stateSlot(layout, first, step.held), fourBecome(w, layout, registers));
    return;
  }
  const value = keepLanes(w, names, lanesOf(w, wires));
  if (names.some((name) => hot.has(name))) storeLanes(w, slotIn(w.slots, first), value);
}

function fourBecome(w: Writer, layout: Layout, registers: readonly Register[]): Lanes {
  const [{ width, initial, reset } = bug("an empty pack")] = registers;
  const names = registers.map(({ name }) => name);
  const enables = registers.flatMap(({ enable }) => (enable === null ? [] : [enable]));
  const next = lanesOf(
    w,
    registers.map((register) => register.next),
  );
  const value =
    enables.length === 0 ? next : choice(w, only(lanesOf(w, enables)), next, fourOf(w, names, width));
  return reset ? choice(w, resetLanes(w, layout), constantLanes(width, initial), value) : value;
}

/** Whether the reset is up, as a mask. */
function resetLanes(w: Writer, layout: Layout): Word {
  const { i32, i32x4 } = w.m;
  const [known] = w.lanes.get("[reset]") ?? [];
  if (known !== undefined) return { code: get(w, known) };
  const mask = { code: i32x4.splat(i32.sub(number(w, "i32", 0), get(w, resetOf(w, layout)))) };
  return only(keepLanes(w, ["[reset]"], [mask]));
}

/** All ports see the words as they were, so all are computed before the first is stored. */
function writeWords(w: Writer, layout: Layout, { memory, held }: Extract<Step, { kind: "write" }>): void {
  const { i32 } = w.m;
  const ports = memory.writes.map((port) => {
    const address = keep(w, "i32", one(w, port.address));
    const enable = one(w, port.enable);
    const inside = i32.lt_u(get(w, address), number(w, "i32", memory.depth));
    const active = keep(w, "i32", 2 ** port.address.width <= memory.depth ? enable : i32.and(enable, inside));
    const value = compile(w, port.data);
    const data = value.kind === "wide" ? value.limbs : [keep(w, value.rep, value.code)];
    return { address, active, data };
  });
  for (const [index, { address, active, data }] of ports.entries()) {
    const value = kept(w, memory.width, data);
    if (!held) {
      storeWord(w, layout, memory, get(w, active), () => get(w, address), value);
      continue;
    }
    const slots = layout.writes.get(memory.name)?.[index] ?? bug(`no place for writes of ${memory.name}`);
    put(w, slots.active, { kind: "narrow", rep: "i32", code: get(w, active) });
    put(w, slots.address, { kind: "narrow", rep: "i32", code: get(w, address) });
    put(w, slots.data, value);
  }
}

function kept(w: Writer, width: number, locals: readonly number[]): Value {
  const [only = bug("a value without locals")] = locals;
  if (width > 64) return { kind: "wide", limbs: locals };
  return { kind: "narrow", rep: repOf(width), code: get(w, only) };
}

function storeWord(
  w: Writer,
  layout: Layout,
  memory: Memory,
  active: Code,
  address: () => Code,
  value: Value,
): void {
  const offset = (): Code => w.m.i32.mul(address(), number(w, "i32", bytesFor(memory.width)));
  const stores = store(w, slotIn(layout.words, memory.name), value, offset);
  w.body.push(w.m.when(active, w.m.sequence(stores)));
}

/** What was held takes effect. */
function commit(w: Writer, layout: Layout, step: Step): void {
  if (step.kind === "pack") {
    const [first = bug("an empty pack")] = namesOf(step);
    storeLanes(w, slotIn(layout.slots, first), loadLanes(w, slotIn(layout.next, first)));
    return;
  }
  if (step.kind !== "write") {
    const name = nameOf(step);
    put(w, slotIn(layout.slots, name), at(w, slotIn(layout.next, name)));
    return;
  }
  for (const slots of layout.writes.get(step.memory.name) ?? []) {
    const code = (slot: Slot): Code => {
      const value = at(w, slot);
      return value.kind === "narrow" ? value.code : bug("one word");
    };
    const address = keep(w, "i32", code(slots.address));
    storeWord(w, layout, step.memory, code(slots.active), () => get(w, address), at(w, slots.data));
  }
}
