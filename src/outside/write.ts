/**
 * Every file that a command writes for a person goes through here. It is there whole or not at all: written aside, then
 * renamed. Only plain files are replaced: never a device, a pipe or a socket, nor what a link to one leads to.
 */
import { randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { Failure } from "../diagnostics/failure.ts";
import { onStop, stopStatus } from "../toolchain/stop.ts";
import { fileFailure } from "./files.ts";

/** All or none, as far as the file system lets us: nothing is renamed before everything is written. */
export async function writeFiles(
  files: ReadonlyMap<string, Uint8Array | string>,
  inputs: readonly string[], // what the command has read, and does not write over
): Promise<void> {
  const targets = [...files].map(([path, content]) => ({ ...targetAt(path, inputs), content }));
  await orNothing(async (undo) => {
    const asides: (() => void)[] = [];
    for (const target of targets) {
      const rename = attempt(target.path, () => {
        const aside = makeAside(target, undo);
        writeFileSync(aside, target.content, { flag: "wx" });
        return () => moveTo(target, aside, undo);
      });
      asides.push(rename);
      await setImmediate(); // signals are seen between files
    }
    for (const rename of asides) rename();
  });
}

/** A file that `make` writes itself, under the name it is given. What is there when it fails may be kept. */
export async function writeWith<T>(
  path: string,
  inputs: readonly string[],
  make: (aside: string) => Promise<T>,
  isKept: (error: unknown) => boolean = () => false,
): Promise<T> {
  const target = targetAt(path, inputs);
  return orNothing(async (undo) => {
    const aside = attempt(path, () => makeAside(target, undo));
    const keep = (): void => {
      if (existsSync(aside)) moveTo(target, aside, undo);
    };
    try {
      const made = await make(aside);
      keep();
      return made;
    } catch (error) {
      if (isFileError(error, aside)) throw fileFailure("write", path, error);
      if (isKept(error)) keep();
      throw error;
    }
  });
}

/** Refuses what no file can be written to, so that it is known before the work is done. */
export function checkFile(option: string, path: string, inputs: readonly string[]): void {
  if (path === "") throw new Failure(`${option} needs the name of a file`);
  targetAt(path, inputs);
}

/** Refuses what is no directory, nor can become one. */
export function checkFolder(option: string, path: string): void {
  if (path === "") throw new Failure(`${option} needs the name of a directory`);
  const found = statOf(path);
  if (found === null || found.isDirectory()) return;
  throw new Failure(`${option} ${path}: it is ${kindOf(found)}; expected a directory`);
}

/** Refuses a directory that cannot be written, before the work for it is done. What is made to find out goes again. */
export function checkWritable(folder: string): void {
  const made: string[] = [];
  const make = (path: string): void => {
    if (existsSync(path)) return;
    make(dirname(path));
    mkdirSync(path); // one by one: all at once never ends in /proc
    made.unshift(path);
  };
  attempt(folder, () => {
    make(folder);
    const probe = join(folder, `.lutra-${process.pid}`);
    writeFileSync(probe, "");
    rmSync(probe);
    for (const path of made) rmdirSync(path);
  });
}

interface Target {
  readonly path: string; // as the user calls it
  readonly real: string; // links followed: they stay, what they lead to is replaced
  readonly mode: number | null; // of the file that is there
}

function targetAt(path: string, inputs: readonly string[]): Target {
  const found = attempt(path, () => lstatSync(path, { throwIfNoEntry: false }));
  if (found === undefined) return { path, real: path, mode: null };
  if (found.isSymbolicLink() && !existsSync(path)) {
    throw new Failure(`cannot write ${path}: it is a link that leads nowhere`);
  }
  const { real, stats } = attempt(path, () => ({ real: realpathSync(path), stats: statSync(path) }));
  if (!stats.isFile()) {
    const isFolder = stats.isDirectory();
    throw new Failure(`cannot write ${path}: it is ${kindOf(stats)}`, {
      ...(isFolder ? {} : { help: "only plain files are written; without the option, text goes to stdout" }),
    });
  }
  for (const input of inputs) {
    const read = statOf(input);
    if (read === null || read.ino !== stats.ino || read.dev !== stats.dev) continue;
    throw new Failure(`cannot write ${path}: this command reads it`, {
      help: "name another file or directory to write to",
    });
  }
  attempt(path, () => accessSync(real, constants.W_OK)); // renaming would not ask
  return { path, real, mode: stats.mode & 0o7777 };
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return "a directory";
  if (stats.isFIFO()) return "a pipe";
  if (stats.isSocket()) return "a socket";
  return stats.isFile() ? "a file" : "a device";
}

/** What is there, links followed. */
export function statOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null; // what is wrong with the path is said when it is used
  }
}

type Undo = (step: () => void) => void;

/** A name beside the file, so that a rename never crosses a file system; the directory is made if need be. */
function makeAside({ real }: Target, undo: Undo): string {
  const folder = dirname(real);
  makeFolder(folder, undo);
  const aside = join(folder, `.lutra-${process.pid}-${randomBytes(6).toString("hex")}.tmp`);
  undo(() => rmSync(aside, { force: true }));
  return aside;
}

function moveTo({ path, real, mode }: Target, aside: string, undo: Undo): void {
  attempt(path, () => {
    if (mode !== null) chmodSync(aside, mode);
    renameSync(aside, real);
  });
  if (mode === null) undo(() => rmSync(real, { force: true }));
}

/** One directory at a time: where a file system denies that one can be made, as /proc does, Node's own way never ends. */
function makeFolder(path: string, undo: Undo): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent, undo);
  try {
    mkdirSync(path);
  } catch (error) {
    if (existsSync(path)) return; // another process was first
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new Failure(`cannot write ${path}: no directory can be made there`);
  }
  undo(() => {
    try {
      rmdirSync(path);
    } catch {
      // somebody else has put something there
    }
  });
}

/** What `act` has done so far is undone when it fails, and when the process is stopped meanwhile. */
async function orNothing<T>(act: (undo: Undo) => Promise<T>): Promise<T> {
  const steps: (() => void)[] = [];
  const undoAll = (): void => {
    for (const step of steps.splice(0).reverse()) step();
  };
  process.on("exit", undoAll);
  const forget = onStop((signal) => process.exit(stopStatus(signal)));
  try {
    return await act((step) => void steps.push(step));
  } catch (error) {
    undoAll();
    throw error;
  } finally {
    process.off("exit", undoAll);
    forget();
  }
}

function attempt<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw fileFailure("write", path, error);
  }
}

/** Whether the file system refused a path. */
function isFileError(error: unknown, path: string): boolean {
  if (!(error instanceof Error)) return false;
  return ("path" in error && error.path === path) || ("dest" in error && error.dest === path);
}
