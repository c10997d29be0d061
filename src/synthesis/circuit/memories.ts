/** Arrays in memories: inside the circuit, or outside behind its ports. */
import { bug } from "../../diagnostics/bug.ts";
import type { BankPorts, MemoryPort } from "../../hardware/interface.ts";
import { addressWidth } from "../../hardware/netlist/bits.ts";
import {
  about,
  assign,
  type Builder,
  input,
  type MemoryHandle,
  memory,
  output,
  read,
  readNow,
  wire,
  write,
} from "../../hardware/netlist/build.ts";
import { constant, resize } from "../../hardware/netlist/expressions.ts";
import type { Expr, Ref } from "../../hardware/netlist/nodes.ts";
import { bitWidth } from "../../types/bits.ts";
import type { Graph, OpId, Storage } from "../plan/nodes.ts";
import { type Arm, any, oneOf } from "./choice.ts";
import type { Swept } from "./clear.ts";
import { portName, type signals } from "./port_names.ts";
import { type Access, assignPorts, mostAtOnce } from "./ports.ts";

/** One bank. The words it gives are known from the start; what drives it is known in the end. */
export interface Bank {
  readonly load: (access: Access, token: Expr, address: Expr) => Expr; // the word, `latency` cycles later
  readonly store: (access: Access, when: Expr, address: Expr, word: Expr) => void;
  /** Sets a word to zero, while no call runs; null: it is zero, or need not be. */
  readonly clear: ((swept: Swept) => void) | null;
  /** `start`: a call begins. */
  readonly finish: (start: Expr) => void;
  readonly ports: BankPorts | null; // outside
}

interface Port {
  readonly name: string;
  readonly loads: boolean;
  readonly stores: boolean;
  readonly addresses: Arm[];
  readonly reads: Expr[]; // when
  readonly writes: Arm[];
}

/** `alone`: accesses that must not share a port, see storages.ts. */
export function declareBank(
  b: Builder,
  storage: Storage,
  bank: number,
  name: string,
  accesses: readonly Access[],
  alone: ReadonlySet<Access>,
): Bank {
  const numbers =
    storage.reads === "free"
      ? freePorts(accesses, storage.ports, alone)
      : assignPorts(accesses, storage.ports);
  const places = new Map<Graph, Map<OpId, number>>();
  for (const [index, { graph, op }] of accesses.entries()) {
    const ofGraph = places.get(graph) ?? new Map<OpId, number>();
    places.set(graph, ofGraph.set(op, numbers[index] ?? bug("an access without a port")));
  }
  const used = [...new Set(numbers)].sort((one, other) => one - other);
  const ports = new Map(
    used.map((number) => {
      const own = accesses.filter((_, index) => numbers[index] === number);
      const port: Port = {
        name: used.length === 1 ? name : portName(name, used.indexOf(number)),
        loads: own.some(({ kind }) => kind === "load"),
        stores: own.some(({ kind }) => kind === "store"),
        addresses: [],
        reads: [],
        writes: [],
      };
      return [number, port] as const;
    }),
  );
  const hardware =
    storage.where === "port"
      ? outside(b, storage, [...ports.values()])
      : inside(b, storage, bank, name, [...ports.values()]);
  const portOf = ({ graph, op }: Access): Port => {
    const number = places.get(graph)?.get(op) ?? bug(`an access to ${name} without a port`);
    return ports.get(number) ?? bug(`${name} has no port ${number}`);
  };
  return {
    load: (access, token, address) => {
      const port = portOf(access);
      port.addresses.push({ when: token, value: address });
      port.reads.push(token);
      return hardware.words.get(port) ?? bug(`${port.name} reads nothing`);
    },
    store: (access, when, address, word) => {
      const port = portOf(access);
      port.addresses.push({ when, value: address });
      port.writes.push({ when, value: word });
    },
    clear: storage.clears && storage.where !== "port" ? clearing(b, storage, [...ports.values()]) : null,
    finish: hardware.finish,
    ports: hardware.ports,
  };
}

/** Through a port that writes anyway; what nobody writes stays zero. */
function clearing(b: Builder, { element, depth }: Storage, ports: readonly Port[]): Bank["clear"] {
  const port = ports.find(({ stores }) => stores);
  if (port === undefined) return null;
  return ({ when, address }) => {
    port.addresses.push({ when, value: resize(b, address, addressWidth(depth), false) });
    port.writes.push({ when, value: constant(bitWidth(element), 0) });
  };
}

/** Reads beside the ports: the memory has a copy for each word read at once, and all copies are written at once. */
function freePorts(
  accesses: readonly Access[],
  writers: number,
  alone: ReadonlySet<Access>,
): readonly number[] {
  const shared = accesses.filter((access) => access.kind === "load" && !alone.has(access));
  const stores = accesses.filter(({ kind }) => kind === "store");
  const most = mostAtOnce(shared);
  const numbers = new Map<Access, number>();
  for (const [index, port] of assignPorts(shared, most).entries())
    numbers.set(shared[index] ?? bug("no load"), port);
  for (const [index, port] of assignPorts(stores, writers).entries()) {
    numbers.set(stores[index] ?? bug("no store"), most + port);
  }
  let next = most + writers;
  return accesses.map((access) => numbers.get(access) ?? next++);
}

interface Hardware {
  readonly words: ReadonlyMap<Port, Expr>;
  readonly finish: () => void;
  readonly ports: BankPorts | null;
}

/** Where a port both reads and writes it does so at one address, which synthesizers know as a true dual port. */
function inside(b: Builder, storage: Storage, bank: number, name: string, ports: readonly Port[]): Hardware {
  const { depth, where, latency, initial, clears } = storage;
  if (ports.length === 0) return { words: new Map(), finish: () => {}, ports: null };
  const handle: MemoryHandle = memory(b, name, {
    width: bitWidth(storage.element),
    depth,
    initial: clears ? [] : (initial?.[bank] ?? null),
    style: where === "lut" ? "lut" : "block",
    collisions: storage.collisions,
  });
  const addresses = new Map<Port, Ref>();
  const words = new Map<Port, Expr>();
  for (const port of ports) {
    const address = wire(b, `${port.name}_address`, addressWidth(depth));
    addresses.set(port, address);
    const look = latency === 1 ? read : readNow;
    if (port.loads) words.set(port, look(b, handle, address, { name: `${port.name}_q` }));
  }
  const finish = (): void => {
    for (const [port, address] of addresses) {
      const chosen = about(b, { name: address.name }, () => oneOf(b, port.addresses));
      assign(b, address, chosen ?? constant(address.width, 0));
      const data = about(b, { name: `${port.name}_data` }, () => oneOf(b, port.writes));
      if (data !== null) write(b, handle, { address, data, enable: writing(b, port) });
    }
  };
  return { words, finish, ports: null };
}

function outside(b: Builder, storage: Storage, ports: readonly Port[]): Hardware {
  if (storage.latency !== 1) bug(`${storage.name} is outside and read at once`);
  const width = bitWidth(storage.element);
  const words = new Map<Port, Expr>();
  const told = ports.map((port): MemoryPort => {
    const signal = (what: (typeof signals)[number]): string => `${port.name}_${what}`;
    if (port.loads) words.set(port, input(b, signal("q"), width));
    return {
      address: signal("address"),
      enable: signal("enable"),
      write: port.stores ? signal("write") : null,
      data: port.stores ? signal("data") : null,
      q: port.loads ? signal("q") : null,
      side: null,
    };
  });
  const finish = (): void => {
    for (const [index, port] of ports.entries()) {
      const names = told[index] ?? bug("a port without names");
      const chosen = (name: string, arms: readonly Arm[], bits: number): Expr =>
        about(b, { name }, () => oneOf(b, arms)) ?? constant(bits, 0);
      output(b, names.address, chosen(names.address, port.addresses, addressWidth(storage.depth)));
      const enable = about(b, { name: names.enable }, () => any(b, [...port.reads, writing(b, port)]));
      output(b, names.enable, enable);
      if (names.write !== null) output(b, names.write, writing(b, port));
      if (names.data !== null) output(b, names.data, chosen(names.data, port.writes, width));
    }
  };
  return { words, finish, ports: { ports: told } };
}

function writing(b: Builder, { name, writes }: Port): Expr {
  return about(b, { name: `${name}_write` }, () =>
    any(
      b,
      writes.map(({ when }) => when),
    ),
  );
}
