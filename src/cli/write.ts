/** Files that are there whole or not at all: written aside, then renamed. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { Failure, fileFailure } from "./failure.ts";

/** All or none, as far as the file system lets us: nothing is renamed before everything is written. */
export async function writeFiles(files: ReadonlyMap<string, Uint8Array | string>): Promise<void> {
  const pending = new Map<string, string>(); // temporary name, final name
  let stopped: NodeJS.Signals | null = null;
  const stop = (signal: NodeJS.Signals): void => {
    stopped = signal;
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  try {
    for (const [path, content] of files) {
      const aside = join(dirname(path), `.lutra-${process.pid}-${pending.size}.tmp`);
      attempt(path, () => {
        makeDirectory(dirname(path));
        pending.set(aside, path);
        writeFileSync(aside, content);
      });
      await setImmediate(); // signals are seen between files
      if (stopped !== null) break;
    }
    if (stopped === null) for (const [aside, path] of pending) attempt(path, () => renameSync(aside, path));
  } finally {
    for (const aside of pending.keys()) rmSync(aside, { force: true });
    process.off("SIGINT", stop);
    process.off("SIGTERM", stop);
  }
  if (stopped !== null) process.kill(process.pid, stopped);
}

/** One directory at a time: where a file system denies that one can be made, as /proc does, Node's own way never ends. */
function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeDirectory(parent);
  try {
    mkdirSync(path);
  } catch (error) {
    if (existsSync(path)) return; // another process was first
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new Failure(`cannot write ${path}: no directory can be made there`);
  }
}

function attempt(path: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw fileFailure("write", path, error);
  }
}
