/**
 * What the ports of arrays outside are called. `a` in two banks has ports `a_0` and `a_1`; where another array is called
 * `a_1`, or a scalar `a_0_q`, the bank gets another name.
 */
import { asciiName } from "../../program/ascii_name.ts";
import type { CircuitPlan, Storage } from "../plan/nodes.ts";

export const signals = ["address", "enable", "write", "data", "q"] as const;

/** A name for each bank, by the name of the array. */
export function portNames(
  plan: Pick<CircuitPlan, "inputs" | "results" | "storages">,
  own: readonly string[] = signals, // what ports of a memory are called
): ReadonlyMap<string, readonly string[]> {
  const scalars = new Set([...plan.inputs, ...plan.results].map(({ port }) => port));
  const taken = new Set<string>();
  const isFree = (name: string): boolean =>
    !taken.has(name) && own.every((signal) => !scalars.has(`${name}_${signal}`));
  const claimed = (wish: string, ports: number): string => {
    const all = (name: string): readonly string[] => [
      name,
      ...Array.from({ length: ports }, (_, port) => portName(name, port)),
    ];
    let name = wish;
    while (!all(name).every(isFree)) name = `${name}_`;
    for (const one of all(name)) taken.add(one);
    return name;
  };
  const outside = plan.storages.filter(({ where }) => where === "port");
  // An array in one piece keeps its name, whoever came first.
  const inOrder = [...outside].sort((one, other) => Math.min(one.banks, 2) - Math.min(other.banks, 2));
  return new Map(
    inOrder.map((storage) => [storage.name, wishes(storage).map((wish) => claimed(wish, storage.ports))]),
  );
}

/** Of a bank with several ports. */
export function portName(bank: string, port: number): string {
  return `${bank}_p${port}`;
}

export function wishes({ name, banks }: Storage): readonly string[] {
  const wish = asciiName(name);
  return banks === 1 ? [wish] : Array.from({ length: banks }, (_, bank) => `${wish}_${bank}`);
}

/** What Verilog has no letters for, or a circuit has already, and how it is called instead, for the reader of the circuit. */
export function spelledNames(plan: CircuitPlan): string | undefined {
  const { name, inputs, storages } = plan;
  const arrays = portNames(plan);
  const ports = [
    { name, port: asciiName(name) },
    ...inputs.map(({ register, port }) => ({ name: register, port })),
    ...storages.flatMap((one) => {
      const [bank = asciiName(one.name)] = one.banks === 1 ? (arrays.get(one.name) ?? []) : [];
      return one.where === "port" ? [{ name: one.name, port: bank }] : [];
    }),
  ];
  const spelled = ports.filter((one) => one.port !== one.name);
  if (spelled.length === 0) return undefined;
  return `${spelled.map((one) => `${one.name} is ${one.port}`).join(", ")}.`;
}
