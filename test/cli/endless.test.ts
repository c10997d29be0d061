/** A kernel that never ends is told, with its loop; nobody waits for it. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { inDirectory } from "../call/numpy_files.ts";
import { lutra, write } from "./lutra.ts";

const source = `@pylog
def waiting(a: "int32[4]"):
    while a[0] * 0 == 0:
        a[1] = a[0]
`;

const loop = "waiting.py:3:5";
const cause = "no end: this loop did not end within 100,000,000 iterations";
const rounds = { reference: "100,000,000", wasm: "1,000,000,000" } as const;

it.each(["reference", "wasm"] as const)("lutra run --on %s says which loop", (on) =>
  inDirectory(async (directory) => {
    const { status, err } = await lutra("run", write(directory, "waiting.py", source), "--on", on);
    expect(status).toBe(1);
    expect(err).toContain(`no end: this loop did not end within ${rounds[on]} iterations`);
    expect(err).toContain(loop);
  }),
);

it("lutra build writes the circuit, and says why there is nothing to compare it with", () =>
  inDirectory(async (directory) => {
    const path = write(directory, "waiting.py", source);
    const folder = join(directory, "out");
    const { status, err } = await lutra("build", path, "--to", "verilog", "-o", folder);
    expect(status).toBe(0);
    expect(err).toContain(cause);
    expect(err).toContain(loop);
    expect(err).toContain("--seed");
    expect(existsSync(join(folder, "waiting.v"))).toBe(true);
  }));
