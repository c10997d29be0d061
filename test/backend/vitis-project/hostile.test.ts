/**
 * Names that try to run something: given to every file of a project, which make and tclsh then read. What a kernel may
 * be called, where its source lies, and files of the user's own; the front end refuses most of them, the printers quote
 * the rest.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { printHlsTcl } from "../../../src/backend/vitis/project/hls.ts";
import { projectFiles } from "../../../src/backend/vitis/project/index.ts";
import { makeWord, tclWord } from "../../../src/backend/vitis/project/words.ts";
import { type VendorBoard, vendorBoards } from "../../../src/device/board.ts";
import { inDirectory } from "../../call/numpy_files.ts";
import { lutra, write } from "../../cli/lutra.ts";
import { icarusAvailable } from "../../hardware/icarus.ts";
import { gppAvailable } from "../../toolchain/gpp.ts";
import { available } from "../../toolchain/shell.ts";

/** Each would make a file `pwned` if anything in it were run. */
const hostile: readonly string[] = [
  "$(shell touch pwned).cpp",
  "$(touch pwned).cpp",
  "`touch pwned`.cpp",
  "[exec touch pwned].cpp",
  "a b.cpp",
  "a' touch pwned '.cpp",
  'a" touch pwned ".cpp',
  "$HOME.cpp",
  "{a}.cpp",
  "#a.cpp",
  "-version.cpp",
  "~a*?.cpp",
  "größe.cpp",
];

/** Names that make cannot say at all. */
const impossible: readonly string[] = ["a;touch pwned.cpp", "a\ntouch pwned.cpp", "a=b.cpp", "a\\b.cpp", ""];

const signature = { kernel: "k", name: "k", parameters: [], results: [] };

function filesWith(board: VendorBoard, sources: readonly string[]): ReadonlyMap<string, string> {
  return projectFiles(signature, { board, clockMHz: 100, sources, header: "k.h" });
}

function ofEachHost(): readonly VendorBoard[] {
  const hosts = new Set(vendorBoards.map(({ host }) => host));
  return [...hosts].flatMap((host) => vendorBoards.find((board) => board.host === host) ?? []);
}

describe("names of files that printers are given", () => {
  it("which cannot be written are refused, not written wrongly", () => {
    for (const name of impossible) expect(() => makeWord(name), name).toThrow(/no name for a file/);
    expect(() => tclWord("a\n[exec touch pwned]")).toThrow(/no name for a file/);
  });

  it.skipIf(!available("make"))("reach the compiler as they are through make", () =>
    inDirectory((directory) => {
      for (const board of ofEachHost()) {
        const folder = join(directory, board.host);
        mkdirSync(folder);
        for (const [name, text] of filesWith(board, hostile)) writeFileSync(join(folder, name), text);
        for (const name of hostile) writeFileSync(join(folder, name), "");
        expect(make(folder, "-n", "csim").status).toBe(0);
        expect(existsSync(join(folder, "pwned"))).toBe(false);
        const compiler = join(folder, "g++");
        writeFileSync(compiler, '#!/bin/sh\nprintf "%s\\n" "$@" > words\n');
        chmodSync(compiler, 0o755);
        expect(make(folder, "testbench").stderr).toBe("");
        const words = readFileSync(join(folder, "words"), "utf8").split("\n");
        for (const name of hostile) expect(words).toContain(name.startsWith("-") ? `./${name}` : name);
        expect(existsSync(join(folder, "pwned"))).toBe(false);
      }
    }),
  );

  it.skipIf(!available("tclsh"))("reach Vitis HLS as they are through Tcl", () =>
    inDirectory((directory) => {
      for (const board of ofEachHost()) {
        const setting = { board, clockMHz: 100, sources: hostile };
        const added = tcl(directory, printHlsTcl(signature, setting));
        for (const name of hostile) expect(added).toContain(name.startsWith("-") ? `./${name}` : name);
        expect(existsSync(join(directory, "pwned"))).toBe(false);
      }
    }),
  );
});

describe("names that a kernel may have", () => {
  const names = ["größe", "all", "set", "exec", "main", "module", "csim", "testbench", "host", "math"];
  const source = (name: string): string =>
    `from pylog import *\n\n@pylog\ndef ${name}(π: "int32[4]", default: "int32[4]"):\n    default[:] = π + 1 # \r    injected = 1 # \\\n`;

  it.skipIf(!available("make") || !available("tclsh"))("leave every project one that make and Tcl read", () =>
    inDirectory(async (directory) => {
      for (const [k, name] of names.entries()) {
        // The name of the source tries as well: it stands in comments.
        const path = write(directory, `${k} $(touch pwned)\nint injected;\\.py`, source(name));
        const board = k % 2 === 0 ? "pynq-z2" : "alveo_u250";
        for (const form of ["vitis", "merlin", "opencl", "verilog"]) {
          const folder = join(directory, `${k}-${form}`);
          const words = form === "vitis" || form === "verilog" ? ["--board", board] : [];
          const { status, err } = await lutra("build", path, "--to", form, "-o", folder, ...words);
          expect(`${status} ${err}`, `${name} for ${form}`).toBe("0 ");
          for (const file of readdirSync(folder).filter((one) => /\.(c|cpp|h|cl|v|py)$/.test(one))) {
            expect(readFileSync(join(folder, file), "utf8"), file).not.toMatch(/\r|^\s*int injected/m);
          }
          if (existsSync(join(folder, "Makefile"))) {
            expect(make(folder, "-n").stderr, `${name} for ${form}`).toBe("");
          }
          for (const script of readdirSync(folder).filter((one) => one.endsWith(".tcl"))) {
            tcl(folder, readFileSync(join(folder, script), "utf8"));
          }
          expect(existsSync(join(folder, "pwned"))).toBe(false);
        }
      }
      expect(existsSync("pwned")).toBe(false);
    }),
  );

  it.skipIf(!gppAvailable() || !available("make"))("compile, and compute what they should", () =>
    inDirectory(async (directory) => {
      const folder = join(directory, "project with $(touch pwned) in it");
      await lutra("build", write(directory, "k.py", source("größe")), "--to", "vitis", "-o", folder);
      const { status, stdout, stderr } = make(folder, "csim");
      expect(`${status} ${stderr}`, stdout).toBe("0 ");
    }),
  );
});

it("kernels and arguments may have letters that no circuit has, and names that look like them", () =>
  inDirectory(async (directory) => {
    const text =
      'from pylog import *\n\n@pylog\ndef größe(π: "int32[4]", u3c0: "int32[4]", ñ: "int32", uf1: "int32", return_2: "int32[4]"):\n' +
      "    return_2[:] = π * ñ - u3c0 * uf1\n    return ñ, uf1\n";
    const path = write(directory, "k.py", text);
    const on = async (road: string) => {
      const { out } = await lutra("run", path, "--on", road, "--seed", "3", "--json");
      const { arguments: args, results } = JSON.parse(out) as { arguments: unknown; results: unknown };
      return { args, results };
    };
    const reference = await on("reference");
    expect(reference.args).toBeDefined();
    expect(await on("verilog")).toEqual(reference);
    const folder = join(directory, "circuit");
    await lutra("build", path, "--to", "verilog", "-o", folder);
    if (icarusAvailable() && available("make")) expect(make(folder, "icarus").stderr).toBe("");
  }));

it("a file of the user's own does not take the place of one that is written", () =>
  inDirectory(async (directory) => {
    write(directory, "k.h", "int twice(int x);\n");
    const kernel =
      'from pylog import *\n\n@external(header="k.h")\ndef twice(x):\n    return x * 2\n\n@pylog\ndef k(a: "int32[4]"):\n    a[0] = twice(a[1])\n';
    const { status, err } = await lutra("build", write(directory, "k.py", kernel), "--to", "vitis");
    expect(status).toBe(1);
    expect(err).toContain("error[external-file-taken]: the project of `k` has a file `k.h` of its own");
  }));

function make(folder: string, ...words: readonly string[]) {
  const path = `${folder}:${process.env.PATH ?? ""}`;
  return spawnSync("make", words, { cwd: folder, encoding: "utf8", env: { ...process.env, PATH: path } });
}

/** What a script adds to its project, where the vendor's commands only look at their words. */
function tcl(folder: string, script: string): readonly string[] {
  const vendor = `
    set added {}
    proc unknown {args} { return {} }
    proc add_files {args} { global added; lappend added [lindex $args 0]; return {} }
    rename exit leave
    proc exit {args} { return -code return }
    rename file files
    proc file {args} { return {} }
    proc glob {args} { return {a} }
    proc script {} {
      global argv added
      ${script}
    }
    script
    puts [join $added "\\n"]
    leave 0
  `;
  const { status, stdout, stderr } = spawnSync("tclsh", [], { cwd: folder, input: vendor, encoding: "utf8" });
  expect(`${status} ${stderr}`).toBe("0 ");
  return stdout.split("\n");
}
