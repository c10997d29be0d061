/** `lutra search --area --place`: what tools say of the front, by the command in one file that people run. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { inDirectory } from "../call/numpy_files.ts";
import { builtCompiler } from "../python/package.ts";
import { write } from "./lutra.ts";

const source = `from pylog import *
import numpy as np

@pylog
def dots(a: "int8[4,6]", b: "int8[6]", c: "int32[4]"):
    for i in range(4):
        s = np.int32(0)
        for k in range(6):
            s += np.int32(a[i, k]) * np.int32(b[k])
        c[i] = s
`;

it("has real LUTs beside the predicted ones, and the clock of the first", { timeout: 120_000 }, () =>
  inDirectory(async (directory) => {
    const file = write(directory, "k.py", source);
    const found = join(directory, "found");
    const words = ["search", file, "--part", "ice40", "--clock", "40MHz", "--objective", "cycles,luts"];
    const more = ["--budget", "8", "--workers", "1", "--area", "--place", "-o", found, "--json"];
    const program = join(builtCompiler(), "bin", "lutra.js");
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words, ...more], {
      encoding: "utf8",
    });
    expect(status, stderr).toBe(0);
    const { front } = JSON.parse(stdout) as {
      readonly front: readonly { readonly measured: Readonly<Record<string, number>> }[];
    };
    for (const { measured } of front) expect(measured["real luts"]).toBeGreaterThan(0);
    expect(front[0]?.measured["real MHz"]).toBeGreaterThan(1);
    expect(front[1]?.measured).not.toHaveProperty("real MHz");
    expect(readFileSync(join(found, "search.html"), "utf8")).toContain("<th>real luts</th>");
  }),
);
