/** The first fault of all processes, numbered as the checks of the whole are. */
import type { FaultPort } from "../../hardware/interface.ts";
import { bitsFor } from "../../hardware/netlist/bits.ts";
import { type Builder, drive, output, register } from "../../hardware/netlist/build.ts";
import { add, and, constant, isZero, mux, not, resize, select } from "../../hardware/netlist/expressions.ts";
import type { Expr } from "../../hardware/netlist/nodes.ts";
import type { Placed } from "./assemble.ts";

/** A process that this call has not started yet may still tell of the call before. */
export function joinFaults(b: Builder, accept: Expr, placed: readonly Placed[]): FaultPort | null {
  const told = placed.map(({ circuit }) => circuit.interface.fault);
  if (told.every((fault) => fault === null)) return null;
  const total = placed.reduce((sum, { circuit }) => sum + circuit.checks.length, 0);
  const width = bitsFor(total);
  const valueWidth = Math.max(0, ...told.map((fault) => fault?.value?.width ?? 0));
  let before = 0;
  const cases = placed.flatMap(({ circuit, of, active }) => {
    const offset = before;
    before += circuit.checks.length;
    const { fault } = circuit.interface;
    if (fault === null) return [];
    const code = of(fault.port);
    const value = fault.value === null ? null : resize(b, of(fault.value.port), valueWidth, true);
    const when = and(b, active, not(b, isZero(b, code)));
    return [{ when, code: add(b, resize(b, code, width, false), offset), value }];
  });
  const fault = register(b, "fault", width, { reset: true, comment: "the first fault, from 1; 0 is none" });
  const first = isZero(b, fault);
  const code = select(
    b,
    cases.map(({ when, code: value }) => ({ when, value })),
    0,
  );
  drive(b, fault, mux(b, accept, constant(width, 0), mux(b, first, code, fault)));
  output(b, "fault", fault);
  const late = Math.max(...told.map((one) => one?.late ?? 0)) + 1;
  if (valueWidth === 0) return { port: "fault", width, late, value: null };
  const held = register(b, "fault_value", valueWidth, { comment: "what the fault is about" });
  const value = select(
    b,
    cases.map((one) => ({ when: one.when, value: one.value ?? constant(valueWidth, 0) })),
    0,
  );
  drive(b, held, mux(b, first, value, held));
  output(b, "fault_value", held);
  return { port: "fault", width, late, value: { port: "fault_value", width: valueWidth } };
}
