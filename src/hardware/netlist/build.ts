/**
 * Circuits, written down.
 *
 *     const b = startModule("counter");
 *     const up = input(b, "up", 1);
 *     const count = register(b, "count", 8, { reset: true });
 *     drive(b, count, add(b, count, 1), { enable: up });
 *     output(b, "value", count);
 *     const counter = finish(b); // a Module
 *
 * A Builder is filled while a module is written and is of no use after `finish`. What expressions.ts makes in it is
 * kept once: the same expression written twice is the same object, and becomes a wire where it is used twice.
 */
import { bug } from "../../diagnostics/bug.ts";
import { asciiName } from "../../program/ascii_name.ts";
import { addressWidth } from "./bits.ts";
import { type Builder, newBuilder, type Operand, owned, remember, sized } from "./builder.ts";
import type {
  Collisions,
  Design,
  Expr,
  Instance,
  MemoryStyle,
  Module,
  Origin,
  Ref,
  Seat,
  Tap,
} from "./nodes.ts";
import { share } from "./share.ts";

export { type About, about, type Builder, hinted, type Operand } from "./builder.ts";

export function startModule(name: string, comment?: string): Builder {
  checkName(name);
  return newBuilder(name, comment);
}

export function input(b: Builder, name: string, width: number): Ref {
  addPort(b, name);
  const ref = declare(b, name, width);
  b.inputs.push({ name, width });
  return ref;
}

/** Ports have names of their own: an output may be called like the register it shows. */
export function output(b: Builder, name: string, value: Expr): void {
  checkName(name);
  addPort(b, name);
  b.outputs.set(name, owned(b, value));
}

function addPort({ name: module, ports }: Builder, name: string): void {
  if (ports.has(name)) bug(`${module}: two ports are called ${name}`);
  ports.add(name);
}

/**
 * Says what an expression is called. It becomes a wire of that name (or `name_1`, … where that is taken), and
 * remains what it is: it still simplifies with what is built on it. Constants and references stay as they are.
 */
export function named(b: Builder, name: string, value: Expr, origin: Origin = {}): Expr {
  const own = owned(b, value);
  if (own.kind !== "const" && own.kind !== "ref" && !b.labels.has(own)) {
    b.labels.set(own, { name: freshName(b, name), origin });
  }
  return own;
}

/** What an expression is called so far; null: it has no name. */
export function nameOf(b: Builder, value: Expr): string | null {
  return value.kind === "ref" ? value.name : (b.labels.get(value)?.name ?? null);
}

/** A wire whose value is given later, with `assign`. */
export function wire(b: Builder, name: string, width: number, origin: Origin = {}): Ref {
  const ref = declare(b, freshName(b, name), width);
  b.wires.set(ref.name, { name: ref.name, width, origin, value: null });
  return ref;
}

export function assign(b: Builder, target: Ref, value: Operand): void {
  const found = b.wires.get(target.name) ?? bug(`${b.name}: ${target.name} is not a wire`);
  if (found.value !== null) bug(`${b.name}: ${target.name} is assigned twice`);
  found.value = sized(b, value, found.width, `the wire ${target.name}`);
}

export interface RegisterOptions extends Origin {
  readonly initial?: bigint | number; // 0 where not said
  readonly reset?: boolean; // false where not said
  readonly seat?: Seat; // of none where not said
}

/** A register whose next value is given later, with `drive`. The name is made unique. */
export function register(b: Builder, name: string, width: number, options: RegisterOptions = {}): Ref {
  const { initial = 0, reset = false, ...origin } = options;
  const ref = declare(b, freshName(b, name), width);
  const start = BigInt.asUintN(width, BigInt(initial));
  b.registers.set(ref.name, { name: ref.name, width, initial: start, reset, origin, drive: null });
  return ref;
}

export interface DriveOptions {
  readonly enable?: Expr; // always where not said
}

/** What the register becomes at the clock. Where it is not enabled it keeps its value. */
export function drive(b: Builder, target: Ref, next: Operand, options: DriveOptions = {}): void {
  const found = b.registers.get(target.name) ?? bug(`${b.name}: ${target.name} is not a register`);
  if (found.drive !== null) bug(`${b.name}: ${target.name} is driven twice`);
  found.drive = {
    next: sized(b, next, found.width, `the register ${target.name}`),
    enable: enableOf(b, options.enable, target.name),
  };
}

/** A register that follows `value`, one clock later. */
export function delay(
  b: Builder,
  name: string,
  value: Expr,
  options: RegisterOptions & DriveOptions = {},
): Ref {
  const { enable, ...rest } = options;
  const ref = register(b, name, value.width, rest);
  drive(b, ref, value, enable === undefined ? {} : { enable });
  return ref;
}

/** `value` after `clocks` registers; itself for 0. */
export function delayBy(
  b: Builder,
  name: string,
  value: Expr,
  clocks: number,
  options: RegisterOptions & DriveOptions = {},
): Expr {
  let current = value;
  for (let stage = 1; stage <= clocks; stage++) {
    current = delay(b, clocks === 1 ? name : `${name}_${stage}`, current, options);
  }
  return current;
}

export interface MemoryOptions extends Origin {
  readonly width: number;
  readonly depth: number;
  readonly initial?: readonly bigint[] | null; // from word 0, then zeros; unknown where not said
  readonly style?: MemoryStyle; // auto where not said
  readonly collisions?: Collisions; // old where not said
}

export interface MemoryHandle {
  readonly name: string;
  readonly width: number;
  readonly depth: number;
}

export function memory(b: Builder, name: string, options: MemoryOptions): MemoryHandle {
  const { width, depth, initial = null, style = "auto", ...origin } = options;
  const own = freshName(b, name);
  if (!(width >= 1 && depth >= 1)) bug(`${b.name}: the memory ${own} has ${depth} words of ${width} bits`);
  const words = initial === null ? null : initial.map((word) => BigInt.asUintN(width, word));
  b.memories.set(own, { name: own, width, depth, initial: words, style, ...origin, reads: [], writes: [] });
  return { name: own, width, depth };
}

export interface ReadOptions {
  readonly name?: string; // of the data; `memory_data` where not said
  readonly enable?: Expr; // while it is down, the data stay
}

/** A read port: the word appears one clock after its address. */
export function read(b: Builder, from: MemoryHandle, address: Operand, options: ReadOptions = {}): Ref {
  return readPort(b, from, address, 1, options);
}

/** A combinational read port: the word of this very cycle. Only registers and LUT RAM can do this. */
export function readNow(
  b: Builder,
  from: MemoryHandle,
  address: Operand,
  options: { readonly name?: string } = {},
): Ref {
  return readPort(b, from, address, 0, options);
}

function readPort(
  b: Builder,
  from: MemoryHandle,
  address: Operand,
  latency: 0 | 1,
  options: ReadOptions,
): Ref {
  const found = b.memories.get(from.name) ?? bug(`${b.name}: ${from.name} is not a memory`);
  const data = declare(b, freshName(b, options.name ?? `${from.name}_data`), from.width);
  found.reads.push({
    data: data.name,
    address: sized(b, address, addressWidth(from.depth), `the address of ${from.name}`),
    latency,
    enable: enableOf(b, options.enable, data.name),
  });
  return data;
}

export interface WriteOptions {
  readonly address: Operand;
  readonly data: Operand;
  readonly enable: Expr;
}

/** A write port. */
export function write(b: Builder, to: MemoryHandle, { address, data, enable }: WriteOptions): void {
  const found = b.memories.get(to.name) ?? bug(`${b.name}: ${to.name} is not a memory`);
  found.writes.push({
    address: sized(b, address, addressWidth(to.depth), `the address of ${to.name}`),
    data: sized(b, data, to.width, `the data of ${to.name}`),
    enable: sized(b, enable, 1, `the enable of ${to.name}`),
  });
}

/** Another module inside this one. Gives its outputs, by their port names. */
export function instance(
  b: Builder,
  name: string,
  module: Module,
  inputs: Readonly<Record<string, Operand>>,
  origin: Origin = {},
): Readonly<Record<string, Ref>> {
  const own = freshName(b, name);
  for (const port of Object.keys(inputs)) {
    if (!module.inputs.some((one) => one.name === port))
      bug(`${b.name}: ${module.name} has no input ${port}`);
  }
  const connections = module.inputs.map((port) => {
    const value = inputs[port.name] ?? bug(`${b.name}: ${own} leaves the input ${port.name} open`);
    return { port: port.name, value: sized(b, value, port.width, `the input ${port.name} of ${own}`) };
  });
  const taps = module.outputs.map((port): [Tap, Ref] => {
    const ref = declare(b, freshName(b, `${own}_${port.name}`), port.value.width);
    return [{ port: port.name, name: ref.name, width: ref.width }, ref];
  });
  const made: Instance = {
    name: own,
    module,
    inputs: connections,
    outputs: taps.map(([tap]) => tap),
    ...origin,
  };
  b.instances.push(made);
  return Object.fromEntries(taps.map(([tap, ref]) => [tap.port, ref]));
}

/** The finished module. */
export function finish(b: Builder): Module {
  return share(b);
}

/** A design from its top module: all modules, each once, after those it instantiates. */
export function design(top: Module): Design {
  const modules = new Set<Module>();
  const visit = (module: Module): void => {
    if (modules.has(module)) return;
    for (const { module: inner } of module.instances) visit(inner);
    modules.add(module);
  };
  visit(top);
  return { top, modules: [...modules] };
}

function declare(b: Builder, name: string, width: number): Ref {
  checkName(name);
  if (!Number.isInteger(width) || width < 1) bug(`${b.name}: ${name} has ${width} bits`);
  if (b.declared.has(name)) bug(`${b.name}: ${name} is declared twice`);
  const ref: Ref = { kind: "ref", width, name };
  b.taken.add(name);
  b.declared.set(name, ref);
  remember(b, ref);
  return ref;
}

function enableOf(b: Builder, enable: Expr | undefined, of: string): Expr | null {
  if (enable === undefined) return null;
  const own = sized(b, enable, 1, `the enable of ${of}`);
  return own.kind === "const" && own.value === 1n ? null : own;
}

/** The name itself where it is free, else with the first free number. */
function freshName(b: Builder, name: string): string {
  const wanted = asciiName(name);
  let found = wanted;
  for (let count = b.counts.get(wanted) ?? 1; b.taken.has(found); count++) {
    found = `${wanted}_${count}`;
    b.counts.set(wanted, count + 1);
  }
  b.taken.add(found);
  return found;
}

function checkName(name: string): void {
  if (!/^[A-Za-z_]\w*$/.test(name)) bug(`${JSON.stringify(name)} cannot be a name in a circuit`);
}
