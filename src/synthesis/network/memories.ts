/** Arrays that several processes use: behind ports of the whole, or in memories between them. */
import { families } from "../../device/family.ts";
import { bug } from "../../diagnostics/bug.ts";
import type {
  ArrayPorts,
  BankPorts,
  KernelInterface,
  MemoryPort,
  StreamPorts,
} from "../../hardware/interface.ts";
import { addressWidth } from "../../hardware/netlist/bits.ts";
import { assign, type Builder, input, memory, output, read, write } from "../../hardware/netlist/build.ts";
import { and, constant, mux, not } from "../../hardware/netlist/expressions.ts";
import type { Expr } from "../../hardware/netlist/nodes.ts";
import { any, oneOf } from "../circuit/choice.ts";
import { portName, portNames, signals } from "../circuit/port_names.ts";
import type { Storage } from "../plan/nodes.ts";
import { sharedHome } from "../plan/storage.ts";
import type { Circuit } from "../process.ts";
import type { Placed } from "./assemble.ts";
import type { TimedNetwork } from "./index.ts";

/** A port of a memory, and the ports of processes that take turns at it. */
interface Shared {
  readonly users: readonly { readonly process: Placed; readonly port: MemoryPort }[];
}

/** Where arrays between processes are, now that it is known through how many ports each is written. */
export function memoriesBetween(network: TimedNetwork, circuits: readonly Circuit[]): readonly Storage[] {
  const shared = new Set(network.split.shared.map(({ name }) => name));
  return network.plan.storages.map((storage): Storage => {
    if (!shared.has(storage.name)) return storage;
    const ports = Array.from({ length: storage.banks }, (_, bank) =>
      sharedPorts(network, circuits, storage.name, bank),
    );
    return { ...storage, where: homeOf(storage.depth, ports, circuits) };
  });
}

/** `ports`: by bank. All banks of an array are alike. */
function homeOf(
  depth: number,
  ports: readonly (readonly PortUsers[])[],
  circuits: readonly Circuit[],
): "block" | "lut" {
  const { target } = circuits[0] ?? bug("a network without processes");
  const writers = ports.map((own) => own.filter((users) => users.some(({ port }) => port.write !== null)));
  return sharedHome(depth, Math.max(...writers.map((own) => own.length)), families[target.family]);
}

/** Gives the arrays outside. */
export function joinMemories(
  b: Builder,
  network: TimedNetwork,
  placed: readonly Placed[],
  scalars: KernelInterface["scalars"],
  ports: ReadonlyMap<string, StreamPorts>,
): readonly ArrayPorts[] {
  const streams = new Set(network.lanes.map(({ array }) => array));
  const circuits = placed.map(({ circuit }) => circuit);
  for (const { name } of network.split.shared) {
    if (streams.has(name)) continue;
    const array = arrayOf(placed, name);
    if (array === null) continue;
    const ports = array.banks.map((_, bank) => sharedPorts(network, circuits, name, bank));
    const style = homeOf(array.depth, ports, circuits);
    for (const [bank, own] of ports.entries())
      inside(b, array, { name: `${name}_${bank}`, style }, placedAt(placed, own));
  }
  const outsides = network.split.outside.flatMap(({ name }) => {
    const array = arrayOf(placed, name);
    if (array === null || ports.has(name)) return [];
    const banks = array.banks.map((_, bank) => placedAt(placed, sharedPorts(network, circuits, name, bank)));
    return [{ array, banks }];
  });
  const names = portNames(
    {
      inputs: scalars.map(({ port, name, type }) => ({ port, register: name, type })),
      results: [],
      storages: outsides.flatMap(({ array, banks }) => {
        const own = network.plan.storages.find(({ name }) => name === array.name) ?? bug(`no ${array.name}`);
        return [{ ...own, ports: Math.max(...banks.map((ports) => ports.length)) }];
      }),
    },
    [...signals, "side"],
  );
  const joined = outsides.map(({ array, banks }): ArrayPorts => {
    const users = placed.flatMap(({ circuit }) =>
      circuit.interface.arrays.filter(({ name }) => name === array.name),
    );
    return {
      ...array,
      banks: banks.map((ports, bank): BankPorts => {
        const name = names.get(array.name)?.[bank] ?? bug(`${array.name} has no bank ${bank}`);
        return {
          ports: ports.map((shared, at) =>
            outside(b, array, ports.length === 1 ? name : portName(name, at), shared),
          ),
        };
      }),
      isRead: users.some(({ isRead }) => isRead),
      isWritten: users.some(({ isWritten }) => isWritten),
    };
  });
  const sent = [...ports].flatMap(([name, stream]): readonly ArrayPorts[] => {
    const array = arrayOf(placed, name);
    return array === null ? [] : [{ ...array, banks: [{ ports: [] }], stream }];
  });
  const all = new Map([...joined, ...sent].map((array) => [array.name, array]));
  return network.split.outside.flatMap(({ name }) => all.get(name) ?? []);
}

/** As the first process that uses it sees it; null: nobody does. */
function arrayOf(placed: readonly Placed[], name: string): ArrayPorts | null {
  for (const { circuit } of placed) {
    const found = circuit.interface.arrays.find((array) => array.name === name);
    if (found !== undefined) return found;
  }
  return null;
}

/** Those that take turns at a port. */
type PortUsers = readonly { readonly part: number; readonly port: MemoryPort }[];

/** Processes that may run at the same time have ports of their own; others take turns. */
function sharedPorts(
  network: TimedNetwork,
  circuits: readonly Circuit[],
  name: string,
  bank: number,
): readonly PortUsers[] {
  const shared: { part: number; port: MemoryPort }[][] = [];
  for (const [part, circuit] of circuits.entries()) {
    const ports = circuit.interface.arrays.find((array) => array.name === name)?.banks[bank]?.ports ?? [];
    for (const port of ports) {
      const free = shared.find((users) =>
        users.every((user) => user.part !== part && !network.together(user.part, part)),
      );
      if (free === undefined) shared.push([{ part, port }]);
      else free.push({ part, port });
    }
  }
  if (shared.length > 2) bug(`${name} has ${shared.length} ports`);
  return shared;
}

function placedAt(placed: readonly Placed[], ports: readonly PortUsers[]): readonly Shared[] {
  return ports.map((users) => ({
    users: users.map(({ part, port }) => ({ process: placed[part] ?? bug("no such process"), port })),
  }));
}

interface Driven {
  readonly enable: Expr;
  readonly address: Expr;
  readonly write: Expr | null;
  readonly data: Expr | null;
  readonly loads: boolean;
}

/** `only`: what is done on one of two sides. */
function driven(b: Builder, { users }: Shared, { width, depth }: ArrayPorts, only: 0 | 1 | null): Driven {
  const moves = users.map(({ process: { of, run, side }, port }) => {
    const moving = run === null ? of(port.enable) : and(b, of(port.enable), run);
    const isHere = only === null || side === null ? null : only === 1 ? side : not(b, side);
    return { enable: isHere === null ? moving : and(b, moving, isHere), address: of(port.address), port, of };
  });
  const stores = moves.flatMap(({ enable, port, of }) =>
    port.write === null || port.data === null
      ? []
      : [{ when: and(b, enable, of(port.write)), value: of(port.data) }],
  );
  const addresses = moves.map(({ enable, address }) => ({ when: enable, value: address }));
  return {
    enable: any(
      b,
      moves.map(({ enable }) => enable),
    ),
    address: oneOf(b, addresses) ?? constant(addressWidth(depth), 0),
    write:
      stores.length === 0
        ? null
        : any(
            b,
            stores.map(({ when }) => when),
          ),
    data: stores.length === 0 ? null : (oneOf(b, stores) ?? constant(width, 0)),
    loads: users.some(({ port }) => port.q !== null),
  };
}

function give(b: Builder, { users }: Shared, word: (process: Placed) => Expr): void {
  for (const { process, port } of users) {
    if (port.q === null) continue;
    assign(b, process.inputs.get(port.q) ?? bug(`nothing reads ${port.q}`), word(process));
  }
}

/** Two memories where calls overlap: each process uses the side of its call. */
function inside(
  b: Builder,
  array: ArrayPorts,
  { name, style }: { readonly name: string; readonly style: "block" | "lut" },
  ports: readonly Shared[],
): void {
  const { width, depth } = array;
  const isDouble = ports.some(({ users }) => users.some(({ process }) => process.side !== null));
  const sides = isDouble ? ([0, 1] as const) : ([null] as const);
  const words = sides.map((side) =>
    memory(b, side === null ? name : `${name}_side${side}`, { width, depth, style }),
  );
  for (const shared of ports) {
    const found = sides.map((side, index): Expr | null => {
      const own = words[index] ?? bug("no side");
      const { enable, address, write: stores, data, loads } = driven(b, shared, array, side);
      if (stores !== null && data !== null) write(b, own, { address, data, enable: stores });
      return loads ? read(b, own, address, { enable }) : null;
    });
    const [one = null, other = null] = found;
    if (one === null) continue;
    give(b, shared, ({ side }) => (other === null || side === null ? one : mux(b, side, other, one)));
  }
}

function outside(b: Builder, array: ArrayPorts, name: string, shared: Shared): MemoryPort {
  const { enable, address, write: stores, data, loads } = driven(b, shared, array, null);
  const signal = (what: (typeof signals)[number] | "side"): string => `${name}_${what}`;
  output(b, signal("address"), address);
  output(b, signal("enable"), enable);
  if (stores !== null) output(b, signal("write"), stores);
  if (data !== null) output(b, signal("data"), data);
  const word = loads ? input(b, signal("q"), array.width) : null;
  if (word !== null) give(b, shared, () => word);
  const side = sideOf(b, shared);
  if (side !== null) output(b, signal("side"), side);
  return {
    address: signal("address"),
    enable: signal("enable"),
    write: stores === null ? null : signal("write"),
    data: data === null ? null : signal("data"),
    q: loads ? signal("q") : null,
    side: side === null ? null : signal("side"),
  };
}

/** The side of who is at the port; null: there is one. */
function sideOf(b: Builder, { users }: Shared): Expr | null {
  const arms = users.flatMap(({ process: { of, side }, port }) =>
    side === null ? [] : [{ when: of(port.enable), value: side }],
  );
  return arms.length === 0 ? null : oneOf(b, arms);
}
