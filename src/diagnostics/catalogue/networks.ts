import type { Family } from "./entry.ts";

/** What is wrong with a network from an `.onnx` file, or what of it Lutra does not do. */
export const networks = {
  "onnx-unreadable": ({ reason }: { reason: string }) => ({
    message: `this is no ONNX model: ${reason}`,
    help: "the file may be cut short or of another format; write it again, and check it with `onnx.checker.check_model`",
  }),
  "onnx-opset": ({ version, least, most }: { version: string; least: number; most: number }) => ({
    message: `the model uses opset ${version}; opsets ${least} to ${most} are read`,
    help: `convert it: \`onnx.version_converter.convert_version(model, ${most})\``,
  }),
  "onnx-operator": (facts: { node: string; operator: string; suggestion: string | null }) => ({
    message: `node \`${facts.node}\`: there is no operator ${facts.operator} here`,
    help:
      facts.suggestion === null
        ? "docs/networks.md lists the operators; replace it, or run this part outside of the kernel"
        : `did you mean ${facts.suggestion}? docs/networks.md lists the operators`,
  }),
  "onnx-node": (facts: { node: string; operator: string; problem: string; help: string | null }) => ({
    message: `node \`${facts.node}\` (${facts.operator}): ${facts.problem}`,
    ...(facts.help === null ? {} : { help: facts.help }),
  }),
  "onnx-not-constant": (facts: { node: string; operator: string; input: string; role: string }) => ({
    message: `node \`${facts.node}\` (${facts.operator}): ${facts.role}, \`${facts.input}\`, is only known when the network runs; it decides shapes, which are fixed when compiling`,
    help: `make it a constant of the model, or give its value: --in ${facts.input}=FILE.npy`,
  }),
  "onnx-tensor": ({ tensor, problem }: { tensor: string; problem: string }) => ({
    message: `tensor \`${tensor}\`: ${problem}`,
  }),
  "onnx-external": ({
    tensor,
    location,
    problem,
  }: {
    tensor: string;
    location: string;
    problem: string;
  }) => ({
    message: `tensor \`${tensor}\` is kept in another file, \`${location}\`: ${problem}`,
    help: "save the model in one file: `onnx.save_model(model, path, save_as_external_data=False)`",
  }),
  "onnx-input": ({ input, problem, help }: { input: string; problem: string; help: string }) => ({
    message: `input \`${input}\`: ${problem}`,
    help,
  }),
  "onnx-result": ({ name, help }: { name: string; help: string }) => ({
    message: `the network computes nothing called \`${name}\``,
    help,
  }),
  "onnx-graph": ({ problem }: { problem: string }) => ({
    message: problem,
    help: "`onnx.checker.check_model` tells more about a graph that is not well formed",
  }),
} satisfies Family;
