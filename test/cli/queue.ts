/** What tests of searches on several machines need: a Redis server, and commands that go on beside the test. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { appendFileSync, cpSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { builtCompiler } from "../python/package.ts";

/** With LUTRA_TOOLS=required its absence is an error, so that no test is skipped unnoticed. */
export function redisAvailable(): boolean {
  const isHere = spawnSync("redis-server", ["--version"]).status === 0;
  if (!isHere && process.env.LUTRA_TOOLS === "required") throw new Error("there is no redis-server");
  return isHere;
}

export interface Started {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
  readonly ended: Promise<number | null>; // its status; null where it was killed
}

/** `lutra` in a process of its own. */
export function begin(...words: readonly string[]): Started {
  return beginIn(builtCompiler(), ...words);
}

export function beginIn(home: string, ...words: readonly string[]): Started {
  return started(process.execPath, [join(home, "bin", "lutra.js"), ...words]);
}

/** The compiler once more, as another build of it. */
export function otherBuild(folder: string): string {
  const home = builtCompiler();
  for (const name of ["bin", "dist", "package.json"])
    cpSync(join(home, name), join(folder, name), { recursive: true, preserveTimestamps: true });
  symlinkSync(join(home, "node_modules"), join(folder, "node_modules"), "dir");
  appendFileSync(join(folder, "dist", "cli", "lutra.cjs"), "\n");
  return folder;
}

/** It keeps nothing on disk: after a kill it is empty. */
export async function redisServer(port: number, ...words: readonly string[]): Promise<Started> {
  const server = started("redis-server", ["--port", String(port), "--save", "", ...words]);
  await until(() => server.out().includes("Ready to accept connections"));
  return server;
}

function started(program: string, words: readonly string[]): Started {
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "pipe"] });
  let [out, err] = ["", ""];
  child.stdout.on("data", (text) => {
    out += text;
  });
  child.stderr.on("data", (text) => {
    err += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, out: () => out, err: () => err, ended };
}

export async function killed({ child, ended }: Started): Promise<void> {
  child.kill("SIGKILL");
  await ended;
}

export async function until(isSo: () => boolean, mostMs = 60_000): Promise<void> {
  for (const limit = performance.now() + mostMs; !isSo(); await setTimeout(10)) {
    if (performance.now() > limit) throw new Error("what a test waits for does not happen");
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** A kernel whose circuits are predicted in milliseconds. */
export const smallKernel = `from pylog import *
@pylog
def scaled(a: "int32[24]", b: "int32[24]", out: "int32[24]"):
    for i in range(24):
        out[i] = a[i] * b[i] + 3
`;
