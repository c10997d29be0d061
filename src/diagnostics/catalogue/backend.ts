import type { Family } from "./entry.ts";

/** What the language of a back end cannot say. */
export const backend = {
  "variable-beyond-target": ({ name, reason, target }: { name: string; reason: string; target: string }) => ({
    message: `\`${name}\` cannot be written in ${target}: ${reason}`,
    help: "give it a type that the target has, or build for Vitis HLS, which has all of them",
  }),
  "expression-beyond-target": ({
    type,
    reason,
    target,
  }: {
    type: string;
    reason: string;
    target: string;
  }) => ({
    message: `this ${type} cannot be written in ${target}: ${reason}`,
    help: "cast the operands to types that the target has",
  }),
  "external-changed": ({ name, fn, region }: { name: string; fn: string; region: string }) => ({
    message: `the schedule changes what the C++ function \`${fn}\` is called with: \`${name}\``,
    help: `leave its arguments as they are, or \`inline ${region}\` to use the Python model instead of the C++`,
  }),
  "external-file-taken": ({ file, kernel }: { file: string; kernel: string }) => ({
    message: `the project of \`${kernel}\` has a file \`${file}\` of its own`,
    help: "give your file another name, or the kernel",
  }),
  "processes-in-order": ({ step, target, why }: { step: string; target: string; why: string }) => ({
    severity: "warning" as const,
    message: `in ${target} the processes of \`${step}\` run one after another: ${why}`,
    help: "the results are the same; build for Verilog to have them run at the same time",
  }),
  "stream-in-memory": ({ array, target, why }: { array: string; target: string; why: string }) => ({
    severity: "warning" as const,
    message: `in ${target} \`${array}\` stays in memory: ${why}`,
    help: "the results are the same; build for Verilog to have the stream",
  }),
  "limit-beyond-target": ({ operator, target }: { operator: string; target: string }) => ({
    severity: "warning" as const,
    message: `the limit of \`${operator}\` is not passed on: ${target} has no operation of that name to limit`,
    help: "build for Verilog to have it kept, or leave it out",
  }),
} satisfies Family;
