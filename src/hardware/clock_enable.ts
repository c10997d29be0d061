/**
 * A kernel with a clock enable: while it is 0, nothing changes inside, and nothing happens outside. The reset works all the same.
 *
 * What makes something happen at a clock outside (a call that is taken or done, an access to a memory, a word of a stream) is 0 then,
 * so that memories and neighbours on the plain clock need not know of it: a memory keeps what it gave last while it is not enabled.
 */
import { bug } from "../diagnostics/bug.ts";
import type { KernelInterface } from "./interface.ts";
import { design as designOf } from "./netlist/build.ts";
import { gated } from "./netlist/gate.ts";
import type { Design, Expr } from "./netlist/nodes.ts";

export interface Enabled {
  readonly design: Design;
  readonly interface: KernelInterface;
}

export function withClockEnable({ top }: Design, ports: KernelInterface): Enabled {
  const { module, port } = gated(top, "ce");
  const enable: Expr = { kind: "ref", width: 1, name: port };
  const acts = actingOutputs(ports);
  const outputs = module.outputs.map(({ name, value }) => {
    if (!acts.has(name)) return { name, value };
    if (value.width !== 1) return bug(`${name} has ${value.width} bits`);
    const both: Expr = { kind: "binary", op: "and", width: 1, left: enable, right: value };
    return { name, value: both };
  });
  return { design: designOf({ ...module, outputs }), interface: { ...ports, clockEnable: port } };
}

/** Outputs upon which something changes outside. */
function actingOutputs({ arrays }: KernelInterface): ReadonlySet<string> {
  const memories = arrays.flatMap(({ banks }) => banks.flatMap((bank) => bank.ports));
  const streams = arrays.flatMap(({ stream, isRead }) =>
    stream === null ? [] : [isRead ? stream.ready : stream.valid],
  );
  return new Set([
    ...["ready", "done"],
    ...memories.flatMap(({ enable, write }) => (write === null ? [enable] : [enable, write])),
    ...streams,
  ]);
}
