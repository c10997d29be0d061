import type { Family } from "./entry.ts";

/** How a kernel's arguments meet the hardware around it. */
export const interfaces = {
  "no-such-argument": ({ name, names }: { name: string; names: readonly string[] }) => ({
    message: `the kernel has no argument \`${name}\``,
    help: names.length === 0 ? "it has no arguments" : `its arguments are ${names.join(", ")}`,
  }),
  "no-stream": ({ name, why }: { name: string; why: string }) => ({
    message: `\`${name}\` cannot be a stream: it ${why}`,
    help: `copy it on chip in one sweep with \`buffer ${name}\``,
  }),
  "no-elements": ({ name }: { name: string }) => ({
    message: `\`${name}\` has no elements, and hardware has no memory of that size`,
    help: "leave it out of the arguments and results",
  }),
  "memory-outside": ({ name }: { name: string }) => ({
    severity: "warning" as const,
    message: `\`${name}\` is an argument, in memory outside of the chip, which cannot be partitioned or packed`,
    help: `copy it on chip with \`buffer ${name}\`, and partition the copy`,
  }),
  "bundles-unread": ({ text }: { text: string }) => ({
    severity: "warning" as const,
    message: `\`bundles=${text}\` of \`@pylog\` is not read here, and all arrays have the master they have without it`,
    help: 'write it out, such as `bundles={"a": "gmem1"}`, or give --interface a=m_axi:gmem1',
  }),
  "bus-option-unused": ({ name, to }: { name: string; to: string }) => ({
    severity: "warning" as const,
    message: `\`${name}\` of \`@pylog\` has no effect on --to ${to}`,
    help: "it is for --to axi, and for deploy on boards with memory",
  }),
} satisfies Family;
