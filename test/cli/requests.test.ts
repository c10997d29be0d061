/** What the source itself asks of its loops is obeyed by every command, before --schedule. */
import { expect, it } from "vitest";
import { inDirectory } from "../call/numpy_files.ts";
import { lutra, write } from "./lutra.ts";

const source = (pragma: string): string => `import numpy as np
from pylog import *

@pylog
def f(a: "int32[64]", b: "int32[64]"):
    h = np.max(a)
    for i in range(64).unroll(4):
        b[i] = a[i] + h
    pragma("${pragma}")
`;

function loopsUnder(
  pragma: string,
  ...words: string[]
): Promise<{ status: number; out: string; err: string }> {
  return inDirectory((directory) =>
    lutra("build", write(directory, "f.py", source(pragma)), "--to", "loops", ...words),
  );
}

it("a pragma may be any step of a schedule", async () => {
  const { out } = await loopsUnder("split i 8");
  expect(out).toContain("for i_inner in range(8):  # unroll(4)");
});

it("an operator is tuned in the source", async () => {
  expect((await loopsUnder("tune h p_i=2")).out).toContain("for h_r0_group in range(32):");
});

it("a step that cannot be taken is shown where the source asks for it", async () => {
  const { status, err } = await loopsUnder("split j 8");
  expect(status).toBe(1);
  expect(err).toContain("error[unknown-in-schedule]: there is no loop `j`");
  expect(err).toContain("f.py:9:5");
});

it("PyLog's buffer annotation copies an argument on chip", () =>
  inDirectory(async (directory) => {
    const text =
      '@pylog\ndef f(a: "buffer_in", b: "int32[8]"):\n    for i in range(8):\n        b[i] = a[i] + 1\n';
    const { out } = await lutra(
      "build",
      write(directory, "f.py", text),
      "--to",
      "loops",
      "--arg",
      "a=int32[8]",
    );
    expect(out).toContain("a_buffer[a_buffer_0] = a[a_buffer_0]");
  }));

it.each(["merlin", "opencl", "verilog"])("what %s does not read of a source is said in a line", (form) =>
  inDirectory(async (directory) => {
    const path = write(directory, "f.py", source("HLS latency max=9"));
    const { status, err } = await lutra("build", path, "--to", form, "-o", `${directory}/${form}`);
    expect(status).toBe(0);
    const target = { merlin: "Merlin", opencl: "OpenCL", verilog: "circuits" }[form];
    expect(err).toContain(`\`HLS latency\` is left out for ${target}: it is a directive of Vitis HLS`);
  }),
);
