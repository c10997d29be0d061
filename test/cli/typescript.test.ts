/** Kernels written in TypeScript, on the command line. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inDirectory } from "../call/numpy_files.ts";
import { builtCompiler } from "../python/package.ts";
import { type Seen, write } from "./lutra.ts";

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

const files: Readonly<Record<string, string>> = {
  "scale.ts": scale,
  "none.ts": "export const size: number = 3;\n",
  "wrong.ts": "export const a: = 3;\n",
  "throws.ts": 'throw new Error("it is Monday");\n',
  "mistaken.ts": scale.replace("a.at(i).mul(k)", "a.at(i, i).mul(k)"),
};

const wrongTargets: readonly (readonly [target: string, message: string])[] = [
  ["missing.ts", "cannot read missing.ts: no such file or directory"],
  ["scale.ts", "scale.ts exports 2 kernels: scale, twice\nhelp: say which one: scale.ts:scale"],
  ["scale.ts:scal", "scale.ts exports no kernel scal: scale, twice\nhelp: say which one: scale.ts:scale"],
  ["none.ts", "none.ts exports no kernel\nhelp: export one"],
  ["wrong.ts", "cannot load wrong.ts: "],
  ["throws.ts", "cannot load throws.ts: it is Monday"],
];

const run = "run scale.ts:scale --in k=3 --json";

const commands: readonly string[] = [
  run,
  `${run} --on verilog`,
  "check scale.ts:twice",
  "report scale.ts:scale --json",
  "build scale.ts:scale --to verilog -o out",
  "verify scale.ts:scale --roads wasm,circuit",
  ...wrongTargets.map(([target]) => `check ${target}`),
  "check scale.ts:scale --arg a=int8[8]",
  "check mistaken.ts:scale",
];

describe("lutra with a kernel in TypeScript", () => {
  const directory = mkdtempSync(join(tmpdir(), "lutra-typescript-"));
  let all: ReadonlyMap<string, Seen> = new Map();
  beforeAll(() => {
    for (const [name, text] of Object.entries(files)) write(directory, name, text);
    all = seenOf(directory, commands);
  });
  afterAll(() => rmSync(directory, { recursive: true }));
  const seen = (command: string): Seen => all.get(command) ?? { status: -1, out: "", err: "not run" };

  it("runs it on numbers and seeds, on the reference and as a circuit", () => {
    const reference = JSON.parse(seen(run).out);
    const circuit = JSON.parse(seen(`${run} --on verilog`).out);
    expect(reference).toMatchObject({ ok: true, kernel: "scale" });
    expect(circuit.results).toEqual(reference.results);
  });

  it("checks, reports, builds and verifies it", () => {
    expect(seen("check scale.ts:twice").out).toContain("int32[4]");
    expect(JSON.parse(seen("report scale.ts:scale --json").out)).toMatchObject({
      ok: true,
      circuit: { part: expect.any(String) },
    });
    expect(seen("build scale.ts:scale --to verilog -o out").status).toBe(0);
    expect(readFileSync(join(directory, "out", "scale.v"), "utf8")).toContain("module scale");
    const { status, out } = seen("verify scale.ts:scale --roads wasm,circuit");
    expect(out).toContain("all agree");
    expect(status).toBe(0);
  });

  it.each(wrongTargets)("says what is wrong with %s", (target, message) => {
    const { status, err } = seen(`check ${target}`);
    expect(err).toContain(`error: ${message}`);
    expect(status).toBe(1);
  });

  it("refuses types from the command line: the kernel says them", () => {
    const { err } = seen("check scale.ts:scale --arg a=int8[8]");
    expect(err).toContain("--arg a: a kernel in TypeScript says the types of its arguments itself");
  });

  it("shows a mistake at its line", () => {
    expect(seen("check mistaken.ts:scale").err).toMatch(/mistaken\.ts:7:\d+/);
  });

  it("takes the examples as they are, in a process of its own", () =>
    inDirectory(async (own) => {
      cpSync(resolve("examples", "heterocl"), join(own, "heterocl"), { recursive: true });
      expect(existsSync(join(own, "heterocl", "popcount.ts"))).toBe(true);
      const program = join(builtCompiler(), "bin", "lutra.js");
      const words = [program, "run", join("heterocl", "popcount.ts:popcount")];
      const { status, stdout } = spawnSync(process.execPath, words, { cwd: own, encoding: "utf8" });
      expect(stdout).toContain("returned  uint<6>[10]  0 … 3");
      expect(status).toBe(0);
    }));
});

/** Commands one after the other in one process: to load the library takes longer than what they do. */
function seenOf(directory: string, lines: readonly string[]): ReadonlyMap<string, Seen> {
  const home = builtCompiler();
  const program = `
import { load } from ${JSON.stringify(pathToFileURL(join(home, "bin", "bundle.js")).href)};
const { main } = load(${JSON.stringify(join(home, "dist", "cli", "lutra.cjs"))}).exports;
const all = [];
for (const line of ${JSON.stringify(lines)}) {
  let [out, err] = ["", ""];
  const terminal = { color: false, errorColor: false, interactive: false };
  const status = await main(line.split(" "), {
    ...terminal,
    out: (text) => { out += text; },
    err: (text) => { err += text; },
  });
  all.push([line, { status, out, err }]);
}
process.stdout.write(JSON.stringify(all));
`;
  const words = ["--input-type=module", "--eval", program];
  const { stdout, stderr } = spawnSync(process.execPath, words, { cwd: directory, encoding: "utf8" });
  if (stdout === "") throw new Error(stderr);
  return new Map(JSON.parse(stdout) as [string, Seen][]);
}
