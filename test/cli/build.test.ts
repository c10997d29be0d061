import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inDirectory } from "../runtime/numpy_files.ts";
import { lutra, write } from "./lutra.ts";

const source = '@pylog\ndef add(a: "float32[4]", b: "float32[4]"):\n    return a + b\n';

describe("lutra build --to python", () => {
  it("prints to stdout", () =>
    inDirectory(async (directory) => {
      const { status, out } = await lutra("build", write(directory, "add.py", source), "--to", "python");
      expect(status).toBe(0);
      expect(out).toContain("def add(");
    }));

  it.each(["out.py", "folder", "deep/folder"])("writes to %s", (output) =>
    inDirectory(async (directory) => {
      const path = write(directory, "add.py", source);
      const target = join(directory, output);
      const { status, out } = await lutra("build", path, "--to", "python", "-o", target);
      const file = output.endsWith(".py") ? target : join(target, "add.py");
      expect(status).toBe(0);
      expect(out).toBe(`ok  wrote ${file}\n`);
      expect(readFileSync(file, "utf8")).toContain("def add(");
    }),
  );

  it("gives the text or the file's name to a program", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "add.py", source);
      const printed = JSON.parse((await lutra("build", path, "--to", "python", "--json")).out);
      expect(printed).toMatchObject({ ok: true, kernel: "add", to: "python" });
      expect(printed.text).toContain("def add(");
      const file = join(directory, "out.py");
      const written = JSON.parse((await lutra("build", path, "--to", "python", "-o", file, "--json")).out);
      expect(written.wrote).toEqual([file]);
    }));

  it("refuses a form it does not know, and writes nothing for a wrong source", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "add.py", source);
      const unknown = await lutra("build", path, "--to", "vhdl");
      expect(unknown.status).toBe(1);
      expect(unknown.err).toBe("error: --to vhdl: there is no such form; there is python, loops\n");
      const bad = write(directory, "bad.py", '@pylog\ndef bad(a: "int8"):\n    return a +\n');
      const target = join(directory, "bad_out.py");
      expect((await lutra("build", bad, "--to", "python", "-o", target)).status).toBe(1);
      expect(existsSync(target)).toBe(false);
    }));
});

describe("lutra tools", () => {
  it("lists what was found and what was not", async () => {
    const { status, out } = await lutra("tools");
    expect(status).toBe(0);
    for (const name of [
      "Node.js",
      "CPython + NumPy",
      "g++",
      "Icarus Verilog",
      "Verilator",
      "Yosys",
      "PoCL",
    ]) {
      expect(out).toContain(name);
    }
    const facts = JSON.parse((await lutra("tools", "--json")).out);
    expect(facts.ok).toBe(true);
  });
});
