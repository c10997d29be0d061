/**
 * A kernel whose ports do not depend on how it is made. Each memory outside has both ports of a block RAM with all of their signals,
 * `a_p0_…` and `a_p1_…`, whichever of them the circuit uses: those that it does not use are 0, and cost nothing.
 */
import { bug } from "../diagnostics/bug.ts";
import { asciiName } from "../program/ascii_name.ts";
import type { ArrayPorts, BankPorts, KernelInterface, MemoryPort } from "./interface.ts";
import { addressWidth } from "./netlist/bits.ts";
import { design as designOf, finish, input, instance, output, startModule } from "./netlist/build.ts";
import { constant } from "./netlist/expressions.ts";
import type { Design, Ref } from "./netlist/nodes.ts";

/** Of a block RAM. */
const usualPorts = 2;

export interface Fixed {
  readonly design: Design;
  readonly interface: KernelInterface;
}

export function withFixedPorts({ top, modules }: Design, ports: KernelInterface): Fixed {
  const b = startModule(top.name, top.comment);
  const taken = new Set(modules.map(({ name }) => name));
  let core = `${top.name}_core`;
  while (taken.has(core)) core = `${core}_`;
  const memories = ports.arrays.map((array) =>
    array.banks.map((bank, index) => fixedBank(array, bank, index)),
  );
  const all = memories.flat(2);
  const given = new Map(all.flatMap(({ own, wide }) => (own?.q == null ? [] : [[own.q, wide.q]])));
  const words = new Map(all.map(({ wide, array }) => [wide.q, array.width]));
  const plain = top.inputs.filter(({ name }) => !given.has(name));
  const inputs = new Map<string, Ref>(plain.map(({ name, width }) => [name, input(b, name, width)]));
  for (const [name, width] of words) inputs.set(name, input(b, name, width));
  const outputs = instance(
    b,
    "core",
    { ...top, name: core },
    Object.fromEntries(
      top.inputs.map(({ name }) => [name, inputs.get(given.get(name) ?? name) ?? bug(`no input ${name}`)]),
    ),
  );
  const used = new Set<string>();
  const of = (port: string): Ref => {
    used.add(port);
    return outputs[port] ?? bug(`${top.name} has no output ${port}`);
  };
  for (const { own, wide, array } of all) {
    const show = (signal: "address" | "enable" | "write" | "data" | "side", width: number): void => {
      const [name, inner] = [wide[signal], own?.[signal] ?? null];
      if (name !== null) output(b, name, inner === null ? constant(width, 0) : of(inner));
    };
    show("address", addressWidth(array.depth));
    show("enable", 1);
    show("write", 1);
    show("data", array.width);
    show("side", 1);
  }
  for (const { name } of top.outputs) if (!used.has(name)) output(b, name, of(name));
  const arrays = ports.arrays.map((array, index) => ({
    ...array,
    banks: (memories[index] ?? []).map((bank): BankPorts => ({ ports: bank.map(({ wide }) => wide) })),
  }));
  return { design: designOf(finish(b)), interface: { ...ports, arrays } };
}

interface FixedPort {
  readonly array: ArrayPorts;
  readonly own: MemoryPort | null; // null: the circuit has no such port
  readonly wide: MemoryPort & { readonly q: string };
}

function fixedBank(array: ArrayPorts, { ports }: BankPorts, index: number): readonly FixedPort[] {
  if (array.stream !== null) return [];
  const name = bankName(array, ports, index);
  const hasSides = array.banks.some((bank) => bank.ports.some(({ side }) => side !== null));
  return Array.from({ length: Math.max(usualPorts, ports.length) }, (_, port): FixedPort => {
    const signal = (what: string): string => `${name}_p${port}_${what}`;
    const wide = {
      ...{ address: signal("address"), enable: signal("enable"), write: signal("write") },
      ...{ data: signal("data"), q: signal("q"), side: hasSides ? signal("side") : null },
    };
    return { array, own: ports[port] ?? null, wide };
  });
}

/** Without the number of a port and its signal. */
function bankName(array: ArrayPorts, ports: readonly MemoryPort[], index: number): string {
  const [first, second] = ports;
  if (first === undefined)
    return array.banks.length === 1 ? asciiName(array.name) : `${asciiName(array.name)}_${index}`;
  const ending = second === undefined ? "_address" : "_p0_address";
  if (!first.address.endsWith(ending)) return bug(`${first.address} is no address of a port`);
  return first.address.slice(0, -ending.length);
}
