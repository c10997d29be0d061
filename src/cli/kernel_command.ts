/** What every command on a kernel takes. */
import type { Command } from "commander";

export function kernelCommand(program: Command, name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .argument(
      "<FILE[:KERNEL]>",
      "a Python, TypeScript or ONNX file, and the kernel in it when it has several",
    )
    .option("--arg <NAME=TYPE>", "the type of an argument, such as a=float32[64,64]", collect, [])
    .option("--weights <WAY>", weightsHelp)
    .option("--samples <N>", samplesHelp)
    .option("--result <NODE>", resultHelp, collect, [])
    .option("--type <TYPE>", typeHelp)
    .option("--json", "print facts for a program instead of text", false);
}

export const inHelp =
  "an argument: its type is that of the data; a number that a shape or a loop count needs is known when compiling";

export const weightsHelp =
  "of a network: `constant`, in tables, as where not said; `argument`, given with each call";

export const samplesHelp = "of a network: so many a call, one after another, in a loop called `sample`";

export const typeHelp =
  "of a network: the type of all its tensors, such as fixed<16,6>, or a file that `calibrate` wrote";

export const resultHelp = "of a network: return what this node computes, in place of the file's outputs";

/** An option that may be given several times. */
export function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value];
}
