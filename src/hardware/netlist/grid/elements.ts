/** The processing elements of a module, by the seats of its registers; and what else of it is used in one of them alone. */
import { bug } from "../../../diagnostics/bug.ts";
import type { Expr, Module, Register } from "../nodes.ts";
import { refsIn } from "../walk.ts";

export interface Element {
  readonly grid: string;
  readonly at: readonly number[];
  readonly passes: boolean; // words pass through it
  readonly registers: ReadonlyMap<string, Register>; // by what they are called in every element
}

/** By grid, rows first. */
export function elementsOf(module: Module): readonly Element[] {
  const found = new Map<string, Element & { readonly registers: Map<string, Register> }>();
  for (const register of module.registers) {
    const { seat } = register;
    if (seat === undefined) continue;
    const key = `${seat.grid} ${seat.at.join(" ")}`;
    const { grid, at, passes = false } = seat;
    const element = found.get(key) ?? { grid, at, passes, registers: new Map() };
    if (element.registers.has(seat.name)) bug(`${seat.name} of ${key} is there twice`);
    element.registers.set(seat.name, register);
    found.set(key, element);
  }
  const grids = [...new Set([...found.values()].map(({ grid }) => grid))];
  return grids.flatMap((grid) => [...found.values()].filter((one) => one.grid === grid).sort(inOrder));
}

function inOrder(one: Element, other: Element): number {
  const axis = one.at.findIndex((place, k) => place !== other.at[k]);
  return axis === -1 ? 0 : (one.at[axis] ?? 0) - (other.at[axis] ?? 0);
}

/** Steps from element to element: the longest along an axis. */
export function distance(one: Element, other: Element): number {
  if (one.grid !== other.grid) return Infinity;
  return Math.max(0, ...one.at.map((place, axis) => Math.abs(place - (other.at[axis] ?? 0))));
}

/** What belongs to which element, by name: its registers, and wires and registers that are used in it. */
export type Owners = ReadonlyMap<string, Element>;

/**
 * A wire or a register without a seat belongs to the element that alone uses it, at once or through others: a fanout-free
 * cone (Cong and Ding 1994), here over registers too. A wire that neighbours share belongs to the first of them whose
 * registers it reads.
 */
export function ownersOf(module: Module, elements: readonly Element[]): Owners {
  const seated = new Map(
    elements.flatMap((element) =>
      [...element.registers.values()].map(({ name }) => [name, element] as const),
    ),
  );
  const reads = readsIn(module);
  const users = usersOf(module, seated, reads);
  const leaves = leavesIn(seated, reads);
  const owners = new Map<string, Element>(seated);
  const order = new Map(elements.map((element, place) => [element, place]));
  for (const [name, own] of users) {
    if (seated.has(name)) continue;
    const [only, ...others] = own;
    if (others.length === 0 && only !== undefined && only !== outside) owners.set(name, only);
    if (others.length === 0) continue;
    const read = leaves(name);
    const first = [...own]
      .filter((one): one is Element => one !== outside && read.has(one))
      .sort((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0))[0];
    const isNear = (one: Element | typeof outside): boolean =>
      one === outside || (first !== undefined && distance(first, one) <= 1);
    if (first !== undefined && [...own].every(isNear)) owners.set(name, first);
  }
  return owners;
}

/** What follows, of what an element has, from its seated registers; the rest of it only brings in what is outside. */
export type Reads = ReadonlyMap<string, readonly string[]>;

/** What each name reads: wires, registers, and outputs of instances, which may follow from all of their inputs. */
export function readsIn({ wires, registers, instances }: Module): Reads {
  return new Map([
    ...wires.map(({ name, value }) => [name, refsIn(value)] as const),
    ...registers.map((register) => [register.name, readBy(register)] as const),
    ...instances.flatMap(({ inputs, outputs }) => {
      const reads = inputs.flatMap(({ value }) => refsIn(value));
      return outputs.map(({ name }) => [name, reads] as const);
    }),
  ]);
}

export function followers(module: Module, owners: Owners, more: Iterable<string>): ReadonlySet<string> {
  const seated = module.registers.flatMap(({ name, seat }) => (seat === undefined ? [] : [name]));
  const found = new Set([...seated, ...more]);
  const open = [...readsIn(module)].filter(([name]) => owners.has(name) && !found.has(name));
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const [name, reads] of open) {
      if (reads.some((one) => found.has(one) && owners.get(one) === owners.get(name))) found.add(name);
    }
  }
  return found;
}

const outside = "outside";

type Users = ReadonlyMap<string, ReadonlySet<Element | typeof outside>>;

/** Who uses a name in the end: through wires, instances, and registers that have no seat. */
function usersOf(module: Module, seated: ReadonlyMap<string, Element>, reads: Reads): Users {
  const users = new Map<string, Set<Element | typeof outside>>();
  const behind = (name: string): readonly string[] => (seated.has(name) ? [] : (reads.get(name) ?? []));
  const use = (names: readonly string[], user: Element | typeof outside): void => {
    const open = [...names];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      const own = users.get(name) ?? new Set();
      if (own.has(user)) continue;
      users.set(name, own.add(user));
      open.push(...behind(name));
    }
  };
  for (const [name, element] of seated) use(reads.get(name) ?? bug(`no register ${name}`), element);
  for (const { value } of module.outputs) use(refsIn(value), outside);
  for (const { reads, writes } of module.memories) {
    for (const { address, enable } of reads) use([...refsIn(address), ...refsIn(enable ?? nothing)], outside);
    for (const { address, data, enable } of writes) use([address, data, enable].flatMap(refsIn), outside);
  }
  return users;
}

const nothing: Expr = { kind: "const", width: 1, value: 0n };

function readBy({ next, enable }: Register): readonly string[] {
  return [...refsIn(next), ...refsIn(enable ?? nothing)];
}

/** Elements whose registers something reads, at once or through others that have no seat. */
function leavesIn(
  seated: ReadonlyMap<string, Element>,
  reads: Reads,
): (name: string) => ReadonlySet<Element> {
  const known = new Map<string, ReadonlySet<Element>>();
  const leaves = (name: string): ReadonlySet<Element> => {
    const found = known.get(name);
    if (found !== undefined) return found;
    known.set(name, new Set()); // a register that reads itself
    const element = seated.get(name);
    const all =
      element === undefined ? (reads.get(name) ?? []).flatMap((one) => [...leaves(one)]) : [element];
    known.set(name, new Set(all));
    return new Set(all);
  };
  return leaves;
}
