/** A module that can be made to wait: while its new input is 0, nothing in it changes. */
import type { Expr, Memory, Module, Register } from "./nodes.ts";

export interface Gated {
  readonly module: Module;
  readonly port: string; // the input; 1: it runs
}

/** The reset works all the same. Outputs stand while it waits: who acts on them looks at the input too. */
export function gated(module: Module, wish = "run"): Gated {
  return gatedOnce(module, wish, new Map());
}

/** A module that several others instantiate waits in one way, so that it stays one module. */
function gatedOnce(module: Module, wish: string, known: Map<Module, Gated>): Gated {
  const port = freePort(module, wish);
  const run: Expr = { kind: "ref", width: 1, name: port };
  for (const { module: inner } of module.instances)
    if (!known.has(inner)) known.set(inner, gatedOnce(inner, "run", known));
  return {
    port,
    module: {
      ...module,
      inputs: [...module.inputs, { name: port, width: 1 }],
      registers: module.registers.map((one): Register => ({ ...one, enable: both(run, one.enable) })),
      memories: module.memories.map((one) => gatedMemory(one, run)),
      instances: module.instances.map((one) => {
        const { module: waiting = one.module, port: own = "" } = known.get(one.module) ?? {};
        return { ...one, module: waiting, inputs: [...one.inputs, { port: own, value: run }] };
      }),
    },
  };
}

function gatedMemory(memory: Memory, run: Expr): Memory {
  return {
    ...memory,
    reads: memory.reads.map((one) => (one.latency === 0 ? one : { ...one, enable: both(run, one.enable) })),
    writes: memory.writes.map((one) => ({ ...one, enable: both(run, one.enable) })),
  };
}

function both(run: Expr, enable: Expr | null): Expr {
  return enable === null ? run : { kind: "binary", op: "and", width: 1, left: run, right: enable };
}

function freePort({ inputs, outputs, wires, registers, memories, instances }: Module, wish: string): string {
  const taken = new Set([
    ...[...inputs, ...outputs, ...wires, ...registers, ...memories, ...instances].map(({ name }) => name),
    ...memories.flatMap(({ reads }) => reads.map(({ data }) => data)),
    ...instances.flatMap((one) => one.outputs.map(({ name }) => name)),
  ]);
  let port = wish;
  for (let count = 1; taken.has(port); count++) port = `${wish}_${count}`;
  return port;
}
