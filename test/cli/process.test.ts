/** The built program as a process of its own: exit status, pipes, signals. */
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
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

const slow = `@pylog
def slow(a: "int32[4]"):
    x = 1
    for i in range(100000000000):
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
});

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
