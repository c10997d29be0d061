/** The registers of a kernel on AXI, for programs that write them: as JSON, and as a C header. */
import type { KernelInterface } from "../../hardware/interface.ts";
import { asciiName } from "../../program/ascii_name.ts";
import { printType } from "../../types/print.ts";
import { elementBytes } from "./elements.ts";
import { controlOffsets, type Register, statusBits } from "./registers.ts";
import { streamName, streamsOf, streamWidth } from "./streams.ts";
import type { AxiSystem } from "./system.ts";

export function registersJson(
  name: string,
  { registers, bundles }: AxiSystem,
  ports: KernelInterface,
): string {
  const facts = {
    ...{ kernel: ports.kernel, module: name, control: controlOffsets, statusBits },
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

export function registersHeader(name: string, { registers }: AxiSystem): string {
  const guard = `${name.toUpperCase()}_H`;
  const define = (what: string, value: number, remark: string): string =>
    `#define ${`${name.toUpperCase()}_${what}`.padEnd(40)} 0x${value.toString(16).padStart(2, "0")} /* ${remark} */`;
  const kinds = {
    scalar: "ARG",
    array: "ARG",
    result: "RESULT",
    status: "CALL",
    cycles: "CALL",
    fault: "CALL",
  } as const;
  const lines = registers.flatMap(({ name: own, offset, width, meaning }) => {
    const what = `${kinds[meaning.kind]}_${asciiName(own.replace(/^call_/, meaning.kind in ours ? "" : "call_"))}`;
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

const ours = { status: true, cycles: true, fault: true } as const;
