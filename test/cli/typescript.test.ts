/** Kernels written in TypeScript, on the command line. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { inDirectory } from "../call/numpy_files.ts";
import { builtCompiler } from "../python/package.ts";
import { write } from "./lutra.ts";

const scale = `import { type DslKernel, kernel } from "lutra";

interface Size { n: number }
const size: Size = { n: 8 };

export const scale = kernel("scale", { a: "int32[8]", k: "int32" }, ({ a, k }, h) =>
  h.compute([size.n], (i) => a.at(i).mul(k), "b"),
);

export function twice(): DslKernel {
  return kernel("twice", { a: "int32[4]" }, ({ a }, h) => h.compute([4], (i) => a.at(i).mul(2), "b"));
}
`;

function lutra(directory: string, ...words: readonly string[]) {
  const program = join(builtCompiler(), "bin", "lutra.js");
  return spawnSync(process.execPath, [program, ...words], { cwd: directory, encoding: "utf8" });
}

describe("lutra with a kernel in TypeScript", () => {
  it("runs it on numbers and seeds, on the reference and as a circuit", () =>
    inDirectory(async (directory) => {
      write(directory, "scale.ts", scale);
      const words = ["run", "scale.ts:scale", "--in", "k=3", "--json"];
      const reference = JSON.parse(lutra(directory, ...words).stdout);
      const circuit = JSON.parse(lutra(directory, ...words, "--on", "verilog").stdout);
      expect(reference).toMatchObject({ ok: true, kernel: "scale" });
      expect(circuit.results).toEqual(reference.results);
    }));

  it("checks, reports, builds and verifies it", () =>
    inDirectory(async (directory) => {
      write(directory, "scale.ts", scale);
      expect(lutra(directory, "check", "scale.ts:twice").stdout).toContain("int32[4]");
      expect(JSON.parse(lutra(directory, "report", "scale.ts:scale", "--json").stdout)).toMatchObject({
        ok: true,
        circuit: { part: expect.any(String) },
      });
      expect(lutra(directory, "build", "scale.ts:scale", "--to", "verilog", "-o", "out").status).toBe(0);
      expect(readFileSync(join(directory, "out", "scale.v"), "utf8")).toContain("module scale");
      const { status, stdout } = lutra(directory, "verify", "scale.ts:scale", "--roads", "wasm,circuit");
      expect(stdout).toContain("all agree");
      expect(status).toBe(0);
    }));

  it.each([
    ["missing.ts", "cannot read missing.ts: no such file or directory"],
    ["scale.ts", "scale.ts exports 2 kernels: scale, twice\nhelp: say which one: scale.ts:scale"],
    ["scale.ts:scal", "scale.ts exports no kernel scal: scale, twice\nhelp: say which one: scale.ts:scale"],
    ["none.ts", "none.ts exports no kernel\nhelp: export one"],
    ["wrong.ts", "cannot load wrong.ts: "],
    ["throws.ts", "cannot load throws.ts: it is Monday"],
  ])("says what is wrong with %s", (target, message) =>
    inDirectory(async (directory) => {
      write(directory, "scale.ts", scale);
      write(directory, "none.ts", "export const size: number = 3;\n");
      write(directory, "wrong.ts", "export const a: = 3;\n");
      write(directory, "throws.ts", 'throw new Error("it is Monday");\n');
      const { status, stderr } = lutra(directory, "check", target);
      expect(stderr).toContain(`error: ${message}`);
      expect(status).toBe(1);
    }),
  );

  it("refuses types from the command line: the kernel says them", () =>
    inDirectory(async (directory) => {
      write(directory, "scale.ts", scale);
      const { stderr } = lutra(directory, "check", "scale.ts:scale", "--arg", "a=int8[8]");
      expect(stderr).toContain("--arg a: a kernel in TypeScript says the types of its arguments itself");
    }));

  it("shows a mistake at its line", () =>
    inDirectory(async (directory) => {
      const text = scale.replace("a.at(i).mul(k)", "a.at(i, i).mul(k)");
      write(directory, "scale.ts", text);
      expect(lutra(directory, "check", "scale.ts:scale").stderr).toMatch(/scale\.ts:7:\d+/);
    }));

  it("takes the examples as they are", () =>
    inDirectory(async (directory) => {
      cpSync(resolve("examples", "heterocl"), join(directory, "heterocl"), { recursive: true });
      expect(existsSync(join(directory, "heterocl", "popcount.ts"))).toBe(true);
      const { stdout } = lutra(directory, "run", join("heterocl", "popcount.ts:popcount"));
      expect(stdout).toContain("returned  uint<6>[10]  0 … 3");
    }));
});
