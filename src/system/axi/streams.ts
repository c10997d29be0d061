/**
 * Stream arguments as AXI4-Stream: NAME_TDATA, as wide as an element in memory, NAME_TVALID, NAME_TREADY and NAME_TLAST, which is 1 with the
 * last word of a call. Words are taken while a call runs, so those of the next one wait.
 */
import type { ArrayPorts, KernelInterface, StreamPorts } from "../../hardware/interface.ts";
import { type Builder, input, output } from "../../hardware/netlist/build.ts";
import { and, resize, slice } from "../../hardware/netlist/expressions.ts";
import type { Expr, Ref } from "../../hardware/netlist/nodes.ts";
import { asciiName } from "../../program/ascii_name.ts";
import { of } from "../banks.ts";
import { elementBytes, isSigned } from "./elements.ts";

export function streamsOf({
  arrays,
}: KernelInterface): readonly (ArrayPorts & { readonly stream: StreamPorts })[] {
  return arrays.flatMap((array) => (array.stream === null ? [] : [{ ...array, stream: array.stream }]));
}

/** What its signals begin with. */
export function streamName({ name }: ArrayPorts): string {
  return asciiName(name);
}

/** Bits of TDATA. */
export function streamWidth({ element }: ArrayPorts): number {
  return 8 * elementBytes(element);
}

/** Inputs of the kernel. */
export function streamInputs(
  b: Builder,
  ports: KernelInterface,
  runs: Expr,
): readonly (readonly [string, Expr])[] {
  return streamsOf(ports).flatMap((array): readonly (readonly [string, Expr])[] => {
    const { stream, isRead, width } = array;
    if (!isRead) return [[stream.ready, input(b, `${streamName(array)}_TREADY`, 1)]];
    return [
      [stream.data, slice(b, input(b, `${streamName(array)}_TDATA`, streamWidth(array)), 0, width)],
      [stream.valid, and(b, runs, input(b, `${streamName(array)}_TVALID`, 1))],
      [stream.last, input(b, `${streamName(array)}_TLAST`, 1)],
    ];
  });
}

export function addStreams(
  b: Builder,
  ports: KernelInterface,
  outputs: Readonly<Record<string, Ref>>,
  runs: Expr,
): void {
  for (const array of streamsOf(ports)) {
    const { stream, isRead, element } = array;
    if (isRead) {
      output(b, `${streamName(array)}_TREADY`, and(b, runs, of(outputs, stream.ready)));
      continue;
    }
    output(
      b,
      `${streamName(array)}_TDATA`,
      resize(b, of(outputs, stream.data), streamWidth(array), isSigned(element)),
    );
    output(b, `${streamName(array)}_TVALID`, of(outputs, stream.valid));
    output(b, `${streamName(array)}_TLAST`, of(outputs, stream.last));
  }
}
