/** What people install: the npm package and, made from it, the Python wheel. Both run where there is no checkout. */
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, normalize, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { builtCompiler, python, pythonAvailable, root } from "../python/package.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "lutra-packages-")));
const home = join(folder, "project"); // of somebody who uses Lutra
const installed = join(home, "node_modules", "lutra");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** npm's own settings for a checkout say nothing to a program that it starts. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|LUTRA_HOME$|PYTHONPATH$)/i.test(name)),
);
const run = (command: string, words: readonly string[], cwd: string): SpawnSyncReturns<string> =>
  spawnSync(command, [...words], { cwd, encoding: "utf8", env });
const lutra = (...words: readonly string[]): SpawnSyncReturns<string> =>
  run(join(home, "node_modules", ".bin", "lutra"), words, home);

interface PackageFacts {
  readonly version: string;
  readonly files: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
}
const facts = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as PackageFacts;

beforeAll(() => {
  const tarball = pack();
  mkdirSync(home);
  writeFileSync(join(home, "package.json"), '{ "name": "project", "private": true, "type": "module" }');
  bringDependencies(join(home, "node_modules"));
  const npm = run(
    "npm",
    ["install", "--offline", "--no-audit", "--no-fund", "--loglevel=error", tarball],
    home,
  );
  expect(npm.status, npm.stderr).toBe(0);
});

/** As `npm pack` does in a checkout that has just been built. */
function pack(): string {
  const checkout = join(folder, "checkout");
  mkdirSync(checkout);
  const parts = new Set(facts.files.map((path) => path.split("/")[0] ?? path));
  const isMade = (path: string): boolean => /__pycache__|\.egg-info|python\/build$/.test(path);
  for (const part of ["package.json", ...parts]) {
    const from = join(part === "dist" ? builtCompiler() : root, part);
    cpSync(from, join(checkout, part), { recursive: true, filter: (path) => !isMade(path) });
  }
  const packed = run("npm", ["pack", "--ignore-scripts", "--json", "--loglevel=error"], checkout);
  expect(packed.status, packed.stderr).toBe(0);
  return join(checkout, `lutra-${facts.version}.tgz`);
}

/** What npm would fetch, of the versions that it would fetch. Large packages that need no others are linked. */
function bringDependencies(target: string): void {
  const bring = (name: string): void => {
    const [from, to] = [join(root, "node_modules", name), join(target, name)];
    if (existsSync(to)) return;
    mkdirSync(dirname(to), { recursive: true });
    const { dependencies = {} } = JSON.parse(
      readFileSync(join(from, "package.json"), "utf8"),
    ) as Partial<PackageFacts>;
    if (/^(binaryen|highs|@yowasp\/.*)$/.test(name)) symlinkSync(from, to, "dir");
    else cpSync(from, to, { recursive: true });
    Object.keys(dependencies).forEach(bring);
  };
  Object.keys(facts.dependencies).forEach(bring);
}

function markdownIn(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".md"));
}

describe("the npm package", () => {
  it("has documents, examples, headers and the Python package, and nothing that is made for Lutra's own sake", () => {
    expect(readdirSync(installed).sort()).toEqual([
      ...["CHANGELOG.md", "LICENSE", "README.md", "bin", "dist", "docs", "examples", "include"],
      ...["package.json", "python"],
    ]);
    expect(markdownIn(join(installed, "docs")).length).toBe(markdownIn(join(root, "docs")).length);
  });

  it("says what it is, and names no place that it came from", () => {
    const said = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as Record<string, unknown>;
    expect(said).toMatchObject({ description: expect.any(String), license: "Apache-2.0" });
    expect(said.keywords).toContain("fpga");
    for (const field of ["repository", "bugs", "homepage"]) expect(said[field]).toBeUndefined();
  });

  it("links only to files, and headings in them, that are in it", () => {
    const dead: string[] = [];
    for (const path of markdownIn(installed)) {
      for (const [, link = ""] of proseOf(join(installed, path)).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
        const [file = "", heading] = link.split("#");
        const target = file === "" ? path : normalize(join(dirname(path), file));
        if (target.startsWith("..") || !existsSync(join(installed, target))) dead.push(`${path}: ${link}`);
        else if (heading !== undefined && !headingsOf(join(installed, target)).includes(heading))
          dead.push(`${path}: ${link}`);
      }
    }
    expect(dead).toEqual([]);
  });

  it("runs an example, with a picture", () => {
    const words = ["--in", `image=${join(installed, "examples", "photo.png")}`, "--out", "return=edges.png"];
    const { status, stdout, stderr } = lutra(
      "run",
      join(installed, "examples", "sobel.py"),
      ...words,
      "--on",
      "wasm",
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("wrote edges.png");
    expect(existsSync(join(home, "edges.png"))).toBe(true);
  });

  it("starts from its one file, whatever times the files of a package have", () => {
    const later = new Date(Date.now() + 60_000);
    utimesSync(join(installed, "dist", "cli", "program.js"), later, later);
    rmSync(join(installed, "dist", "cli", "main.js"));
    expect(lutra("--version")).toMatchObject({ stdout: `${facts.version}\n`, stderr: "" });
  });

  it("brings the explorer's page, with the licences of what is in it, and without what packages have already", () => {
    const page = join(installed, "dist", "web");
    expect(existsSync(join(page, "index.html"))).toBe(true);
    expect(readFileSync(join(page, "licenses.txt"), "utf8")).toContain("@codemirror/view");
    const sizes = readdirSync(page, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)).length)
      .sort((one, other) => other - one);
    // The first takes the types out of TypeScript: a program of Node's, which is made anew for the page.
    const [typescript = 0, ...others] = sizes;
    expect(typescript).toBeLessThan(4_000_000);
    expect(others.reduce((sum, size) => sum + size, 0)).toBeLessThan(4_000_000);
  });

  it("builds a project with its headers", () => {
    const words = ["build", join(installed, "examples", "fir_fixed.py"), "--to", "vitis", "-o", "made"];
    expect(lutra(...words)).toMatchObject({ status: 0, stderr: "" });
    expect(existsSync(join(home, "made", "simulation", "ap_int.h"))).toBe(true);
  });

  it.skipIf(!pythonAvailable())("verifies a kernel in CPython, with the pylog package that it brings", () => {
    const roads = ["--roads", "source,wasm", "--json"];
    const { stdout, stderr } = lutra("verify", join(installed, "examples", "popcount.py"), ...roads);
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  });

  it.each(["README.md", "docs/api.md"])(
    "is a library: what %s shows first runs, and has types",
    (document) => {
      const [, program = ""] =
        /^```ts\n([\s\S]*?)^```/m.exec(readFileSync(join(installed, document), "utf8")) ?? [];
      expect(program).toContain('from "lutra"');
      const path = join(home, "use.mjs");
      const last = document === "README.md" ? "run(kernel, { a }).result.data" : "c";
      writeFileSync(path, `${program}\nconsole.log([...${last}].join(" "));\n`);
      const expected = document === "README.md" ? "1 4 9 16\n" : "11 22 33 44\n";
      expect(run(process.execPath, [path], home)).toMatchObject({ stderr: "", stdout: expected });
      expect(existsSync(join(installed, "dist", "index.d.ts"))).toBe(true);
    },
  );
});

/** Without blocks and words of code, which may have brackets of their own. */
function proseOf(path: string): string {
  return readFileSync(path, "utf8")
    .replaceAll(/^```[\s\S]*?^```/gm, "")
    .replaceAll(/`[^`\n]*`/g, "");
}

function headingsOf(path: string): readonly string[] {
  const headings = readFileSync(path, "utf8").matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, text = ""]) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

const find =
  "import importlib.util as u; exit(not all(map(u.find_spec, 'pip setuptools wheel venv'.split())))";
const wheelTools = spawnSync(python, ["-c", find]).status === 0;

describe.skipIf(!pythonAvailable() || !hasTools("wheel", wheelTools))("the Python wheel", () => {
  const wheels = join(folder, "wheels");
  const bin = join(folder, "environment", "bin");

  beforeAll(() => {
    const words = ["-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"];
    const made = run(python, [...words, "-w", wheels, join(installed, "python")], folder);
    expect(made.status, made.stderr).toBe(0);
    const venv = run(python, ["-m", "venv", "--system-site-packages", "--without-pip", dirname(bin)], folder);
    expect(venv.status, venv.stderr).toBe(0);
    const [file = ""] = readdirSync(wheels);
    const pip = ["-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--disable-pip-version-check"];
    const got = run(join(bin, "python"), [...pip, join(wheels, file)], folder);
    expect(got.status, got.stderr).toBe(0);
    rmSync(join(folder, "checkout"), { recursive: true });
    rmSync(home, { recursive: true }); // what it was made from is gone
  });

  const inEnvironment = (name: string, text: string): SpawnSyncReturns<string> => {
    writeFileSync(join(folder, name), text);
    return run(join(bin, "python"), [name], folder);
  };

  it("is for every machine, and named as the npm package's version is", () => {
    expect(readdirSync(wheels)).toEqual([`pylog-${facts.version}-py3-none-any.whl`]);
  });

  it("runs kernels with its own compiler", () => {
    const { stdout, stderr } = inEnvironment(
      "program.py",
      `
import os
import numpy as np
import pylog as package
from pylog import *
from pylog.locate import compiler

@pylog
def double(a):
    return a * 2

@pylog(mode="verilog")
def scale(a, b):
    b = a * 3

b = np.zeros(4, np.int32)
scale(np.arange(4, dtype=np.int32), b)
print(double(np.arange(3)), b, scale.cycles > 0, package.__version__)
print(os.path.relpath(compiler(), os.path.dirname(package.__file__)), package.__file__.startswith(${JSON.stringify(folder)}))
`,
    );
    expect(stderr).toBe("");
    expect(stdout).toBe(
      `[0 2 4] [0 3 6 9] True ${facts.version}\n${join("_lutra", "bin", "lutra.js")} True\n`,
    );
  });

  it("writes projects with the headers that they need", () => {
    const { stdout, stderr } = inEnvironment(
      "project.py",
      `
import os
import numpy as np
from pylog import *

@pylog(mode="cgen", path="projects")
def add(a, b, c):
    c = a + b

add(*(np.zeros(8, np.int32) for _ in "abc"))
print(os.path.isfile("projects/add/lutra_testbench.h"))
`,
    );
    expect(stderr).toBe("");
    expect(stdout).toMatch(/True\n$/);
  });

  it("brings types, the licences of what it contains, and text without dead links", () => {
    const site = run(
      join(bin, "python"),
      ["-c", "import pylog; print(pylog.__path__[0])"],
      folder,
    ).stdout.trim();
    for (const name of ["py.typed", "__init__.pyi", "_lutra/LICENSE", "_lutra/licenses/commander/LICENSE"])
      expect(existsSync(join(site, name)), name).toBe(true);
    const metadata = readFileSync(
      join(dirname(site), `pylog-${facts.version}.dist-info`, "METADATA"),
      "utf8",
    );
    expect(metadata).not.toMatch(/\]\((?!https?:)/);
    expect(relative(folder, site)).not.toMatch(/^\.\./);
  });
});

/** With LUTRA_TOOLS=required a tool that is missing is an error, so that no test is skipped unseen. */
function hasTools(name: string, here: boolean): boolean {
  if (!here && process.env.LUTRA_TOOLS === "required")
    throw new Error(`LUTRA_TOOLS=required, but ${python} has no ${name}`);
  return here;
}
