/** The built program as a process of its own: exit status, pipes, signals. */
import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { write } from "./lutra.ts";

const home = mkdtempSync(join(tmpdir(), "lutra-built-"));
const bin = join(home, "bin", "lutra.js");

beforeAll(() => {
  const tsc = join("node_modules", "typescript", "bin", "tsc");
  const dist = join(home, "dist");
  spawnSync(process.execPath, [tsc, "-p", "tsconfig.build.json", "--outDir", dist]);
  cpSync("bin", join(home, "bin"), { recursive: true });
  copyFileSync("package.json", join(home, "package.json"));
  symlinkSync(resolve("node_modules"), join(home, "node_modules"), "dir");
  spawnSync(process.execPath, ["scripts/bundle.js", dist]);
  expect(readdirSync(join(dist, "cli"))).toEqual(expect.arrayContaining(["lutra.cjs", "lutra.v8"]));
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

const add = `from pylog import *

@pylog
def add(a: "int32[8]", b: "int32[8]"):
    b[:] = a + b
`;

const slow = `@pylog
def slow(a: "int32[4]"):
    x = 1
    for i in range(9000000000):
        x = (x * 5 + i) % 1000003
    a[0] = x
`;

describe("the built program", () => {
  it("exits with 0, 1 as documented, and says its version", () => {
    expect(lutra("--version")).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
    expect(lutra("check", "examples/matmul.py")).toMatchObject({ status: 0, stderr: "" });
    expect(lutra("check", "nowhere.py")).toMatchObject({ status: 1, stdout: "" });
  });

  it("loads what it needs later", () => {
    expect(lutra("run", "examples/histogram.py", "--on", "verilog")).toMatchObject({ status: 0, stderr: "" });
  });

  it("has no colours in a pipe, unless asked", () => {
    expect(lutra("check", "examples/matmul.py").stdout).not.toContain("\x1b");
    const forced = lutra("check", "examples/matmul.py", { FORCE_COLOR: "1" });
    expect(forced.stdout).toContain("\x1b");
    expect(lutra("check", "examples/matmul.py", { FORCE_COLOR: "1", NO_COLOR: "1" }).stdout).not.toContain(
      "\x1b",
    );
  });

  it.skipIf(process.platform === "win32")("a reader that has seen enough is no error", () => {
    const command = `"${process.execPath}" "${bin}" build examples/fft.py --to python | head -n 1`;
    const { status, stderr } = spawnSync("bash", ["-c", `set -o pipefail; ${command}`], { encoding: "utf8" });
    expect(stderr).toBe("");
    expect(status).toBe(0);
  });

  it.skipIf(process.platform === "win32")("Ctrl-C ends a long run at once and leaves no file", async () => {
    const path = write(home, "slow.py", slow);
    const out = join(home, "out");
    const child = spawn(process.execPath, [bin, "run", path, "--out", out], { stdio: "ignore" });
    const ended = new Promise<NodeJS.Signals | null>((done) => child.on("exit", (_, signal) => done(signal)));
    await setTimeout(1500);
    expect(child.exitCode).toBeNull();
    child.kill("SIGINT");
    expect(await ended).toBe("SIGINT");
    expect(existsSync(out)).toBe(false);
    expect(readdirSync(home).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  describe.skipIf(process.platform === "win32")("lutra verify", () => {
    /** Walks as far as a compiler that never ends, and is stopped there. */
    const stopped = async (folder: string, ...words: readonly string[]) => {
      const path = write(home, "add.py", add);
      const pids = join(home, `${folder}.pids`);
      const hanging = write(home, `${folder}.sh`, `#!/bin/sh\nsleep 300 &\necho $$ $! > ${pids}\nwait\n`);
      chmodSync(hanging, 0o755);
      const temporary = join(home, folder);
      mkdirSync(temporary);
      const child = spawn(process.execPath, [bin, "verify", path, "--roads", "loops,csim,merlin", ...words], {
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...process.env, TMPDIR: temporary, LUTRA_CXX: hanging },
      });
      let [out, err] = ["", ""];
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        out += text;
      });
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        err += text;
      });
      const ended = new Promise<number | null>((done) => child.on("close", done));
      while (!existsSync(pids) || readFileSync(pids, "utf8") === "") await setTimeout(20);
      const before = out;
      child.kill("SIGINT");
      const status = await ended;
      const left = readFileSync(pids, "utf8").split(" ").map(Number).filter(isAlive);
      return { status, before, out, err, left, files: readdirSync(temporary) };
    };

    it("shows each road as it ends; Ctrl-C says what is known and leaves no process and no file", async () => {
      const { status, before, out, err, left, files } = await stopped("text");
      expect(before).toMatch(/^add .*\n\n {2}• {2}reference .*\n {2}✓ {2}loops .*\n$/);
      expect(out.startsWith(before)).toBe(true);
      expect(err).toBe("error: stopped: 2 of 4 roads were walked, and those agree; not csim, merlin\n");
      expect(status).toBe(130);
      expect(left).toEqual([]);
      expect(files).toEqual([]);
    });

    it("gives one JSON of what is known", async () => {
      const { status, before, out, left } = await stopped("json", "--json");
      expect(before).toBe("");
      expect(JSON.parse(out)).toMatchObject({
        ok: false,
        interrupted: true,
        roads: [{ name: "reference" }, { name: "loops" }],
      });
      expect(status).toBe(130);
      expect(left).toEqual([]);
    });
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8")); // one that nobody has buried yet
  } catch {
    return false;
  }
}

function lutra(...words: readonly (string | Readonly<Record<string, string>>)[]): {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
} {
  const extra = words.filter((word) => typeof word !== "string");
  const { FORCE_COLOR: _, NO_COLOR: __, ...plain } = process.env; // whatever started the tests must not matter
  return spawnSync(process.execPath, [bin, ...words.filter((word) => typeof word === "string")], {
    encoding: "utf8",
    env: Object.assign(plain, ...extra),
  });
}
