/**
 * A flat circuit as a WebAssembly module: `settle` computes what follows from inputs and state within a cycle, in an
 * order in which everything is ready; `run(n)` is n times the clock and what settles after it.
 */
import { bug } from "../../diagnostics/bug.ts";
import type { Expr, Memory, Module, ReadPort, Register, WritePort } from "../nodes.ts";
import { settlingOrder } from "../order.ts";
import {
  type Binaryen,
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
import { compile, one } from "./expression.ts";
import type { Layout } from "./layout.ts";
import { addHighProduct, wideMux } from "./wide.ts";

const pageBytes = 65536;

export function buildModule(wasm: Binaryen, flat: Module, layout: Layout): Uint8Array {
  const m = new wasm.Module();
  try {
    m.setFeatures(wasm.Features.MVP | wasm.Features.MutableGlobals | wasm.Features.SignExt);
    const pages = Math.ceil(layout.end / pageBytes);
    m.setMemory(pages, pages, "memory", []);
    addHighProduct({ wasm, m });
    const output: Output = { wasm, m, layout, functions: 0 };
    const settle = settling(output, flat);
    const clock = clocking(output, flat);
    m.addFunction("settle", wasm.none, wasm.none, [], m.block(null, calls(output, settle)));
    m.addFunctionExport("settle", "settle");
    const count = (): Code => m.local.get(0, wasm.i32);
    const body = m.loop(
      "again",
      m.if(
        count(),
        m.block(null, [
          ...calls(output, [...clock, ...settle]),
          m.local.set(0, m.i32.sub(count(), m.i32.const(1))),
          m.br("again"),
        ]),
      ),
    );
    m.addFunction("run", wasm.createType([wasm.i32]), wasm.none, [], body);
    m.addFunctionExport("run", "run");
    if (!m.validate()) bug("the simulator's module is not valid");
    // The code is straight: fewer locals are all it needs. Not `optimize-instructions`: binaryen 132 makes
    // i64.extend_i32_u of an i32.load into i64.load32_s, which is wrong from 2^31 on.
    m.runPasses(["simplify-locals-nostructure", "coalesce-locals", "vacuum"]);
    return m.emitBinary();
  } finally {
    m.dispose();
  }
}

interface Output {
  readonly wasm: Binaryen;
  readonly m: Writer["m"];
  readonly layout: Layout;
  functions: number;
}

/** Engines compile functions one by one, and large ones slowly. */
const localsAtMost = 1500;

/** Writes items one after another, into as many functions as they need. Gives the names of the functions. */
function functionsOf<T>(
  output: Output,
  items: Iterable<T>,
  writeItem: (w: Writer, item: T) => void,
): string[] {
  const names: string[] = [];
  let w = newWriter(output);
  const close = (): void => {
    if (w.body.length === 0) return;
    output.functions += 1;
    const name = `part_${output.functions}`;
    output.m.addFunction(name, output.wasm.none, output.wasm.none, w.locals, output.m.block(null, w.body));
    names.push(name);
    w = newWriter(output);
  };
  for (const item of items) {
    writeItem(w, item);
    if (w.locals.length > localsAtMost) close();
  }
  close();
  return names;
}

function newWriter({ wasm, m, layout }: Output): Writer {
  return { wasm, m, slots: layout.slots, scratch: layout.scratch, locals: [], body: [], held: new Map() };
}

function calls({ wasm, m }: Output, names: readonly string[]): Code[] {
  return names.map((name) => m.call(name, [], wasm.none));
}

// Within a cycle

function settling(output: Output, flat: Module): readonly string[] {
  const order = settlingOrder(flat);
  if (order.kind === "loop") bug(`a combinational loop: ${order.names.join(", ")}`);
  const wires = new Map(flat.wires.map((wire) => [wire.name, wire.value]));
  const reads = readsOf(flat);
  const inner = functionsOf(output, order.names, (w, name) => {
    const value = wires.get(name);
    const read = reads.get(name);
    if (value !== undefined) hold(w, name, value.width, compile(w, value));
    else if (read !== undefined) hold(w, name, read.memory.width, word(w, output.layout, read));
  });
  const outer = functionsOf(output, flat.outputs, (w, { name, value }) => {
    w.body.push(
      ...store(w, slotIn(output.layout.outputs, name), compile(w, value), () => number(w, "i32", 0)),
    );
  });
  return [...inner, ...outer];
}

/** In a local for this function, and in memory for others. */
function hold(w: Writer, name: string, width: number, value: Value): void {
  const slot = slotIn(w.slots, name);
  if (value.kind === "wide") {
    w.held.set(name, value.limbs);
    w.body.push(...store(w, slot, value, () => number(w, "i32", 0)));
    return;
  }
  const rep = repOf(width);
  const local = keep(w, rep, value.code);
  w.held.set(name, [local]);
  w.body.push(...store(w, slot, { kind: "narrow", rep, code: get(w, local) }, () => number(w, "i32", 0)));
}

interface Read {
  readonly memory: Memory;
  readonly port: ReadPort;
}

function readsOf(flat: Module): ReadonlyMap<string, Read> {
  return new Map(
    flat.memories.flatMap((memory) => memory.reads.map((port) => [port.data, { memory, port }] as const)),
  );
}

/** The word at a port's address; outside, the zero behind the last word. */
function word(w: Writer, layout: Layout, { memory, port }: Read): Value {
  const { i32 } = w.m;
  const address = keep(w, "i32", one(w, port.address));
  const end = (): Code => number(w, "i32", memory.depth);
  const index = w.m.select(i32.lt_u(get(w, address), end()), get(w, address), end());
  const offset = keep(w, "i32", i32.mul(index, number(w, "i32", bytesFor(memory.width))));
  return load(w, slotIn(layout.words, memory.name), () => get(w, offset));
}

// At the clock: first what everything becomes, then the memories, then the registers; so all see the old values

function clocking(output: Output, flat: Module): readonly string[] {
  const { layout } = output;
  const reads = [...readsOf(flat).values()].filter(({ port }) => port.latency === 1);
  const writes = flat.memories.flatMap((memory) => memory.writes.map((port) => ({ memory, port })));
  const nothing = (w: Writer) => (): Code => number(w, "i32", 0);
  return [
    ...functionsOf(output, flat.registers, (w, register) => {
      w.body.push(...store(w, slotIn(layout.next, register.name), becomes(w, layout, register), nothing(w)));
    }),
    ...functionsOf(output, reads, (w, read) => {
      const { data, enable } = read.port;
      const found = chosen(w, read.memory.width, enable, () => word(w, layout, read), data);
      w.body.push(...store(w, slotIn(layout.next, data), found, nothing(w)));
    }),
    ...functionsOf(output, writes, (w, { memory, port }) => writeWord(w, layout, memory, port)),
    ...functionsOf(output, layout.next, (w, [name, slot]) => {
      w.body.push(...store(w, slotIn(layout.slots, name), load(w, slot, nothing(w)), nothing(w)));
    }),
  ];
}

function becomes(w: Writer, layout: Layout, { name, width, initial, reset, next, enable }: Register): Value {
  const value = chosen(w, width, enable, () => compile(w, next), name);
  if (!reset) return value;
  const up = load(w, layout.reset, () => number(w, "i32", 0));
  const condition = keep(w, "i32", up.kind === "narrow" ? up.code : bug("the reset is one bit"));
  return selected(w, width, condition, compile(w, { kind: "const", width, value: initial }), value);
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

function writeWord(w: Writer, layout: Layout, memory: Memory, port: WritePort): void {
  const { i32 } = w.m;
  const address = keep(w, "i32", one(w, port.address));
  const enable = one(w, port.enable);
  const inside = i32.lt_u(get(w, address), number(w, "i32", memory.depth));
  const active = keep(w, "i32", i32.and(enable, inside));
  const data = compile(w, port.data);
  const offset = (): Code => i32.mul(get(w, address), number(w, "i32", bytesFor(memory.width)));
  const stores = store(w, slotIn(layout.words, memory.name), data, offset);
  w.body.push(w.m.if(get(w, active), w.m.block(null, [...stores])));
}

function slotIn(slots: ReadonlyMap<string, Slot>, name: string): Slot {
  return slots.get(name) ?? bug(`no place for ${name}`);
}
