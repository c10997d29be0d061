/** The registers of a kernel on AXI, for programs that write them: as JSON, and as a C header. */
import type { KernelInterface } from "../../hardware/interface.ts";
import { asciiName } from "../../program/ascii_name.ts";
import { printType } from "../../types/print.ts";
import type { Type } from "../../types/types.ts";
import { elementBytes } from "./elements.ts";
import { controlOffsets, type Register, statusBits } from "./registers.ts";
import { streamName, streamsOf, streamWidth } from "./streams.ts";
import type { AxiSystem } from "./system.ts";

/** What a host wants to know beside registers and arrays. */
export interface CallFacts {
  readonly identity: bigint;
  readonly clockMHz: number;
  readonly mostCycles: number; // of the kernel alone; infinite where data decide
  readonly args: readonly { readonly name: string; readonly type: Type }[]; // in the order of a call
}

export function registersJson(
  name: string,
  { registers, bundles }: AxiSystem,
  ports: KernelInterface,
  { identity, clockMHz, mostCycles, args }: CallFacts,
): string {
  const facts = {
    ...{ kernel: ports.kernel, module: name, identity: hex(identity, 16), clockMHz },
    mostCycles: Number.isFinite(mostCycles) ? mostCycles : null,
    ...{ control: controlOffsets, statusBits },
    args: args.map((one) => ({ name: one.name, type: printType(one.type) })),
    results: ports.results.map((one) =>
      one.kind === "array" ? { array: one.array } : { register: one.port, type: printType(one.type) },
    ),
    registers: registers.map((one) => ({
      ...{
        name: one.name,
        offset: one.offset,
        bits: one.width,
        access: one.access === "write" ? "read-write" : "read",
      },
      ...meaningOf(one),
    })),
    arrays: bundles.flatMap((bundle) =>
      bundle.arrays.map(({ array, isLoaded, isStored }) => ({
        ...{
          name: array.name,
          bundle: `m_axi_${bundle.name}`,
          element: printType(array.element),
          shape: array.shape,
        },
        ...{ elementBytes: elementBytes(array.element), alignment: bundle.width / 8, isLoaded, isStored },
      })),
    ),
    streams: streamsOf(ports).map((array) => ({
      ...{
        name: array.name,
        prefix: streamName(array),
        bits: streamWidth(array),
        direction: array.isRead ? "in" : "out",
      },
      ...{ element: printType(array.element), shape: array.shape },
    })),
  };
  return `${JSON.stringify(facts, null, 2)}\n`;
}

function meaningOf({ meaning }: Register): Readonly<Record<string, unknown>> {
  switch (meaning.kind) {
    case "scalar":
      return { kind: "argument", type: printType(meaning.type) };
    case "array":
      return { kind: "address" };
    case "result":
      return { kind: "result", type: printType(meaning.type), validOffset: meaning.validOffset };
    default:
      return { kind: meaning.kind };
  }
}

function hex(value: number | bigint, digits: number): string {
  return `0x${value.toString(16).padStart(digits, "0")}`;
}

export function registersHeader(name: string, { registers }: AxiSystem): string {
  const guard = `${name.toUpperCase()}_H`;
  const define = (what: string, value: number, remark: string): string =>
    `#define ${`${name.toUpperCase()}_${what}`.padEnd(40)} ${hex(value, 2)} /* ${remark} */`;
  const kinds = {
    scalar: "ARG",
    array: "ARG",
    result: "RESULT",
    status: "CALL",
    cycles: "CALL",
    fault: "CALL",
    identity: "CIRCUIT",
  } as const;
  const lines = registers.flatMap(({ name: own, offset, width, meaning }) => {
    const what = `${kinds[meaning.kind]}_${asciiName(meaning.kind in ours ? own.replace(/^(call|circuit)_/, "") : own)}`;
    const words = width > 32 ? `${width} bits, the low word first` : `${width} bits`;
    return [
      define(what, offset, meaning.kind === "array" ? "address, the low word first" : words),
      ...(meaning.kind === "result"
        ? [define(`${what}_valid`, meaning.validOffset, "bit 0, clear on read")]
        : []),
    ];
  });
  const wrong = Object.entries(statusBits).map(([what, bit]) =>
    define(`STATUS_${what}`, 2 ** bit, "of CALL_status"),
  );
  return `/* Registers of ${name}, as Vitis HLS lays them out. */
#ifndef ${guard}
#define ${guard}

${define("CTRL", controlOffsets.ctrl, "bit 0 start, 1 done, 2 idle, 3 ready, 7 auto restart")}
${define("GIE", controlOffsets.gie, "bit 0: interrupts at all")}
${define("IER", controlOffsets.ier, "bit 0: on done, 1: on ready")}
${define("ISR", controlOffsets.isr, "a 1 that is written toggles")}
${[...lines, ...wrong].join("\n")}

#endif
`;
}

const ours = { status: true, cycles: true, fault: true, identity: true } as const;
